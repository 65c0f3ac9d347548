"""The catalogues as the sources need them: which texts there are, and bringing the ``.po`` files up to date with them.

``python -m tests.messages`` adds new texts without a translation, puts each text into the file of its domain, and
moves those that no source uses to ``former.po``, since a stored log may hold them; the parity test then names what has
to be translated. A translation is taken from whichever ``.po`` file of the language has it. ``python -m tests.messages
es FILE.po ...`` also takes translations of a language from other files.

It writes templates (``.pot``) for translation programs to ``build/locale``. They are made from the sources alone, so
the repository does not hold them.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.render.canvas.layout import LINE
from tests.translator_comments import Appearances, Text, comments

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "companion" / "locale"
TEMPLATES = ROOT / "build" / "locale"
KEYWORDS: dict[str, Any] = {"say": (1,), "gettext": (1,), "N_": (1,), "say_n": (1, 2), "_": (1,), "_n": (1, 2)}
PLACES = (
    ("companion", "**.py", "python"),
    ("web", "**.py", "python"),
    ("web/templates", "**.html", "jinja2"),
    ("web/club/templates", "**.html", "jinja2"),
)
JINJA = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
COMMENT = "Translators:"
"""A comment that begins so, on the lines before a text, goes to the translators."""

GAMES = ROOT / "companion" / "games"
REST = "pages"
SHELF = "sheets"
DOMAINS: dict[str, tuple[str, tuple[str, ...]]] = {
    REST: ("Pages on phones and on the table screen, and what several parts of the product say.", ()),
    "displays": (
        "Small displays, lamps and keys of the seats and of the panel.",
        ("companion/render/", "companion/service/panel/"),
    ),
    "hardware": (
        "Pods, pins and wires: the pages about them, and the walk that tries each key and lamp.",
        (
            "companion/service/panel/wiring/",
            "companion/walk/",
            "web/pages/host/hardware",
            "web/templates/hardware",
            "web/templates/host_hardware",
            "web/templates/new_pods",
        ),
    ),
    "tools": (
        "What the commands of a terminal print.",
        ("companion/cli.py", "companion/commands/", "companion/first_contact/console.py", "companion/supervision/"),
    ),
    "club": (
        "The club: its pages, and what a table reports to it.",
        ("companion/club/", "companion/reporting/", "web/club/"),
    ),
    **{
        game.parent.name: (
            f"The game in companion/games/{game.parent.name}.",
            (f"companion/games/{game.parent.name}/",),
        )
        for game in sorted(GAMES.glob("*/__init__.py"))
    },
    SHELF: ("What the score sheets on the shelf are called and say, in languages that they do not bring.", ()),
}
"""The domains: what a file says to whom, and how the paths of its sources begin, of which the longest counts. A text of
several domains belongs to the first of them here. What no path begins is in ``pages``."""
MANY = 100
"""From here on a language is not brought along by every change, and what it lacks is only counted."""
ON_A_SHEET = f"On a score sheet. What is short in English is read on small displays too: at most {LINE} pixels."
FORMER = "former"
FORMER_HEADER = "# Texts that no source has any more. A stored log may hold them."


@cache
def texts(*functions: str) -> tuple[tuple[str, Text], ...]:
    """(where, text) for every text a person reads, or for those marked by certain functions; a pair of texts for those
    with a plural.
    """
    return tuple((f"{file}:{line}", text) for file, line, text, _comments in _extracted(*functions))


def _extracted(*functions: str) -> Iterator[tuple[str, int, Text, list[str]]]:
    keywords = {name: KEYWORDS[name] for name in functions or KEYWORDS}
    for folder, pattern, kind in PLACES:
        for name, line, text, said, _context in extract_from_dir(
            ROOT / folder,
            [(pattern, kind)],
            JINJA if kind == "jinja2" else None,
            keywords=keywords,
            comment_tags=[COMMENT],
            strip_comment_tags=True,
        ):
            yield f"{folder}/{name}", line, text, said


def domain_of(file: str) -> str:
    """The domain of the texts of a source file, given relative to the repository."""
    starts = ((start, domain) for domain, (_says, starts) in DOMAINS.items() for start in starts)
    return max(((len(start), domain) for start, domain in starts if file.startswith(start)), default=(0, REST))[1]


@cache
def wanted() -> dict[str, Catalog]:
    """The templates: all texts by domain, with the files they stand in and the comments for translators."""
    files: dict[Text, set[str]] = {}
    written: dict[Text, list[str]] = {}
    for file, _line, text, said in _extracted():
        files.setdefault(text, set()).add(file)
        written.setdefault(text, []).extend(said)
    templates = {domain: Catalog(charset="utf-8", project="table-companion", version="") for domain in DOMAINS}
    appearances = Appearances(ROOT)
    for text, stands_in in files.items():
        of = {domain_of(file) for file in stands_in}
        domain = next(domain for domain in DOMAINS if domain in of)
        appears, filled = appearances.of(text, sorted(stands_in))
        templates[domain].add(
            text,
            locations=[(file, 0) for file in sorted(stands_in)],
            auto_comments=comments(text, domain, dict.fromkeys(written[text]), appears, filled),
        )
    for words, sheets in shelf_texts():
        if words["en"] not in files:
            templates[SHELF].add(words["en"], locations=[(file, 0) for file in sheets], auto_comments=[ON_A_SHEET])
    for domain, template in templates.items():
        template.header_comment = f"# {DOMAINS[domain][0]}"
    return templates


@cache
def shelf_texts() -> tuple[tuple[dict[str, str], tuple[str, ...]], ...]:
    """(words by language, files) for every English text of the score sheets on the shelf, those of the games too."""
    found: dict[str, tuple[dict[str, str], list[str]]] = {}
    for path in sorted(GAMES.rglob("*.toml")):
        for words in _worded(tomllib.loads(path.read_text(encoding="utf-8"))):
            found.setdefault(words["en"], (words, []))[1].append(str(path.relative_to(ROOT)))
    return tuple((words, tuple(dict.fromkeys(files))) for words, files in found.values())


def _worded(value: Any) -> Iterator[dict[str, str]]:
    """The texts by language in what a sheet says, in their order."""
    if isinstance(value, dict) and isinstance(value.get("en"), str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _worded(inner)


def wanted_in(language: str) -> dict[str, Catalog]:
    """The templates of a language: the sheets on the shelf bring their words in some languages themselves."""
    brought = all(language in words for words, _files in shelf_texts())
    return {domain: template for domain, template in wanted().items() if not (domain == SHELF and brought)}


def messages(catalogue: Catalog) -> Iterator[Message]:
    """The messages of a catalogue without its header."""
    return (message for message in catalogue if message.id)


def read(language: str) -> Catalog:
    """The texts of a language as its files have them, in one catalogue; not the former ones."""
    return merged(catalogue for domain, catalogue in read_files(language).items() if domain != FORMER)


def merged(catalogues: Iterable[Catalog]) -> Catalog:
    """One catalogue of the translations of several, with the header of the first."""
    first, *others = catalogues
    for catalogue in others:
        for message in messages(catalogue):
            first.add(message.id, message.string, flags=message.flags)
    return first


def read_files(language: str) -> dict[str, Catalog]:
    """The files of a language, by their names without ``.po``."""
    return {path.stem: _read_file(path, language) for path in sorted(_folder(language).glob("*.po"))}


def update(language: str, extra: Iterable[Path] = ()) -> list[str]:
    """Bring the catalogues of a language up to date; the texts still without a translation."""
    held = read_files(language)
    known = _known(held, [_read_file(path, language) for path in extra])
    missing = []
    for domain, template in wanted_in(language).items():
        fresh = _without_texts(language, domain, held)
        for message in messages(template):
            fresh[message.id] = message.clone()
            if old := known.pop(_key(message), None):
                fresh[message.id].string, fresh[message.id].user_comments = old.string, old.user_comments
                fresh[message.id].flags |= old.flags
            if not all(forms(fresh[message.id])):
                missing.append(message.id if isinstance(message.id, str) else message.id[0])
        write(_folder(language) / f"{domain}.po", fresh)
    former = _without_texts(language, FORMER, held)
    for message in known.values():
        former.add(message.id, message.string)
    write(_folder(language) / f"{FORMER}.po", former)
    for other in held.keys() - {*DOMAINS, FORMER}:
        (_folder(language) / f"{other}.po").unlink()
    compile_files(language)
    return missing


def _known(held: dict[str, Catalog], extra: Iterable[Catalog]) -> dict[Text, Message]:
    """The messages that are translated, by text. Of two translations that count which stands in another file than it
    should, since somebody or a merge of branches put it there last, and that of ``extra`` before all.
    """
    belongs = {_key(message): domain for domain, template in wanted().items() for message in messages(template)}
    former: dict[Text, Message] = {}
    in_place: dict[Text, Message] = {}
    moved: dict[Text, Message] = {}
    given: dict[Text, Message] = {}
    for domain, catalogue in held.items():
        for message in messages(catalogue):
            at_home = belongs.get(_key(message)) == domain
            (former if domain == FORMER else in_place if at_home else moved)[_key(message)] = message
    for catalogue in extra:
        given |= {_key(message): message for message in messages(catalogue)}
    ranked = (former, in_place, moved, given)
    return {text: message for found in ranked for text, message in found.items() if any(forms(message))}


def forms(message: Message) -> tuple[str, ...]:
    """The translations of a message: one, or as many as the language has plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _key(message: Message) -> Text:
    """The text and its plural: a text that gets one is another text, which needs another translation."""
    return message.id if isinstance(message.id, str) else tuple(message.id)


