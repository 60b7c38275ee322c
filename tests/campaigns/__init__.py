"""Long runs that show what a server promises, and what clause tests notice: each is a command, a part of it a test."""
