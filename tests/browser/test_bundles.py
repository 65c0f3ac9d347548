"""Pages with the scripts and style sheets of a wheel: each script whole in one file, and everything works by them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import expect

from hatch_bundles import write_bundles
from tests.browser.conftest import Companion, Crowd
from tests.service.test_form_keys import AMOUNT, COLOUR, SeveralFields
from web import application
from web.templating import page_assets
from web.templating.page_files import STATIC


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """The static files of a wheel, without its modules."""
    made = tmp_path / "static"
    shutil.copytree(STATIC, made)
    write_bundles(STATIC, made)
    shutil.rmtree(made / "scripts")
    return made


@pytest.fixture
def companion(tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """A companion that serves them."""
    monkeypatch.setattr(page_assets, "STATIC", static)
    monkeypatch.setattr(application, "Flask", partial(Flask, static_folder=str(static)))
    forget()
    made = Companion(tmp_path / "data", (SeveralFields(AMOUNT, COLOUR),))
    yield made
    made.app.close()
    forget()


def forget() -> None:
    page_assets.page_script.cache_clear()
    page_assets.page_styles.cache_clear()


def test_people_sit_down_and_play_by_them(crowd: Crowd) -> None:
    first = crowd.person().opens("/")
    expect(first.locator("#sit-name")).to_be_visible()
    crowd.begun_play("asking", "Marco", "Lucía")
    screen, marco = crowd.person(size=(1920, 1080)).opens("/table"), crowd.phone(1).page
    marco.locator("[data-step='1']").click()
    expect(marco.locator("input[name='one.amount']")).to_have_value("5")
    marco.locator("[data-ready='yes']").click()
    expect(marco.locator("form[data-form]")).to_have_count(0)
    expect(screen.locator("#live")).to_contain_text("Lucía")
    scripts = {path for path in paths(crowd) if path.endswith(".js")}
    assert {"/static/built/join.js", "/static/built/play.js", "/static/built/table.js"} <= scripts
    assert {path for path in scripts if "/scripts/" in path} == set()
    assert "/static/built/table.css" in paths(crowd)


FIRST_PAGE = 60_000
"""Most bytes of all that a phone gets which opens the table for the first time, headers included."""


def test_a_first_page_asks_for_few_files_and_few_bytes(crowd: Crowd) -> None:
    person = crowd.person()
    wire = person.context.new_cdp_session(person.page)
    wire.send("Network.enable")
    came: list[float] = []
    wire.on("Network.loadingFinished", lambda file: came.append(file["encodedDataLength"]))
    person.opens("/").wait_for_load_state("networkidle")
    assert len([path for path in paths(crowd) if path.startswith("/static/")]) <= 7
    assert len(came) >= 5
    assert FIRST_PAGE / 2 < sum(came) < FIRST_PAGE


def test_every_file_that_a_style_sheet_names_is_there(static: Path) -> None:
    sheet = static / "built" / "table.css"
    named = [name for name in re.findall(r"url\([\"']?([^)\"'#]+)", sheet.read_text()) if not name.startswith("data:")]
    assert named
    assert [name for name in named if not (sheet.parent / name).is_file()] == []


def paths(crowd: Crowd) -> set[str]:
    return {urlsplit(url).path for url in crowd.requests}
