"""People of a club: their cards, what they are called, and that they can be forgotten."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event, Thread, current_thread

import pytest
from sqlalchemy import Connection, event, select

from companion.club.events.stored.organising import enter_guest
from companion.club.events.stored.stored_events import StoredEvents
from companion.club.persons.club_persons import ClubPerson, ClubPersonError, ClubPersons, UnknownCard
from companion.club.storage import club_database
from companion.club.storage.club_database import WRITES, ClubDatabase
from companion.club.storage.schema import cards, persons
from companion.plays.log.card_codes import read_card_code


@pytest.fixture
def people(database: ClubDatabase) -> ClubPersons:
    return ClubPersons(database)


@pytest.fixture
def code(people: ClubPersons) -> str:
    return people.make_cards(1)[0]


def test_cards_are_different_and_nobodys(people: ClubPersons, database: ClubDatabase) -> None:
    made = people.make_cards(50)
    assert len(set(made)) == 50
    assert all(read_card_code(code) == code for code in made)
    assert {people.person_of(code) for code in made} == {None}
    with database.reading() as connection:
        assert not any(code in str(connection.execute(select(cards)).all()) for code in made)


@pytest.mark.parametrize("count", [0, -1, 1001])
def test_so_many_cards_are_not_made(people: ClubPersons, count: int) -> None:
    with pytest.raises(ClubPersonError, match="Between 1 and"):
        people.make_cards(count)


def test_whoever_takes_a_card_has_it(people: ClubPersons, code: str) -> None:
    person = people.take_card(code, "  Ana   la Roja ")
    assert person.name == "Ana la Roja"
    assert people.person_of(code) == person
    with pytest.raises(ClubPersonError, match="taken this card already"):
        people.take_card(code, "Ben")


def test_a_person_may_be_called_otherwise_and_stays_the_same(people: ClubPersons, code: str) -> None:
    person = people.take_card(code, "Ana")
    people.rename(code, "Anita")
    assert people.person_of(code) == ClubPerson(person.id, "Anita")


@pytest.mark.parametrize("name", ["", "  ", "x" * 31, "a\x00b"])
def test_such_a_name_is_refused(people: ClubPersons, code: str, name: str) -> None:
    with pytest.raises(ClubPersonError, match="A name has 1 to"):
        people.take_card(code, name)
    assert people.person_of(code) is None


def test_a_card_that_was_not_made_is_known_for_none(people: ClubPersons) -> None:
    for act in (people.person_of, people.forget, lambda code: people.take_card(code, "Ana")):
        with pytest.raises(UnknownCard):
            act("0000000101")


def test_nobodys_card_can_neither_be_renamed_nor_forgotten(people: ClubPersons, code: str) -> None:
    for act in (people.forget, lambda code: people.rename(code, "Ana")):
        with pytest.raises(ClubPersonError, match="Nobody has taken"):
            act(code)


def test_who_is_forgotten_has_left_no_name_and_tables_can_ask(people: ClubPersons, database: ClubDatabase) -> None:
    first, second = people.make_cards(2)
    ana, ben = people.take_card(first, "Ana"), people.take_card(second, "Ben")
    assert people.forgotten_since(0) == (0, ())
    people.forget(first)
    with pytest.raises(UnknownCard):
        people.person_of(first)
    number, gone = people.forgotten_since(0)
    assert gone == (ana.id,)
    assert people.forgotten_since(number) == (number, ())
    people.forget(second)
    assert people.forgotten_since(number)[1] == (ben.id,)
    assert people.forgotten_since(0)[1] == (ana.id, ben.id)
    with database.reading() as connection:
        assert connection.execute(select(persons)).all() == []


@pytest.fixture
def file(shaped_file: Path, tmp_path: Path) -> Iterator[ClubDatabase]:
    """A database of SQLite, whose files the test reads."""
    shutil.copyfile(shaped_file, tmp_path / "club.db")
    with closing(ClubDatabase(f"sqlite:///{tmp_path / 'club.db'}")) as database:
        yield database


def files_with(folder: Path, *words: str) -> set[tuple[str, str]]:
    """Which of the words are in the bytes of which files."""
    found = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return {(name, word) for name, text in found.items() for word in words if word.encode() in text}


def test_no_byte_of_a_forgotten_name_or_a_removed_event_is_left(file: ClubDatabase, tmp_path: Path) -> None:
    people, events = ClubPersons(file), StoredEvents(file, lambda: 0.0)
    codes = people.make_cards(40)
    for number, code in enumerate(codes):
        people.take_card(code, f"Anaximandra {number}")
    people.rename(codes[7], "Zenodora")
    event, _ = events.add("Panathenaia")
    events.change(event, lambda state: enter_guest(state, "Kleisthenes"))
    words = ("Anaximandra 7", "Zenodora", "Kleisthenes", "Panathenaia")
    assert {word for _, word in files_with(tmp_path, *words)} == set(words)
    people.forget(codes[7])
    events.remove(event)
    assert files_with(tmp_path, *words) == set()
    assert files_with(tmp_path, "Anaximandra 8")


def test_what_a_reader_keeps_is_wiped_after_the_next_write(
    file: ClubDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_database, "WIPING", 10)
    people = ClubPersons(file)
    first, second = people.make_cards(2)
    people.take_card(first, "Anaximandra")
    with file.reading() as connection:
        assert connection.execute(select(persons)).all()
        people.forget(first)
    assert files_with(tmp_path, "Anaximandra")
    people.take_card(second, "Ben")
    assert files_with(tmp_path, "Anaximandra") == set()


def test_who_was_forgotten_is_told_so_though_another_program_reads_on(
    file: ClubDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_database, "WIPING", 10)
    people = ClubPersons(file)
    first, second = people.make_cards(2)
    people.take_card(first, "Anaximandra")
    with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM persons").fetchone() == (1,)
        people.forget(first)
        people.take_card(second, "Ben")
        assert files_with(tmp_path, "Anaximandra")
    people.rename(second, "Bea")
    assert files_with(tmp_path, "Anaximandra") == set()


def test_whoever_wants_to_be_forgotten_twice_at_once_is_forgotten_once(people: ClubPersons, code: str) -> None:
    ana = people.take_card(code, "Ana")
    start, late = Barrier(4), []

    def tries() -> None:
        start.wait()
        try:
            people.forget(code)
        except UnknownCard as error:
            late.append(error)

    threads = [Thread(target=tries) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(late) == 3
    assert people.forgotten_since(0) == (1, (ana.id,))


def test_nobody_is_told_after_a_later_one(people: ClubPersons, database: ClubDatabase) -> None:
    """One who was forgotten first, and whose transaction ends last, would be left out by who has asked in between."""
    first, second = people.make_cards(2)
    ana, ben = people.take_card(first, "Ana"), people.take_card(second, "Ben")
    waits, goes_on = Event(), Event()

    def slowly(connection: Connection, *_: object) -> None:
        if current_thread().name == "slow" and WRITES in connection.get_execution_options():
            waits.set()
            goes_on.wait(10)

    event.listen(database.engine, "commit", slowly)
    slow = Thread(target=lambda: people.forget(first), name="slow")
    slow.start()
    assert waits.wait(10)
    other = Thread(target=lambda: people.forget(second))
    other.start()
    other.join(0.3)
    number, told = people.forgotten_since(0)
    goes_on.set()
    slow.join()
    other.join()
    assert {*told, *people.forgotten_since(number)[1]} == {ana.id, ben.id}


def test_a_card_is_taken_once_however_many_try(people: ClubPersons, code: str) -> None:
    start, taken = Barrier(4), []

    def tries(name: str) -> None:
        start.wait()
        try:
            taken.append(people.take_card(code, name))
        except ClubPersonError:
            return

    threads = [Thread(target=tries, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 1
    assert people.person_of(code) == taken[0]
