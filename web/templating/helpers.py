"""Pure functions for templates: widget kinds, geometry, privacy, element ids, times. ``HELPERS`` lists them by name.

Lengths are units of the SVG's view box.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from math import cos, pi, sin
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from companion.core.forms import Field
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Pick, PickMany, Place
from companion.core.secrecy import Sealed
from companion.core.step import LogText
from companion.core.widgets import Cell, Column, Grid, Hand, Ledger, Meter, Track, Widget, tab_of
from companion.core.wording import N_, Message, Verbatim, Wording
from companion.plays.reports.slips import TablePieces
from companion.service.clock.turn_clock import ClockView, SeatTime
from companion.service.play.dialogues import in_words
from companion.service.play.play_views import final_words
from web.templating.final_bars import lead, score_bars, tie_words
from web.templating.form_rows import (
    asks_how_often,
    chosen_parts,
    chosen_sum,
    folded,
    folds_chosen,
    how_often,
    in_blocks,
    is_tallied,
    lie_densely,
    lines_of_numbers,
    named_before,
    near_and_far,
    numbers_first,
    outlines,
    rows,
    side_by_side,
    summed,
    tallied,
    times_key,
    times_of,
)
from web.templating.page_assets import page_script, page_styles
from web.templating.piece_drawing import barred_ways, board_of, boards, outline
from web.templating.track_layout import by_space, longest_label, placed_spaces, track_slice

STEPS = ((1000, (100, 10, 1)), (60, (10, 1)), (12, (5, 1)), (0, (1,)))
"""(Minimum range, step sizes of the buttons beside a number)."""


MOST_CARDS = 4
"""Seats whose cards stand side by side on the table screen."""
FEW_COLUMNS, MANY_COLUMNS = 7, 10
"""Columns of a table with totals that stand beside the story of the table screen, and above it."""
FOLDED = 3
"""Minimum number of rows of ten spaces to fold away."""

PHONE, NUMBER, LETTER, GAP = 250, 42, 8, 13
"""Pixels of a table on a phone: room beside the names of its rows; least width of a column, a letter of its label, and
the space around it.
"""


def kind_of(struct: Widget | AnyQuestion) -> str:
    """The tag of a widget or question: ``track``, ``pick-many`` and so on."""
    return str(struct.__struct_config__.tag)


def not_drawn(kind: str) -> NoReturn:
    """Raise NotImplementedError: no template draws this kind of widget or question."""
    raise NotImplementedError(f"no template draws {kind}")


def leaves_no_choice(field: Field) -> bool:
    """Whether a field of a form has a single option, which is its answer: there is nothing to choose."""
    question = field.question
    return isinstance(question, Pick) and len(question.options) == 1 and field.answer is not None and not field.refused


def sends(field: Field) -> bool:
    """Whether the options of a field are the buttons of its form: where it is the last one, nobody has chosen there."""
    question = field.question
    return isinstance(question, Pick) and question.sends and not field.given and not field.refused


def nothing_to_choose(fields: Sequence[Field]) -> bool:
    """Whether a form only waits for its button."""
    return all(map(leaves_no_choice, fields))


def slug(key: object) -> str:
    """Escape ``key`` for an element id; different keys give different ids."""
    return re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}", str(key))


def is_private(told: LogText) -> bool:
    """Whether a log line contains a secret."""
    if isinstance(told, Sealed):
        return True
    return any(_private_arg(arg) for arg in told.args.values())


def _private_arg(arg: object) -> bool:
    if isinstance(arg, Sealed):
        return arg.known
    return isinstance(arg, Message) and is_private(arg)


def pointed_at(widget: Widget, questions: Sequence[AnyQuestion]) -> bool:
    """Whether a phone shows the widget beside the questions, because one of them points at it or belongs with it."""
    return any(_points_at(one, widget.key) or (isinstance(one, Pick) and widget.key in one.beside) for one in questions)


def busy_tens(track: Track) -> tuple[int, ...]:
    """Rows of ten of a long track that a phone shows: those with tokens, targets or marks, and the row after each.

    Empty when fewer than ``FOLDED`` rows could be folded away.
    """
    keys = [space.key for space in track.spaces]
    places = {keys.index(key) // 10 for token in track.tokens for key in (token.at, token.to) if key in keys}
    busy = places | {ten + 1 for ten in places} | {n // 10 for n, space in enumerate(track.spaces) if space.marked}
    idle = set(range((len(keys) + 9) // 10)) - busy
    return tuple(sorted(busy)) if places and len(idle) >= FOLDED else ()


def held(widget: Widget) -> int:
    """Number of cards in a covered hand; 0 for other widgets."""
    return len(widget.cards) + widget.hidden if isinstance(widget, Hand) else 0


def points_and_holdings(widgets: Iterable[Widget]) -> tuple[Meter, Ledger] | None:
    """The large meter and the large ledger that tell of the same seats in the same order: the table screen draws them
    as one row a seat. None where there are none.
    """
    large = [widget for widget in widgets if widget.big]
    for meter in large:
        if not isinstance(meter, Meter) or not all(bar.seat for bar in meter.bars):
            continue
        seats = [bar.seat for bar in meter.bars]
        for ledger in large:
            if isinstance(ledger, Ledger) and [row.seat for row in ledger.rows] == seats:
                return meter, ledger
    return None


def seat_ledgers(widgets: Iterable[Widget]) -> list[Ledger]:
    """The large ledgers that tell of the same seats, the one with the fewest columns first: the table screen draws them
    as one card a seat. Empty where there are fewer than two, or too many seats to stand side by side.
    """
    ledgers = [widget for widget in widgets if widget.big and isinstance(widget, Ledger) and widget.rows]
    if len(ledgers) < 2:
        return []
    seats = {row.seat for row in ledgers[0].rows}
    same = [ledger for ledger in ledgers if {row.seat for row in ledger.rows} == seats]
    one_row_each = all(len(ledger.rows) == len(seats) for ledger in same)
    fits = len(same) >= 2 and one_row_each and None not in seats and 0 not in seats and len(seats) <= MOST_CARDS
    return sorted(same, key=lambda ledger: len(ledger.columns)) if fits else []


def around(count: int, index: float, radius: float) -> tuple[float, float]:
    """Coordinates of place ``index`` of ``count`` on a circle, clockwise from the top."""
    angle = 2 * pi * index / count
    return round(radius * sin(angle), 1), round(-radius * cos(angle), 1)


def sector(count: int, index: int, inner: float, outer: float) -> str:
    """SVG path of a ring sector centred on place ``index``."""
    if count == 1:
        return f"M0 {-outer}A{outer} {outer} 0 1 1 -.1 {-outer}L-.1 {-inner}A{inner} {inner} 0 1 0 0 {-inner}Z"
    (ax, ay), (bx, by) = around(count, index - 0.5, outer), around(count, index + 0.5, outer)
    (cx, cy), (dx, dy) = around(count, index + 0.5, inner), around(count, index - 0.5, inner)
    return f"M{ax} {ay}A{outer} {outer} 0 0 1 {bx} {by}L{cx} {cy}A{inner} {inner} 0 0 0 {dx} {dy}Z"


def wrapped(text: str, width: int) -> list[str]:
    """Wrap ``text`` to ``width`` characters; longer words are not broken."""
    return textwrap.wrap(text, width, break_long_words=False) or [""]


def quick_steps(low: int, high: int) -> tuple[int, ...]:
    """Step sizes of the buttons for a number from ``low`` to ``high``, largest first."""
    return next(steps for least, steps in STEPS if high - low >= least)


def has_face_keys(faces: int) -> bool:
    """Whether a die with ``faces`` has a key for each of them, rather than a field to type in."""
    return faces <= 10


def tokens_at(tokens: Iterable[Any], key: str) -> list[Any]:
    """Tokens on the space ``key``."""
    return [token for token in tokens if token.at == key]


def places_of(dialogues: Iterable[Any], widget: str) -> dict[str, tuple[str, Any]]:
    """Clickable positions of a widget: position to (id of the option's button, option)."""
    found: dict[str, tuple[str, Any]] = {}
    for dialogue in dialogues:
        if dialogue.form is not None:
            fields = [field for field in dialogue.form.fields if _points_at(field.question, widget)]
            for field in sorted(fields, key=lambda field: field.answer is not None)[:1]:
                for option in field.question.options:
                    element = choice_id(field_id(dialogue, field), option.value)
                    found.setdefault(str(option.value), (element, option))
        elif _points_at(dialogue.question, widget):
            for option in dialogue.question.options:
                found.setdefault(str(option.value), (option_id(dialogue, option), option))
    return found


def with_placed(dialogue: Any, grid: Grid) -> Grid:
    """A grid with the squares that a form has been told already, each with the number of its field."""
    fields = [field for field in dialogue.form.fields if _points_at(field.question, grid.key)]
    told = {str(field.answer): number for number, field in enumerate(fields, 1) if field.answer is not None}
    cells = (
        Cell(int(at.partition(",")[0]), int(at.partition(",")[2]), icon="check", label=Verbatim({"": str(number)}))
        for at, number in told.items()
        if "," in at and all(cell.at != at for cell in grid.cells)
    )
    return replace(grid, cells=(*grid.cells, *cells)) if len(fields) > 1 else grid


def as_revealed(widget: Widget) -> Widget:
    """A widget as a reveal shows it, beside the same one on the board: no two of a page have one key."""
    return replace(widget, key=f"revealed-{widget.key}")


def ends(question: AnyQuestion) -> bool:
    """Whether one of its options ends what the others do, and is its button."""
    return isinstance(question, Pick) and bool(question.done)


def not_listed(question: Pick[Any]) -> set[str]:
    """Options that have a place of their own: what ends it all, what shortcuts take back one by one, and below a large
    button what they begin.
    """
    kinds = ("drop", "go") if question.large else ("drop",)
    return {question.done, *(str(one.answers[0]) for one in question.shortcuts if one.kind in kinds)}


def _points_at(question: AnyQuestion, widget: str) -> bool:
    return isinstance(question, Place) and question.widget == widget


def asked_in(dialogues: Iterable[Any]) -> list[AnyQuestion]:
    """All questions that are on the page, those of forms too."""
    return [
        question
        for dialogue in dialogues
        for question in ([field.question for field in dialogue.form.fields] if dialogue.form else [dialogue.question])
    ]


def field_id(dialogue: Any, field: Any) -> str:
    """Element id of a field of a dialogue's form; those of its parts begin with a word: ``label-``."""
    return f"{dialogue_id(dialogue)}-of-{slug(field.key)}"


def choice_id(field: str, value: object) -> str:
    """Element id of a choice in a field (an element id): that of no other field, whose key may end in a number."""
    return f"{field}--{slug(value)}"


def row_names(rows: Sequence[Any]) -> list[str]:
    """A name of its own for every row of a ledger or bar of a meter: the seat's number where it is the seat's first."""
    seen: Counter[int] = Counter()
    names = []
    for number, row in enumerate(rows, 1):
        seen[row.seat or 0] += 1
        again = f"-{seen[row.seat]}" if row.seat and seen[row.seat] > 1 else ""
        names.append(f"{row.seat}{again}" if row.seat else f"row{number}")
    return names


def as_text(answer: Answer) -> str:
    """An answer as a form shows it in a hidden field."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def dialogue_id(dialogue: Any) -> str:
    """Element id of a dialogue's form, unique per seat and service."""
    return slug(f"ask-{dialogue.seat}-{dialogue.service}" if dialogue.service else f"ask-{dialogue.seat}")


def question_id(dialogue: Any) -> str:
    """Which question of a dialogue is asked: the same as long as it is, whatever else changes at the table."""
    return f"{dialogue.service} {(dialogue.form or dialogue.question).key} {len(dialogue.answers)}".strip()


def option_id(dialogue: Any, option: Any) -> str:
    """Element id of an option's button or tick box."""
    return f"{dialogue_id(dialogue)}--{slug(option.value)}"


def options_of(question: Any) -> tuple[Option[Any], ...]:
    """The options of a question that is answered with one or several, yes and no being such too."""
    if isinstance(question, Confirm):
        return (Option("no", question.no), Option("yes", question.yes))
    found: tuple[Option[Any], ...] = question.options
    return found


def near_and_apart(options: Sequence[Option[Any]]) -> tuple[list[Option[Any]], list[Option[Any]]]:
    """Options that are seen at once, and those that lie folded below them; where all stand apart, none is folded."""
    near = [option for option in options if not option.apart] or list(options)
    return near, [option for option in options if option not in near]


def chosen(question: AnyQuestion, answer: object) -> dict[str, int]:
    """Option values selected in ``answer`` (the submitted value, or None), each with its place in the order picked."""
    if answer is None:
        return {}
    if isinstance(question, Confirm) and isinstance(answer, bool):
        return {as_text(answer): 0}
    if isinstance(question, PickMany) or isinstance(answer, list):
        return {str(value): place for place, value in enumerate(answer)} if isinstance(answer, list) else {}
    return {str(answer): 0}


def arrow(start: int, end: int) -> str:
    """SVG path of an arc from the middle of space ``start`` to that of ``end``, spaces being one unit wide."""
    middle, tip = (start + end + 1) / 2, end + 0.5
    return f"M{start + 0.5} .1Q{middle} 1 {tip} .35"


def day(wall: float | None) -> str:
    """Local ISO date of a Unix time; empty for None."""
    return "" if wall is None else datetime.fromtimestamp(wall).date().isoformat()


_MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def date_words(when: float | str | None, _: Callable[..., str]) -> str:
    """The local date of a Unix time, or of an ISO date, as the language of ``_`` writes it; empty for none."""
    iso = when if isinstance(when, str) else day(when)
    if not iso:
        return ""
    found = date.fromisoformat(iso)
    return _("{day} {month} {year}", day=found.day, month=_(_MONTHS[found.month - 1]), year=found.year)


def seconds_now(clocks: ClockView, time: SeatTime, now: float) -> float:
    """Seconds that a seat's clock shows at ``now``: left or used, as the clock counts."""
    running = time.running and not clocks.paused
    passed = now - clocks.since if running else 0.0
    return round(time.seconds - passed if clocks.down else time.seconds + passed, 1)


def as_time(seconds: float) -> str:
    """Format seconds as m:ss or h:mm:ss, with a minus sign below zero."""
    whole = abs(int(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    words = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"\u2212{words}" if seconds <= -1 else words


def wider_than_phone(columns: Iterable[Column], say: Callable[[Wording], str]) -> bool:
    """Whether a table with these columns is cut on a phone; the longest word of a label cannot be broken."""
    longest = (max(map(len, say(column.label).split()), default=0) for column in columns)
    return sum(max(NUMBER, LETTER * letters + GAP) for letters in longest) > PHONE


def across(ledger: Ledger) -> str:
    """How a table with totals lies on the table screen where it is no narrow one: ``"wide"`` has the whole width, one
    with still more columns goes ``"down"``, with a column for every side.
    """
    if not ledger.total or len(ledger.columns) <= FEW_COLUMNS:
        return ""
    return "wide" if len(ledger.columns) <= MANY_COLUMNS else "down"


def megabytes(size: int) -> int:
    """Bytes as whole megabytes, at least one."""
    return max(round(size / 1_000_000), 1)


def gigabytes(size: int) -> float | None:
    """Bytes as gigabytes where there are that many."""
    return round(size / 1_000_000_000, 1) if size >= 1_000_000_000 else None


def pairs(first: Sequence[Any], second: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Zip two sequences to the length of the shorter one."""
    return list(zip(first, second, strict=False))


def decimal(number: float, _: Callable[..., str]) -> str:
    """A number with its tenth, if it has one, in the language of ``_``: 62.5, in Spanish 62,5."""
    whole, _point, tenth = f"{number:.1f}".partition(".")
    return whole if tenth == "0" else _("{whole}.{tenth}", whole=whole, tenth=tenth)


def steps_of(lines: Iterable[Any]) -> list[list[Any]]:
    """Lines of the log, step by step."""
    steps: list[list[Any]] = []
    for line in lines:
        if line.begins or not steps:
            steps.append([])
        steps[-1].append(line)
    return steps


def most_important_first(step: Iterable[Any]) -> list[Any]:
    """The lines of a step: what somebody lost or won before the rest, such as what the dice showed."""
    return sorted(step, key=lambda line: not getattr(line.told, "first", False))


def latest_steps(lines: Sequence[Any], most: int) -> list[list[Any]]:
    """The last steps of a log, newest first, with at most so many lines in all: of a step that is cut, what matters
    most stays. A step whose beginning is not among the lines is left out where there is another.
    """
    steps = steps_of(lines)
    whole = steps[1:] if len(steps) > 1 and not lines[0].begins else steps
    found = list[list[Any]]()
    for step in reversed(whole):
        room = most - sum(map(len, found))
        if room < 1:
            break
        found.append(most_important_first(step)[:room])
    return found


class StoryStep(Struct, frozen=True):
    """A step of the story: its lines and what nobody has ticked after it. ``latest``: nothing has happened since."""

    lines: list[Any]
    pieces: TablePieces | None
    latest: bool


OLDER = 3
"""How many steps after which nothing is to be done stand below the first."""


def story_steps(lines: Sequence[Any], open_slips: Sequence[TablePieces]) -> list[StoryStep]:
    """The steps of a log that the table screen shows: first the newest with something to do, else the newest; then the
    others from the newest on: a few, and those with something to do.
    """
    to_do = {one.line: one for one in open_slips}
    steps = [
        StoryStep(step, next((to_do[line.number] for line in step if line.number in to_do), None), at == 0)
        for at, step in enumerate(latest_steps(lines, len(lines)))
    ]
    first = next((step for step in steps if step.pieces), steps[0])
    found, plain = [first], 0
    for step in steps:
        plain += not step.pieces
        if step is not first and (step.pieces or plain <= OLDER + (not first.pieces)):
            found.append(step)
    return found


HELPERS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        across, around, arrow, as_revealed, as_text, as_time, asked_in, barred_ways, board_of, boards, busy_tens,
        by_space, asks_how_often, choice_id, chosen, chosen_parts, chosen_sum, date_words, day, decimal, dialogue_id,
        ends, field_id, final_words, folded, folds_chosen, has_face_keys, held, how_often, in_blocks, in_words,
        is_private, is_tallied, kind_of, latest_steps, lead, leaves_no_choice, lie_densely,
        lines_of_numbers, longest_label, named_before, near_and_apart, near_and_far, not_drawn,
        not_listed, nothing_to_choose, numbers_first, option_id, options_of, outline, outlines, page_script,
        page_styles, pairs, placed_spaces, places_of, with_placed,
        pointed_at, points_and_holdings, question_id, quick_steps, row_names, rows, score_bars, seat_ledgers,
        seconds_now, sector, sends, side_by_side, slug, steps_of, story_steps, summed, tab_of, tallied, tie_words,
        times_key, times_of, tokens_at, track_slice, wider_than_phone, wrapped,
    )
}  # fmt: skip
