"""What keys dial of a question."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import PickMany
from companion.core.wording import say
from companion.service.panel.dials import as_dialled


def test_keys_pass_over_what_is_certain() -> None:
    options = (Option("star", say("A star"), certain=True), Option("sea", say("At sea")))
    dialled = as_dialled(PickMany[str](key="special", prompt=say("Special?"), options=options, most=2))
    assert isinstance(dialled, PickMany)
    assert [option.value for option in dialled.options] == ["sea"]
