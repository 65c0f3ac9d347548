"""A box is lent by the host, for a while, under a code that nobody guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.core.errors import Refused
from companion.service.session.box_editor import CODE_LENGTH, LENT_FOR, SIGNS, ImportBox, LendBox, Loans
from tests.core.torture import Torture
from tests.service.at_table import HOST, HandClock, Room, token
from tests.service.boxed_game import FILE, Boxed


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Iterator[Room]:
    made = rooms(Boxed(), Torture(), sheets=True)
    made.host()
    assert made.table.ask(HOST, ImportBox("boxed", FILE)).taken
    return made


def test_who_has_the_code_reads_the_file(room: Room) -> None:
    assert room.table.ask(HOST, LendBox("boxed")).taken
    code = room.view("host").boxes.loan_code("boxed")
    assert len(code) == CODE_LENGTH
    lent = room.table.view(token("stranger")).boxes.lent_box(code.upper())
    assert lent is not None
    assert (lent.game, lent.components, lent.text) == ("boxed", 3, FILE)
    assert room.table.view(token("stranger")).boxes.lent_box("x" * 8) is None
    assert room.view("host").boxes.loan_code("torture") == ""


def test_only_the_host_lends(room: Room) -> None:
    assert room.table.ask(token(1), LendBox("boxed")).code == "not-host"
    assert room.table.ask(HOST, LendBox("chess")).code == "no-box"
    with pytest.raises(Refused, match="not-host"):
        room.table.view(token(1)).boxes.loan_code("boxed")


def test_a_code_ends_by_itself_and_when_the_host_says_so() -> None:
    clock = HandClock()
    loans = Loans(clock, lambda n: bytes(n))
    loans.lend("boxed")
    code = loans.code_of("boxed")
    clock.now += LENT_FOR - 1
    assert loans.game_of(code) == "boxed"
    loans.lend("boxed")
    clock.now += LENT_FOR - 1
    assert loans.code_of("boxed") == code, "shown again, it holds longer"
    clock.now += 1
    assert (loans.game_of(code), loans.code_of("boxed")) == ("", "")
    loans.lend("boxed")
    loans.end("boxed")
    assert loans.code_of("boxed") == ""


def test_no_sign_looks_like_another_and_none_is_likelier() -> None:
    assert len(set(SIGNS)) == len(SIGNS) == 31
    assert not set(SIGNS) & set("il1o0")
    numbers = iter(range(1000))
    loans = Loans(HandClock(), lambda n: bytes(next(numbers) % 256 for _ in range(n)))
    loans.lend("a")
    loans.lend("b")
    assert loans.code_of("a") != loans.code_of("b")
