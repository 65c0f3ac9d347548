"""Footprints and plans are read, and what cannot be is refused with the path of its key."""

from __future__ import annotations

import pytest

from hardware.perfboard.footprints import Hole, PlanError, footprints, read_footprints
from hardware.perfboard.plan_files import load_plan, plan_names, read_plan
from hardware.profile_files import read_shipped, shipped
from hardware.wire_lists import BOARD_TITLES

KEY = '[[part]]\nkind = "key"\nname = "OK"\nat = "D4"\n'
BACK = KEY.replace('"OK"', '"BACK"').replace("D4", "G6")
HEAD = 'title = "A plan"\nprofile = "pi-panel"\nperfboard = "5x7"\n'
HEADER = """
[[part]]
kind = "header_6"
name = "header"
at = "F24"
turn = 270
"""
TOP = HEAD + KEY + '[[wire]]\nside = "top"\n'


def problems(text: str) -> list[str]:
    with pytest.raises(PlanError) as caught:
        load_plan(text + HEADER, "mine")
    return [str(problem) for problem in caught.value.problems]


def test_every_pod_and_every_panel_at_a_header_has_a_plan() -> None:
    plans = [read_plan(name) for name in plan_names()]
    assert {plan.board for plan in plans} - {None} == set(BOARD_TITLES)
    wired = [name for name in shipped() if (profile := read_shipped(name)).kind == "pi" and profile.panel]
    assert sorted(plan.profile for plan in plans if plan.profile) == wired


def test_a_hole_has_the_name_it_has_on_the_drawing() -> None:
    assert str(Hole(0, 0)) == "A1"
    assert str(Hole(30, 25)) == "Z31"


def test_positions_count_from_the_far_left_corner() -> None:
    plan = load_plan(HEAD + KEY + HEADER, "mine")
    assert plan.perfboard.millimetres(Hole(0, 0)) == pytest.approx((5.79, 3.41))
    assert plan.perfboard.millimetres(Hole(23, 17)) == pytest.approx((70 - 5.79, 50 - 3.41))
    part = plan.part("OK")
    assert [(contact, str(hole)) for contact, hole in part.pins()] == [
        ("pin", "D4"), ("pin", "D9"), ("GND", "F4"), ("GND", "F9"),
    ]  # fmt: skip
    assert part.centre(plan.perfboard) == pytest.approx((5.79 + 3 * 2.54 + 6.35, 3.41 + 3 * 2.54 + 2.54))


