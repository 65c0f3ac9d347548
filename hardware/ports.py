"""The ports: all that the product knows about the things on the table.

A driver (pins, a pod on a serial line, the simulator) fulfils these small protocols; the service is given a
`Devices` and never learns which driver it is. Devices speak by events put into the inbox; nothing that they
call back may do more than enqueue.

Times (`at`) are seconds of one monotonic clock, the host's, whoever noticed the event.
A *place* is a seat number, 1 to 8, or `PANEL` (0): the keys and the display at the Pi itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, get_args, runtime_checkable

from hardware.errors import BadCommand, DeviceGone, HardwareError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "ENCODER",
    "KEYS",
    "PANEL",
    "PUSH",
    "Back",
    "BadCommand",
    "Buzzer",
    "Clock",
    "DeviceGone",
    "Devices",
    "Display",
    "Edge",
    "Event",
    "Fault",
    "Gone",
    "HardwareError",
    "Keys",
    "Light",
    "Newcomer",
    "Newcomers",
    "NumberedDisplay",
    "Part",
    "Pattern",
    "Picture",
    "Pin",
    "PlaceView",
    "Post",
    "Reader",
    "Simulator",
    "Tag",
    "Trouble",
    "Turn",
    "Wire",
    "device_name",
    "place_of",
]

PANEL = 0
"""The place number of the panel; seats count from 1."""

KEYS = ("up", "down", "ok", "back", "peek")
"""The lines of a place's keys, in the order in which they are listed everywhere."""

PUSH = "push"
"""The line of an encoder's own switch: a key like the others, meaning OK."""

ENCODER = "encoder"
"""The line of a turned encoder."""

Part = Literal["keys", "display", "light", "buzzer"]
Pattern = Literal["steady", "slow", "quick"]
"""How a lamp shines: by the pattern it can be read without its colour. Slow is once a second, quick four times."""
SideColour = Literal["blue", "red"]
"""The colour of a side that seats may play: then lamps shine in it."""
Clock = Callable[[], float]


def device_name(place: int, part: Part) -> str:
    """The name under which a part of a place speaks, such as `seat2.keys` or `panel.display`."""
    return f"panel.{part}" if place == PANEL else f"seat{place}.{part}"


def place_of(device: str) -> int:
    """The place a device belongs to, the inverse of `device_name`. Raises ValueError for another text."""
    where, _, part = device.partition(".")
    if part not in get_args(Part):
        raise ValueError(f"{device!r} is not the name of a device at a place")
    if where == "panel":
        return PANEL
    number = where.removeprefix("seat")
    if number == where or not number.isascii() or not number.isdecimal() or str(int(number)) != number:
        raise ValueError(f"{device!r} is not the name of a device at a place")
    return int(number)


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact changed, bounces and all; `level` is True while closed, whatever the pull of the pin.

    `picture` is the number of the picture that was to be seen then, 0 for none, from a device that knows: its display
    is a `NumberedDisplay`.
    """

    device: str
    line: str
    level: bool
    at: float
    picture: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """An encoder was turned by `steps` detents, clockwise positive."""

    device: str
    line: str
    steps: int
    at: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A reader saw a tag; `code` is what the tag says, unread."""

    device: str
    code: str
    at: float


Trouble = Literal[
    "silent", "missing", "forbidden", "busy", "channel", "library", "board", "unplugged", "older", "newer", "broken"
]
"""Why a thing does not work: it does not answer; its device file is not there, may not be used by this user, or is in
use; the multiplexer's channel is not there; a library is not installed; the board is unknown; the cable is out; its
own program is older or newer than this one can speak with; or something else.
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a thing does not work. `what` is the device file or library meant, else the system's own English words."""

    trouble: Trouble
    what: str = ""

    def __str__(self) -> str:
        return f"{self.trouble}: {self.what}" if self.what else self.trouble


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of the header: its BCM number, its position on the header, and its part in a device of several pins."""

    number: int
    position: int
    role: str = ""


@dataclass(frozen=True, slots=True)
class Wire:
    """One thing on the table that can be tried out by hand, and where it is connected.

    `line` is a key, `ENCODER`, or the part of the place that `device` names. `node` is the device file of a bus,
    `channel` and `address` where on it; all are empty in a simulation. `fault` is why it does not work now.
    """

    device: str
    line: str
    pins: tuple[Pin, ...] = ()
    node: str = ""
    channel: int | None = None
    address: int | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """A device stopped answering. Its held keys count as released; `why` is a short English reason."""

    device: str
    why: str
    at: float


@dataclass(frozen=True, slots=True)
class Back:
    """A device answers again. A display that came back is dark until it is shown something."""

    device: str
    at: float


Event = Edge | Turn | Tag | Gone | Back
Post = Callable[[Event], None]


class Keys(Protocol):
    """The keys and the encoder of one place."""

    def start(self, post: Post) -> None:
        """From now on put every edge and turn into `post`, from any thread, in order for each line.

        `post` is called in the thread that noticed the event, perhaps under a lock: it may only enqueue.
        """

    def close(self) -> None:
        """Fall silent and let go of pins and threads; may be called twice."""


class Display(Protocol):
    """A small one-bit display."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def bus(self) -> str:
        """The wires it shares with others: pictures for displays of one bus are sent one after the other."""

    def show(self, image: Image, *, private: bool = False) -> None:
        """Show a picture of exactly `size`; it may take as long as the bus does.

        A `private` picture is one that only the person holding PEEK may see: a display with a mind of its own
        blanks it by itself. Raises DeviceGone, and ValueError for a picture of another size.
        """

    def blank(self) -> None:
        """Go dark. Raises DeviceGone."""

    def close(self) -> None:
        """Go dark if that is still possible and let go of the bus; raises nothing, may be called twice."""


