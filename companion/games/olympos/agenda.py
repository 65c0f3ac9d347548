"""What a play waits for. The agenda is a stack; while it is empty, whoever is last on the Time Track acts."""

from __future__ import annotations

from msgspec import Struct

from companion.core.secrecy import Sealed


class HeldCard(Struct):
    """A Destiny card in a hand. Its handle numbers the draws, so it says nothing about the face."""

    handle: str
    face: Sealed[str]


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says how the play begins."""


class SeatDue(Struct, frozen=True):
    """What one seat has to do."""

    seat: int


class Crossing(SeatDue, frozen=True, tag="crossing"):
    """The seat at the bottom of the stack crosses territories out."""


class Facts(Struct, frozen=True, tag="facts"):
    """Something printed is needed and not in the box; the table looks it up."""

    kind: str
    key: str


class Draw(SeatDue, frozen=True, tag="draw"):
    """A seat draws a Destiny card; ``dealt`` ones are of a game begun in its middle. Worked off without asking."""

    dealt: bool = False


class Oracle(SeatDue, frozen=True, tag="oracle"):
    """A seat has looked at cards, of which it keeps one."""

    cards: list[HeldCard]


class Playing(SeatDue, frozen=True, tag="playing"):
    """A seat has just drawn and may play cards at once."""


class Arrival(SeatDue, frozen=True, tag="arrival"):
    """A seat has reached the Zeus space: its Olympos card, if it turns one up. Worked off without asking."""

    space: int


class Window(Struct, frozen=True, tag="window"):
    """An Olympos card is revealed; these seats answer in secret how many Zeus cards they add."""

    god: str
    drawer: int
    seats: tuple[int, ...]


class Cubes(SeatDue, frozen=True, tag="cubes"):
    """A seat chooses so many cubes."""

    left: int


class Hit(SeatDue, frozen=True, tag="hit"):
    """Hades: a seat takes one of its settlers off the map."""


Due = SettingUp | Crossing | Facts | Draw | Oracle | Playing | Arrival | Window | Cubes | Hit
