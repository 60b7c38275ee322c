"""Reviews of deals: those that wait to be worked out, and what came of the others."""

from __future__ import annotations

from sqlite3 import Connection
from typing import Literal, NamedTuple

from .sqlite_logs import table_key

ReviewState = Literal["waiting", "done", "failed"]


class ReviewKey(NamedTuple):
    """Which deal a review is of."""

    table: str
    game: int
    deal: int


class StoredReview(NamedTuple):
    """How far a review is, and what came of it, as JSON."""

    state: ReviewState
    result: bytes | None


_PUT = """
    INSERT INTO reviews (table_key, game, deal, state, result) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (table_key, game, deal) DO UPDATE SET state = excluded.state, result = excluded.result
"""


def put_review(connection: Connection, name: ReviewKey, review: StoredReview) -> None:
    """Note how far a review is; it keeps its place in the queue."""
    key = table_key(connection, name.table)
    connection.execute(_PUT, (key, name.game, name.deal, review.state, review.result))


def find_review(connection: Connection, name: ReviewKey) -> StoredReview | None:
    """Return a review; None where nobody has asked for it."""
    query = """
        SELECT state, result FROM reviews JOIN tables ON tables.key = table_key
        WHERE id = ? AND reviews.game = ? AND reviews.deal = ?
    """
    found = connection.execute(query, name).fetchone()
    return None if found is None else StoredReview(*found)


def waiting_reviews(connection: Connection, limit: int) -> list[ReviewKey]:
    """Return the reviews that are to be worked out, those first that were asked for first."""
    query = """
        SELECT id, reviews.game, reviews.deal FROM reviews JOIN tables ON tables.key = table_key
        WHERE state = 'waiting' ORDER BY reviews.key LIMIT ?
    """
    return [ReviewKey(*found) for found in connection.execute(query, (limit,))]
