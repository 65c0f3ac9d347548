"""Every switch of section 1 by itself, and what the profiles make of those that are left alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.chance import RandomStream, TableChance
from companion.core.questions import Count, Pick
from companion.core.secrecy import PUBLIC
from companion.core.setup import Seated, Setup, SetupError, checked_setup
from companion.core.step import Step, run
from companion.core.widgets import Rondel
from companion.games.antike.goods import production
from companion.games.antike.moves import (
    Battle,
    Begin,
    Conquer,
    Done,
    First,
    Go,
    Learn,
    PlayOn,
    Sail,
    Split,
    Take,
    Trade,
)
from companion.games.antike.options import OPTIONS, PROFILE, PROFILES
from companion.games.antike.state import Extra, GoingOn, Seas, Starting, State, Switches, Turn
from companion.games.antike.tables import NATIONS, PAIRS
from companion.locale import speaker
from tests.games.antike.bench import GAME, Bench


def test_every_switch_that_follows_a_profile_is_in_both() -> None:
    following = {option.key for option in OPTIONS if any(value == PROFILE for value, _ in option.values)}
    assert all(set(profile) == following for profile in PROFILES.values())
    assert all(option.source for option in OPTIONS)


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        (2005, (False, False, 1, False, False)),
        (2006, (True, True, 2, True, True)),
    ],
)
def test_profiles(profile: int, expected: tuple[object, ...]) -> None:
    rules = Bench(profile=profile).state.switches
    found = (rules.coins_each_round, rules.phases, rules.trade_rate, rules.extra_card, rules.score_stone)
    assert found == expected


@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("coin_timing", "turn", "coins_each_round", False),
        ("maneuver_order", "mixed", "phases", False),
        ("all8_trade", "one-for-one", "trade_rate", 1),
        ("all8_bonus", "none", "extra_card", False),
        ("score_marker", "cards", "score_stone", False),
        ("target_3_nations", 12, "target", 12),
        ("arming_cap", "pooled", "pooled_arming", True),
        ("same_space", 8, "same_space", 8),
        ("generals_value", 2, "general_points", 2),
        ("start_cities", 1, "start_cities", 1),
        ("start_places", "named", "named_start", True),
        ("coins", 32, "coins", 32),
        ("empty_action", False, "empty_action", False),
        ("bare_bonus", False, "bare_bonus", False),
    ],
)
def test_a_switch_changes_its_rule_and_no_other(option: str, value: Any, field: str, expected: Any) -> None:
    usual = Bench(3, side="east", profile=2006).state.switches
    switched = Bench(3, side="east", profile=2006, **{option: value}).state.switches
    assert getattr(usual, field) != expected
    assert switched == replace(usual, **{field: expected})
    assert isinstance(switched, Switches)


def test_all_battles_come_first_in_2006() -> None:
    for profile, allowed in ((2005, True), (2006, False)):
        bench = Bench(profile=profile)
        bench.us.legions, bench.them().legions = 5, 2
        theirs = bench.them().key
        bench.at("maneuver-a").do(Battle(bench.us.key, theirs, "legion"))
        bench.do(Conquer(theirs, "gold", 0, 0, 1, 0))
        again = Battle(bench.us.key, theirs, "legion")
        if allowed:
            bench.do(again)
        else:
            assert GAME.awaits(bench.state).may == ()
            assert bench.refused(again) == "Battles come before conquests."


def test_without_their_goods_spaces_may_be_closed() -> None:
    bench = Bench(empty_action=False)
    bench.us.goods.update(marble=0, iron=0, gold=0)
    bench.us.coins = 0
    closed = [option.value for option in bench.asked().options if option.reason]  # type: ignore[attr-defined]
    assert closed == ["temple", "arming", "know-how"]
    assert bench.refused(Go("arming", Split())) == "Missing: {what}"
    assert bench.do(Go("gold", Split())).told


def test_an_empty_action_ends_by_itself() -> None:
    bench = Bench()
    bench.us.goods.update(marble=0, iron=0, gold=0)
    bench.us.coins = 0
    first = bench.us.key
    bench.do(Go("arming", Split()))
    assert bench.us.key != first


def test_the_label_of_a_space_follows_the_profile() -> None:
    words = {}
    for profile in (2005, 2006):
        rondel = GAME.show(Bench(profile=profile).state, PUBLIC)[0]
        assert isinstance(rondel, Rondel)
        words[profile] = [[speaker(tag, {}).say(space.label) for tag in ("en", "es")] for space in rondel.spaces]
    assert words[2005][3] == ["Campaign", "Maniobra"]
    assert words[2006][3] == ["Maneuver", "Maniobra"]
    assert words[2005][6:] == [["Science", "Conocimiento"], ["Campaign", "Maniobra"]]
    assert words[2006][6] == ["Know-how", "Conocimiento"]


def test_the_coins_of_a_round_go_round_until_there_are_none() -> None:
    bench = Bench(coin_timing="round")
    for _ in range(4):
        bench.state.bank_coins = 1
        bench.end_of_turn()
    assert [nation.coins for nation in bench.state.nations] == [2, 1, 1, 1]
    assert GAME.awaits(bench.state).must == (bench.state.nations[1].seat,)


# -- the extra personality -----------------------------------------------------------------------------------------


def with_the_last_know_how(**stacks: int) -> Bench:
    bench = Bench(all8_bonus="extra")
    bench.us.know.update(legions=2, galleys=2, production=2, defence=1)
    bench.them().know["defence"] = 2
    bench.us.goods["gold"] = 5
    bench.state.stacks.update(stacks)  # type: ignore[arg-type]
    bench.at("know-how").do(Learn("democracy", Split(gold=5)))
    return bench.ends(bench.us)


def test_the_fullest_stack_gives_the_extra_personality() -> None:
    bench = with_the_last_know_how(king=9, scholar=0)
    assert bench.state.nations[0].cards["king"] == 1


def test_among_equal_stacks_the_nation_chooses() -> None:
    bench = with_the_last_know_how(king=8, scholar=8)
    assert isinstance(bench.state.agenda[-1], Extra)
    reasons = {option.value: option.reason is None for option in bench.asked().options}  # type: ignore[attr-defined]
    assert reasons == {"king": True, "scholar": True, "general": False, "citizen": False, "navigator": False}
    bench.says("scholar")
    assert bench.state.nations[0].cards["scholar"] == 1


def test_the_extra_personality_proposed_is_of_a_fullest_stack() -> None:
    bench = with_the_last_know_how(king=4, scholar=5, general=5, citizen=1, navigator=1)
    question = bench.asked()
    assert isinstance(question, Pick)
    assert question.default == "scholar"
    assert [option.value for option in question.reachable()] == ["scholar", "general"]


def test_no_stack_no_extra_personality() -> None:
    bench = with_the_last_know_how(king=0, scholar=0, general=0, citizen=0, navigator=0)
    assert sum(bench.state.nations[0].cards.values()) == 0


# -- seas, rounds, sides -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("galleys", "paid", "left", "asked"), [(6, 0, 5, 0), (7, 0, 5, 1), (13, 1, 5, 0), (17, 1, 0, 0)]
)
def test_seas_are_asked_only_when_they_matter(galleys: int, paid: int, left: int, asked: bool) -> None:
    bench = Bench()
    bench.us.galleys, bench.us.rewarded["navigator"] = galleys, paid
    bench.state.stacks["navigator"] = left
    bench.us.goods.update(marble=0)
    bench.end_of_turn()
    assert isinstance(bench.state.agenda[-1], Seas) == asked


@pytest.mark.parametrize(("last", "galleys", "proposed"), [(0, 9, 0), (6, 9, 6), (9, 7, 7)])
def test_the_seas_proposed_are_those_of_last_time(last: int, galleys: int, proposed: int) -> None:
    """Never all galleys: a seat that only says OK wins no navigator by it."""
    bench = Bench()
    bench.us.galleys, bench.us.seas = galleys, last
    bench.us.goods["marble"] = 0
    question = bench.end_of_turn().asked()
    assert isinstance(question, Count)
    assert (question.key, question.start, question.default) == ("seas", proposed, proposed)


def test_seas_are_at_most_the_galleys() -> None:
    bench = Bench()
    bench.us.galleys = 9
    bench.us.goods["marble"] = 0
    bench.end_of_turn()
    assert bench.refused(Sail(10)) == "More seas than galleys."
    bench.do(Sail(7))
    assert bench.state.nations[0].cards["navigator"] == 1


@pytest.mark.parametrize("seas", [0, 9])
def test_seas_may_be_none_or_as_many_as_there_are_galleys(seas: int) -> None:
    bench = Bench()
    bench.us.galleys = 9
    bench.us.goods["marble"] = 0
    bench.end_of_turn().do(Sail(seas))
    assert bench.state.nations[0].seas == seas


def test_the_table_is_asked_after_many_rounds() -> None:
    bench = Bench(3)
    bench.state.round = 30
    for _ in range(3):
        bench.end_of_turn()
    assert isinstance(bench.state.agenda[-1], GoingOn)
    bench.do(PlayOn(on=True))
    assert (bench.state.round, bench.state.ask_after) == (31, 40)
    bench.state.agenda.append(GoingOn())
    bench.state.nations[1].cards["king"] = 3
    bench.do(PlayOn(on=False))
    sheet = GAME.score(bench.state, PUBLIC)
    assert sheet.final
    assert [side.side for side in sheet.winners()] == [bench.state.nations[1].key]


def begun(seats: int, order: tuple[str, ...], given: tuple[tuple[str, ...], ...] = (), **options: Any) -> State:
    """A play begun with nations dealt by the companion, or ``given``."""
    seated = tuple(Seated(n, "", given[n - 1] if given else ()) for n in range(1, seats + 1))
    setup = checked_setup(GAME.meta, Setup(seated, options, {}, {}, "counters"))

    def rules(step: Step[State]) -> None:
        GAME.apply(step, Begin(order))

    return run(GAME.new(setup), 0, TableChance(RandomStream(b"dealt"), {}), rules).state


@pytest.mark.parametrize("side", ["east", "west"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nations_are_dealt_and_play_clockwise(side: Any, seats: int) -> None:
    names = NATIONS[side][:seats]
    state = begun(seats, (names[1],), side=side)
    assert {nation.key for nation in state.nations} == set(names)
    assert state.nations[0].key == names[1]
    start = state.nations[0].seat
    assert [nation.seat for nation in state.nations] == [(start - 1 + n) % seats + 1 for n in range(seats)]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_nations_may_be_dealt_before_anybody_says_who_begins(seats: int) -> None:
    state = begun(seats, ())
    assert [len(keys) for keys in state.sides.values()] == ([2, 2] if seats == 2 else [1, 1, 1])
    assert (state.agenda, state.nations) == ([Starting()], [])
    order = tuple(key for keys in state.sides.values() for key in keys)

    def rules(step: Step[State]) -> None:
        GAME.apply(step, First(order if seats == 2 else order[:1]))

    after = run(state, 0, TableChance(RandomStream(b"begin"), {}), rules).state
    assert {nation.key: nation.seat for nation in after.nations} == {
        key: seat for seat, keys in state.sides.items() for key in keys
    }
    assert after.nations[0].key == order[0]


@pytest.mark.parametrize("side", ["east", "west"])
def test_two_seats_play_a_pair_each_in_the_order_of_the_table(side: Any) -> None:
    order = tuple(key for couple in zip(*PAIRS[side], strict=True) for key in couple)
    state = begun(2, order, side=side)
    assert tuple(nation.key for nation in state.nations) == order
    pairs = {frozenset(nation.key for nation in state.of(seat)) for seat in (1, 2)}
    assert pairs == {frozenset(pair) for pair in PAIRS[side]}


@pytest.mark.parametrize(
    "given",
    [
        (("greece",), ("persia",), ("egypt",)),
        (("greece",), ("greece",), ("arabia",)),
        (("greece", "persia"), ("arabia",), ()),
        (("persia", "greece"), ("phoenicia", "arabia")),
    ],
)
def test_sides_that_cannot_be_are_refused(given: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(SetupError):
        begun(len(given), ("greece",), given)


def test_an_order_that_cannot_be_is_refused() -> None:
    bench = Bench(2)
    state = GAME.new(bench.setup)
    bench.state = state
    assert bench.refused(Begin(("greeks",)), 0) == "Name the nations that begin."
    assert bench.refused(Begin(("greeks", "romans", "germans", "romans")), 0) == "Name the nations that begin."
    assert bench.refused(Begin(("greeks", "romans", "germans", "phoenicians"), 0), 0) == "There is no such round."
    assert bench.refused(Done(), 0) == "That is not asked for now."


def test_chips_may_run_out() -> None:
    """Section 13.11: what the bank has not is not produced, taken for a coin, nor traded for."""
    bench = Bench(chips=76)
    bench.us.plain["iron"] = 4
    bench.them().goods["iron"] = 76 - 2 - sum(nation.goods["iron"] for nation in bench.state.nations) + 1
    assert production(bench.state, bench.us, "iron") == 2
    assert production(Bench().state, bench.us, "iron") == 4
    us = bench.us
    bench.at("iron", where="maneuver-b")
    assert us.key == bench.state.nations[0].key
    assert bench.state.nations[0].goods["iron"] == 3
    assert sum(nation.goods["iron"] for nation in bench.state.nations) == 76
    bench.us.know.update(legions=2, galleys=2, production=2, defence=2)
    assert bench.refused(Trade(Split(gold=1), Split(iron=1))) == "The bank has no such chips left."
    bench.do(Trade(Split(gold=1), Split(marble=1)))
    bench.state.bank_coins = 0
    bench.end_of_turn()
    reasons = {option.value: option.reason for option in bench.asked().options}  # type: ignore[attr-defined]
    assert [good for good, reason in reasons.items() if reason] == ["iron"]
    assert bench.refused(Take("iron")) == "The bank has no such chips left."


def test_without_any_chips_there_is_nothing_to_take_for_a_coin() -> None:
    bench = Bench(chips=76)
    bench.state.bank_coins = 0
    bench.them(2).goods.update({good: 76 - 3 * n for good, n in (("marble", 2), ("iron", 1), ("gold", 3))})
    bench.end_of_turn()
    assert isinstance(bench.state.agenda[-1], Turn)
