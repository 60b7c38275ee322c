"""What the Python client makes of a story of `tests.support.lies`: what it notices, and its verdict on the record."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from bornes import Game, RecordError
from bornes.client.notices import NoticeFeed
from bornes.client.observations import Observations, decode_observations, encode_observations
from bornes.client.protocol import Welcome
from bornes.game.fairness_proof import game_verdict, proofs
from bornes.tables.messages import FullState, Update, decode_message
from tests.support.observed_tables import Values

REFUSED = "refused"
"""The verdict on a message or a record that cannot be true, which a client says as loudly."""


@dataclass
class Judged:
    """What a client noticed, and what it says in the end."""

    noticed: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    verdict: str = ""
    faults: list[str] = field(default_factory=list)
    weaknesses: list[str] = field(default_factory=list)

    @property
    def reasons(self) -> list[str]:
        """All that was said."""
        return [*self.noticed, *self.faults, *self.weaknesses]


def follow(story: Values, found: Judged) -> Observations:
    """Let a client live through a story, and return what it observed."""
    welcome = Welcome(1, "test", "room", None, [], 0)
    following = NoticeFeed()
    for what, *values in story["steps"]:
        observer = following.observer
        match what:
            case "reload":
                kept = decode_observations(encode_observations(observer.kept))
                found.noticed += [broken.what for broken in following.fairness_violations]
                following = NoticeFeed(observations=kept)
                following.receive(welcome, b"")
            case "connect":
                following.receive(welcome, b"")
            case "sent":
                observer.note_sent(values[0])
            case "done":
                following.report(observer.note_accepted(values[0], between_deals=True))
            case "undoing":
                observer.note_undoing(values[0])
            case "message":
                _hear(following, values[0], found)
    found.noticed += [broken.what for broken in following.fairness_violations]
    return decode_observations(encode_observations(following.observer.kept))


def _hear(following: NoticeFeed, values: Values, found: Judged) -> None:
    data = json.dumps(values).encode()
    try:
        message = decode_message(data)
        assert isinstance(message, FullState | Update)
        following.receive(message, data)
    except ValueError as error:
        found.refused.append(str(error))
        following.forget()  # as the connection does


def judge(story: Values) -> Judged:
    """Return what a client notices in a story, and how it judges the record."""
    found = Judged()
    kept = follow(story, found)
    try:
        game = Game.replay(story["record"])
    except RecordError as error:
        found.refused.append(str(error))
        found.verdict = REFUSED
        return found
    proved = proofs(game, {}, kept.of_game(story["game"]))
    found.verdict = str(game_verdict(proved))
    found.faults = [fault for proof in proved for fault in proof.faults]
    found.weaknesses = [weakness for proof in proved for weakness in proof.weaknesses]
    return found
