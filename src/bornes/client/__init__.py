"""A table far away, over the network: for the terminal, for bots, for programs."""
