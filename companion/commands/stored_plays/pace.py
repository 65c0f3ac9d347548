"""``companion pace``: taps and presses of every move of a playthrough, and the table of turns of a folder of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import structs

from companion.commands.common_options import Command, echo_json, json_option, log_path, speaker_of, table_options, tell
from companion.commands.log_access import games_at
from companion.commands.stored_plays.replay import read_playthrough, read_text
from companion.core.game import AnyGame
from companion.core.wording import Speaker, say
from companion.pace.costs import MoveCost, costs, total
from companion.pace.turns import TURNS_FILE, CountedTurn, count_turns, turns_of
from companion.playthroughs.replay import LineDifference


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
@table_options
def pace(ctx: click.Context, files: tuple[Path, ...], as_json: bool, data: Path | None) -> None:
    """Count what every move of playthrough FILES costs the people at the table.

    Counts taps on a phone, and key presses and knob turns at a seat, from the new question to the stored move;
    docs/pace.md says what counts. For a folder of playthroughs with a "turns.toml", prints what each turn takes now and
    how much it may take. The exit code is 1 if a line of a file differs from the current rules, or a turn takes too
    much.
    """
    games = games_at(log_path(ctx, data))
    counted = [_Folder(file, games) if file.is_dir() else _File(file, games) for file in files]
    if as_json:
        echo_json([each.plain() for each in counted])
    for each in counted:
        if not as_json:
            each.print(ctx)
        for difference in each.differences:
            click.echo(str(difference), err=True)
    if any(each.differences or each.above for each in counted):
        ctx.exit(1)


class _File:
    """The costs of a playthrough, move by move."""

    above = False

    def __init__(self, file: Path, games: Mapping[str, AnyGame]) -> None:
        self._file = str(file)
        self._moves, difference = costs(read_playthrough(file), games)
        self.differences = () if difference is None else (difference,)

    def plain(self) -> dict[str, Any]:
        taps, presses = total(self._moves)
        moves = [structs.asdict(move) for move in self._moves]
        return {"file": self._file, "moves": moves, "taps": taps, "presses": presses}

    def print(self, ctx: click.Context) -> None:
        speaker = speaker_of(ctx)
        tell(ctx, say("{file}: taps of a phone, presses of keys", file=self._file))
        labels = (say("Line"), say("Seat"), say("Answers"), say("Taps"), say("Presses"))
        rows = [tuple(speaker.say(label) for label in labels), *(_row(speaker, move) for move in self._moves)]
        taps, presses = total(self._moves)
        rows.append(("", "", "", str(taps), _pressed(speaker, presses)))
        _print_columns(rows)


class _Folder:
    """A folder of playthroughs with a table of turns."""

    def __init__(self, folder: Path, games: Mapping[str, AnyGame]) -> None:
        self._folder = str(folder)
        turns = turns_of(read_text(folder / TURNS_FILE))
        self._turns: tuple[CountedTurn, ...]
        self.differences: tuple[LineDifference, ...]
        self._turns, self.differences = count_turns(turns, lambda name: read_playthrough(folder / f"{name}.txt"), games)

    @property
    def above(self) -> bool:
        return not all(each.turn.may_cost(each.taps, each.presses) for each in self._turns)

    def plain(self) -> dict[str, Any]:
        turns = [
            {**structs.asdict(each.turn), "now": {"taps": each.taps, "presses": each.presses}} for each in self._turns
        ]
        return {"folder": self._folder, "turns": turns}

    def print(self, ctx: click.Context) -> None:
        speaker = speaker_of(ctx)
        tell(ctx, say("{file}: taps of a phone, in brackets presses of keys", file=self._folder))
        labels = (say("Turn"), say("Playthrough"), say("Lines"), say("Before"), say("Now"), say("At most"))
        _print_columns([tuple(speaker.say(label) for label in labels), *(each.cells() for each in self._turns)], left=2)
        for each in self._turns:
            replaced = each.turn.replaced
            if not each.turn.may_cost(each.taps, each.presses):
                tell(ctx, say("Takes more than it may: {turn}.", turn=each.turn.name))
            elif replaced is not None:
                tell(
                    ctx,
                    say(
                        "Takes more than {most}: {turn}. {why}",
                        most=replaced.budget,
                        turn=each.turn.name,
                        why=replaced.why,
                    ),
                )


def _print_columns(rows: Sequence[tuple[str, ...]], *, left: int = 0) -> None:
    """Print rows with aligned columns; the first ``left`` columns are left-aligned, the others right-aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        line = "  ".join(cell.ljust(width) if at < left else cell.rjust(width) for at, (cell, width) in cells)
        click.echo(line.rstrip())


def _row(speaker: Speaker, move: MoveCost) -> tuple[str, ...]:
    seat = str(move.seat) if move.seat else speaker.say(say("table"))
    return str(move.line), seat, str(move.answers), str(move.taps), _pressed(speaker, move.presses)


def _pressed(speaker: Speaker, presses: int | None) -> str:
    return str(presses) if presses is not None else speaker.say(say("by phone"))
