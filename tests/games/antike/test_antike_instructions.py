"""What people do with the pieces, where the numbers alone are empty, or would say it wrongly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from companion.core.instructions import inside, lines_for
from companion.locale import speaker
from companion.plays.storage.entry import Entry
from tests.contract.instructed import GAMES, Committed, committed, playthroughs

NO_THINGS = {
    r"round|on-turn": "which round it is, and whose turn",
    r"first\.[\w-]+": "who had a know-how first",
    r"\w+\.paid-\w+": "thresholds that were paid already",
    r"\w+\.seas": "what a nation said last",
}
"""Numbers that count no pieces, by a pattern of their keys."""


def acts(name: str) -> Iterator[tuple[Committed, Entry]]:
    for act in committed(f"antike/{name}"):
        for entry in act.entries:
            yield act, entry


def moves(kind: str) -> Iterator[tuple[Committed, Entry]]:
    """All moves of a kind in the golden playthroughs."""
    for name in playthroughs("antike"):
        for act, entry in acts(name.partition("/")[2]):
            if entry.kind == "move" and json.loads(entry.move)["type"] == kind:
                yield act, entry


def lines(act: Committed, entry: Entry, seat: int) -> list[str]:
    spoken = speaker("en", {one.seat: one.name for one in act.play.setup.seats})
    made = [inside(one) for one in entry.instructions]
    return [spoken.say(line.words) for line in lines_for(seat, made)]


def all_lines(act: Committed, entry: Entry) -> list[str]:
    return [line for seat in (0, *act.play.setup.numbers) for line in lines(act, entry, seat)]


def test_every_number_is_a_thing_or_is_listed() -> None:
    left: set[str] = set()
    for name in playthroughs("antike"):
        for one in GAMES["antike"].inventory(committed(name)[-1].state):
            listed = any(re.fullmatch(pattern, one.key) for pattern in NO_THINGS)
            if (one.thing is None) is not listed:
                left.add(one.key)
    assert left == set()


def test_the_deal_moves_nothing_but_the_first_coin() -> None:
    """Pieces, goods and start cities are laid out by the guided set-up."""
    found = list(moves("begin"))
    assert found
    for act, entry in found:
        assert all(re.fullmatch(r"(.+: t|T)ake 1 coin( each)?\.", line) for line in all_lines(act, entry))


def test_a_coin_is_for_the_next_nation_and_nobody_gives_it() -> None:
    _, entry = next(found for found in acts("east-by-provinces") if found[1].number == 18)
    coin = [inside(one) for one in entry.instructions if inside(one).key.endswith(".coins")]
    assert [(one.seat, one.verb, abs(one.new - one.old)) for one in coin] == [(1, "put-back", 3), (2, "take", 1)]
    for name in playthroughs("antike"):
        for _, each in acts(name.partition("/")[2]):
            assert not any(inside(one).verb in ("give", "get") for one in each.instructions), f"{name} {each.number}"


def test_new_units_go_onto_cities_within_their_limit() -> None:
    found = list(moves("arm"))
    assert found
    for act, entry in found:
        units = [line for line in all_lines(act, entry) if re.search("legion|galle", line)]
        assert units, entry.number
        assert all(re.search(r"on your cities: 1 each, 3 with a temple\.$", line) for line in units)


def test_in_a_battle_both_take_units_off_the_board_and_read_with_whom() -> None:
    found = list(moves("battle"))
    assert found
    for act, entry in found:
        both = [line for line in all_lines(act, entry) if "attle with" in line]
        assert len(both) == 2, entry.number
        assert all("off the board" in line for line in both)


def test_in_a_conquest_the_loser_clears_the_city_before_the_disc_comes() -> None:
    found = list(moves("conquer"))
    assert found
    for act, entry in found:
        said = all_lines(act, entry)
        assert any(re.search(r"disc|cleared", line) for line in said), entry.number


def test_where_cities_are_counted_a_temple_is_one_piece() -> None:
    """A city without a temple less and one with a temple more are one temple put down."""
    counted = [(act, entry) for act, entry in moves("build") if any(".gold-plain" in one.key for one in numbers(act))]
    assert counted
    for act, entry in counted:
        temples = [line for line in all_lines(act, entry) if "temple" in line]
        assert temples, entry.number
        assert not any("disc" in line for line in all_lines(act, entry)), entry.number


def numbers(act: Committed) -> list:  # type: ignore[type-arg]
    return list(act.play.game.inventory(act.state))


def test_whoever_plays_two_nations_reads_which_one() -> None:
    for _, entry in acts("two-seats-2006"):
        own = [inside(one) for one in entry.instructions if inside(one).seat]
        # a temple goes onto a city of a name, whichever nation's it is
        assert all(one.side is not None for one in own if not one.key.startswith("temple.")), entry.number
