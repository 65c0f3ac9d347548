"""Who writes a game is told which of its texts no catalogue says."""

from __future__ import annotations

from pathlib import Path

from companion.game_tests.texts.untranslated import untranslated
from tests.outside.conftest import LOCALES

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
    assert untranslated(LOCALES.parent, "night-market") == {}


def test_a_package_without_catalogues_lacks_what_the_companion_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "asking.py").write_text(CODE)
    assert "Which lot comes up?" in untranslated(tmp_path, "night-market")["es"]
    assert "Coins" not in untranslated(tmp_path, "night-market")["es"]
