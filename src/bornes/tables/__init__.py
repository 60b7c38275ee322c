"""A game with people around it, without a screen and without a network: what every client and server share.

A table is the fold of its log (``entries``, ``state``, ``table``).  Commands become entries or a refusal
(``commands``, ``refusals``, ``decide``); ``window`` says who is asked about a hazard.  What happens reaches every
viewer as a numbered stream of messages (``table_events``, ``messages``, ``sentences``).  The ``host`` runs tables on an
event loop with a ``store`` and with bots that think beside it (``thinking``).  See ``docs/tables.md``.
"""
