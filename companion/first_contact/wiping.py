"""Takes the secrets out of a ``table.toml``: what the owner wrote beside them stays, as far as it can."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from companion.core.toml_reading import TomlError, read_toml
from companion.core.toml_writing import toml_line
from companion.first_contact.table_file import PLAIN, SECRET

TELLING = 4
"""Characters from which a secret is looked for in comments too."""

_KEY = re.compile(r"""^\s*["']?([\w-]+)["']?\s*=""")
_VALUE = re.compile(r"""^(\s*[\w-]+\s*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')(\s*(?:#.*)?)$""")


def without_secrets(text: str, values: Mapping[str, str], secrets: Collection[str], said: str) -> str:
    """``text`` without any of ``secrets``, and without lines that could not be read and may hold one. ``values`` are
    those that were read; ``said`` is the comment in place of a line that was taken out. Where the rest of the file
    cannot be kept, it is only the values that are no secrets.
    """
    told = [secret for secret in secrets if len(secret) >= TELLING]
    lines = [_wiped(line, told, said) for line in text.split("\n")]
    made = "\n".join(lines)
    kept = {key: value for key, value in values.items() if key in PLAIN}
    if _holds(made, kept) and not any(secret in made for secret in told):
        return made
    return "".join(f"{toml_line(key, value)}\n" for key, value in kept.items())


def overwrite(path: Path, content: bytes) -> None:
    """Replace the content of a file where it lies, its old bytes written over first. Raises ``OSError``."""
    with path.open("r+b", buffering=0) as file:
        file.write(b" " * os.fstat(file.fileno()).st_size)
        os.fsync(file.fileno())
        file.seek(0)
        file.write(content)
        file.truncate()
        os.fsync(file.fileno())


def _wiped(line: str, secrets: Collection[str], said: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    bare = line.rstrip("\r")
    taken_out = f"# {said}{end}"
    if not bare.strip() or bare.lstrip().startswith("#"):
        return taken_out if any(secret in bare for secret in secrets) else line
    found = _KEY.match(bare)
    key = found[1] if found else ""
    if key in PLAIN and not any(secret in bare for secret in secrets):
        if _readable(bare):
            return line
        # what is in a key that cannot be read may be the private one
        return taken_out if key == "ssh_key" else f"# {line}"
    if key not in SECRET:
        return taken_out
    value = _VALUE.match(bare)
    beside = value[2] if value and not any(secret in value[2] for secret in secrets) else ""
    return f'{key} = ""{beside}{end}'


def _readable(line: str) -> bool:
    try:
        read_toml(line)
    except TomlError:
        return False
    return True


def _holds(text: str, kept: Mapping[str, str]) -> bool:
    """Whether a text can be read, and has these values and no secret."""
    try:
        found = read_toml(text)
    except TomlError:
        return False
    return kept.keys() <= found.keys() and not any(found.get(key) for key in SECRET)
