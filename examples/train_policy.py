"""A small policy that learns Mille Bornes by playing, in a few minutes, with nothing but NumPy.

One hidden layer sees what a seat may know, and gives a preference for each of the 64 actions and a guess of how the
deal will go on.  It plays thousands of deals at once against bots of the ladder, and after every round does more of
what went better than it had guessed (PPO).  At the end it meets every bot on fresh decks, from both sides.

    python examples/train_policy.py --minutes 5
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

# The matrices are small: threads would wait for each other more than they work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from bornes import Move, Rules, View, edition
from bornes.lab.envs import observation
from bornes.lab.envs.batch import DealBatch
from bornes.lab.envs.features import ACTIONS, SIZE, SLICES, units
from bornes.lab.estimates import STANDARD_ERRORS_95, Estimate

Floats = NDArray[np.float32]

ROSTER = ("random", "sunday-driver", "rule-of-thumb", "tuned")
"""The bots that a policy is measured against, weakest first; the champion thinks too long for thousands of deals."""
POINT = 1 / 500
"""What a point is worth to the learner: numbers of about 1 are learned most easily."""
UNITS = units()
NEVER = np.float32(-1e9)
TINY = np.float32(1e-20)


def scaled(rows: NDArray[np.int32]) -> Floats:
    """Scale observations to about 0 to 1, as a network likes them."""
    return np.divide(rows, UNITS, dtype=np.float32)


# -- the policy ---------------------------------------------------------------------------------------------------


class Network:
    """A hidden layer, and on top of it preferences for the actions and a value."""

    def __init__(self, hidden: int, luck: np.random.Generator) -> None:
        self.weights: dict[str, Floats] = {
            "in": _small(luck, SIZE, hidden, 1.4),
            "in_bias": np.zeros(hidden, np.float32),
            "act": _small(luck, hidden, ACTIONS, 0.01),
            "act_bias": np.zeros(ACTIONS, np.float32),
            "value": _small(luck, hidden, 1, 1.0),
            "value_bias": np.zeros(1, np.float32),
        }

    def forward(self, seen: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the logarithms of the chances of the actions, and the values."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        liking = np.where(masks, hidden @ w["act"] + w["act_bias"], NEVER)
        liking -= liking.max(axis=1, keepdims=True)
        liking -= np.log(np.exp(liking).sum(axis=1, keepdims=True))
        return hidden, liking, (hidden @ w["value"] + w["value_bias"])[:, 0]

    def best(self, rows: NDArray[np.int32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the action that it likes best in each row."""
        best: NDArray[np.int64] = np.argmax(self.forward(scaled(rows), masks)[1], axis=1)
        return best

    def gradients(self, seen: Floats, hidden: Floats, to_liking: Floats, to_value: Floats) -> dict[str, Floats]:
        """Return how each weight changes what is to be made small."""
        w = self.weights
        to_hidden = (to_liking @ w["act"].T + to_value[:, None] @ w["value"].T) * (hidden > 0)
        return {
            "in": seen.T @ to_hidden,
            "in_bias": to_hidden.sum(axis=0),
            "act": hidden.T @ to_liking,
            "act_bias": to_liking.sum(axis=0),
            "value": hidden.T @ to_value[:, None],
            "value_bias": to_value.sum(keepdims=True),
        }


def _small(luck: np.random.Generator, rows: int, columns: int, size: float) -> Floats:
    small: Floats = (luck.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)
    return small