@runtime_checkable
class NumberedDisplay(Display, Protocol):
    """A display far from the host: a key pressed there may arrive when the next picture is shown already, and so says
    on which it was pressed.
    """

    def show_as(self, number: int, image: Image, *, private: bool = False) -> None:
        """See `Display.show`; `number` comes back with the edges of this place's keys."""


class Light(Protocol):
    """One lamp at a place."""

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        """Switch it, if it has colours in that of the `side` its seat plays, else in the seat's own; returns at once,
        since the deciding thread calls it. Raises DeviceGone.
        """

    def close(self) -> None:
        """Switch it off if that is still possible and let go of the pin; raises nothing."""


class Buzzer(Protocol):
    """Something that can be heard at a place."""

    def beep(self) -> None:
        """A short sound; returns at once. Raises DeviceGone."""

    def close(self) -> None:
        """Fall silent and let go of the pin; raises nothing."""


class Reader(Protocol):
    """Something that reads tags on cards or pieces."""

    def start(self, post: Post) -> None:
        """From now on put a `Tag` into `post` for every tag seen."""

    def close(self) -> None:
        """Fall silent; may be called twice."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A pod that is plugged in and has no seat: its number, the same for ever, its name if it has one, and the path of
    its line. `fault` is why it cannot take part.
    """

    pod: str
    name: str
    node: str
    fault: Fault | None = None


class Newcomers(Protocol):
    """Pods that no profile names: they announce themselves, and a seat is theirs by OK. Any thread may call it."""

    def begin(self, seats: Mapping[str, int], changed: Callable[[], None]) -> None:
        """Look for pods from now on. `seats` are those of last time, by the number of the pod; `changed` is called in
        another thread when there is something new here, and may only enqueue.
        """

    def waiting(self) -> tuple[Newcomer, ...]:
        """Those without a seat."""

    def seats(self) -> Mapping[str, int]:
        """The seat of every pod that was given one, whether it is here now or not."""

    def free(self) -> tuple[int, ...]:
        """Seats that a pod may be given."""

    def offered(self) -> int | None:
        """The seat that goes to the newcomer on which OK is pressed next."""

    def offer(self, seat: int | None) -> None:
        """Offer a seat, or none. A seat that is not free is not offered."""

    def release(self, seat: int) -> None:
        """The pod at a seat is a newcomer again."""

    def dress(self, draw: Callable[[tuple[int, int]], Image]) -> None:
        """What newcomers show: `draw` makes it for a display's size, in another thread."""


@dataclass(frozen=True, slots=True)
class Devices:
    """Everything on one table, by place. A place without a part is simply not in that mapping.

    `survey` lists all that can be tried out by hand, as it is now; any thread may call it. `mend` tries at once
    whatever does not work. `release` lets go of what they share, when all are closed. `newcomers` where pods may come.
    """

    keys: Mapping[int, Keys] = field(default_factory=dict)
    displays: Mapping[int, Display] = field(default_factory=dict)
    lights: Mapping[int, Light] = field(default_factory=dict)
    readers: tuple[Reader, ...] = ()
    buzzers: Mapping[int, Buzzer] = field(default_factory=dict)
    survey: Callable[[], tuple[Wire, ...]] = tuple
    mend: Callable[[], object] = lambda: None
    release: Callable[[], None] = lambda: None
    newcomers: Newcomers | None = None

    def start(self, post: Post) -> None:
        """Let every keyboard and reader speak to one inbox."""
        sources: tuple[Keys | Reader, ...] = (*self.keys.values(), *self.readers)
        for source in sources:
            source.start(post)

    def close(self) -> None:
        """Close all: first what speaks, so that nothing answers a display going dark."""
        sources: tuple[Keys | Reader, ...] = (*self.keys.values(), *self.readers)
        targets: tuple[Display | Light | Buzzer, ...] = (
            *self.displays.values(),
            *self.lights.values(),
            *self.buzzers.values(),
        )
        for device in (*sources, *targets):
            device.close()
        self.release()


@dataclass(frozen=True, slots=True)
class Picture:
    """What a simulated display shows: PNG bytes, counted from 1; `private` as it was asked for."""

    number: int
    png: bytes
    private: bool


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place of the simulated table, as a page draws it.

    `lines` are the keys there are to press (the encoder's switch among them), `held` those held down now;
    `size` and `picture` are None without a display, `picture` also before anything was shown; `light` is
    None without a lamp, `beeps` without a buzzer: how often it was heard; `pattern` is that of a lamp that is on,
    `side` the side in whose colour it shines, None for the seat's own.
    """

    place: int
    lines: tuple[str, ...]
    encoder: bool
    held: frozenset[str]
    size: tuple[int, int] | None
    picture: Picture | None
    light: bool | None
    beeps: int | None
    plugged: bool
    silent: bool
    pattern: Pattern = "steady"
    side: SideColour | None = None


class Simulator(Protocol):
    """The simulated table seen from a page or a terminal: look at it, press it, make it misbehave."""

    def places(self) -> tuple[PlaceView, ...]:
        """All places, the panel first, then by seat."""

    def tell(self, line: str) -> None:
        """Do one command in its text form, such as `press 2 ok`. Raises BadCommand."""

    def listen(self, changed: Callable[[int], None]) -> Callable[[], None]:
        """Call `changed(place)` whenever a `PlaceView` changes; the answer ends that.

        Called in whichever thread made the change, so it may only enqueue.
        """
