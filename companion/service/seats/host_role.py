"""Who is admin: with a PIN, which anybody at the panel or the Pi can have, and the ways to a PIN at this table.

PINs are shown on the panel, on the screen of the machine while nobody is admin, printed by ``companion pin``, or chosen
in the settings.

No limit is shared, so that nobody can use up the tries of somebody else. What keeps a number from being guessed by a
sender of ever new cookies is its length: one on the panel or the screen grows as soon as many wrong ones come.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from typing import IO

import msgspec
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import Message, say
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.sender import hashed
from companion.service.seats.rate_limit import RateLimits


class PinWays(Struct, frozen=True):
    """``panel``: one with a display; its ``simulator`` is where a simulated one is, opened on this machine. ``screen``:
    one that is plugged in shows a PIN. ``command`` prints one, typed on this machine as it stands. ``chosen`` is one of
    the settings. ``card``: one can be written on the card of this table.
    """

    panel: bool = False
    simulator: str = ""
    screen: bool = False
    command: str = ""
    chosen: bool = False
    card: bool = False

    @property
    def words(self) -> tuple[Message, ...]:
        """A sentence for each way."""
        return tuple(self._words())

    def _words(self) -> Iterator[Message]:
        if self.chosen:
            yield say("Type the PIN that was chosen in the settings.")
        if self.panel and self.simulator:
            at = self.simulator
            yield say("On the table's machine, open {address} and hold OK on the panel: it shows a PIN.", address=at)
        elif self.panel:
            yield say("Hold OK on the panel: it shows a PIN for a minute.")
        if self.screen:
            yield say("Plug a screen into the table: it shows a PIN, another one each minute.")
        if self.command:
            yield say("On the table's machine, type: {command}", command=self.command)
        if self.card:
            example = 'pin = "..."'
            yield say(
                "Write {example}, with 8 to 16 digits, into table.toml on the table's card, and switch the table on"
                " again.",
                example=example,
            )


DIGITS, LONG, LONGEST = 6, 10, 16
"""Digits of a PIN on the panel; of one in a terminal, on the screen of the machine, or on the panel while it is being
guessed at; and of one on the screen while it is.
"""
VALID = 60.0
"""Seconds a PIN is good for."""
KEPT = "hosts"
"""The setting: the devices that are admin, by the hash of their token."""
TRIES, WINDOW = 5, 60.0
"""Wrong PINs of one device, and the seconds in which they count."""
GUESSES = 50
"""Wrong PINs of all devices together after which one that is shown grows."""


class ExternalPin:
    """Base of places where a PIN made outside this process is looked for. This one has none."""

    def take(self, pin: str) -> bool:
        """Whether ``pin`` is the one that was written; then it is used up."""
        del pin
        return False


@dataclass
class _Shown:
    """A PIN that is shown: all its digits, how many of them count, as many under attack, and until when."""

    digits: str
    until: float
    length: int = DIGITS
    most: int = LONG
    wrong: int = 0

    @property
    def pin(self) -> str:
        return self.digits[: self.length]

    def count_wrong(self) -> None:
        self.wrong += 1
        # A number already begun is not worth less for it: more digits come behind those that were shown.
        if self.wrong >= GUESSES:
            self.length = self.most


class HostPins:
    """Any thread may call it. ``secret(n)`` gives n random bytes, ``fixed`` is the PIN of the settings, if any,
    ``written`` the one of ``companion pin``.
    """

    def __init__(
        self, clock: Clock, secret: Callable[[int], bytes], fixed: str = "", written: ExternalPin | None = None
    ) -> None:
        self._clock = clock
        self._secret = secret
        self._fixed = fixed
        self._written = written or ExternalPin()
        self._tries = RateLimits(clock, TRIES, WINDOW)
        self._panel: _Shown | None = None
        self._screen: list[_Shown] = []
        self._lock = Lock()

    @property
    def shown(self) -> str:
        """The PIN on the panel now; empty without one."""
        with self._lock:
            shown = self._present()
            return shown.pin if shown is not None else ""

    @property
    def until(self) -> float | None:
        """The monotonic time at which the PIN on the panel ends."""
        with self._lock:
            shown = self._present()
            return shown.until if shown is not None else None

    def show(self) -> None:
        """Make a fresh PIN for the panel; everybody has all tries again."""
        with self._lock:
            self._panel = _Shown(digits_of(self._secret), self._clock.mono() + VALID)
            self._tries.clear()

    def put_away(self) -> None:
        """Withdraw the PIN on the panel."""
        with self._lock:
            self._panel = None

    def on_screen(self) -> str:
        """The PIN for the screen of the machine: another one each minute. The one before is good for a minute more, so
        that nobody types in vain.
        """
        with self._lock:
            now = self._clock.mono()
            if not self._screen or now >= self._screen[0].until:
                fresh = _Shown(digits_of(self._secret, LONGEST), now + VALID, LONG, LONGEST)
                self._screen = [fresh, *self._screen[:1]]
            return self._screen[0].pin

    def take_off_screen(self) -> None:
        """Withdraw the PINs of the machine's screen."""
        with self._lock:
            self._screen = []

    def use(self, token: str, pin: str) -> None:
        """Check a PIN that a device gives, and use it up unless it is that of the settings. Raises ``Refused``."""
        brought = "".join(pin.split())
        with self._lock:
            self._tries.take(token)
            if not self._is_right(brought):
                self._count_wrong()
                raise Refused("wrong-pin", say("That is not the PIN."))
            self._tries.forgive(token)

    def _is_right(self, brought: str) -> bool:
        shown = self._present()
        if shown is not None and _same(brought, shown.pin):
            self._panel = None
            return True
        now = self._clock.mono()
        if any(_same(brought, each.pin) for each in self._screen if now < each.until + VALID):
            self._screen = []
            return True
        return bool(self._fixed and _same(brought, self._fixed)) or self._written.take(brought)

    def _count_wrong(self) -> None:
        shown = self._present()
        for each in (*self._screen, *(() if shown is None else (shown,))):
            each.count_wrong()

    def _present(self) -> _Shown | None:
        if self._panel is not None and self._clock.mono() >= self._panel.until:
            self._panel = None
        return self._panel


