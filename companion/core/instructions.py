"""Table instructions: what people must do with the pieces after a move.

Most are computed from tracked numbers: a number that counts pieces names its ``Thing``, and its change between two log
lines of a move becomes an instruction to its owner. Others are added by the game with ``Step.instruct``. Only moves
make instructions; a correction means that the pieces were right already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.inventory import Piece, Thing, Tracked
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.wording import (
    SHORT_WIDTH,
    Arg,
    Message,
    SeatName,
    Speaker,
    Wording,
    in_a_row,
    listed,
    say,
    seats_in,
    whose,
)

S = TypeVar("S")

Verb = Literal["put-back", "give", "put", "off", "move", "face-down", "face-up", "down", "up", "take", "get", "words"]

FIRST: tuple[Verb, ...] = ("put-back", "give")
LAST: tuple[Verb, ...] = ("take", "get")
TURNED: tuple[Verb, ...] = ("face-down", "face-up", "down", "up")
"""Verbs for turning pieces: of several, only the final position matters."""
REVERSE: dict[Verb, Verb] = {
    "put-back": "take",
    "take": "put-back",
    "give": "get",
    "get": "give",
    "put": "off",
    "off": "put",
    "move": "move",
    "face-down": "face-up",
    "face-up": "face-down",
    "down": "up",
    "up": "down",
    "words": "words",
}

Row = Literal["own", "same", "none"]
"""Where a text goes on a small display: in rows of its own, in the row of the previous line if it fits, or nowhere
("none").
"""

Cover = tuple[str, int]
"""(key of a tracked number, change of its value)."""


class Instruction(Struct, frozen=True, omit_defaults=True, tag="instruction"):
    """One action of one person with pieces.

    ``seat`` does it; 0 is the table. ``key`` is the tracked number whose change it carries out, ``old`` and ``new`` its
    value before and after; ``piece`` is the kind of its thing. ``things`` names the pieces in a sentence ("3 coins"),
    ``first`` a marker that was not on the table before ("a stone"), ``short`` is for a small display, ``brief`` the
    same for one of several pieces handed over. ``place`` is where they go or come from, ``before`` the previous place
    of a marker. ``other`` is the seat that gives or gets them. ``side`` is written in front if a seat plays several
    sides.

    With the verb ``words`` the text comes from the game: ``words``, ``parts`` for a small display, ``back`` for the
    reverse, and ``covers``, the changes of numbers that it carries out. Without ``words`` it was done already for a
    question, and only its reverse is shown. ``group``: of several instructions of a group only the last counts. ``row``
    is its place on a small display; with "none" it is a remark that needs no action, and undo shows it only if it has a
    ``back``. ``about`` are keys (chosen by the game) of the pieces for which the words say everything to be done now:
    see ``is_overtaken``.
    """

    seat: int
    verb: Verb
    key: str = ""
    old: int = 0
    new: int = 0
    piece: Piece = "heap"
    things: Message = Message("")
    first: Message | None = None
    short: Message = Message("")
    place: Wording | None = None
    before: Wording | None = None
    other: int = 0
    side: Wording | None = None
    words: Message | None = None
    parts: tuple[Message, ...] = ()
    back: Message | None = None
    covers: tuple[Cover, ...] = ()
    group: str = ""
    brief: Wording | None = None
    row: Row = "own"
    about: tuple[str, ...] = ()

    @property
    def settles(self) -> frozenset[str]:
        """The keys of the pieces that are in place once this is done, whatever older instructions said about them."""
        return frozenset(self.about if self.verb == "words" else (self.key,) if self.piece in WHOLE else ())

    def is_overtaken(self, later: Set[str]) -> bool:
        """Whether later instructions, which settle ``later``, make this one unnecessary."""
        return bool(self.settles) and self.settles <= later


WHOLE: tuple[Piece, ...] = ("marker", "side", "steps")
"""Kinds of pieces whose instructions give the final position, not the change."""

AnyInstruction = Instruction | Sealed[Instruction]


Numbers = Callable[[S], Sequence[Tracked]]
"""A function that reads all tracked numbers of a state and its physical counts."""


def cutter_for(state: S, mover: int, numbers: Numbers[S] | None) -> Cutter[S] | None:
    """The ``Cutter`` of a move; None for a game without things."""
    try:
        cutter = Cutter(state, mover, numbers) if numbers is not None else None
    except Exception:
        return None
    return cutter if cutter is not None and cutter.has_things else None


class Cutter(Generic[S]):
    """Computes instructions from the changes between log lines, during one move."""

    def __init__(self, state: S, mover: int, numbers: Numbers[S]) -> None:
        self._numbers = numbers
        self._mover = mover
        self._before = _values(numbers(state))
        self._public = self._known(state, PUBLIC)

    @property
    def has_things(self) -> bool:
        """Whether any number names a thing."""
        return bool(self._before)

    def mark(self) -> Callable[[], None]:
        """A function that restores the numbers of the last cut before this call."""
        before, public = self._before, self._public

        def back() -> None:
            self._before, self._public = before, public

        return back

    def cut(self, state: S, told: Iterable[Message], covers: Iterable[Cover]) -> list[AnyInstruction]:
        """The instructions for all changes since the last cut, except those in ``covers``. ``told`` are the log lines
        of this part; a transfer between two seats is recognised only if one of these names both.
        """
        now = self._numbers(state)
        covered = dict[str, int]()
        for key, change in covers:
            covered[key] = covered.get(key, 0) + change
        before, self._before = self._before, _values(now)
        changes = list(_changes(now, before, self._before, covered))
        if not changes:
            if self._before.keys() != before.keys():
                self._public = self._known(state, PUBLIC)
            return []
        lines = list(told)
        public = self._known(state, PUBLIC)
        subject = next((seat for line in lines if (seat := whose(line)) is not None), self._mover) or self._mover
        together = [set(seats_in(line)) for line in lines]
        found = [self._for_readers(state, one, public) for one in _instructions(changes, subject, together)]
        self._public = public
        return found

    def _for_readers(self, state: S, one: Instruction, public: frozenset[str]) -> AnyInstruction:
        if one.key in public and one.key in self._public:
            return one
        owners = next(tracked.seats for tracked in self._numbers(state) if tracked.key == one.key)
        readers = [seat for seat in owners if one.key in self._known(state, Viewer(seat))]
        return seal(one, *readers)

    def _known(self, state: S, viewer: Viewer) -> frozenset[str]:
        looked = seen(state, viewer)
        if looked is state:
            return frozenset(self._before)
        return frozenset(one.key for one in self._numbers(looked) if one.thing is not None and one.known)


def ordered(found: Iterable[AnyInstruction], own: Iterable[AnyInstruction]) -> list[AnyInstruction]:
    """The instructions in order: payments, then pieces laid or moved and texts of the game, then pieces received."""
    return sorted([*found, *own], key=lambda one: _order(inside(one).verb))


def inside(one: AnyInstruction) -> Instruction:
    """The instruction without its seal. Raises ``BrokenSeal`` if it is not for the viewer."""
    return one.value if isinstance(one, Sealed) else one


def _values(numbers: Iterable[Tracked]) -> dict[str, int]:
    return {one.key: one.value for one in numbers if one.thing is not None}


def _changes(
    now: Iterable[Tracked], before: Mapping[str, int], after: Mapping[str, int], covered: Mapping[str, int]
) -> Iterator[_Change]:
    for one in now:
        if one.thing is not None and one.key in before:
            old, new = before[one.key] + covered.get(one.key, 0), after[one.key]
            if old != new:
                yield _Change(one, one.thing, old, new)


def _order(verb: Verb) -> int:
    return 0 if verb in FIRST else 2 if verb in LAST else 1


class _Change(Struct, frozen=True):
    tracked: Tracked
    thing: Thing
    old: int
    new: int

    @property
    def up(self) -> bool:
        return self.new > self.old

    def instruction(self, seat: int, verb: Verb, *, place: Wording | None = None, other: int = 0) -> Instruction:
        n = abs(self.new - self.old) if self.thing.piece == "heap" else 1
        return Instruction(
            seat,
            verb,
            self.tracked.key,
            self.old,
            self.new,
            self.thing.piece,
            things=self.thing.words(n),
            first=self.thing.first,
            short=self.thing.short(n),
            place=place,
            other=other,
            side=self.tracked.side,
            brief=self.thing.brief if n == 1 else None,
        )


def _instructions(changes: Sequence[_Change], subject: int, together: Sequence[set[int]]) -> Iterator[Instruction]:
    partners = _handed_over(changes, together)
    for change in changes:
        one, thing = change.tracked, change.thing
        seat = one.seats[0] if one.seats else subject
        match thing.piece:
            case "heap" if one.place is not None:
                yield change.instruction(seat, "put" if change.up else "off", place=one.place)
            case "heap" if not one.seats:
                continue  # the supply is the other side of a seat's take or return
            case "heap" if other := partners.get(one.key, 0):
                yield change.instruction(seat, "get" if change.up else "give", other=other)
            case "heap":
                yield change.instruction(seat, "take" if change.up else "put-back")
            case "marker":
                yield _marker(change, seat)
            case "side":
                yield change.instruction(seat, "face-down" if change.up is thing.off else "face-up")
            case "steps":
                yield change.instruction(seat, "up" if change.up else "down")


def _marker(change: _Change, seat: int) -> Instruction:
    one = change.tracked
    places = one.places or one.meanings
    old, new = (places[value - one.low] for value in (change.old, change.new))
    if change.thing.off and change.new == one.low:
        return change.instruction(seat, "off", place=old)
    if change.thing.off and change.old == one.low:
        return change.instruction(seat, "put", place=new)
    return replace(change.instruction(seat, "move", place=new), before=old)


def _handed_over(changes: Sequence[_Change], together: Sequence[set[int]]) -> dict[str, int]:
    """For each tracked key of a heap, the seat that the pieces come from or go to: one seat gives as many as the other
    gets, and a log line names both.
    """
    heaps = [one for one in changes if one.thing.piece == "heap" and one.tracked.seats and one.tracked.place is None]
    found: dict[str, int] = {}
    for giver in heaps:
        for taker in heaps:
            seats = giver.tracked.seats[0], taker.tracked.seats[0]
            if (
                giver.thing.key == taker.thing.key
                and seats[0] != seats[1]
                and giver.old - giver.new == taker.new - taker.old > 0
                and any({*seats} <= named for named in together)
                and giver.tracked.key not in found
                and taker.tracked.key not in found
            ):
                found |= {giver.tracked.key: seats[1], taker.tracked.key: seats[0]}
    return found


# -- undo, digests ---------------------------------------------------------------------------------------------------


def reversed_instructions(made: Iterable[AnyInstruction]) -> tuple[AnyInstruction, ...]:
    """The instructions that undo these, in reverse order, as for a stack of tokens. Pieces named together in one
    sentence keep their order.
    """
    runs: list[list[AnyInstruction]] = []
    for one in made:
        if runs and _joins(inside(runs[-1][-1]), inside(one)):
            runs[-1].append(one)
        else:
            runs.append([one])
    return tuple(
        Sealed(one.to, _reversed(one.value), one.revealed) if isinstance(one, Sealed) else _reversed(one)
        for run in reversed(runs)
        for one in run
    )


def _reversed(one: Instruction) -> Instruction:
    if one.verb == "words":
        back = one.back
        if back is None and one.words is not None and one.row != "none":
            back = say("Undo by hand: {what}", what=one.words)
        covers = tuple((key, -change) for key, change in one.covers)
        return replace(one, words=back, back=one.words, parts=(), covers=covers, row="own")
    return replace(
        one,
        verb=REVERSE[one.verb],
        old=one.new,
        new=one.old,
        place=one.before if one.verb == "move" else one.place,
        before=one.place if one.verb == "move" else None,
    )


def merged(made: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Instructions of several moves merged: opposite changes cancel out, a marker is moved once, to its last place.
    Ordered by the first mention of each thing.
    """
    found: dict[object, Instruction] = {}
    for place, one in enumerate(made):
        key: object = (one.seat, one.key, one.other)
        if one.verb == "words":
            key = (one.seat, one.group) if one.group else place
            found[key] = one
        elif before := found.get(key):
            found[key] = _added(before, one)
        else:
            found[key] = one
    return tuple(one for one in found.values() if one.verb == "words" or one.old != one.new)


