"""Exports hold what the viewer may see, and that alone."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import msgspec
import pytest
from msgspec import structs

from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import Speaker, say
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.reports.export import ReadablePlay, export_json, export_text, inventory_csv, log_csv
from tests.plays.counter import SEED, Add, Counter, End, State, Whisper, begin
from tests.plays.english_catalogue import English

SPEAKER = Speaker("en", English(), {1: "=HYPERLINK(1)", 2: "Ben", 3: "Eva"})


@pytest.fixture
def play(log: Log) -> Play:
    play = begin(log)
    play.submit(1, "seat 1", Add(4), nonce="nonce-a")
    play.submit(2, "scribe tablet", Whisper(77), nonce="nonce-b")
    play.submit(3, "seat 3", Add(2), nonce="nonce-c")
    play.undo(3, 3, "seat 3", marked=False, nonce="nonce-d")
    return play


def stored(play: Play) -> ReadablePlay:
    row = play._log.play(play.id)
    assert row is not None
    return ReadablePlay(play._log, play.game, row)


def decoded(play: Play, viewer: Viewer) -> Any:
    return msgspec.json.decode(export_json(stored(play), viewer, SPEAKER))


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text.removeprefix("\ufeff"))))


def test_the_public_export(play: Play) -> None:
    content = decoded(play, PUBLIC)
    assert content["title"] == "Counter"
    assert content["seats"][1] == {"seat": 2, "name": "Ben"}
    assert content["commitment"] == play.commitment
    assert content["inventory"] == [
        {"key": "total", "label": "Total", "owner": None, "value": 4},
        {"key": "1.secret", "label": "Secret", "owner": 1, "value": None},
        {"key": "2.secret", "label": "Secret", "owner": 2, "value": None},
        {"key": "3.secret", "label": "Secret", "owner": 3, "value": None},
    ]
    assert [line["text"] for line in content["log"]] == [
        "The play begins.",
        "=HYPERLINK(1) adds 4.",
        "Eva adds 2.",
        "Eva takes back: Eva adds 2.",
    ]
    assert content["log"][2] == {
        "number": 3,
        "time": "2023-11-14T22:13:20+00:00",
        "seat": 3,
        "text": "Eva adds 2.",
        "kind": "move",
        "undone": True,
        "marked": False,
        "by_scribe": False,
        "pieces": "",
    }
    assert content["score"]["sides"][1]["complete"] is False
    assert not content["score"]["final"]


def test_a_secret_is_in_the_export_of_its_seat_alone(play: Play) -> None:
    for viewer, there in ((PUBLIC, False), (Viewer(1), False), (Viewer(2), True)):
        texts = [
            export_json(stored(play), viewer, SPEAKER).decode(),
            inventory_csv(stored(play), viewer, SPEAKER) + log_csv(stored(play), viewer, SPEAKER),
        ]
        assert [("77" in text) for text in texts] == [there, there]


def test_nothing_of_how_the_play_is_kept_is_in_an_export(play: Play) -> None:
    for viewer in (PUBLIC, Viewer(1), Viewer(2)):
        text = export_json(stored(play), viewer, SPEAKER).decode() + log_csv(stored(play), viewer, SPEAKER)
        for kept in (SEED.hex(), play.id, "nonce-", "tablet"):
            assert kept not in text


def test_the_seed_is_there_once_the_play_is_closed(play: Play) -> None:
    assert decoded(play, PUBLIC)["seed"] is None
    play.submit(1, "", End(), nonce="end")
    assert decoded(play, PUBLIC)["seed"] is None
    play.conclude()
    assert decoded(play, PUBLIC)["seed"] == SEED.hex()


def test_csv_for_spreadsheets(play: Play) -> None:
    inventory = rows(inventory_csv(stored(play), Viewer(2), SPEAKER))
    assert inventory[0] == ["key", "label", "owner", "value"]
    assert inventory[1] == ["total", "Total", "", "4"]
    assert inventory[3] == ["2.secret", "Secret", "2", "77"]
    log = rows(log_csv(stored(play), Viewer(2), SPEAKER))
    assert log[0] == ["number", "time", "seat", "text", "kind", "undone", "marked", "by_scribe", "pieces"]
    assert log[2][:5] == ["2", "2023-11-14T22:13:20+00:00", "1", "'=HYPERLINK(1) adds 4.", "move"]
    assert log[3][3] == "You whisper 77."
    assert log[3][7] == "True"


def test_an_unknown_time_is_left_out(log: Log) -> None:
    play = begin(log)
    play._clock.day = None  # type: ignore[attr-defined]  # the test's own clock
    play.submit(1, "", Add(1), nonce="a")
    assert decoded(play, PUBLIC)["log"][1]["time"] is None


class Won(Counter):
    """Whoever sits first has won, for a reason."""

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        sheet = super().score(state, viewer)
        first = structs.replace(sheet.sides[0], won=say("All temples stand."))
        return structs.replace(sheet, sides=(first, *sheet.sides[1:]))


def test_why_a_side_has_won_is_in_the_export(log: Log) -> None:
    play = begin(log, Won())
    play.submit(1, "", End(), nonce="end")
    content = decoded(play, PUBLIC)
    assert [side["won"] for side in content["score"]["sides"]] == ["All temples stand.", "", ""]
    assert content["score"]["final"]
    text = export_text(stored(play), PUBLIC, SPEAKER).splitlines()
    assert "   All temples stand." in text
    assert sum("stand" in line for line in text) == 1
