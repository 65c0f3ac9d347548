"""Reads ``table.toml``: what the owner chose before the first start, and every mistake with its line. Pure.

A mistake in one key loses nothing of the others: a file that is no TOML as a whole is read line by line. Names and
passwords of a Wi-Fi may have the signs that TOML gives a meaning, written as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.core.suggestions import nearest
from companion.core.toml_lines import key_lines, line_of
from companion.core.toml_reading import TomlError, read_toml
from companion.core.wording import Message, listed, say
from companion.first_contact.owner_rules import country_problem, name_problem, pin_problem, ssh_key_problem
from companion.first_contact.setup_record import SetupMistake
from companion.locale import LANGUAGES, supported
from companion.network.home_wifi.wifi_rules import LONGEST_PASSWORD, password_problem, ssid_problem

PLAIN = ("name", "language", "country", "profile", "wifi_name", "ssh_key", "read_only")
"""Keys whose values stay in the file."""
SECRET = ("wifi_password", "own_wifi_password", "pin")
"""Keys whose values are wiped once they were read."""
KEYS = (*PLAIN, *SECRET)
AS_TYPED = ("wifi_name", "wifi_password", "own_wifi_password")
"""Keys of texts that others have chosen, with any sign in them."""
CURLY = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019"
"""Quotes that word processors make of straight ones."""


_TYPED = re.compile(r"""^\s*(\w+)\s*=\s*(["'])(.*)\2\s*$""")
"""A key and what stands between the first quote and the last."""
_ESCAPED = re.compile(r"""\\[\\"]|["']\s*#""")
"""Signs by which somebody has written TOML, or which may begin a comment: then nothing is guessed."""


class TableFile(Struct, frozen=True):
    """What a ``table.toml`` says. ``values`` has what can be used, by key; ``secrets`` every text that is not to stay
    in the file, also of keys that were mistyped.
    """

    values: Mapping[str, str] = {}
    mistakes: tuple[SetupMistake, ...] = ()
    secrets: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"TableFile({', '.join(self.values)}; {len(self.mistakes)} mistakes)"


def read_table_file(text: str, profiles: Collection[str]) -> TableFile:
    """Read the text of a ``table.toml``; ``profiles`` are the shipped ones."""
    found, unread = _parsed(text)
    lines = key_lines(text)
    values: dict[str, str] = {}
    mistakes = list(unread)
    for key, value in found.items():
        if isinstance(value, str) and not value and key in KEYS:
            continue  # as the sample, and as wiped
        why = _problem(key, value, profiles)
        if why is None:
            values[key] = _usual(key, str(value))
        else:
            mistakes.append(SetupMistake(line_of(lines, (key,)), key, why))
    if "wifi_password" in values and "wifi_name" not in values:
        why = say("The name of that Wi-Fi is missing: {form}", form=form_of("wifi_name"))
        mistakes.append(SetupMistake(line_of(lines, ("wifi_password",)), "wifi_password", why))
        del values["wifi_password"]
    if any(mistake.key == "wifi_password" for mistake in mistakes):
        values.pop("wifi_name", None)
    hidden = {key for key in found if key not in PLAIN or (key == "ssh_key" and key not in values)}
    secrets = {text for key in hidden for text in _texts(found[key])}
    return TableFile(values, tuple(sorted(mistakes, key=lambda each: each.line)), frozenset(secrets - {""}))


def form_of(key: str) -> str:
    """How a key is written."""
    return "read_only = true" if key == "read_only" else f'{key} = "..."'


def _parsed(text: str) -> tuple[dict[str, Any], list[SetupMistake]]:
    """The values of a text; of one that is no TOML those of its lines, and what is wrong with the others."""
    lines = text.split("\n")
    try:
        return _as_meant(read_toml(text), lines), []
    except TomlError as error:
        whole = error.line
    found: dict[str, Any] = {}
    mistakes, typed = [], False
    for number, line in enumerate(lines, start=1):
        try:
            read = _as_meant(read_toml(line), [line])
        except TomlError:
            typed |= bool(read := _as_typed(line))
            if not read:
                mistakes.append(_unread(number, line))
                continue
        for key, value in read.items():
            if key in found:
                mistakes.append(SetupMistake(number, key, say("This key stands twice; the first one counts.")))
            found.setdefault(key, value)
    if not mistakes and not typed:
        mistakes.append(SetupMistake(whole, "", say("The file cannot be read from here on.")))
    return found, mistakes


def _as_typed(line: str) -> dict[str, Any]:
    """The name or password of a Wi-Fi as it stands in a line that is no TOML; empty where it is another line."""
    typed = _TYPED.match(line)
    if typed is None or typed[1] not in AS_TYPED or _ESCAPED.search(typed[3]):
        return {}
    return {typed[1]: typed[3]}


def _as_meant(found: dict[str, Any], lines: Iterable[str]) -> dict[str, Any]:
    """What was read, but for names and passwords of which TOML made a control character, such as a tab of \\t: no Wi-Fi
    has one, so they are meant as they stand there.
    """
    odd = {key for key in AS_TYPED if not str(found.get(key, "")).isprintable()}
    typed = {key: text for line in lines for key, text in _as_typed(line).items() if key in odd}
    return {**found, **typed}


def _unread(number: int, line: str) -> SetupMistake:
    key = line.partition("=")[0].strip().strip("\"'")
    known = key if key in KEYS else ""
    form = form_of(known or "name")
    if any(sign in CURLY for sign in line):
        return SetupMistake(number, known, say("The quotes have to be straight ones: {form}", form=form))
    if known in AS_TYPED and ("\\" in line or line.count('"') + line.count("'") > len("''")):
        quotes = "'''" if "'" in line else "'"
        form = f"{known} = {quotes}...{quotes}"
        how = say("Write it in these quotes, between which every sign stands for itself: {form}", form=form)
        return SetupMistake(number, known, how)
    return SetupMistake(number, known, say("This line cannot be read. It has to look like this: {form}", form=form))


def _problem(key: str, value: Any, profiles: Collection[str]) -> Message | None:
    if key not in KEYS:
        near = nearest(key, KEYS)
        if near:
            return say("There is no such key; did you mean {key}?", key=near)
        return say("There is no such key. There are {keys}.", keys=listed(KEYS))
    if key == "read_only":
        # In quotes it is understood too.
        known = _usual(key, str(value)) in ("true", "false")
        return None if known else say("It has to be true or false: {form}", form=form_of(key))
    if not isinstance(value, str):
        return say("It has to be text in quotes: {form}", form=form_of(key))
    if key == "language":
        return None if supported(value.strip()) else _one_of(value, LANGUAGES)
    if key == "profile":
        return _one_of(value.strip(), profiles)
    return _RULES[key](_usual(key, value))


def _one_of(value: str, known: Collection[str]) -> Message | None:
    return None if value in known else say("It has to be one of these: {known}.", known=listed(sorted(known)))


def _own_password_problem(password: str) -> Message | None:
    # nobody types a key of 64 digits into a phone
    return password_problem(password) if len(password) <= LONGEST_PASSWORD else password_problem("-" * len(password))


_RULES: Mapping[str, Callable[[str], Message | None]] = {
    "name": name_problem,
    "country": country_problem,
    "wifi_name": ssid_problem,
    "wifi_password": password_problem,
    "own_wifi_password": _own_password_problem,
    "pin": pin_problem,
    "ssh_key": ssh_key_problem,
}


def _usual(key: str, value: str) -> str:
    """A value as it is used. Names and passwords of a Wi-Fi are taken as they are: they may begin with a space."""
    if key in AS_TYPED:
        return value
    value = value.strip()
    if key == "pin":
        return value.replace(" ", "")
    if key == "language":
        return supported(value)
    if key == "country":
        return value.upper()
    return value.lower() if key in ("name", "read_only") else value


def _texts(value: Any) -> Iterator[str]:
    """Every text and number in a value."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    else:
        yield str(value)