def _added(first: Instruction, then: Instruction) -> Instruction:
    if first.piece == "heap":
        change = first.new - first.old + then.new - then.old
        verb = then.verb if (change > 0) is (then.new > then.old) else REVERSE[then.verb]
        things, short = (_with_number(words, abs(change)) for words in (then.things, then.short))
        brief = then.brief if abs(change) == 1 else None
        new = first.old + change
        return replace(then, verb=verb, old=first.old, new=new, things=things, short=short, brief=brief)
    if first.piece == "marker":
        came_from = first.place if first.verb == "off" else first.before
        match first.verb, then.verb:
            case "put", "move":
                return replace(then, verb="put", old=first.old, before=None)
            case "off", "put":
                return replace(then, verb="move", old=first.old, before=came_from)
            case "move", "off":
                return replace(then, old=first.old, place=came_from)
            case _:
                return replace(then, old=first.old, before=came_from)
    up = then.new > first.old
    verb = then.verb if up is (then.new > then.old) else REVERSE[then.verb]
    return replace(then, verb=verb, old=first.old)


def _with_number(words: Message, n: int) -> Message:
    if "n" not in words.args:
        return words
    return replace(words, args={**words.args, "n": n}, count=n if words.plural else 0)


# -- in words --------------------------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """One instruction as a sentence (``words``), and as the parts for a small display."""

    words: Message
    short: tuple[Message, ...] = ()
    row: Row = "own"


