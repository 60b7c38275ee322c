"""Environments for research: Mille Bornes for PettingZoo, for Gymnasium, and thousands of deals at once.

>>> import gymnasium
>>> import bornes.lab.envs
>>> env = gymnasium.make("Bornes-v0", edition="dujardin", players=4, opponents="tuned")
>>> observation, info = env.reset(seed=7)
>>> int(observation["observation"]["hand"].sum())
7

The compiled modules need nothing but Python; the rest needs what the extra ``envs`` brings.
"""

from __future__ import annotations

from ...engine import PURE, load_plain

COMPILED_MODULES = ("observation", "batch_slot")
"""The modules that are compiled, each importing only earlier ones."""

if PURE:  # the choice of build comes before what is made of it
    load_plain(__name__, COMPILED_MODULES)

GYMNASIUM_ID = "Bornes-v0"
"""The environment's name for ``gymnasium.make``."""
PETTINGZOO_ID = "bornes/mille_bornes-v0"
"""The environment's name for ``pettingzoo.make``."""


def _register() -> None:
    """Make the environments known, to those of the two libraries that are there."""
    try:
        import gymnasium
    except ImportError:
        return
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            GYMNASIUM_ID,
            entry_point=f"{__name__}.gymnasium_envs:BornesEnv",
            vector_entry_point=f"{__name__}.gymnasium_envs:BornesVectorEnv",
        )
    try:
        from pettingzoo.env_registry.registration import aec_registry, register
    except ImportError:  # an older one, which has no registry
        return
    if PETTINGZOO_ID not in aec_registry:
        register("aec", PETTINGZOO_ID, entry_point=f"{__name__}.mille_bornes_v0:env")


_register()
