"""What Home Assistant is told of the table: one device with its entities, in one message.

Ids of entities and devices rest on the table's id and on seat numbers; only what people read follows the language.
Home Assistant looks once at whether an entity is enabled, when it first hears of it. So seats are announced with the
first play: those that somebody has used enabled, all others not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from companion.core.setup import SEATS
from companion.core.wording import Speaker, say
from companion.mqtt.published.device_facts import DeviceFacts
from companion.mqtt.published.publications import EVENTS, OFFLINE, ONLINE
from companion.mqtt.published.topics import Topics

PROGRAM = "table-companion"
LONGEST_STATE = 255
"""Signs of a state of Home Assistant; a longer one counts as unknown."""


def discovery(topics: Topics, speaker: Speaker, facts: DeviceFacts) -> bytes:
    """The message of the topic ``Topics.device``."""
    told = {
        "device": {
            "identifiers": [topics.device_id],
            "name": speaker.say(say("Table companion")),
            "manufacturer": PROGRAM,
            "model": facts.model,
            "sw_version": facts.version,
            **({"configuration_url": facts.address} if facts.address else {}),
        },
        "origin": {"name": PROGRAM, "sw_version": facts.version},
        "availability_topic": topics.availability,
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "components": {
            key: _named(topics, key, what) for key, what in _entities(topics, speaker, facts.used_seats).items()
        },
    }
    return msgspec.json.encode(told)


def _named(topics: Topics, key: str, what: Mapping[str, Any]) -> dict[str, Any]:
    entity = f"{topics.device_id}_{key}"
    return {**what, "unique_id": entity, "default_entity_id": f"{what['platform']}.{entity}"}


def _entities(topics: Topics, speaker: Speaker, used: Collection[int]) -> dict[str, dict[str, Any]]:
    """Entities by the last part of their ids."""
    found = _table_entities(topics, speaker)
    for seat in SEATS if used else ():
        entities = _seat_entities(topics, speaker, seat)
        found |= {key: {**what, "enabled_by_default": seat in used} for key, what in entities.items()}
    return found


def _table_entities(topics: Topics, speaker: Speaker) -> dict[str, dict[str, Any]]:
    state = topics.state
    return {
        "phase": {
            "platform": "sensor",
            "name": speaker.say(say("Phase")),
            "icon": "mdi:table-furniture",
            "device_class": "enum",
            "options": ["gathering", "playing", "over"],
            "state_topic": state,
            "value_template": "{{ value_json.phase }}",
        },
        "game": {
            "platform": "sensor",
            "name": speaker.say(say("Game")),
            "icon": "mdi:dice-multiple",
            "state_topic": state,
            "value_template": f"{{{{ value_json.game[:{LONGEST_STATE}] }}}}",
        },
        "sentence": {
            "platform": "sensor",
            "name": speaker.say(say("What is to do")),
            "icon": "mdi:message-text",
            "state_topic": state,
            "value_template": f"{{{{ value_json.sentence[:{LONGEST_STATE}] }}}}",
        },
        "awaited": {
            "platform": "sensor",
            "name": speaker.say(say("Who is awaited")),
            "icon": "mdi:account-clock",
            "state_topic": state,
            "value_template": f"{{{{ value_json.awaited_names[:{LONGEST_STATE}] }}}}",
            "json_attributes_topic": state,
        },
        "reveal": {
            "platform": "binary_sensor",
            "name": speaker.say(say("Reveal")),
            "icon": "mdi:eye",
            "state_topic": state,
            "value_template": "{{ 'ON' if value_json.revealing else 'OFF' }}",
        },
        "event": {
            "platform": "event",
            "name": speaker.say(say("What happens")),
            "icon": "mdi:bell-ring",
            "event_types": list(EVENTS),
            "state_topic": topics.event,
        },
    }


def _seat_entities(topics: Topics, speaker: Speaker, seat: int) -> dict[str, dict[str, Any]]:
    who, state = speaker.name(seat), topics.seat(seat)
    return {
        f"seat_{seat}_turn": {
            "platform": "binary_sensor",
            "name": speaker.say(say("{who}: awaited", who=who)),
            "icon": "mdi:seat",
            "state_topic": state,
            "value_template": "{{ 'ON' if value_json.awaited else 'OFF' }}",
            "json_attributes_topic": state,
        },
        f"seat_{seat}_points": {
            "platform": "sensor",
            "name": speaker.say(say("{who}: points", who=who)),
            "icon": "mdi:counter",
            "state_class": "measurement",
            "state_topic": state,
            "value_template": "{{ value_json.points if value_json.points is not none else 'None' }}",
        },
        f"seat_{seat}_clock": {
            "platform": "sensor",
            "name": speaker.say(say("{who}: clock", who=who)),
            "icon": "mdi:timer-outline",
            "device_class": "duration",
            "unit_of_measurement": "s",
            "suggested_display_precision": 0,
            "state_topic": state,
            "value_template": "{{ value_json.seconds if value_json.seconds is not none else 'None' }}",
        },
        f"seat_{seat}_runs_out": {
            "platform": "sensor",
            "name": speaker.say(say("{who}: time runs out at", who=who)),
            "icon": "mdi:timer-alert-outline",
            "device_class": "timestamp",
            "state_topic": state,
            "value_template": "{{ value_json.runs_out_at if value_json.runs_out_at is not none else 'None' }}",
        },
    }
