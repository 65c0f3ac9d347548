"""Guided set-up: the game's set-up steps, ticked by the people who have done them. Used only by the deciding thread.

The play does not wait for it and can continue while steps are open. The steps are computed from the state after the
table's own moves, before any seat moved. Ticks are stored beside the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from companion.core.boxes import Learned
from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused, not_offered
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Pick
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import TABLE
from companion.core.table_setup import SetupStep
from companion.core.wording import N_, Message, SeatName, Wording, in_a_row, named, say
from companion.plays.corrections import as_facts, corrections_of
from companion.plays.play import Play
from companion.plays.storage.entry import LOBBY, Entry
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.service.agreement.printed_values import (
    EnterPrinted,
    PrintedReply,
    PrintedView,
    checked,
    printed_views,
)
from companion.service.asking.requests import Nonce, Reply, Request
from companion.service.asking.sender import Actor, Handlers, Sender
from companion.service.play.answers import AnswerQuestion, Moves
from companion.service.play.dialogues import Pending
from companion.service.play.notices import Notices
from companion.service.play.play_views import Dialogue
from companion.service.play.reading import Reading
from companion.service.play.running_play import RunningPlay
from companion.service.seats.seats_state import SeatsState
from companion.service.table_state import BesidePlay, StateHolder

PRINTED = "printed"
"""The key of the step in which printed values are entered, or left until they are needed."""
PRINTED_NAME = say("Printed values", N_("Printed values"))
PRINTED_WORDS = say("Enter what only your copy of the game prints, or let the companion ask when it is needed.")
SERVICE = "set-up-"
"""The service of the dialogue in which keys of a seat answer a step of the set-up."""
DONE, SKIP = "done", "skip"

StepKey = Annotated[str, Meta(max_length=60, description="The key of a step of the set-up.")]


class TickSetup(Request, frozen=True):
    """Tick this seat's part of a step, or take the tick back. An admin without a seat ticks for everybody."""

    may_ask = "seat or admin"
    step: StepKey
    done: bool = True


class SkipSetup(Request, frozen=True):
    """End the guided set-up, because everything is laid out."""

    may_ask = "seat or admin"


class DealAgain(Request, frozen=True):
    """Draw again what the companion drew for the set-up, before anybody moves."""

    may_ask = "host"
    nonce: Nonce = ""


class TickedSteps(Struct, frozen=True):
    """The seats that ticked each step (0: a person for all), by its key; ``on``: the set-up is guided. ``host`` is the
    seat that began the play (0: a person without a seat).
    """

    on: bool = False
    ticks: Mapping[str, frozenset[int]] = {}
    host: int = TABLE


@dataclass(frozen=True)
class GuidedSetupState:
    """``steps`` is empty if the set-up is not guided. ``begun``: a seat has moved; ``drawn``: the companion drew.
    ``host`` is the seat that began the play.
    """

    steps: tuple[SetupStep, ...] = ()
    ticks: Mapping[str, frozenset[int]] = field(default_factory=dict)
    begun: bool = False
    drawn: bool = False
    printed: tuple[PrintedView, ...] = ()
    host: int = TABLE


class SetupTask(Struct, frozen=True):
    """One step for screens: the seats ``who`` do it, those in ``owe`` have not done it yet. ``doer`` says who in words.
    ``lies`` is what lies where afterwards; that of a ``private`` step is for its seats only.
    """

    number: int
    key: str
    title: Message
    words: Message
    doer: Wording
    who: tuple[int, ...]
    owe: tuple[int, ...]
    lies: tuple[tuple[Wording, Wording], ...] = ()
    widget: str = ""
    group: str = ""
    colour: str = ""
    ticked: tuple[int, ...] = ()


class SetupView(Struct, frozen=True):
    """The set-up of the play on the table. ``begun``: a seat has moved already, while steps are still open. ``again``:
    the companion can deal again. ``printed`` are the values of the owners' copy that the play needs.
    """

    tasks: tuple[SetupTask, ...]
    begun: bool = False
    again: bool = False
    printed: tuple[PrintedView, ...] = ()

    @property
    def owed(self) -> tuple[SetupTask, ...]:
        """What is not laid out yet, in order."""
        return tuple(task for task in self.tasks if task.owe)

    @property
    def current(self) -> SetupTask | None:
        """The first step that is not done."""
        return next(iter(self.owed), None)

    def of(self, seat: int) -> tuple[SetupTask, ...]:
        """What ``seat`` still has to lay out; everything for somebody without a seat."""
        return tuple(task for task in self.owed if seat == TABLE or seat in task.owe)

    @property
    def busy(self) -> tuple[int, ...]:
        """The seats that have something to lay out now."""
        return tuple(sorted({seat for task in self.owed for seat in task.owe}))


