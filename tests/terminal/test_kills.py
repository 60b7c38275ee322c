"""The campaign of kills, in short."""

from __future__ import annotations

import pytest

from tests.fuzz.kills import Campaign


@pytest.mark.slow
@pytest.mark.compiled_only
def test_a_game_whose_program_is_killed_is_there_with_every_move_that_was_told() -> None:
    campaign = Campaign(seed=3)
    campaign.run(4)
    assert campaign.findings == []
    assert campaign.kills == 4
