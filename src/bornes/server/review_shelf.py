"""Where reviews are kept: beside the logs of their tables."""

from __future__ import annotations

from ..store import SqliteStore
from ..store.stored_reviews import ReviewKey, StoredReview


class StoredReviews:
    """The reviews of a store."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def get(self, table: str, game: int, deal: int) -> bytes | None:
        """Return the review of a deal, if it was worked out before."""
        found = await self._store.review(ReviewKey(table, game, deal))
        return None if found is None else found.result

    async def put(self, table: str, game: int, deal: int, review: bytes) -> None:
        """Keep the review of a deal."""
        await self._store.put_review(ReviewKey(table, game, deal), StoredReview("done", review))
