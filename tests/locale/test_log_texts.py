"""What a stored log may tell stays translated: a reworded sentence keeps its former translation in ``former.po``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir

from companion.core.secrecy import Sealed
from companion.core.wording import Message
from companion.locale import catalogue
from tests.contract.instructed import GAMES, committed, playthroughs
from tests.locale.completeness import LEADING
from tests.messages import KEYWORDS, ROOT

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
