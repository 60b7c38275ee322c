"""The table as text: nothing here knows of keys, of time or of a screen.

``canvas`` is a grid of cells to write on; ``look`` says which colours and strokes are used; ``fitting`` makes words
fit.  ``scene`` is what there is to see.  ``cards``, ``piles`` and ``progress`` draw its parts, and ``layout`` puts them
where there is room: the table for a player, or in ``spectator`` for those who watch.
"""
