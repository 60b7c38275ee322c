"""The terminal: a table for people who live there.

``table`` is what a client sees of a game, wherever that runs; ``local`` runs one in this process; ``plain`` and
``lines`` are conversations by text and by JSON; ``app`` is the screen.
"""
