"""Play in one terminal: each awaited player sits down, answers, and passes the keyboard on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from companion.commands.seat_screen import Quit, SeatScreen
from companion.commands.typed_answers import Typed, Words, how_to_answer, is_value, lines_of, read
from companion.core.chance import CardboardNeeded, Drawn
from companion.core.dialogue import Done, walk
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.secrecy import PUBLIC, seen, viewer_of
from companion.core.step import TABLE
from companion.core.wording import Message, say
from companion.plays.play import Play
from companion.plays.undo import UndoStep, redo_offer, undo_offer, undo_offer_to
from companion.service.play.play_snapshot import what_of

TRIES = 50
"""Dialogues tried before giving up."""


def random_move(game: AnyGame, state: Any, seat: int, random: Random, name: str) -> Any | None:
    """A random move of ``seat`` from what it may know; None if none was found."""
    known = seen(state, viewer_of(seat))
    for _ in range(TRIES):
        answers: list[Answer] = []
        try:
            while True:
                walked = walk(game.ask(known, seat), answers)
                if isinstance(walked, Done):
                    return walked.move
                answers.append(random_answer(walked.question, random, name))
        except Refused:
            continue
    return None


def random_answer(question: Question, random: Random, name: str) -> Answer:
    """A random answer; ``name`` is used for texts. Raises ``Refused`` if there is no choice."""
    match question:
        case Pick():
            reachable = question.reachable()
            if not reachable:
                question.check("")
            return str(random.choice(reachable).value)
        case PickMany(options=options, least=least, most=most):
            values: Sequence[Any] = [option.value for option in options if option.reason is None]
            return random.sample(values, random.randint(min(least, len(values)), min(most, len(values))))
        case Count(low=low, high=high):
            return random.randint(low, high)
        case Dice(dice=dice, faces=faces):
            return [random.randint(1, faces) for _ in range(dice)]
        case Confirm():
            return random.random() < 0.5
        case Text(longest=longest):
            return name[:longest]
    raise NotImplementedError(f"no random answer to {question.key}")


ACTOR = "terminal"

Enter = Callable[[int, Question], Answer]
"""Asks a seat what cards or dice show."""


class TableChanged(Exception):
    """Something other than an answer was done; the question may have changed."""


class HotSeat:
    """Runs a play in a terminal. ``held`` seats are asked here, others answer at random; the table's own questions are
    always asked.
    """

    def __init__(
        self,
        play: Play,
        screen: SeatScreen,
        held: Collection[int],
        random: Random,
        nonce: Callable[[], str] = lambda: secrets.token_hex(12),
    ) -> None:
        self._play = play
        self._screen = screen
        self._held = {TABLE, *held}
        self._random = random
        self._nonce = nonce
        self._wanted: int | None = None
        self._words = Words(screen.speaker)

    def go_on(self) -> bool:
        """Play until the play is over (True) or somebody quits (False). Raises ``LogError``, ``RulesBug``."""
        self._help()
        try:
            while not self._play.finished:
                self._turn()
        except Quit:
            self._screen.leave()
            return False
        self._screen.leave()
        self._screen.score(TABLE)
        return True

    # -- turns -------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """One seat answers, or enters a command."""
        seat = self._next()
        try:
            if seat in self._held:
                self._screen.sit_down(seat)
                self._answer(seat)
            else:
                self._answer_at_random(seat)
        except TableChanged:
            return
        except Refused as refusal:
            self._screen.say(refusal.message)
            self._screen.ask(say("Press Enter to go on"))
        except RulesBug as bug:
            self._screen.say(say("The rules stumbled over that, and nothing was changed: {why}", why=str(bug)))
            self._screen.ask(say("Press Enter to go on"))

    def _next(self) -> int:
        """Seat to ask next: the one requested, else the present one, else the first."""
        awaited = self._play.game.awaits(seen(self._play.state, PUBLIC))
        wanted, self._wanted = self._wanted, None
        everybody = (*awaited.must, *awaited.may)
        if wanted in everybody:
            return wanted
        if self._screen.sitting in awaited.must:
            return self._screen.sitting
        away = [seat for seat in awaited.must if seat not in self._held]
        here = [seat for seat in everybody if seat in self._held]
        choice = (*away, *here, *everybody)
        if not choice:
            raise RulesBug("nobody can go on")
        return choice[0]

    # -- dialogues ---------------------------------------------------------------------------------------------

    def _answer(self, seat: int) -> None:
        """Run a seat's dialogue until its move is stored.

        Raises ``TableChanged``, ``Quit``, ``Refused``, ``RulesBug``.
        """
        answers: list[Answer] = []
        while True:
            known = seen(self._play.state, viewer_of(seat))
            walked = walk(self._play.game.ask(known, seat), answers)
            if isinstance(walked, Done):
                break
            answer = self._question(seat, walked.question)
            if answer is not None:
                answers.append(answer)
            elif answers:
                answers.pop()
        self._submit(seat, walked.move, self._from_cardboard)

    def _question(self, seat: int, question: Question) -> Answer | None:
        """The answer, or None for going back."""
        if question.secret:
            self._screen.cover(seat)
        name = self._screen.speaker.name(seat)
        lines = ["", f"[{name}]", *lines_of(question, self._screen.speaker)]
        self._screen.show(*lines)
        while True:
            typed = self._screen.ask(how_to_answer(question))
            command = None if is_value(question, typed) else self._words.read(typed)
            if command is None:
                try:
                    return read(question, typed)
                except Refused as refusal:
                    self._screen.say(refusal.message)
            elif command.command == "back":
                return None
            else:
                self._do(command, seat)
                self._screen.show(*lines)

    def _submit(self, seat: int, move: Any, enter: Enter) -> None:
        entered: list[Answer] = []
        before: Sequence[Drawn] = ()
        nonce = self._nonce()
        while True:
            try:
                entry = self._play.submit(seat, _actor(seat), move, nonce=nonce, entered=entered, before=before)
            except CardboardNeeded as needed:
                entered.append(enter(needed.by, needed.question))
                before = needed.drawn
                continue
            break
        self._screen.happened(entry)

    def _from_cardboard(self, by: int, question: Question) -> Answer:
        """What cards or dice show. Raises ``TableChanged`` if the move is undone instead."""
        answer = self._question(by, question)
        if answer is None:
            raise TableChanged
        return answer

    def _answer_at_random(self, seat: int) -> None:
        name = self._screen.speaker.name(seat)
        move = random_move(self._play.game, self._play.state, seat, self._random, name)
        if move is None:
            self._held.add(seat)
            self._screen.say(say("{name} finds nothing to do. Please answer instead.", name=name))
            return
        self._submit(seat, move, lambda _by, question: random_answer(question, self._random, name))

    # -- commands ----------------------------------------------------------------------------------------------

    def _do(self, typed: Typed, seat: int) -> None:
        """Run a typed command. Raises ``TableChanged`` if the question may have changed, ``Quit``."""
        match typed.command:
            case "quit":
                raise Quit
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "score":
                self._screen.score(seat)
            case "look":
                self._screen.look(seat)
            case "log":
                self._screen.log(seat)
            case "seat":
                self._change_seat(typed.rest)
            case "help":
                self._help()

    def _change_seat(self, which: str) -> None:
        if not which.isdecimal() or int(which) not in self._held:
            seats = ", ".join(str(seat) for seat in sorted(self._held))
            self._screen.say(say("Write the number of a seat after it: {seats}. 0 is the table.", seats=seats))
            return
        self._wanted = int(which)
        raise TableChanged

    def _undo(self) -> None:
        offer = self._undo_offer()
        if offer is None:
            self._screen.say(say("There is nothing to take back."))
        elif self._agreed(offer, say("Take back: {what}", what=what_of(offer))):
            seat = offer.entry.seat
            entry = self._play.undo(offer.to, seat, _actor(seat), marked=offer.marked, nonce=self._nonce())
            self._screen.happened(entry)
            raise TableChanged

    def _undo_offer(self) -> UndoStep | None:
        """Undo of the last step of a held seat; random answers after it are undone too."""
        effective = self._play.effective
        if effective[-1].seat in self._held:
            return undo_offer(effective, effective[-1].seat)
        own = (effective[place] for place in range(len(effective) - 1, 0, -1) if effective[place].seat in self._held)
        step = next(own, None)
        return undo_offer_to(effective, step.seat, step.base) if step else None

    def _redo(self) -> None:
        offer = redo_offer(self._play.entries, self._play.head.seat)
        if offer is None:
            self._screen.say(say("There is nothing to put back."))
        elif self._agreed(offer, say("Put back: {what}", what=what_of(offer))):
            seat = self._play.head.seat
            self._screen.happened(self._play.redo(offer.to, seat, _actor(seat), nonce=self._nonce()))
            raise TableChanged

    def _agreed(self, offer: UndoStep, what: Message) -> bool:
        """Whether it is free, or the table agrees."""
        self._screen.say(what)
        if offer.way == "free":
            return True
        yes = self._screen.speaker.say(say("yes"))
        typed = self._screen.ask(say('Does the whole table agree? Write "{yes}"', yes=yes))
        return typed.strip().lower() in ("yes", yes)

    def _help(self) -> None:
        self._screen.say(say("Instead of an answer you can write: {words}.", words=self._words.listed()))


def _actor(seat: int) -> str:
    return f"{ACTOR}:{seat}"
