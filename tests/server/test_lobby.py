"""The lobby: only so many tables, the last at which something happened, whoever opens thousands."""

from __future__ import annotations

from bornes.client.protocol import Listed, LobbyMessage, Unlisted, encode
from bornes.server.lobby import MOST, LobbyRoom
from bornes.server.outbox import MOST_BYTES
from bornes.tables.listing import Listing, encode_listing
from tests.support.online import Online, online


def test_so_many_tables_are_listed_that_a_client_can_take_them_all() -> None:
    found = list[Listing]()

    async def story(server: Online) -> None:
        seated = await server.open(public=True, edition="parker-1962", players=6, name="W" * 20)
        found.append(await server.service.listing(seated.table))

    online(story)
    listing = found[0]
    lobby, heard = LobbyRoom(), list[LobbyMessage]()
    lobby.hear(heard.append)
    for number in range(MOST + 20):
        lobby.list(f"home-{number}", encode_listing(listing))
        if number == MOST - 1:
            lobby.list("home-0", encode_listing(listing))  # something happens at the oldest
    assert len(lobby.now().tables) == MOST
    assert len(encode(lobby.now())) < MOST_BYTES
    gone = [message.id for message in heard if isinstance(message, Unlisted)]
    assert gone == [f"home-{number}" for number in range(1, 21)]
    assert sum(isinstance(message, Listed) for message in heard) == MOST + 21
