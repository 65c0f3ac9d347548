"""The table's voice on the page of the devices, and through whole evenings: only what stands on the table screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.wording import Message
from companion.plays.play import Play
from companion.service.panel.table_voice import SetVoice, spoken_turn
from companion.service.screens.view_builders import table_view
from companion.service.seats.seating import BecomeHost
from hardware.ports import Fault
from tests.golden.test_playthroughs import FOLDER
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, PIN, Room
from tests.service.test_table_voice import NotedVoice, Rooms
from tests.web.flask_site import Site, words_of
from tests.web.golden_evening import GAMES, GoldenEvening


class HeardEvening(GoldenEvening):
    """``heard``: what the voice said after each step, with all the words that everybody might read then."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.room.close()
        self.voice = NotedVoice()
        self.room = Room(folder / "heard.sqlite", *GAMES.values(), voice=self.voice)
        assert self.room.table.ask(HOST, BecomeHost(PIN)).taken
        assert self.room.table.ask(HOST, SetVoice(True)).taken
        self.heard: list[tuple[str, list[str]]] = []
        self.names: tuple[str, ...] = ()

    def sits_down(self, play: Play, site: Site) -> None:
        self.voice.said.clear()
        self.names = tuple(self.room.moment.gathering.names.values())

    def looks(self) -> None:
        said, self.voice.said = self.voice.said, []
        assert len(said) <= 1, "a step is told at once"
        view = table_view(self.room.moment)
        public = [
            spoken_turn(view),
            *(part for shown in (view.reveal.parts if view.reveal else ()) for part in shown.lines),
            *(line.told for line in view.log if isinstance(line.told, Message) and line.told.first),
        ]
        if said:
            self.heard.append((said[0][0], [self.room.say(each) for each in public]))


@pytest.mark.parametrize("name", ["athens-sparta/amphipolis-rolled", "antiquity/whole"])
def test_what_is_said_of_an_evening_is_what_everybody_reads(tmp_path: Path, name: str) -> None:
    evening = HeardEvening(tmp_path)
    try:
        evening.runs(FOLDER / f"{name}.txt")
    finally:
        evening.room.close()
    assert len(evening.heard) > 10
    revealed = 0
    for said, public in evening.heard:
        revealed += any(line in said for line in public[1:])
        for words in public:
            said = said.replace(words.rstrip("."), "")
        # where a line names only a side, the voice says the person's name first
        assert said.strip(" .") in ("", *(f"{name}:" for name in evening.names))
    assert revealed


def words(site: Site) -> str:
    return words_of(site.browser("host").get("/hardware").text)


def do(site: Site, on: str) -> bool:
    return bool(site.browser("host").post("/hardware/voice", {"on": on}, page="hardware").json["taken"])


def test_the_host_switches_it_where_the_devices_are(rooms: Rooms) -> None:
    voice = NotedVoice()
    room = rooms(AskingGame("pick"), voice=voice)
    room.begin(2, "asking")
    site = Site(room)
    assert "Let the table speak" in words(site)
    assert not site.browser(1).post("/hardware/voice", {"on": "1"}).json["taken"]
    assert voice.said == []
    assert do(site, "1")
    assert len(voice.said) == 1
    assert "Let the table be silent" in words(site)
    voice.fault = Fault("missing", "espeak-ng")
    voice.changed()
    assert "sudo apt install espeak-ng" in words(site)
    assert do(site, "0")
    assert "espeak-ng" not in words(site)


def test_a_table_without_a_voice_offers_none(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    room.begin(2, "asking")
    assert "speak" not in words(Site(room))
