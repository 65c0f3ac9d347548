"""How a score pad lies on a page: which cell is written now, what a tap on another one asks, and what comes next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from companion.core.questions import Answer
from companion.core.score_pad import Pad, PadAct, PadCell, PadColumn, PadRow
from companion.core.wording import Message, SeatName, Wording, say
from companion.service.play.play_views import Dialogue

At = tuple[int, int]
"""Index of a row and of a column."""


class PadWay(Struct, frozen=True):
    """What writes a cell: the question it begins with, the answers before its number, and those numbers of the same
    entry that are given already. ``typed``: by the keys of the pad, else by a question of its own.
    """

    seat: int
    digest: str
    before: tuple[Answer, ...]
    numbers: tuple[int, ...]
    typed: bool

    @property
    def before_json(self) -> str:
        return json.dumps(list(self.before))

    @property
    def numbers_json(self) -> str:
        return json.dumps(list(self.numbers))


class ShownAct(Struct, frozen=True):
    """A move beside the cells, with its form: ``key`` is the end of its id, ``way`` None where it cannot be made."""

    key: str
    act: PadAct
    way: PadWay | None


class ShownPad(Struct, frozen=True):
    """``ways`` of the cells that can be written, ``now`` the one that is, ``act`` the words of its button. ``done`` are
    the seats and questions that may be answered with done, and ``apart`` the dialogues that are asked below the pad.
    """

    pad: Pad
    ways: Mapping[At, PadWay]
    now: At | None
    act: Message | None
    done: tuple[Dialogue, ...]
    apart: tuple[Dialogue, ...]
    back: Dialogue | None = None
    acts: tuple[ShownAct, ...] = ()


def shown_pad(pad: Pad | None, dialogues: Sequence[Dialogue]) -> ShownPad | None:
    """The pad with what is asked of its sides; None where there is none."""
    if pad is None:
        return None
    own = {seat: column for column, head in enumerate(pad.columns) for seat in head.seats}
    asked = {each.seat: each for each in dialogues if not each.service and each.seat in own}
    ways: dict[At, PadWay] = {}
    apart: list[Dialogue] = [each for each in dialogues if asked.get(each.seat) is not each]
    begun: At | None = None
    back: Dialogue | None = None
    for column, head in enumerate(pad.columns):
        dialogue = next((asked[seat] for seat in head.seats if seat in asked), None)
        if dialogue is None or (
            column != own[dialogue.seat] and len(pad.columns) > 1 and head.seats == (dialogue.seat,)
        ):
            # of several rounds of one side the last is written
            continue
        if dialogue.answers:
            at = _asked_at(pad, column, dialogue)
            if at is None:
                apart.append(dialogue)
                continue
            place = pad.rows[at[0]].place
            numbers = tuple(int(str(answer)) for answer in dialogue.answers[len(dialogue.answers) - place :])
            ways[at] = PadWay(dialogue.seat, dialogue.digest, (), numbers, typed=True)
            begun, back = begun or at, back or dialogue
            continue
        for row, each in enumerate(pad.rows):
            cell = each.cells[column]
            if cell.before is not None and each.place == 0 and each.kind != "none":
                ways[row, column] = PadWay(dialogue.seat, dialogue.digest, cell.before, (), typed=each.kind != "other")
        here = [at for at in ways if at[1] == column]
        if any(not ways[at].typed and not ways[at].before and _cell(pad, at).wanted for at in here):
            # what is asked below goes first; what is written already can be changed all the same
            apart.append(dialogue)
            ways = {at: way for at, way in ways.items() if at[1] != column or not _cell(pad, at).wanted}
    wanted = [at for at in _in_order(pad) if at in ways and _cell(pad, at).wanted]
    now = begun or next(iter(wanted), None)
    done = tuple(
        asked[seat]
        for head in pad.columns
        for seat in head.seats
        if head.done is not None and seat in asked and not asked[seat].answers and seat == _writer(head, asked)
    )
    below = tuple(each for each in dialogues if each in apart)
    return ShownPad(
        pad, ways, now, _act(pad, ways, now), done if now is None else (), below, back, tuple(_acts(pad, asked))
    )


def _acts(pad: Pad, asked: Mapping[int, Dialogue]) -> Iterator[ShownAct]:
    """The moves beside the cells; none can be made while a question of its side is half answered."""
    for place, act in enumerate(pad.acts):
        dialogue = next((asked[seat] for seat in pad.columns[act.column].seats if seat in asked), None)
        way = None
        if dialogue is not None and not dialogue.answers and act.reason is None:
            way = PadWay(dialogue.seat, dialogue.digest, act.answers, (), typed=False)
        yield ShownAct(str(place), act, way)


def _writer(head: PadColumn, asked: Mapping[int, Dialogue]) -> int | None:
    """The one of those who write a column whose dialogue is used."""
    return next((seat for seat in head.seats if seat in asked), None)


def _cell(pad: Pad, at: At) -> PadCell:
    return pad.rows[at[0]].cells[at[1]]


def _in_order(pad: Pad) -> Iterator[At]:
    """All cells, row by row."""
    return ((row, column) for row in range(len(pad.rows)) for column in range(len(pad.columns)))


def _asked_at(pad: Pad, column: int, dialogue: Dialogue) -> At | None:
    """The cell that the question of a begun dialogue writes, by a number."""
    keys = [row.key if row.kind in ("number", "yes") else "" for row in pad.rows]
    return (keys.index(dialogue.question.key), column) if dialogue.question.key in keys else None


def next_after(pad: Pad, now: At) -> At | None:
    """The cell that is written after ``now``, as far as that is known."""
    row, column = now
    below = row + 1
    if below < len(pad.rows) and pad.rows[below].place > 0:
        return below, column
    missing = [at for at in _in_order(pad) if at != now and _cell(pad, at).wanted and pad.rows[at[0]].place == 0]
    return next((at for at in missing if at > now), next(iter(missing), None))


def _act(pad: Pad, ways: Mapping[At, PadWay], now: At | None) -> Message | None:
    return act_words(pad, ways, now) if now is not None else None


def act_words(pad: Pad, ways: Mapping[At, PadWay], now: At) -> Message:
    """The words of the button that writes a cell: what comes next."""
    row = pad.rows[now[0]]
    if now in ways and not ways[now].typed:
        return say("Choose: {category}", category=_named(row))
    after = next_after(pad, now)
    if after is None:
        return say("Write {category}", category=_named(row))
    following = pad.rows[after[0]]
    whose = _whose(pad.columns[after[1]])
    if len(pad.columns) == 1 or after[1] == now[1] or whose is None:
        return say("Next: {category}", category=_named(following))
    return say("Next: {who}, {category}", who=whose, category=_named(following))


def _named(row: PadRow) -> Wording:
    return row.brief or row.label


def _whose(column: PadColumn) -> Wording | SeatName | None:
    return column.label or (SeatName(column.seats[0]) if len(column.seats) == 1 else None)
