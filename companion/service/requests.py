"""What a request is: a frozen struct for each thing that can be asked of the table, with who may ask it.

Pages, the API, keys, tests and the simulator build requests; ``taking`` takes them, and has one handler for each. The
requests of a room stand in its ``*_requests`` module.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, structs

from companion.core.questions import Answer
from companion.service.asking import Asking

# What a program may send; whoever builds a request here keeps to it.
Seat = Annotated[int, Meta(ge=1, le=8, description="A seat from 1 to 8.")]
SeatOrTable = Annotated[int, Meta(ge=0, le=8, description="A seat from 1 to 8; 0 is the table.")]
Name = Annotated[str, Meta(max_length=40)]
PlayId = Annotated[str, Meta(min_length=1, max_length=40)]
Digest = Annotated[str, Meta(max_length=64, description="The digest of what this device was shown.")]
Nonce = Annotated[str, Meta(max_length=64, description="A word of your own; the same one twice counts once.")]


class Request(Asking, frozen=True, tag=True):
    """Something a device or a key asks of the table.

    A ``nonce``, where there is one, is a word of the sender's own: sent again under it, the request is not done twice.
    """

    @property
    def once(self) -> str:
        """The nonce; empty where sending it again does no harm."""
        return str(getattr(self, "nonce", ""))

    def content(self) -> list[object]:
        """All that was asked for, without the nonce: what a repetition must be equal in."""
        fields = structs.asdict(self)
        return [type(self).__name__, {name: value for name, value in fields.items() if name != "nonce"}]


def as_sent(answer: Answer) -> list[str]:
    """An answer as a form sends it: a question that is gone cannot say any more how its form is to be read."""
    if isinstance(answer, list):
        return [str(part) for part in answer]
    return [{True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)]


def requests() -> dict[str, type[Request]]:
    """Every request there is, by its name."""
    return {kind.__name__: kind for kind in Request.__subclasses__()}
