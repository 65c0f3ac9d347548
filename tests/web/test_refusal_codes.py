"""The list of refusals in docs/api.md is that of the sources."""

from __future__ import annotations

import msgspec

from tests.web.refusal_codes import BEGIN, END, ROOT, found, status_codes, table
from web.api.client import STATUS
from web.api.openapi import document

PAGE = ROOT / "docs" / "api.md"


def test_the_list_of_refusals_is_that_of_the_sources(update_golden: bool) -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    listed, _, after = rest.partition(END)
    assert after, "the marks of the list are there"
    if update_golden:
        PAGE.write_text(before + BEGIN + table(found()) + END + after, "utf-8")
        return
    assert listed == table(found()), "run pytest --update-golden and look at the difference"


def test_codes_are_found_wherever_they_stand() -> None:
    """One of each way to refuse: raised, replied, of a fault, of a rule, required, a default."""
    codes = found()
    for code in ("wrong-pin", "no-keeper", "disk-full", "not-printed", "not-found", "out-of-reach"):
        assert code in codes
    assert "That is not the PIN." in codes["wrong-pin"]


def test_a_code_with_a_status_of_its_own_exists() -> None:
    assert set(STATUS) <= set(found())


def test_every_status_of_a_refusal_stands_in_the_document() -> None:
    paths = msgspec.json.decode(document())["paths"]
    responses = {int(code) for path in paths.values() for call in path.values() for code in call["responses"]}
    assert {status.value for status in status_codes()} <= responses
