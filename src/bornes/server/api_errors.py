"""Why the server does not do something: one kind of error, with a word for programs and a sentence for people."""

from __future__ import annotations

from enum import Enum

from ..base.translatable import TranslatableText, sanitize_line
from ..client.protocol import ErrorBody
from ..i18n import N_, Translator
from ..tables.messages import CommandRefused


class ErrorCode(Enum):
    """What was wrong, with the status of HTTP that says the same."""

    BAD_REQUEST = "bad-request", 400, N_("That request cannot be understood: {why}.")
    BAD_GAME = "bad-game", 422, N_("That game cannot be played: {why}")
    NOT_AUTHORIZED = (
        "not-authorized",
        403,
        N_("That is not yours: the secret, link or invitation is missing, wrong or no longer good."),
    )
    SEAT_FREED = (
        "seat-freed",
        403,
        N_("This seat was given up or freed. You can take it back while no other player has it."),
    )
    SEAT_GONE = "seat-gone", 403, N_("Another player has this seat now. Games you played in can still be replayed.")
    NO_SPECTATORS = "no-spectators", 403, N_("Nobody may look on at this table.")
    TABLE_NOT_FOUND = "table-not-found", 404, N_("There is no such table, or it is not for everybody.")
    CODE_NOT_FOUND = (
        "code-not-found",
        404,
        N_("That code leads to no table: codes end after a day, and when the table is full."),
    )
    NOT_FOUND = "not-found", 404, N_("There is nothing here.")
    DEAL_NOT_OVER = "deal-not-over", 404, N_("That deal is not over yet.")
    METHOD_NOT_ALLOWED = "method-not-allowed", 405, N_("That cannot be done here in this way.")
    TABLE_FULL = "table-full", 409, N_("No seat is free at this table.")
    REFUSED = "refused", 409, "{why}"
    TOO_LARGE = "too-large", 413, N_("That is too long: at most {most} bytes are taken.")
    NOT_JSON = "not-json", 415, N_("Send JSON, and say so: Content-Type: application/json.")
    WRONG_HOST = (
        "wrong-host",
        421,
        N_("This server isn’t known as “{host}”. Use its IP address, or start it with --host-names or --public-url."),
    )
    RATE_LIMITED = "rate-limited", 429, N_("That is too much at once: try again in a while.")
    TOO_MANY_TABLES = "too-many-tables", 503, N_("This server has as many tables as it can: try again later.")
    TABLE_DAMAGED = (
        "table-damaged",
        503,
        N_("This table cannot go on: its log is damaged. Whoever runs the server can see why."),
    )
    TABLE_NEWER = (
        "table-newer",
        503,
        N_("This table was continued by a later release of Bornes, and this server runs an earlier one."),
    )
    BUSY = "busy", 503, N_("The server cannot do that at present: try again in a moment.")

    def __init__(self, word: str, status: int, text: str) -> None:
        self.word = word
        self.status = status
        self.text = text


class ApiError(Exception):
    """Something that the server does not do; everything is as it was."""

    def __init__(
        self, why: ErrorCode, /, *, field: str = "", retry_after: float | None = None, **values: object
    ) -> None:
        super().__init__(why.word)
        self.why = why
        self.field = field
        self.retry_after = retry_after
        self.values = values
        self.word = why.word

    def problem(self, language: str) -> ErrorBody:
        """Return it as it is told, in the reader's language."""
        text = Translator(language).translate(TranslatableText(self.why.text, self.values))
        return ErrorBody(self.word, sanitize_line(text), sanitize_line(self.field), self.retry_after)


def refusal_error(answer: CommandRefused) -> ApiError:
    """Return the problem that a table has with a command."""
    problem = ApiError(ErrorCode.REFUSED, why=answer.text)
    problem.word = type(answer.why).__name__
    return problem
