"""Which texts of a language are translated: what a test demands, and what is only reported.

Spanish is brought along by every change: a text without it fails a test. Another language follows when somebody speaks
it; until then its missing texts are said in English. ``python -m tests.locale.completeness`` prints how many there are,
and with ``--release`` ends with 1 if a domain that is done lacks any.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.messages import DOMAINS, LOCALE, forms, messages, read_files, wanted_in

LEADING = frozenset({"es"})
"""Languages that every change brings along."""
IN_ENGLISH = frozenset({"club", "hardware", "tools"})
"""Domains that nobody reads who only plays: another language than the leading ones may leave them in English."""
IN_WORK: dict[str, frozenset[str]] = {}
"""Domains by language that are still being translated. Take one out when it is done."""


def languages() -> list[str]:
    """Codes of the languages: the folders of catalogues."""
    return sorted(folder.parent.name for folder in LOCALE.glob("*/LC_MESSAGES"))


def missing(language: str) -> dict[str, list[str]]:
    """By domain the texts without a translation; every domain is there."""
    held = read_files(language)
    found: dict[str, list[str]] = {}
    for domain, template in wanted_in(language).items():
        known = {message.id: message for message in messages(held[domain])} if domain in held else {}
        found[domain] = [
            message.id if isinstance(message.id, str) else message.id[0]
            for message in messages(template)
            if message.id not in known or not all(forms(known[message.id]))
        ]
    return found


def has_to_be_done(language: str) -> frozenset[str]:
    """The domains of a language in which a release lacks nothing."""
    done = frozenset(DOMAINS) - IN_WORK.get(language, frozenset())
    return done if language in LEADING else done - IN_ENGLISH


def main(arguments: Sequence[str]) -> int:
    """Print what is missing; 1 if a release may not be made of it."""
    lacking = False
    for language in languages():
        for domain, texts in missing(language).items():
            due = domain in has_to_be_done(language)
            lacking |= due and bool(texts)
            if texts:
                state = "due" if due else "in work" if domain in IN_WORK.get(language, ()) else "stays English"
                sys.stdout.write(f"{language} {domain}: {len(texts)} missing ({state})\n")
                if due:
                    sys.stdout.writelines(f"    {text}\n" for text in texts)
    return int(lacking and "--release" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
