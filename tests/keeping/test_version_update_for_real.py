"""Updating with real environments, real pip and real processes; only systemd is played by the test."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.keeping.versions.releases import Releases, RollbackPoint
from tests.keeping.real_service import SITE, Service, call, version, whole
from tests.keeping.wheels import ROOT
from tests.keeping.wheels import companion_wheel as wheel

pytestmark = pytest.mark.long

BROKEN = {"companion/app.py": 'raise SystemExit("the new version is broken")\n'}
CHECK = "hardware/library_check.py"
LACKING = {CHECK: (ROOT / CHECK).read_text(encoding="utf-8").replace('"cobs"', '"no_such_library"', 1)}
TIMID = {"companion/commands/run.py": (ROOT / "companion/commands/run.py").read_text(encoding="utf-8").replace(
    "    found = ", "    if '--port' not in sys.argv:\n        raise SystemExit(3)\n    found = ", 1)}  # fmt: skip
"""A version that passes every trial, and ends at once as a service."""


def test_a_wheel_is_installed_gone_over_to_and_back(service: Service, tmp_path: Path) -> None:
    code, said = call(service, str(wheel(tmp_path, "1.0.0")))
    assert code == 0, said
    assert "Version 1.0.0 is the present one now." in said
    assert version(service) == "1.0.0"
    assert list((service.root / "current" / SITE / "web/templating/compiling/installed").glob("*.compiled"))
    whole(service)
    code, said = call(service, "--back")
    assert code == 0, said
    assert version(service) == "0.9.0"
    whole(service)


def test_a_broken_version_never_gets_as_far_as_the_table(service: Service, tmp_path: Path) -> None:
    process = service.process
    code, said = call(service, str(wheel(tmp_path, "1.0.0", BROKEN)))
    assert code == 1
    assert "does not open a table" in said
    assert "the new version is broken" in said
    assert version(service) == "0.9.0"
    assert service.process is process
    whole(service)
    assert [folder.name for folder in (service.root / "versions").iterdir()] == ["0.9.0"]


def test_a_version_without_a_library_of_the_pi_never_gets_as_far_as_the_table(service: Service, tmp_path: Path) -> None:
    (service.root / "current" / SITE / "gpiozero").mkdir()
    # It comes as a source only, so that the tests' own environment may be without it.
    (service.root / "current" / SITE / "spidev.py").write_text("")
    code, said = call(service, str(wheel(tmp_path, "1.0.0", LACKING)))
    assert code == 1
    assert "Libraries of devices are missing. no_such_library: No module named" in said
    assert version(service) == "0.9.0"
    whole(service)
    code, said = call(service, str(wheel(tmp_path, "1.0.0")))
    assert code == 0, said


def test_a_version_that_does_not_come_up_as_a_service_is_taken_back(service: Service, tmp_path: Path) -> None:
    code, said = call(service, str(wheel(tmp_path, "1.0.0", TIMID)))
    assert code == 1
    assert "The table does not come up. Going back." in said
    assert "The one before is back" in said
    assert version(service) == "0.9.0"
    whole(service)
    assert Releases(service.root).previous is None


def test_a_folder_of_wheels_or_a_number_is_enough(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels, index = tmp_path / "wheels", tmp_path / "index"
    others = {"others.pth": str(next(Path(sys.prefix).glob("lib/python3.*/site-packages")))}
    for folder, number in ((wheels, "0.1.9"), (index, "0.2.0")):
        folder.mkdir()
        wheel(folder, number, others)
    code, said = call(service, str(tmp_path / "wheels"))
    assert code == 0, said
    assert version(service) == "0.1.9"
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    code, said = call(service, "0.2.0")
    assert code == 0, said
    assert version(service) == "0.2.0"
    whole(service)


def test_an_update_that_was_cut_off_is_undone(service: Service) -> None:
    releases = Releases(service.root)
    broken = service.root / "versions" / "9.9.9"
    (broken / "bin").mkdir(parents=True)
    (broken / "bin" / "companion").symlink_to("/bin/false")
    releases.set_rollback_point(RollbackPoint(service.root / "versions" / "0.9.0", service.data / "none.db"))
    releases.switch(broken)
    code, said = call(service, "--recover")
    assert code == 0, said
    assert "It does not come up: going back." in said
    assert version(service) == "0.9.0"
    whole(service)
    assert "There is nothing to go back from." in call(service, "--recover")[1]


def test_what_is_no_wheel_is_refused(service: Service, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no wheel")
    empty = tmp_path / "empty"
    empty.mkdir()
    for words, why in (
        ((str(tmp_path / "notes.txt"),), "is no wheel"),
        ((str(empty),), "There is no wheel"),
        (("nonsense!",), "neither a file"),
        ((), "Say what to install"),
        (("--with-copy", "1.0"), "Say what to install"),
        (("--back",), "no earlier version"),
    ):
        code, said = call(service, *words)
        assert code == 1
        assert why in said
    whole(service)
