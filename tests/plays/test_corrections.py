"""Several numbers set right in one step: on disk as one entry, taken back as one, run again as one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.boxes import FactCorrection, Learned
from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Sealed, Viewer
from companion.core.setup import Seated, Setup, checked_setup
from companion.locale import speaker
from companion.plays.corrections import Correction, Corrections, corrections_json, corrections_of
from companion.plays.log.log import Log
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.plays.reports.history import readable
from companion.plays.time_source import SystemClock
from companion.playthroughs.grammar import parse, write
from companion.playthroughs.record import record
from companion.playthroughs.replay import replay
from tests.core.torture import Torture
from tests.core.torture.moves import SetUp

GAME = Torture()
WORTH = Learned("card", "owl", "worth", 3)


def begun(log: Log) -> Play:
    setup = Setup((Seated(1, "Ana"), Seated(2, "Berta")))
    play = Play.begin(log, GAME, checked_setup(GAME.meta, setup), seed=b"s" * 32, clock=SystemClock())
    play.submit(0, "", SetUp(1, 2), nonce="set-up")
    return play


def number(play: Play, key: str) -> int:
    return next(tracked.value for tracked in GAME.inventory(play.state) if tracked.key == key)


def test_several_numbers_are_one_entry_and_one_step_back(log: Log) -> None:
    play = begun(log)
    before = number(play, "1.gold"), number(play, "bank")
    entry = play.set_right({"1.gold": 7, "bank": 90, "2.quest": 2}, "seat:1", nonce="n", seat=1)
    assert (number(play, "1.gold"), number(play, "bank"), number(play, "2.quest")) == (7, 90, 2)
    assert len(play.entries) == 3
    assert [found.key for found in corrections_of(entry.move).numbers] == ["1.gold", "bank", "2.quest"]
    assert len(entry.told) == 3
    assert play.set_right({"1.gold": 3}, "seat:1", nonce="n", seat=1) == entry, "a nonce counts once"
    assert play.correct("1.gold", 7, "host", nonce="m").seat == 0, "nobody's own step"
    play.undo(2, 1, "seat:1", marked=False, nonce="u")
    assert (number(play, "1.gold"), number(play, "bank")) == before


def test_only_those_who_may_know_a_number_read_what_it_was(log: Log) -> None:
    play = begun(log)
    entry = play.set_right({"1.gold": 7, "2.quest": 2}, "host", nonce="n")
    assert entry.seat == 0, "nobody's own step"
    for viewer, known in ((PUBLIC, False), (Viewer(1), False), (Viewer(2), True)):
        gold, quest = (told for told in readable(entry, viewer))
        arg: Any = getattr(quest, "args")["new"]  # noqa: B009  (a line here is a message)
        assert isinstance(arg, Sealed)
        assert arg.known is known
        assert getattr(gold, "args")["new"] == 7  # noqa: B009


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ({"bank": 90, "1.quest": 4}, "out-of-bounds"),
        ({"bank": 90, "none": 1}, "not-tracked"),
        ({}, "nothing-to-correct"),
    ],
)
def test_all_or_none(log: Log, numbers: dict[str, int], code: str) -> None:
    play = begun(log)
    before = number(play, "bank")
    with pytest.raises(Refused) as refused:
        play.set_right(numbers, "host", nonce="n")
    assert refused.value.code == code
    assert number(play, "bank") == before
    assert len(play.entries) == 2


def test_one_number_is_written_as_ever() -> None:
    one = Corrections((Correction("bank", 1, 2),))
    assert corrections_json(one) == '{"key":"bank","old":1,"new":2}'
    several = Corrections((*one.numbers, Correction("yard", 3, 4)))
    assert corrections_of(corrections_json(one)) == one
    assert corrections_of(corrections_json(several)) == several


def test_a_printed_fact_is_set_right_and_kept(log: Log) -> None:
    play = begun(log)
    entry = play.set_right({"1.gold": 7}, "seat:1", nonce="n", seat=1, facts=[WORTH])
    assert play.state.box["card"]["owl"]["worth"] == 3
    assert number(play, "1.gold") == 7
    assert corrections_of(entry.move).facts == (FactCorrection("card", "owl", "worth", 1, 3),)
    assert log.boxes.owners("torture") == {"card": {"owl": {"worth": 3}}}
    assert [speaker("en", {1: "Ana"}).say(line) for line in entry.told if not isinstance(line, Sealed)] == [
        "Ana corrects what is printed: Card, Owl, Worth: 1 becomes 3.",
        "Ana sets their Gold to 7; before: 2.",
    ]
    resumed = Play.resume(log, GAME, play.id, clock=SystemClock())
    assert resumed.state.box["card"]["owl"]["worth"] == 3


def test_taking_it_back_puts_the_owners_box_back_too(log: Log) -> None:
    log.boxes.put("torture", [Learned("card", "bull", "worth", 2)])
    setup = Setup((Seated(1, "Ana"), Seated(2, "Berta")), box=log.boxes.owners("torture"))
    play = Play.begin(log, GAME, checked_setup(GAME.meta, setup), seed=b"s" * 32, clock=SystemClock())
    play.set_right({}, "seat:1", nonce="n", seat=1, facts=[Learned("card", "bull", "worth", 4)])
    play.set_right({}, "seat:2", nonce="m", seat=2, facts=[Learned("card", "bull", "worth", 5)])
    play.undo(1, 1, "seat:1", marked=False, nonce="u")
    assert play.state.box["card"]["bull"]["worth"] == 2
    assert log.boxes.owners("torture")["card"]["bull"]["worth"] == 2
    play.redo(3, 1, "seat:1", nonce="r")
    assert play.state.box["card"]["bull"]["worth"] == 5
    assert log.boxes.owners("torture")["card"]["bull"]["worth"] == 5


def test_what_an_invented_box_says_is_not_kept(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Torture, "keeps", lambda *_: False)
    play = begun(log)
    play.set_right({}, "seat:1", nonce="n", seat=1, facts=[WORTH])
    play.undo(2, 1, "seat:1", marked=False, nonce="u")
    assert log.boxes.owners("torture") == {}


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        (Learned("card", "owl", "worth", 9), "unfit"),
        (Learned("card", "owl", "worth", "3"), "unfit"),
        (Learned("card", "owl", "worth", None), "unfit"),
        (Learned("card", "owl", "worth", 1), "nothing-to-correct"),
        (Learned("card", "owl", "wrth", 3), "no-fact"),
        (Learned("block", "owl", "worth", 3), "no-fact"),
        (Learned("card", "lion", "worth", 3), "no-component"),
    ],
)
def test_a_fact_that_cannot_be_is_refused(log: Log, fact: Learned, code: str) -> None:
    play = begun(log)
    with pytest.raises(Refused) as refused:
        play.set_right({"1.gold": 7}, "seat:1", nonce="n", seat=1, facts=[fact])
    assert refused.value.code == code
    assert number(play, "1.gold") == 2
    assert log.boxes.owners("torture") == {}


def test_a_hidden_number_that_rested_on_a_fact_is_told_to_its_seat_alone(log: Log) -> None:
    """A line that a hidden number was corrected as well would say that the fact was used in secret."""
    play = begun(log)
    entry = play.set_right({"2.quest": 2}, "seat:1", nonce="n", seat=1, facts=[WORTH])
    assert [len(list(readable(entry, viewer))) for viewer in (PUBLIC, Viewer(1), Viewer(2))] == [1, 1, 2]


def test_it_can_be_run_again(log: Log) -> None:
    play = begun(log)
    play.set_right({"1.gold": 7, "bank": 90}, "seat:2", nonce="n", seat=2)
    play.set_right({"yard": 5}, "host", nonce="m")
    play.undo(3, 0, "host", marked=False, nonce="u")
    play.set_right({"yard": 4}, "seat:1", nonce="f", seat=1, facts=[WORTH])
    report = verify(log, {GAME.meta.key: GAME})
    assert report.clean
    assert report.entries == 6
    text = write(record(log, GAME, play.id))
    assert "correct 1.gold 7 bank 90 by 2" in text
    assert "correct card.owl.worth=3 yard 4 by 1" in text
    assert replay(parse(text), {GAME.meta.key: GAME}).difference is None