class Adam:
    """Steps downhill, each weight at a pace of its own."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, weights: dict[str, Floats], slopes: dict[str, Floats], pace: float) -> None:
        """Change the weights a little."""
        self.steps += 1
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        shorter = min(1.0, 0.5 / (length + 1e-8))
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (shorter * slope - self.mean[name])
            self.square[name] += 0.001 * ((shorter * slope) ** 2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            weights[name] -= pace * mean / (np.sqrt(square) + 1e-6)


# -- playing ------------------------------------------------------------------------------------------------------


@dataclass
class Round:
    """What was seen, done and paid in some steps of many deals, each array by step and deal."""

    seen: Floats
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    chances: Floats
    values: Floats
    rewards: Floats
    done: NDArray[np.bool_]
    after: Floats
    """The value of what comes after the last step."""


def lead(rows: NDArray[np.int32]) -> Floats:
    """Return the own team's points so far less the mean of the others', as the learner counts."""
    points = rows[:, SLICES["points"]]
    teams = rows[:, SLICES["teams"]].sum(axis=1)
    others = points[:, 1:].sum(axis=1) / (teams - 1)
    ahead: Floats = ((points[:, 0] - others) * POINT).astype(np.float32)
    return ahead


def drawn(liking: Floats, luck: np.random.Generator) -> NDArray[np.int64]:
    """Draw an action for each row, as often as the logarithms of the chances say: the first of 64 clocks to ring."""
    waits = luck.standard_exponential(liking.shape, np.float32)
    first: NDArray[np.int64] = np.argmax(liking - np.log(waits + TINY), axis=1)
    return first


def play(env: DealBatch, network: Network, steps: int, luck: np.random.Generator) -> Round:
    """Play on for so many steps, each action taken as often as the policy likes it.

    Points are paid as they are made, and at the end of a deal what it brought beyond them: added up that is the
    reward of the deal, and the learner sees sooner what it was for.
    """
    n, own = env.n, env.seats[0]
    seen, masks = np.empty((steps, n, SIZE), np.float32), np.empty((steps, n, ACTIONS), np.int8)
    actions, done = np.empty((steps, n), np.int64), np.empty((steps, n), np.bool_)
    chances, values, rewards = (np.empty((steps, n), np.float32) for _ in range(3))
    for t in range(steps):
        seen[t], masks[t] = scaled(env.observations), env.masks
        before = lead(env.observations)
        _, liking, values[t] = network.forward(seen[t], masks[t])
        actions[t] = drawn(liking, luck)
        chances[t] = liking[np.arange(n), actions[t]]
        env.step(actions[t])
        done[t] = env.done
        now = np.where(env.done, env.rewards[:, own] * POINT, lead(env.observations))
        rewards[t] = now - before
    after = network.forward(scaled(env.observations), env.masks)[2]
    return Round(seen, masks, actions, chances, values, rewards, done, after)


# -- learning -----------------------------------------------------------------------------------------------------


def advantages(played: Round, fade: float) -> Floats:
    """Return how much better than guessed it went after each action; what comes later counts less and less."""
    better = np.empty_like(played.rewards)
    following, value = np.zeros_like(played.after), played.after
    for t in reversed(range(len(better))):
        goes_on = ~played.done[t]
        surprise = played.rewards[t] + goes_on * value - played.values[t]
        following = better[t] = surprise + goes_on * fade * following
        value = played.values[t]
    return better


@dataclass(frozen=True)
class Batch:
    """Some decisions of a round, in any order."""

    seen: Floats
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    chances: Floats
    better: Floats
    worth: Floats


def batches(rounds: Sequence[Round], size: int, fade: float, luck: np.random.Generator) -> Iterator[Batch]:
    """Shuffle all decisions of some rounds into batches."""
    better = np.concatenate([advantages(played, fade).reshape(-1) for played in rounds])
    values = np.concatenate([played.values.reshape(-1) for played in rounds])
    worth = better + values
    better = (better - better.mean()) / (better.std() + 1e-6)
    seen = np.concatenate([played.seen.reshape(-1, SIZE) for played in rounds])
    masks = np.concatenate([played.masks.reshape(-1, ACTIONS) for played in rounds])
    actions = np.concatenate([played.actions.reshape(-1) for played in rounds])
    chances = np.concatenate([played.chances.reshape(-1) for played in rounds])
    order = luck.permutation(len(actions))
    for at in range(0, len(order), size):
        some = order[at : at + size]
        yield Batch(seen[some], masks[some], actions[some], chances[some], better[some], worth[some])


def learn(network: Network, adam: Adam, batch: Batch, pace: float, curiosity: float) -> None:
    """Make what went better than guessed a little likelier, but not by more than a fifth at once."""
    rows = np.arange(len(batch.actions))
    hidden, liking, values = network.forward(batch.seen, batch.masks)
    chance = np.exp(liking)
    ratio = np.exp(liking[rows, batch.actions] - batch.chances)
    too_far = np.where(batch.better > 0, ratio > 1.2, ratio < 0.8)
    push = np.where(too_far, 0, -batch.better * ratio)
    to_liking = -push[:, None] * chance
    to_liking[rows, batch.actions] += push
    spread = -(chance * liking).sum(axis=1, keepdims=True)
    to_liking += curiosity * chance * (np.where(batch.masks, liking, 0) + spread)
    to_value = values - batch.worth
    share = np.float32(1 / len(rows))
    slopes = network.gradients(batch.seen, hidden, share * to_liking, share * to_value)
    adam.step(network.weights, slopes, pace)


# -- measuring ----------------------------------------------------------------------------------------------------


def sides(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Return the seats of each team."""
    return (rules.seats_of(team) for team in range(rules.teams))


