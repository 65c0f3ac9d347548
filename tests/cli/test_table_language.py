"""The language of the table screen and the displays, as a process of its own decides it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_run import ROOT, Running, Start, browser, start
from tests.ports import free_port

__all__ = ["start"]

LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
SAID = {"en": "Table", "es": "Mesa"}


@pytest.fixture(autouse=True)
def _no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LOCALES:
        monkeypatch.delenv(name, raising=False)


def phone(language: str) -> urllib.request.OpenerDirector:
    made = browser()
    made.addheaders = [("Accept-Language", language)]
    return made


def spoken(running: Running) -> str:
    """The language of the table screen on an English television; both its words and its ``lang`` say so."""
    page = running.get("/table", phone("en-GB"))
    language = re.search(r'<html lang="([^"]+)"', page)
    title = re.search(r"<title>(\w+) ", page)
    assert language is not None
    assert title is not None
    assert title[1] == SAID[language[1]]
    return language[1]


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The file of settings where the program looks for the user's own."""
    file = tmp_path / "config" / "table-companion" / "companion.toml"
    file.parent.mkdir(parents=True)
    return file


@pytest.mark.parametrize(
    ("environment", "at_first", "after_spanish_phone"),
    [
        ({}, "en", "es"),
        ({"LANG": "C.UTF-8"}, "en", "es"),
        ({"LANG": "en_GB.UTF-8"}, "en", "en"),
        ({"LANG": "es_ES.UTF-8"}, "es", "es"),
    ],
    ids=["unset", "C.UTF-8", "en_GB.UTF-8", "es_ES.UTF-8"],
)
def test_the_first_phone_decides_where_the_system_names_no_language(
    start: Start, environment: dict[str, str], at_first: str, after_spanish_phone: str
) -> None:
    running = start(**environment)
    assert spoken(running) == at_first
    running.post("/sit", phone("is-IS"), seat=1, name="Jörg")
    assert spoken(running) == at_first, "a phone in a language that the table does not speak says nothing about it"
    running.post("/sit", phone("es-MX,es;q=0.9,en;q=0.5"), seat=2, name="Lucía")
    assert spoken(running) == after_spanish_phone
    running.post("/sit", phone("en-GB"), seat=3, name="Tom")
    assert spoken(running) == after_spanish_phone, "a later phone changes nothing"
    running.end(signal.SIGTERM)
    assert spoken(start(**environment)) == after_spanish_phone, "also after a restart"


def test_a_spanish_system_comes_before_an_english_phone(start: Start) -> None:
    running = start(LANG="es_ES.UTF-8")
    running.post("/sit", phone("en-US"), seat=1, name="Tom")
    assert spoken(running) == "es"


def test_the_settings_come_before_the_first_phone(start: Start, settings: Path) -> None:
    settings.write_text('language = "es"\n', encoding="utf-8")
    running = start(LANG="en_GB.UTF-8", XDG_CONFIG_HOME=str(settings.parents[1]))
    assert spoken(running) == "es"
    running.post("/sit", phone("en"), seat=1, name="Tom")
    assert spoken(running) == "es"


def test_what_a_host_chooses_comes_before_all(start: Start, settings: Path) -> None:
    settings.write_text('language = "es"\npin = "27182818"\n', encoding="utf-8")
    environment = {"XDG_CONFIG_HOME": str(settings.parents[1])}
    running, host = start(**environment), browser()
    running.post("/host/pin", host, pin="27182818")
    running.post("/host/language", host, language="en")
    assert spoken(running) == "en"
    running.end(signal.SIGTERM)
    assert spoken(start(**environment)) == "en"


WITH_PORTUGUESE = """
from gettext import NullTranslations
from companion import locale
locale.LANGUAGES += ("pt_BR",)
locale.catalogue = lambda _language: NullTranslations()
from companion.cli import main
main()
"""


@pytest.mark.parametrize("said", ["pt-BR", "pt-PT"])
def test_pages_name_a_language_with_a_region_as_browsers_do(tmp_path: Path, said: str) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", WITH_PORTUGUESE, "run", "--data", str(tmp_path), "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"LANG": "pt_BR.UTF-8"},
    )
    with closing(process.stdout), closing(process.stderr):  # type: ignore[type-var]
        try:
            running = Running(process, port)
            assert '<html lang="pt-BR"' in running.get("/table"), "the system's"
            assert '<html lang="pt-BR"' in running.get("/", phone(said))
            assert 'value="pt_BR" checked><span lang="pt-BR"' in running.get("/", phone(said))
        finally:
            process.kill()
            process.wait()


def test_the_language_asked_for_at_the_start_is_that_of_the_screen_before_anybody_sits(
    start: Start, settings: Path
) -> None:
    settings.write_text('language = "en"\n')
    running = start("--language", "es", XDG_CONFIG_HOME=str(settings.parents[1]))
    assert spoken(running) == "es"