class GuidedSetup:
    """Stores which steps of the set-up are done, answers the first questions of a play for the lobby, and deals
    again.
    """

    def __init__(
        self,
        state: StateHolder,
        running: RunningPlay,
        moves: Moves,
        notices: Notices,
        reading: Reading,
        settings: Settings,
    ) -> None:
        self._part = state.part(GuidedSetupState())
        self._running = running
        self._moves = moves
        self._notices = notices
        self._reading = reading
        self._kept = BesidePlay(settings, "set-up:", TickedSteps)
        self._ticked = TickedSteps()
        self._read_at = 0
        self._printed: tuple[PrintedView, ...] = ()

    @property
    def now(self) -> GuidedSetupState:
        return self._part.now

    def handlers(self) -> Handlers:
        return {
            TickSetup: self._tick,
            SkipSetup: self._skip,
            DealAgain: self._deal_again,
            EnterPrinted: self._enter_printed,
        }

    # -- the play ------------------------------------------------------------------------------------------------

    def take_up(self, play: Play | None) -> None:
        """Follow another play on the table, or none."""
        self._ticked, self._read_at = TickedSteps(), 0
        with suppress(LogError, msgspec.ValidationError):
            self._ticked = self._kept.take_up(play.id if play is not None else "") or TickedSteps()
        self._show()

    def begin(self, host: int) -> None:
        """Guide the set-up of the play that ``host`` has just begun. Questions only for plays that were under way are
        answered automatically.
        """
        self._keep(TickedSteps(on=True, host=host))
        self._show()
        state = self._running.now
        play = state.play
        if play is None or TABLE not in state.awaited.must:
            return
        answers: list[Answer] = []
        while isinstance(walked := state.on.walked(TABLE, PUBLIC, answers), Asked):
            question = walked.question
            answer = _possible(question, play.game.from_the_start.get(question.key))
            if answer is None:
                return
            answers.append(answer)
        if isinstance(walked, Done):
            asked = state.on.walked(TABLE, PUBLIC, answers[:-1])
            if isinstance(asked, Asked):
                with suppress(Refused, LogError):
                    # otherwise the table is asked
                    nonce = f"{LOBBY}-{len(self._running.playing().entries)}"
                    move = play.game.guided(walked.move)
                    self._moves.submit(Pending(TABLE, LOBBY, move, nonce, asked.question, TABLE))

    def follow(self, _: Entry) -> None:
        """Handle a new entry: the companion has drawn, or a seat has moved. Raises ``LogError``."""
        self._show()
        now = self._part.now
        if now.steps and not now.begun:
            # the steps say all that
            self._reading.tick_all(self._running.now.numbers)
        if now.begun and now.steps and all(_is_done(step, now.ticks, self._running.now.numbers) for step in now.steps):
            self._keep(TickedSteps())
            self._show()

    def _show(self) -> None:
        play = self._running.play
        if play is None or not self._ticked.on:
            if self._part.now != GuidedSetupState():
                self._part.put(GuidedSetupState())
            return
        opened, begun, drawn = _opening(play)
        steps = self._part.now.steps
        if opened.number != self._read_at:
            state = play.state_after(opened.number)
            steps = tuple(play.game.setup_steps(seen(state, PUBLIC)))
            printed = printed_views(play.game, state)
            if sum(view.missing for view in printed) or any(step.key == PRINTED for step in self._part.now.steps):
                steps += (SetupStep(PRINTED, "nearest", PRINTED_WORDS, name=PRINTED_NAME),)
            self._printed = printed
            self._read_at = opened.number
        self._part.put(
            GuidedSetupState(steps, self._ticked.ticks, begun, drawn and not begun, self._printed, self._ticked.host)
        )

    def _keep(self, ticked: TickedSteps) -> None:
        """Store ticks at once, since a tick must not be lost. Raises ``LogError``."""
        self._kept.keep(ticked)
        self._ticked = ticked

    # -- what people ask -----------------------------------------------------------------------------------------

    def _step(self, key: str) -> SetupStep:
        found = next((step for step in self._part.now.steps if step.key == key), None)
        if found is None:
            raise Refused("no-step", say("The set-up has no such step."))
        return found

    def _tick(self, sender: Sender, request: TickSetup) -> Reply:
        self._put_tick(sender.actor, self._step(request.step), done=request.done)
        return Reply()

    def _put_tick(self, actor: Actor, step: SetupStep, *, done: bool) -> None:
        before = self._ticked.ticks.get(step.key, frozenset())
        own = frozenset({actor.seat})
        # A step done by one of several can be unticked by any of them; a step that each does, by each for itself.
        each = step.who in ("each", "seats") and actor.seat != TABLE
        after = before | own if done else before - own - {TABLE} if each else frozenset()
        self._put({**self._ticked.ticks, step.key: after})

    def _put(self, ticks: Mapping[str, frozenset[int]]) -> None:
        self._keep(structs.replace(self._ticked, ticks=ticks))
        self._part.put(replace(self._part.now, ticks=ticks))

    def _skip(self, sender: Sender, _: SkipSetup) -> Reply:
        steps = self._part.now.steps
        if not steps:
            raise Refused("no-step", say("The set-up has no such step."))
        self._put({step.key: self._ticked.ticks.get(step.key, frozenset()) | {TABLE} for step in steps})
        own = sender.actor.seat
        if own != TABLE:
            others = [seat for seat in self._running.playing().setup.numbers if seat != own]
            self._notices.tell(others, say("{who} says that all is laid out.", who=SeatName(own)), "plain")
        return Reply()

    def _deal_again(self, sender: Sender, _: DealAgain) -> Reply:
        play, now = self._running.playing(), self._part.now
        if not now.drawn:
            raise Refused("no-deal", say("Somebody has moved, or the companion drew nothing: it cannot deal again."))
        first = next(entry for entry in play.effective if entry.drawn)
        undone = play.effective.after(first.base)
        moves = [entry.move for entry in undone if entry.kind == "move"]
        self._running.entered(play.undo(first.base, TABLE, str(sender.actor), marked=True, nonce=sender.key))
        facts = _facts_of(undone)
        if facts:
            self._running.entered(
                play.set_right({}, str(sender.actor), nonce=f"{LOBBY}-facts-{len(play.entries)}", facts=facts)
            )
        for move in moves:
            made = f"{LOBBY}-{len(play.entries)}"
            asked = self._running.now.on.walked(TABLE, PUBLIC, ())
            if isinstance(asked, Asked):
                with suppress(Refused):
                    # Answers of the table about the former deal may not fit the new one, so they are asked again.
                    self._moves.submit(Pending(TABLE, LOBBY, play.game.decode_move(move), made, asked.question, TABLE))
        self._put({key: seats for key, seats in self._ticked.ticks.items() if key in _laid_before(now.steps)})
        who = named(sender.actor.seat) if sender.actor.seat != TABLE else say("The admin")
        self._notices.tell(play.setup.numbers, say("{who} deals again: look at what was drawn.", who=who), "warning")
        return Reply()

    def _enter_printed(self, sender: Sender, request: EnterPrinted) -> Reply:
        play, now = self._running.playing(), self._part.now
        if not now.steps or now.begun:
            raise Refused("begun", say("The game has begun: what is printed is asked for when it is needed."))
        found = checked(play.game, play.state, request)
        if found.facts:
            nonce = sender.key or f"{PRINTED}-{len(play.entries)}"
            self._running.entered(play.set_right({}, str(sender.actor), nonce=nonce, facts=found.facts))
        return PrintedReply(entered=len(found.facts), wrong=found.wrong)

    # -- keys ----------------------------------------------------------------------------------------------------

    def answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """Tick a step, or everything, by a key of a seat. Raises ``Refused``."""
        step = self._step(request.service.removeprefix(SERVICE))
        if request.answer == SKIP:
            return self._skip(sender, SkipSetup())
        if request.answer != DONE:
            raise not_offered(request.answer)
        self._put_tick(sender.actor, step, done=True)
        return Reply()


