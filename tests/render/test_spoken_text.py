"""Every face can be heard: its heading and what the cursor stands on."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.core.widgets import Grid, Note
from companion.core.wording import verbatim
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    CountFace,
    DiceFace,
    FitFace,
    FlashFace,
    FormFace,
    FormLine,
    FormOffer,
    HomeFace,
    JoinFace,
    MenuFace,
    MenuItem,
    NumberFace,
    PinFace,
    ProbeFace,
    ScoreFace,
    ScoreRow,
    SealedFace,
    WalkFace,
    WidgetFace,
    WifiFace,
)
from companion.render.spoken_text import said

CITY = Grid(key="city", title=verbatim("Ciudad"), width=2, height=2)
MENU = (MenuItem("Atacar", "6"), MenuItem("Fundar", reason="sin mármol"))


FORM = FormFace(
    prompt="Expandir",
    lines=(FormLine("Mar", "1"), FormLine("Tierra", reason="no hay"), FormOffer("Como antes")),
    cursor=0,
    act="Listo",
)


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (HomeFace(seat=2, name="Lucía", sentence="Juega Marco", points="27"), "Lucía. 27. Juega Marco"),
        (MenuFace(prompt="¿Adónde?", items=MENU, cursor=0), "¿Adónde?. Atacar. 6"),
        (MenuFace(prompt="¿Adónde?", items=MENU, cursor=1), "¿Adónde?. Fundar. sin mármol"),
        (CountFace(prompt="Barcos", value=3, low=0, high=9), "Barcos. 3"),
        (DiceFace(prompt="Dados", dice=(1, 6), faces=6, cursor=0), "Dados. 1 6"),
        (ConfirmFace(prompt="¿Seguro?", lines=("Pagas 6",), yes="Sí", no="No", cursor=1), "¿Seguro?. Pagas 6. No"),
        (FORM, "Expandir. Mar. 1"),
        (structs.replace(FORM, cursor=1), "Expandir. Tierra. no hay"),
        (structs.replace(FORM, cursor=2), "Expandir. Como antes"),
        (structs.replace(FORM, cursor=3), "Expandir. Listo"),
        (FlashFace(text="Hecho"), "Hecho"),
        (WalkFace(title="OK", word="Púlsalo", no="Saltar"), "OK. Púlsalo. Saltar"),
        (NumberFace(title="Sitio", number=3), "Sitio. 3"),
        (
            FitFace(prompt="¿Dónde?", grid=CITY, squares=("0,0",), word="Ahí ya hay algo", out=True),
            "¿Dónde?. Ahí ya hay algo",
        ),
        (SealedFace(title="Tu mano", lines=("Sirena", "Titán")), "Tu mano. Sirena. Titán"),
        (ScoreFace(title="Final", rows=(ScoreRow(1, 2, "Lucía", "48"),)), "Final. 1 Lucía 48"),
        (WidgetFace(widget=Note(key="n", title=verbatim("Aviso"), lines=())), "Aviso"),
        (ProbeFace(seat=1, title="Lucía", word="OK", pins="17"), "Lucía. OK. 17"),
        (JoinFace(url="http://table.local/", address="table.local"), "table.local"),
        (PinFace(title="PIN", pin="123 456", word="One minute"), "PIN. 123 456. One minute"),
        (WifiFace(title="Wi-Fi", code="WIFI:", ssid="Table", key="K"), "Wi-Fi. Table. K"),
    ],
)
def test_a_face_is_heard(face: AnyFace, words: str) -> None:
    assert said(face) == words
