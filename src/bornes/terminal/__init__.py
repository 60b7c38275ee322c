"""The terminal: a table for people who live there.

``table`` is what a client sees of a game, wherever that runs, and ``local`` runs one in this process.  ``talking`` are
conversations by lines, for people and for programs; ``drawing`` is the table as text; ``screen`` is what one plays on,
``looking`` what one looks on at; ``keeping`` is what stays for the next evening.
"""
