"""A printed fact put right while the play is on: what is proposed, and the questions it needs. Plain values.

Somebody says which fact is wrong; the companion looks which earlier results rested on it; the person who asked says
whether these are corrected too; the others agree. Then it is one entry of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from msgspec import Struct

from companion.core.box_reading import FactKey
from companion.core.boxes import FactCorrection, Learned, fact
from companion.core.dialogue import Asked, Done, digest, walk
from companion.core.game import AnyGame
from companion.core.inventory import Tracked, value_words
from companion.core.options import Option
from companion.core.questions import Answer, Pick
from companion.core.secrecy import PUBLIC, Sealed
from companion.core.step import LogText
from companion.core.wording import N_, Message, SeatName, Wording, say, say_n
from companion.plays.fact_dependents import FactDependents
from companion.plays.time_source import Clock
from companion.plays.undo import printed_name, printed_value
from companion.service.audit.fact_choice import ask_fact
from companion.service.play.dialogues import PlayState, in_words
from companion.service.play.play_views import Answered, Dialogue

SERVICE = "fact-"
"""What the ``service`` of these dialogues begins with."""
CHOOSE, DECIDE, AGREE = "fact-choose", "fact-decide", "fact-agree"

WITH, ONLY, LEAVE = "with", "only", "leave"
"""Put right what rested on it too; only what is printed; leave it all as it is."""
SO, NOT_SO = "so", "not-so"
"""What the others say to it."""
MOST_LINES = 6
"""Steps that are named one by one."""


class Choosing(Struct, frozen=True):
    """Somebody is saying which fact is wrong: ``answers`` so far, and the facts that are offered first."""

    used: tuple[FactKey, ...] = ()
    answers: tuple[Answer, ...] = ()


class Proposal(Struct, frozen=True):
    """Facts to be corrected. ``rested`` is None while the companion looks; ``numbers`` says whether what rested on
    them is corrected too, None until the asker has said: ``until`` then, by the table's clock. After that there is
    a vote.
    """

    id: str
    asker: int
    facts: tuple[FactCorrection, ...]
    rested: FactDependents | None = None
    numbers: bool | None = None
    until: float = inf

    @property
    def subject(self) -> str:
        """What a No to it stands for: the facts, with or without what rested on them."""
        return ",".join(f"{one.kind}.{one.key}.{one.field}={one.new}" for one in self.facts)


def choosing_dialogue(game: AnyGame, state: Any, place: int, choosing: Choosing) -> Dialogue | None:
    """The next question to somebody who says which fact is wrong."""
    walked = _walked(game, state, choosing)
    if not isinstance(walked, Asked):
        return None
    answered = tuple(
        Answered(question.prompt, in_words(question, answer))
        for question, answer in zip(walked.answered, choosing.answers, strict=True)
    )
    question = walked.question
    stood_on = digest(CHOOSE, place, len(choosing.answers), (*walked.answered, question))
    return Dialogue(place, question, stood_on, list(choosing.answers), answered, CHOOSE)


def chosen(game: AnyGame, state: Any, choosing: Choosing) -> Done[Learned | None] | None:
    """What was said in the end; None while something is still asked. Raises ``Refused``."""
    walked = _walked(game, state, choosing)
    return walked if isinstance(walked, Done) else None


def _walked(game: AnyGame, state: Any, choosing: Choosing) -> Asked | Done[Learned | None]:
    return walk(ask_fact(game, game.box_of(state), choosing.used), choosing.answers)


def decide_dialogues(proposal: Proposal, game: AnyGame, public: Any, place: int) -> list[Dialogue]:
    """What a proposal asks the person who made it, at ``place`` (0: the panel, and a scribe). ``public`` is the state
    as everybody sees it.
    """
    if place != proposal.asker or proposal.rested is None or proposal.numbers is not None:
        return []
    question = _decide(proposal, game, public)
    return [Dialogue(place, question, digest(proposal.id, place, 0, (question,)), service=DECIDE)]


def _decide(proposal: Proposal, game: AnyGame, public: Any) -> Pick[str]:
    rested = proposal.rested or FactDependents()
    numbers = changes(rested, game, public)
    only = say("Only what is printed", N_("Only what is printed"))
    put = [Option(ONLY, only if numbers else say("Set it right", N_("Set it right")), icon="check")]
    if numbers:
        both = say_n(
            "Set it right, and {n} number", "Set it right, and {n} numbers", len(numbers), N_("Right, and {n} more")
        )
        put.insert(0, Option(WITH, both, icon="check"))
    return Pick(
        key=DECIDE,
        prompt=_prompt(proposal, game, public),
        hint=_found(rested),
        options=(
            *put,
            Option(LEAVE, say("Leave it as it is", N_("Leave it as it is")), icon="back"),
            *_rows(rested, game, public),
        ),
    )


def agreeing(proposal: Proposal, game: AnyGame, public: Any) -> Pick[str]:
    """What the others are asked."""
    rested = proposal.rested or FactDependents()
    return Pick(
        key=AGREE,
        prompt=_prompt(proposal, game, public),
        hint=say("{who} says that this is what is printed.", who=SeatName(proposal.asker)),
        options=(
            Option(SO, say("So it is", N_("So it is")), icon="check"),
            Option(NOT_SO, say("No", N_("No")), icon="undo"),
            *(_rows(rested, game, public) if proposal.numbers else ()),
        ),
    )


def _prompt(proposal: Proposal, game: AnyGame, public: Any) -> Message:
    change = change_of(proposal, game, public)
    return say("Set right what is printed? {change}", N_("Printed otherwise?"), change=change)


def change_of(proposal: Proposal, game: AnyGame, public: Any) -> Message:
    """What is to be corrected, in words."""
    one = proposal.facts[0]
    change = say(
        "{what}: not {old} but {new}",
        what=printed_name(game, game.box_of(public), one),
        old=printed_value(game, one, one.old),
        new=printed_value(game, one, one.new),
    )
    more = len(proposal.facts) - 1
    if more:
        change = say_n("{change} (and {n} thing more)", "{change} (and {n} things more)", more, change=change)
    return change


def _found(rested: FactDependents) -> Message:
    if not rested.whole:
        return say("Some earlier steps could not be gone through again: look at the numbers yourselves.")
    if not rested.found:
        return say("No earlier result rested on it.")
    steps = len(rested.lines) + len(rested.unclear)
    return say_n("{n} earlier step rested on it.", "{n} earlier steps rested on it.", steps)


def _rows(rested: FactDependents, game: AnyGame, public: Any) -> tuple[Option[str], ...]:
    look = say("Only to look at")
    rows = [
        Option(f"number.{tracked.key}", change_words(tracked, now), seat=tracked.owner, icon=tracked.icon, reason=look)
        for tracked, now in changes(rested, game, public)
    ]
    rows += [Option(f"unclear.{n}", _unclear(line), reason=look) for n, line in enumerate(rested.unclear[:MOST_LINES])]
    rows += [Option(f"line.{n}", _rested(line), reason=look) for n, line in enumerate(rested.lines[:MOST_LINES])]
    return tuple(rows)


def _rested(told: LogText) -> Wording:
    return say("It rested on this: {line}", line=told) if not isinstance(told, Sealed) else say("the last step")


def _unclear(told: LogText) -> Wording:
    if isinstance(told, Sealed):
        return say("the last step")
    return say("It would have gone another way; look for yourselves: {line}", line=told)


def changes(rested: FactDependents, game: AnyGame, public: Any) -> list[tuple[Tracked, int]]:
    """The numbers everybody may know, and what they are when they are right."""
    found = FactDependents(public=rested.public).numbers(game, public)
    tracked = {one.key: one for one in game.inventory(public) if one.key in found}
    return [(tracked[key], now) for key, now in found.items() if tracked[key].value != now]


def change_words(tracked: Tracked, now: int) -> Message:
    """A number that rested on a fact, with whose it is."""
    was, becomes = (value_words(n, tracked.low, tracked.meanings) for n in (tracked.value, now))
    return say(
        "{what}: {was} becomes {now}", N_("{what}: {was}, now {now}"), what=tracked.full_name, was=was, now=becomes
    )


def still_wrong(game: AnyGame, state: Any, facts: Sequence[FactCorrection]) -> bool:
    """Whether the play still has all of them as they were typed."""
    box = game.box_of(state)
    return all(fact(box, one.kind, one.key, one.field) == one.old for one in facts)


SLICE = 0.05
"""Seconds of looking between two requests."""


class DependentsSearch:
    """The search for what rested on printed facts: a few steps at a time, between requests, so that the table goes on.
    Deciding thread only.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._steps: Iterator[FactDependents] | None = None
        self._found = FactDependents()

    @property
    def looking(self) -> bool:
        """Whether there are steps to look at yet."""
        return self._steps is not None

    def begin(self, steps: Iterator[FactDependents]) -> None:
        """Search again, through ``steps`` that each give all that was found until then."""
        self._steps, self._found = steps, FactDependents()

    def stop(self) -> None:
        """Stop the search."""
        self._steps = None

    def go_on(self) -> FactDependents | None:
        """Look for a moment longer: what was found in all, once everything is looked at. Raises ``LogError``."""
        until = self._clock.mono() + SLICE
        while self._steps is not None:
            found = next(self._steps, None)
            if found is None:
                self._steps = None
                return self._found
            self._found = found
            if self._clock.mono() >= until:
                break
        return None


@dataclass(frozen=True)
class FactState:
    """``choosing`` are those who say which fact is wrong, by place; ``proposal`` is what is before the table."""

    choosing: Mapping[int, Choosing] = field(default_factory=dict)
    proposal: Proposal | None = None

    def dialogues(self, state: PlayState, place: int) -> list[Dialogue]:
        """What is asked at the screens of ``place`` about printed facts that are wrong. Of a place that is still to say
        which, from what everybody may see: it stands on small displays too.
        """
        found: list[Dialogue] = []
        if state.play is None:
            return found
        game, public = state.play.game, state.play.known(PUBLIC)
        choosing = self.choosing.get(place)
        if choosing is not None and (asked := choosing_dialogue(game, public, place, choosing)) is not None:
            found.append(asked)
        if self.proposal is not None:
            found += decide_dialogues(self.proposal, game, public, place)
        return found
