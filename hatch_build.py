"""Compile the catalogues whenever the distribution is built or installed for editing; pack firmware and examples."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Hatchling calls this before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "companion", "locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
        if version != "editable":
            # What "companion pods flash" copies; from a working copy it takes the sources.
            build_data["force_include"]["firmware/pod"] = "hardware/pods/firmware"
            # What "companion new-game" writes; from a working copy too.
            for example in Path(self.root, "examples").iterdir():
                build_data["force_include"][f"examples/{example.name}"] = f"companion/commands/skeletons/{example.name}"
