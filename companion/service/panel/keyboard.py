"""Key presses and encoders of all places: from raw events to answers, and the face each display shows after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from companion.core.questions import Answer
from companion.core.wording import N_, Speaker, Wording, say
from companion.plays.time_source import Clock
from companion.render.faces import AnyFace, FlashFace, PinFace
from companion.service.actor import Actor
from companion.service.agreement.agreement_requests import Depart, GoOnWithout, Redo, Undo, WithdrawVotes
from companion.service.agreement.votes import MENU
from companion.service.audit.audit_requests import AskWhichFact
from companion.service.desk import Desk
from companion.service.panel.display_threads import Numbered
from companion.service.panel.join_steps import Joining
from companion.service.panel.key_actions import Dial, dial_for, meaning, nudged, pressed_ok, turned
from companion.service.panel.key_menu import OPEN, SKIP, asks_first, seat_of, stood_of
from companion.service.panel.seat_faces import PANEL, Place, face_of, on_screen, pages_of
from companion.service.play.play_requests import AnswerQuestion, StepBack
from companion.service.play.preview import preview
from companion.service.requests import Request
from companion.service.screens.views import Dialogue, Reply
from companion.service.sender import key_sender
from hardware.debounce import Debouncer, Hold, KeyEvent, Press, Release
from hardware.ports import PUSH, Back, Edge, Event, Gone, Turn, device_name, place_of

FLASH = 1.6
"""Seconds a word stays across a display."""
PEEK = 10.0
"""Seconds after which a held PEEK covers itself."""
SHIFT = 60.0
"""Seconds between two moves of the picture by a pixel, against burn-in."""
ASKED = 15.0
"""Seconds the panel asks whether to open the own Wi-Fi."""
MENU_OPEN = 30.0
"""Seconds after which the table's menu closes by itself, so that it does not hide somebody's turn."""
REMEMBERED = 8
"""Pictures of a place whose meaning is remembered for presses that were on their way."""


class Screens(Protocol):
    """Where faces go: the mailboxes of the displays."""

    @property
    def places(self) -> frozenset[int]: ...

    def put(self, place: int, numbered: Numbered) -> None: ...

    def again(self, place: int) -> None: ...


class PanelPin(Protocol):
    """The PIN for a host, which the panel's OK shows when it is held: its digits, or empty; its end, or None."""

    @property
    def shown(self) -> str: ...

    @property
    def until(self) -> float | None: ...

    def show(self) -> None: ...

    def put_away(self) -> None: ...


class OwnWifi(Protocol):
    """The table's own Wi-Fi, which the panel's BACK opens and closes when it is held."""

    @property
    def can_open(self) -> bool: ...

    @property
    def is_open(self) -> bool: ...

    def ask(self, *, on: bool) -> None: ...


OK_KEYS = ("ok", PUSH)


@dataclass
class _Shown:
    """What was last put on the display of a place, and what OK meant on the pictures before."""

    number: int = 0
    face: AnyFace | None = None
    shift: int = 0
    drawn_from: tuple[Any, ...] = ()
    meanings: dict[int, Any] = field(default_factory=dict)


