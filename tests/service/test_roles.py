"""Who is host: by PIN, by the key on the panel, and only so often."""

import pytest

from companion.core.errors import Refused
from companion.service.roles import KNOCK, TRIES, WINDOW, Limit, Roles, hashed
from tests.service.at_table import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def roles(clock: HandClock) -> Roles:
    return Roles(clock, "2718", frozenset({hashed("old")}), lambda _: None)


def code(act: object, *args: str) -> str:
    try:
        act(*args)  # type: ignore[operator]
    except Refused as refusal:
        return refusal.code
    return ""


def test_the_pin_makes_a_host(roles: Roles) -> None:
    assert not roles.is_host("a")
    assert code(roles.by_pin, "a", "2718") == ""
    assert roles.is_host("a")
    assert roles.is_host("old")
    assert not roles.is_host("")
    roles.leave("a")
    assert not roles.is_host("a")


def test_whoever_has_the_pin_no_longer_knocks(roles: Roles) -> None:
    roles.knock("a")
    assert code(roles.by_pin, "a", "2718") == ""
    assert not roles.knocked()


def test_wrong_pins_count_together_for_everybody(roles: Roles, clock: HandClock) -> None:
    assert [code(roles.by_pin, f"d{n}", "0000") for n in range(TRIES + 2)] == ["wrong-pin"] * TRIES + ["too-often"] * 2
    assert code(roles.by_pin, "a", "2718") == "too-often"
    clock.now += WINDOW + 0.1
    assert code(roles.by_pin, "a", "2718") == ""


def test_the_right_pin_counts_as_no_try(roles: Roles) -> None:
    assert [code(roles.by_pin, f"d{n}", "2718") for n in range(3 * TRIES)] == [""] * (3 * TRIES)


def test_a_limit_says_how_long_to_wait(clock: HandClock) -> None:
    limit = Limit(clock, 1, 10.0)
    limit.take()
    clock.now += 4
    with pytest.raises(Refused) as refusal:
        limit.take()
    assert refusal.value.message.args == {"n": 7}
    clock.now += 6.1
    limit.take()


def test_whoever_knocked_last_is_let_in(roles: Roles, clock: HandClock) -> None:
    assert not roles.open()
    roles.knock("a")
    clock.now += 1
    roles.knock("b")
    assert roles.knocked()
    assert roles.open()
    assert roles.is_host("b")
    assert not roles.is_host("a")
    assert not roles.open(), "one key lets one in"


def test_a_knock_is_forgotten(roles: Roles, clock: HandClock) -> None:
    roles.knock("a")
    clock.now += KNOCK
    assert not roles.knocked()
    assert not roles.open()
    roles.knock("a")
    roles.turn_away()
    assert not roles.open()


def test_only_hashes_are_kept(clock: HandClock) -> None:
    kept: list[frozenset[str]] = []
    roles = Roles(clock, "2718", frozenset(), kept.append)
    roles.by_pin("a-secret", "2718")
    assert kept == [frozenset({hashed("a-secret")})]
    assert "a-secret" not in str(kept)
