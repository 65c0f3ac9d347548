"""There is room for another language on small displays: of what is asked and said there, nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.msgpack import encode

from companion.core.wording import Speaker, say
from companion.first_contact.setup_record import SetupMistake
from companion.network.own_wifi.wifi import Wifi
from companion.render.canvas.glyphs import ELLIPSIS
from companion.render.draw import draw
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    FlashFace,
    FormFace,
    FormLine,
    HomeFace,
    JoinFace,
    MenuFace,
    SlipFace,
    WifiFace,
)
from companion.service.panel.dials import dial_for, turned
from companion.service.panel.faces import face_of, form_at, on_screen, pages_of
from companion.service.panel.form_entry import SEND, FormEntry
from companion.service.panel.joining import Joining, joining_face, pin_face, wifi_face
from companion.service.panel.key_menu import OPEN
from companion.service.panel.place_states import PANEL, PlaceState
from companion.service.screens.moment import Moment
from tests.golden.test_playthroughs import FOLDER
from tests.locale.pseudo import PseudoCatalogue
from tests.render.written_texts import faults_of, listening
from tests.web.golden_evening import GAMES, GoldenEvening

SIZES = ((128, 64), (128, 32))
ADDRESS = Joining("http://192.0.2.7:8000/", "table.local")
SHORT = {"antike/turns", "ancient-world/shared-place"}
"""Looked at in each run."""
FILES = [
    pytest.param(name, marks=() if name in SHORT else pytest.mark.long)
    for key in GAMES
    for name in sorted(f"{key}/{path.stem}" for path in (FOLDER / key).glob("*.txt"))
]
SPARSE = 40
"""Of a long playthrough one position in so many is looked at."""


def states(moment: Moment, number: int) -> Iterator[PlaceState]:
    """A place at rest, on each of its pages, with the cursor everywhere in what it is asked; and with PEEK."""
    for peek in (False, True):
        rest = PlaceState(number, peek=peek)
        yield rest
        for page in range(1, len(pages_of(moment, rest)) + 1):
            yield replace(rest, page=page, aside=peek)
        opened = replace(rest, opened=True)
        if (form := form_at(moment, opened)) is not None:
            for stop in form.stops:
                yield replace(opened, entry=FormEntry(form.dialogue.digest, stop, {}))
            yield replace(opened, entry=FormEntry(form.dialogue.digest, SEND, {}, sure=0))
        elif (dialogue := on_screen(moment, opened)) is not None:
            begun = dial_for(dialogue, None)
            for steps in range(-12, 13):
                yield replace(opened, dial=turned(begun, dialogue.question, steps))
    yield PlaceState(number, menu=OPEN)


def has_to_be_whole(face: AnyFace) -> set[str]:
    """What nobody could answer or obey without reading it to its end."""
    match face:
        case HomeFace(sentence=sentence):
            return {sentence}
        case SlipFace(ok=ok):
            return {ok}
        case MenuFace(items=items, cursor=cursor) if cursor >= 0:
            return {items[cursor].label}
        case ConfirmFace(yes=yes, no=no):
            return {yes, no}
        case FlashFace(text=text):
            return {text}
        case FormFace(lines=lines, cursor=cursor, act=act):
            line = lines[cursor] if cursor < len(lines) else None
            return {act} if line is None else {line.value} if isinstance(line, FormLine) else {line.label}
    return set()


def read(texts: list[str]) -> str:
    """Words that are written line by line, without what breaking them adds."""
    return "".join("".join(texts).replace("-", "").split())


def faults_in(face: AnyFace) -> Iterator[str]:
    """What is wrong with the texts of a face in the language that nobody speaks."""
    for size in SIZES:
        with listening() as heard:
            image = draw(face, size=size)
        yield from (f"{size}: {fault}" for fault in faults_of(heard, image))
        written = [each.text for each in heard]
        yield from (f"{size}: only {text!r}" for text in written if text.strip(ELLIPSIS) == "" and ELLIPSIS in text)
        if size[1] == SIZES[0][1]:
            yield from (f"{text!r} is cut" for text in has_to_be_whole(face) if read([text]) not in read(written))


class DisplaysOfEvening(GoldenEvening):
    """What the displays of all seats and of the panel show in the positions of a playthrough."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, SPARSE)
        self.faces: set[bytes] = set()
        self.faults: dict[str, str] = {}

    def looks(self) -> None:
        moment = self.room.moment
        speaker = Speaker("en", PseudoCatalogue(), moment.gathering.names)
        for number in (PANEL, *moment.gathering.names):
            for state in states(moment, number):
                face = face_of(moment, state, speaker, ADDRESS)
                if (key := encode(face)) not in self.faces:
                    self.faces.add(key)
                    self.faults |= {fault: type(face).__name__ for fault in faults_in(face)}


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_cut_on_the_displays_of_a_game(tmp_path: Path, name: str) -> None:
    evening = DisplaysOfEvening(tmp_path)
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    assert len(evening.faces) > 30
    assert evening.faults == {}


def test_nothing_is_cut_while_people_come() -> None:
    speaker = Speaker("en", PseudoCatalogue(), {})
    mistakes = tuple(SetupMistake(line, "wifi_name", say("Nothing here")) for line in (0, 12))
    faces = [
        joining_face(replace(ADDRESS, turn=turn, **more), speaker)
        for more in ({"wifi": Wifi("Table", "12345678")}, {"nobody_came": True, "mistakes": mistakes})
        for turn in range(4)
    ]
    faces += [pin_face("1234", speaker), wifi_face(speaker, is_open=False), wifi_face(speaker, is_open=True)]
    assert {type(face) for face in faces} >= {JoinFace, WifiFace, FlashFace, ConfirmFace}
    assert [fault for face in faces for fault in faults_in(face)] == []
