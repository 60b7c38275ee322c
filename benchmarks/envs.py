"""How fast the environments are: steps a second beside PettingZoo's own card games, in one run.

Every environment is driven by the same loop with moves at random, and the rounds go round all of them, since the
machine is noisy: `scripts/bench envs`.  Starting the next episode is part of the time.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

import bornes.lab.envs
from bornes import edition
from bornes.lab.envs.batch import DealBatch

THEIRS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
"""PettingZoo's own card games; those that cannot be had are left out, and named."""
DEALS = 4096
FORM: dict[str, Any] = {"edition": "parker-1962", "players": 2}

Steps = Iterator[int]
"""Plays on for ever; each number is of steps made since the one before."""


def at_random(luck: Random, mask: Any) -> int:
    """Choose a legal action, each as likely; quickly, since the choice is part of the time."""
    legal = mask.nonzero()[0]
    return int(legal[int(luck.random() * len(legal))])


def of_agents(env: Any) -> Steps:
    """Play a PettingZoo environment in the usual loop; the empty steps after the end are not counted.

    It is seeded once, as in training: some of PettingZoo's games build themselves anew for every seed.
    """
    luck = Random(1)
    seed: int | None = 1
    while True:
        env.reset(seed=seed)
        seed = None
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else at_random(luck, observation["action_mask"]))
            yield 0 if over else 1


def of_learner(env: Any) -> Steps:
    """Play a Gymnasium environment; a step is a decision of the learner."""
    luck = Random(1)
    seed: int | None = 1
    while True:
        observation, _ = env.reset(seed=seed)
        seed, over = None, False
        while not over:
            observation, _, over, _, _ = env.step(at_random(luck, observation["action_mask"]))
            yield 1


def of_batch(batch: DealBatch) -> Steps:
    """Play many deals at once; the choice at random works on whole arrays, too."""
    luck = np.random.default_rng(1)
    while True:
        batch.step(np.argmax(luck.random(batch.masks.shape, np.float32) * batch.masks, axis=1))
        yield batch.n


def theirs() -> dict[str, Callable[[], Steps]]:
    """Return PettingZoo's own card games that are installed."""
    found: dict[str, Callable[[], Steps]] = {}
    for name in THEIRS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # some tell of what they will drop one day
            try:
                env = pettingzoo.make("aec", f"classic/{name}")
                env.reset(seed=1)
            except Exception as error:  # whatever keeps it from playing
                print(f"left out: {name} ({type(error).__name__})", file=sys.stderr)
                continue
        found[f"PettingZoo {name}"] = partial(of_agents, env)
    return found


def ours() -> dict[str, Callable[[], Steps]]:
    """Return every way to play Mille Bornes."""
    rules = edition("parker-1962").rules(2)
    single = {"opponents": "sunday-driver", "disable_env_checker": True, **FORM}
    return {
        "bornes AEC": lambda: of_agents(pettingzoo.make("aec", bornes.lab.envs.PETTINGZOO_ID, **FORM)),
        "bornes AEC, flat": lambda: of_agents(pettingzoo.make("aec", bornes.lab.envs.PETTINGZOO_ID, flat=True, **FORM)),
        "bornes Gymnasium v Sunday driver": lambda: of_learner(gymnasium.make(bornes.lab.envs.GYMNASIUM_ID, **single)),
        "bornes Gymnasium, flat": lambda: of_learner(gymnasium.make(bornes.lab.envs.GYMNASIUM_ID, flat=True, **single)),
        f"bornes batch of {DEALS} v Sunday driver": lambda: of_batch(DealBatch(rules, DEALS, "sunday-driver")),
        f"bornes batch of {DEALS} v itself": lambda: of_batch(DealBatch(rules, DEALS)),
    }


def rate(steps: Steps, seconds: float) -> float:
    """Return the steps a second over about so many seconds of this process: others may keep the machine busy."""
    made, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        made += sum(islice(steps, 20))
    return made / spent


def measure(rounds: int, seconds: float) -> dict[str, float]:
    """Return the median rate of each, over rounds that take one after another."""
    running = {name: make() for name, make in (theirs() | ours()).items()}
    rates: dict[str, list[float]] = {name: [] for name in running}
    for steps in running.values():
        rate(steps, seconds / 10)  # the first steps load and fill caches
    for _ in range(rounds):
        for name, steps in running.items():
            rates[name].append(rate(steps, seconds))
    return {name: median(measured) for name, measured in rates.items()}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--quick", action="store_true", help="few of everything: to see that it runs")
    options.add_argument("--json", action="store_true", help="the figures as JSON, nothing else")
    given = options.parse_args()
    rates = measure(*((1, 0.02) if given.quick else (7, 0.5)))
    if given.json:
        print(json.dumps(rates))
        return
    best = max((rate for name, rate in rates.items() if name.startswith("PettingZoo")), default=None)
    print(f"{'environment':44}{'steps/s':>12}{'× fastest of theirs':>22}")
    for name, found in rates.items():
        ratio = f"{found / best:>20.1f} ×" if best else ""
        print(f"{name:44}{found:>12,.0f}{ratio}")


if __name__ == "__main__":
    main()
