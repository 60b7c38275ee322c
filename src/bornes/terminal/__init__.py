"""The table in a terminal.

``table`` is what a client sees of a game, wherever that runs, and ``local_table`` runs one in this process, with bots
at the speed of ``pacing``.  ``drawing`` is the table as text; ``screen`` is what one plays on, and ``spectate`` what
one watches bots and recorded games on; ``plain`` is the game line by line, for people and for programs; ``storage`` is
what stays for the next time: saved games and choices.  ``sentences`` and ``ascii`` serve all.
"""
