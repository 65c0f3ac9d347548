"""What a look is: a frozen struct for each thing there is to see, with who may see it and the type of what is seen.

Pages, the API and tests build looks; a look changes nothing and makes no new moment. As whom a device looks follows
from its token: no look says for which viewer it is. The looks of a room stand in its ``*_looks`` module.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from companion.service.asking import Asking, MayAsk

V_co = TypeVar("V_co", covariant=True)


class Look(Asking, Generic[V_co], frozen=True, tag=True):
    """Something a device wants to see of the table; ``V_co`` is what it is given."""

    may_ask: ClassVar[MayAsk] = "anybody"


def looks() -> dict[str, type[Look[Any]]]:
    """Every look there is, by its name."""
    return {kind.__name__: kind for kind in Look.__subclasses__()}
