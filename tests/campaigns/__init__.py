"""Long attacks on the server, by command: ``scripts/campaign NAME``."""
