"""The play on the table as it stands between two entries of its log: a finished value. Any thread may read it.

What is computed from it is kept with it: two threads that ask at once compute the same twice, which costs little and
breaks nothing. Bugs in the rules of a game end a step or leave something undrawn, never the play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from companion.core.boxes import Box
from companion.core.dialogue import Asked, Done, digest, walk
from companion.core.errors import Refused
from companion.core.forms import Filled, fill
from companion.core.game import AnyGame, Awaited, Colour, questions_of
from companion.core.owed_chance import ChanceOwed, chance_owed
from companion.core.questions import Answer, AnyQuestion, Asking
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
"""How many of the dialogues last walked, and of the forms last filled, a play keeps: phones, displays and whoever
writes for all come to the same ones.
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
    """Type and place are enough to mend it; the message of an exception may show a hidden hand."""
    logger.error("the rules broke: %s", bug_place(error))


class Memoized:
    """Something finished that keeps what was once computed from it."""

    _kept: dict[Any, Any]

    def keep(self, key: Any, compute: Callable[[], T]) -> T:
        """The value computed for ``key``, now or earlier."""
        if key not in self._kept:
            self._kept[key] = compute()
        return cast("T", self._kept[key])

    def keep_while(self, key: Any, basis: Sequence[object], compute: Callable[[], T]) -> T:
        """The value computed last for ``key``, as long as the objects of ``basis`` are the same as then."""
        kept = self._kept.get(key)
        if kept is None or any(now is not then for now, then in zip(basis, kept[0], strict=True)):
            kept = self._kept[key] = (basis, compute())
        return cast("T", kept[1])

    def keep_recent(self, what: str, key: object, compute: Callable[[], T]) -> T:
        """The value computed for ``key``, if it is among the last ``RECENT`` of ``what``. Keys are compared as they are
        written: True is not 1, and a list may be part of one.
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
    """See the module. ``state`` is the true one: only ``known`` gives it out. ``accepted`` counts the entries of each
    seat, ``steps`` those of them that everybody knows of; ``known_entry`` is the last that counts of these.
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
        """The state as ``viewer`` may know it."""
        return self.keep(("known", viewer), lambda: seen(self.state, viewer))

    @property
    def box(self) -> Box:
        """All that the play knows of the components, as everybody may know it; nothing where the rules cannot say. For
        reading only.
        """
        return self.told("box", lambda: self.game.box_of(self.known(PUBLIC)), {})

    @property
    def awaited(self) -> Awaited:
        """Who is to speak in the game."""
        return self.keep("awaited", lambda: self.game.awaits(self.known(PUBLIC)))

    @property
    def owed(self) -> ChanceOwed | None:
        """What the cardboard must show before the play goes on, after a common choice."""
        return chance_owed(self.state)

    def score(self, viewer: Viewer) -> ScoreSheet:
        """The account as ``viewer`` may know it; empty where the rules cannot say."""
        return self.told(("score", viewer), lambda: self.game.score(self.known(viewer), viewer), ScoreSheet(()))

    def colours(self) -> Mapping[int, Colour]:
        """The colour of each seat's side."""
        return self.told("colours", lambda: dict(self.game.colours(self.known(PUBLIC))), {})

    def widgets(self, viewer: Viewer) -> tuple[AnyWidget, ...]:
        """What there is to see for ``viewer``; a word about it where the rules cannot say. What everybody may see is
        computed once, from what everybody may know.
        """
        return self.told(("widgets", viewer), lambda: tuple(self._shown(viewer)), (RULES_BROKE_NOTE,))

    @property
    def reveal(self) -> Reveal | None:
        """What was just revealed; None without it, or where the rules cannot say."""
        step = self.revealing
        if step is None:
            return None
        known = self.known(PUBLIC)
        return self.told("reveal", lambda: reveal(self.game, known, step, self.widgets(PUBLIC)), None)

    def strip(self, seat: int) -> tuple[Figure, ...]:
        """The few numbers of a seat; none where the rules cannot say."""
        known = self.known(Viewer(seat))
        return self.told(("strip", seat), lambda: tuple(self.game.strip(known, seat)), ())

    def _shown(self, viewer: Viewer) -> Sequence[AnyWidget]:
        if viewer.seat is None:
            return self.game.public_widgets(self.known(PUBLIC))
        return self.game.seat_widgets(self.known(viewer), viewer.seat, self.widgets(PUBLIC))

    def told(self, key: Any, compute: Callable[[], T], instead: T) -> T:
        """What the rules say, kept under ``key``; ``instead`` where they break."""
        try:
            return self.keep(key, compute)
        except Exception as error:
            log_bug(error)
            return self.keep(key, lambda: instead)

    def walked(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | Refused | None:
        """The dialogue of ``seat`` with these answers: where it stands, its move, its refusal, or None if sealed."""
        key = (seat, viewer, tuple(answers))
        try:
            return self.keep_recent("walks", key, lambda: walk(self._asking(seat, viewer), answers))
        except Refused as refusal:
            return refusal
        except BrokenSeal:
            return None
        except Exception as error:
            return rules_bug(error)

    def _asking(self, seat: int, viewer: Viewer) -> Asking[Any]:
        """The questions of ``seat`` as ``Game.ask`` gives them; who is awaited is known already."""
        if seat not in self.awaited.seats:
            raise Refused("not-awaited", NOT_AWAITED)
        return questions_of(self.game, self.known(viewer), seat)

    def filled(self, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
        """The form that the dialogue of ``seat`` comes to after ``before``, or None if it is sealed or cannot be."""
        return self.keep_recent(
            "forms", (seat, viewer, tuple(before), dict(given)), lambda: self._fill(seat, viewer, before, given)
        )

    def _fill(self, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
        try:
            return fill(self.game, self.known(viewer), seat, before, given)
        except (Refused, BrokenSeal):
            return None
        except Exception as error:
            log_bug(error)
            return None

    def final(self, ahead: str | None) -> Final | None:
        """Why a move that comes to the chance ``ahead`` (None: to none; empty: to a secret) cannot be taken back
        freely; None if it can. What people enter from cardboard waits for them, and until then the move is taken back.
        """
        if ahead == "":
            return "hidden"
        return "chance" if ahead is not None and self.setup.chance.get(ahead, "companion") == "companion" else None

    def stood_on(self, seat: int, viewer: Viewer, questions: Sequence[AnyQuestion]) -> str:
        """The digest of what a screen of ``seat`` showed, if it showed ``viewer`` these questions now.

        A seat's own count of its entries goes into its own digests; into all others what everybody knows of them. Who
        has a digest can find the number in it.
        """
        counted = self.accepted if viewer.seat == seat else self.steps
        return digest(self.id, seat, counted.get(seat, 0), questions)
