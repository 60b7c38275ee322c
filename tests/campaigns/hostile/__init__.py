"""Hostile input: what anybody could send to a server, and what must not come of it."""