def _possible(question: AnyQuestion, answer: Answer | None) -> Answer | None:
    """The answer if it is possible now, else the usual one, or None."""
    if answer is not None:
        with suppress(Refused):
            question.check(answer)
            return answer
    return question.preset


def _facts_of(entries: Iterable[Entry]) -> tuple[Learned, ...]:
    """The printed facts that were entered in these entries."""
    corrected = [entry for entry in entries if entry.kind == "correction"]
    return tuple(fact for entry in corrected for fact in as_facts(corrections_of(entry.move)))


def _laid_before(steps: Iterable[SetupStep]) -> set[str]:
    """The keys of the steps that do not depend on what was drawn."""
    return {step.key for step in steps if not step.lies}


def _is_done(step: SetupStep, ticks: Mapping[str, frozenset[int]], numbers: Iterable[int]) -> bool:
    """Whether nobody in ``numbers`` has anything left to do in a step."""
    ticked = ticks.get(step.key, frozenset())
    each = set(numbers) if step.who == "each" else set(step.seats)
    return TABLE in ticked or (ticked >= each if each else bool(ticked))


def _opening(play: Play) -> tuple[Entry, bool, bool]:
    """(last entry before any seat moved, whether a seat has moved, whether the companion drew)."""
    last, drew = play.effective[0], False
    for entry in play.effective:
        if entry.seat != TABLE and entry.kind != "correction":
            return last, True, drew
        last, drew = entry, drew or any(drawn.by == "companion" for drawn in entry.drawn)
    return last, False, drew


