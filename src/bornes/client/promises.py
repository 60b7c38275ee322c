"""What a client of ours says, loudly, when a server broke its promise about a shuffle."""

from __future__ import annotations

from ..observed_deal import ProofFault
from ..tables.observations import BrokenPromise
from ..wording import N_, Message

_BROKEN: dict[ProofFault, str] = {
    ProofFault.OTHER_COMMITMENT: N_("the server had promised another shuffle"),
    ProofFault.OTHER_SECRET: N_("the server doesn't show the secret that it had promised"),
    ProofFault.SEED_MISSING: N_("the server left your seed out of the shuffle, although it had accepted it"),
    ProofFault.OTHER_HAND: N_("you were dealt other cards than the seeds give"),
    ProofFault.OTHER_DRAW: N_("you drew other cards than the seeds give"),
    ProofFault.OTHER_MOVE: N_("cards were played that the seeds don't give, or moves were changed afterwards"),
    ProofFault.OTHER_STARTER: N_("another player should have started"),
    ProofFault.OTHER_SCORE: N_("the server tells another score than the moves give"),
    ProofFault.DEAL_MISSING: N_("the record doesn't have this deal"),
    ProofFault.DEAL_NUMBER: N_("the server jumped to another deal"),
    ProofFault.OTHER_RULES: N_("the server changed the rules, or contradicts itself about them"),
    ProofFault.SEATS: N_("the players' seeds don't match the seats, or were changed"),
    ProofFault.UNKNOWN_SHUFFLE: N_("the cards were shuffled in a way that this version doesn't know"),
    ProofFault.UNKNOWN_SCHEME: N_("the shuffle scheme is unknown to this version, or was changed"),
    ProofFault.DAMAGED: N_("the seeds or the cards cannot be read"),
}
"""By what was found."""


def fault_message(fault: ProofFault) -> Message:
    """Return what is wrong with a deal, as a part of a sentence."""
    return Message(_BROKEN[fault])


def promise_message(broken: BrokenPromise) -> Message:
    """Return what is to be said of a promise that was not kept."""
    text = N_("WARNING: deal {deal} cannot be trusted: {why}.")
    return Message(text, {"deal": broken.deal, "why": fault_message(broken.what)})
