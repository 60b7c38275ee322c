"""Long runs that show what a server promises: each is a command, and a short part of it is a test."""