def measure(network: Network, rules: Rules, opponent: str, decks: int, seed: int) -> Estimate:
    """Measure the points a deal more than the opponent, each deck played once from every side."""
    gained = np.zeros(decks)
    for seats in sides(rules):
        env = DealBatch(rules, decks, opponent, seats=seats, seed=seed)
        waiting = np.ones(decks, np.bool_)
        while waiting.any():
            env.step(network.best(env.observations, env.masks))
            gained += np.where(waiting & env.done, env.rewards[:, seats[0]], 0)
            waiting &= ~env.done
    gained /= rules.teams
    return Estimate(float(gained.mean()), float(STANDARD_ERRORS_95 * gained.std(ddof=1) / np.sqrt(decks)))


def rung(found: dict[str, Estimate]) -> str:
    """Say where on the ladder the policy stands."""
    beaten = [name for name, (mean, margin) in found.items() if mean > margin]
    lost = [name for name, (mean, margin) in found.items() if mean < -margin]
    above = f"above {beaten[-1]}" if beaten else "on no rung"
    return f"{above}, below {lost[0]}" if lost else above


class Learned:
    """The policy as a bot: it can take a seat in any game."""

    name = "learned"

    def __init__(self, network: Network) -> None:
        self._network = network

    def choose(self, view: View) -> Move:
        """Return the move that it likes best."""
        assert view.viewer is not None
        assert view.team is not None
        state, row, mask = view.possible_position(), np.empty(SIZE, np.int32), np.empty(ACTIONS, np.int8)
        observation.observe(state, view.viewer, row)
        observation.mask(state, view.viewer, mask, 0)
        action = int(self._network.best(row[None], mask[None])[0])
        return Move(observation.to_move(action, view.team, view.rules.teams))


# -- all of it ----------------------------------------------------------------------------------------------------


def train(options: argparse.Namespace, rules: Rules) -> tuple[Network, list[dict[str, float]]]:
    """Train a policy; return it, and how it came along."""
    luck = np.random.default_rng(options.seed)
    network = Network(options.hidden, luck)
    adam = Adam(network.weights)
    own = next(sides(rules))
    each = options.deals // len(options.against)
    envs = [
        DealBatch(rules, each, name, seats=own, seed=options.seed + number)
        for number, name in enumerate(options.against)
    ]
    start, update, curve = perf_counter(), 0, []
    while (gone := share_gone(options, update, perf_counter() - start)) < 1:
        rounds = [play(env, network, options.steps, luck) for env in envs]
        pace, curiosity = options.pace * (1 - gone), options.curiosity * (1 - gone)
        for _ in range(options.epochs):
            for batch in batches(rounds, options.batch, options.fade, luck):
                learn(network, adam, batch, pace, curiosity)
        update += 1
        if update % options.every == 0 or update == options.updates:
            curve.append(progress(network, rules, options, update, perf_counter() - start))
    return network, curve