def lines_for(seat: int, made: Iterable[Instruction]) -> tuple[Line, ...]:
    """The lines that ``seat`` reads of these instructions (0: the table screen). Neighbouring instructions with the
    same verb, partner and place are joined into one line. Of instructions with the same ``group``, or that turn the
    same piece, only the last is shown.
    """
    groups: list[list[Instruction]] = []
    own = [one for one in made if one.seat == seat and not (one.verb == "words" and one.words is None)]
    last = {one.group: one for one in own if one.group}
    turned = {one.key: one for one in own if one.verb in TURNED}
    for one in own:
        if one.group and one is not last[one.group]:
            continue
        if one.verb in TURNED and one is not turned[one.key]:
            continue
        if groups and _joins(groups[-1][-1], one):
            groups[-1] = _together(groups[-1], one)
        else:
            groups.append([one])
    return tuple(_line(group) for group in groups)


DISPLAY_ROWS = 3
"""Rows of a small display under its title."""


def display_lines(lines: Iterable[Line], speaker: Speaker) -> tuple[str, ...]:
    """These lines for a small display: the parts of a line share a row if they fit; neighbouring lines share one if
    there are too many.
    """
    rows: list[str] = []
    for line in lines:
        if line.row == "none":
            continue
        parts = [speaker.short(part) for part in line.short]
        together = ", ".join([*rows[-1:], *parts])
        if line.row == "same" and rows and len(together) <= SHORT_WIDTH:
            rows[-1] = together
            continue
        row = ""
        for part in parts:
            if row and len(row) + 1 + len(part) <= SHORT_WIDTH:
                row += f" {part}"
            else:
                rows += [row] if row else []
                row = part
        rows.append(row)
    place = 0
    while len(rows) > DISPLAY_ROWS and place + 1 < len(rows):
        both = f"{rows[place]}, {rows[place + 1]}"
        if len(both) <= SHORT_WIDTH:
            rows[place : place + 2] = [both]
        else:
            place += 1
    return tuple(rows)


