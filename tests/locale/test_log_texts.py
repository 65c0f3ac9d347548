"""What a stored log may tell stays translated: a reworded sentence keeps its former translation in ``former.po``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from companion.core.secrecy import Sealed
from companion.core.wording import Message
from companion.locale import catalogue
from tests.contract.instructed import GAMES, committed, playthroughs
from tests.locale.completeness import LEADING
from tests.messages import KEYWORDS, ROOT

GAMES_OF_MOVES = ("ancient_world", "antike", "antiquity", "athens_sparta", "olympos")
"""Domains of the games whose screens say beforehand what a move will tell."""
PERFECT = {
    "en": re.compile(r"\b(?:has|have) (?:\w+ed|been|done|gone|laid|lost|paid|spent|taken|won)\b"),
    "es": re.compile(r"\b(?:he|ha|has|han) \w+(?:ado|ido|cho|sto|rto|elto|rito)\b"),
}
"""What is over: wrong above a button that has not been pressed."""
BEFORE_THE_MOVE = {
    "All have passed: the titans strike.",
    "Ambrosia the supply has gained",
    "Rebels do not count for stacking. Their friends cannot be hit before they have fired.",
}
"""Texts that tell what was so before."""
KEPT = Path(__file__).with_name("log_texts.json")
"""Every text that logs of released versions may hold, a pair for one with a plural. It only grows."""
TOLD_BY = ("companion/games/score_sheet", "companion/plays", "companion/service/agreement", "companion/service/audit")
"""Folders whose texts all count, for the log lines that no playthrough of a game has."""

Text = str | tuple[str, str]


def _texts(value: Any) -> Iterator[Text]:
    """The keys of a log line, with those of its arguments."""
    if isinstance(value, Sealed):
        yield from _texts(value.value)
    elif isinstance(value, Message):
        yield (value.text, value.plural) if value.plural else value.text
        for arg in value.args.values():
            yield from _texts(arg)


def told_now() -> set[Text]:
    """What today's versions tell: in the playthroughs of all games, and beside the games."""
    names = [name for game in GAMES for name in playthroughs(game)]
    found = {
        text
        for name in names
        for act in committed(name)
        for entry in act.entries
        for told in entry.told
        for text in _texts(told)
    }
    for folder in TOLD_BY:
        for _file, _line, text, _comments, _context in extract_from_dir(
            ROOT / folder, [("**.py", "python")], keywords=KEYWORDS, strip_comment_tags=False
        ):
            found.add(tuple(text) if isinstance(text, list | tuple) else text)
    return found


def kept() -> set[Text]:
    return {tuple(text) if isinstance(text, list) else text for text in json.loads(KEPT.read_text(encoding="utf-8"))}


@pytest.mark.long
def test_what_is_told_today_is_kept(update_golden: bool) -> None:
    if update_golden:
        texts = sorted(kept() | told_now(), key=str)
        KEPT.write_text(json.dumps(texts, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    assert told_now() - kept() == set()


@pytest.mark.parametrize("language", sorted(LEADING))
def test_every_kept_text_is_translated(language: str) -> None:
    words = catalogue(language)
    missing = object()
    found = getattr(words, "_catalog", {})
    former = getattr(getattr(words, "_fallback", None), "_catalog", {})

    def translated(text: Text) -> bool:
        key: Any = (text[0], 1) if isinstance(text, tuple) else text
        return found.get(key, former.get(key, missing)) is not missing

    assert [text for text in kept() if not translated(text)] == []


def test_what_a_move_tells_can_stand_above_its_button() -> None:
    """Screens show the log lines of a move before it is made, under "What will happen": in no past tense."""
    keys = {text[0] if isinstance(text, tuple) else text for text in kept()} - BEFORE_THE_MOVE
    found = []
    for domain in GAMES_OF_MOVES:
        with (ROOT / f"companion/locale/es/LC_MESSAGES/{domain}.po").open("rb") as file:
            for entry in read_po(file, locale="es"):
                ids, words = ([each] if isinstance(each, str) else list(each) for each in (entry.id, entry.string))
                if ids[0] in keys:
                    found += [words for words in ids if PERFECT["en"].search(words)]
                    found += [words for words in words if PERFECT["es"].search(words)]
    assert found == []