def share_gone(options: argparse.Namespace, update: int, spent: float) -> float:
    """Return how much of the training is over, from 0 to 1: by updates where they are counted, else by the clock."""
    if options.updates is not None:
        return float(update / options.updates) if options.updates else 1.0
    return float(spent / (60 * options.minutes))


def progress(
    network: Network, rules: Rules, options: argparse.Namespace, update: int, spent: float
) -> dict[str, float]:
    """Print a line about how far it has come, and return the same as numbers."""
    seen = {name: measure(network, rules, name, options.probe, 1000 + options.seed) for name in ROSTER[1:]}
    points = "  ".join(f"{name} {mean:+5.0f} ± {margin:.0f}" for name, (mean, margin) in seen.items())
    steps = update * options.deals * options.steps
    print(f"{spent:5.0f} s  update {update:4}  {steps / 1e6:5.1f} M decisions  {points}", flush=True)
    return {"update": update, "seconds": spent, "steps": steps, **{name: mean for name, (mean, _) in seen.items()}}


def draw(curve: list[dict[str, float]], file: Path) -> None:
    """Draw the learning curve to a file, whose ending says the format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    decisions = [point["steps"] / 1e6 for point in curve]
    for name, colour in zip(ROSTER[1:], ("#2a6f97", "#8a6d1d", "#c8442e"), strict=True):
        points = [point[name] for point in curve]
        axes.plot(decisions, points, color=colour, marker="o", markersize=3, label=f"v {name}")
    axes.axhline(0, color="#8a97a0", linewidth=1)
    axes.set_xlim(left=0)
    axes.legend(loc=(0.74, 0.57), frameon=False)  # between those who are beaten and those who are not
    axes.set_xlabel("decisions of the learner, in millions")
    axes.set_ylabel("points a deal more than the opponent")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the options of the command line."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--edition", default="parker-1962")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--minutes", type=float, default=5.0, help="how long to train")
    options.add_argument("--updates", type=int, help="so many updates instead: then a seed gives the same policy")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--against", nargs="+", default=["sunday-driver", "tuned"], help="bots to learn from")
    options.add_argument("--deals", type=int, default=1024, help="at once")
    options.add_argument("--steps", type=int, default=64, help="decisions of each deal between updates")
    options.add_argument("--hidden", type=int, default=128, help="size of the hidden layer")
    options.add_argument("--epochs", type=int, default=3, help="how often an update goes over its decisions")
    options.add_argument("--batch", type=int, default=4096)
    options.add_argument("--pace", type=float, default=1e-3)
    options.add_argument("--fade", type=float, default=1.0, help="how much less each later step counts for an action")
    options.add_argument("--curiosity", type=float, default=0.03, help="how much it likes to keep its choices open")
    options.add_argument("--every", type=int, default=10, help="updates between lines of progress")
    options.add_argument("--probe", type=int, default=1000, help="decks for such a line")
    options.add_argument("--decks", type=int, default=10_000, help="decks for the final measurement")
    options.add_argument(
        "--out", type=Path, help="a folder for the weights, and the learning curve as numbers and picture"
    )
    return options.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure, tell."""
    options = parsed(arguments)
    rules = edition(options.edition).rules(options.players)
    network, curve = train(options, rules)
    found = {name: measure(network, rules, name, options.decks, 2000 + options.seed) for name in ROSTER}
    print(f"\n{options.decks:,} fresh decks from every side, points a deal with 95 % intervals:")
    for name, (mean, margin) in found.items():
        print(f"  v {name:15}{mean:+7.0f} ± {margin:.0f}")
    print(f"The policy stands {rung(found)}.")
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        with (options.out / "policy.npz").open("wb") as file:
            weights: dict[str, Any] = dict(network.weights)
            np.savez(file, **weights)
        (options.out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
        if curve:
            draw(curve, options.out / "curve.svg")


if __name__ == "__main__":
    main()