class Keyboard:
    """The keys of all places. Only the deciding thread comes here.

    ``pins`` has the PIN of the panel; ``speaker`` gives the language and names of the small displays; ``nonce`` makes
    a fresh one for every answer; ``trial`` is what a display shows instead while things are tried out.
    """

    def __init__(
        self,
        desk: Desk,
        screens: Screens,
        clock: Clock,
        *,
        speaker: Callable[[], Speaker],
        joining: Callable[[], Joining],
        pins: PanelPin,
        nonce: Callable[[], str],
        trial: Callable[[int, Speaker], AnyFace | None],
        wifi: OwnWifi | None = None,
    ) -> None:
        self._desk = desk
        self._screens = screens
        self._clock = clock
        self._speaker = speaker
        self._joining = joining
        self._pins = pins
        self._nonce = nonce
        self._trial = trial
        self._wifi = wifi
        self._wifi_until = -ASKED
        self._debouncer = Debouncer()
        self._places = {place: Place(place) for place in sorted(screens.places)}
        self._shown = {place: _Shown() for place in sorted(screens.places)}
        self._peeking: dict[int, float] = {}
        self._panel_ok: int | None = None
        """The picture on which the panel's OK went down, as long as letting it go would count."""

    def host_came(self) -> None:
        """A device has become host: whoever stands at the panel and waits for that sees it."""
        self._desk.changed()
        if PANEL in self._shown and isinstance(self._shown[PANEL].face, PinFace):
            self._flash(PANEL, say("A phone is host now.", N_("A phone is host now")), "good")

    # -- what comes in -----------------------------------------------------------------------------------------

    def event(self, event: Event, picture: int) -> None:
        """Something a device said; ``picture`` is the number of the picture that place was showing then."""
        match event:
            case Edge():
                for key_event in self._debouncer.feed(event):
                    self._key(key_event, picture)
            case Turn(device=device, steps=steps):
                self._turn(place_of(device), steps)
                self._somebody(place_of(device))
            case Gone(device=device, at=at):
                self._panel_ok = None
                for key_event in self._debouncer.drop(device, at):
                    self._key(key_event, picture)
            case Back(device=device):
                if device == device_name(place_of(device), "display"):
                    self._screens.again(place_of(device))

    def let_go(self) -> None:
        """From now on nobody tells what is held: all keys count as released."""
        now = self._clock.mono()
        self._panel_ok = None
        for number in list(self._places):
            for key_event in self._debouncer.drop(device_name(number, "keys"), now):
                self._key(key_event, self._shown_number(number))

    def idle(self) -> None:
        """What only time brings: releases, holds, flashes that end, a PEEK held too long, the shift."""
        now = self._clock.mono()
        for key_event in self._debouncer.advance(now):
            self._key(key_event, self._shown_number(place_of(key_event.device)))
        for number, since in list(self._peeking.items()):
            if now >= since + PEEK:
                self._cover(number)
        for number, place in list(self._places.items()):
            if place.flash is not None and now >= place.flash_until:
                self._change(number, flash=None)
            if place.menu and now >= place.menu_until:
                self._change(number, menu="", dial=None)

    def due(self) -> float | None:
        """The time of the monotonic clock at which ``idle`` has something to do, if any."""
        times = [place.flash_until for place in self._places.values() if place.flash is not None]
        times += [place.menu_until for place in self._places.values() if place.menu]
        times += [self._wifi_until] if self._asks_wifi() else []
        times += [until] if (until := self._pins.until) is not None else []
        times += [since + PEEK for since in self._peeking.values()]
        debounce = self._debouncer.due
        due = debounce() if callable(debounce) else debounce
        return min([*times, *([due] if due is not None else [])], default=None)

    # -- keys --------------------------------------------------------------------------------------------------

    def _key(self, event: KeyEvent, picture: int) -> None:
        number = place_of(event.device)
        match event:
            case Release(key="peek"):
                self._cover(number)
            case Press(key="peek"):
                self._place(number)
                self._peeking[number] = self._clock.mono()
                self._change(number, peek=True, aside=False, page=1, flash=None)
            case Hold(key="back", count=1) if number == PANEL and self._wifi is not None and self._wifi.can_open:
                self._wifi_until = self._clock.mono() + ASKED
                # Going down, the key has opened the menu.
                self._change(number, menu="", dial=None)
            case Press(key=key) | Hold(key=key) | Release(key=key) if number == PANEL and key in OK_KEYS:
                self._ok_of_panel(event, picture)
            case Press(key=key) | Hold(key=key):
                if isinstance(event, Press) or key in ("up", "down"):
                    self._pressed(number, key, picture)
        self._somebody(number)

    def _ok_of_panel(self, event: KeyEvent, picture: int) -> None:
        """Held, it shows the PIN and answers nothing: so it counts only when it is let go."""
        match event:
            case Press():
                self._panel_ok = picture
            case Hold():
                self._panel_ok = None
                if PANEL in self._shown:
                    self._pins.show()
                    self._change(PANEL, flash=None)
            case Release() if self._panel_ok is not None:
                self._pressed(PANEL, "ok", self._panel_ok)
                self._panel_ok = None

    def _somebody(self, number: int) -> None:
        if number != PANEL:
            self._desk.key_pressed_at(number)

    def _cover(self, number: int) -> None:
        """PEEK is over: nothing private stays, nor a word that came while it was held."""
        self._peeking.pop(number, None)
        flash = self._place(number).flash
        kept = None if flash is not None and flash.private else flash
        self._change(number, peek=False, aside=False, page=0, flash=kept)

    def _pressed(self, number: int, key: str, picture: int) -> None:
        if self._place(number).flash is not None and key not in ("up", "down"):
            self._change(number, flash=None)
            return
        self._change(number, flash=None)
        if number == PANEL and self._pins.shown:
            # What lies under the PIN cannot be seen, and so not be answered.
            if key == "back":
                self._pins.put_away()
            return
        if key in OK_KEYS:
            self._ok(number, picture)
        elif key == "back":
            self._back(number)
        else:
            self._move(number, key, 1)

    def _turn(self, number: int, steps: int) -> None:
        self._change(number, flash=None)
        if number == PANEL and self._pins.shown:
            return
        place = self._place(number)
        dialogue = on_screen(self._desk.moment, place)
        dial = dial_for(dialogue, place.dial) if dialogue is not None else None
        if dialogue is None or dial is None or dial.sure:
            self._move(number, "down" if steps > 0 else "up", abs(steps))
        else:
            self._change(number, dial=turned(dial, dialogue.question, steps))

    def _move(self, number: int, key: str, times: int) -> None:
        place = self._place(number)
        dialogue = on_screen(self._desk.moment, place)
        if dialogue is not None:
            dial = dial_for(dialogue, place.dial)
            steps = times if key == "down" else -times
            moved = replace(dial, at=min(max(dial.at + steps, 0), 1)) if dial.sure else None
            self._change(number, dial=moved or nudged(dial, dialogue.question, key, times))
            return
        pages = len(pages_of(self._desk.moment, place)) + 1
        page = (place.page + (times if key == "down" else -times)) % pages
        self._change(number, page=page, aside=place.aside and page > 0)

    def _back(self, number: int) -> None:
        if number == PANEL and self._asks_wifi():
            self._wifi_until = -ASKED
            return
        place = self._place(number)
        dialogue = on_screen(self._desk.moment, place)
        if dialogue is not None and place.dial is not None and place.dial.sure:
            self._change(number, dial=None)
        elif dialogue is not None and dialogue.answers:
            self._ask(number, StepBack(dialogue.seat))
        elif place.menu:
            self._change(number, menu="" if place.menu == OPEN else OPEN, dial=None)
        elif dialogue is not None and place.peek and not place.opened and pages_of(self._desk.moment, place):
            self._change(number, aside=True, page=1)
        elif not (place.opened or place.page or place.peek) and self._has_menu(place):
            self._change(number, menu=OPEN, dial=None, menu_until=self._clock.mono() + MENU_OPEN)
        else:
            self._change(number, opened=False, page=0)

    def _has_menu(self, place: Place) -> bool:
        """Whether there is something to ask of the table, and nothing that the table asks."""
        opened = on_screen(self._desk.moment, replace(place, menu=OPEN))
        return opened is not None and opened.service.startswith(MENU)

    def _ok(self, number: int, picture: int) -> None:
        place = self._place(number)
        if self._is_old(number, picture):
            self._flash(number, say("The picture has changed. Look again.", N_("Look again")), "warning")
            return
        if number == PANEL and self._asks_wifi():
            self._turn_wifi()
            return
        dialogue = on_screen(self._desk.moment, place)
        if dialogue is None:
            self._change(number, opened=not place.aside, aside=False, page=0)
            return
        dial = dial_for(dialogue, place.dial)
        if dial.sure:
            self._change(number, dial=None)
            if dial.at == 0 and dial.pending is not None:
                self._answer(number, dialogue, dial.pending)
            return
        result = pressed_ok(dial, dialogue.question)
        if isinstance(result, Dial):
            self._change(number, dial=result)
        else:
            self._chosen(number, dialogue, dial, result)

    def _asks_wifi(self) -> Literal["", "open", "close"]:
        """What the panel asks about the own Wi-Fi now."""
        if self._wifi is None or self._clock.mono() >= self._wifi_until:
            return ""
        return "close" if self._wifi.is_open else "open"

    def _turn_wifi(self) -> None:
        if self._wifi is not None:
            self._wifi.ask(on=not self._wifi.is_open)
        self._wifi_until = -ASKED
        self._flash(PANEL, say("That takes half a minute.", N_("Half a minute ...")), "good")

    def _chosen(self, number: int, dialogue: Dialogue, dial: Dial, answer: Answer) -> None:
        """An answer was dialled: ask again before what cannot be taken back freely, else give it."""
        viewer = Actor("key", number).viewer_for(dialogue.seat)
        if preview(self._desk.moment, dialogue, viewer, answer).chance:
            self._change(number, dial=replace(dial, sure=True, pending=answer, at=0))
        else:
            self._answer(number, dialogue, answer)

    def _answer(self, number: int, dialogue: Dialogue, answer: Answer) -> None:
        if dialogue.service.startswith(MENU):
            self._asked_of_table(number, dialogue.service.removeprefix(MENU), answer)
            return
        request = AnswerQuestion(dialogue.seat, dialogue.digest, answer, self._nonce(), dialogue.service)
        reply = self._ask(number, request)
        self._change(number, dial=None, opened=False)
        self._say(number, reply)

    def _asked_of_table(self, number: int, chosen: str, answer: Answer) -> None:
        """Something was chosen from the menu, or confirmed."""
        if chosen == OPEN:
            chosen = str(answer)
            if asks_first(chosen):
                self._change(number, menu=chosen, dial=None)
                return
        elif answer is not True:
            self._change(number, menu=OPEN, dial=None)
            return
        stood = stood_of(self._desk.moment, seat_of(chosen)) if asks_first(chosen) else ""
        self._change(number, menu="", dial=None)
        self._say(number, self._ask(number, self._chosen_request(number, chosen, stood)))

    def _chosen_request(self, number: int, chosen: str, stood: str) -> Request:
        match chosen:
            case "undo":
                return Undo(number, self._nonce())
            case "redo":
                return Redo(number, self._nonce())
            case "withdraw":
                return WithdrawVotes()
            case "fact":
                return AskWhichFact(self._nonce())
            case _ if chosen.startswith(SKIP):
                return GoOnWithout(seat_of(chosen), self._nonce(), stood)
        return Depart(seat_of(chosen), self._nonce())

    def _ask(self, number: int, request: Request) -> Reply:
        return self._desk.take(key_sender(_at(number)), request)

    def _say(self, number: int, reply: Reply) -> None:
        if reply.notice is not None:
            self._flash(number, reply.notice, "plain" if reply.taken else "warning")

    def _is_old(self, number: int, picture: int) -> bool:
        """Whether OK was pressed on a picture that meant something else than the present one."""
        shown = self._shown.get(number)
        if shown is None or picture == shown.number:
            return False
        return bool(shown.meanings.get(picture) != self._meaning(number))

    def _meaning(self, number: int) -> Any:
        """What OK would do at this place now; None while there is nothing to answer."""
        if number == PANEL and (asked := self._asks_wifi()):
            return asked
        place = self._place(number)
        dialogue = on_screen(self._desk.moment, place)
        return meaning(dial_for(dialogue, place.dial), dialogue.question) if dialogue else None

    # -- what goes out -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Send every place the face it should show now, where it differs from the last one."""
        moment, speaker, joining = self._desk.moment, self._speaker(), self._joining()
        shift = int(self._clock.mono() / SHIFT) % 4
        for number, shown in self._shown.items():
            place = self._place(number)
            if number == PANEL:
                place = replace(place, pin=self._pins.shown, wifi=self._asks_wifi())
            trial = self._trial(number, speaker)
            drawn_from = (moment.serial, place, speaker.language, joining, shift, trial)
            if drawn_from == shown.drawn_from:
                continue
            shown.drawn_from = drawn_from
            face = trial or face_of(moment, place, speaker, joining)
            means = None if trial else self._meaning(number)
            if face != shown.face or shift != shown.shift or means != shown.meanings.get(shown.number):
                shown.number += 1
                shown.face, shown.shift = face, shift
                shown.meanings[shown.number] = means
                shown.meanings.pop(shown.number - REMEMBERED, None)
                self._screens.put(number, Numbered(shown.number, face, shift))

    def _flash(self, number: int, words: Wording, tone: str) -> None:
        text, private = self._speaker().short(words), self._place(number).peek
        face = FlashFace(text=text, tone="warning" if tone == "warning" else "good", private=private)
        self._change(number, flash=face, flash_until=self._clock.mono() + FLASH)

    def _shown_number(self, number: int) -> int:
        return self._shown[number].number if number in self._shown else 0

    def _place(self, number: int) -> Place:
        return self._places.setdefault(number, Place(number))

    def _change(self, number: int, **fields: Any) -> None:
        self._places[number] = replace(self._place(number), **fields)


def _at(number: int) -> Actor:
    """Whoever presses the keys of a place."""
    return Actor("panel") if number == PANEL else Actor("key", number)
