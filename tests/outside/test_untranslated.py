"""Who writes a game is told which of its texts no catalogue says."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.game_tests.texts.untranslated import languages_not_spoken, untranslated
from tests.documents import ROOT
from tests.outside.conftest import LOCALES

EMPTY_LINES = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Look twice."
msgstr ""

msgid "{n} owl tonight."
msgid_plural "{n} owls tonight."
msgstr[0] ""
msgstr[1] ""

msgid "{n} lot tonight."
msgid_plural "{n} lots tonight."
msgstr[0] "{n} lote esta noche."
msgstr[1] "{n} lotes esta noche."
"""
CODE = """
def ask():
    yield Pick(prompt=say("Which lot comes up?"), hint=say("Look twice.", short=N_("Look.")))
    step.tell(say_n("{n} lot tonight.", "{n} lots tonight.", lots))
    step.tell(say("{who}: {n}", who=who), say("Coins"), say("Which is right?"))
    step.tell(say_n("{n} owl tonight.", "{n} owls tonight.", owls))
"""


def package(folder: Path) -> Path:
    (folder / "locale").symlink_to(LOCALES)
    (folder / "asking.py").write_text(CODE)
    return folder


def test_what_no_catalogue_says_is_told_in_its_order(tmp_path: Path) -> None:
    """``Coins`` is said by the companion's own, and a text of nothing but places needs no translation."""
    missing = ("Look twice.", "Look.", "Which is right?", "{n} owl tonight.")
    found = untranslated(package(tmp_path), "night-market")
    assert sorted(found["es"]) == sorted(missing)


def test_of_the_example_nothing_is_missing() -> None:
    assert "es" not in untranslated(LOCALES.parent, "night-market")
    assert languages_not_spoken(LOCALES.parent) == ()


def test_a_catalogue_that_nobody_reads_is_named(tmp_path: Path) -> None:
    for language in ("es", "xx", "yy"):
        (tmp_path / "locale" / language / "LC_MESSAGES").mkdir(parents=True)
    assert languages_not_spoken(tmp_path) == ("xx", "yy")


@pytest.mark.parametrize("example", ["new_game", "dice_game", "night_market"])
def test_a_plural_without_translation_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    """As pybabel leaves it: an empty line for each form. The hook compiles it, with which the package is built; the
    builder itself is only there where something is built. Who has opened the catalogue meanwhile reads the former one.
    """
    builder: Any = ModuleType("hatchling.builders.hooks.plugin.interface")
    builder.BuildHookInterface = SimpleNamespace
    monkeypatch.setitem(sys.modules, builder.__name__, builder)
    folder = tmp_path / example / "locale" / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "toll.po").write_text(EMPTY_LINES)
    (tmp_path / example / "asking.py").write_text(CODE)
    hooks = runpy.run_path(str(ROOT / "examples" / example / "hatch_build.py"))
    (folder / "toll.mo").write_bytes(b"before")
    with (folder / "toll.mo").open("rb") as opened:
        hooks["CatalogueHook"](root=str(tmp_path)).initialize("standard", {})
        assert opened.read() == b"before"
    assert sorted(path.name for path in folder.iterdir()) == ["toll.mo", "toll.po"]
    missing = untranslated(tmp_path / example, "toll")["es"]
    assert "{n} owl tonight." in missing
    assert "Look twice." in missing
    assert "{n} lot tonight." not in missing


def test_a_package_without_catalogues_lacks_what_the_companion_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "asking.py").write_text(CODE)
    assert "Which lot comes up?" in untranslated(tmp_path, "night-market")["es"]
    assert "Coins" not in untranslated(tmp_path, "night-market")["es"]
