"""What the table took over of its ``table.toml``, and what it did not, kept beside the plays."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.core.wording import Message, say
from companion.whole_files import write_whole

FILE = "table.toml"
RECORD = "first-contact.json"


class SetupMistake(Struct, frozen=True):
    """Something that was not taken over: the ``line`` it stands on (0: none), its ``key`` (empty: none), and why.

    With neither it is about the card, not about the file.
    """

    line: int
    key: str
    why: Message

    @property
    def words(self) -> Message:
        """Where and why, in one sentence."""
        if not self.line and not self.key:
            return self.why
        if not self.line:
            return say("{file}, {key}: {why}", file=FILE, key=self.key, why=self.why)
        if not self.key:
            return say("{file}, line {line}: {why}", file=FILE, line=self.line, why=self.why)
        return say("{file}, line {line}, {key}: {why}", file=FILE, line=self.line, key=self.key, why=self.why)


class SetupRecord(Struct, frozen=True):
    """What became of a file. ``left`` is the digest of the file as the table left it: the same file is not read again.

    ``home`` is the name of the home Wi-Fi that was taken over (its password is wiped). ``logins``: a key for SSH
    was taken over.
    """

    left: str = ""
    done: tuple[Message, ...] = ()
    mistakes: tuple[SetupMistake, ...] = ()
    home: str = ""
    logins: bool = False


def digest_of(content: bytes) -> str:
    """Digest of a file."""
    return sha256(content).hexdigest()


def mistakes_key(mistakes: Iterable[SetupMistake]) -> str:
    """Digest of mistakes, by which they are known to have been put away."""
    return sha256(msgspec.json.encode(tuple(mistakes))).hexdigest()[:16]


def read_record(folder: Path) -> SetupRecord:
    """The record in the folder of the plays; an empty one where there is none, or none that can be read."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((folder / RECORD).read_bytes(), type=SetupRecord)
    return SetupRecord()


def write_record(folder: Path, record: SetupRecord) -> None:
    """Write the record, for the owner of the folder. Raises ``OSError``."""
    write_whole(folder / RECORD, msgspec.json.encode(record), 0o640)
