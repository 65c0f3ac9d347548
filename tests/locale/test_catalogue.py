"""All languages say the same things, and the short forms fit their line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion import locale
from companion.core.wording import say, verbatim
from companion.games import shipped
from companion.locale import LANGUAGES, catalogue, direction_of, speaker
from companion.render.canvas.layout import LINE, fits_line
from tests.games.explanations import explanations
from tests.locale.completeness import IN_ENGLISH, IN_WORK, LEADING, has_to_be_done, missing
from tests.locale.pseudo import PseudoCatalogue
from tests.messages import DOMAINS, KEYWORDS, PLACES, ROOT, forms, messages, read, shelf_texts, texts, wanted_in

OTHERS = tuple(language for language in LANGUAGES if language != "en")
SAMPLE = {"who": "Lucía", "name": "Lucía"}
"""What stands in a short form for a name; numbers are two digits."""


spoken_in = cache(read)
"""The catalogue of a language: reading it takes a second."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def strings(catalogue: Catalog) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """(texts, translations) of every message."""
    return [
        (
            (message.id,) if isinstance(message.id, str) else tuple(message.id),
            forms(message),
        )
        for message in messages(catalogue)
    ]


@pytest.mark.parametrize("language", sorted(LEADING))
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    needed = {message.id for template in wanted_in(language).values() for message in messages(template)}
    known = {message.id: message for message in messages(spoken_in(language))}
    assert sorted(map(str, needed - known.keys())) == []
    assert sorted(map(str, known.keys() - needed)) == []
    empty = [ids[0] for ids, translations in strings(spoken_in(language)) if not all(translations)]
    assert empty == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_by_half(language: str) -> None:
    assert [message.id for message in messages(spoken_in(language)) if message.fuzzy] == []
    halves = [ids[0] for ids, translations in strings(spoken_in(language)) if any(translations) != all(translations)]
    assert halves == [], "a plural has all its forms or none"


def test_what_is_not_translated_is_said_in_english() -> None:
    """And in no third language, in a text with a plural too."""
    for language in set(OTHERS) - LEADING:
        spoken = catalogue(language)
        texts_of = [text for domain in missing(language).values() for text in domain]
        assert [text for text in texts_of if spoken.gettext(text) != text] == []
        assert {spoken.ngettext(text, "many", 1) for text in texts_of} <= set(texts_of)


def test_the_list_of_what_is_in_work_is_honest() -> None:
    """It names languages and domains that there are, and what stays English is not in it."""
    assert IN_WORK.keys() <= set(OTHERS) - LEADING
    for domains in IN_WORK.values():
        assert domains <= DOMAINS.keys() - IN_ENGLISH
    assert has_to_be_done("es") == DOMAINS.keys()


def test_no_text_is_also_the_first_form_of_a_plural() -> None:
    """gettext of Python 3.11.2 does not find it then."""
    found = [text for _, text in texts()]
    plain = {text for text in found if isinstance(text, str)}
    assert plain & {text[0] for text in found if not isinstance(text, str)} == set()


def test_no_text_stands_inside_an_f_string() -> None:
    """The extractor looks into f-strings on Python 3.12 and later only: a text there would go missing on the others."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder, _pattern, kind in PLACES
        if kind == "python"
        for path in (ROOT / folder).rglob("*.py")
        for call in calls_in_f_strings(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert hidden == []


def test_a_text_inside_an_f_string_is_found() -> None:
    source = (
        """f"{a:{words(say('one'))}} {_n('two', 'many', n=f(1))} {say(name)} {speak('no')} {t.gettext('three')}" """
    )
    found = {ast.unparse(call.args[0]) for call in calls_in_f_strings(ast.parse(source))}
    assert found == {"'one'", "'two'", "'three'"}


def calls_in_f_strings(tree: ast.AST) -> list[ast.Call]:
    """Calls within f-strings by which a text is marked for translation."""
    outer = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    calls = {id(node): node for whole in outer for node in ast.walk(whole) if isinstance(node, ast.Call)}
    return [
        call
        for call in calls.values()
        if (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in KEYWORDS
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_places(language: str) -> None:
    wrong = [
        (ids[0], translation)
        for ids, translations in strings(spoken_in(language))
        for form, translation in enumerate(translations)
        if translation and places(translation) != places(ids[min(form, len(ids) - 1)])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_forms_fit_a_line_of_a_display(language: str) -> None:
    assert too_long(catalogue(language)) == []


@pytest.mark.parametrize("language", sorted(set(OTHERS) - LEADING))
def test_the_sheets_on_the_shelf_are_said_in_a_language_that_they_do_not_bring(language: str) -> None:
    """By the catalogue, in the same room: what fits a line in English does so in that language."""
    told = speaker(language, {})
    said = {words["en"]: told.say(verbatim(words)) for words, _files in shelf_texts()}
    assert said["Longest road"] != "Longest road"
    wide = [text for english, text in said.items() if fits_line(english) and not fits_line(text)]
    assert [text for text in wide if not text.endswith(".")] == [], f"names wider than {LINE} pixels"


def test_short_forms_are_measured_not_counted() -> None:
    assert fits_line("i" * 40)
    assert not fits_line("W" * 22)
    assert f"wider than {LINE} pixels" in str(too_long(PseudoCatalogue())[0])


def too_long(spoken: NullTranslations) -> list[str]:
    """The short forms of a catalogue that do not fit a line of a small display, with sample names and numbers."""
    long = []
    for where, text in texts("N_"):
        assert isinstance(text, str)
        translated = spoken.gettext(text)
        filled = translated.format(**{name: SAMPLE.get(name, "99") for name in places(translated)})
        if not fits_line(filled):
            long.append(f"{where}: wider than {LINE} pixels: {filled!r}")
    return long


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, spoken_in(language))
    compiled.seek(0)
    written = GNUTranslations(compiled)
    spoken = catalogue(language)
    for ids, _ in strings(spoken_in(language)):
        assert spoken.gettext(ids[0]) == written.gettext(ids[0])


@pytest.mark.parametrize(
    ("own_name", "way"), [("English", "ltr"), ("עברית", "rtl"), ("العربية", "rtl"), ("(فارسی)", "rtl"), ("", "ltr")]
)
def test_a_language_runs_as_the_first_letter_of_its_own_name(own_name: str, way: str) -> None:
    assert direction_of(own_name) == way


def test_no_sentence_is_pasted_from_a_plural() -> None:
    """A plural pair differs in its words, and both forms use the number or neither."""
    pairs = [(where, text) for where, text in texts() if isinstance(text, tuple)]
    assert pairs
    for where, (one, many) in pairs:
        assert places(one) - {"n"} <= places(many), where
        assert not re.search(r"\(s\)", many), where


IRREGULAR = {"dice": "die", "men": "man", "people": "person"}
WORD = re.compile(r"[^\W\d_]+")
AFTER_A_PLACE = re.compile(r"\{(\w+)\}((?:[ \u00a0]+[^\W\d_]+){1,2})")
"""A place and up to two words after it."""
WORDS = {"card", "category", "colour", "nation", "resource", "seat", "side", "site", "what", "who"}
"""Places for words, where no number is put in."""
NEVER_ONE = {
    "{n} people are in one play.": "more than a limit",
    "There are more than {n} plays in the file. Bring fewer years at a time.": "a limit",
    "Only {n} plays of elsewhere fit here. Bring a file with fewer years.": "a limit",
    "Put {units} on your cities: 1 each, 3 with a temple.": "the cities are not counted",
    "{all} of yours": "two kinds of units",
    "Up to {n} steps at the end of a play were kept in {file} before, and are gone.": "rounded up to tens",
    "fewer than {n} plays": "from so many on a strength is sure",
    "A name has 1 to {n} letters.": "a limit",
    "a key has more than {n} parts": "a limit",
    "A name has at most {most} characters.": "a limit",
    "A table has {smallest} to {largest} people. Set the least and the most within that, the least first.": "a range",
    "A table needs a name of at most {n} letters and digits.": "a limit",
    "A table of {size} people needs points for {size} ranks, not for {n}.": "two at least",
    "A text of at most {n} characters": "a limit",
    "a text on one line, of 1 to {n} characters": "a limit",
    "All {n} spaces": "a picture with a way to fold it has many",
    "Ambrosia on {n} spaces": "of one its name is said",
    "At a table of {size} people a lower rank gets more than a higher one. Put the most first.": "two at least",
    "An event needs a title of at most {n} letters.": "a limit",
    "At most {most} characters.": "a limit",
    "at most {n} lines at once": "a limit",
    "At table {table} people: {n}. A table has {smallest} to {largest}. Move some.": "a range",
    "Between 1 and {n} cards can be made at once.": "a limit",
    "Deal {empire} empire cards from deck {deck} and {military} military cards.": "two for two players",
    "Deal {empire} {deck}, {military} armies": "two for two players",
    "Deal {n} empire cards from deck A; set deck B aside until round 4.": "four for two players",
    "Deal {n} military cards.": "two for two players",
    "Enter the game points of all {size} people, or of nobody.": "two at least",
    "From {least} to {most} choices with spaces between them, - for none": "a range",
    "It takes {n} different luxuries.": "one is not different",
    "Marker on Olympiad {n}. Shuffle all {m} cards and deal {k} to each.": "the whole deck",
    "More than {n} blocks: look at your stacking limit.": "a limit",
    "More than {n} people cannot take part in an event.": "a limit",
    "No more than {n} cities can be listed.": "a limit",
    "No points are set for a table of {size} people. Set them first.": "two at least",
    "Open {url} with a phone now. Waiting {n} seconds ...": "a fixed time",
    "Pay with which {n} luxuries?": "of one another text asks",
    "Round {round} has results. Open its tables again before you take it back.": "the number of the round",
    "Say in a few words why, at most {n} letters: everybody reads it.": "a limit",
    "stronger opponents, who have {mine} points on average against {theirs}.": "a mean",
    "That is too much at once: at most {n} cells.": "a limit",
    "The hospital has taken off {n} graves.": "a limit",
    "The key of a game has at most {n} letters.": "a limit",
    "The name of a Wi-Fi is at most {n} characters long.": "a limit",
    "The password of a Wi-Fi has from {least} to {most} characters; this one has {n}.": "a limit",
    "The service was started again {n} times by itself.": "said from three times on",
    "The table has {size} people, not {n}. Enter a rank for each.": "two at least",
    "There are {n} cards; there should be {m}.": "said of more than a deck",
    "Two blocks attack over a clear hexside, one over a pass or strait; ships come from a port within {n} hexes.": (
        "a fixed range"
    ),
    "Up to {n} hexes": "three to five",
    "Up to {n} hexes, or by sea from port to port.": "six to ten",
    "Up to {n} hexes.": "three to five",
    "Your zone: {n} steps over land from your cities and inns, no water.": "two or three",
    "Your zone: {n} steps over land from your cities and inns; by the harbour also the waters beside them with all "
    "their shores.": "two or three",
    "{card} has {n} banners, but there are three dice.": "said of more than three",
    "{known} of {of} facts are known.": "a whole box",
    "{n} hexes, or ports": "six to ten",
    "{n} in steps of {each}: {steps} \u00d7 {points} = {total}": "the number is of what was written",
    "{n} people": "up to four their names are said",
    "{n} times": "several times",
    "{seat} pays {cost}: {spent} in hourglasses, {advance} on the track, to space {to}.": "a price paid in them",
    "Before you, of your nation: {legions} legions, {galleys} galleys, {discs} discs, {stones} stones.": (
        "printed numbers"
    ),
    "Before you, of each of your two nations: {legions} legions, {galleys} galleys, {discs} discs, {stones} stones.": (
        "printed numbers"
    ),
    "Draw {n} map tiles and lay them out in rows. Start tiles: {which}.": "a printed number",
    "Look at your hand: with fewer than {n} move points you may ask for a new one.": "a printed number",
    "Shuffle all {m} cards and deal {k} to each.": "a printed number",
    "Your screen and the pieces of one colour: {men} men, {cities} cities, {inns} inns.": "a printed number",
    "Your screen, your aid with the city map, and the pieces of one colour: {men} men, {cities} cities, {inns} inns, "
    "your own buildings, and {houses} houses on the table with a man on each.": "a printed number",
    "Mountains: {n} blocks at most, they stop. Strait: 1 block a hexside, it stops. "
    "No fight at Delos or Delphi.": "a printed number",
}
"""Texts whose number is never one, or not of the noun behind it, and why."""


ENDINGS = {
    "": (("s", ""), ("es", ""), ("ies", "y"), ("ones", "ón"), ("ces", "z")),
    "de": (("n", ""), ("e", ""), ("en", ""), ("er", ""), ("nen", ""), ("s", ""), ("", "")),
}
"""By language, "" for those that are not named: endings of the plural, and of the singular."""
UMLAUTS = str.maketrans("äöü", "aou")


def singulars(word: str, language: str = "") -> set[str]:
    """What a word may be the plural of; in German with the vowel that it had: Städte, Stadt."""
    endings = ENDINGS.get(language, ENDINGS[""])
    found = {word.removesuffix(many) + one for many, one in endings if word.endswith(many)}
    if language == "de":
        found |= {each.translate(UMLAUTS) for each in found}
    return (found | {IRREGULAR[word]} if word in IRREGULAR else found) - {word}


def counted(pairs: Iterable[tuple[str, ...]], language: str = "") -> set[str]:
    """The words that pairs of texts have in the plural where they have them in the singular."""
    found: set[str] = set()
    for one, *more in pairs:
        single = nouns(one, language)
        for many in more:
            found |= {word for word in nouns(many, language) - single if singulars(word, language) & single}
    return found


def nouns(text: str, language: str) -> set[str]:
    """The words of a text; of German those with a capital."""
    return {word for word in WORD.findall(text) if language != "de" or word[0].isupper()}


def fixed_plurals(language: str) -> set[str]:
    """The keys of texts that have a noun in the plural after a number, whatever the number is."""
    known = strings(spoken_in(OTHERS[0] if language == "en" else language))
    spoken = [(ids, ids if language == "en" else translations) for ids, translations in known]
    plurals = counted((texts for _, texts in spoken if len(texts) > 1 and all(texts)), language)
    return {
        ids[0]
        for ids, texts in spoken
        for place, after in AFTER_A_PLACE.findall(texts[0])
        if len(texts) == 1 and place not in WORDS and plurals & set(WORD.findall(after))
    }


def test_a_counted_noun_is_known_by_the_pairs_of_texts() -> None:
    assert counted([("{n} city", "{n} cities"), ("{n} die", "{n} dice")]) == {"cities", "dice"}
    assert counted([("{n} Stadt", "{n} Städte"), ("{n} Karte fehlt", "{n} Karten fehlen")], "de") == {
        "Städte",
        "Karten",
    }
    assert counted([("{n} punto", "{n} puntos"), ("queda {n} acción", "quedan {n} acciones")]) == {"puntos", "acciones"}


def of_printed_numbers() -> set[str]:
    """What explains a question with numbers that are printed in the rule book, the same in every play and never 1."""
    explained = [words for game in shipped() for words in explanations(game)]
    return {words.text for words in explained if 1 not in words.args.values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_a_plural(language: str) -> None:
    """A number with its noun is a text with a plural: of one it would be said "1 points"."""
    assert fixed_plurals(language) - NEVER_ONE.keys() - of_printed_numbers() == set()


def test_the_list_of_what_is_never_one_is_honest() -> None:
    assert NEVER_ONE.keys() - {key for language in LANGUAGES for key in fixed_plurals(language)} == set()


def test_a_language_that_was_not_compiled_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no page is an error."""
    (tmp_path / "is" / "LC_MESSAGES").mkdir(parents=True)
    monkeypatch.setattr(locale, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(locale, "LANGUAGES", ("en", "is"))
    locale.catalogue.cache_clear()
    try:
        assert locale.speaker("is", {}).say(say("The table")) == "The table"
        assert locale.own_name("is") == "English"
    finally:
        locale.catalogue.cache_clear()
