"""The end of a play on the table screen: bars by kind of points, how far the winner is ahead, and tie-breaks."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import named, say
from web.templating.final_bars import KINDS, WIDTH, lead, score_bars, tie_words

TILES = TieBreak(say("Most tiles"))


def side(seat: int, *points: int, tie: int = 0) -> SideScore:
    lines = tuple(Line(f"kind-{n}", each, say(f"Kind {n}")) for n, each in enumerate(points))
    return SideScore(str(seat), (seat,), named(seat), lines, (tie,))


def sheet(*sides: SideScore) -> ScoreSheet:
    return ScoreSheet(sides, final=True, ladder=(TILES,))


def test_bars_add_up_to_the_totals_of_their_sides() -> None:
    bars = score_bars(sheet(side(1, 9, 0, 18), side(2, 8, 12, -3)))
    assert [kind.name.text for kind in bars.kinds] == ["Kind 0", "Kind 1", "Kind 2"]  # type: ignore[union-attr]
    first, second = bars.segments["1"], bars.segments["2"]
    assert [(part.kind, part.points) for part in first] == [(0, 9), (2, 18)]
    assert [(part.kind, part.points) for part in second] == [(0, 8), (1, 12), (2, -3)]
    assert sum(part.points for part in second) == 17
    assert bars.zero == first[0].x == second[0].x == WIDTH * 3 // 30, "all gains begin at the same zero"
    assert first[-1].x + first[-1].width == WIDTH
    lost = second[-1]
    assert lost.x + lost.width == bars.zero, "what was lost stands before it"
    assert lost.lost


def test_the_bar_that_loses_most_begins_at_the_edge() -> None:
    bars = score_bars(sheet(side(1, 4, -2, 0), side(2, 1, -3, -5)))
    assert [kind.lost for kind in bars.kinds] == [False, True, True]
    assert min(part.x for part in bars.segments["2"]) == 0
    assert [part.points for part in bars.segments["2"]] == [1, -3, -5]


def test_a_kind_named_after_a_colour_is_painted_in_it() -> None:
    lines = (Line("banner-green", 4, say("Green banner")), Line("other", 2, say("Other")))
    bars = score_bars(sheet(SideScore("1", (1,), named(1), lines)))
    assert [kind.paint for kind in bars.kinds] == ["green", "1"]
    assert [part.paint for part in bars.segments["1"]] == ["green", "1"]


def test_lines_of_one_kind_are_told_by_its_name() -> None:
    won = tuple(Line("won", 2, say(city), kind=say("Cities won")) for city in ("Athens", "Samos"))
    bars = score_bars(sheet(SideScore("1", (1,), named(1), won)))
    assert [(kind.name.text) for kind in bars.kinds] == ["Cities won"]  # type: ignore[union-attr]


def test_more_kinds_than_colours_share_the_last_one() -> None:
    bars = score_bars(sheet(side(1, *range(10, 22)), side(2, *range(10, 22))))
    assert len(bars.kinds) == KINDS
    assert bars.kinds[-1].name.text == "others"  # type: ignore[union-attr]
    assert sum(part.points for part in bars.segments["1"]) == sum(range(10, 22))
    assert all(part.kind < KINDS for part in bars.segments["1"])


def test_the_lead_names_the_points_that_made_it() -> None:
    words = lead(sheet(side(1, 9, 20), side(2, 10, 5)))
    assert words is not None
    assert words.args["n"] == 14
    assert words.args["kind"] == say("Kind 1")
    assert lead(sheet(side(1, 5, tie=2), side(2, 5, tie=1))) is None


def test_a_tie_is_told_with_both_numbers() -> None:
    [words] = tie_words(sheet(side(1, 28, tie=4), side(2, 46, tie=1), side(3, 28, tie=6)))
    assert [words.args[name] for name in ("mine", "theirs")] == [6, 4]
    assert words.args["what"] == TILES.label
