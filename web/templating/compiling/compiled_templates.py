"""Keep compiled templates between starts: to compile those of a seat's page takes longer than to draw it ten times."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from web.templating.compiling import direct_calls

DIGEST = sha256().digest_size
COMPILER = f"jinja2 {version('jinja2')}\n".encode() + Path(direct_calls.__file__).read_bytes()
"""What compiles; Python's version and the text of a template are checked by Jinja."""


class CompiledTemplates(BytecodeCache):
    """A file for each template in a folder that nobody else writes to, behind its digest: Jinja would run what a power
    cut has damaged. What cannot be read or written is compiled anew.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002  (Jinja's arguments)
        """The name alone, so that another version of the companion replaces the files of this one."""
        return name.replace("/", "-")

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            kept = self._path(bucket).read_bytes()
        except OSError:
            return
        if kept[:DIGEST] == _digest(kept[DIGEST:]):
            bucket.bytecode_from_string(kept[DIGEST:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        path, code = self._path(bucket), bucket.bytecode_to_string()
        written = path.with_suffix(".new")
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            written.write_bytes(_digest(code) + code)
            written.replace(path)

    def _path(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.compiled"


def compile_missing(environment: Environment) -> None:
    """Load all templates, and compile those that are not kept. For before requests are served: threads that draw at
    once would all compile the same templates, which on a slow machine took longer than phones wait.
    """
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name)


def _digest(code: bytes) -> bytes:
    return sha256(COMPILER + code).digest()
