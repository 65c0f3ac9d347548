"""``pytest --companion-game``: a package that no table would offer is refused at once, in words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.game_tests import plugin
from companion.game_tests.plugin import HERE

ICONS = HERE / "showing" / "test_contract_icons.py"
MARKET = "from night_market.game import NightMarket as Market\nfrom companion.core.game_package import GamePackage\n"
CHANGED = "from msgspec.structs import replace\nMarket.meta = replace(Market.meta, "


def said(folder: Path, capsys: pytest.CaptureFixture[str], code: str) -> str:
    """What pytest ends with when it is told of a module with this code."""
    name = f"named_{abs(hash(code))}"
    (folder / f"{name}.py").write_text(code, "utf-8")
    words = ["-q", "-p", "no:cacheprovider", "--rootdir", str(folder), "--companion-game", name, str(ICONS)]
    ended = pytest.main(words)
    told = capsys.readouterr()
    assert (ended == pytest.ExitCode.USAGE_ERROR) == ("ERROR: --companion-game" in told.err), told.err
    assert "INTERNALERROR" not in told.out + told.err
    return told.err


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import companion.nowhere", "ModuleNotFoundError: No module named 'companion.nowhere'"),
        ("PACKAGE = GamePackage()", "NameError: name 'GamePackage' is not defined"),
        ("def (", "SyntaxError"),
        ("from companion.core.game import Game\nPACKAGE = Game()", "TypeError: Can't instantiate abstract class Game"),
        ("GAME = 1", "it has no PACKAGE = GamePackage(...)"),
        (f"{MARKET}PACKAGE = GamePackage(Market(), 7)", "It was written for contract 7"),
        (f"{MARKET}class M(Market): rules = {{}}\nPACKAGE = GamePackage(M(), 1)", "It has no rule for the move Open."),
        (
            f"{MARKET}class M(Market):\n  def new(self, setup): return self.seats\nPACKAGE = GamePackage(M(), 1)",
            "'M' object has no attribute 'seats'",
        ),
        (f"{MARKET}{CHANGED}seats=(2, 9))\nPACKAGE = GamePackage(Market(), 1)", "Its seats are 2 to 9; a table has 8."),
    ],
)
def test_what_is_wrong_with_a_package_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, code: str, why: str
) -> None:
    from night_market.game import NightMarket

    monkeypatch.setattr(NightMarket, "meta", NightMarket.meta)
    monkeypatch.syspath_prepend(tmp_path)
    assert why in said(tmp_path, capsys, code)


def test_a_package_that_fits_is_tested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    assert said(tmp_path, capsys, f"{MARKET}PACKAGE = GamePackage(Market(), 1)") == ""


def test_without_what_plays_the_games_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "companion.game_tests.exploring")
    with pytest.raises(pytest.UsageError, match="needs hypothesis: pip install 'table-companion"):
        plugin._long_evenings()


def test_where_no_game_is_named_nothing_of_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pytest loads the plug-in wherever the companion is installed."""
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "companion.game_tests.exploring")
    assert list(plugin._explored([])) == []
