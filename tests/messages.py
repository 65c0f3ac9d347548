"""The catalogue as the sources need it: which texts there are, and bringing the ``.po`` files up to date with them.

``python -m tests.messages`` adds new texts without a translation and moves those no source uses to ``former.po``, since
a stored log may hold them; the parity test then names what has to be translated. ``python -m tests.messages es FILE.po
...`` also takes translations of a language from other files.
"""

from __future__ import annotations

import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "companion" / "locale"
KEYWORDS: dict[str, Any] = {"say": (1,), "gettext": (1,), "N_": (1,), "say_n": (1, 2), "_": (1,), "_n": (1, 2)}
PLACES = (
    ("companion", "**.py", "python"),
    ("web", "**.py", "python"),
    ("web/templates", "**.html", "jinja2"),
    ("web/club/templates", "**.html", "jinja2"),
)
JINJA = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}


@cache
def texts(*functions: str) -> tuple[tuple[str, str | tuple[str, ...]], ...]:
    """(where, text) for every text a person reads, or for those marked by certain functions; a pair of texts for those
    with a plural.
    """
    keywords = {name: KEYWORDS[name] for name in functions or KEYWORDS}
    return tuple(
        (f"{folder}/{name}:{line}", text)
        for folder, pattern, kind in PLACES
        for name, line, text, _comments, _context in extract_from_dir(
            ROOT / folder,
            [(pattern, kind)],
            JINJA if kind == "jinja2" else None,
            keywords=keywords,
            strip_comment_tags=False,
        )
    )


def wanted() -> Catalog:
    """An empty catalogue of all texts."""
    catalogue = Catalog(charset="utf-8")
    for _where, text in texts():
        catalogue.add(text)
    return catalogue


def read(language: str, domain: str = "companion") -> Catalog:
    """A catalogue of a language as it is; an empty one with the language's plural forms if it has none yet."""
    path = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    if not path.exists():
        return Catalog(locale=language, charset="utf-8", project="table-companion", version="")
    with path.open("rb") as source:
        return read_po(source, locale=language)


def update(language: str, extra: list[Path]) -> list[str]:
    """Bring a catalogue up to date; the texts still without a translation."""
    known = read(language)
    for path in extra:
        with path.open("rb") as source:
            for message in read_po(source, locale=language):
                if message.id and message.string and any(message.string):
                    known.delete(message.id)  # adding to a catalogue leaves a string that is there already
                    known.add(message.id, message.string)
    fresh = Catalog(locale=language, charset="utf-8", project="table-companion", version="")
    fresh.header_comment = known.header_comment
    # Babel's Spanish has a third form since 2.19, for millions, which no game counts.
    fresh.mime_headers = [("Plural-Forms", known.plural_forms)]
    missing = []
    for message in wanted():
        if not message.id:
            continue
        string = known[message.id].string if message.id in known else ""
        if isinstance(string, str) != isinstance(message.id, str):
            string = ""  # it has a plural now, or no longer
        fresh.add(message.id, string)
        if not string or not all(string if isinstance(string, tuple) else (string,)):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    fresh.creation_date, fresh.revision_date = known.creation_date, known.revision_date
    write(language, "companion", fresh)
    write(language, "former", former(language, known, fresh))
    return missing


def former(language: str, known: Catalog, fresh: Catalog) -> Catalog:
    """The former texts of a language: those there were, and those translated in ``known`` that ``fresh`` has not."""
    kept = read(language, "former")
    kept.mime_headers = fresh.mime_headers
    kept.header_comment = "# Texts that no source has any more. A stored log may hold them."
    kept.fuzzy = False
    kept.creation_date, kept.revision_date = known.creation_date, known.revision_date
    for message in known:
        if message.id and message.id not in fresh and message.string and all(message.string):
            kept.add(message.id, message.string)
    for message in [one for one in kept if one.id and one.id in fresh]:
        kept.delete(message.id)
    return kept


def write(language: str, domain: str, catalogue: Catalog) -> None:
    """Write a catalogue, and compile it."""
    path = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    written = BytesIO()
    write_po(written, catalogue, sort_output=True, width=120)
    # the same whichever Babel writes it
    path.write_bytes(b"".join(line for line in written.getvalue().splitlines(True) if b"Generated-By:" not in line))
    with path.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalogue)


if __name__ == "__main__":
    for each in sorted(folder.parent.name for folder in LOCALE.glob("*/LC_MESSAGES")):
        given = sys.argv[2:] if sys.argv[1:2] == [each] else []
        for text in update(each, [Path(name) for name in given]):
            sys.stdout.write(f"{each}: {text}\n")
