"""``companion box``: export and import what is printed on a game's components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from companion.commands.common_options import (
    CommandError,
    Group,
    echo_json,
    json_option,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.log_access import checked_log_path, game_called, games_at, open_checked_log
from companion.core import boxes
from companion.core.boxes import BoxError, BoxKind, Component, fact_words
from companion.core.game import AnyGame
from companion.core.toml_reading import text_of_file
from companion.core.wording import Message, Speaker, say, say_n
from companion.plays.log.log import Log
from companion.plays.log.log_file import existing_log
from companion.service.session.box_editor import exported, imported, no_box


@click.group(cls=Group)
def box() -> None:
    """Show, export or import your box: what is printed on the cards, tiles and blocks of your copy of a game."""


@box.command("list")
@json_option
@table_options
def list_boxes(ctx: click.Context, as_json: bool, data: Path | None) -> None:
    """List the games that have a box, and how much of each is filled in."""
    path, speaker = checked_log_path(ctx, data), speaker_of(ctx)
    with existing_log(path) as log:
        rows = [(game, *_known(game, log)) for game in games_at(path).values() if game.meta.box]
    if as_json:
        echo_json([{"key": game.meta.key, "known": known, "of": of} for game, known, of in rows])
        return
    for game, known, of in rows:
        title = speaker.say(game.meta.title)
        state = say("{known} of {of} facts are known.", known=known, of=of)
        click.echo(f"{title} ({game.meta.key}): {speaker.say(state)}")
    if not rows:
        tell(ctx, say("No game has anything to look up."))


@box.command("show")
@click.argument("key", metavar="GAME")
@json_option
@table_options
def show_box(ctx: click.Context, key: str, as_json: bool, data: Path | None) -> None:
    """Show the box of GAME: * marks what you entered, ? what is missing."""
    path, speaker = checked_log_path(ctx, data), speaker_of(ctx)
    game = _boxed(key, games_at(path))
    with existing_log(path) as log:
        owners = log.boxes.owners(game.meta.key) if log is not None else {}
    whole = boxes.merged(game.box, owners)
    warnings = [speaker.say(warning) for warning in game.box_warnings(whole)]
    if as_json:
        echo_json({"game": game.meta.key, "shipped": game.box, "owners": owners, "warnings": warnings})
        return
    for kind in game.meta.box:
        known, of = boxes.known(whole, kind)
        how_many = speaker.say(say("{known} of {of}", known=known, of=of))
        click.echo(f"{speaker.say(kind.label)}: {how_many}")
        parts = whole.get(kind.key, {})
        for part in kind.in_order(parts):
            own = owners.get(kind.key, {}).get(part, {})
            facts = ", ".join(_facts(kind, parts.get(part, {}), own, speaker))
            click.echo(f"  {speaker.say(kind.names(part, parts.get(part, {})))} ({part}): {facts}")
    for warning in warnings:
        click.echo(speaker.say(say("Warning: {what}", what=warning)))


@box.command("export")
@click.argument("key", metavar="GAME")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace what is there.")
@table_options
def export_box(ctx: click.Context, key: str, file: Path | None, force: bool, data: Path | None) -> None:
    """Write what you entered for GAME to FILE (default: the terminal)."""
    path = checked_log_path(ctx, data)
    game = _boxed(key, games_at(path))
    with existing_log(path) as log:
        text = exported(log, game) if log is not None else boxes.write({}, game.meta.box, game.meta.key)
    if file is None:
        click.echo(text, nl=False)
        return
    if file.exists() and not force:
        raise CommandError(say("{file} is there already. Choose another name, or add --force.", file=str(file)))
    with _file_trouble(file):
        file.write_text(text, encoding="utf-8")
    tell(ctx, say("The box of {game} is in {file}.", game=game.meta.title, file=str(file)))


@box.command("import")
@click.argument("key", metavar="GAME")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@table_options
def import_box(ctx: click.Context, key: str, file: Path, data: Path | None) -> None:
    """Add the values in FILE to the box of GAME. Stop the companion first.

    Values in FILE replace those already entered. If anything in FILE is wrong, nothing changes, and every wrong line is
    listed with its reason.
    """
    path = checked_log_path(ctx, data)
    game = _boxed(key, games_at(path))
    with _file_trouble(file):
        text = text_of_file(file.read_bytes())
    log = open_checked_log(ctx, data)
    try:
        facts = imported(log, game, text, str(file))
    except BoxError as error:
        raise click.ClickException("\n".join(_lines(error, file, speaker_of(ctx)))) from error
    finally:
        log.close()
    title = game.meta.title
    tell(ctx, say_n("{n} fact is in the box of {game}.", "{n} facts are in the box of {game}.", facts, game=title))


def _lines(error: BoxError, file: Path, speaker: Speaker) -> Iterator[str]:
    yield speaker.say(say("Nothing of {file} was taken.", file=str(file)))
    yield from (speaker.say(problem.message) for problem in error.problems)


def _boxed(key: str, games: Mapping[str, AnyGame]) -> AnyGame:
    """A game that has a box. Raises ``CommandError``."""
    game = game_called(key, games)
    if not game.meta.box:
        raise CommandError(no_box(key).message)
    return game


def _known(game: AnyGame, log: Log | None) -> tuple[int, int]:
    whole = boxes.merged(game.box, log.boxes.owners(game.meta.key) if log is not None else {})
    counts = [boxes.known(whole, kind) for kind in game.meta.box]
    return sum(known for known, _ in counts), sum(of for _, of in counts)


def _facts(kind: BoxKind, facts: Component, own: Component, speaker: Speaker) -> Iterable[str]:
    for field in kind.fields:
        label = speaker.say(field.label)
        if field.key in facts:
            words = " ".join(speaker.say(word) for word in fact_words(field, facts[field.key])) or "-"
            yield f"{label} {words}{'*' if field.key in own else ''}"
        elif not field.optional:
            yield f"{label} ?"


@contextmanager
def _file_trouble(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(_cannot(file, error)) from error


def _cannot(file: Path, error: OSError) -> Message:
    return say("{file} cannot be used: {why}.", file=str(file), why=error.strerror or str(error))
