"""The table for other programs: a seat taken and played, refusals in JSON, views, the stream, the document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import jsonschema_rs
import pytest
from msgspec import structs

from companion.service.agreement.proposals import COUNTS
from tests.core.torture import Torture
from tests.service.at_table import PIN, Room, token
from tests.web.flask_site import AWAY, NAME, Browser, Site, events_in
from web.api.calls import CALLS
from web.api.openapi import ROOT

Rooms = Callable[..., Room]


@pytest.fixture
def site(rooms: Rooms) -> Iterator[Site]:
    return Site(rooms(Torture(), profile="simulated"))


@pytest.fixture
def playing(site: Site) -> Site:
    site.room.begin(2, "torture", chance={"quest": "companion", "deck": "companion"})
    return site


def asked(browser: Browser, number: int = 0) -> dict[str, object]:
    """A question as a program is given it."""
    found: dict[str, object] = browser.call("GET", "/questions").json[number]
    return {key: found[key] for key in ("seat", "digest")}


def test_a_program_sits_down_with_a_token_of_its_own(site: Site) -> None:
    robot = site.browser("robot")
    assert robot.call("GET", "/whoami").json == {"seat": None, "host": False, "hosting": False}
    reply = robot.call("POST", "/seats/4", {"name": "Robot"})
    assert reply.status_code == 200
    assert "Set-Cookie" not in reply.headers
    assert robot.call("GET", "/whoami").json == {"seat": 4, "host": False, "hosting": False}
    assert robot.call("GET", "/seat").json["table"]["seats"][3]["name"] == "Robot"
    again = site.browser("other").call("POST", "/seats/4", {"name": "Eve"})
    assert (again.status_code, again.json["code"]) == (409, "taken")
    unknown = robot.call("POST", "/seats/9", {"name": "Robot"})
    assert (unknown.status_code, unknown.json["code"]) == (404, "unknown-seat")
    assert robot.call("DELETE", "/seat").status_code == 200
    assert robot.call("GET", "/seat").status_code == 401


def test_the_host_chooses_and_begins(site: Site) -> None:
    host = site.browser("robot")
    assert host.call("POST", "/choice", {"game": "torture"}).status_code == 401
    assert host.call("POST", "/host", {"pin": "no"}).json["code"] == "wrong-pin"
    assert host.call("POST", "/host", {"pin": PIN}).status_code == 200
    site.room.sit(1, 2)
    assert host.call("POST", "/choice", {"game": "torture", "options": {"rounds": 1}}).status_code == 200
    assert host.call("POST", "/begin", {}).status_code == 200
    assert host.call("GET", "/scribe").json["table"]["phase"] == "playing"
    assert host.call("GET", "/questions").json[0]["seat"] == 0
    assert [game["key"] for game in host.call("GET", "/games").json] == ["torture"]
    assert host.call("POST", "/again").status_code == 200
    unfinished = host.call("GET", "/plays").json[0]["id"]
    assert host.call("POST", f"/plays/{unfinished}/resume").status_code == 200
    assert host.call("GET", "/score").status_code == 200


def test_a_program_hosts_the_evening(site: Site) -> None:
    robot, other = site.browser(1), site.browser(2)
    assert robot.call("POST", "/hosting").status_code == 401
    assert robot.call("DELETE", "/hosting").status_code == 401
    site.room.sit(1, 2)
    assert robot.call("POST", "/hosting").status_code == 200
    assert other.call("GET", "/table").json["hosting"]["seat"] == 1
    assert robot.call("GET", "/whoami").json == {"seat": 1, "host": False, "hosting": True}
    assert robot.call("POST", "/choice", {"game": "torture", "options": {"rounds": 1}}).status_code == 200
    assert other.call("GET", "/table").json["missing"]["text"] == "All here? Then {who} taps Begin."
    refused = robot.call("POST", "/begin", {"seats": [1]})
    assert (refused.status_code, refused.json["code"]) == (409, "all-play")
    for path, code in (("/seats/2/arrival", "not-host"), ("/clock/pause", "no-clock"), ("/plays/x/resume", "no-play")):
        body = {"agreed": True} if "arrival" in path else {"on": True} if "pause" in path else None
        assert robot.call("POST", path, body).json["code"] == code, path
    assert robot.call("GET", "/scribe").status_code == 403
    assert robot.call("POST", "/begin", {}).status_code == 200
    told = other.call("GET", "/table").json["proposal"]
    assert (told["kind"], told["by"], told["silent"]) == ("begin", 1, [2])
    assert other.call("POST", "/fine").status_code == 200
    assert other.call("GET", "/table").json["phase"] == "playing"
    assert robot.call("POST", "/again").status_code == 200
    assert other.call("POST", "/wait").status_code == 200
    assert other.call("GET", "/table").json["votes"][0]["kind"] == "put-away"
    site.room.past(COUNTS)
    assert other.call("GET", "/table").json["phase"] == "playing"
    assert robot.call("DELETE", "/hosting").status_code == 200
    assert robot.call("DELETE", "/hosting").json["code"] == "not-hosting"


def test_one_answer_after_the_other_and_a_whole_move(playing: Site) -> None:
    robot = playing.browser(1)
    before = playing.room.entries
    first = asked(robot)
    assert robot.call("POST", "/answers", {**first, "answer": "1", "nonce": "a"}).status_code == 200
    assert robot.call("GET", "/questions").json[0]["question"]["key"] == "gold"
    assert robot.call("POST", "/back", {"seat": 0}).status_code == 200
    sent = {**asked(robot), "answers": ["1", 2], "nonce": "b"}
    assert robot.call("POST", "/moves", sent).status_code == 200
    assert robot.call("POST", "/moves", sent).status_code == 200, "the same nonce counts once"
    assert playing.room.entries == before + 1
    reused = robot.call("POST", "/moves", {**sent, "answers": ["1", 3]})
    assert (reused.status_code, reused.json["code"]) == (409, "nonce-reused")
    stale = robot.call("POST", "/moves", {**sent, "nonce": "c"})
    assert (stale.status_code, stale.json["code"]) == (409, "stale")


def test_a_step_back_that_is_sent_again_counts_once(playing: Site) -> None:
    robot = playing.browser(1)
    first = asked(robot)
    for nonce in ("a", "b"):
        assert robot.call("POST", "/answers", {**first, "answer": "1", "nonce": nonce}).status_code == 200
        assert robot.call("POST", "/back", {"seat": 0, "nonce": "back"}).status_code == 200
    assert robot.call("GET", "/questions").json[0]["question"]["key"] == "gold", "the second was the first again"


def test_a_move_is_made_whole_or_not_at_all(playing: Site) -> None:
    robot, before = playing.browser(1), playing.room.entries
    for answers in (["1", 9], ["nobody", 2], ["1", 2, 3]):
        refused = robot.call("POST", "/moves", {**asked(robot), "answers": answers})
        assert refused.status_code in (400, 409), answers
        assert robot.call("GET", "/questions").json[0]["question"]["key"] == "first"
    assert playing.room.entries == before
    assert robot.call("POST", "/moves", {**asked(robot), "answers": ["1"]}).status_code == 200
    assert robot.call("GET", "/questions").json[0]["question"]["key"] == "gold", "a part of it waits as on a phone"


def test_a_form_is_filled_looked_at_and_sent_as_a_whole(playing: Site) -> None:
    robot, before = playing.browser(1), playing.room.entries
    shown = robot.call("GET", "/questions").json[0]["form"]
    assert [(field["key"], field["answer"]) for field in shown["fields"]] == [("first", 1), ("gold", 2)]
    look = {"seat": 0, "answers": {"first": "2", "gold": 9}}
    refused = robot.call("POST", "/forms/filled", look).json["form"]
    assert not refused["ready"]
    assert [field["refused"] is None for field in refused["fields"]] == [True, False]
    look["answers"] = {"first": "2", "gold": 3}
    filled = robot.call("POST", "/forms/filled", look).json["form"]
    assert filled["ready"]
    assert playing.room.entries == before, "a look stores nothing"
    sent = {**look, "digest": filled["digest"], "nonce": "form"}
    assert robot.call("POST", "/forms", sent).status_code == 200
    assert robot.call("POST", "/forms", sent).status_code == 200, "the same nonce counts once"
    assert playing.room.entries == before + 1
    assert playing.room.state.first == 2
    assert [side.gold for side in playing.room.state.sides] == [3, 3]


def test_a_form_that_was_answered_meanwhile_is_not_sent(playing: Site) -> None:
    robot = playing.browser(1)
    form = robot.call("GET", "/questions").json[0]["form"]
    playing.room.set_up()
    gone = robot.call("POST", "/forms", {"seat": 0, "digest": form["digest"], "answers": {}, "nonce": "late"})
    assert gone.status_code == 409
    assert robot.call("POST", "/forms/filled", {"seat": 0, "answers": {}}).json["code"] == "stale"


def test_a_secret_form_is_filled_for_its_seat_alone(playing: Site) -> None:
    robot = playing.browser(1)
    playing.room.set_up()
    look = {"seat": 1, "answers": {"plan": "add", "order": "tax-1"}}
    assert playing.browser(2).call("POST", "/forms/filled", look).status_code == 409
    form = robot.call("POST", "/forms/filled", look).json["form"]
    assert [field["key"] for field in form["fields"]] == ["plan", "order"]
    assert robot.call("POST", "/forms", {**look, "digest": form["digest"], "nonce": "plan"}).status_code == 200
    assert [order.what for order in playing.room.state.plans[1].value] == ["tax"]


def test_undo_redo_and_numbers(playing: Site) -> None:
    robot = playing.browser(1)
    playing.room.set_up(gold=4)
    playing.room.plans_ready(1, 2)
    assert robot.call("POST", "/moves", {**asked(robot), "answers": ["sail", "market"]}).status_code == 200
    assert robot.call("POST", "/undo", {"seat": 1, "nonce": "u"}).status_code == 200
    assert robot.call("POST", "/redo", {"seat": 1, "nonce": "r"}).status_code == 200
    numbers = {row["key"]: row["value"] for row in robot.call("GET", "/inventory").json}
    fixed = robot.call("POST", "/corrections", {"key": "bank", "value": numbers["bank"] - 1, "nonce": "n"})
    assert fixed.status_code == 200
    after = {row["key"]: row["value"] for row in robot.call("GET", "/inventory").json}
    assert after == {**numbers, "bank": numbers["bank"] - 1}
    assert robot.call("GET", "/log").json[-1]["kind"] == "correction"
    play = playing.room.moment.gathering.play_id
    assert robot.call("GET", f"/plays/{play}/export").json
    assert robot.call("GET", "/plays/none/export").status_code == 404


def test_a_seat_of_tonight_sees_nothing_of_that_seat_in_another_play(playing: Site) -> None:
    """The same number, perhaps somebody else: what was held in a play that was put away is not for tonight."""
    playing.room.set_up(gold=4)
    before = playing.room.moment.gathering.play_id
    path = f"/plays/{before}/export"
    own = playing.browser(1).call("GET", path).json
    assert own != playing.browser("stranger").call("GET", path).json
    assert playing.browser(1).get(f"/history/{before}/export").json == own
    assert playing.browser("host").call("POST", "/again").status_code == 200
    assert playing.browser(1).call("GET", "/whoami").json["seat"] == 1
    public = playing.browser("stranger").call("GET", path)
    for browser in (playing.browser(1), playing.browser(2)):
        assert browser.call("GET", path).json == public.json
        assert browser.get(f"/history/{before}/export").json == public.json


def test_what_another_seat_may_not_do(playing: Site) -> None:
    robot = playing.browser(1)
    robot.call("POST", "/moves", {**asked(robot), "answers": ["1", 2]})
    other = playing.browser(2).call("GET", "/questions").json[0]
    theft = robot.call("POST", "/answers", {"seat": 2, "digest": other["digest"], "answer": "ready"})
    assert (theft.status_code, theft.json["code"]) == (403, "not-yours")
    assert robot.call("POST", "/preview", {"seat": 2, "digest": other["digest"], "answer": "ready"}).status_code == 409
    own = robot.call("GET", "/questions").json[0]
    tried = robot.call("POST", "/preview", {"seat": 1, "digest": own["digest"], "answer": "ready"})
    assert tried.status_code == 200
    assert tried.json["refused"] is None
    hidden = {row["key"] for row in playing.browser("stranger").call("GET", "/inventory").json}
    assert "1.quest" in {row["key"] for row in robot.call("GET", "/inventory").json} - hidden


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("POST", "/answers", {"seat": 1}),
        ("POST", "/answers", {"seat": 12, "digest": "x", "answer": 1}),
        ("POST", "/answers", {"seat": 1, "digest": "x", "answer": {"a": 1}}),
        ("POST", "/moves", {"seat": 1, "digest": "x", "answers": []}),
        ("POST", "/moves", {"seat": 1, "digest": "x", "answers": [1], "extra": 1}),
        ("POST", "/moves", {"seat": 1, "digest": "x", "answers": [1] * 101}),
        ("POST", "/undo", {"seat": 1, "nonce": "n" * 65}),
        ("POST", "/undo", {"seat": 1, "nonce": "n", "type": "Redo"}),
        ("POST", "/seats/5", {"name": "Robot", "beside": True}),
        ("POST", "/seats/5", {"name": "Robot", "seat": 6}),
        ("POST", "/begin", {"seats": [0]}),
        ("POST", "/corrections", [1]),
        ("GET", "/events?of=somebody", None),
    ],
)
def test_what_is_not_understood_is_said(playing: Site, method: str, path: str, sent: object) -> None:
    refused = playing.browser(1).call(method, path, sent)
    assert (refused.status_code, refused.json["code"]) == (400, "malformed")
    assert refused.json["text"].startswith("That was not understood")


def test_refusals_are_json_in_the_language_that_was_asked_for(playing: Site) -> None:
    browser = playing.browser(1)
    for method, path, status in (("GET", "/nothing", 404), ("PUT", "/seat", 405)):
        reply = browser.call(method, path)
        assert reply.mimetype == "application/json"
        assert (reply.status_code, reply.json["code"]) == (status, f"http-{status}")
    spanish = playing.browser("stranger").call("GET", "/seat", headers={"Accept-Language": "es"})
    english = playing.browser("stranger").call("GET", "/seat")
    assert spanish.json["message"] == english.json["message"]
    assert spanish.json["text"] != english.json["text"]


def test_a_cookie_alone_changes_nothing(playing: Site) -> None:
    """Another site can make a browser send its cookie, but neither this header nor the form's token."""
    client = playing.browser(1).client
    reply = client.delete("/api/v1/seat", base_url=f"http://{NAME}", environ_overrides=AWAY)
    assert (reply.status_code, reply.json["code"]) == (403, "http-403")
    seen = client.get("/api/v1/whoami", base_url=f"http://{NAME}", environ_overrides=AWAY)
    assert seen.json["seat"] == 1, "looking with the cookie is what the pages do"


