"""What Home Assistant is told: entities whose templates give the public state, ids that follow nobody's language."""

from __future__ import annotations

import json
import platform
from collections.abc import Collection
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment
from msgspec import structs

from companion.core.setup import SEATS
from companion.locale import speaker
from companion.mqtt.news import News
from companion.mqtt.pending_messages import Outbox
from companion.mqtt.published.device_facts import device_facts
from companion.mqtt.published.home_assistant import LONGEST_STATE, discovery
from companion.mqtt.publisher_setup import used_seats
from companion.service.clock.turn_clock import ClockRule, PauseClock, SetClock
from tests.mqtt.publishing_room import FACTS, TOPICS
from tests.service.at_table import HOST, NAMES, Room

SEAT_PARTS = ("turn", "points", "clock", "runs_out")


def told(language: str = "en", used_seats: Collection[int] = SEATS) -> dict[str, Any]:
    facts = structs.replace(FACTS, used_seats=frozenset(used_seats))
    found: dict[str, Any] = json.loads(discovery(TOPICS, speaker(language, NAMES), facts))
    return found


def published(room: Room) -> dict[str, bytes]:
    """What each topic holds."""
    outbox = Outbox()
    News(outbox, TOPICS, lambda _: speaker("en", {}), room.clock, lambda: FACTS, "5e55").take(room.moment, names=False)
    return taken(outbox)


def taken(outbox: Outbox) -> dict[str, bytes]:
    found = dict[str, bytes]()
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
    assert len(set(ids)) == len(ids) == 6 + 8 * 4
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
        assert found["seat_1_clock"] == found["seat_1_runs_out"] == "None"
        assert found["reveal"] == "OFF"


def test_the_device_says_what_it_is_and_where_its_pages_are() -> None:
    device = told()["device"]
    assert device["configuration_url"] == "http://192.168.1.30:8000/"
    assert device["model"] == "Raspberry Pi 4 Model B Rev 1.4"
    assert device["sw_version"] == told()["origin"]["sw_version"] == "1.2.3"
    nowhere = structs.replace(FACTS, address="")
    assert "configuration_url" not in json.loads(discovery(TOPICS, speaker("en", {}), nowhere))["device"]


def test_the_machine_is_named_as_its_board_is(tmp_path: Path) -> None:
    board = tmp_path / "model"
    board.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert device_facts("", (), board).model == "Raspberry Pi Zero 2 W Rev 1.0"
    assert device_facts("", (), tmp_path / "none").model == platform.machine()
    assert device_facts("", ()).version == version("table-companion")


def test_seats_that_nobody_has_used_are_not_enabled() -> None:
    """Home Assistant looks at that once, so that seats wait for the first play, whichever these are."""
    assert not any(key.startswith("seat_") for key in told(used_seats=())["components"])
    components = told(used_seats=(1, 3))["components"]
    enabled = {key: what.get("enabled_by_default", True) for key, what in components.items()}
    assert all(enabled[f"seat_{seat}_{part}"] == (seat in (1, 3)) for seat in SEATS for part in SEAT_PARTS)
    assert all(enabled[key] for key in enabled if not key.startswith("seat_"))


def test_seats_are_announced_when_a_play_begins_and_stay_so(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        holds = Outbox()
        news = News(holds, TOPICS, lambda _: speaker("en", {}), room.clock, lambda: FACTS, "5e55")

        def enabled() -> set[str]:
            news.take(room.moment, names=False)
            components = json.loads(taken(holds)[TOPICS.device])["components"]
            return {key for key, what in components.items() if what.get("enabled_by_default") and "turn" in key}

        room.sit(1)
        assert enabled() == set()
        room.begin(2)
        assert enabled() == {"seat_1_turn", "seat_2_turn"}


def test_seats_of_earlier_plays_count_as_used(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        assert used_seats(room.log) == set()
        room.sit(1)
        assert used_seats(room.log) == set()
        room.begin(3)
        assert used_seats(room.log) == {1, 2, 3}


def test_when_time_runs_out_is_a_time_and_unknown_while_it_does_not_run(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.begin(2)
        room.set_up()
        room.plans_ready(1, 2)

        def runs_out(seat: int) -> str:
            return states(published(room))[f"seat_{seat}_runs_out"]

        assert runs_out(1) == "None"
        room.table.ask(HOST, SetClock(ClockRule("fischer", 600, 0)))
        assert runs_out(1) == "2023-11-14T22:23:20+00:00"
        assert runs_out(2) == runs_out(5) == "None"
        room.clock.now += 60
        assert room.clock.since is not None
        room.clock.since += 60
        assert runs_out(1) == "2023-11-14T22:23:20+00:00"
        room.table.ask(HOST, PauseClock(on=True))
        assert runs_out(1) == "None"
        room.table.ask(HOST, PauseClock(on=False))
        assert runs_out(1) == "2023-11-14T22:23:20+00:00"
        room.clock.since, known = None, room.clock.since
        assert runs_out(1) == "None"
        room.clock.since = known
        room.table.ask(HOST, SetClock(ClockRule("up")))
        assert runs_out(1) == "None"


def test_a_long_sentence_is_cut_where_home_assistant_takes_no_more() -> None:
    what = told()["components"]["sentence"]
    template = Environment(autoescape=False).from_string(what["value_template"])
    assert len(template.render(value_json={"sentence": "x" * 300})) == LONGEST_STATE
