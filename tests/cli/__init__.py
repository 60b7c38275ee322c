"""The command bornes, as it is typed."""
