"""Which block a hit falls on, for any line of blocks and any hits."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.questions import Dice
from companion.core.wording import say
from companion.games.athens_sparta.hits import assign_hits, attrition_hits, battle_hits, hit_effect, strongest_targets
from companion.games.athens_sparta.state import AssigningHits
from tests.games.athens_sparta.table import ATHENS, ENGLISH, SPARTA, enter_city, on_turn, place_face_up, stepped

LINES = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 4), min_size=1)
HITS = st.integers(0, 24)
CHOICES = st.lists(st.integers(0, 5), min_size=24, max_size=24)

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""How long it takes says how busy the machine is, and nothing of the rules."""


def fall(line: dict[str, int], hits: int, choices: list[int], double: bool) -> tuple[dict[str, int], str, int]:
    """All hits, ties decided by ``choices``: the line after them, the half hit, the hits nobody was left for."""
    line, half = dict(line), ""
    for done in range(hits):
        able = strongest_targets(line, half, double)
        if not able:
            return line, half, hits - done
        struck = hit_effect(able[choices[done] % len(able)], half, double)
        line[struck.handle] -= struck.lost
        half = struck.half
    return line, half, 0


@unhurried
@given(LINES, HITS, CHOICES)
def test_no_step_is_lost_or_won_on_the_way(line: dict[str, int], hits: int, choices: list[int]) -> None:
    after, half, over = fall(line, hits, choices, double=False)
    assert half == ""
    assert sum(line.values()) - sum(after.values()) == hits - over
    assert over == max(0, hits - sum(line.values()))


@unhurried
@given(LINES, HITS, CHOICES)
def test_behind_walls_two_hits_cost_a_step(line: dict[str, int], hits: int, choices: list[int]) -> None:
    after, half, over = fall(line, hits, choices, double=True)
    lost = sum(line.values()) - sum(after.values())
    assert hits - over == 2 * lost + (half != "")
    assert over == max(0, hits - 2 * sum(line.values()))


@unhurried
@given(LINES, HITS, CHOICES, st.booleans())
def test_the_strongest_is_hit(line: dict[str, int], hits: int, choices: list[int], double: bool) -> None:
    """Every single hit falls on a block that is strongest then, unless it completes a half hit."""
    now, half = dict(line), ""
    for done in range(hits):
        able = strongest_targets(now, half, double)
        if not able:
            assert not any(now.values())
            return
        completes = double and bool(half)
        assert completes or {now[handle] for handle in able} == {max(now.values())}
        assert not completes or able == [half]
        struck = hit_effect(able[choices[done] % len(able)], half, double)
        now[struck.handle] -= struck.lost
        half = struck.half


@unhurried
@given(LINES, CHOICES)
def test_a_half_hit_waits_for_the_same_block(line: dict[str, int], choices: list[int]) -> None:
    able = strongest_targets(line, "", double=True)
    if not able:
        return
    first = hit_effect(able[choices[0] % len(able)], "", double=True)
    assert (first.lost, first.half) == (0, first.handle)
    assert strongest_targets(line, first.half, double=True) == [first.handle]
    assert hit_effect(first.handle, first.half, double=True).lost == 1


@unhurried
@given(LINES, CHOICES)
def test_a_full_hit_goes_past_the_half_hit(line: dict[str, int], choices: list[int]) -> None:
    """Of a revolt block (section 18): the strongest takes it, the half hit stays where it is."""
    weakest = min((handle for handle in line if line[handle]), key=lambda handle: line[handle], default="")
    able = strongest_targets(line, weakest, double=False)
    if not able:
        return
    struck = hit_effect(able[choices[0] % len(able)], weakest, double=False)
    assert (struck.lost, struck.half) == (1, weakest)
    assert line[struck.handle] == max(line.values())


@pytest.mark.parametrize(
    ("dice", "rate", "hits"),
    [
        ([1, 2, 4, 5], 3, 2),  # S7
        ([1], 1, 1),  # S2
        ([2, 3], 1, 0),
        ([1, 2, 3, 4], 3, 3),
        ([1, 1, 3, 5], 3, 3),  # D11
        ([1, 2, 6], 1, 1),  # D9
        ([1, 2, 5], 2, 2),  # D32
    ],
)
def test_a_die_hits_when_it_is_no_higher_than_the_rating(dice: list[int], rate: int, hits: int) -> None:
    question = Dice(key="battle", prompt=say("Dice"), dice=len(dice), hits=battle_hits(rate))
    assert question.hits_of([*dice]) == hits


@pytest.mark.parametrize(
    ("dice", "threshold", "hits"), [([3, 3, 1], 3, 2), ([4, 3], 4, 1), ([5, 4, 5], 5, 2), ([2, 6], 3, 1)]
)
def test_attrition_hits_when_it_is_no_lower_than_the_threshold(dice: list[int], threshold: int, hits: int) -> None:
    question = Dice(key="attrition", prompt=say("Dice"), dice=len(dice), hits=attrition_hits(threshold))
    assert question.hits_of([*dice]) == hits


def test_a_block_that_stands_alone_turns_once_for_all_its_hits() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="no", island="no")
    war.attacks(SPARTA, "amphipolis", ["peltast-A1-3"], ["hoplite-B2-4"])
    war.says(SPARTA, "fire", battle=[1, 1, 6])
    assert [ENGLISH.say(line) for line in war.told][-1] == "Athens: Hoplite B2 goes down from 4 to 2."
    assert war.reads(ATHENS) == ["Turn Hoplite B2 down to 2."]


def test_hits_that_come_back_to_a_block_are_told_once_with_its_last_steps() -> None:
    war = on_turn(side=SPARTA)
    strong = place_face_up(war, "athens", "hoplite-B2-4", "amphipolis", "siege")
    weak = place_face_up(war, "athens", "peltast-A1-2", "amphipolis", "siege")
    step = stepped(war.state, SPARTA)
    assign_hits(step, AssigningHits("athens", 2, [strong, weak], False))
    assert [ENGLISH.say(line) for line in step.told] == ["Athens: Hoplite B2 goes down from 4 to 2."]
