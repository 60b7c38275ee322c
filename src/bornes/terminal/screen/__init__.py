"""The screen, by Textual: the table, what stands around it, and the app that holds them."""
