"""The table at one moment: a finished value, from which any thread may compute what a viewer sees.

The deciding loop makes a new moment after every change and publishes it whole; nothing in it changes afterwards, so
pages, streams and displays read it without locks. Dialogues and seen states are computed when first asked for and
kept: two threads that ask at once compute the same twice, which costs little and breaks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from companion.core.box_reading import FactKey
from companion.core.dialogue import Asked, Done, digest, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame, Awaited, Colour
from companion.core.questions import Answer, AnyQuestion, Question
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seen
from companion.core.setup import Setup
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, Note
from companion.core.wording import Message
from companion.service.agreement.votes import MISSED, VOTE, Vote
from companion.service.audit.audit import Audit, Lies, lies
from companion.service.audit.audit_questions import scribe_dialogues, urgent_dialogues, waiting_dialogues
from companion.service.audit.fact_proposal import Choosing, Proposal, choosing_dialogue, decide_dialogues, used_by
from companion.service.play.drafts import NO_DRAFT, Draft, Pending, Shown, in_words
from companion.service.play.rule_bugs import NOT_SHOWN, log_bug, stumbled
from companion.service.screens.views import Answered, ClockView, Dialogue, LogLine, Notice, Phase, PhotoView, UndoOffer
from companion.service.seats.gathering import Gathering
from companion.service.seats.sitting import Absence

T = TypeVar("T")

DraftKey = tuple[int, bool]
"""Whose half-finished dialogue: the seat, and whether a scribe writes for it."""

NOBODY = Awaited()


class Keeper:
    """Something finished that keeps what was once computed from it."""

    _kept: dict[Any, Any]

    def keep(self, key: Any, compute: Callable[[], T]) -> T:
        """The value computed for ``key``, now or earlier."""
        if key not in self._kept:
            self._kept[key] = compute()
        return cast("T", self._kept[key])


@dataclass(frozen=True)
class PlayNow(Keeper):
    """What moments hold of the play that is on, from one entry to the next. ``state`` is the true one: only
    ``Moment.known`` gives it out.
    """

    id: str
    game: AnyGame
    setup: Setup
    state: Any
    accepted: Mapping[int, int]
    steps: Mapping[int, int]
    commitment: str
    undo: Mapping[int, UndoOffer] = field(default_factory=dict)
    redo: Mapping[int, UndoOffer] = field(default_factory=dict)
    tails: Mapping[Viewer, tuple[LogLine, ...]] = field(default_factory=dict)
    _kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Moment(Keeper):
    """See the module. ``serial`` grows with every moment and is never shown to anybody."""

    serial: int
    phase: Phase
    gathering: Gathering
    play: PlayNow | None = None
    drafts: Mapping[DraftKey, Draft] = field(default_factory=dict)
    pending: Sequence[Pending] = ()
    votes: Sequence[Vote] = ()
    notices: Mapping[int, tuple[Notice, ...]] = field(default_factory=dict)
    awake: frozenset[int] = frozenset()
    phones: frozenset[int] = frozenset()
    claimed: frozenset[int] = frozenset()
    problem: Message | None = None
    warning: Message | None = None
    clocks: ClockView | None = None
    arriving: tuple[int, ...] = ()
    newcomers: tuple[tuple[int, str], ...] = ()
    gone: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()
    absent: Mapping[int, Absence] = field(default_factory=dict)
    asking: Mapping[int, tuple[Dialogue, ...]] = field(default_factory=dict)
    watching: int = 0
    audit: Audit | None = None
    audit_open: bool = False
    choosing: Mapping[int, Choosing] = field(default_factory=dict)
    proposal: Proposal | None = None
    photo: PhotoView | None = None
    photo_line: int = 0
    shown: Shown = field(default_factory=Shown, compare=False, repr=False)
    _kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    # -- the game, as a viewer may know it; kept with the play, because until the next entry it stays the same ---

    def known(self, viewer: Viewer) -> Any:
        """The state as ``viewer`` may know it. Only while there is a play."""
        return self._play.keep(("known", viewer), lambda: seen(self._play.state, viewer))

    def awaited_seats(self) -> frozenset[int]:
        """The seats that the play, a vote or the cardboard waits for."""
        asked = {seat for vote in self.votes for seat in self.gathering.names if vote.open_for(seat)}
        return frozenset({*self.awaited.must, *(move.by for move in self.pending), *asked})

    @property
    def awaited(self) -> Awaited:
        """Who is to speak in the game; nobody before it begins."""
        if self.play is None:
            return NOBODY
        return self._play.keep("awaited", lambda: self._play.game.awaits(self.known(PUBLIC)))

    def score(self, viewer: Viewer) -> ScoreSheet:
        """The account as ``viewer`` may know it. Only while there is a play."""
        return self._play.keep(("score", viewer), lambda: self._score(viewer))

    def _score(self, viewer: Viewer) -> ScoreSheet:
        play = self._play
        try:
            return play.game.score(self.known(viewer), viewer)
        except Exception as error:
            log_bug(error)
            return ScoreSheet(())

    def colours(self) -> Mapping[int, Colour]:
        """The colours of sides that seats wear."""
        if self.play is None:
            return {}
        return self.play.keep("colours", self._colours)

    def _colours(self) -> Mapping[int, Colour]:
        try:
            return self._play.game.colours(self.known(PUBLIC))
        except Exception as error:
            log_bug(error)
            return {}

    def widgets(self, viewer: Viewer) -> tuple[AnyWidget, ...]:
        """What there is to see for ``viewer``; a word about it where the rules cannot say. Empty without a play."""
        if self.play is None:
            return ()
        return self.play.keep(("widgets", viewer), lambda: self._widgets(viewer))

    def _widgets(self, viewer: Viewer) -> tuple[AnyWidget, ...]:
        play = self._play
        try:
            return tuple(play.game.show(self.known(viewer), viewer))
        except Exception as error:
            log_bug(error)
            return (Note(key="stumbled", title=NOT_SHOWN, lines=(NOT_SHOWN,), tone="warning"),)

    def lying(self) -> Lies:
        """Every tracked number by whose it is to count: for the deciding thread, and for views of an audit, which take
        of it what their viewer may know. Nothing where the rules cannot say.
        """
        return self._play.keep("lying", self._lying) if self.play is not None else {}

    def _lying(self) -> Lies:
        play = self._play
        try:
            return lies(play.game, self.known, play.setup.numbers)
        except Exception as error:
            log_bug(error)
            return {}

    @property
    def _play(self) -> PlayNow:
        if self.play is None:
            raise LookupError("no play is on")
        return self.play

    # -- dialogues ---------------------------------------------------------------------------------------------

    def dialogues(self, seat: int) -> tuple[Dialogue, ...]:
        """All that ``seat`` is asked on its own screens: cardboard to enter, its move, the table's, votes."""
        return self.keep(("dialogues", seat), lambda: self._dialogues(seat))

    def _dialogues(self, seat: int) -> tuple[Dialogue, ...]:
        if self.play is None or seat not in (TABLE, *self.play.setup.numbers):
            return ()
        own = self.asking.get(seat, ())
        found: list[Dialogue | None] = [ask for ask in own if ask.service.startswith(MISSED)]
        found += [*self.mending_dialogues(seat), *self._counting(seat)]
        found += [*self._cardboard(seat), self.dialogue(seat, Viewer(seat))]
        if seat != TABLE:
            found += [*self._cardboard(TABLE), self.dialogue(TABLE, PUBLIC)]
        found += [self._ballot(vote, seat) for vote in self.votes if vote.open_for(seat)]
        if self.audit is not None:
            leads = seat in (TABLE, self.audit.asker) or self.audit_open
            found += waiting_dialogues(self.audit, seat, leads=leads)
        found += [ask for ask in own if not ask.service.startswith(MISSED)]
        return tuple(dialogue for dialogue in found if dialogue is not None)

    def public_dialogues(self) -> tuple[tuple[Dialogue, ...], tuple[int, ...]]:
        """What a scribe may answer, by seat, and the seats whose question only they may see."""
        return self.keep("public", self._public_dialogues)

    def _public_dialogues(self) -> tuple[tuple[Dialogue, ...], tuple[int, ...]]:
        found: list[Dialogue] = []
        closed: list[int] = []
        found += self.mending_dialogues(TABLE)
        if self.audit is not None:
            found += scribe_dialogues(self.audit, self.lying(), self._may_propose())
            found += waiting_dialogues(self.audit, TABLE, leads=True)
        for seat in dict.fromkeys((TABLE, *self.awaited.must, *self.awaited.may)):
            found += [ask for ask in self._cardboard(seat) if not ask.question.secret]
            # What the table is asked has one draft, whoever answers it.
            dialogue = self.dialogue(seat, PUBLIC, scribe=seat != TABLE)
            if dialogue is not None:
                found.append(dialogue)
            elif seat in self.awaited.must and not any(move.seat == seat for move in self.pending):
                closed.append(seat)
        found += self.asking.get(TABLE, ())
        for vote in self.votes:
            found += [self._ballot(vote, seat) for seat in sorted(vote.needed.spoken_for - vote.yes)]
        for seat in sorted(self.gathering.names):
            found += [ask for ask in self._cardboard(seat) if not ask.question.secret and ask not in found]
        return tuple(found), tuple(closed)

    def dialogue(self, seat: int, viewer: Viewer, *, scribe: bool = False) -> Dialogue | None:
        """The game's present question to ``seat`` as ``viewer`` may see it, or None. ``scribe``: with its draft."""
        key = ("dialogue", seat, viewer, scribe)
        return self.keep(key, lambda: self._dialogue(seat, viewer, self.drafts.get((seat, scribe), NO_DRAFT)))

    def _dialogue(self, seat: int, viewer: Viewer, draft: Draft) -> Dialogue | None:
        if self.play is None or seat not in (*self.awaited.must, *self.awaited.may):
            return None
        if any(move.seat == seat for move in self.pending):
            return None
        for answers in (draft.answers, ()):
            walked = self.walked(seat, viewer, answers)
            if isinstance(walked, Asked):
                if viewer.seat != seat and any(question.secret for question in (*walked.answered, walked.question)):
                    return None
                return self._as_dialogue(seat, viewer, walked, answers)
        return None

    def walked(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | Refused | None:
        """The dialogue of ``seat`` with these answers: where it stands, its move, its refusal, or None if sealed."""
        try:
            return walk(self._play.game.ask(self.known(viewer), seat), answers)
        except Refused as refusal:
            return refusal
        except BrokenSeal:
            return None
        except Exception as error:
            return stumbled(error)

    def stood_on(self, seat: int, viewer: Viewer, questions: Sequence[Question]) -> str:
        """The digest of what a screen of ``seat`` showed, if it showed ``viewer`` these questions now.

        A seat's own count of its entries goes into its own digests; into all others what everybody knows of them. Who
        has a digest can find the number in it.
        """
        counted = self._play.accepted if viewer.seat == seat else self._play.steps
        return digest(self._play.id, seat, counted.get(seat, 0), questions)

    def _as_dialogue(self, seat: int, viewer: Viewer, walked: Asked, answers: Sequence[Answer]) -> Dialogue:
        answered = tuple(
            Answered(question.prompt, in_words(question, answer))
            for question, answer in zip(walked.answered, answers, strict=True)
        )
        stood_on = self.stood_on(seat, viewer, (*walked.answered, walked.question))
        self.shown.put(viewer, stood_on, walked.question)
        return Dialogue(seat, cast("AnyQuestion", walked.question), stood_on, list(answers), answered)

    def asked_of_audit(self) -> frozenset[int]:
        """The seats that are asked about what was counted otherwise: to put it to the table, or to agree."""
        vote = next((vote for vote in self.votes if vote.kind == "audit"), None)
        return self._may_propose() if vote is None else vote.needed.seats - vote.yes

    def _may_propose(self) -> frozenset[int]:
        """Who may put to the table what was counted otherwise: whoever asked for the audit; all, if that leads to
        nothing.
        """
        if self.audit is None or any(vote.kind == "audit" for vote in self.votes):
            return frozenset()
        all_who_play = self._play.setup.numbers if self.audit_open else ()
        return frozenset((*all_who_play, self.audit.asker)) - self.gone

    def _counting(self, place: int) -> list[Dialogue]:
        """What a table audit asks at the screens of ``place``, before the game does."""
        return urgent_dialogues(self.audit, self.lying(), place, self._may_propose()) if self.audit is not None else []

    def mending_dialogues(self, place: int) -> list[Dialogue]:
        """What is asked at the screens of ``place`` about printed facts that are wrong. Of a place that is still to say
        which, from what everybody may see: it stands on small displays too.
        """
        found: list[Dialogue] = []
        if self.play is None:
            return found
        game, public = self.play.game, self.known(PUBLIC)
        choosing = self.choosing.get(place)
        if choosing is not None and (asked := choosing_dialogue(game, public, place, choosing)) is not None:
            found.append(asked)
        if self.proposal is not None:
            found += decide_dialogues(self.proposal, game, public, place)
        return found

    def rests_on(self, place: int) -> tuple[FactKey, ...]:
        """The facts that the question on the screens of ``place`` rests on, as far as everybody may see it."""
        return self.keep(("rests-on", place), lambda: self._rests_on(place))

    def may_be_misprinted(self) -> bool:
        """Whether any fact is known, of which nobody says yet that it is wrong."""
        if self.play is None or self.phase != "playing" or self.proposal is not None:
            return False
        return any(self.play.game.box_of(self.known(PUBLIC)).values())

    def rests_on_print(self, seat: int) -> bool:
        """Whether the question to ``seat`` rests on facts that it may say are wrong."""
        free = self.may_be_misprinted() and seat not in self.choosing
        return free and any(not ask.service for ask in self.dialogues(seat)) and bool(self.rests_on(seat))

    def _rests_on(self, place: int) -> tuple[FactKey, ...]:
        if self.play is None:
            return ()
        dialogue = self.dialogue(place, PUBLIC) or self.dialogue(TABLE, PUBLIC)
        return used_by(self.play.game, self.known(PUBLIC), dialogue) if dialogue is not None else ()

    def _cardboard(self, seat: int) -> list[Dialogue]:
        """What ``seat`` must enter from the cardboard, for moves under way."""
        found = []
        for move in self.pending:
            if move.by == seat:
                viewer = Viewer(seat) if move.question.secret else PUBLIC
                stood_on = self.stood_on(move.seat, viewer, (move.question,)) + f"-{len(move.entered)}"
                question = cast("AnyQuestion", move.question)
                found.append(Dialogue(seat, question, stood_on, service=f"chance-{move.seat}"))
        return found

    def _ballot(self, vote: Vote, seat: int) -> Dialogue:
        return Dialogue(seat, vote.question(), vote.id, service=VOTE + vote.id)
