"""The score pad on a small display: a line for each number that its seat may write now, with the points so far above.
If numbers change during the play, the menu of the game stays and shows the numbers.

The lines replace the menu of what to write, or stand above a number that is asked for directly, where BACK moves up to
them. They are a question of the display only: OK on a line gives the answers of the pad that lead to its number.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from companion.core.options import Option
from companion.core.questions import Answer, Pick
from companion.core.score_pad import Pad, PadCell, PadRow
from companion.core.step import TABLE
from companion.core.wording import N_, Message, Speaker, Verbatim, Wording, say
from companion.render.faces import MenuFace
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment

LINES = "pad:lines"
"""The key of the question with the lines; no key of a game's question contains a colon."""
_MARK = "-pad"
DONE = "done"


def is_lines(dialogue: Dialogue) -> bool:
    """Whether a dialogue was made by ``as_lines``."""
    return dialogue.question.key == LINES


def is_straight(dialogue: Dialogue) -> bool:
    """Whether a number is asked for directly, with a way from it to the others."""
    return bool(dialogue.question.elsewhere) and not isinstance(dialogue.question, Pick)


def as_lines(moment: Moment, dialogue: Dialogue) -> Dialogue | None:
    """The lines of the pad of this dialogue's seat; None if it is partly answered, or leads to something that is not on
    the pad.
    """
    if (
        dialogue.seat == TABLE
        or dialogue.service
        or dialogue.answers
        or dialogue.form is not None
        or dialogue.question.secret
    ):
        return None
    pad = moment.score_pad(dialogue.seat)
    if pad is None or pad.acts or any(row.steps for row in pad.rows):
        return None
    question = dialogue.question
    menu = {str(option.value): option for option in question.options} if isinstance(question, Pick) else {}
    written = list(_written(pad))
    ways = {str(cell.before[0]) for _row, cell in written if cell.before}
    if not written or (menu.keys() - ways - {DONE, "change"}) or not (menu or is_straight(dialogue)):
        return None
    options = [Option(row.key, _name(row), icon=row.icon) for row, _cell in written]
    if DONE in menu:
        options.append(menu[DONE])
    missing = next((row.key for row, cell in written if cell.wanted), DONE if DONE in menu else written[0][0].key)
    lines = Pick[str](key=LINES, prompt=_heading(pad), options=tuple(options), usual=missing)
    return structs.replace(dialogue, question=lines, digest=dialogue.digest + _MARK, meanings=())


def is_sealed_line(moment: Moment, seat: int) -> bool:
    """Whether OK on a line of this seat's pad has led to a secret number, still without an entry. It waits for PEEK;
    BACK leads to the lines without PEEK.
    """
    asked = [each for each in moment.dialogues(seat) if each.seat == seat and not each.service]
    chosen = [each for each in asked if each.question.secret and each.back and len(each.answers) == 1]
    return any(isinstance(each.answers[0], str) for each in chosen) and moment.score_pad(seat) is not None


def asked_of_play(dialogue: Dialogue) -> str:
    """The digest of the question of the play that the lines stand for."""
    return dialogue.digest.removesuffix(_MARK)


def way_of(moment: Moment, dialogue: Dialogue, line: Answer) -> tuple[Answer, ...]:
    """The answers of the play that OK on a line gives; empty if its number is already asked for."""
    pad = moment.score_pad(dialogue.seat)
    found = [cell.before for row, cell in _written(pad) if row.key == line] if pad is not None else []
    return (found[0] or ()) if found else (line,)


def with_values(moment: Moment, dialogue: Dialogue, face: MenuFace, speaker: Speaker) -> MenuFace:
    """``face`` (the lines, or the menu of numbers that change during the play) with the value of each number at the
    right.
    """
    question = dialogue.question
    if dialogue.seat == TABLE or dialogue.service or dialogue.answers or not isinstance(question, Pick):
        return face
    pad = moment.score_pad(dialogue.seat)
    if pad is None:
        return face
    values = {}
    for row, cell in _written(pad):
        line = row.key if is_lines(dialogue) else next(iter(cell.before or ()), "")
        values[str(line)] = _value(pad, row, cell, speaker)
    items = [
        structs.replace(item, price=values.get(str(option.value), item.price))
        for item, option in zip(face.items, question.options, strict=True)
    ]
    return structs.replace(face, items=tuple(items))


def _written(pad: Pad) -> Iterator[tuple[PadRow, PadCell]]:
    """The rows that may be written now, with the cell of the current round; of a set only the cell of its first
    kind.
    """
    for row in pad.rows:
        cell = row.cells[-1]
        if row.kind != "none" and not row.place and cell.before is not None:
            yield row, cell


def _name(row: PadRow) -> Wording:
    """The name of a category; of a set, whose kinds are asked one after the other, the name of the set."""
    whole = row.label.args.get("category") if isinstance(row.label, Message) and "." in row.key else None
    return whole if isinstance(whole, Message | Verbatim) else row.brief or row.label


def _heading(pad: Pad) -> Message:
    if pad.total is None:
        return say("What do you write?", short=N_("Write"))
    return say("Your points: {n}", short=N_("Points: {n}"), n=pad.total)


def _value(pad: Pad, row: PadRow, cell: PadCell, speaker: Speaker) -> str:
    """The points of a line, else the number in it; a question mark if there is none."""
    category = row.key.partition(".")[0]
    parts = [each.cells[-1] for each in pad.rows if each.key.partition(".")[0] == category]
    points = next((each.points for each in parts if isinstance(each.points, int)), None)
    if points is not None:
        return str(points)
    if cell.numbers:
        return str(cell.numbers[0])
    return speaker.short(cell.points) if cell.points is not None and not isinstance(cell.points, int) else "?"
