"""Each text stands in the file of one domain, and bringing the files up to date loses no translation."""

from __future__ import annotations

import runpy
import shutil
import sys
from collections import Counter
from gettext import GNUTranslations
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.games import shipped
from companion.locale import LANGUAGES
from tests import messages
from tests.messages import DOMAINS, FORMER, domain_of, read_files, update, wanted, write

OTHERS = [language for language in LANGUAGES if language != "en"]


def keys(catalogue: Catalog) -> set[Any]:
    return {message.id for message in messages.messages(catalogue)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the Spanish files that a test may change."""
    copied = tmp_path / "es" / "LC_MESSAGES"
    shutil.copytree(messages.LOCALE / "es" / "LC_MESSAGES", copied)
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    return copied


def change(path: Path, add: dict[str, str], delete: tuple[str, ...] = ()) -> None:
    with path.open("rb") as source:
        catalogue = read_po(source, locale="es")
    for text in delete:
        catalogue.delete(text)
    for text, string in add.items():
        catalogue.delete(text)
        catalogue.add(text, string)
    write(path, catalogue)


def in_files(text: str) -> dict[str, str]:
    """The translations of a text by file."""
    return {domain: catalogue[text].string for domain, catalogue in read_files("es").items() if text in catalogue}


def test_every_game_has_a_domain() -> None:
    assert {game.meta.key.replace("-", "_") for game in shipped() if ":" not in game.meta.key} <= DOMAINS.keys()


@pytest.mark.parametrize(
    ("file", "domain"),
    [
        ("companion/games/antike/words.py", "antike"),
        ("companion/games/score_sheet/words.py", "score_sheet"),
        ("companion/service/panel/keyboard.py", "displays"),
        ("companion/service/panel/wiring/new_pod.py", "hardware"),
        ("companion/service/seats/seating.py", "pages"),
        ("companion/commands/doctor/machine_checks.py", "tools"),
        ("web/club/templates/club.html", "club"),
        ("web/templates/seat.html", "pages"),
    ],
)
def test_a_source_has_the_domain_of_the_longest_path_that_begins_it(file: str, domain: str) -> None:
    assert domain_of(file) == domain


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_stands_in_the_file_of_its_domain_and_in_no_other(language: str) -> None:
    held = read_files(language)
    found = Counter(key for catalogue in held.values() for key in keys(catalogue))
    assert [key for key, times in found.items() if times > 1] == []
    for domain, template in wanted().items():
        assert keys(held[domain]) == keys(template), f"{domain}: run make messages"
    assert {domain for domain in held.keys() - DOMAINS.keys() - {FORMER} if keys(held[domain])} == set()


def test_what_is_up_to_date_stays_as_it_is(folder: Path) -> None:
    update("es")
    before = {path.name: path.read_bytes() for path in folder.glob("*.po")}
    assert update("es") == []
    assert {path.name: path.read_bytes() for path in folder.glob("*.po")} == before


def test_a_translation_is_kept_wherever_it_was_put(folder: Path) -> None:
    change(folder / "displays.po", {}, ("Asked: {n}",))
    change(folder / "olympos.po", {"Asked: {n}": "Faltan aún: {n}"})
    shutil.copy2(folder / "olympos.po", folder / "found.po")
    change(folder / "found.po", {"Ask the table": "Pedírselo a todos"})
    assert update("es") == []
    assert in_files("Asked: {n}") == {"displays": "Faltan aún: {n}"}
    assert in_files("Ask the table") == {"displays": "Pedírselo a todos"}


def test_what_no_source_says_any_more_goes_to_the_former_texts_and_comes_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(folder / "antike.po", {"A text of yesterday": "Un texto de ayer"})
    update("es")
    assert in_files("A text of yesterday") == {FORMER: "Un texto de ayer"}
    template = Catalog(charset="utf-8")
    template.add("A text of yesterday")
    monkeypatch.setattr(messages, "wanted", lambda: {**wanted(), "antike": template})
    update("es")
    assert in_files("A text of yesterday") == {"antike": "Un texto de ayer"}
    assert "rondel" in in_files("{who}: rondel").get(FORMER, "")


def test_a_text_that_gets_a_plural_keeps_its_former_translation(folder: Path) -> None:
    change(folder / "antike.po", {"+{n} settler": "+{n} colono"})
    change(folder / "olympos.po", {}, ("+{n} settler",))
    assert update("es") == ["+{n} settler"]
    assert in_files("+{n} settler")[FORMER] == "+{n} colono"


def test_a_translator_s_own_notes_stay(folder: Path) -> None:
    path = folder / "displays.po"
    entry = 'msgid "A phone is admin now"'
    before, after = path.read_text("utf-8").split(entry)
    head = before.rpartition("\n\n")[0]
    path.write_text(f"{head}\n\n# Mejor «ajustes»?\n#: gone.py\n#, fuzzy\n{entry}{after}", "utf-8")
    update("es")
    with path.open("rb") as source:
        message = read_po(source)["A phone is admin now"]
    assert message is not None
    assert message.user_comments == ["Mejor «ajustes»?"]
    assert message.fuzzy
    assert [file for file, _line in message.locations] == ["companion/service/panel/keyboard.py"]


def test_a_language_is_a_folder(folder: Path) -> None:
    added = folder.parent.parent / "pt_BR" / "LC_MESSAGES"
    added.mkdir(parents=True)
    missing = update("pt_BR")
    assert {path.stem for path in added.glob("*.po")} == {*DOMAINS, FORMER}
    assert {path.stem for path in added.glob("*.mo")} == {"companion", "former"}
    assert len(missing) == sum(len(template) for template in wanted().values())
    assert "Language: pt_BR\\n" in (added / "pages.po").read_text("utf-8")


def test_the_wheel_gets_what_make_messages_compiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The builder itself is only there where something is built."""
    builder: Any = ModuleType("hatchling.builders.hooks.plugin.interface")
    builder.BuildHookInterface = SimpleNamespace
    monkeypatch.setitem(sys.modules, builder.__name__, builder)
    change(folder / "displays.po", {"Ask the table": ""})
    messages.compile_files("es")
    here = {path.name: compiled(path) for path in folder.glob("*.mo")}
    root = folder / "root"
    copied = root / "companion" / "locale" / "es" / "LC_MESSAGES"
    shutil.copytree(folder, copied, ignore=shutil.ignore_patterns("*.mo", "root"))
    hooks = runpy.run_path(str(messages.ROOT / "hatch_build.py"))
    hooks["CatalogueHook"](root=str(root)).initialize("editable", {})
    assert {path.name: compiled(path) for path in copied.glob("*.mo")} == here
    assert "Ask the table" not in here["companion.mo"]
    assert len(here["companion.mo"]) > 6_000


def compiled(path: Path) -> dict[str, str]:
    with path.open("rb") as source:
        found: dict[str, str] = vars(GNUTranslations(source))["_catalog"]
    return {key: text for key, text in found.items() if key}
