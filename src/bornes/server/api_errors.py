"""Why the server does not do something: one kind of error, with a word for programs and a sentence for people."""

from __future__ import annotations

from enum import Enum

from ..base.translatable import Message, plain_line
from ..client.protocol import Problem
from ..i18n import N_, Words
from ..tables.messages import Refused


class Why(Enum):
    """What was wrong, with the status of HTTP that says the same."""

    BAD_REQUEST = "bad-request", 400, N_("That request cannot be understood: {why}.")
    BAD_GAME = "bad-game", 422, N_("That game cannot be played: {why}")
    NOT_YOURS = (
        "not-yours",
        403,
        N_("That is not yours: the secret, link or invitation is missing, wrong or no longer good."),
    )
    SEAT_FREED = (
        "seat-freed",
        403,
        N_("This seat was given up or freed. You can take it back while no other player has it."),
    )
    SEAT_GONE = "seat-gone", 403, N_("Another player has this seat now. Games you played in can still be replayed.")
    NOT_ALLOWED = "not-allowed", 403, N_("Nobody may look on at this table.")
    NO_TABLE = "no-table", 404, N_("There is no such table, or it is not for everybody.")
    NO_CODE = "no-code", 404, N_("That code leads to no table: codes end after a day, and when the table is full.")
    NO_PAGE = "no-page", 404, N_("There is nothing here.")
    NOT_YET = "not-yet", 404, N_("That deal is not over yet.")
    BAD_METHOD = "bad-method", 405, N_("That cannot be done here in this way.")
    TABLE_FULL = "table-full", 409, N_("No seat is free at this table.")
    REFUSED = "refused", 409, "{why}"
    TOO_LARGE = "too-large", 413, N_("That is too long: at most {most} bytes are taken.")
    NOT_JSON = "not-json", 415, N_("Send JSON, and say so: Content-Type: application/json.")
    WRONG_HOST = (
        "wrong-host",
        421,
        N_("This server isn’t known as “{host}”. Use its IP address, or start it with --host-names or --public-url."),
    )
    TOO_MUCH = "too-much", 429, N_("That is too much at once: try again in a while.")
    TOO_MANY_TABLES = "too-many-tables", 503, N_("This server has as many tables as it can: try again later.")
    FAULT = "table-fault", 503, N_("This table cannot go on: its log is damaged. Whoever runs the server can see why.")
    BUSY = "busy", 503, N_("The server cannot do that at present: try again in a moment.")

    def __init__(self, word: str, status: int, text: str) -> None:
        self.word = word
        self.status = status
        self.text = text


class ServerProblem(Exception):
    """Something that the server does not do; everything is as it was."""

    def __init__(self, why: Why, /, *, field: str = "", retry_after: float | None = None, **values: object) -> None:
        super().__init__(why.word)
        self.why = why
        self.field = field
        self.retry_after = retry_after
        self.values = values
        self.word = why.word

    def problem(self, language: str) -> Problem:
        """Return it as it is told, in the reader's language."""
        text = Words(language).say(Message(self.why.text, self.values))
        return Problem(self.word, plain_line(text), plain_line(self.field), self.retry_after)


def refused(answer: Refused) -> ServerProblem:
    """Return the problem that a table has with a command."""
    problem = ServerProblem(Why.REFUSED, why=answer.text)
    problem.word = type(answer.why).__name__
    return problem
