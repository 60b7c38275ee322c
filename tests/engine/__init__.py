"""The compiled engine: its doors, and that both builds of it agree."""
