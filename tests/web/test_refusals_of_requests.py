"""What the API says about the refusals of a request is what the code of its handler may answer with."""

from __future__ import annotations

import msgspec
import pytest

from companion.service.asking.requests import Request
from tests.service.refusal_codes import MATTER, program, refusals
from web.api.calls import CALLS
from web.api.openapi import document
from web.api.refusals import REFUSALS, refusals_of

ASKED = {call.asks.__name__: call.asks for call in CALLS if call.asks is not None}


def test_every_request_of_the_api_has_its_refusals() -> None:
    assert REFUSALS.keys() == ASKED.keys()


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_the_refusals_of_a_request_are_those_of_its_handler(name: str) -> None:
    """Neither one more nor one less than the functions that its handler may call have in them."""
    assert REFUSALS[name] == refusals()[name]


@pytest.mark.long
def test_refusals_are_read_from_the_code() -> None:
    """One of each way: raised in a helper, behind a property, by a callable that was given, and not where caught."""
    found = refusals()
    assert "same-name" in found["Rename"]
    assert "no-play" in found["CorrectNumber"]
    assert "nothing-to-undo" in found["Undo"]
    assert "no-claim" in found["AnswerQuestion"], "a yes to the question whether a phone gets the seat"
    assert found["ComeBack"] == frozenset()
    assert "not-offered" in found["AnswerQuestions"], "returned by the walk, and raised by who asked for it"


@pytest.mark.long
def test_what_one_request_leads_to_is_not_said_of_others() -> None:
    """Not by where a callable is kept, nor by a vote of another kind, nor by a refusal that is only shown."""
    found = refusals()
    assert "no-claim" not in found["AnswerQuestions"] | found["AnswerStep"] | found["StepBack"] | found["Undo"]
    assert "no-component" not in found["Undo"] | found["Depart"], "of a vote about a printed fact"
    assert "not-offered" not in found["StepBack"]


@pytest.mark.long
def test_a_matter_puts_votes_of_its_own_kinds_only() -> None:
    """So of the refusals of what a vote does, a request has those of its own matter."""
    read = program()
    matters = {name: kinds for name, kinds in read.put.items() if MATTER in read.bases.get(name, ())}
    assert set().union(*matters.values()) == {"undo", "back", "skip", "leave"}
    for name, kinds in matters.items():
        assert all(read.decided[kind] <= set(read.bases[name]) for kind in kinds), name
    assert all(read.decided.values())


@pytest.mark.parametrize("kind", ASKED.values(), ids=ASKED.keys())
def test_the_document_lists_them_with_each_call(kind: type[Request]) -> None:
    paths = msgspec.json.decode(document())["paths"]
    calls = [call for path in paths.values() for call in path.values() if call["operationId"] == kind.__name__]
    assert [call["x-refusals"] for call in calls] == [sorted(refusals_of(kind))] * len(calls) != []
