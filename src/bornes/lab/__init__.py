"""The laboratory: many deals added up, and players measured against each other."""
