"""The reasons of hints and reviews."""
