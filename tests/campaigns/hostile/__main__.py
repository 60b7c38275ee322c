"""``scripts/campaign hostile``: everything that anybody could do to a server, for as long as one likes."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable
from time import monotonic
from typing import Any

from . import odd_messages, odd_requests, slow
from .crowds import READERS, come_and_go, come_back_to_long_log, crowd_a_seat, rename_before_lobby
from .described import check_description
from .hammer import flood_commands, flood_connections, flood_requests, flood_sockets
from .live_server import LiveServer, live_server
from .masses import abandon_tables, guess_codes
from .players import Pair, percentile, playing_pair

OPEN_DOORS = ("--requests-per-minute", "1000000000", "--opens-per-hour", "1000000000")
QUICK_PLAYERS = ("--commands-per-minute", "6000")
"""The pair plays faster than people do."""
QUIET_SECONDS = 10.0
MOST_MEMORY = 64 * 2**20
"""So much more memory a server may have after an attack: what was freed is not always given back."""
STOP_SECONDS = 2.0


class Campaign:
    """Attacks one after another, and notes what must not be."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.trouble: list[str] = []

    async def requests(self, server: LiveServer, pair: Pair) -> None:
        """Send odd requests and messages."""
        told = await self._watch(server, pair, "odd requests", odd_requests.attack(server))
        self.trouble += told
        count, seed = self.options.messages, self.options.seed
        await self._watch(server, pair, f"{count} odd messages", odd_messages.attack_sockets(server, seed, count))

    async def floods(self, server: LiveServer, pair: Pair) -> None:
        """Send too much of everything, within the usual limits."""
        await self._watch(server, pair, "a flood of requests", flood_requests(server, self.options.seconds))
        kept = await self._watch(server, pair, "a flood of connections", flood_connections(server, 2000, 3))
        if kept > 300:
            self.trouble.append(f"{kept} connections of one address were kept")
        await self._watch(server, pair, "a flood of sockets", flood_sockets(server, 400))
        code = await self._watch(server, pair, "a flood of commands", flood_commands(server, 20_000))
        if code not in (4429, 1006):
            self.trouble.append(f"a flood of commands was closed with {code}")

    async def crowds(self, server: LiveServer, pair: Pair) -> None:
        """Come with many connections at a time, and by the thousand one after another, within the usual limits."""
        seconds = self.options.seconds
        crowd = await self._watch(server, pair, "100 connections to a seat", crowd_a_seat(server, 100, seconds))
        if crowd["closed 4409"] != 96:
            self.trouble.append(f"a seat that was opened 100 times: {dict(crowd)}")
        lobby = await self._watch(server, pair, "renames before the lobby", rename_before_lobby(server, 20, seconds))
        if lobby["lost"]:
            self.trouble.append(f"{lobby['lost']} of {READERS} in the lobby were thrown out")
        await self._watch(server, pair, "connections that come and go", come_and_go(server, seconds))

    async def long_log(self, server: LiveServer, pair: Pair) -> None:
        """Come back to a table whose log was made long."""
        times = await self._watch(server, pair, "a long log", come_back_to_long_log(server, 1000))
        if percentile(times, 0.5) > 0.1:
            self.trouble.append(f"to come back to a long log took {percentile(times, 0.5):.2f} s")

    async def slow(self, server: LiveServer, pair: Pair) -> None:
        """Take for ever."""
        times = await self._watch(server, pair, "those who take for ever", slow.attack(server, self.options.slow))
        self.trouble += [f"{name} was not let go" for name, time in times.items() if time >= slow.LIMIT]

    async def tables(self, server: LiveServer, pair: Pair) -> None:
        """Open tables and abandon them; the first tenth is there to know how much memory those awake need."""
        count = self.options.tables
        await self._watch(server, pair, f"{count // 10} abandoned tables", abandon_tables(server, count // 10), 2**40)
        rest = count - count // 10
        await self._watch(server, pair, f"{rest} more", abandon_tables(server, rest))

    async def codes(self, server: LiveServer, pair: Pair) -> None:
        """Guess codes; no more are looked up than the budget has."""
        count, begun = self.options.codes, monotonic()
        answers = guess_codes(server, count, self.options.seed, 10**6)
        statuses = await self._watch(server, pair, f"{count} guessed codes", answers)
        most = 600 * (2 + (monotonic() - begun) / 60)
        if statuses[404] > most or set(statuses) - {200, 404, 429}:  # some codes are right by luck
            self.trouble.append(f"guesses were answered with {dict(statuses)}; at most {most:.0f} were to be looked up")

    async def _watch(
        self, server: LiveServer, pair: Pair, name: str, attack: Awaitable[Any], memory: int = MOST_MEMORY
    ) -> Any:
        """Carry out an attack, and tell what it did to the server and to the pair."""
        await asyncio.sleep(1)
        await pair.take_times()
        await asyncio.sleep(QUIET_SECONDS)
        quiet, before, begun = await pair.take_times(), server.memory, monotonic()
        result = await attack
        busy, grown = await pair.take_times(), server.memory - before
        self._tell(name, monotonic() - begun, quiet, busy, server)
        print(f"    {result}" if result else "    no trouble", flush=True)
        if grown > memory:
            self.trouble.append(f"{name}: {grown / 2**20:.0f} MB more memory")
        if not busy or max(busy) >= 30:
            self.trouble.append(f"{name}: the pair could not go on")
        return result

    def _tell(self, name: str, seconds: float, quiet: list[float], busy: list[float], server: LiveServer) -> None:
        calm, now = percentile(quiet, 0.99), percentile(busy, 0.99)
        print(
            f"{name}: {seconds:.0f} s; the pair's {len(busy)} commands took {percentile(busy, 0.5) * 1000:.1f} ms, p99 "
            f"{now * 1000:.1f} ms ({now / calm if calm else 0:.1f} × as long as before); "
            f"{server.memory / 2**20:.0f} MB, {server.files} files",
        )

    async def _run(self, server: LiveServer, names: tuple[str, ...]) -> None:
        async with playing_pair(server) as pair:
            for name in names:
                await getattr(self, name)(server, pair)

    def serve(self, names: tuple[str, ...], *options: str) -> None:
        """Carry out attacks on a server of their own, and see how it ends."""
        if not set(names) & set(self.options.attacks):
            return
        with live_server(*QUICK_PLAYERS, *options) as server:
            asyncio.run(self._run(server, tuple(name for name in names if name in self.options.attacks)))
            self.trouble += [f"in the log: {line}" for line in server.faults[:5]]
            seconds = server.stop()
            print(f"it ended after {seconds:.1f} s", flush=True)
            if seconds > STOP_SECONDS:
                self.trouble.append(f"it took {seconds:.1f} s to end")


ATTACKS = ("description", "requests", "crowds", "long_log", "floods", "slow", "tables", "codes")


def main() -> int:
    """Attack, and return 1 where something was found."""
    campaign = Campaign(_options())
    if "description" in campaign.options.attacks:
        with live_server(*OPEN_DOORS, "--wrong-codes-per-minute", "1000000") as server:
            campaign.trouble += check_description(server, campaign.options.examples)
            campaign.trouble += [f"in the log: {line}" for line in server.faults[:5]]
    campaign.serve(("requests",), *OPEN_DOORS)
    campaign.serve(("long_log",), *OPEN_DOORS, "--commands-per-minute", "1000000")
    campaign.serve(("crowds",))
    campaign.serve(("floods", "slow"))
    campaign.serve(("tables",), *OPEN_DOORS, "--sleep-after", "1")
    campaign.serve(("codes",), *OPEN_DOORS, "--trusted-proxy", "127.0.0.2")
    for line in campaign.trouble:
        print(f"bornes: {line}", file=sys.stderr)
    return 1 if campaign.trouble else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/campaign hostile", description=__doc__)
    parser.add_argument("attacks", nargs="*", default=ATTACKS, help=f"some of {', '.join(ATTACKS)}; all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=200, help="requests made from the description, for each path")
    parser.add_argument("--messages", type=int, default=20_000, help="odd messages")
    parser.add_argument("--seconds", type=float, default=30, help="how long the flood of requests lasts")
    parser.add_argument("--slow", type=int, default=10, help="how many take for ever, in each way")
    parser.add_argument("--tables", type=int, default=100_000, help="tables that are opened and abandoned")
    parser.add_argument("--codes", type=int, default=1_000_000, help="codes that are guessed")
    options = parser.parse_args()
    unknown = set(options.attacks) - set(ATTACKS)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; the attacks are {', '.join(ATTACKS)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
