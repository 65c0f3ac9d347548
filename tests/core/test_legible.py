"""What can be seen of a name, and which two look alike."""

# ruff: noqa: RUF001

from __future__ import annotations

from itertools import pairwise
from unicodedata import name, normalize

import pytest

from companion.core.legible import ALIKE, HIDDEN, MAX_ACCENTS, STROKES, composed, is_legible, skeleton


@pytest.mark.parametrize(
    "text",
    [
        *("Ana", "José", "Łukasz", "Zoë", "Иван", "Ελένη", "שָׁלוֹם", "ที่รัก", "अनिरुद्ध", "Nguyễn", "李雷", "김", "Ana 2"),
        *("O'Neill", "Мария", "❤", "🦉", "1"),
        *("می\u200cنا", "ශ්\u200dරී", "র\u200d্যা", "ജോണ്\u200d"),
        *("👩\u200d🚀", "👩\u200d❤\ufe0f\u200d👨", "🏳\ufe0f\u200d🌈", "👨🏽\u200d⚕\ufe0f", "क्\u200dषमा"),
        *("\u200eAna", "Ana\u200f", "\u202aعلي\u202c ", "\u2068Zoë\u2069"),
    ],
)
def test_names_of_all_scripts_are_legible(text: str) -> None:
    assert is_legible(composed(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\u00a0",
        "\u3164",
        "\uffa0",
        "\u2800",
        "\u115f\u1160",
        "A\u200bna",
        "A\u200dna",
        "A\u2060na",
        "\ufeffAna",
        "A\u202enA",
        "A\u2066n\u2069a",
        "A\u061cna",
        "\u200dAna",
        "Ana\u200c",
        "می\u200c",
        "م\u200c\u200cن",
        "م\u200cA",
        "👩\u200dA",
        "🦉\u200d",
        "A\u00adna",
        "A\u034fna",
        "A\U000e0101na",
        "A\ufe00na",
        "A\nna",
        "A\U000e0041na",
        "A\ue000na",
        "\u0301Ana",
        "A\u0336\u0337\u0338na",
        "Z\u0308\u0301\u0302\u0303lgo",
        "A\u20dd\u20de\u20dfna",
        "A\x00na",
        "A\ud800na",
        "A\u2028na\u0378",
    ],
)
def test_what_cannot_be_seen_or_is_buried_is_not(text: str) -> None:
    assert not is_legible(text)
    assert "\n" in text or not is_legible(composed(text))


def test_marks_of_direction_around_a_name_are_not_part_of_it() -> None:
    assert composed("\u200f Ana \u202c\u2069") == "Ana"


def test_a_joiner_does_not_tell_two_names_apart() -> None:
    assert skeleton("می\u200cنا") == skeleton("مینا")


def test_two_accents_are_no_heap_and_three_are() -> None:
    assert is_legible("q" + "\u0301" * MAX_ACCENTS)
    assert not is_legible("q" + "\u0301" * (MAX_ACCENTS + 1))
    assert is_legible(("q" + "\u0301" * MAX_ACCENTS) * 3), "each letter has its own"


def test_a_text_is_kept_composed() -> None:
    assert composed("  Jose\u0301 \t Ａ\u2003ｎａ ❤\ufe0f ") == "José A na ❤"
    assert composed("ﬁ") == "fi"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "ANA"),
        ("Ana", "Аnа"),
        ("Host", "Ноѕt"),
        ("Ivan", "lvan"),
        ("Ivan", "1van"),
        ("Ivan", "|van"),
        ("Oto", "0t0"),
        ("Nora", "Νοra"),
        ("Marta", "rnarta"),
        ("Walter", "VValter"),
        ("Ana Eva", "AnaEva"),
        ("Pep", "Рер"),
        ("Kaya", "Каya"),
        ("Tina", "Tına"),
    ],
)
def test_look_alikes(one: str, other: str) -> None:
    assert skeleton(composed(one)) == skeleton(composed(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jose", "José"),
        ("Ana", "Anna"),
        ("Иван", "Ivan"),
        ("Luis", "Luisa"),
        ("ian", "Ian"),
        ("🦉", "🦊"),
        ("Мина", "Мила"),
    ],
)
def test_names_that_are_told_apart(one: str, other: str) -> None:
    assert skeleton(composed(one)) != skeleton(composed(other))


def test_the_table_of_look_alikes_is_one_of_letters_to_letters_of_latin() -> None:
    for code, latin in ALIKE.items():
        assert name(chr(code)).startswith(("CYRILLIC", "GREEK"))
        assert name(latin).startswith("LATIN")
        assert chr(code).isupper() == latin.isupper()
        assert normalize("NFKC", chr(code)) == chr(code), "else it never comes to the table"
    assert not set(map(ord, STROKES.values())) & set(ALIKE)
    assert all(one != other for one, other in pairwise(sorted(ALIKE)))
    assert all(letter.isprintable() for letter in HIDDEN), "the others need no list"
