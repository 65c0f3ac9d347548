"""Which topics hold something at which broker because of this table, in a JSON file beside the log.

It is written before anything is sent and shortened when topics were cleared, so that a table that was cut off, or given
other topics, still knows what it has to take back.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from companion.whole_files import write_whole

FILE = "published.json"

TopicsByBroker = dict[str, tuple[str, ...]]


class RetainedRecord:
    """The file in ``folder``; brokers are called as people write them. Only the publishing thread changes it. Every
    change may raise ``OSError``.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._noted = self._read()

    def _read(self) -> TopicsByBroker:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=TopicsByBroker)
        except (OSError, msgspec.MsgspecError):
            return {}

    def at(self, broker: str) -> tuple[str, ...]:
        """The topics that may hold something at this broker."""
        return self._noted.get(broker, ())

    def elsewhere(self, broker: str) -> tuple[str, ...]:
        """Other brokers at which something may be left."""
        return tuple(sorted(set(self._noted) - {broker}))

    def add(self, broker: str, topics: Iterable[str]) -> None:
        """Note that these topics are about to hold something."""
        self.put(broker, dict.fromkeys((*self.at(broker), *topics)))

    def put(self, broker: str, topics: Iterable[str]) -> None:
        """Set the topics that hold something there."""
        others = {other: held for other, held in self._noted.items() if other != broker}
        self._write({**others, broker: held} if (held := tuple(topics)) else others)

    def forget_elsewhere(self, broker: str) -> None:
        """Forget other brokers: they are gone, or somebody has cleared them."""
        self._write({broker: held} if (held := self.at(broker)) else {})

    def keep_only(self, table: str) -> None:
        """Forget the topics of any other ``table`` than the one with this id: on a copied card they are those of the
        table it was copied from.
        """
        own = {broker: tuple(topic for topic in held if table in topic) for broker, held in self._noted.items()}
        self._write({broker: held for broker, held in own.items() if held})

    def _write(self, noted: TopicsByBroker) -> None:
        if noted == self._noted:
            return
        if noted:
            write_whole(self._path, msgspec.json.encode(noted))
        else:
            self._path.unlink(missing_ok=True)
        self._noted = noted
