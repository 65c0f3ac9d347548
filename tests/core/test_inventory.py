"""Tracked numbers: read where they stand, corrected within bounds, unknown where they are secret, summed up."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, field

from companion.core.errors import Refused
from companion.core.inventory import Tracked, find, totals
from companion.core.secrecy import PUBLIC, BrokenSeal, Sealed, Viewer, seal, seen
from companion.core.wording import say


class Purse(Struct):
    gold: int = 3
    by_kind: dict[str, int] = field(default_factory=lambda: {"silver": 4})
    row: list[int] = field(default_factory=lambda: [5, 6])
    hidden: Sealed[int] = field(default_factory=lambda: seal(7, 1))


def inventory(purse: Purse) -> list[Tracked]:
    places: dict[str, tuple[Any, Any]] = {
        "gold": (purse, "gold"),
        "silver": (purse.by_kind, "silver"),
        "second": (purse.row, 1),
        "hidden": (purse.hidden, "value"),
    }
    return [Tracked(key, say("A number"), at, high=9, conserved="all") for key, at in places.items()]


def test_numbers_are_read_and_corrected_where_they_stand() -> None:
    purse = Purse()
    for tracked in inventory(purse):
        tracked.put(tracked.value + 2)
    assert purse == Purse(5, {"silver": 6}, [5, 8], seal(9, 1))


@pytest.mark.parametrize("value", [-1, 10])
def test_a_correction_out_of_bounds_is_refused_and_changes_nothing(value: int) -> None:
    purse = Purse()
    with pytest.raises(Refused) as refused:
        find(inventory(purse), "gold").put(value)
    assert refused.value.code == "out-of-bounds"
    assert refused.value.message.args == {"n": value, "low": 0, "high": 9}
    assert purse == Purse()


def test_a_secret_number_is_listed_for_everybody_and_known_to_its_seat() -> None:
    assert find(inventory(seen(Purse(), Viewer(1))), "hidden").known
    hidden = find(inventory(seen(Purse(), PUBLIC)), "hidden")
    assert not hidden.known
    with pytest.raises(BrokenSeal):
        _ = hidden.value


def test_what_is_not_tracked_cannot_be_found() -> None:
    with pytest.raises(Refused) as refused:
        find(inventory(Purse()), "copper")
    assert refused.value.code == "not-tracked"


def test_sums_are_by_conserved_word_and_leave_the_others_out() -> None:
    purse = Purse()
    loose = Tracked("loose", say("A number"), (purse, "gold"))
    other = Tracked("other", say("A number"), (purse.row, 0), conserved="others")
    assert totals([*inventory(purse), loose, other]) == {"all": 3 + 4 + 6 + 7, "others": 5}
