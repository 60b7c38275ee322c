"""The table as text: nothing here knows of keys, of time or of a screen.

``canvas`` is paper made of cells; ``look`` says with which ink and strokes; ``fitting`` makes words fit; ``piles``,
``road``, ``stock``, ``hand`` and ``sheet`` draw the things on the table; ``scene`` is what there is to see, and
``layout`` puts it where there is room.
"""
