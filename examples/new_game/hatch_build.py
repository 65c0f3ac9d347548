"""Compile the message catalogues whenever the package is built or installed for editing."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Hatchling calls this before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "new_game", "locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            for message in [*catalogue]:
                # a plural text without a translation would otherwise be written in English
                if isinstance(message.string, tuple) and not all(message.string):
                    catalogue.delete(message.id)
            new = source.with_suffix(f".{os.getpid()}.new")
            with new.open("wb") as compiled:
                write_mo(compiled, catalogue)
            new.replace(source.with_suffix(".mo"))  # at once: a companion may read it meanwhile
