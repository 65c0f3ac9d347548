"""The page of the first evening and its card name files, buttons and settings that there are."""

from __future__ import annotations

import re
import tomllib

import pytest

from companion.core.wording import Message
from companion.locale import speaker
from companion.network.own_wifi.wifi import NAME
from tests.documents import ROOT

PAGE = (ROOT / "docs/first-evening.md").read_text(encoding="utf-8")
CARD = (ROOT / "docs/first-evening-card.html").read_text(encoding="utf-8")
SIDES = dict(zip(("en", "es", "de"), CARD.split("<section")[1:], strict=True))
OTHERS = {"Raspberry Pi Imager", "Use custom", "Usar personalizado", "Eigenes Image", "Write"}
"""Buttons of another program."""
BUTTONS = ("I'll choose", "Begin", "Undo")


def quoted(text: str) -> set[str]:
    return set(re.findall(r"<em>([^<]+)</em>", text)) - OTHERS


@pytest.mark.parametrize("language", SIDES)
def test_the_card_names_the_buttons_as_phones_show_them(language: str) -> None:
    say = speaker(language, {}).say
    assert quoted(SIDES[language]) == {say(Message(button)) for button in BUTTONS}


def test_the_page_names_the_buttons_of_the_card() -> None:
    shown = set(re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", PAGE)) - OTHERS
    assert {*BUTTONS, "Fine by me"} <= shown
    catalogue = speaker("es", {}).say
    for button in shown:
        assert catalogue(Message(button)) != button, f"no button is called {button}"


def test_both_lines_are_settings_of_the_card() -> None:
    known = {
        line.removeprefix("# ").split(" = ")[0] for line in (ROOT / "deploy/image/table.toml").read_text().splitlines()
    }
    for text in (PAGE, *SIDES.values()):
        lines = re.findall(r"^ *(?:<pre>)?(wifi_\w+ = '[^']+')", text, re.MULTILINE)
        assert len(lines) == 2
        assert set(tomllib.loads("\n".join(lines))) <= known
        assert f"`{NAME}…`" in text or f"<code>{NAME}…</code>" in text
