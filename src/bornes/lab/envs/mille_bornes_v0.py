"""Mille Bornes for PettingZoo, by the name under which its users look for environments.

>>> from bornes.lab.envs import mille_bornes_v0
>>> env = mille_bornes_v0.env(edition="asmodee", players=4, partners=True)
>>> env.reset(seed=7)
>>> env.possible_agents
['seat_0', 'seat_1', 'seat_2', 'seat_3']
"""

from .aec import env, raw_env

__all__ = ["env", "raw_env"]
