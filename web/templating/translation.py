"""Translation functions for templates."""

from __future__ import annotations

from typing import Any

from companion.core.setup import SEATS
from companion.core.wording import Speaker, filled
from companion.locale import LANGUAGES, catalogue, direction, own_name, tag


def text_functions(speaker: Speaker) -> dict[str, Any]:
    """Template variables: ``say``, ``short``, ``name``, ``roster`` (all names), ``languages`` (code,
    tag and own name of each), ``lang`` (the tag of this one), ``direction`` (``ltr`` or ``rtl``), gettext as ``_`` and
    ``_n``.
    """
    words = catalogue(speaker.language)

    def text(message: str, **args: Any) -> str:
        return filled(words.gettext(message), args)

    def number(one: str, many: str, n: int, **args: Any) -> str:
        return filled(words.ngettext(one, many, n), {"n": n, **args})

    return {
        "say": speaker.say,
        "short": speaker.short,
        "name": speaker.name,
        "roster": tuple(speaker.name(seat) for seat in SEATS),
        "languages": tuple((code, tag(code), own_name(code)) for code in LANGUAGES),
        "lang": tag(speaker.language),
        "direction": direction(speaker.language),
        "_": text,
        "_n": number,
    }
