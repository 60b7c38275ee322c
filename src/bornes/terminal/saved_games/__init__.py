"""What is kept for the next time: saved games, with who sits where, and what was chosen last."""