def digits_of(secret: Callable[[int], bytes], length: int = LONG) -> str:
    """``length`` random digits."""
    return str(int.from_bytes(secret(16), "big") % 10**length).zfill(length)


def grouped(pin: str) -> str:
    """A PIN as it is read out: ``123 456``, ``12 3456 7890``."""
    size = 3 if len(pin) <= DIGITS else 4
    first = len(pin) % size
    return " ".join([pin[:first]] * bool(first) + [pin[at : at + size] for at in range(first, len(pin), size)])


def _same(brought: str, pin: str) -> bool:
    return compare_digest(brought.encode(errors="replace"), pin.encode())


class HostRoles:
    """The devices that are host, by the hash of their token. ``keep`` stores them; ``kept`` are those of last time."""

    def __init__(self, pins: HostPins, kept: frozenset[str], keep: Callable[[frozenset[str]], None]) -> None:
        self.pins = pins
        self._hosts = kept
        self._keep = keep
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call a listener when somebody becomes host with a PIN."""
        self._listeners.append(listener)

    def is_host(self, token: str) -> bool:
        return bool(token) and hashed(token) in self._hosts

    @property
    def nobody(self) -> bool:
        """Whether no device is host. Any thread."""
        return not self._hosts

    def on_screen(self) -> str:
        """The PIN for the screen of the machine; empty as soon as somebody is host. Any thread."""
        return self.pins.on_screen() if self.nobody else ""

    def by_pin(self, token: str, pin: str) -> None:
        """Become host with a PIN. Raises ``Refused``."""
        self.pins.use(token, pin)
        self.becomes(token)

    def becomes(self, token: str) -> None:
        """Make this device host."""
        self._hosts |= {hashed(token)}
        self._keep(self._hosts)
        self.pins.take_off_screen()
        for listener in self._listeners:
            listener()

    def leave(self, token: str) -> None:
        """Take the host role from this device."""
        self._hosts -= {hashed(token)}
        self._keep(self._hosts)


def stored_roles(pins: HostPins, settings: Settings) -> HostRoles:
    """The admins of a table, stored in its ``settings``."""
    return HostRoles(pins, frozenset(settings.get(KEPT, [])), lambda hosts: settings.put(KEPT, sorted(hosts)))


FILE, LOCK = "pin", "pin.lock"
SALT = 16
"""Random bytes."""


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds. ``made`` is a time of the machine's monotonic clock, which all processes share."""

    made: float
    salt: str
    digest: str


def looked_for(folder: Path) -> bool:
    """Whether a table is open that keeps its plays in ``folder``."""
    try:
        with (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def write_pin(folder: Path, now: float, secret: Callable[[int], bytes]) -> str:
    """Write a fresh PIN for the table that keeps its plays in ``folder``, and return it. Raises ``OSError``.

    The file is made again beside its place, never written through: root may call this in a folder that is not root's.
    """
    pin, salt = digits_of(secret), secret(SALT).hex()
    number, made = mkstemp(dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(msgspec.json.encode(_Kept(now, salt, _digest(salt, pin))))
            if os.geteuid() == 0:
                owner = folder.stat()
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        Path(made).replace(folder / FILE)
    except OSError:
        Path(made).unlink(missing_ok=True)
        raise
    return pin


class PinFile(ExternalPin):
    """The PIN of ``companion pin``: from a terminal of this machine to the table that runs, by a file in the data
    folder, looked for until ``close``. Anybody who may write there has everything anyway. The file holds a digest, is
    good for a minute and for one device; one left from before is thrown away.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._lock: IO[bytes] | None = None
        with suppress(OSError):
            self._lock = (folder / LOCK).open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_SH)
            self._file.unlink(missing_ok=True)

    def close(self) -> None:
        """Note that no table is open here any more."""
        if self._lock is not None:
            self._lock.close()

    def take(self, pin: str) -> bool:
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError):
            return False
        good = 0 <= self._clock.mono() - kept.made < VALID and compare_digest(kept.digest, _digest(kept.salt, pin))
        if good:
            self._file.unlink(missing_ok=True)
        return good


def _digest(salt: str, pin: str) -> str:
    return sha256(f"{salt} {pin}".encode(errors="replace")).hexdigest()
