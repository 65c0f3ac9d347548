"""The first start of a flashed table: ``table.toml`` is read, applied, wiped, and what became of it written down."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

from msgspec import structs

from companion.core.toml_reading import text_of_file
from companion.core.wording import say
from companion.first_contact.applying import SystemSetup
from companion.first_contact.read_only_root import ReadOnlyRoot, lost_plays
from companion.first_contact.setup_record import (
    FILE,
    SetupMistake,
    SetupRecord,
    digest_of,
    read_record,
    write_record,
)
from companion.first_contact.table_file import TableFile, read_table_file
from companion.first_contact.wiping import overwrite, without_secrets
from companion.locale import speaker

NAMES = (FILE, f"{FILE}.txt")
"""What the file is called; editors that hide the ends of names make the second one."""
TAKEN_OUT = say("a line that was not understood stood here; it was taken out, since it may have held a secret")


def meet(card: Path, folder: Path, system: SystemSetup, profiles: Collection[str], language: str) -> SetupRecord | None:
    """Take over what the file on the ``card`` says, once; None where there is none, or where it was taken over before
    and has not been changed since. What would not last is put off, and that is said.

    The record lies in ``folder``. ``language`` is that of the comments the table leaves in the file, unless the file
    chooses one. Raises ``OSError`` where the file cannot be read or the record not be written; nothing is wiped then.
    """
    path = table_file_on(card)
    if path is None:
        return None
    content = path.read_bytes()
    before = read_record(folder)
    if before.left == digest_of(content):
        return None
    if hindered := tuple(_hindrances(system.card_root)):
        record = SetupRecord(mistakes=hindered, home=before.home, logins=before.logins)
        write_record(folder, record)
        return record
    text = text_of_file(content)
    read = _possible(read_table_file(text, profiles), system.card_root)
    said = speaker(read.values.get("language", language), {}).say(TAKEN_OUT)
    done, failed = system.apply(read, before.home)
    wiped = without_secrets(text, read.values, read.secrets, said)
    # What could not be applied is tried again from the same file, so it keeps its secrets until then.
    left = content if failed or wiped == text else wiped.encode()
    home_failed = any(mistake.key == "wifi_name" for mistake in failed)
    record = SetupRecord(
        left="" if failed else digest_of(left),
        done=tuple(done),
        mistakes=(*read.mistakes, *failed),
        home=before.home if home_failed else read.values.get("wifi_name", before.home),
        logins=before.logins or ("ssh_key" in read.values and not any(each.key == "ssh_key" for each in failed)),
    )
    write_record(folder, record)
    if left != content:
        record = _wipe(path, left, folder, record)
    return record


def table_file_on(card: Path) -> Path | None:
    """The owner's file on a card: the first of its possible names that sets something, else any that is there."""
    there = [card / name for name in NAMES if (card / name).is_file()]
    return next((path for path in there if _sets_something(path)), there[0] if there else None)


def _sets_something(path: Path) -> bool:
    lines = text_of_file(path.read_bytes()).split("\n")
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)


def _hindrances(root: ReadOnlyRoot) -> Iterator[SetupMistake]:
    """Why nothing is taken over at this start. The next start of a system that is only read is one that can."""
    if root.only_read:
        try:
            root.choose(only_read=False)
        except (OSError, ValueError) as error:
            yield SetupMistake(0, "", say("The card cannot be written to: {why}", why=str(error)))
        else:
            why = say(
                "The system on the card is read-only now. What this file says is taken over at the next power-on:"
                " switch the table off and on once more."
            )
            yield SetupMistake(0, "read_only", why)
    if (lost := lost_plays(root)) is not None:
        yield SetupMistake(0, "", lost)


def _possible(read: TableFile, root: ReadOnlyRoot) -> TableFile:
    """What a file says, without a system that is only read where the plays are part of it."""
    if read.values.get("read_only") != "true" or root.plays == "partition":
        return read
    why = say("The plays have no partition of their own here, and would be gone at every power-off.")
    return TableFile(
        {key: value for key, value in read.values.items() if key != "read_only"},
        (*read.mistakes, SetupMistake(0, "read_only", why)),
        read.secrets,
    )


def _wipe(path: Path, left: bytes, folder: Path, record: SetupRecord) -> SetupRecord:
    """Wipe the file, once everything that was taken over is on the disk."""
    os.sync()
    try:
        overwrite(path, left)
    except OSError as error:
        words = say("The secrets could not be wiped from the card ({why}): take them out of the file.", why=str(error))
        mistake = SetupMistake(0, path.name, words)
        record = structs.replace(record, left=digest_of(path.read_bytes()), mistakes=(*record.mistakes, mistake))
        write_record(folder, record)
    return record
