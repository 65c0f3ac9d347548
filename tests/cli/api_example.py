"""The example of the documents that plays by the API, as a module."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from tests.working_copy import ROOT


def api_client() -> ModuleType:
    """The example of the documents."""
    spec = importlib.util.spec_from_file_location("api_client", ROOT / "docs" / "api_client.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example
