"""Finds a move that rested on a printed fact which nobody has entered.

A move rests on a fact if its outcome is another one when the fact is known, one way or another: a number that is not
known without the fact is none. That is right only where people are asked:

- the move puts the fact into ``state.box``;
- it asks it itself, by a question that it would not ask if the fact were known, or that would then not take the answer;
- it is the answer to a question that the move before led to because the fact is missing;
- or the play stops now, or within some moves, to ask it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from companion.core.box_reading import ReadBox
from companion.core.boxes import Component, kind_called
from companion.core.chance import RecordedChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame, own_box
from companion.core.questions import Answer, AnyQuestion, Pick, PickMany
from companion.core.secrecy import PUBLIC, BrokenSeal, seen
from companion.core.step import Outcome, run
from companion.game_tests.printed_facts.invented_facts import fill_in, kind_of_fact, whole_box
from companion.game_tests.random_play import AppliedMove, Dialogue, MadeMove, RandomPlay, viewer_of

SHIFTS = 3
"""Other values that are tried of a fact."""

LATER = 12
"""Moves within which a fact that is needed has been asked."""

ComponentKey = tuple[str, str]
"""Kind and key of a component."""


class _Walked(NamedTuple):
    """The keys of what was asked. ``parts_at_a_choice``: an answer could not be given; ``untaken``: not even with a
    reason why it is out of reach now, so that what is asked is the fact itself, or rests on it.
    """

    keys: set[str]
    parts_at_a_choice: bool
    untaken: bool


class UnknownFacts:
    """Looks at the moves of ``random_play``, each after it was made."""

    def __init__(self, random_play: RandomPlay) -> None:
        self._play = random_play
        self._game = random_play.game
        self._whole = whole_box(random_play.game, random_play.setup)

    def rested_on(self, made: MadeMove, dialogue: Dialogue, earlier: MadeMove | None) -> list[ComponentKey]:
        """The components on which ``made`` rested although something of them is missing. ``dialogue`` built it, and
        ``earlier`` is the move before it.
        """
        return [
            component
            for component in self._looked_for(made)
            if any(
                not self._asked_by(dialogue, made.before, component, shift)
                and not (earlier is not None and self._led_to(dialogue, earlier, component, shift))
                for shift in self._matters(made, component)
            )
            and not self._asked_soon(made.after, component)
        ]

    def _looked_for(self, made: MadeMove) -> Iterator[ComponentKey]:
        """The components of which the move looked for a fact in vain."""
        state = self._game.copy(made.before)
        state.box = box = ReadBox(own_box(state))
        again(self._game, state, made.move)
        found = {}
        for kind_key, key, field_key in box.missing:
            kind = kind_called(self._game.meta.box, kind_key)
            field = kind.field(field_key) if kind is not None else None
            if kind is None or field is None or field.optional:
                continue
            if key in kind.listed or key in own_box(made.before).get(kind_key, {}):
                found[kind_key, key] = None
        yield from found

    def _matters(self, made: MadeMove, component: ComponentKey) -> list[int]:
        """The values with which the outcome is another one, of facts that the move itself has not entered; none if the
        play stops to ask.
        """
        asked, numbers, other = self._next_question(made.after), self._numbers(made.after), []
        for shift in range(SHIFTS):
            state = self._as_if_known(made.before, component, shift, said=made.after)
            try:
                known = again(self._game, state, made.move).state
            except Refused:
                other.append(shift)
                continue
            except RulesBug:
                continue  # other dice or cards are asked for: what came was entered
            if self._next_question(known) != asked:
                return []
            if {key: value for key, value in self._numbers(known).items() if key in numbers} != numbers:
                other.append(shift)
        return other

    def _as_if_known(self, state: Any, component: ComponentKey, shift: int, said: Any = None) -> Any:
        """A copy of ``state`` in which all of a component is known, but for what the state ``said`` has of it."""
        kind, key = kind_of_fact(self._game, component[0]), component[1]
        invented: Component = self._whole.get(kind.key, {}).get(key, {})
        copy = self._game.copy(state)
        fill_in(copy, kind, key, invented, shift, said=own_box(state if said is None else said))
        return copy

    def _as_if_all_known(self, state: Any, shift: int) -> Any:
        """A copy of ``state`` in which all of every component is known."""
        copy = self._game.copy(state)
        for kind in self._game.meta.box:
            for key, invented in self._whole.get(kind.key, {}).items():
                fill_in(copy, kind, key, invented, shift, said=own_box(state))
        return copy

    def _asked_by(self, dialogue: Dialogue, before: Any, component: ComponentKey, shift: int) -> bool:
        """Whether the dialogue has a question that it has not when the component is known, or one that then would not
        take the answer.
        """
        try:
            walked = self._walked(self._as_if_known(before, component, shift), dialogue)
            if walked.untaken:
                return True
            if walked.parts_at_a_choice:
                # Another choice may lead to another unknown component, of which the same is asked.
                walked = self._walked(self._as_if_all_known(before, shift), dialogue)
        except Refused:
            return False  # there is no such dialogue: that says nothing of a question
        return not walked.keys.issuperset(question.key for question in dialogue.questions)

    def _walked(self, state: Any, dialogue: Dialogue) -> _Walked:
        """What is asked on ``state``, answered as in ``dialogue`` as far as that goes."""
        answers: dict[str, list[Answer]] = {}
        for question, answer in zip(dialogue.questions, dialogue.answers, strict=True):
            answers.setdefault(question.key, []).append(answer)
        other = self._from(state)
        parts, untaken = False, False

        def choose(question: AnyQuestion) -> Answer:
            nonlocal parts, untaken
            if left := answers.get(question.key):
                try:
                    question.check(left[0])
                except Refused:
                    untaken = untaken or (not parts and not _offers(question, left[0]))
                    parts = True
                else:
                    return left.pop(0)
            return other.go_on(question)

        keys = {question.key for question in other.answered(dialogue.seat, choose).questions}
        return _Walked(keys, parts, untaken)

    def _led_to(self, dialogue: Dialogue, earlier: MadeMove, component: ComponentKey, shift: int) -> bool:
        """Whether the move before would have led to another question of this seat if the component had been known."""
        seat = dialogue.seat
        try:
            known = again(self._game, self._as_if_known(earlier.before, component, shift), earlier.move).state
        except (Refused, RulesBug):
            return False
        return self._first_question(seen(known, viewer_of(seat)), seat) != dialogue.questions[0].key

    def _asked_soon(self, state: Any, component: ComponentKey) -> bool:
        """Whether all of the component is known within some moves."""
        kind, key = kind_of_fact(self._game, component[0]), component[1]
        later = self._from(state)
        for _ in range(LATER):
            known = own_box(later.state).get(kind.key, {}).get(key, {})
            if all(field.optional or field.key in known for field in kind.fields):
                return True
            if later.awaited.over or not later.fast_forward(1):
                return False
        return False

    def _from(self, state: Any) -> RandomPlay:
        """The play, at another state and with other decisions."""
        play = self._play
        other = RandomPlay(play.game, play.setup, play.seed, bytes(play.aside(256) for _ in range(200)))
        other.state = play.game.copy(state)
        other.stream.position = play.stream.position
        return other

    def _next_question(self, state: Any) -> Any:
        """Who is asked what next, as everybody sees it."""
        public = seen(state, PUBLIC)
        awaited = self._game.awaits(public)
        if awaited.over:
            return "over"
        seat = (*awaited.must, *awaited.may)[0]
        return seat, self._first_question(public, seat)

    def _first_question(self, known: Any, seat: int) -> str | None:
        """The key of what ``seat`` is asked first on a state as somebody sees it; None if that is nothing."""
        with suppress(Refused, BrokenSeal):
            walked = walk(self._game.ask(known, seat), [])
            return walked.question.key if isinstance(walked, Asked) else None
        return None

    def _numbers(self, state: Any) -> dict[str, int]:
        return {tracked.key: tracked.value for tracked in self._game.inventory(state) if tracked.known}


def _offers(question: AnyQuestion, answer: Answer) -> bool:
    """Whether the answer is among what is offered, out of reach or not. A number beyond what may be said is not."""
    if not isinstance(question, Pick | PickMany):
        return False
    offered = {option.value for option in question.options}
    return offered.issuperset(answer if isinstance(answer, list) else [answer])


def again(game: AnyGame, state: Any, made: AppliedMove) -> Outcome[Any]:
    """The same move, with its chance, on another state, which is used up."""
    return run(state, made.seat, RecordedChance(made.drawn), lambda step: game.apply(step, made.move))
