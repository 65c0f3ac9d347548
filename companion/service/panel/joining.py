"""What the panel shows for joining the table: addresses, the table's Wi-Fi, the admin's PIN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from companion.core.wording import N_, Message, Speaker, say
from companion.first_contact.setup_record import FILE, SetupMistake
from companion.network.own_wifi.wifi import Wifi
from companion.plays.time_source import Clock
from companion.render.faces import AnyFace, ConfirmFace, FlashFace, JoinFace, PinFace, WifiFace
from companion.service.seats.host_role import grouped

ASKED = 15.0
"""Seconds for which the question about the Wi-Fi is shown."""


class OwnWifi(Protocol):
    """The table's own Wi-Fi."""

    @property
    def can_open(self) -> bool: ...

    @property
    def is_open(self) -> bool: ...

    def ask(self, *, on: bool) -> None: ...


class WifiQuestion:
    """The question on the panel whether to open or close the table's Wi-Fi. Used only by the deciding thread. ``wifi``
    is None on a machine that cannot open one.
    """

    def __init__(self, wifi: OwnWifi | None, clock: Clock) -> None:
        self._wifi = wifi
        self._clock = clock
        self._until = -ASKED

    @property
    def possible(self) -> bool:
        """Whether the question can be asked: the machine can open a Wi-Fi."""
        return self._wifi is not None and self._wifi.can_open

    @property
    def asked(self) -> Literal["", "open", "close"]:
        """What the panel asks now."""
        if self._wifi is None or self._clock.mono() >= self._until:
            return ""
        return "close" if self._wifi.is_open else "open"

    def due(self) -> list[float]:
        """The time at which the question expires, if it is shown."""
        return [self._until] if self.asked else []

    def ask(self) -> None:
        """Show the question until it is answered or expires."""
        self._until = self._clock.mono() + ASKED

    def put_away(self) -> None:
        """Drop the question unanswered."""
        self._until = -ASKED

    def accept(self) -> None:
        """Open the Wi-Fi, or close it."""
        if self._wifi is not None:
            self._wifi.ask(on=not self._wifi.is_open)
        self.put_away()


TURN = 8.0
"""Seconds for which each step is shown: enough for a camera."""


@dataclass(frozen=True)
class Joining:
    """What the panel shows while people sit down.

    ``wifi`` is the table's own network while it is open; ``nobody_came``: no phone has connected for long, although the
    table could open a network; ``mistakes`` are the settings of the owner's file that were not applied; ``turn`` counts
    the steps shown so far.
    """

    url: str = ""
    address: str = ""
    wifi: Wifi | None = None
    nobody_came: bool = False
    turn: int = 0
    mistakes: tuple[SetupMistake, ...] = ()


def joining_face(joining: Joining, speaker: Speaker) -> AnyFace:
    """The step to show now: first the Wi-Fi, if the table has its own, then the page."""
    steps: list[AnyFace] = [JoinFace(url=joining.url, address=joining.address)]
    if joining.wifi is not None:
        title = speaker.short(say("Wi-Fi of the table", N_("Wi-Fi")))
        steps.insert(
            0, WifiFace(title=title, code=joining.wifi.code, ssid=joining.wifi.ssid, key=joining.wifi.password)
        )
    elif joining.nobody_came:
        steps.append(FlashFace(text=speaker.say(say("No phone yet? Hold BACK: the table's own Wi-Fi opens."))))
    steps.extend(FlashFace(text=speaker.say(_mistake(each)), tone="warning") for each in joining.mistakes)
    return steps[joining.turn % len(steps)]


def _mistake(mistake: SetupMistake) -> Message:
    """The place of a mistake, for a small display. The reason and the remedy are shown where there is room."""
    if not mistake.line:
        return say("{file}: {key} was not taken. Why: page Admin", file=FILE, key=mistake.key)
    if not mistake.key:
        return say("{file}, line {line} was not taken. Why: page Admin", file=FILE, line=mistake.line)
    return say(
        "{file}, line {line}: {key} was not taken. Why: page Admin", file=FILE, line=mistake.line, key=mistake.key
    )


def pin_face(pin: str, speaker: Speaker) -> PinFace:
    """The PIN with which a phone becomes admin."""
    return PinFace(
        title=speaker.short(say("Admin PIN", N_("Admin PIN"))),
        pin=grouped(pin),
        word=speaker.short(say("One minute, one phone", N_("One minute, one phone"))),
    )


def wifi_face(speaker: Speaker, *, is_open: bool) -> ConfirmFace:
    """The question whether to open the table's Wi-Fi, or to close it."""
    opening = say("Open the own Wi-Fi?", N_("Open own Wi-Fi?"))
    closing = say("Close the own Wi-Fi?", N_("Close own Wi-Fi?"))
    cost = say("Phones must join anew.", N_("Phones join anew"))
    return ConfirmFace(
        prompt=speaker.short(closing if is_open else opening),
        lines=(speaker.short(cost),),
        yes=speaker.short(say("OK", N_("OK"))),
        no=speaker.short(say("Back", N_("Back"))),
        cursor=0,
    )
