"""Guided set-up: what people lay out before a play begins, step by step in the order of the rule book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct, structs

from companion.core.wording import Message, SeatName, Wording, in_a_row, say

Doer = Literal["host", "nearest", "neighbours", "all", "each", "seats"]
"""Who carries out a step: the host; the person nearest to the pieces; two neighbours together; all together; each
person for itself; or the seats that the step names.
"""

Edge = Literal["", "red", "yellow", "green", "blue", "purple", "stone"]
"""Colours of cardboard that tell rows apart."""

_DOERS: Mapping[Doer, Message] = {
    "host": say("Host"),
    "nearest": say("Whoever sits nearest"),
    "neighbours": say("Two neighbours"),
    "all": say("All together"),
    "each": say("Each of you"),
}


class Laid(Struct, frozen=True):
    """What lies where after a step: ``things`` at a ``place``."""

    place: Wording
    things: Wording


class SetupStep(Struct, frozen=True):
    """One step. ``words`` say what to do, ``who`` does it; ``seats`` are those that a step of single seats is for.
    ``lies`` is what lies where afterwards, row by row. ``widget`` is the key of a public widget that pictures it.
    ``private``: only the screens of these seats show ``lies``. ``name`` says in a few words what is laid out.

    Steps of one ``group`` that follow each other lay out the rows of one picture, each with its ``colour`` on the edge,
    as on the cardboard.
    """

    key: str
    who: Doer
    words: Message
    seats: tuple[int, ...] = ()
    lies: tuple[Laid, ...] = ()
    widget: str = ""
    private: bool = False
    name: Message | None = None
    group: str = ""
    colour: Edge = ""

    @property
    def title(self) -> Message:
        """The name of the step; its words if it has none."""
        return self.words if self.name is None else self.name

    @property
    def doer(self) -> Wording:
        """Who carries it out, in words."""
        return in_a_row(say("{name}", name=SeatName(seat)) for seat in self.seats) if self.seats else _DOERS[self.who]


class PrintedNeed(Struct, frozen=True):
    """Printed values that a play needs of components of one ``kind`` of its box, by their ``keys``. ``now``: from the
    first turns on; else they are needed when somebody first chooses such a component. ``none``: once something of a
    component is entered, an empty number or list means none.
    """

    kind: str
    keys: tuple[str, ...]
    now: bool = False
    none: bool = False


def with_names(steps: Iterable[SetupStep], names: Mapping[str, Message]) -> Iterator[SetupStep]:
    """The steps with their names, by key; numbered steps such as ``city-1`` and ``city-2`` share the name of
    ``city``.
    """
    for step in steps:
        yield structs.replace(step, name=names.get(step.key) or names[step.key.rpartition("-")[0]])