def _folder(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES"


def _read_file(path: Path, language: str) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=language)


def _without_texts(language: str, domain: str, held: dict[str, Catalog]) -> Catalog:
    """A catalogue with the header of the file that there is, or else with that of another one of the language."""
    made = Catalog(language, charset="utf-8", project="table-companion", version="", fuzzy=False)
    made.header_comment = f"# {DOMAINS[domain][0]}" if domain in DOMAINS else FORMER_HEADER
    like = held[domain] if domain in held else next(iter(held.values()), None)
    if like is not None:
        # Babel's Spanish has a third form since 2.19, for millions, which no game counts.
        made.mime_headers = [("Plural-Forms", like.plural_forms)]
        made.creation_date, made.revision_date = like.creation_date, like.revision_date
        made.last_translator, made.language_team = like.last_translator, like.language_team
    if domain in held:
        made.header_comment = held[domain].header_comment
    return made


def compile_files(language: str) -> None:
    """Compile the files of a language as the wheel's build does: all domains into ``companion.mo``, former texts beside
    it, and of neither what is not translated in full.
    """
    for name, catalogue in (("companion", read(language)), (FORMER, read_files(language)[FORMER])):
        for message in [one for one in messages(catalogue) if not all(forms(one))]:
            catalogue.delete(message.id)
        new = _folder(language) / f"{name}.mo.{os.getpid()}.new"
        with new.open("wb") as compiled:
            write_mo(compiled, catalogue)
        new.replace(_folder(language) / f"{name}.mo")


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, the same whichever Babel writes it. Source places have no line numbers, so that a change of
    the sources changes few lines of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    write_po(written, catalogue, sort_output=True, width=120, include_lineno=False)
    path.write_bytes(b"".join(line for line in written.getvalue().splitlines(True) if b"Generated-By:" not in line))


if __name__ == "__main__":
    for each in wanted():
        write(TEMPLATES / f"{each}.pot", wanted()[each])
    for each in sorted(folder.parent.name for folder in LOCALE.glob("*/LC_MESSAGES")):
        given = sys.argv[2:] if sys.argv[1:2] == [each] else []
        left = update(each, [Path(name) for name in given])
        if len(left) > MANY:
            sys.stdout.write(f"{each}: {len(left)} texts (python -m tests.locale.completeness)\n")
        else:
            sys.stdout.writelines(f"{each}: {text}\n" for text in left)
