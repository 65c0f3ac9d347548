"""What Home Assistant is told: entities whose templates give the public state, ids that follow nobody's language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment

from companion.locale import speaker
from companion.mqtt.news import News
from companion.mqtt.pending_messages import Outbox
from companion.mqtt.published.home_assistant import LONGEST_STATE, discovery
from tests.mqtt.publishing_room import TOPICS
from tests.service.at_table import NAMES, Room


def told(language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(discovery(TOPICS, speaker(language, NAMES)))
    return found


def published(room: Room) -> dict[str, bytes]:
    """What each topic holds."""
    outbox, found = Outbox(), dict[str, bytes]()
    News(outbox, TOPICS, lambda _: speaker("en", {}), room.clock).take(room.moment, names=False)
    while (message := outbox.next(0.0)) is not None:
        found[message.topic] = message.payload
        outbox.answered(0.0, taken=True)
    return found


def states(holds: dict[str, bytes]) -> dict[str, str]:
    """What Home Assistant makes of it: the state of every entity but events, by the last part of its id."""
    components = told()["components"]
    return {
        key: Environment(autoescape=False)
        .from_string(what["value_template"])
        .render(value_json=json.loads(holds[what["state_topic"]]))
        for key, what in components.items()
        if what["platform"] != "event"
    }


def test_ids_are_the_same_in_every_language_and_words_are_not() -> None:
    english, spanish = told("en"), told("es")
    ids = [(what["unique_id"], what["default_entity_id"]) for what in english["components"].values()]
    assert ids == [(what["unique_id"], what["default_entity_id"]) for what in spanish["components"].values()]
    assert len(set(ids)) == len(ids) == 6 + 8 * 3
    assert all(entity.startswith(("sensor.", "binary_sensor.", "event.")) for _, entity in ids)
    assert english["components"]["seat_3_turn"]["name"] != spanish["components"]["seat_3_turn"]["name"]
    assert english["device"]["identifiers"] == spanish["device"]["identifiers"] == ["table_companion_1f2e3d4c"]


def test_every_entity_is_away_when_the_table_is() -> None:
    assert told()["availability_topic"] == TOPICS.availability
    assert told()["origin"]["name"]


def test_the_states_are_those_of_the_table(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        assert states(published(room))["phase"] == "gathering"
        room.begin(2)
        assert states(published(room))["awaited"] == "The table"
        room.set_up()
        room.plans_ready(1, 2)
        found = states(published(room))
        assert found["phase"] == "playing"
        assert found["seat_1_turn"] == "ON"
        assert found["seat_2_turn"] == found["seat_3_turn"] == "OFF"
        assert found["awaited"] == "Seat 1"
        assert found["seat_3_points"] == "None"
        assert found["seat_1_clock"] == "None"
        assert found["reveal"] == "OFF"


def test_a_long_sentence_is_cut_where_home_assistant_takes_no_more() -> None:
    what = told()["components"]["sentence"]
    template = Environment(autoescape=False).from_string(what["value_template"])
    assert len(template.render(value_json={"sentence": "x" * 300})) == LONGEST_STATE
