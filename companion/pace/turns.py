"""The table of turns in a folder of playthroughs: what each may cost the people at the table, and what it costs now.

``turns.toml`` beside the playthroughs has one ``[[turn]]`` a row: ``name``, ``playthrough`` (without ``.txt``),
``lines`` (the first and the last one), ``taps`` and perhaps ``presses``, the most it may cost, and ``before``, what it
took once.
``[turn.replaced]`` names the ``budget`` that a row had before the game's own decisions proved it wrong, and ``why``:
what the new one counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.toml_reading import TomlError, WrongTomlValue, read_toml_as
from companion.core.wording import ENGLISH, Message, say
from companion.pace.costs import MoveCost, costs, total
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.replay import LineDifference

TURNS_FILE = "turns.toml"


class TurnsError(CompanionError):
    """The table cannot be read, or a row names lines without a move. ``message`` says which and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


class Replaced(Struct, frozen=True, forbid_unknown_fields=True):
    """A budget that the decisions of a turn cannot keep, and the count of those that replaces it."""

    budget: str
    why: str


class TurnBudget(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: moves of a playthrough, and the most they may cost."""

    name: str
    playthrough: str
    lines: tuple[int, int]
    taps: int
    presses: int | None = None
    before: str = ""
    replaced: Replaced | None = None

    @property
    def most(self) -> str:
        return in_brackets(self.taps, self.presses)

    def may_cost(self, taps: int, presses: int | None) -> bool:
        """Whether the turn costs no more than it may."""
        within = self.presses is None or (presses is not None and presses <= self.presses)
        return taps <= self.taps and within


class CountedTurn(Struct, frozen=True):
    """A row with what it costs now: ``presses`` is None where keys cannot do it."""

    turn: TurnBudget
    taps: int
    presses: int | None

    def cells(self) -> tuple[str, ...]:
        """The row in text: name, playthrough, lines, what it took before, takes now, may take at most."""
        first, last = self.turn.lines
        lines = str(first) if first == last else f"{first}-{last}"
        now = in_brackets(self.taps, self.presses)
        return self.turn.name, self.turn.playthrough, lines, self.turn.before, now, self.turn.most


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    turn: tuple[TurnBudget, ...]


def turns_of(text: str) -> tuple[TurnBudget, ...]:
    """The rows of a ``turns.toml``. Raises ``TurnsError``."""
    try:
        return read_toml_as(text, _Table).turn
    except (TomlError, WrongTomlValue) as error:
        raise TurnsError(say("{file} cannot be read: {why}", file=TURNS_FILE, why=str(error))) from error


def count_turns(
    turns: Sequence[TurnBudget], read: Callable[[str], Playthrough], games: Mapping[str, AnyGame]
) -> tuple[tuple[CountedTurn, ...], tuple[LineDifference, ...]]:
    """What every turn costs now, and the first line of each playthrough that differs. ``read`` gives a playthrough by
    its name. Raises ``TurnsError`` and what ``read`` raises.
    """

    moves: dict[str, tuple[MoveCost, ...]] = {}
    differences: list[LineDifference] = []
    for name in dict.fromkeys(turn.playthrough for turn in turns):
        moves[name], difference = costs(read(name), games, lines_in(name, turns))
        differences += () if difference is None else (difference,)
    rows = tuple(CountedTurn(turn, *total(moves_of(turn, moves[turn.playthrough]))) for turn in turns)
    return rows, tuple(differences)


def lines_in(playthrough: str, turns: Sequence[TurnBudget]) -> set[int]:
    """The lines of a playthrough that any of these turns is counted on."""
    its = [turn.lines for turn in turns if turn.playthrough == playthrough]
    return {line for first, last in its for line in range(first, last + 1)}


def moves_of(turn: TurnBudget, moves: Sequence[MoveCost]) -> list[MoveCost]:
    """Those of a playthrough's moves that make up a turn. Raises ``TurnsError`` where there is none."""
    first, last = turn.lines
    its = [move for move in moves if first <= move.line <= last]
    if not its:
        raise TurnsError(say("{turn}: {file} has no move in its lines.", turn=turn.name, file=turn.playthrough))
    return its


def in_brackets(taps: int, presses: int | None) -> str:
    """Taps, with the presses behind them."""
    return str(taps) if presses is None else f"{taps} ({presses})"