def _joins(one: Instruction, other: Instruction) -> bool:
    """Whether two neighbouring instructions are joined into one sentence."""
    if (one.seat, one.verb) != (other.seat, other.verb) or one.verb in ("words", "move", "down", "up"):
        return False
    if one.side == other.side:
        return (one.other, one.place) == (other.other, other.place)
    return (one.things, one.other, one.place) == (other.things, other.other, other.place) and one.side is not None


def _together(group: Sequence[Instruction], one: Instruction) -> list[Instruction]:
    """The instructions of one sentence with ``one`` added; pieces of a heap that it names already are added up."""
    places = [place for place, other in enumerate(group) if other.key == one.key and one.piece == "heap"]
    if not places:
        return [*group, one]
    [place] = places
    return [*group[:place], _added(group[place], one), *group[place + 1 :]]


def _line(group: Sequence[Instruction]) -> Line:
    one = group[0]
    if one.words is not None:
        if one.side is None:
            return Line(one.words, one.parts or (one.words,), one.row)
        parts = tuple(say("{side} {what}", side=one.side, what=part) for part in one.parts or (one.words,))
        return Line(say("{side}: {what}", side=one.side, what=one.words), parts, one.row)
    sides = [part.side for part in group if part.side is not None]
    each = len(group) > 1 and len(sides) == len(group) and any(side != sides[0] for side in sides)
    args: dict[str, Arg] = {}
    named = [(part.first if part.verb == "put" else None) or part.things for part in (group[:1] if each else group)]
    args["things"] = listed(named)
    if one.place is not None:
        args["place"] = one.place
    if one.other:
        args["who"] = SeatName(one.other)
    if one.verb in ("down", "up"):
        args["n"] = one.new
    if sides:
        args["side"] = listed(sides) if each else sides[0]
    words = (EACH if each else WITH_SIDE if sides else PLAIN)[one.verb]
    return Line(replace(words, args=args), _shorts(group))


