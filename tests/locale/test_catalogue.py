"""English and Spanish say the same things, and the short forms fit their line."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.core.wording import SHORT_WIDTH
from companion.locale import LANGUAGES, catalogue
from companion.render.canvas.glyphs import font
from tests.messages import read, texts, wanted

OTHERS = tuple(language for language in LANGUAGES if language != "en")
DISPLAY = 128
"""Pixels of a display's line."""
SAMPLE = {"who": "Lucía", "name": "Lucía"}
"""What stands in a short form for a name; numbers are two digits."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def strings(catalogue: Catalog) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """(texts, translations) of every message."""
    return [
        (
            (message.id,) if isinstance(message.id, str) else tuple(message.id),
            (message.string,) if isinstance(message.string, str) else tuple(message.string),
        )
        for message in catalogue
        if message.id
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    needed = {message.id for message in wanted() if message.id}
    known = {message.id: message for message in read(language) if message.id}
    assert sorted(map(str, needed - known.keys())) == []
    assert sorted(map(str, known.keys() - needed)) == []
    empty = [ids[0] for ids, translations in strings(read(language)) if not all(translations)]
    assert empty == []
    assert [message.id for message in read(language) if message.fuzzy and message.id] == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_places(language: str) -> None:
    wrong = [
        (ids[0], translation)
        for ids, translations in strings(read(language))
        for form, translation in enumerate(translations)
        if translation and places(translation) != places(ids[min(form, len(ids) - 1)])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_forms_fit_a_line_of_a_display(language: str) -> None:
    small = font("small")
    spoken = catalogue(language)
    long = []
    for where, text in texts({"N_": (1,)}):
        assert isinstance(text, str)
        translated = spoken.gettext(text)
        filled = translated.format(**{name: SAMPLE.get(name, "99") for name in places(translated)})
        if small.width(filled) > DISPLAY or len(filled) > SHORT_WIDTH:
            long.append((where, filled))
    assert long == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, read(language))
    compiled.seek(0)
    written = GNUTranslations(compiled)
    spoken = catalogue(language)
    for ids, _ in strings(read(language)):
        assert spoken.gettext(ids[0]) == written.gettext(ids[0])


def test_no_sentence_is_pasted_from_a_plural() -> None:
    """A plural pair differs in its words, and both forms use the number or neither."""
    for where, text in texts({"say_n": (1, 2), "_n": (1, 2)}):
        one, many = text
        assert places(one) - {"n"} <= places(many), where
        assert not re.search(r"\(s\)", many), where
