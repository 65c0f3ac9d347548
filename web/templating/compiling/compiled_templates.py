"""Keep compiled templates between starts: to compile those of a seat's page takes longer than to draw it ten times."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from web.templating.compiling import direct_calls
from web.templating.compiling.direct_calls import DirectCalls

DIGEST = sha256().digest_size
COMPILER = f"jinja2 {version('jinja2')}\n".encode() + Path(direct_calls.__file__).read_bytes()
"""What compiles; Python's version and the text of a template are checked by Jinja."""
INSTALLED = Path(__file__).parent / "installed"
"""Filled by an installation (`python -m web.templating.compiling`): a version's first start is as quick as the next."""


class CompiledTemplates(BytecodeCache):
    """A file for each template, behind its digest: Jinja would run what a power cut has damaged.

    It is read from ``installed`` (usually ``INSTALLED``), else from ``folder``, in which nobody else writes. What is in
    neither is compiled, and kept in the latter.
    """

    def __init__(self, folder: Path, installed: Path | None = None) -> None:
        self._folder = folder
        self._installed = INSTALLED if installed is None else installed

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002  (Jinja's arguments)
        """The name alone, so that another version of the companion replaces the files of this one."""
        return name.replace("/", "-")

    def load_bytecode(self, bucket: Bucket) -> None:
        for folder in (self._installed, self._folder):
            with suppress(OSError):
                kept = _path(folder, bucket).read_bytes()
                if kept[:DIGEST] == _digest(kept[DIGEST:]):
                    bucket.bytecode_from_string(kept[DIGEST:])
            if bucket.code is not None:
                return

    def dump_bytecode(self, bucket: Bucket) -> None:
        path, code = _path(self._folder, bucket), bucket.bytecode_to_string()
        written = path.with_suffix(".new")
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            written.write_bytes(_digest(code) + code)
            written.replace(path)


def compile_as_pages(environment: Environment) -> None:
    """Have ``environment`` compile templates as those of pages are written."""
    environment.trim_blocks = True
    environment.lstrip_blocks = True
    environment.code_generator_class = DirectCalls


def compile_missing(environment: Environment) -> None:
    """Load all templates, and compile those that are not kept. For before requests are served: threads that draw at
    once would all compile the same templates, which on a slow machine took longer than phones wait.
    """
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name)


def _path(folder: Path, bucket: Bucket) -> Path:
    return folder / f"{bucket.key}.compiled"


def _digest(code: bytes) -> bytes:
    return sha256(COMPILER + code).digest()
