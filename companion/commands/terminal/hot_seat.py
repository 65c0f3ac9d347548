"""Play in one terminal: each player whom the play waits for sits down, answers, and passes the keyboard on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from companion.commands.terminal.random_partners import random_answer, random_move
from companion.commands.terminal.seat_screen import Quit, SeatScreen
from companion.commands.terminal.typed_answers import Typed, Words, how_to_answer, is_value, lines_of, read
from companion.commands.terminal.typed_form import TypedForm
from companion.core.chance import CardboardNeeded, Drawn
from companion.core.dialogue import Asked, Done, walk
from companion.core.errors import Refused, RulesBug
from companion.core.forms import Filled, fill
from companion.core.questions import Answer, AnyQuestion
from companion.core.secrecy import PUBLIC, seen, viewer_of
from companion.core.secret_windows import has_answered
from companion.core.step import TABLE
from companion.core.wording import Message, say
from companion.plays.play import Play
from companion.plays.undo import UndoStep, redo_offer, undo_offer, undo_offer_to
from companion.service.play.dialogues import SentBefore, kept_as
from companion.service.play.play_now import what_of

ACTOR = "terminal"

Enter = Callable[[int, AnyQuestion], Answer]
"""A function that asks a seat what real cards or dice show."""


class TableChanged(Exception):
    """Raised after a command instead of an answer, since the question may have changed."""


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
        sent: SentBefore,
    ) -> None:
        self._play = play
        self._screen = screen
        self._held = {TABLE, *held}
        self._random = random
        self._wanted: int | None = None
        self._sent = sent
        self._words = Words(screen.speaker)

    def go_on(self) -> bool:
        """Play until the play is over (True) or a person quits (False). Raises ``LogError``, ``RulesBug``."""
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
        """Seat to ask next: the requested one, else the current one, else the first."""
        awaited = self._play.game.awaits(seen(self._play.state, PUBLIC))
        wanted, self._wanted = self._wanted, None
        everybody = (*awaited.must, *awaited.may)
        if wanted in everybody:
            return wanted
        # The terminal asks one after the other, so that everybody in the room sees who has answered.
        must = [
            seat
            for seat in awaited.must
            if awaited.progress or not has_answered(self._play.game, self._play.state, seat)
        ]
        everybody = (*must, *awaited.may)
        if self._screen.sitting in must:
            return self._screen.sitting
        away = [seat for seat in must if seat not in self._held]
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
        steps: list[int] = []
        while True:
            known = seen(self._play.state, viewer_of(seat))
            walked = walk(self._play.game.ask(known, seat), answers)
            if isinstance(walked, Done):
                return self._submit(seat, walked.move, self._from_cardboard)
            if walked.question.form is not None:
                filled = self._form(seat, known, answers, walked)
                if filled is not None and filled.moves:
                    return self._submit_form(seat, filled)
                given = list(filled.draft) if filled is not None else []
            else:
                answer = self._question(seat, walked.question)
                given = [] if answer is None else [answer]
            if given:
                steps.append(len(answers))
                answers += given
            elif steps:
                del answers[steps.pop() :]

    def _form(self, seat: int, known: Any, before: Sequence[Answer], walked: Asked) -> Filled | None:
        """Ask for the form that begins after the answers ``before``. Returns it ready to be sent; None to go back."""
        before, game, first = tuple(before), self._play.game, walked.question
        last = self._sent.last.get(kept_as(seat, walked), {})
        form = TypedForm(lambda given: fill(game, known, seat, before, given), last, self._screen.speaker)
        if first.secret:
            self._screen.cover(seat)
        while not form.sent:
            if (field := form.asked) is not None:
                answer = self._question(seat, field.question)
                if answer is not None:
                    form.give(field.key, answer)
                elif not form.back():
                    return None
                continue
            self._screen.show(*(lines := self._headed(seat, form.lines())))
            typed = self._typed(seat, form.how_to_answer(), lines)
            if typed is not None:
                form.take(typed)
            elif not form.back():
                return None
        self._sent.put(kept_as(seat, walked), form.answers)
        self._sent.write_down()
        return form.filled

    def _question(self, seat: int, question: AnyQuestion) -> Answer | None:
        """Ask a question. Returns the answer, or None to go back."""
        if question.secret:
            self._screen.cover(seat)
        self._screen.show(*(lines := self._headed(seat, lines_of(question, self._screen.speaker))))
        while True:
            typed = self._typed(seat, how_to_answer(question), lines, question)
            if typed is None:
                return None
            try:
                return read(question, typed)
            except Refused as refusal:
                self._screen.say(refusal.message)

    def _headed(self, seat: int, lines: Sequence[str]) -> list[str]:
        return ["", f"[{self._screen.speaker.name(seat)}]", *lines]

    def _typed(
        self, seat: int, prompt: Message, lines: Sequence[str], question: AnyQuestion | None = None
    ) -> str | None:
        """Read input that is no command; None to go back. ``lines`` are shown again after a command."""
        while True:
            typed = self._screen.ask(prompt)
            known = question is not None and is_value(question, typed)
            command = None if known else self._words.read(typed)
            if command is None:
                return typed
            if command.command == "back":
                return None
            self._do(command, seat)
            self._screen.show(*lines)

    def _submit_form(self, seat: int, filled: Filled) -> None:
        """Submit all moves of a form together; one undo takes them back."""
        if len(filled.moves) == 1:
            self._submit(seat, filled.moves[0], self._from_cardboard)
        else:
            for entry in self._play.submit_all(seat, _actor(seat), filled.moves, nonce=secrets.token_hex(12)):
                self._screen.happened(entry)

    def _submit(self, seat: int, move: Any, enter: Enter) -> None:
        entered, nonce = list[Answer](), secrets.token_hex(12)
        before: Sequence[Drawn] = ()
        while True:
            try:
                entry = self._play.submit(seat, _actor(seat), move, nonce=nonce, entered=entered, before=before)
            except CardboardNeeded as needed:
                entered.append(enter(needed.by, needed.question))
                before = needed.drawn
                continue
            break
        self._screen.happened(entry)

    def _from_cardboard(self, by: int, question: AnyQuestion) -> Answer:
        """Ask what real cards or dice show. Raises ``TableChanged`` if the move is undone instead."""
        answer = self._question(by, question)
        self._screen.give_back()
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
            case _:
                pass

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
            entry = self._play.undo(offer.to, seat, _actor(seat), marked=offer.marked, nonce=secrets.token_hex(12))
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
            self._screen.happened(self._play.redo(offer.to, seat, _actor(seat), nonce=secrets.token_hex(12)))
            raise TableChanged

    def _agreed(self, offer: UndoStep, what: Message) -> bool:
        """Whether an undo or redo needs no agreement, or the people at the table agree."""
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
