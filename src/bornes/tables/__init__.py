"""A game with people around it, without a screen and without a network: what every client and server share.

A table is what its log makes of it (``entries``, ``state``, ``table``, ``changes``).  Commands become entries or a
refusal (``commands``, ``decide``, ``refusals``); ``window`` says who is asked about a hazard.  What happens reaches
every viewer as a numbered stream of messages (``table_events``, ``messages``, ``sentences``, ``schema``).  The ``host``
runs tables on an event loop (``running_table``, ``loaded_table``, ``listeners``, ``clockwork``) with a ``store`` and
with bots that think beside it (``thinking``).  A ``mirror`` is what a client far away knows.  See ``docs/tables.md``.
"""
