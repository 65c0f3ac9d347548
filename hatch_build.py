"""Compile the catalogues whenever the distribution is built or installed for editing; pack bundles of scripts and style
sheets, firmware and examples; say where the project is to be found, if its owner says so.
"""

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # a hook is loaded from its file alone
from hatch_bundles import write_bundles

FORMER = "former.po"
"""The file of texts that no source has any more, but that stored logs may hold."""


def compile_language(folder: Path) -> None:
    """Compile the ``.po`` files of a language: all subjects into one ``companion.mo``, so that a start opens one file
    and a look-up searches one table; former texts into ``former.mo``.
    """
    for name, sources in (
        ("companion.mo", (path for path in folder.glob("*.po") if path.name != FORMER)),
        ("former.mo", folder.glob(FORMER)),
    ):
        catalogue, new = _merged(folder.parent.name, sorted(sources)), folder / f"{name}.{os.getpid()}.new"
        with new.open("wb") as compiled:
            write_mo(compiled, catalogue)
        new.replace(folder / name)  # at once: a companion that starts meanwhile reads it whole


def _merged(language: str, sources: Iterable[Path]) -> Catalog:
    merged = Catalog(locale=language, charset="utf-8")
    for source in sources:
        with source.open("rb") as text:
            catalogue = read_po(text)
        merged.mime_headers = [("Plural-Forms", catalogue.plural_forms)]
        merged.creation_date, merged.revision_date = catalogue.creation_date, catalogue.revision_date
        for message in catalogue:
            if message.id and message.string and all(message.string):
                merged.add(message.id, message.string)
    return merged


class CatalogueHook(BuildHookInterface):
    """Hatchling calls this before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for folder in Path(self.root, "companion", "locale").glob("*/LC_MESSAGES"):
            compile_language(folder)
        if version != "editable":
            static, self._bundles = Path(self.root, "web", "static"), tempfile.TemporaryDirectory()
            for path, name in write_bundles(static, Path(self._bundles.name)).items():
                build_data["force_include"][str(path)] = f"web/static/{name}"
            # What "companion pods flash" copies; from a working copy it takes the sources.
            build_data["force_include"]["firmware/pod"] = "hardware/pods/firmware"
            # What "companion new-game" writes; from a working copy too.
            for example in Path(self.root, "examples").iterdir():
                build_data["force_include"][f"examples/{example.name}"] = f"companion/commands/skeletons/{example.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._bundles.cleanup()


class AddressHook(MetadataHookInterface):
    """The address of the project, which an index shows: ``home`` in pyproject.toml, where it is not empty."""

    def update(self, metadata: dict[str, Any]) -> None:
        if home := self.config["home"]:
            metadata["urls"] = {"Homepage": home}
