"""Pages that show every text of a language in its place, beside English and Spanish, for proofreading.

``python -m tests.locale.translation_page de`` writes ``build/locale/de/index.html`` and a page for each domain. The
texts stand by the file of the source that says them; each has how it appears there, how wide a short form is, and what
is wrong with it: not translated, a place lost, a plural by half, too wide.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from companion.render.canvas.glyphs import font
from companion.render.canvas.layout import LINE
from tests.messages import DOMAINS, TEMPLATES, forms, messages, read_files, wanted_in
from tests.translator_comments import SHORT_FORM, Text

PLACE = re.compile(r"\{(\w+)\}")
SAMPLE = {"who": "Lucía", "name": "Lucía"}
"""What stands in a short form for a name; numbers are two digits."""
BESIDE = "es"
"""The language beside English: it has every text."""
STYLE = """
body { font: 15px/1.4 sans-serif; margin: 1rem auto; max-width: 90rem; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
td { border: 1px solid #ccc; padding: .3rem .5rem;
vertical-align: top; overflow-wrap: anywhere } h2 { font-size: 1rem; margin-top: 2rem }
.about { color: #666; font-size: .85em; width: 22% } .wrong { background: #fdd } .wrong b { color: #a00 }
"""


def filled(text: str) -> str:
    """A short form with a name and two digits in its places."""
    return PLACE.sub(lambda place: SAMPLE.get(place[1], "99"), text)


def faults(message: Message, said: tuple[str, ...], *, short: bool) -> Iterator[str]:
    """What is wrong with the translations of a text."""
    texts = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    if not any(said):
        yield "not translated"
        return
    if not all(said):
        yield "a form of the plural is missing"
    for number, one in enumerate(said):
        if one and set(PLACE.findall(one)) != set(PLACE.findall(texts[min(number, len(texts) - 1)])):
            yield "not the same places"
    widest = max(font("small").width(filled(one)) for one in said)
    if short and widest > LINE:
        yield f"{widest - LINE} pixels too wide"


def row(message: Message, beside: tuple[str, ...], said: tuple[str, ...]) -> tuple[str, bool]:
    """A line of the table, and whether something is wrong with it."""
    texts = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    short = any(line.startswith(SHORT_FORM) for line in message.auto_comments)
    wrong = list(faults(message, said, short=short))
    about = "<br>".join(map(escape, message.auto_comments))
    if short and any(said):
        about += f"<br>{max(font('small').width(filled(one)) for one in said)} of {LINE} pixels"
    told = "".join(f"<br><b>{escape(fault)}</b>" for fault in wrong)
    cells = "".join(f"<td>{'<br>'.join(map(escape, each))}</td>" for each in (texts, beside))
    cells += f"<td>{'<br>'.join(map(escape, said))}{told}</td>"
    return f'<tr{" class=wrong" if wrong else ""}>{cells}<td class="about">{about}</td></tr>', bool(wrong)


def known(catalogues: Iterable[Catalog]) -> dict[Text, tuple[str, ...]]:
    """The translations of several files by text."""
    found: dict[Text, tuple[str, ...]] = {}
    for catalogue in catalogues:
        for message in messages(catalogue):
            if any(forms(message)):
                found[message.id if isinstance(message.id, str) else tuple(message.id)] = forms(message)
    return found


def page(language: str, domain: str, template: Catalog) -> tuple[str, int, int]:
    """The page of a domain, how many texts it has, and with how many of them something is wrong."""
    beside, said = (known(read_files(each).values()) for each in (BESIDE, language))
    by_file: dict[str, list[str]] = {}
    texts = bad = 0
    for message in messages(template):
        key = message.id if isinstance(message.id, str) else tuple(message.id)
        line, wrong = row(message, beside.get(key, ()), said.get(key, ()))
        by_file.setdefault(message.locations[0][0], []).append(line)
        texts, bad = texts + 1, bad + wrong
    tables = "".join(
        f"<h2>{escape(file)}</h2><table>{''.join(lines)}</table>" for file, lines in sorted(by_file.items())
    )
    return html(language, f"{domain}: {DOMAINS[domain][0]}", tables), texts, bad


def html(language: str, title: str, content: str) -> str:
    return (
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>{content}"
    )


def write_pages(language: str, folder: Path) -> Path:
    """Write all pages of a language into a folder; the one to begin with."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for domain, template in wanted_in(language).items():
        text, texts, bad = page(language, domain, template)
        (folder / f"{domain}.html").write_text(text, "utf-8")
        listed.append(f'<li><a href="{domain}.html">{domain}</a>: {texts} texts, {bad} to look at</li>')
    first = folder / "index.html"
    first.write_text(html(language, f"All texts: {language}", f"<ul>{''.join(listed)}</ul>"), "utf-8")
    return first


if __name__ == "__main__":
    for each in sys.argv[1:]:
        sys.stdout.write(f"{write_pages(each, TEMPLATES / each)}\n")
