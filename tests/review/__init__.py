"""Hint and review: what a move was worth, and why."""
