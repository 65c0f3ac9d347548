"""The words of the four games are those that a Spanish player uses, not slips of translated rule books; and all texts
read well in Spain and in Latin America.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import chain

import pytest
from babel.messages.pofile import read_po

from companion.core.wording import Wording, say
from companion.games.antike.words import SPACE_NAMES
from companion.games.athens_sparta.tables import CITY_NAMES, SIDE_NAMES
from companion.locale import catalogue, speaker
from tests.messages import LOCALE, ROOT, texts

GAMES = re.compile(r"games/(ancient_world|antike|antiquity|olympos)/")
SLIPS = re.compile(
    r"escala de tiempo|registro de|infierno|césped|carrito|\bde saber\b|^saber$|velada|pantalla$|\bel banco\b|\bsabio"
    r"|contadores de|compañero|campaña",
    re.IGNORECASE,
)
"""Time Track, order track, Hades, grass, cart shop, knowledge, an evening, the screen before a city, the bank, scholar,
counters, the program, the space of the rondel.
"""

ONE_SIDE = re.compile(
    r"\w(áis|éis|steis|\wís(?<!país))\b|\b(sois|vais|dais|os|vuestr\w+|vosotr\w+|cog[eé]\w*|coj\w+|ordenador\w*)\b"
    r"|\b\w+(ad|ed|id)\b(?<!dad)(?<!tad)(?<!\bred)(?<!pared)(?<!\bsed)(?<!césped)(?<!\bcated)(?<!\bdeclared)"
    r"|\b(contad|montad|juntad|quitad|descartad|ajustad|apuntad|dad|añadid|decidid|quedad)\b"
    r"|\b(velada|asiento|(?:el|del|al) escriba|cartón)",
    re.IGNORECASE,
)
"""What only Spain says to several people, words not to be said elsewhere, and words that have a better one."""
SHELF = re.compile(r'\bes = "([^"]+)"')


def spanish() -> list[tuple[str, str]]:
    """The English texts of the four games, each with its Spanish."""
    found = chain.from_iterable(
        (text,) if isinstance(text, str) else text for where, text in texts() if GAMES.search(where)
    )
    words = catalogue("es")
    return [(text, words.gettext(text)) for text in dict.fromkeys(found)]


def test_no_slip_of_a_translated_rule_book_is_left() -> None:
    assert len(spanish()) > 2_000
    assert [pair for pair in spanish() if SLIPS.search(pair[1])] == []


def every_spanish_text() -> Iterator[str]:
    """Those of the catalogues that people at a table read, without their places; and those of the score sheets."""
    for file in sorted((LOCALE / "es" / "LC_MESSAGES").glob("*.po")):
        if file.stem in ("club", "tools", "former"):
            continue
        for message in read_po(BytesIO(file.read_bytes()), locale="es"):
            if message.id:
                for text in message.string if isinstance(message.string, (list, tuple)) else (message.string,):
                    yield re.sub(r"{\w+}", "", text)
    for sheet in sorted((ROOT / "companion" / "games").rglob("*.toml")):
        yield from SHELF.findall(sheet.read_text("utf-8"))


def test_every_text_reads_well_on_both_sides_of_the_sea() -> None:
    found = list(every_spanish_text())
    assert len(found) > 8_000
    assert [text for text in found if ONE_SIDE.search(text)] == []


def test_a_place_is_called_by_its_spanish_name_in_every_text() -> None:
    words = catalogue("es")
    names = {name.text: words.gettext(name.text) for name in (*CITY_NAMES.values(), *SIDE_NAMES.values())}  # type: ignore[union-attr]
    english = re.compile("|".join(rf"\b{name}\b" for name, own in names.items() if name != own))
    told = {}
    for where, text in texts():
        if "games/athens_sparta/" in where:
            one, several = (text, text) if isinstance(text, str) else (text[0], text[1])
            told[one] = words.gettext(one) if one == several else words.ngettext(one, several, 2)
    assert len(told) > 500
    title = "Athens & Sparta"
    assert {text: own for text, own in told.items() if english.search(own.replace(title, ""))} == {}


@pytest.mark.parametrize(
    ("wording", "words"),
    [
        (say("Time Track"), "Marcador de tiempo"),
        (say("Knowledge"), "Conocimiento"),
        (SPACE_NAMES[2005]["maneuver-a"], "Maniobra"),
        (SPACE_NAMES[2006]["maneuver-b"], "Maniobra"),
        (SPACE_NAMES[2005]["know-how"], "Conocimiento"),
        (SPACE_NAMES[2006]["know-how"], "Conocimiento"),
        (say("Science"), "Ciencia"),
        (say("Scholar"), "Erudito"),
        (say("Cart shop"), "Taller de carros"),
        (say("Hades"), "Hades"),
    ],
)
def test_the_words_of_the_games(wording: Wording, words: str) -> None:
    """The discovery of Olympos stays Ciencia, the space of Antike does not."""
    assert speaker("es", {}).say(wording) == words
