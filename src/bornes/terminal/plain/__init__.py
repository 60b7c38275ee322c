"""The table without a screen: line by line for people, and as JSON for programs."""
