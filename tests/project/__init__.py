"""The project itself: its rooms, its pages, its packages and its benchmarks."""
