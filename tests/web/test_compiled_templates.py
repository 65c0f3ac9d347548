"""Compiled templates are kept between starts, and never trusted where they are not whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment

from companion.app import build
from companion.config import Config
from tests.ports import free_port
from tests.web.test_macros import TEMPLATES
from web.templating.compiling import compiled_templates
from web.templating.compiling.__main__ import compile_installed
from web.templating.compiling.compiled_templates import CompiledTemplates, compile_as_pages, compile_missing
from web.templating.compiling.direct_calls import DirectCalls


class Counting(Environment):
    """Knows which templates it has compiled."""

    code_generator_class = DirectCalls

    def __init__(self, folder: Path, **texts: str) -> None:
        super().__init__(loader=DictLoader(texts), bytecode_cache=CompiledTemplates(folder), autoescape=True)
        self.compiled: list[str | None] = []

    def compile(self, source: Any, name: Any = None, *more: Any, **given: Any) -> Any:
        self.compiled.append(name)
        return super().compile(source, name, *more, **given)


def drawn(folder: Path, text: str = "Hello {{ who }}") -> tuple[str, int]:
    """What a new start draws, and how many templates it compiles for it."""
    started = Counting(folder, page=text)
    return started.get_template("page").render(who="<Ana>"), len(started.compiled)


def test_a_template_is_compiled_at_the_first_start_only(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    assert drawn(folder) == ("Hello &lt;Ana&gt;", 1)
    assert drawn(folder) == ("Hello &lt;Ana&gt;", 0)
    assert [path.name for path in folder.iterdir()] == ["page.compiled"]


def test_another_text_is_compiled_anew_and_takes_its_place(tmp_path: Path) -> None:
    drawn(tmp_path)
    assert drawn(tmp_path, "Bye {{ who }}") == ("Bye &lt;Ana&gt;", 1)
    assert drawn(tmp_path, "Bye {{ who }}") == ("Bye &lt;Ana&gt;", 0)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("at", [0, 40, 60, 200, -1])
def test_what_was_damaged_is_compiled_anew(tmp_path: Path, at: int) -> None:
    drawn(tmp_path)
    (path,) = tmp_path.iterdir()
    damaged = bytearray(path.read_bytes())
    damaged[at] ^= 1
    path.write_bytes(damaged)
    assert drawn(tmp_path) == ("Hello &lt;Ana&gt;", 1)
    assert drawn(tmp_path)[1] == 0


@pytest.mark.parametrize("length", [0, 10, 32, 100])
def test_what_was_cut_off_is_compiled_anew(tmp_path: Path, length: int) -> None:
    drawn(tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:length])
    assert drawn(tmp_path) == ("Hello &lt;Ana&gt;", 1)


def test_another_compiler_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn(tmp_path)
    monkeypatch.setattr(compiled_templates, "COMPILER", b"another")
    assert drawn(tmp_path)[1] == 1


def test_where_nothing_can_be_written_pages_are_drawn_all_the_same(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    assert drawn(in_the_way) == ("Hello &lt;Ana&gt;", 1)
    assert drawn(in_the_way) == ("Hello &lt;Ana&gt;", 1)


def test_what_an_installation_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    installed, data = tmp_path / "installed", tmp_path / "data"
    assert compile_installed(installed) == 0
    wanted = {f"{path.name}.compiled" for path in TEMPLATES.glob("*.html")}
    assert {path.name for path in installed.iterdir()} == wanted
    app = Flask("web")
    compile_as_pages(app.jinja_env)
    app.jinja_env.bytecode_cache = CompiledTemplates(data, installed)
    compile_missing(app.jinja_env)
    assert not data.exists()
    # Damaged there, it is compiled after all, and kept where the service may write.
    (installed / "seat.html.compiled").write_bytes(b"cut off")
    app.jinja_env.cache.clear()
    compile_missing(app.jinja_env)
    assert [path.name for path in data.iterdir()] == ["seat.html.compiled"]


def test_an_installation_says_so_when_nothing_can_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert compile_installed(tmp_path / "file") == 1
    assert "could not be written" in capsys.readouterr().err


def test_all_templates_are_compiled_before_anybody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_templates, "INSTALLED", tmp_path / "nowhere")
    build(Config(port=free_port(), data=str(tmp_path))).close()
    kept = {path.name for path in (tmp_path / "templates").iterdir()}
    assert kept == {f"{path.name}.compiled" for path in TEMPLATES.glob("*.html")}
