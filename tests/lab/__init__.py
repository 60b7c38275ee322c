"""The laboratory: arena, tuning, environments and questions."""
