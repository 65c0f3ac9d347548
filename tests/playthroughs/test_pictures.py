"""Widgets and accounts as rows of text."""

from __future__ import annotations

import pytest

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Column,
    Grid,
    Hand,
    Ledger,
    LegendEntry,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import named, say, verbatim
from companion.playthroughs.pictures import english

PAINTER = english({1: "Anna", 2: "Ben"})


@pytest.mark.parametrize(
    ("widget", "rows"),
    [
        (
            Track(
                key="way",
                title=say("Way"),
                spaces=(Space("0"), Space("1", say("One"), "coin", say("5"), True)),
                tokens=(Token("1", 2, "ship", named(2), "0"), Token("0")),
                loop=True,
                big=True,
            ),
            (
                "track way: Way (loop, big)",
                "  spaces: 0 1",
                "  1: [coin] One (5) marked",
                "  on 1: seat 2 [ship] Ben to 0",
                "  on 0:",
            ),
        ),
        (
            Rondel(key="r", title=say("R"), spaces=(Space("a"),), centre=say("Mid"), centre_note=say("note")),
            ("rondel r: R", "  centre: Mid; note", "  spaces: a"),
        ),
        (
            Ledger(
                key="l",
                title=say("L"),
                columns=(Column(say("Gold"), "coin"), Column(say("All"))),
                rows=(Row((1, None), 1, named(1), marked=True, out=True), Row((say("x"), 2), label=say("Rest"))),
                total=True,
            ),
            (
                "ledger l: L (total)",
                "  columns: [coin] Gold | All",
                "  seat 1 Anna: 1 | ? (marked out)",
                "  Rest: x | 2",
            ),
        ),
        (
            Hand(
                key="h",
                title=say("H"),
                cards=(Card("c1", say("Owl"), (say("a"), say("b")), "card", True), Card("c2", say("Bull"))),
                hidden=3,
                seat=1,
                secret=True,
            ),
            (
                "hand h: H (secret)",
                "  seat 1",
                "  card c1: [card] Owl (spent) - a; b",
                "  card c2: Bull",
                "  hidden: 3",
            ),
        ),
        (
            Grid(
                key="g",
                title=say("G"),
                width=3,
                height=2,
                cells=(Cell(2, 1, "fort", "tower", say("9"), 2), Cell(0, 0)),
                legend=(LegendEntry("fort", say("A fort"), "tower"),),
            ),
            ("grid g: G", "  3 by 2", "  2,1: fort seat 2 [tower] 9", "  0,0:", "  fort is [tower] A fort"),
        ),
        (
            Meter(key="m", title=say("M"), bars=(Bar(None, 6, 1, named(1), "ship", True), Bar(2, 4)), pips=True),
            ("meter m: M (pips)", "  seat 1 [ship] Anna: ? of 6 (marked)", "  : 2 of 4"),
        ),
        (
            Note(key="n", title=say("N"), lines=(verbatim("two\nrows "), verbatim("")), tone="warning", icon="check"),
            ("note n: N (warning, [check])", "  - two rows", "  -"),
        ),
    ],
)
def test_every_widget_has_its_rows(widget: AnyWidget, rows: tuple[str, ...]) -> None:
    assert PAINTER.widgets([widget]) == rows


def test_an_account_has_rank_side_total_and_lines() -> None:
    sheet = ScoreSheet(
        sides=(
            SideScore("1", (1,), named(1), (Line("gold", 2, say("Gold"), say("one each")),), (1,), won=say("Crowned")),
            SideScore(
                "b", (2, 3), say("Team"), (Line("gold", 2, say("Gold")), Line("x", None, say("X"))), (4,), out=True
            ),
            SideScore("4", (4,), named(4), (Line("gold", 2, say("Gold")),), (3,)),
        ),
        final=True,
        highest_wins=False,
        ladder=(TieBreak(say("Most ships")),),
    )
    assert PAINTER.score(sheet) == (
        "final, lowest wins",
        "1 won outright: Crowned",
        "1. 1, seat 1, Anna: 2 (Most ships 1)",
        "  gold 2 Gold: one each",
        "2. 4, seat 4, Seat 4: 2 (Most ships 3)",
        "  gold 2 Gold",
        "3. b, seat 2 and 3, Team: 2 and more (out; Most ships 4)",
        "  gold 2 Gold",
        "  x ? X",
    )
