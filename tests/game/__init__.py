"""The library: moves, positions, views, games and records."""
