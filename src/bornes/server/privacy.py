"""What is kept of people, and for how long: told from the settings, so that it is true."""

from __future__ import annotations

from ..words import N_, Words
from .retention import days_until_gone
from .settings import Settings

ALWAYS = (
    N_("There are no accounts, no cookies and no visitors counted by anybody else."),
    N_("Of a table this is kept: the rules, the names that players chose, every move and its time, and the seeds."),
    N_("Of a seat’s secret only a fingerprint is kept, from which nobody can work it out."),
    N_("Whoever can read the database of this server can read the hands of a deal that is being played."),
    N_("“Give the seat up for good” gives a seat up and takes its player’s name out of everything that is kept."),
)


def privacy_sentences(settings: Settings, words: Words) -> list[str]:
    """Say what a server with these settings keeps."""
    told = [words.gettext(text) for text in ALWAYS]
    if settings.keep_days:
        text = N_(
            "A table where nothing happens is deleted for good after {days} to {latest} days. "
            "Only the time during which this server is running counts."
        )
        told.append(words.gettext(text, days=settings.keep_days, latest=days_until_gone(settings.keep_days)))
    else:
        told.append(words.gettext("Tables are kept until whoever runs this server removes them."))
    if settings.log_addresses:
        told.append(words.gettext("The addresses that requests come from are written into the server’s log."))
    else:
        text = N_(
            "IP addresses aren't logged. They're held in memory only, to limit abuse: while you're connected and for "
            "some time after your last request, and that of a table's opener while the table is in use or in the lobby."
        )
        told.append(words.gettext(text))
    return told