# -- what screens show ---------------------------------------------------------------------------------------------


def setup_view(
    guided: GuidedSetupState, seats: SeatsState, numbers: tuple[int, ...], seat: int = TABLE
) -> SetupView | None:
    """The set-up for the screen of ``seat`` (0: everybody's); None if the set-up is not guided, or nothing of it is
    left.

    ``numbers`` are the seats of the play; seats without a person owe nothing while others have one.
    """
    if not guided.steps:
        return None
    here = tuple(n for n in numbers if n not in seats.comings.gone)
    claimed = tuple(n for n in here if n in seats.claimed)
    asked = claimed or here or numbers
    entered = not any(view.missing for view in guided.printed)
    tasks = tuple(
        _task(
            number,
            step,
            guided.ticks.get(step.key, frozenset()),
            asked,
            guided.host,
            seat,
            entered=entered,
        )
        for number, step in enumerate(guided.steps, 1)
    )
    view = SetupView(tasks, guided.begun, guided.drawn, guided.printed)
    return view if view.owed or not guided.begun else None


def _doers(step: SetupStep, asked: tuple[int, ...], host: int) -> tuple[int, ...]:
    """The seats that do a step, by its ``who``; shared work goes to the host and then to the following seats."""
    first = asked.index(host) if host in asked else 0
    at = [asked[(first + n) % len(asked)] for n in range(max(len(asked), 4))]
    match step.who:
        case "host":
            return (at[0],)
        case "neighbours":
            return tuple(sorted(set(at[1:3]))) if len(asked) > 2 else asked
        case "nearest":
            return (at[3] if len(asked) != 2 else at[1],)
        case "seats":
            return tuple(seat for seat in step.seats if seat in asked) or asked
        case _:
            return asked


def _task(
    number: int,
    step: SetupStep,
    ticked: frozenset[int],
    asked: tuple[int, ...],
    host: int,
    seat: int,
    *,
    entered: bool,
) -> SetupTask:
    who = _doers(step, asked, host)
    alone = step.who in ("each", "seats")
    over = TABLE in ticked or (bool(ticked) and not alone) or (step.key == PRINTED and entered)
    owe = () if over else tuple(each for each in who if each not in ticked)
    shown = not step.private or seat in step.seats
    return SetupTask(
        number=number,
        key=step.key,
        title=step.title,
        words=step.words,
        doer=_all(step) if len(who) == len(asked) else in_a_row(named(each) for each in who),
        who=who,
        owe=owe,
        lies=tuple((laid.place, laid.things) for laid in step.lies) if shown else (),
        widget=step.widget if shown else "",
        group=step.group,
        colour=step.colour,
        ticked=tuple(sorted(ticked)),
    )


def _all(step: SetupStep) -> Wording:
    return say("Each of you") if step.who == "each" else say("All together")


def question(view: SetupView | None, seat: int) -> Dialogue | None:
    """The dialogue for the keys of ``seat``: its next step; None once the play has begun."""
    if view is None or view.begun or seat == TABLE:
        return None
    task = next(iter(view.of(seat)), None)
    if task is None:
        return None
    pick = Pick(
        key="set-up",
        prompt=task.title,
        options=(
            Option(DONE, say("Done", N_("Done")), icon="check"),
            Option(SKIP, say("All is laid out", N_("All is laid out")), icon="next", apart=True),
        ),
        default=DONE,
    )
    return Dialogue(seat, pick, f"{SERVICE}{task.key}", service=f"{SERVICE}{task.key}")
