"""It happened to you: changes of one seat's numbers by moves of others, as cards for its page.

The changes are computed from the states before and after an entry, so every move, undo and correction of every game has
them. A seat is shown what it may know; on a card, words and figures of changes that are not public are kept apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, Protocol

from msgspec import Struct

from companion.core.game import AnyGame
from companion.core.inventory import Tracked, value_words
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.step import TABLE, LogText
from companion.core.wording import Message, Wording, seats_in, whose
from companion.plays.log.entry_sequence import Entries
from companion.plays.log.read_marks import ReadMark
from companion.plays.reports.history import readable
from companion.plays.reports.slips import ReadEntry, hidden_lines, submissions
from companion.plays.storage.entry import LOBBY, Entry, EntryKind

Tone = Literal["loss", "gain", ""]
TONES: tuple[Tone, ...] = ("loss", "gain")
"""The tones of changes, in the order in which they are shown."""

LATEST = 12
"""The most entries of others since a seat moved last in which changes of its numbers are searched."""
MOST_CARDS = 3
MOST_LINES = 3
MOST_CHANGES = 5
"""The most changes on one card: losses first, then gains."""
MOST_CACHED = 256
"""The most entries whose changes are cached."""


class NumberChange(Struct, frozen=True):
    """A number of a seat before and after an entry, in words if it counts nothing. ``tone`` says what the change means
    for the seat. A ``secret`` change is not public; ``handed``: something changed hands.
    """

    key: str
    label: Wording
    old: Wording | int
    new: Wording | int
    tone: Tone = ""
    icon: str = ""
    secret: bool = False
    handed: bool = False


class EntryChanges(Struct, frozen=True):
    """The changes of a seat's numbers by one entry. ``ends_common_choice``: the entry ended a choice that all made in
    secret; ``shows_plans``: it may have revealed what each had planned.
    """

    changes: tuple[NumberChange, ...]
    ends_common_choice: bool = False
    shows_plans: bool = False


class Happening(Struct, frozen=True):
    """What somebody else's entry did to a seat. ``line`` is the number of its last line for the seat, ``actor`` the
    seat that acted (0: the table), ``told`` the log lines shown. ``by_actor``: the first of these is about the actor.
    ``about``: the seat that it is about, whose shape stands before it (0: the table).
    """

    line: int
    actor: int
    kind: EntryKind
    told: tuple[LogText, ...]
    changes: tuple[NumberChange, ...]
    tone: Tone
    by_actor: bool = True
    about: int = TABLE


class Happenings(Struct, frozen=True):
    """The latest cards of a seat, newest first, and how many older ones there are. ``secret`` are all changes in them
    that only the seat may know; the other fields do not reveal whether there are any.
    """

    cards: tuple[Happening, ...] = ()
    more: int = 0
    secret: tuple[Happening, ...] = ()


class PlayStates(Protocol):
    """The interface that this module needs of a play."""

    game: AnyGame
    state: Any

    entries: Entries

    @property
    def present(self) -> int: ...

    def state_after(self, number: int) -> Any: ...


class NumberChanges:
    """Computes and caches the changes of seats' numbers by each entry. Entries whose states cannot be read have
    none.
    """

    def __init__(self, play: PlayStates) -> None:
        self._play = play
        self._changes: dict[tuple[int, int], tuple[NumberChange, ...]] = {}
        self._keys_by_entry: dict[int, Mapping[int, frozenset[str]]] = {}
        self._states: dict[int, _KnownState] = {}
        self._shows: dict[int, bool] = {}

    def since_own_move(self, recent: Sequence[ReadEntry], seat: int) -> dict[int, EntryChanges]:
        """The changes of the numbers of ``seat`` by others since its own last move, by entry number. ``recent`` are the
        last entries with lines for this seat, oldest first.
        """
        found: dict[int, EntryChanges] = {}
        for each in since_own_move(recent, seat):
            if changes := self.changes_of(each.entry, seat):
                common = self._play.entries.numbered(each.entry.base).closed
                shows = common and each.entry.revealed and self._shows_plans(each.entry)
                found[each.entry.number] = EntryChanges(changes, common, shows)
        return found

    def changes_of(self, entry: Entry, seat: int) -> tuple[NumberChange, ...]:
        """The changes of the numbers of ``seat`` by ``entry``, as far as the seat may know."""
        key = (entry.number, seat)
        if key not in self._changes:
            _drop_older_half(self._changes)
            try:
                self._changes[key] = self._changed(entry, seat)
            except Exception:
                # the rules may fail to list the numbers of a state; the log still says what happened
                self._changes[key] = ()
        return self._changes[key]

    def _shows_plans(self, entry: Entry) -> bool:
        """Whether the game shows widgets with what an entry has revealed."""
        if entry.number not in self._shows:
            _drop_older_half(self._shows)
            self._shows[entry.number] = bool(self._play.game.reveals(self._state(entry.stands_for).seen_by(PUBLIC)))
        return self._shows[entry.number]

    def _changed(self, entry: Entry, seat: int) -> tuple[NumberChange, ...]:
        keys = self._changed_keys(entry).get(seat)
        if not keys:
            return ()
        before, after = self._state(entry.base), self._state(entry.stands_for)
        old, now = before.known_to(Viewer(seat)), after.known_to(Viewer(seat))
        public = before.public & after.public
        changed = [
            number_change(one, old[key].value, secret=key not in public, tone=_handed_over(old[key], one, seat))
            for key, one in now.items()
            if key in keys and key in old and (one.icon or one.thing is not None)
        ]
        gone = [
            NumberChange(key, one.label, one.value, 0, tone="loss", icon=one.icon, secret=key not in before.public)
            for key, one in old.items()
            if key in keys and key not in now
        ]
        return (*changed, *gone)

    def _changed_keys(self, entry: Entry) -> Mapping[int, frozenset[str]]:
        """The keys of changed numbers by seat, secret ones included."""
        if entry.number not in self._keys_by_entry:
            _drop_older_half(self._keys_by_entry)
            before, after = self._state(entry.base), self._state(entry.stands_for)
            self._keys_by_entry[entry.number] = _differing(before, after, _taken_away(entry))
        return self._keys_by_entry[entry.number]

    def _state(self, number: int) -> _KnownState:
        """The state after an entry; the last two are cached, because the next entry starts from there."""
        if number not in self._states:
            play = self._play
            state = play.state if number == play.present else play.state_after(number)
            self._states = {
                **dict(list(self._states.items())[-1:]),
                number: _KnownState(play.game, state),
            }
        return self._states[number]


class _KnownState:
    """The numbers of a state by key, for each viewer; ``public`` are the keys that everybody knows."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self._state = state
        self._all = {one.key: one for one in _numbers_held(game, state)}
        self.values = {key: (one.value, one.seats or one.held_by) for key, one in self._all.items()}

    @cached_property
    def public(self) -> frozenset[str]:
        return frozenset(self.known_to(PUBLIC))

    def seen_by(self, viewer: Viewer) -> Any:
        """The state as ``viewer`` may know it; the state itself if the game has no secrets."""
        return seen(self._state, viewer)

    def known_to(self, viewer: Viewer) -> Mapping[str, Tracked]:
        looked = self.seen_by(viewer)
        if looked is self._state:  # in a game without secrets everybody knows everything
            return self._all
        return {one.key: one for one in _numbers_held(self._game, looked) if one.known}


