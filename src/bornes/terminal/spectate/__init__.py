"""For those who look on: bots that play, and records with their review."""
