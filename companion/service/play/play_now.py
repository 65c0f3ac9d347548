"""The play on the table as it stands between two entries of its log: an immutable value that any thread may read.

Values computed from it are cached in it. Two threads that ask at the same time may compute one twice, which is
harmless. A bug in the rules of a game ends a step or leaves something undrawn, never the play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from companion.core.boxes import Box
from companion.core.dialogue import Asked, Done, digest, walk
from companion.core.errors import Refused
from companion.core.forms import Filled, fill
from companion.core.game import AnyGame, Awaited, Colour, questions_of
from companion.core.owed_chance import ChanceOwed, chance_owed
from companion.core.questions import Answer, AnyQuestion
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seen
from companion.core.setup import Setup
from companion.core.step import NOT_AWAITED
from companion.core.widgets import AnyWidget, Figure, Note
from companion.core.wording import N_, say
from companion.plays.log.rule_calls import bug_place
from companion.plays.reports.history import LogLine
from companion.service.play.play_views import Final, UndoOffer
from companion.service.play.reveals import Reveal, RevealingStep, reveal

T = TypeVar("T")

RECENT = 8
"""How many of the walks, and of the filled forms, of each seat are cached: its phone, its display and a scribe ask for
the same ones.
"""

logger = logging.getLogger(__name__)

RULES_BROKE = say("The rules stumbled over the last step; nothing was changed by it.", N_("The rules stumbled"))
NOT_SHOWN = say("The rules stumbled: something is missing here. The play goes on.")
RULES_BROKE_NOTE = Note(key="rules-broke", title=NOT_SHOWN, lines=(NOT_SHOWN,), tone="warning")


def rules_bug(error: BaseException) -> Refused:
    """The refusal of a step at which the rules broke."""
    log_bug(error)
    words = say("The rules stumbled over that; nothing was changed. The log names the place.", N_("The rules stumbled"))
    return Refused("bug", words)


def log_bug(error: BaseException) -> None:
    """Log the type and place of a bug, which is enough to fix it: the message of an exception may show a secret."""
    logger.error("the rules broke: %s", bug_place(error))


class Memoized:
    """Mixin: cache values derived from an immutable object."""

    _kept: dict[Any, Any]

    def keep(self, key: Any, compute: Callable[[], T]) -> T:
        """The value of ``compute``, computed once for each ``key``."""
        if key not in self._kept:
            self._kept[key] = compute()
        return cast("T", self._kept[key])

    def keep_while(self, key: Any, basis: Sequence[object], compute: Callable[[], T]) -> T:
        """The value computed last for ``key``, as long as the objects of ``basis`` are still the same."""
        kept = self._kept.get(key)
        if kept is None or any(now is not then for now, then in zip(basis, kept[0], strict=True)):
            kept = self._kept[key] = (basis, compute())
        return cast("T", kept[1])

    def keep_recent(self, what: Hashable, key: object, compute: Callable[[], T]) -> T:
        """The value computed for ``key``, if it is among the last ``RECENT`` of ``what``. Keys are compared by their
        ``repr``: True is not 1, and a key may hold a list.
        """
        said = repr(key)
        recent: tuple[tuple[str, T], ...] = self._kept.get(what, ())
        for known, value in recent:
            if known == said:
                return value
        computed = compute()
        self._kept[what] = (*recent[1 - RECENT :], (said, computed))
        return computed


@dataclass(frozen=True)
class PlayNow(Memoized):
    """See the module. ``state`` is the whole truth: show only ``known``. ``accepted`` counts the entries of each seat,
    ``steps`` those of them that everybody knows of; ``known_entry`` is the last of these that was not taken back.
    """

    id: str
    game: AnyGame
    setup: Setup
    state: Any
    accepted: Mapping[int, int]
    steps: Mapping[int, int]
    commitment: str
    known_entry: int = 1
    undo: Mapping[int, UndoOffer] = field(default_factory=dict)
    redo: Mapping[int, UndoOffer] = field(default_factory=dict)
    tails: Mapping[Viewer, tuple[LogLine, ...]] = field(default_factory=dict)
    revealing: RevealingStep | None = None
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def known(self, viewer: Viewer) -> Any:
        """The state as ``viewer`` may know it; one object for all who know no more than everybody."""
        return self.keep(("known", viewer), lambda: self._known(viewer))

    def _known(self, viewer: Viewer) -> Any:
        known = seen(self.state, viewer)
        if viewer == PUBLIC:
            return known
        public = self.known(PUBLIC)
        return public if known == public else known

    def known_as(self, viewer: Viewer) -> Viewer:
        """Under whom to cache what follows from the known state alone: the public, if ``viewer`` knows no more."""
        return PUBLIC if self.known(viewer) is self.known(PUBLIC) else viewer

    @property
    def box(self) -> Box:
        """All facts of the components that everybody may know; empty if the rules have a bug. Read only."""
        return self.told("box", lambda: self.game.box_of(self.known(PUBLIC)), {})

    @property
    def awaited(self) -> Awaited:
        """Seats the game is waiting for."""
        return self.keep("awaited", lambda: self.game.awaits(self.known(PUBLIC)))

    @property
    def owed(self) -> ChanceOwed | None:
        """The chance to enter from cardboard before the play goes on after a common choice; None without it."""
        return chance_owed(self.state)

    def score(self, viewer: Viewer) -> ScoreSheet:
        """The score as ``viewer`` may know it; empty if the rules have a bug."""
        return self.told(("score", viewer), lambda: self.game.score(self.known(viewer), viewer), ScoreSheet(()))

    def colours(self) -> Mapping[int, Colour]:
        """The colour of each seat's side."""
        return self.told("colours", lambda: dict(self.game.colours(self.known(PUBLIC))), {})

    def widgets(self, viewer: Viewer) -> tuple[AnyWidget, ...]:
        """The widgets that ``viewer`` may see; a note if the rules have a bug. The public ones are computed once, from
        what everybody may know.
        """
        return self.told(("widgets", viewer), lambda: tuple(self._shown(viewer)), (RULES_BROKE_NOTE,))

    @property
    def reveal(self) -> Reveal | None:
        """What was just revealed; None if nothing was, or if the rules have a bug."""
        step = self.revealing
        if step is None:
            return None
        known = self.known(PUBLIC)
        return self.told("reveal", lambda: reveal(self.game, known, step, self.widgets(PUBLIC)), None)

    def strip(self, seat: int) -> tuple[Figure, ...]:
        """The few numbers of a seat that are always shown; none if the rules have a bug."""
        known = self.known(Viewer(seat))
        return self.told(("strip", seat), lambda: tuple(self.game.strip(known, seat)), ())

    def _shown(self, viewer: Viewer) -> Sequence[AnyWidget]:
        if viewer.seat is None:
            return self.game.public_widgets(self.known(PUBLIC))
        return self.game.seat_widgets(self.known(viewer), viewer.seat, self.widgets(PUBLIC))

    def told(self, key: Any, compute: Callable[[], T], instead: T) -> T:
        """What the rules compute, cached under ``key``; ``instead`` if they have a bug."""
        try:
            return self.keep(key, compute)
        except Exception as error:
            log_bug(error)
            return self.keep(key, lambda: instead)

    def walked(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | Refused | None:
        """The dialogue of ``seat`` after these answers: its next question, its move, its refusal, or None if only the
        seat may go on.
        """
        key = (self.known_as(viewer), tuple(answers))
        try:
            return self.keep_recent(("walks", seat), key, lambda: self._walk(seat, viewer, answers))
        except Refused as refusal:
            return refusal
        except Exception as error:
            return rules_bug(error)

    def _walk(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | None:
        """As ``Game.ask`` walks it; which seats are awaited is cached already."""
        if seat not in self.awaited.seats:
            raise Refused("not-awaited", NOT_AWAITED)
        try:
            return walk(questions_of(self.game, self.known(viewer), seat), answers)
        except BrokenSeal:
            return None

    def filled(self, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
        """The form that the dialogue of ``seat`` comes to after ``before``; None if there is none, or if only the seat
        may go on.
        """
        key = (self.known_as(viewer), tuple(before), dict(given))
        return self.keep_recent(("forms", seat), key, lambda: self._fill(seat, viewer, before, given))

    def _fill(self, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
        try:
            return fill(self.game, self.known(viewer), seat, before, given)
        except (Refused, BrokenSeal):
            return None
        except Exception as error:
            log_bug(error)
            return None

    def final(self, ahead: str | None) -> Final | None:
        """Why a move cannot be taken back freely; None if it can. ``ahead`` is the key of the chance it leads to, None
        for none, empty for a secret. Chance that people enter from cardboard does not make it final: the move waits for
        them.
        """
        if ahead == "":
            return "hidden"
        return "chance" if ahead is not None and self.setup.chance.get(ahead, "companion") == "companion" else None

    def stood_on(self, seat: int, viewer: Viewer, questions: Sequence[AnyQuestion]) -> str:
        """The digest of a screen that shows ``viewer`` these questions of ``seat`` now.

        The digest holds the number of the seat's entries: for the seat itself all of them, for others only those that
        everybody knows of, because the number can be found by trying.
        """
        counted = self.accepted if viewer.seat == seat else self.steps
        return digest(self.id, seat, counted.get(seat, 0), questions)
