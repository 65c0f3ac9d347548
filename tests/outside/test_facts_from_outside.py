"""The plug-in holds a game of somebody else to the contract about printed facts, and leaves out one without a box."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game_tests.plugin import HERE

FACTS = HERE / "rules" / "test_contract_facts.py"
OWN_COPY = "test_a_play_has_its_own_copy_of_the_box"
UNKNOWN = "test_no_rule_rests_on_a_fact_that_nobody_has_entered"
MISTAKES = "test_any_known_fact_can_be_put_right_in_mid_play"


class Outcomes:
    """A plug-in of pytest that keeps how each test ended, and why one did not pass."""

    def __init__(self) -> None:
        self.of: dict[str, str] = {}
        self.why: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.rpartition("::")[2]
        if report.when == "call" or not report.passed:
            self.of[name], self.why[name] = report.outcome, report.longreprtext or str(report.longrepr)


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Outcomes:
    """What ``pytest --companion-game`` says of packages with the games of ``toll_road``."""
    outcomes = Outcomes()
    words = []
    for name in ("TollRoad", "FreeBridges", "CheapFerry", "Stubborn"):
        module = f"outside_{name.lower()}"
        package = f"from companion.core.game_package import GamePackage\nfrom tests.outside.toll_road import {name}\n"
        (tmp_path / f"{module}.py").write_text(f"{package}PACKAGE = GamePackage({name}(), 1)\n", "utf-8")
        words += ["--companion-game", module]
    monkeypatch.syspath_prepend(tmp_path)
    return run(outcomes, tmp_path, *words)


def run(outcomes: Outcomes, folder: Path, *words: str) -> Outcomes:
    pytest.main(
        ["-q", "-p", "no:cacheprovider", "--rootdir", str(folder), "-m", "not long", *words, str(FACTS)],
        plugins=[outcomes],
    )
    return outcomes


def test_what_it_lacks_must_be_asked_and_mistakes_be_put_right(checked: Outcomes) -> None:
    failed = {name for name, outcome in checked.of.items() if outcome != "passed"}
    assert failed == {
        f"{UNKNOWN}[fast-free-bridges]",
        f"{UNKNOWN}[fast-cheap-ferry]",
        f"{MISTAKES}[fast-stubborn]",
    }
    assert {f"{OWN_COPY}[toll-road]", f"{UNKNOWN}[fast-toll-road]", f"{MISTAKES}[fast-toll-road]"} <= set(checked.of)
    assert "rests on [('ferry', 'ferry')], which nobody has entered" in checked.why[f"{UNKNOWN}[fast-cheap-ferry]"]


def test_a_game_without_a_box_is_left_out(tmp_path: Path) -> None:
    outcomes = run(Outcomes(), tmp_path, "--companion-game", "night_market")
    assert set(outcomes.of.values()) == {"skipped"}
    assert all("none of these games has a box" in why for why in outcomes.why.values())
