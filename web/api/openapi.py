"""The OpenAPI document, made from the table of calls: requests to the table and views of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from companion.service.asking.requests import PlayId, Seat
from web.api.calls import CALLS, Call
from web.api.refusals import refusals_of
from web.api.shapes import Problem

ROOT = "/api/v1"
PARAMETERS = {"seat": msgspec.json.schema(Seat), "play": msgspec.json.schema(PlayId)}
REFUSALS = {
    "400": "What was sent is not understood.",
    "401": "This token has no seat.",
    "403": "Only the host, or the seat itself, may do that.",
    "404": "There is nothing here.",
    "409": "The table stands otherwise: refused, with the reason in words.",
    "413": "That is more than the table takes at once.",
    "429": "Too many tries.",
    "503": "The table serves as many as it can, or is busy: what was sent may still count.",
}


@cache
def document() -> bytes:
    """The document as JSON."""
    given = [call.gives for call in CALLS]
    taken = [call.takes for call in CALLS if call.takes is not None]
    schemas, components = msgspec.json.schema_components(
        [*given, *taken, Problem], ref_template="#/components/schemas/{name}"
    )
    of_given, of_taken = dict(enumerate(schemas)), iter(schemas[len(given) : -1])
    paths: dict[str, dict[str, Any]] = {}
    for number, call in enumerate(CALLS):
        takes = next(of_taken) if call.takes is not None else None
        paths.setdefault(ROOT + call.path, {})[call.method.lower()] = _operation(call, of_given[number], takes)
    paths[f"{ROOT}/events"] = {"get": EVENTS}
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Table companion", "version": "1"},
            "security": [{"token": []}, {}],
            "paths": paths,
            "components": {
                "schemas": components,
                "responses": {code: _refusal(words) for code, words in REFUSALS.items()},
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


VIEWS = {"seat": "#/components/schemas/SeatView", "table": "#/components/schemas/TableView"}
"""By what a program asks for: the schema of the views it is sent."""

EVENTS: dict[str, Any] = {
    "operationId": "events",
    "summary": "Server-sent events: `view` with a whole view whenever it has changed, `beat` to be answered, `bye`.",
    "parameters": [
        {"name": "of", "in": "query", "schema": {"type": "string", "enum": list(VIEWS), "default": "table"}}
    ],
    "responses": {
        "200": {
            "description": "The stream. `x-data` says what the data of a `view` is; of other events it is empty.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "x-data": {"view": {"oneOf": [{"$ref": view} for view in VIEWS.values()]}},
                }
            },
        },
        **{code: {"$ref": f"#/components/responses/{code}"} for code in ("400", "401", "503")},
    },
}


def _operation(call: Call, gives: dict[str, Any], takes: dict[str, Any] | None) -> dict[str, Any]:
    summary = call.about.split(". ")[0].rstrip(".")
    found: dict[str, Any] = {
        "operationId": call.name,
        "summary": summary,
        "description": call.about,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in call.parameters
        ],
        "responses": {
            "200": {"description": summary, "content": {"application/json": {"schema": gives}}},
            **{code: {"$ref": f"#/components/responses/{code}"} for code in REFUSALS},
        },
    }
    if call.asks is not None:
        found["x-refusals"] = sorted(refusals_of(call.asks))
    if takes is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return found


def _refusal(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}