@pytest.mark.parametrize(
    ("turn", "holes", "centre"),
    [
        (90, ["D4", "I4", "D2", "I2"], (-2.54, 6.35)),
        (180, ["D4", "D-1", "B4", "B-1"], (-6.35, -2.54)),
        (270, ["D4", "Z4", "D6", "Z6"], (2.54, -6.35)),
    ],
)
def test_a_part_turns_clockwise_seen_from_the_top(turn: int, holes: list[str], centre: tuple[float, float]) -> None:
    part = load_plan(HEAD + KEY.replace("D4", "M12") + f"turn = {turn}\n" + HEADER, "mine").part("OK")
    board = load_plan(HEAD + KEY + HEADER, "mine").perfboard
    x, y = board.millimetres(Hole(11, 12))
    assert part.centre(board) == pytest.approx((x + centre[0], y + centre[1]))
    assert part.pins()[0][1] == (11, 12)
    assert part.pins()[1][1] == {90: (11, 17), 180: (6, 12), 270: (11, 7)}[turn]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + KEY + "turns = 90\n", 'part[1].turns: unknown key (did you mean "turn"?)'),
        (HEAD + KEY + "turn = 45\n", "part[1].turn: expected 0, 90, 180 or 270 degrees, found 45"),
        (HEAD + KEY.replace("key", "kye"), 'part[1].kind: no footprint "kye" (did you mean "key"?)'),
        (HEAD + KEY.replace("D4", "4D"), "part[1].at: '4D' is no hole (row and column as on the drawing, such as C12)"),
        (HEAD + KEY.replace("D4", "D22"), 'part[1].at: no hole on 5 x 7 cm for "pin" of "OK"'),
        (HEAD + KEY.replace("D4", "Q4"), 'part[1].at: "OK" stands out over the edge of 5 x 7 cm'),
        (HEAD + KEY + BACK, 'part[2].at: "BACK" stands over "OK" (part[1].at)'),
        (HEAD + KEY + KEY.replace("D4", "L4"), 'part[2].name: "OK" is there twice (first at part[1])'),
        (HEAD + KEY + 'signals = ["GND"]\n', "part[1].signals: 1 signals for 4 pins"),
        (HEAD + KEY + '[[wire]]\nside = "botom"\nroute = ["A1", "A4"]\n',
         'wire[1].side: expected one of "bottom", "top", found "botom" (did you mean "bottom"?)'),
        (TOP + 'route = ["A1", "B4"]\n', "wire[1].route: A1 to B4 is not along one row or column"),
        (TOP + 'route = ["A1"]\n', "wire[1].route: a wire has two ends at least"),
        (TOP + 'route = ["S1", "A1"]\n', "wire[1].route[1]: there is no hole S1 on 5 x 7 cm"),
        ('board = "pico"\n' + HEAD + KEY,
         "board: a plan is of one pod's board or of one profile's panel (either board or profile)"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_path(text: str, said: str) -> None:
    assert said in problems(text)


def test_a_hole_has_one_part_and_a_drill_takes_pads_away() -> None:
    encoder = '[[part]]\nkind = "encoder"\nname = "encoder"\nat = "H8"\n'
    light = '[[part]]\nkind = "resistor_330"\nname = "R"\nat = "F11"\nturn = 270\n'
    assert 'part[2].at: hole F11 of "R" is taken by "encoder"' in problems(HEAD + encoder + light)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + KEY, 'part: no part has the name "header" (it is where the wires come from)'),
        (HEAD.replace("pi-panel", "pi-3-4") + KEY, "profile: pi-3-4 has no panel"),
        (HEAD.replace("pi-panel", "pi-penal") + KEY, 'found "pi-penal" (did you mean "pi-panel"?)'),
        (HEAD.replace('profile = "pi-panel"', 'board = "pica"') + KEY, 'found "pica" (did you mean "pico"?)'),
    ],
)
def test_a_plan_is_of_something_that_there_is(text: str, said: str) -> None:
    with pytest.raises(PlanError) as caught:
        load_plan(text, "mine")
    assert any(said in str(problem) for problem in caught.value.problems)


def test_an_unknown_plan_names_the_near_one() -> None:
    with pytest.raises(PlanError, match=r'no such plan \(did you mean "pod-pico"'):
        read_plan("pod-pica")


def test_no_toml_is_one_problem() -> None:
    assert problems("title = ")[0].startswith("mine.toml: this is not TOML")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pins = [[1, 0, 0]]", 'x.pins[1]: expected a contact, a column and a row (such as ["GND", 0, 2])'),
        ('pins = [["a", 0, 0], ["b", 0, 0]]', "x.pins[2]: column 0, row 0 is there twice"),
        ('pins = [["a", 1, 0]]', "x.pins[1]: the first pin is where the others count from (give it column 0, row 0)"),
        ("body = [1, 2]", "x.body: expected a list of 4 numbers in mm"),
        ("body = [2, 0, 1, 1]", "x.body: the right edge must be right of the left one, and the bottom below the top"),
        ("free = [[1]]", "x.free[1]: expected a column and a row from the first pin (such as [0, 2])"),
        ("colour = 1", "x.colour: unknown key"),
        ("", "x.source: missing"),
    ],
)
def test_a_footprint_is_checked(text: str, said: str) -> None:
    with pytest.raises(PlanError) as caught:
        read_footprints(f"[x]\n{text}\n", "mine.toml")
    assert any(str(problem).startswith(said) for problem in caught.value.problems)


def test_every_footprint_says_where_its_figures_come_from() -> None:
    assert {kind for kind, one in footprints().items() if len(one.source) < 20} == {"piezo_disc"} - {"piezo_disc"}
