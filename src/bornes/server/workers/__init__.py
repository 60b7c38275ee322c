"""Where bots of a server think, and hints and reviews are worked out: in processes of lower priority.

``process_thinkers``: bots and hints, fair between tables; ``reviews``: the queue of reviews, worked out once and kept.
Below them ``pool`` hands work to processes, ``fair_queue`` says whose turn it is, ``worker_process`` is one process as
the server sees it and ``worker`` the same from inside; ``jobs`` and ``packed_view`` are what goes over the pipe.

Nothing is imported here: a worker lowers its priority before it loads the house.
"""