def _shorts(group: Sequence[Instruction]) -> tuple[Message, ...]:
    one = group[0]
    if len(group) == 1 or not one.other or one.side is not None:
        turned = _turned(one)
        # a side that all have in common is named once
        rest = (replace(part, side=None) if part.side == one.side else part for part in group[1:])
        return (_short(one), *map(_short, rest), *([turned] if turned else []))
    things = in_a_row(part.brief or part.short for part in group)
    return (replace(SHORT[one.verb], args={"who": SeatName(one.other), "things": things}),)


def _short(one: Instruction) -> Message:
    sign = {"take": "+", "put-back": "-"}.get(one.verb, "")
    thing = replace(one.short, args={**one.short.args, "sign": sign}) if "{sign}" in one.short.text else one.short
    args: dict[str, Arg] = {"things": thing}
    if one.place is not None:
        args["place"] = one.place
    if one.other:
        args["who"] = SeatName(one.other)
    words = replace(SHORT[one.verb], args=args)
    return say("{side} {what}", side=one.side, what=words) if one.side is not None else words


PLAIN: Mapping[Verb, Message] = {
    "put-back": say("Put back {things}."),
    "take": say("Take {things}."),
    "give": say("Give {who} {things}."),
    "get": say("{who} gives you {things}."),
    "put": say("Put {things} on {place}."),
    "off": say("Take {things} off {place}."),
    "move": say("Move {things} to {place}."),
    "face-down": say("Turn {things} face down."),
    "face-up": say("Turn {things} face up."),
    "down": say("Turn {things} down to {n}."),
    "up": say("Turn {things} up to {n}."),
}
WITH_SIDE: Mapping[Verb, Message] = {
    "put-back": say("{side}: put back {things}."),
    "take": say("{side}: take {things}."),
    "give": say("{side}: give {who} {things}."),
    "get": say("{side}: {who} gives you {things}."),
    "put": say("{side}: put {things} on {place}."),
    "off": say("{side}: take {things} off {place}."),
    "move": say("{side}: move {things} to {place}."),
    "face-down": say("{side}: turn {things} face down."),
    "face-up": say("{side}: turn {things} face up."),
    "down": say("{side}: turn {things} down to {n}."),
    "up": say("{side}: turn {things} up to {n}."),
}
EACH: Mapping[Verb, Message] = {
    **WITH_SIDE,
    "put-back": say("{side}: put back {things} each."),
    "take": say("{side}: take {things} each."),
}
SHORT: Mapping[Verb, Message] = {
    "put-back": say("{things}"),
    "take": say("{things}"),
    "give": say("To {who}: {things}"),
    "get": say("From {who}: {things}"),
    "put": say("{things} on {place}"),
    "off": say("{things} off {place}"),
    "move": say("{things} to {place}"),
    "face-down": say("{things}"),
    "face-up": say("{things}"),
    "down": say("{things}"),
    "up": say("{things}"),
}


def _turned(one: Instruction) -> Message | None:
    """The word that a small display adds after pieces turned over, and after a block turned to other steps; None for
    others.
    """
    match one.verb:
        case "face-down":
            return say("face down")
        case "face-up":
            return say("face up")
        case "down":
            return say("down to {n}", n=one.new)
        case "up":
            return say("up to {n}", n=one.new)
        case _:
            return None
