"""As much of Home Assistant as the examples need: it finds the entities of a table at a real broker, keeps their
states, and runs automations as they are written in YAML. Its services only note that they were called.
"""

from __future__ import annotations

import json
import threading
from ast import literal_eval
from collections.abc import Mapping
from typing import Any

import yaml
from jinja2 import Environment

from tests.mqtt.mosquitto import Listener

Service = tuple[str, dict[str, Any]]


class HomeAssistant:
    """``states`` and ``attributes`` are by entity id; ``called``: services with what they were given."""

    def __init__(self, port: int, automations: str) -> None:
        self.states: dict[str, str] = {}
        self.attributes: dict[str, Mapping[str, Any]] = {}
        self.called: list[Service] = []
        self._automations = list(yaml.safe_load(automations))
        self._entities: dict[str, dict[str, Any]] = {}
        self._held: dict[str, Any] = {}
        self._present = False
        self._lock = threading.Lock()
        self._templates = Environment(autoescape=False)
        self._templates.globals |= {"is_state": self._is_state, "state_attr": self._attribute}
        self._listener = Listener(port, "homeassistant/device/+/config", "table-companion/#")
        self._listener.client.on_message = lambda _, __, message: self._hear(message.topic, bytes(message.payload))
        for topic, payload, _ in tuple(self._listener.heard):
            self._hear(topic, payload)

    def close(self) -> None:
        self._listener.close()

    def _hear(self, topic: str, payload: bytes) -> None:
        with self._lock:
            if topic.endswith("/availability"):
                self._present = payload == b"online"
                for held in list(self._held):
                    self._update(held)
            elif topic.startswith("homeassistant/device/"):
                told = json.loads(payload) if payload else {"components": {}}
                self._entities = {what["default_entity_id"]: what for what in told["components"].values()}
                for held in list(self._held):
                    self._update(held)
            elif payload.startswith(b"{"):
                self._held[topic] = json.loads(payload)
                self._update(topic)

    def _update(self, topic: str) -> None:
        for entity, what in self._entities.items():
            if what["platform"] == "event" or what["state_topic"] != topic:
                continue
            if what.get("json_attributes_topic") == topic:
                self.attributes[entity] = self._held[topic]
            value = self._render(what["value_template"], value_json=self._held[topic])
            before = self.states.get(entity)
            shown = value.lower() if what["platform"] == "binary_sensor" else value
            self.states[entity] = shown if self._present else "unavailable"
            if before is not None and before != self.states[entity]:
                self._changed(entity, before, self.states[entity])

    def _changed(self, entity: str, before: str, now: str) -> None:
        for rule in self._automations:
            for trigger in rule["triggers"]:
                assert trigger["trigger"] == "state"
                fits = trigger["entity_id"] == entity
                if fits and before in _listed(trigger.get("from", before)) and now in _listed(trigger.get("to", now)):
                    self._run(rule["actions"])

    def _run(self, actions: list[dict[str, Any]]) -> None:
        for action in actions:
            if "if" in action:
                holds = all(self._is_state(each["entity_id"], each["state"]) for each in action["if"])
                self._run(action["then"] if holds else action.get("else", []))
            else:
                data = {key: self._value(value) for key, value in action.get("data", {}).items()}
                self.called.append((action["action"], {**action["target"], **data}))

    def _value(self, value: Any) -> Any:
        """A template gives text, which is read as Python where it can be, as Home Assistant does."""
        if not isinstance(value, str) or "{{" not in value:
            return value
        try:
            return literal_eval(self._render(value))
        except (ValueError, SyntaxError):
            return self._render(value)

    def _render(self, template: str, **given: Any) -> str:
        return self._templates.from_string(template).render(**given)

    def _is_state(self, entity: str, state: str) -> bool:
        return self.states.get(entity) == state

    def _attribute(self, entity: str, name: str) -> Any:
        return self.attributes[entity][name]


def _listed(states: str | list[str]) -> list[str]:
    return [states] if isinstance(states, str) else states
