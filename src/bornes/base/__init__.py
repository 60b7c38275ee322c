"""What knows nothing of the game: translatable texts, serialization, workers, files."""
