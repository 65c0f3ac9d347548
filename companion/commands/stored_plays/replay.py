"""``companion replay`` and ``companion record``: plays as text files, run again and written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion.commands.common_options import (
    Command,
    CommandError,
    echo_json,
    json_option,
    log_path,
    progress_of,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.log_access import cannot_read, game_called, games_at, games_of, play_called
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.wording import say, say_n
from companion.plays.log.log_file import open_read_only
from companion.playthroughs import record as recording
from companion.playthroughs import replay as replaying
from companion.playthroughs.grammar import parse, write
from companion.playthroughs.lines import Playthrough

PLAYTHROUGH_FILE = click.Path(dir_okay=False, path_type=Path)
UNFINISHED = say("This play is not over yet. What is written tells what is still hidden in it, and what it will draw.")


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=PLAYTHROUGH_FILE)
@json_option
@table_options
def replay(ctx: click.Context, files: tuple[Path, ...], as_json: bool, data: Path | None) -> None:
    """Run playthrough FILES and show the first line of each file that differs.

    The files are written by hand or by "companion record"; docs/playthroughs.md describes them. They run on a log of
    their own; your plays are not touched. The exit code is 1 if a line differs.
    """
    games = games_at(log_path(ctx, data))
    results: list[dict[str, Any]] = []
    with progress_of(speaker_of(ctx).say(say("Replaying"))) as progress:
        for number, file in enumerate(files, 1):
            results.append(_run(file, games))
            progress(number, len(files))
    if as_json:
        echo_json(results)
    else:
        _print(ctx, results)
    if any(result["difference"] for result in results):
        ctx.exit(1)


def _run(file: Path, games: Mapping[str, AnyGame]) -> dict[str, Any]:
    replayed = replaying.replay(read_playthrough(file), games)
    found = replayed.difference
    difference = {"line": found.line, "expected": found.expected, "found": found.found} if found else None
    return {
        "file": str(file),
        "moves": len(replayed.moves),
        "other_rules": replayed.other_rules,
        "difference": difference,
        "text": str(found) if found else "",
    }


def read_playthrough(file: Path) -> Playthrough:
    """Read a playthrough file. Raises ``CommandError``, ``PlaythroughError``."""
    return parse(read_text(file), str(file))


def read_text(file: Path) -> str:
    """The text of a file. Raises ``CommandError``."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(say("{file} cannot be read: {why}", file=str(file), why=_why(error))) from error


def _why(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _print(ctx: click.Context, results: list[dict[str, Any]]) -> None:
    for result in results:
        if result["difference"]:
            click.echo(result["text"])
        else:
            moves = result["moves"]
            tell(ctx, say_n("{file}: the same, {n} move", "{file}: the same, {n} moves", moves, file=result["file"]))
        if result["other_rules"]:
            tell(ctx, say("{file} was made under another version of the rules.", file=result["file"]))


@click.command(cls=Command)
@click.argument("play", default="")
@click.option(
    "--output", "-o", type=PLAYTHROUGH_FILE, help="File to write; it must not exist yet (default: the screen)."
)
@table_options
def record(ctx: click.Context, play: str, output: Path | None, data: Path | None) -> None:
    """Write the play whose id begins with PLAY as a playthrough file for "companion replay".

    The file holds everything, including secrets. If PLAY fits no play or more than one, the newest plays are listed.
    """
    log = open_read_only(log_path(ctx, data))
    try:
        row = play_called(log, play)
        game = game_called(row.game, games_of(log))
        text = write(recording.record(log, game, row.id))
    except RulesBug as bug:
        raise cannot_read(game, bug) from bug
    finally:
        log.close()
    if row.status != "over":
        click.echo(speaker_of(ctx).say(UNFINISHED), err=True)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        # the file holds the secrets of a play, so only its owner may read it
        with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise CommandError(say("{file} is there already. Choose another name.", file=str(output))) from error
    except OSError as error:
        raise CommandError(say("{file} cannot be written: {why}", file=str(output), why=_why(error))) from error
