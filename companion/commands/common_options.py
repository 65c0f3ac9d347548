"""Shared parts of the commands: options, errors, language, JSON output, lines of a table, progress."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from companion.config import Config, language_of, read_config
from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, Speaker
from companion.locale import LANGUAGES, speaker
from companion.plays.maintenance.backup import Progress, silent
from companion.plays.storage.log_errors import LogError
from hardware.errors import HardwareError

_LANGUAGE = "companion.language"

F = TypeVar("F", bound=Callable[..., Any])


class CommandError(CompanionError):
    """The command cannot be carried out. ``message`` is one sentence that says what to do instead."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


class Command(click.Command):
    """Command that turns expected errors into their message and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        with _errors_in_words(ctx):
            return super().invoke(ctx)


class Group(click.Group):
    """Group of such commands, itself one of them."""

    command_class = Command

    def invoke(self, ctx: click.Context) -> Any:
        with _errors_in_words(ctx):
            return super().invoke(ctx)


@contextmanager
def _errors_in_words(ctx: click.Context) -> Iterator[None]:
    try:
        yield
    except (CompanionError, HardwareError) as error:
        raise click.ClickException(_in_words(error, speaker_of(ctx))) from error


def _in_words(error: Exception, speaker: Speaker) -> str:
    """The text of an error, translated if it carries a message."""
    message = error.located if isinstance(error, LogError) else getattr(error, "message", None)
    return speaker.say(message) if isinstance(message, Message) else str(error)


# -- options --------------------------------------------------------------------------------------------------


def _keep_language(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value:
        ctx.meta[_LANGUAGE] = value


language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_keep_language,
    help="Language of the answers (default: that of LANG).",
)
_data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the stored plays, instead of the usual one.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def table_options(function: F) -> F:
    """Add ``--data`` and ``--language`` (read by ``speaker_of``), and pass the context."""
    wrapped: Any = click.pass_context(function)
    return cast("F", _data_option(language_option(wrapped)))


# -- what the options mean ------------------------------------------------------------------------------------


def asked_language(ctx: click.Context) -> str:
    """The value of ``--language``; "" without it."""
    return str(ctx.meta.get(_LANGUAGE, ""))


def speaker_of(ctx: click.Context, names: Mapping[int, str] | None = None) -> Speaker:
    """Speaker in the language of the terminal."""
    return speaker(ctx.meta.get(_LANGUAGE) or language_of(os.environ), names or {})


def config_of(
    ctx: click.Context, *, port: int | None = None, profile: str | None = None, data: Path | None = None
) -> Config:
    """Configuration with command-line overrides. Raises ``ConfigError``."""
    return read_config(ctx.obj, port=port, profile=profile, data=data)


def log_path(ctx: click.Context, data: Path | None) -> Path:
    """Path of the log, existing or not. Raises ``ConfigError``."""
    return config_of(ctx, data=data).log


# -- answers --------------------------------------------------------------------------------------------------


def tell(ctx: click.Context, message: Message) -> None:
    """Print a message."""
    click.echo(speaker_of(ctx).say(message))


def ask(ctx: click.Context, question: Message) -> bool:
    """Ask a yes-or-no question in the terminal. Without an answer (end of input) the command is aborted."""
    return click.confirm(speaker_of(ctx).say(question), default=False)


def echo_json(value: object) -> None:
    """Print JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def echo_labelled(ctx: click.Context, rows: Iterable[tuple[Message, str]]) -> None:
    """Print a line for each label and value, with the values aligned."""
    lines = [(speaker_of(ctx).say(label) + ":", value) for label, value in rows]
    width = max(len(label) for label, _ in lines)
    for label, value in lines:
        click.echo(f"{label:<{width}}  {value}")


@contextmanager
def progress_of(label: str) -> Iterator[Progress]:
    """Progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def step(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield step
