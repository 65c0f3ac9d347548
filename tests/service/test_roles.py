"""Who is host, and what is kept of that."""

import pytest

from companion.core.errors import Refused
from companion.service.asking.sender import hashed
from companion.service.seats.host_role import HostPins, HostRoles
from tests.service.at_table import HandClock, drip

FIXED = "2718281828"


@pytest.fixture
def roles() -> HostRoles:
    return HostRoles(HostPins(HandClock(), drip("roles"), FIXED), frozenset({hashed("old")}), lambda _: None)


def test_a_pin_makes_a_host(roles: HostRoles) -> None:
    assert not roles.is_host("a")
    roles.by_pin("a", FIXED)
    assert roles.is_host("a")
    assert roles.is_host("old")
    assert not roles.is_host("")
    roles.leave("a")
    assert not roles.is_host("a")


def test_a_wrong_one_makes_none(roles: HostRoles) -> None:
    with pytest.raises(Refused, match="wrong-pin"):
        roles.by_pin("a", "0")
    assert not roles.is_host("a")


def test_only_hashes_are_kept() -> None:
    kept: list[frozenset[str]] = []
    roles = HostRoles(HostPins(HandClock(), drip("roles"), FIXED), frozenset(), kept.append)
    roles.by_pin("a-secret", FIXED)
    roles.by_pin("other", FIXED)
    roles.leave("other")
    one = frozenset({hashed("a-secret")})
    assert kept == [one, one | {hashed("other")}, one]
    assert "a-secret" not in str(kept)
