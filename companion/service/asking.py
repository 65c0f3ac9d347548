"""What devices and keys send to the table has in common: who may send it, and how it is printed."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct, structs

MayAsk = Literal["anybody", "seat", "seat or host", "for a seat", "host"]
"""Who may ask: any device; one with a seat, as that seat; one with a seat, or else a host; the device of the seat that
the request or look names, or a host who writes for all; a host.
"""


class Asking(Struct, frozen=True):
    """Something asked of the table: a request that may change it, or a look that does not."""

    may_ask: ClassVar[MayAsk]
    private: ClassVar[frozenset[str]] = frozenset()
    """Fields that are never printed, with the digests from which what a device was shown could be guessed."""

    def __repr__(self) -> str:
        fields = {name: value for name, value in structs.asdict(self).items() if name not in self.private}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
