"""What another version of the companion tells of its games, and what it is understood to say when it does not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.commands.machine import game_installing
from companion.commands.machine.game_installing import games_told
from companion.keeping.versions.lost_games import InstalledGame
from companion.keeping.versions.update_host import UpdateError
from companion.locale import speaker

LIST = '[{"key": "yacht", "title": "Yacht"}, {"key": "salt", "title": "Salt", "package": "Salt_Road"}]'


def told(folder: Path, program: str) -> tuple[InstalledGame, ...]:
    return games_told([sys.executable, "-c", program], folder)


def test_games_of_packages_are_understood(tmp_path: Path) -> None:
    assert told(tmp_path, f"print({LIST!r})") == (InstalledGame("salt", "salt-road", "Salt"),)


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import sys; print('no module salt', file=sys.stderr); sys.exit(3)", "It ended with 3. no module salt"),
        (f"print('hello'); print({LIST!r})", "It said: hello"),
        ("import time; time.sleep(60)", "It does not answer."),
    ],
)
def test_what_does_not_tell_is_no_version_without_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    monkeypatch.setattr(game_installing, "PATIENCE", 1.0)
    with pytest.raises(UpdateError) as error:
        told(tmp_path, program)
    said = speaker("en", {}).say(error.value.message)
    assert said.startswith("The games that are there could not be listed. ")
    assert why in said
