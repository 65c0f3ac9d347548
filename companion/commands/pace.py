"""``companion pace``: taps and presses of every move of a playthrough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec import structs

from companion.commands.common_options import Command, echo_json, json_option, log_path, speaker_of, table_options, tell
from companion.commands.log_access import games_at
from companion.commands.replay import PLAYTHROUGH_FILE, read_playthrough
from companion.core.wording import Speaker, say
from companion.pace.costs import MoveCost, costs, total


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=PLAYTHROUGH_FILE)
@json_option
@table_options
def pace(ctx: click.Context, files: tuple[Path, ...], as_json: bool, data: Path | None) -> None:
    """Count what every move of playthrough FILES costs the people at the table.

    Taps of a phone, and presses of keys with a knob, from the fresh question to the committed move; docs/pace.md says
    what counts as one. Ends with exit code 1 when a line of a file differs from what the rules say now.
    """
    games = games_at(log_path(ctx, data))
    counted = [(str(file), *costs(read_playthrough(file), games)) for file in files]
    if as_json:
        echo_json([_plain(file, moves) for file, moves, _ in counted])
    for file, moves, difference in counted:
        if not as_json:
            _print(ctx, file, moves)
        if difference is not None:
            click.echo(str(difference), err=True)
    if any(difference for _, _, difference in counted):
        ctx.exit(1)


def _plain(file: str, moves: tuple[MoveCost, ...]) -> dict[str, Any]:
    taps, presses = total(moves)
    return {"file": file, "moves": [structs.asdict(move) for move in moves], "taps": taps, "presses": presses}


def _print(ctx: click.Context, file: str, moves: tuple[MoveCost, ...]) -> None:
    speaker = speaker_of(ctx)
    tell(ctx, say("{file}: taps of a phone, presses of keys", file=file))
    labels = (say("Line"), say("Seat"), say("Answers"), say("Taps"), say("Presses"))
    rows = [tuple(speaker.say(label) for label in labels), *(_row(speaker, move) for move in moves)]
    taps, presses = total(moves)
    rows.append(("", "", "", str(taps), _pressed(speaker, presses)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(labels))]
    for row in rows:
        click.echo("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _row(speaker: Speaker, move: MoveCost) -> tuple[str, ...]:
    seat = str(move.seat) if move.seat else speaker.say(say("table"))
    return str(move.line), seat, str(move.answers), str(move.taps), _pressed(speaker, move.presses)


def _pressed(speaker: Speaker, presses: int | None) -> str:
    return str(presses) if presses is not None else speaker.say(say("by phone"))