def test_a_view_that_is_known_is_not_sent_again(playing: Site) -> None:
    browser = playing.browser(1)
    first = browser.call("GET", "/seat")
    again = browser.call("GET", "/seat", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    browser.call("POST", "/moves", {**asked(browser), "answers": ["1", 2]})
    assert browser.call("GET", "/seat", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_the_stream_brings_views_as_they_change(playing: Site) -> None:
    robot = playing.browser("robot")
    playing.room.log.tokens.put(token("robot"), playing.room.moment.gathering.play_id, 1)
    playing.room.table.seats.claims_changed()
    response = robot.call("GET", "/events?of=seat", buffered=False)
    pieces = iter(response.response)

    def events() -> list[str]:
        return list(events_in(pieces))

    (first,) = events()
    view = json.loads(first.split("data: ")[1])
    assert view["seat"] == 1
    assert view["dialogues"][0]["question"]["key"] == "first"
    assert events() == []
    playing.room.set_up()
    (second,) = events()
    assert json.loads(second.split("data: ")[1])["version"] != view["version"]
    assert robot.call("POST", "/alive").status_code == 200
    response.close()


@pytest.mark.parametrize("of", ["seat", "table"])
def test_a_stream_is_what_the_document_says(playing: Site, of: str) -> None:
    document = json.loads(playing.browser(1).get(f"{ROOT}/openapi.json").text)
    content = document["paths"][f"{ROOT}/events"]["get"]["responses"]["200"]["content"]
    response = playing.browser(1).call("GET", f"/events?of={of}", buffered=False)
    schema = {**content[response.mimetype]["x-data"]["view"], "components": document["components"]}
    (event,) = events_in(iter(response.response))
    view = json.loads(event.split("data: ")[1])
    jsonschema_rs.validate(schema, view)
    assert not jsonschema_rs.is_valid(schema, {**view, "version": 1})
    response.close()


def test_the_document_describes_every_call(site: Site) -> None:
    document = json.loads(site.browser(1).get(f"{ROOT}/openapi.json").text)
    described = {
        (method.upper(), path.removeprefix(ROOT)) for path, calls in document["paths"].items() for method in calls
    }
    assert described == {(call.method, call.path) for call in CALLS} | {("GET", "/events")}
    text = json.dumps(document)
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= set(document["components"]["schemas"])


def test_a_call_takes_the_fields_of_its_request_with_their_limits(site: Site) -> None:
    document = json.loads(site.browser(1).get(f"{ROOT}/openapi.json").text)
    schemas = document["components"]["schemas"]
    described = {}
    for call in (call for call in CALLS if call.asks is not None):
        operation = document["paths"][ROOT + call.path][call.method.lower()]
        assert operation["operationId"] == call.asks.__name__
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {"schema": {}})["schema"]
        schema = schemas[body["$ref"].rpartition("/")[2]] if body else {"properties": {}, "required": []}
        path = {parameter["name"] for parameter in operation["parameters"]}
        described[call.path] = (path | set(schema["properties"]), path | set(schema["required"]))
    fields = {
        call.path: (
            {field.name for field in structs.fields(call.asks)},
            {field.name for field in structs.fields(call.asks) if field.required},
        )
        for call in CALLS
        if call.asks is not None
    }
    fields["/seats/{seat}"][0].remove("beside")
    of_their_own = {"/facts", "/facts/which", "/clock"}
    assert {path: described[path] for path in described if path not in of_their_own} == {
        path: fields[path] for path in fields if path not in of_their_own
    }
    answers = schemas["AnswerQuestions"]["properties"]["answers"]
    assert (answers["minItems"], answers["maxItems"]) == (1, 100)
    assert "type" not in schemas["Undo"]["properties"]


# -- what the schema calls valid ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["3", "3.0", "3e0", "0.3e1", "30E-1"])
def test_a_whole_number_is_whole_by_its_value(site: Site, seat: str) -> None:
    """As JSON Schema has it: 3.0 is an integer."""
    sent = site.browser(1).call("POST", "/undo", data=f'{{"seat": {seat}, "nonce": "n-{seat}"}}')
    assert sent.json["code"] not in ("malformed", "http-400"), sent.json


@pytest.mark.parametrize("seat", ["3.5", "1e400", "-1e400", "9007199254740993.0", "9.0", "-1.0", '"3.0"', "NaN"])
def test_another_number_is_not(site: Site, seat: str) -> None:
    sent = site.browser(1).call("POST", "/undo", data=f'{{"seat": {seat}, "nonce": "n"}}')
    assert (sent.status_code, sent.json["code"]) == (400, "malformed")
    assert "seat" in sent.json["text"] or "NaN" in seat, sent.json["text"]


def test_whole_numbers_within_answers(site: Site) -> None:
    site.room.begin(2)
    site.room.answer(1, "1")
    ask = site.room.asked(1)[0]
    assert ask.question.key == "gold"
    given = {"seat": ask.seat, "digest": ask.digest, "nonce": "n", "service": ask.service}
    assert site.browser(1).call("POST", "/answers", {**given, "answer": 2.5}).status_code == 400
    assert site.browser(1).call("POST", "/answers", {**given, "answer": 2.0, "nonce": "m"}).json["code"] == ""


# -- not like this ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/v1/seat", {"GET", "HEAD", "DELETE", "OPTIONS"}),
        ("GET", "/api/v1/answers", {"POST", "OPTIONS"}),
        ("POST", "/table", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/sit", {"POST", "OPTIONS"}),
        ("DELETE", "/static/scripts/dom.js", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_what_is_not_allowed_says_what_is(site: Site, method: str, path: str, allowed: set[str]) -> None:
    answer = site.browser(1).client.open(path, method=method, base_url=f"http://{NAME}", environ_overrides=AWAY)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == allowed
    assert ("json" in answer.content_type) == path.startswith("/api/")
