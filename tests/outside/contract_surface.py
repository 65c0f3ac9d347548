"""What a game may take from ``companion.core``: every public name, and how it is called, as plain data."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion import core

Parameters = list[list[str]]
"""Of each parameter its name, its kind and whether it may be left out (``optional``)."""

Surface = dict[str, Parameters | str]
"""By dotted name: how it is called, or of what type it is."""


def surface() -> Surface:
    found: Surface = {}
    for path in sorted(Path(core.__path__[0]).glob("*.py")):
        if path.stem != "__init__":
            module = import_module(f"companion.core.{path.stem}")
            found |= {f"{path.stem}.{name}": value for name, value in _names(module)}
    return found


def _names(module: Any) -> Iterator[tuple[str, Parameters | str]]:
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", module.__name__) != module.__name__:
            continue
        if inspect.isclass(value):
            yield from _class(name, value)
        elif inspect.isfunction(value):
            yield name, _parameters(value)
        elif name.isupper():
            yield name, type(value).__name__


def _class(name: str, cls: type) -> Iterator[tuple[str, Parameters | str]]:
    if issubclass(cls, Struct):
        yield name, _parameters(cls)
    elif "__init__" in vars(cls) and not getattr(cls, "_is_protocol", False):
        yield name, _parameters(vars(cls)["__init__"])[1:]
    for method, value in vars(cls).items():
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if not method.startswith("_") and inspect.isfunction(function):
            yield f"{name}.{method}", _parameters(function)
        elif not method.startswith("_") and isinstance(value, property):
            yield f"{name}.{method}", "property"


KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "either",
    inspect.Parameter.VAR_POSITIONAL: "any",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_KEYWORD: "any keyword",
}


def _parameters(function: Any) -> Parameters:
    return [
        [one.name, KINDS[one.kind], "required" if one.default is inspect.Parameter.empty else "optional"]
        for one in inspect.signature(function).parameters.values()
    ]


def breaks(before: Surface, now: Surface) -> list[str]:
    """What a game that was written for ``before`` may miss ``now``. What was added breaks nothing, if it may be left
    out.
    """
    return [
        f"{name}: {why}"
        for name, was in before.items()
        if (why := "is gone" if name not in now else _call_breaks(was, now[name]))
    ]


def _call_breaks(was: Parameters | str, is_now: Parameters | str) -> str:
    if isinstance(was, str) or isinstance(is_now, str):
        return "" if was == is_now else f"was {was}, is {is_now}"
    kept = is_now[: len([one for one in was if one[1] in ("positional", "either")])]
    for place, (name, kind, needed) in enumerate(was):
        found = next((one for one in is_now if one[0] == name), None)
        if found is None:
            return f"{name} is gone"
        if found[1] != kind:
            return f"{name} is {found[1]}, was {kind}"
        if needed == "optional" and found[2] == "required":
            return f"{name} must be given now"
        if kind in ("positional", "either") and (place >= len(kept) or kept[place][0] != name):
            return f"{name} stands in another place"
    names = {one[0] for one in was}
    added = [name for name, kind, needed in is_now if name not in names and needed == "required" and "any" not in kind]
    return f"{added[0]} must be given as well" if added else ""
