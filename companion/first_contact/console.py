"""What stands on the screen of the machine above its login prompt, for a table whose page nobody knows yet.

The getty of the console shows it (``issue`` files, agetty(8)); the service writes it, and systemd tells the getty.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event, Thread

from msgspec import Struct, structs

from companion.core.wording import Message, Speaker, say
from companion.network.own_wifi.wifi import Wifi
from companion.whole_files import write_whole

logger = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks at what there is to say."""
FILE = "console.issue"
"""In the runtime folder of the service; a link in /etc/issue.d leads there."""


class ConsoleState(Struct, frozen=True):
    """What there is to say: the table's own Wi-Fi while it is open, else the ``ssid`` of the one it is in, its
    addresses, and what was not taken over of the owner's file. ``looking``: there is no network yet. ``pin`` is one for
    the settings, while nobody has given one.
    """

    url: str
    readable: str
    wifi: Wifi | None = None
    ssid: str = ""
    looking: bool = False
    mistakes: tuple[Message, ...] = ()
    pin: str = ""


def console_text(state: ConsoleState, speaker: Speaker) -> str:
    """The text, as the getty reads it."""
    return "".join(f"{_plain(line)}\n" for line in _lines(state, speaker)) + "\n"


def _lines(state: ConsoleState, speaker: Speaker) -> Iterable[str]:
    if state.wifi is not None:
        yield speaker.say(say("Wi-Fi of the table: {ssid}", ssid=state.wifi.ssid))
        yield speaker.say(say("Password: {password}", password=state.wifi.password))
        yield speaker.say(say("Then open this in your browser: {address}", address=state.url))
    elif state.looking:
        yield speaker.say(say("The table is looking for a network."))
    else:
        if state.ssid:
            yield speaker.say(say("The table is in the Wi-Fi {ssid}.", ssid=state.ssid))
        addresses = f"{state.url}  ({state.readable})"
        yield speaker.say(say("Open this in your browser: {address}", address=addresses))
    if state.pin:
        yield speaker.say(say("PIN for the settings, for a minute: {pin}", pin=state.pin))
    for mistake in state.mistakes:
        yield speaker.say(mistake)
    if state.mistakes:
        yield speaker.say(say("Put it right in the file on the card and switch the table on again, or on its pages."))


def _plain(line: str) -> str:
    """A line without what the getty or the screen would take for a command."""
    return "".join(sign for sign in line if sign.isprintable()).replace("\\", "\\\\")


class ConsoleNotice:
    """Keeps the file in ``folder`` up to date, in a thread of its own from ``start`` to ``close``. ``state`` and
    ``speaker`` give what to say now.
    """

    def __init__(self, folder: Path, state: Callable[[], ConsoleState], speaker: Callable[[], Speaker]) -> None:
        self._path = folder / FILE
        self._state = state
        self._speaker = speaker
        self._written = ""
        self._over = Event()
        self._thread = Thread(target=self._run, name="console", daemon=True)

    def start(self) -> None:
        """Write it, and go on doing so."""
        self.refresh()
        self._thread.start()

    def close(self) -> None:
        """End the thread. The rest stays on the screen, since the own Wi-Fi stays open; a PIN is good no more."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
            self._write(console_text(structs.replace(self._state(), pin=""), self._speaker()))

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            self.refresh()

    def refresh(self) -> None:
        """Write what has changed. A screen that nobody may look at stops nothing."""
        self._write(console_text(self._state(), self._speaker()))

    def _write(self, text: str) -> None:
        if text == self._written:
            return
        try:
            write_whole(self._path, text, 0o640)
        except OSError as error:
            logger.warning("the console could not be told: %s", error.strerror)
            return
        self._written = text