def _numbers_held(game: AnyGame, state: Any) -> Iterator[Tracked]:
    """The tracked numbers, and counts that seats hold and that cannot be corrected, such as a city."""
    yield from game.inventory(state)
    yield from (one for one in game.physical_counts(state) if one.held_by)


def _taken_away(entry: Entry) -> Mapping[str, int]:
    """The decreases of numbers by the table instructions of an entry. For a number that no longer exists, only these
    show that the piece was lost and is not just unknown again.
    """
    found: dict[str, int] = {}
    for one in entry.instructions if entry.kind == "move" else ():
        words = one.value if isinstance(one, Sealed) else one
        for key, change in words.covers:
            found[key] = found.get(key, 0) + change
    return found


def _differing(before: _KnownState, after: _KnownState, taken: Mapping[str, int]) -> Mapping[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    for key, (value, seats) in before.values.items():
        if key not in after.values and value and taken.get(key) == -value:
            for seat in seats:
                found.setdefault(seat, set()).add(key)
    for key, (value, seats) in after.values.items():
        if key in before.values and before.values[key][0] != value:
            for seat in {*seats, *before.values[key][1]}:
                found.setdefault(seat, set()).add(key)
    return {seat: frozenset(keys) for seat, keys in found.items()}


def _drop_older_half(cache: dict[Any, Any]) -> None:
    """Drop the older half of a cache that is full."""
    if len(cache) >= MOST_CACHED:
        for key in list(cache)[: MOST_CACHED // 2]:
            del cache[key]


def _handed_over(old: Tracked, new: Tracked, seat: int) -> Tone:
    """The tone for ``seat`` of something that changes hands; "" if both or neither of the holders is this seat."""
    had, has = seat in old.held_by, seat in new.held_by
    return "" if had is has else "gain" if has else "loss"


def number_change(one: Tracked, old: int, *, secret: bool = False, tone: Tone = "") -> NumberChange:
    """The change of a tracked number from ``old`` to what it is now; ``tone`` is used if the number itself gives
    none.
    """
    new = one.value
    better = one.better or ("neither" if one.meanings else "more")
    if better != "neither":
        tone = "gain" if (new > old) is (better == "more") else "loss"
    was, now = (value_words(value, one.low, one.meanings) for value in (old, new))
    handed = bool(one.held_by)
    return NumberChange(one.key, one.label, was, now, tone=tone, icon=one.icon, secret=secret, handed=handed)


def since_own_move(recent: Sequence[ReadEntry], seat: int) -> list[ReadEntry]:
    """The latest entries of others since ``seat`` moved last, oldest first."""
    found: list[ReadEntry] = []
    for each in reversed(recent):
        if each.entry.kind == "move" and each.entry.seat == seat and not each.undone:
            break
        if each.entry.seat != seat and each.entry.base and each.entry.kind != "gap" and each.entry.actor != LOBBY:
            found.append(each)
        if len(found) == LATEST:
            break
    return found[::-1]


def just_done(recent: Sequence[ReadEntry], seat: int) -> Message | None:
    """What ``seat`` has just done, in public words. Of the entries it sent together: the last line logged with
    ``Step.tell_first``, else the first line about the seat itself (not one about the next seat's turn). None once
    another seat has acted, or if it was undone. ``recent`` are the last entries with lines for this seat.
    """
    latest = recent[-1] if recent else None
    if latest is None or latest.undone or latest.entry.kind != "move" or latest.entry.seat != seat:
        return None
    told = [[line for line in _public_lines(each) if whose(line) in (None, seat)] for each in submissions(recent)[-1]]
    important = [next((line for line in lines if line.first), None) for lines in told]
    lines = [line for line in important[::-1] if line] or [line for some in told for line in some]
    return lines[0] if lines else None


def _public_lines(each: ReadEntry) -> list[Message]:
    return [told for told in readable(each.entry, PUBLIC) if isinstance(told, Message)]


def happenings(
    recent: Sequence[ReadEntry], changes: Mapping[int, EntryChanges], seat: int, mark: ReadMark
) -> Happenings:
    """The cards of ``seat``, without undone entries and without undos of entries that the seat had not seen.
    ``changes`` are those of its numbers, by entry.
    """
    hidden = hidden_lines(recent, seat, mark)
    found, secret = list[Happening](), list[Happening]()
    for each in reversed(since_own_move(recent, seat)):
        of_entry = changes.get(each.entry.number)
        if of_entry is None or each.undone or (each.line in hidden and each.entry.kind != "correction"):
            continue
        for into, viewer in ((found, PUBLIC), (secret, Viewer(seat))):
            kept = [one for one in of_entry.changes if one.secret is (into is secret)]
            card = _card(each, viewer, seat, kept, of_entry) if kept else None
            if card is not None:
                into.append(card)
    return Happenings(tuple(found[:MOST_CARDS]), max(len(found) - MOST_CARDS, 0), tuple(secret[:MOST_CARDS]))


def _card(
    each: ReadEntry, viewer: Viewer, seat: int, changes: Sequence[NumberChange], found: EntryChanges
) -> Happening | None:
    """The card of one entry for ``viewer``, or None. The seat that ended a common choice is not named, and the cost of
    a plan is no loss. None if the entry only shows what the seat itself had planned.
    """
    entry, common = each.entry, found.ends_common_choice
    tone: Tone = next((tone for tone in TONES if any(one.tone == tone for one in changes)), "")
    if entry.kind == "correction" or (common and entry.revealed):
        tone = ""
    shown = sorted(changes, key=lambda one: (*TONES, "").index(one.tone))[:MOST_CHANGES]
    told = list(readable(entry, viewer))
    if found.shows_plans and any(_is_planned(line, seat) for line in told):
        told = [line for line in told if whose(_as_message(line)) != TABLE and not _is_planned(line, seat)]
        if not any(seat in _seats_named(line) for line in told):
            return None
    lines = _lines_about(told, seat, changed_hands=any(one.handed for one in changes))
    by_actor = bool(lines) and entry.seat in _seats_named(lines[0])
    actor = 0 if common or (lines and _is_of_new_turn(lines[0])) else entry.seat
    about = whose(lines[0]) if lines and actor and not by_actor else None
    return Happening(
        each.line, actor, entry.kind, lines, tuple(shown), tone, by_actor, actor if about is None else about
    )


def _lines_about(lines: Sequence[LogText], seat: int, *, changed_hands: bool) -> tuple[LogText, ...]:
    """The lines that name ``seat`` or are about it; else the first line about the table, such as a new turn, else the
    first line. If something ``changed_hands``, lines shown large come before them.
    """
    named = [told for told in lines if seat in _seats_named(told)]
    large = [told for told in lines if changed_hands and _is_large(told)]
    common = [told for told in lines if whose(_as_message(told)) == TABLE]
    return tuple([*large, *(told for told in named if told not in large)][:MOST_LINES] or [*common, *lines][:1])


def _is_large(told: LogText) -> bool:
    return _as_message(told).large


def _is_of_new_turn(told: LogText) -> bool:
    """Whether a line announces something for everybody, such as a new turn."""
    words = _as_message(told)
    return words.large and words.first and whose(words) == TABLE


def _is_planned(told: LogText, seat: int) -> bool:
    """Whether a line shows what the seat itself had planned."""
    words = _as_message(told)
    return words.large and not words.first and set(seats_in(words)) == {seat}


def _as_message(told: LogText) -> Message:
    return told.value if isinstance(told, Sealed) else told


def _seats_named(told: LogText) -> Collection[int]:
    words = _as_message(told)
    owner = whose(told)
    return {*seats_in(words), *(() if owner is None else (owner,))}
