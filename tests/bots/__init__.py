"""The players: how they decide, how strong they are, and that no bot can harm a table."""
