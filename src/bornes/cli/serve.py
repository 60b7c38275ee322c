"""``bornes serve``: tables online."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import Choice, WholeNumberRange
from .options import lang_option
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..server.settings import ServerSettings


OPTION_GROUPS: dict[str, tuple[str, ...]] = {
    N_("Most used:"): ("lan", "open_browser", "port", "database", "lang", "_click_default_help"),
    N_("Where it is reached:"): ("host", "public_url", "host_names", "trusted_proxy"),
    N_("How long tables are kept:"): ("keep_days", "sleep_after", "database_name"),
    N_("How much it carries:"): ("workers", "tables", "sockets", "sockets_per_address"),
    N_("How much one may ask for:"): (
        "requests_per_minute",
        "opens_per_hour",
        "commands_per_minute",
        "wrong_codes_per_minute",
        "reviews_per_address",
    ),
    N_("What it tells whoever runs it:"): ("metrics", "log_level", "log_format", "log_addresses"),
}
"""Option groups of the help, the most used first."""


class GroupedCommand(click.Command):
    """A command with so many options that help tells them in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings; one that is in no group comes last."""
        known = {param.name: param.get_help_record(ctx) for param in self.get_params(ctx)}
        groups = {
            heading: [known.pop(name) for name in names if name in known] for heading, names in OPTION_GROUPS.items()
        }
        for heading, records in {**groups, "Options:": [*known.values()]}.items():
            rows = [record for record in records if record is not None]
            if rows:
                with formatter.section(heading.removesuffix(":")):
                    formatter.write_dl(rows)


class SettingOption(click.Option):
    """An option for a setting: help shows its usual value, but where it is not given the environment is asked first."""

    def __init__(self, *given: Any, usual: object, **named: Any) -> None:
        super().__init__(*given, default=None, **named)
        self.usual = usual

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return what help says of the option beside its explanation."""
        extra = super().get_help_extra(ctx)
        return {**extra, "default": str(self.usual)} if self.usual else extra


def setting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command an option for every setting of a server."""
    from ..server.settings import SETTING_CHOICES, ServerSettings, option

    kinds: dict[str, dict[str, Any]] = {
        "int": {"type": WholeNumberRange(), "metavar": "N"},
        "str": {"type": str, "metavar": "TEXT"},
        "Path": {"type": click.Path(dir_okay=False), "metavar": "FILE"},
        "bool": {"is_flag": True},
    }
    for one in reversed(fields(ServerSettings)):
        kind = {"type": Choice(SETTING_CHOICES[one.name])} if one.name in SETTING_CHOICES else kinds[str(one.type)]
        usual = None if one.default is MISSING else one.default
        about = str(one.metadata["about"])
        command = click.option(option(one.name), one.name, cls=SettingOption, usual=usual, help=about, **kind)(command)
    return command


@click.command(cls=GroupedCommand)
@click.option("--lan", is_flag=True, help="Let everybody on this network come, and show a code that a phone can read.")
@click.option("--open", "open_browser", is_flag=True, help="Open a browser.")
@setting_options
@lang_option
def serve(lan: bool, open_browser: bool, lang: str, **given: Any) -> int:
    """Let people play at tables online, on this machine or in this network.

    Everything is kept in one file, and nothing is lost when the server is stopped. It listens on this machine only
    unless --lan or --host says otherwise. Every option can be given as a variable of the environment, such as
    BORNES_PORT.

    \b
    Examples:
      bornes serve
      bornes serve --lan --open
      bornes serve --port 9000 --database tables.sqlite3
    """
    try:
        from ..server import addresses  # noqa: F401 - what is missing is told now, not once people can come
        from ..server.lifecycle import serve as run
    except ModuleNotFoundError as error:
        raise CommandFailure(
            N_("the server needs {module}: install it with pip install 'bornes[server]'"), module=error.name
        ) from None
    from ..server.server_log import configure_logging
    from ..store import DatabaseError

    settings = _settings({name: value for name, value in given.items() if value is not None}, lan)
    configure_logging(settings.log_level, settings.log_format)
    try:
        return run(settings, lambda address: print_addresses(address, settings, lan, open_browser, lang))
    except DatabaseError as error:
        raise CommandFailure("{error}", error=error) from None
    except OSError as error:
        running = _running_there(settings, error)
        if running and open_browser:
            return _lead_to(running, lang)
        raise _cannot_listen(settings, error, running) from None


def _running_there(settings: ServerSettings, error: OSError) -> str:
    """Return the address of the server of ours that keeps another one from listening; empty where it is none."""
    import asyncio
    import errno

    from ..client.http_api import ServerError, public_tables

    host = "127.0.0.1" if settings.host == "0.0.0.0" else settings.host
    address = f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
    if error.errno != errno.EADDRINUSE:
        return ""
    try:
        asyncio.run(public_tables(address))
    except (ServerError, ValueError):
        return ""
    return address


def _lead_to(address: str, lang: str) -> int:
    """Open a browser at a server that runs already, and say so."""
    import webbrowser

    from ..i18n import Translator

    click.echo(
        Translator(lang).gettext("Bornes is open at {address} already; nothing new was started.", address=address)
    )
    webbrowser.open(address)
    return 0


def _cannot_listen(settings: ServerSettings, error: OSError, running: str) -> CommandFailure:
    """Return why nobody could come to a server at its address."""
    import errno

    if running:
        text = N_("Bornes is open at {address} already; --open leads there, and --port starts another one elsewhere")
        return CommandFailure(text, address=running)
    text = N_("{host}:{port}: no server can listen there ({error})")
    if error.errno == errno.EADDRINUSE:
        text = N_("{host}:{port}: another program listens there already; choose another port with --port")
    why = (error.strerror or str(error)).partition(" (while ")[0]  # Python repeats the address
    return CommandFailure(text, host=settings.host, port=settings.port, error=why)


def _settings(given: dict[str, Any], lan: bool) -> ServerSettings:
    from pathlib import Path

    from ..server.settings import SettingError, settings_from

    if lan:
        given.setdefault("host", "0.0.0.0")
    if "database" in given:
        given["database"] = Path(given["database"]).expanduser()
    try:
        return settings_from(**given)
    except SettingError as error:
        raise TranslatedUsageError("{error}", error=error) from None


LOOPBACK = ("127.0.0.1", "::1", "localhost")


def print_addresses(address: str, settings: ServerSettings, lan: bool, open_browser: bool, lang: str) -> None:
    """Tell where the server is, and how others come."""
    from ..i18n import Translator
    from ..server.addresses import lan_address, qr_code
    from ..terminal.phrases import bornes_command

    words = Translator(lang)
    shown = lan_address(address) if lan else address
    click.echo(words.gettext("Bornes is open at {address}", address=shown))
    way = N_("To play from a terminal: {command} play --server {address}")
    click.echo(words.gettext(way, command=bornes_command(), address=shown))
    if lan:
        click.echo(qr_code(shown))
    elif settings.host in LOOPBACK and not settings.public_url:
        click.echo(words.gettext("Only this machine can reach it; with --lan everybody on your network can."))
    click.echo(words.gettext("Tables are kept in {file}", file=settings.database))
    click.echo(words.gettext("Ctrl-C ends it; nothing is lost."))
    if open_browser:
        import webbrowser

        webbrowser.open(address.replace("0.0.0.0", "127.0.0.1"))
