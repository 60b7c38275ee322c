"""The table as text: nothing here knows of keys, of time or of a screen.

``canvas`` is a grid of cells to write on; ``look`` says which colours and strokes are used; ``fitting`` makes words
fit, and ``card_names`` tells cards apart in little room.  ``scene`` is what there is to see.  ``cards`` with their
``signs``, ``piles``, ``progress`` and ``log`` draw its parts, and ``layout`` puts them where there is room, with a
``banner`` over them: the table for a player, or in ``spectator`` for those who watch.
"""
