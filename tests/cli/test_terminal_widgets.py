"""Widgets and accounts in a terminal."""

from __future__ import annotations

from companion.commands.terminal.terminal_widgets import WidgetText
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
from companion.core.wording import SeatName, say
from companion.locale import speaker

DRAWING = WidgetText(speaker("en", {1: "Ana", 2: "Luis"}))


def drawn(widget: AnyWidget) -> list[str]:
    rows = DRAWING.widgets([widget])
    assert rows[0] == "TITLE"
    assert rows[-1] == ""
    assert not any(row.endswith(" ") for row in rows)
    return [row.removeprefix("  ") for row in rows[1:-1]]


def test_a_track_shows_who_stands_where() -> None:
    spaces = (Space("1"), Space("2", say("Harbour"), note=say("3 gold"), marked=True))
    tokens = (Token("2", 1), Token("2", 2, label=say("Fleet"), to="1"))
    assert drawn(Track(key="t", title=say("Title"), spaces=spaces, tokens=tokens)) == [
        "  1",
        "* Harbour (3 gold)  <- Ana, Fleet (Luis) -> 1",
    ]


def test_a_rondel_shows_its_middle_first() -> None:
    rondel = Rondel(key="r", title=say("Title"), spaces=(Space("a"),), centre=say("Round 2"), centre_note=say("of 5"))
    assert drawn(rondel) == ["Round 2; of 5", "  a"]


def test_a_ledger_is_aligned() -> None:
    rows = (Row((3, None), 1, marked=True), Row((12, say("none")), label=say("Bank")))
    ledger = Ledger(key="l", title=say("Title"), columns=(Column(say("Gold")), Column(say("Corn"))), rows=rows)
    assert drawn(ledger) == [
        "      Gold  Corn",
        "*Ana     3     ?",
        "Bank    12  none",
    ]


def test_a_hand_shows_cards_and_how_many_lie_face_down() -> None:
    cards = (Card("1", say("Ship"), (say("2 oars"), say("fast"))), Card("2", say("Fort"), spent=True))
    assert drawn(Hand(key="h", title=say("Title"), cards=cards, hidden=3)) == [
        "- Ship: 2 oars; fast",
        "- Fort (used)",
        "face down: 3",
    ]


def test_a_grid_is_a_map_with_its_letters_explained() -> None:
    cells = (Cell(0, 0, "field"), Cell(1, 0, "forest", seat=2), Cell(2, 1, label=say("Well")))
    legend = (LegendEntry("field", say("Field")), LegendEntry("forest", say("Forest")))
    assert drawn(Grid(key="g", title=say("Title"), width=3, height=2, cells=cells, legend=legend)) == [
        "    0  1  2",
        "0   F O2  .",
        "1   .  .  o",
        "F: Field",
        "O: Forest",
        "1,0: Luis",
        "2,1: Well",
    ]


def test_a_meter_is_full_where_it_is() -> None:
    bars = (Bar(2, 4, 1, marked=True), Bar(None, 4, 2), Bar(9, 4, label=say("All")))
    assert drawn(Meter(key="m", title=say("Title"), bars=bars)) == [
        "*Ana  ##########.......... 2/4",
        "Luis  .................... ?/4",
        "All   #################### 9/4",
    ]


def test_a_note_is_its_sentences() -> None:
    assert drawn(Note(key="n", title=say("Title"), lines=(say("One."), say("Two.")))) == ["One.", "Two."]


def test_an_account_explains_every_point_and_every_tie() -> None:
    name = say("{who}", who=SeatName(1))
    lines = (Line("x", 10, say("Temples"), say("5 at 2")), Line("y", 2, say("Corn")))
    ana = SideScore("a", (1,), name, lines, (3,))
    crowned = SideScore("a", (1,), name, lines, (3,), won=say("all temples"))
    luis = SideScore("b", (2,), say("{who}", who=SeatName(2)), (Line("x", 12, say("Temples")),), (1,))
    eva = SideScore("c", (), say("Eva"), (Line("x", None, say("Secret")),), (0,), out=True)
    sheet = ScoreSheet((luis, crowned, eva), final=True, ladder=(TieBreak(say("Gold")),))
    assert DRAWING.account(sheet) == [
        "The final score",
        "1. Ana: 12",
        "  Has won: all temples",
        "    10  Temples: 5 at 2",
        "     2  Corn",
        "2. Luis: 12",
        "    12  Temples",
        "3. Eva: 0 and more (out)",
        "    ?  Secret",
    ]
    settled = DRAWING.account(ScoreSheet((luis, ana), ladder=(TieBreak(say("Gold")),)))
    assert settled[0] == "The score so far"
    assert "  Tie settled by: Gold" in settled
    uncounted = DRAWING.account(ScoreSheet((luis, eva), counted=False))
    assert [row for row in uncounted if row[0].isdigit()] == ["1. Luis", "2. Eva (out)"]
