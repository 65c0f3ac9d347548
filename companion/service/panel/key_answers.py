"""The effect of a pressed key at its place: it moves a cursor, turns a page, goes back, answers, or opens the menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.errors import Refused
from companion.core.questions import Answer, Dice, Pick, PickMany
from companion.core.wording import N_, say
from companion.service.agreement.votes import MENU, VOTE
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Actor, FromKeys
from companion.service.panel.dials import Dial, dial_for, nudged, pressed_ok, previous_die, turned
from companion.service.panel.displays import DisplayUpdates
from companion.service.panel.faces import form_at, lines_above, on_screen, pages_of, refill_at, slip_at, slip_page
from companion.service.panel.form_entry import (
    SEND,
    OpenForm,
    RefilledView,
    arrowed,
    gone_up,
    pressed,
    sent_answers,
    sent_back,
    swept,
    taken,
)
from companion.service.panel.joining import WifiQuestion
from companion.service.panel.key_menu import (
    COUNTING,
    NAME,
    OPEN,
    SIT,
    asks_first,
    counting_request,
    is_free,
    menu_request,
    name_chosen,
    name_request,
    stood_of,
)
from companion.service.panel.pad_lines import asked_of_play, is_lines, is_sealed_line, way_of
from companion.service.panel.place_states import PANEL, PlaceState, PlaceStates
from companion.service.play.answers import AnswerQuestion, AnswerQuestions, StepBack, SubmitForm
from companion.service.play.dialogues import CHANCE, preview
from companion.service.play.play_views import Dialogue
from companion.service.play.reading import TickSlip
from companion.service.rooms import Rooms
from companion.service.seats.host_role import HostPins
from hardware.ports import PUSH

OK_KEYS = ("ok", PUSH)


@dataclass(eq=False, repr=False)
class KeyAnswers:
    """Handles key presses of all places. Used only by the deciding thread. ``nonce`` makes a new nonce for each
    answer.
    """

    rooms: Rooms
    states: PlaceStates
    displays: DisplayUpdates
    pins: HostPins
    wifi: WifiQuestion
    nonce: Callable[[], str]

    def pressed(self, number: int, key: str, picture: int) -> None:
        """Handle a key press at a place whose display showed ``picture``."""
        covered = self.states[number].flash is not None and key not in ("up", "down")
        self.states.change(number, flash=None, pressed="")
        if covered:
            if key in OK_KEYS:
                # it may have been meant for the flash or for what is below it: the frame says that it answered nothing
                self.states.frame(number)
            return
        if number == PANEL and self.pins.shown:
            # What is below the PIN is not visible, so it must not be answered.
            if key == "back":
                self.pins.put_away()
        elif key in OK_KEYS:
            self._ok(number, picture)
        elif key == "back":
            self._back(number)
        else:
            self._move(number, key, 1)

    def held(self, number: int) -> None:
        """Handle a held OK: send the form in which it was pressed as it is, or take the options picked so far."""
        state = self.states[number]
        dialogue = on_screen(self.rooms.moment, state)
        if dialogue is None or state.pressed != dialogue.digest:
            return
        self.states.change(number, pressed="")
        opened = form_at(self.rooms.moment, state)
        if opened is None:
            self._picked(number, dialogue, dial_for(dialogue, state.dial))
        elif (page := opened.entry.page) is not None and opened.asked is not None and _many(opened.asked):
            self._in_form(number, opened, lambda refill: taken(opened, list(page.picked), refill))
        elif not opened.view.ready:
            self._send_back(number, opened)
        else:
            self._send(number, opened)

    def _picked(self, number: int, dialogue: Dialogue, dial: Dial) -> None:
        """Answer with the options picked so far, without moving to the last line."""
        if isinstance(dialogue.question, PickMany):
            self._chosen(number, dialogue, dial, list(dial.picked))

    def chosen(self, number: int, dialogue: Dialogue, answer: Answer) -> None:
        """Give an answer to the dialogue on screen that came by other means than keys, such as a tag."""
        self._chosen(number, dialogue, dial_for(dialogue, self.states[number].dial), answer)

    def filled_in(self, number: int, field: str, answer: Answer) -> None:
        """Fill in a field of the form on screen by other means than keys."""
        opened = form_at(self.rooms.moment, self.states[number])
        if opened is not None and field in opened.stops:
            there = opened.with_entry(at=field, page=None, sure=None)
            self._in_form(number, there, lambda refill: taken(there, answer, refill))

    def turned(self, number: int, steps: int) -> None:
        """Handle a turn of a place's encoder; positive ``steps`` are clockwise."""
        self.states.change(number, flash=None)
        if number == PANEL and self.pins.shown:
            return
        state = self.states[number]
        if (opened := form_at(self.rooms.moment, state)) is not None:
            self._in_form(number, opened, lambda refill: swept(opened, steps, refill))
            return
        dialogue = on_screen(self.rooms.moment, state)
        dial = dial_for(dialogue, state.dial) if dialogue is not None else None
        if dialogue is None or dial is None or dial.sure:
            self._move(number, "down" if steps > 0 else "up", abs(steps))
        else:
            self.states.change(number, dial=turned(dial, dialogue.question, steps))

    def _move(self, number: int, key: str, times: int) -> None:
        state = self.states[number]
        if (opened := form_at(self.rooms.moment, state)) is not None:
            self._in_form(number, opened, lambda refill: arrowed(opened, key, times, refill))
            return
        dialogue = on_screen(self.rooms.moment, state)
        steps = times if key == "down" else -times
        if dialogue is not None:
            dial = dial_for(dialogue, state.dial)
            moved = replace(dial, at=min(max(dial.at + steps, 0), 1)) if dial.sure else None
            self.states.change(number, dial=moved or nudged(dial, dialogue.question, key, times))
            return
        if self._turn_slip(number, state, steps):
            return
        pages = len(pages_of(self.rooms.moment, state)) + 1
        page = (state.page + steps) % pages
        self.states.change(number, page=page, aside=state.aside and page > 0, slip_page=(0, 0))

    def _turn_slip(self, number: int, state: PlaceState, steps: int) -> bool:
        """Turn to another page of the slip on a display; False if there is none in that direction."""
        slip = slip_at(self.rooms.moment, state)
        if slip is None:
            return False
        page = slip_page(state, slip) + steps
        if not 0 <= page < self.displays.slip_pages(number):
            return False
        self.states.change(number, slip_page=(slip.line, page))
        return True

    def _back(self, number: int) -> None:
        if number == PANEL and self.wifi.asked:
            self.wifi.put_away()
            return
        state = self.states[number]
        dialogue = on_screen(self.rooms.moment, state)
        opened = form_at(self.rooms.moment, state)
        above = gone_up(opened) if opened is not None else None
        if above is not None:
            self.states.change(number, entry=above.entry)
        elif self._up_in_question(number, state, dialogue):
            pass
        elif dialogue is not None and (dialogue.back or dialogue.service == f"{CHANCE}{number}"):
            # also from a move that waits for a real draw or roll
            self.states.change(number, entry=None)
            self._say(number, self._ask(number, StepBack(dialogue.seat if dialogue.back else number)))
        elif state.menu:
            self.states.change(number, menu="" if state.menu in (OPEN, SIT) else OPEN, dial=None)
        elif dialogue is not None and state.peek and not state.opened and pages_of(self.rooms.moment, state):
            self.states.change(number, aside=True, page=1)
        elif not state.opened and (state.peek or not state.page) and self._may_choose(state):
            self.states.change(number, opened=True, page=0)
        elif not (state.page or state.peek) and self._has_menu(state):
            self.states.change(number, opened=False, entry=None if state.opened else state.entry)
            self.states.open_menu(number)
        else:
            self.states.change(number, opened=False, page=0, entry=None if state.opened else state.entry)

    def _up_in_question(self, number: int, state: PlaceState, dialogue: Dialogue | None) -> bool:
        """Handle BACK as a step within the question: from "Sure?", to the previous die, to the lines above a number.
        False if there is no such step.
        """
        if dialogue is None:
            moment = self.rooms.moment
            if state.page or slip_at(moment, state) is not None or not is_sealed_line(moment, number):
                return False
            self._say(number, self._ask(number, StepBack(number)))
        elif state.dial is not None and state.dial.sure:
            self.states.change(number, dial=None)
        elif before := previous_die(dial_for(dialogue, state.dial), dialogue.question):
            self.states.change(number, dial=before)
        elif asked := lines_above(self.rooms.moment, state):
            self.states.change(number, listed=asked, dial=None)
        else:
            return False
        return True

    def _may_choose(self, state: PlaceState) -> bool:
        """Whether this seat is asked nothing, but could choose something."""
        moment = self.rooms.moment
        return on_screen(moment, state) is None and on_screen(moment, replace(state, opened=True)) is not None

    def _has_menu(self, state: PlaceState) -> bool:
        """Whether the menu has options, and the table itself asks nothing."""
        opened = on_screen(self.rooms.moment, replace(state, menu=OPEN))
        return opened is not None and opened.service.startswith(MENU)

    def _ok(self, number: int, picture: int) -> None:
        state = self.states[number]
        if self.displays.is_old(number, picture):
            self.states.flash(number, say("The picture has changed. Look again.", N_("Look again")), "warning")
            return
        if number == PANEL and self.wifi.asked:
            self.wifi.accept()
            self.states.flash(PANEL, say("That takes half a minute.", N_("Half a minute ...")))
            return
        if self.states.is_too_soon(number):
            return
        slip = slip_at(self.rooms.moment, state)
        if slip is not None:
            self._say(number, self._ask(number, TickSlip(slip.line)))
            return
        self._ok_asked(number, state)

    def _ok_asked(self, number: int, state: PlaceState) -> None:
        dialogue = on_screen(self.rooms.moment, state)
        if dialogue is None:
            # OK brings back a question put aside; without a question it only opens the menu of a free seat.
            self.states.change(number, aside=False, page=0)
            if is_free(self.rooms.moment, number):
                self.states.open_menu(number, SIT)
            return
        if (opened := form_at(self.rooms.moment, state)) is not None:
            self._ok_in_form(number, opened)
            return
        dial = dial_for(dialogue, state.dial)
        if dial.sure:
            self.states.change(number, dial=None)
            if dial.at == 0 and dial.pending is not None:
                self._answer(number, dialogue, dial.pending)
            return
        result = pressed_ok(dial, dialogue.question)
        if isinstance(result, Dial):
            self.states.change(number, dial=result, pressed=dialogue.digest)
        else:
            self._chosen(number, dialogue, dial, result)
            if isinstance(dialogue.question, Dice):
                self.states.filled(number)

    # -- forms -------------------------------------------------------------------------------------------------------

    def _in_form(self, number: int, opened: OpenForm, change: Callable[[RefilledView], OpenForm]) -> None:
        """Apply a change to the form of a place, or show why it was refused."""
        try:
            changed = change(refill_at(self.rooms.moment, self.states[number], opened.dialogue))
        except Refused as refusal:
            self.states.flash(number, refusal.message, "warning")
        else:
            self.states.change(number, entry=changed.entry)

    def _ok_in_form(self, number: int, opened: OpenForm) -> None:
        if opened.entry.sure is not None:
            self.states.change(number, entry=replace(opened.entry, sure=None))
            if opened.entry.sure == 0:
                self._submit(number, opened)
        elif opened.entry.at == SEND and opened.view.ready:
            self._send(number, opened)
        else:
            # An OK that has filled in something must not send, however long it is held.
            self.states.change(number, pressed="" if opened.offer is not None else opened.entry.digest)
            self._in_form(number, opened, lambda refill: pressed(opened, refill))
            after = self.states[number].entry
            if opened.entry.at != SEND and after is not None and after.at == SEND:
                self.states.filled(number)

    def _send(self, number: int, opened: OpenForm) -> None:
        """Send a form that is ready; ask for confirmation first if it cannot be undone freely."""
        if opened.view.preview.final:
            self.states.change(number, entry=replace(opened.entry, sure=0))
        else:
            self._submit(number, opened)

    def _send_back(self, number: int, opened: OpenForm) -> None:
        """Move the cursor to the field that a form waits for, and show why."""
        there, refusal = sent_back(opened)
        self.states.change(number, entry=there.entry)
        self.states.flash(number, refusal.message, "warning")

    def _submit(self, number: int, opened: OpenForm) -> None:
        answers = sent_answers(opened.view)
        dialogue = opened.dialogue
        reply = self._ask(number, SubmitForm(dialogue.seat, opened.view.digest, answers, self.nonce()))
        if reply.taken:
            self.states.change(number, entry=None)
        self._taken(number, dialogue, reply)

    # -- single questions --------------------------------------------------------------------------------------------

    def _chosen(self, number: int, dialogue: Dialogue, dial: Dial, answer: Answer) -> None:
        """Handle a chosen answer: ask for confirmation if it cannot be undone freely, else give it. A vote needs no
        confirmation: its cursor begins at No, and no answer counts while the vote has only just appeared.
        """
        if is_lines(dialogue):
            self._line_chosen(number, dialogue, answer)
            return
        viewer = Actor("key", number).viewer_for(dialogue.seat)
        question = dialogue.question
        apart = isinstance(question, Pick) and question.option(answer).apart
        vote = dialogue.service.startswith(VOTE)
        if vote and self.rooms.ballots.is_fresh(dialogue.service):
            self.states.flash(number, say("The picture has changed. Look again.", N_("Look again")), "warning")
            return
        if apart or (not vote and preview(self.rooms.moment.play, dialogue, viewer, (answer,)).final):
            self.states.change(number, dial=replace(dial, sure=True, pending=answer, at=0))
        else:
            self._answer(number, dialogue, answer)

    def _line_chosen(self, number: int, dialogue: Dialogue, line: Answer) -> None:
        """Handle OK on a line of a score pad: ask for its number, or say that everything is written."""
        try:
            dialogue.question.check(line)
        except Refused as refusal:
            self.states.flash(number, refusal.message, "warning")
            return
        answers = way_of(self.rooms.moment, dialogue, line)
        self.states.change(number, listed="", dial=None)
        if answers:
            request = AnswerQuestions(dialogue.seat, asked_of_play(dialogue), answers, self.nonce())
            self._taken(number, dialogue, self._ask(number, request))

    def _answer(self, number: int, dialogue: Dialogue, answer: Answer) -> None:
        if dialogue.service.startswith(MENU):
            self._asked_of_table(number, dialogue.service.removeprefix(MENU), answer)
            return
        request = AnswerQuestion(dialogue.seat, dialogue.digest, answer, self.nonce(), dialogue.service)
        self._taken(number, dialogue, self._ask(number, request))

    def _taken(self, number: int, dialogue: Dialogue, reply: Reply) -> None:
        """Show the reply. A dialogue opened by OK stays open until its last question, so that no step needs OK
        twice.
        """
        follows = on_screen(self.rooms.moment, self.states[number])
        goes_on = follows is not None and follows.seat == dialogue.seat and follows.back
        self.states.change(number, dial=None, opened=self.states[number].opened and goes_on)
        self._say(number, reply)

    def _asked_of_table(self, number: int, chosen: str, answer: Answer) -> None:
        """Handle a choice from the menu, or its confirmation."""
        if chosen == COUNTING:
            self.states.change(number, dial=None)
            self._say(number, self._ask(number, counting_request(fine=answer is True)))
            return
        if chosen in (SIT, NAME):
            self.states.change(number, menu="", dial=None)
            name = name_chosen(str(answer), self.states.seat_called(number))
            self._say(number, self._ask(number, name_request(chosen, number, name)))
            return
        if chosen == OPEN:
            chosen = str(answer)
            if asks_first(chosen):
                self.states.open_menu(number, chosen)
                return
        elif answer is not True:
            self.states.change(number, menu=OPEN, dial=None)
            return
        stood = stood_of(self.rooms.moment, chosen)
        self.states.change(number, menu="", dial=None)
        self._say(number, self._ask(number, menu_request(chosen, number, self.nonce(), stood)))

    def _ask(self, number: int, request: Request) -> Reply:
        """Send a request in the name of the person at the keys of a place."""
        return self.rooms.take(FromKeys(number), request)

    def _say(self, number: int, reply: Reply) -> None:
        if reply.notice is not None:
            self.states.flash(number, reply.notice, "good" if reply.taken else "warning")


def _many(dialogue: Dialogue) -> bool:
    return isinstance(dialogue.question, PickMany)
