"""The API against its own document: whatever is sent, no fault of the server and nothing the document does not say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.service.seats.seating import BecomeHost
from tests.core.torture import Torture
from tests.service.at_table import PIN, Room, token
from tests.web.flask_site import NAME, Site
from web.api.openapi import ROOT

Rooms = Callable[..., Room]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.parametrize("examples", [5, pytest.param(150, marks=pytest.mark.long)])
def test_whatever_is_sent_is_answered_as_the_document_says(rooms: Rooms, examples: int) -> None:
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3, "torture")
    room.table.ask(token(1), BecomeHost(PIN))
    site = Site(room)
    schema = schemathesis.openapi.from_wsgi(f"{ROOT}/openapi.json", site.app, headers={"Host": NAME})

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=examples < 10,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data(), who=st.sampled_from([1, 2, "stranger"]))
    def fuzz(operation: Any, data: st.DataObject, who: int | str) -> None:
        case = data.draw(operation.as_strategy())
        headers = {"Host": NAME, "Authorization": f"Bearer {token(who)}", "Accept-Encoding": "identity"}
        case.call_and_validate(headers=headers, checks=CHECKS)

    for found in schema.get_all_operations():
        operation = found.ok()
        if not operation.path.endswith("/events"):  # a stream does not end
            fuzz(operation)
