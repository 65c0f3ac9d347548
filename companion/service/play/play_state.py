"""The part of the table's state that the play has: the play as it stands, half-finished answers, moves under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from companion.core.dialogue import Asked
from companion.core.form_offers import as_last_time, offers
from companion.core.forms import Filled
from companion.core.game import Awaited
from companion.core.questions import Answer, AnyQuestion
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.service.play.dialogues.drafts import (
    NO_DRAFT,
    Draft,
    Pending,
    Shown,
    WalkedDialogue,
    given_before,
    in_words,
    only_answer,
)
from companion.service.play.dialogues.filled_forms import FormKey, SeatForm, form_view, seat_form
from companion.service.play.play_now import Memoized, PlayNow
from companion.service.play.play_snapshot import LatestPhoto
from companion.service.play.play_views import Answered, Dialogue, FormView, Meaning, Phase

DraftKey = tuple[int, bool]
"""Whose half-finished dialogue: the seat, and whether a scribe writes for it."""

CHANCE = "chance-"
"""Before the seat whose move waits for cardboard, in the service of a dialogue."""

NOBODY = Awaited()


@dataclass(frozen=True)
class PlayState(Memoized):
    """``pending`` are moves that wait until somebody has entered the cardboard; ``rules_broke``: at the last step;
    ``photo`` is the newest one of the play; ``shown`` remembers the questions that were shown lately, and
    ``last`` the answers of each form that was sent last, as ``SeatForm`` keeps them.
    """

    phase: Phase = "gathering"
    play: PlayNow | None = None
    drafts: Mapping[DraftKey, Draft] = field(default_factory=dict)
    pending: Sequence[Pending] = ()
    rules_broke: bool = False
    photo: LatestPhoto | None = None
    last: Mapping[FormKey, Mapping[str, Answer]] = field(default_factory=dict)
    shown: Shown = field(default_factory=Shown, compare=False, repr=False)
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def on(self) -> PlayNow:
        """The play, where there is one. Raises ``LookupError``."""
        if self.play is None:
            raise LookupError("no play is on")
        return self.play

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats that play."""
        return self.play.setup.numbers if self.play is not None else ()

    @property
    def awaited(self) -> Awaited:
        """Who is to speak in the game; nobody before it begins."""
        return self.play.awaited if self.play is not None else NOBODY

    def owed_by(self, seat: int) -> AnyQuestion | None:
        """What ``seat`` must enter from the cardboard before the play goes on after a common choice, unless that is
        under way.
        """
        owed = self.play.owed if self.play is not None else None
        if owed is None or owed.by != seat or any(move.seat == seat for move in self.pending):
            return None
        return owed.question

    def dialogue(self, seat: int, viewer: Viewer, *, scribe: bool = False) -> Dialogue | None:
        """The game's present question to ``seat`` as ``viewer`` may see it, or None. ``scribe``: with its draft."""
        standing = self.standing(seat, viewer, scribe=scribe)
        if standing is None:
            return None
        key = ("dialogue", seat, viewer, scribe)
        return self.on.keep_while(key, (standing, self.last), lambda: self._as_dialogue(viewer, standing))

    def standing(self, seat: int, viewer: Viewer, *, scribe: bool = False) -> WalkedDialogue | None:
        """Where that dialogue stands: less than ``dialogue``, which makes a form of it and what names it."""
        if self.play is None or seat not in (*self.awaited.must, *self.awaited.may):
            return None
        if any(move.seat == seat for move in self.pending):
            return None
        # Kept with the play: what others answer meanwhile does not change where this one stands.
        draft = self.drafts.get((seat, scribe), NO_DRAFT)
        key = ("standing", seat, viewer, scribe)
        return self.play.keep_while(key, (draft,), lambda: self._standing(seat, viewer, draft))

    def _standing(self, seat: int, viewer: Viewer, draft: Draft) -> WalkedDialogue | None:
        for answers in (draft.answers, ()):
            walked = self.on.walked(seat, viewer, answers)
            if isinstance(walked, Asked):
                standing = WalkedDialogue(seat, *self._skipped(seat, viewer, walked, answers))
                return None if viewer.seat != seat and standing.secret else standing
        return None

    def _skipped(
        self, seat: int, viewer: Viewer, walked: Asked, answers: tuple[Answer, ...]
    ) -> tuple[Asked, tuple[Answer, ...]]:
        """The walk past every question that has one possible answer, but for the one that ends the dialogue."""
        while (only := only_answer(walked.question)) is not None:
            further = self.on.walked(seat, viewer, (*answers, only))
            if not isinstance(further, Asked):
                break
            walked, answers = further, (*answers, only)
        return walked, answers

    def given_before(self, key: DraftKey, answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """What is left of the answers of a draft when somebody goes a step back."""
        walked = self.on.walked(key[0], self._answering(key), answers)
        return given_before(walked.answered, answers) if isinstance(walked, Asked) else ()

    def _as_dialogue(self, viewer: Viewer, standing: WalkedDialogue) -> Dialogue:
        seat, walked, answers = standing.seat, standing.walked, standing.answers
        answered = tuple(
            Answered(question.prompt, in_words(question, answer), only_answer(question) is not None)
            for question, answer in zip(walked.answered, answers, strict=True)
        )
        stood_on = self.on.stood_on(seat, viewer, (*walked.answered, walked.question))
        self.shown.put(viewer, stood_on, walked.question)
        form = seat_form(self.on, seat, viewer, walked, answers, {})
        dialogue = Dialogue(seat, walked.question, stood_on, list(answers), answered)
        if form is None:
            return structs.replace(dialogue, meanings=self._meanings([walked.question]))
        return self._on_form(dialogue, form, viewer)

    def with_answers(self, dialogue: Dialogue, viewer: Viewer, given: Mapping[str, Answer]) -> Dialogue | None:
        """A dialogue on a form with ``given`` filled in; None where it stands on none."""
        form = self.form(dialogue, viewer, given)
        return self._on_form(dialogue, form, viewer) if form is not None else None

    def _on_form(self, dialogue: Dialogue, form: SeatForm, viewer: Viewer) -> Dialogue:
        meanings = self._meanings([field.question for field in form.filled.fields])
        return structs.replace(dialogue, form=self.form_view(form, viewer), meanings=meanings)

    def _meanings(self, questions: Sequence[AnyQuestion]) -> tuple[Meaning, ...]:
        """What the questions mean. Those of a form that mean the same are explained once."""
        found: dict[str, Meaning] = {}
        for question in questions:
            if (words := self.on.game.meaning(question)) is not None:
                found.setdefault(repr(words), Meaning(question.prompt, words))
        return tuple(found.values())

    def form(self, dialogue: Dialogue, viewer: Viewer, given: Mapping[str, Answer]) -> SeatForm | None:
        """The form in which a dialogue that ``viewer`` is shown stands, filled with ``given``; None where it stands in
        none.
        """
        walked = self.on.walked(dialogue.seat, viewer, dialogue.answers) if not dialogue.service else None
        if not isinstance(walked, Asked):
            return None
        return seat_form(self.on, dialogue.seat, viewer, walked, dialogue.answers, given)

    def form_view(self, form: SeatForm, viewer: Viewer) -> FormView:
        """A form as pages show it to ``viewer``, with what can be filled in at once."""
        play, last = self.on, self.last.get(form.kept_as, {})

        def refill(given: Mapping[str, Answer]) -> Filled | None:
            return play.filled(form.seat, viewer, form.before, given)

        key = ("as last time", form.kept_as, viewer, repr(form.before))
        again = self.keep(key, lambda: as_last_time(last, refill)) if last else None
        offered = offers(form.filled, again, refill)
        return form_view(form, viewer, offered)

    def refilled(self, dialogue: Dialogue, viewer: Viewer, given: Mapping[str, Answer]) -> FormView | None:
        """A form as small displays show it. The last one of each seat and viewer is kept: displays ask again and again
        for what their keys have entered.
        """
        key, wanted = ("refilled", dialogue.seat, viewer), (dialogue.digest, dict(given))
        kept = self._kept.get(key)
        if kept is None or kept[0] != wanted:
            form = self.form(dialogue, viewer, given)
            kept = self._kept[key] = (wanted, self.form_view(form, viewer) if form is not None else None)
        view: FormView | None = kept[1]
        return view

    def cardboard(self, seat: int) -> list[Dialogue]:
        """What ``seat`` must enter from the cardboard, for moves under way."""
        found = []
        for move in self.pending:
            if move.by == seat:
                viewer = Viewer(seat) if move.question.secret else PUBLIC
                stood_on = self.on.stood_on(move.seat, viewer, (move.question,)) + f"-{len(move.entered)}"
                question = move.question
                mine = move.seat == seat and not move.drawn
                found.append(
                    Dialogue(
                        seat,
                        question,
                        stood_on,
                        service=f"{CHANCE}{move.seat}",
                        revocable=mine,
                        meanings=self._meanings([question]),
                    )
                )
        return found

    def draft_stands_on(self, key: DraftKey, answers: Sequence[Answer]) -> str:
        """The digest of the questions that a draft with ``answers`` has answered; empty where it cannot go on."""
        viewer = self._answering(key)
        walked = self.on.walked(key[0], viewer, answers)
        return self.on.stood_on(key[0], viewer, walked.answered) if isinstance(walked, Asked) else ""

    @staticmethod
    def _answering(key: DraftKey) -> Viewer:
        """Through whose eyes a draft is answered."""
        seat, scribe = key
        return PUBLIC if scribe or seat == TABLE else Viewer(seat)
