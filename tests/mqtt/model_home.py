"""As much of Home Assistant as the examples need: it finds the entities of a table at a real broker, keeps their
states, and runs automations as they are written in YAML. Its services only note that they were called.
"""

from __future__ import annotations

import json
import threading
from ast import literal_eval
from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from jinja2 import Environment

from tests.mqtt.mosquitto import Listener, wait_until

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

    def settles(self, entity: str, state: str) -> None:
        """Wait until it knows this; what was called until then is forgotten."""
        wait_until(lambda: self.states.get(entity) == state)
        with self._lock:
            self.called.clear()

    def _hear(self, topic: str, payload: bytes) -> None:
        with self._lock:
            if topic.endswith("/availability"):
                self._present = payload == b"online"
                for held in list(self._held):
                    self._update(held)
            elif topic.startswith("homeassistant/device/"):
                self._discover(json.loads(payload) if payload else {"components": {}})
            elif topic.endswith("/event"):
                self._happened(topic, payload)
            elif payload.startswith(b"{"):
                self._held[topic] = json.loads(payload)
                self._update(topic)

    def _discover(self, told: Mapping[str, Any]) -> None:
        gone = self._entities
        self._entities = {
            what["default_entity_id"]: what
            for what in told["components"].values()
            if what.get("enabled_by_default", True)
        }
        for entity in gone.keys() - self._entities.keys():
            before = self.states.pop(entity, "")
            self._changed(entity, before, "")
        for held in list(self._held):
            self._update(held)

    def _update(self, topic: str) -> None:
        for entity, what in self._entities.items():
            if what["platform"] == "event" or what["state_topic"] != topic:
                continue
            before = self.states.get(entity), self.attributes.get(entity)
            if what.get("json_attributes_topic") == topic:
                self.attributes[entity] = self._held[topic]
            value = self._render(what["value_template"], value_json=self._held[topic])
            shown = value.lower() if what["platform"] == "binary_sensor" else value
            now = self.states[entity] = shown if self._present else "unavailable"
            if before[0] is not None and before != (now, self.attributes.get(entity)):
                self._changed(entity, before[0], now)

    def _changed(self, entity: str, before: str, now: str) -> None:
        """A state is another, or its attributes are, or it is gone (empty)."""
        for rule, trigger in self._triggers("state"):
            # Whoever names states is not called where only attributes change.
            fits = trigger["entity_id"] == entity and (before != now or not {"from", "to"} & trigger.keys())
            if fits and before in _listed(trigger.get("from", before)) and now in _listed(trigger.get("to", now)):
                self._run(rule["actions"])

    def _happened(self, topic: str, payload: bytes) -> None:
        for rule, trigger in self._triggers("mqtt"):
            value = self._render(trigger["value_template"], value_json=json.loads(payload))
            if trigger["topic"] == topic and value == trigger["payload"]:
                self._run(rule["actions"])

    def _triggers(self, kind: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Automations with their triggers of this kind."""
        for rule in self._automations:
            yield from ((rule, trigger) for trigger in rule["triggers"] if trigger["trigger"] == kind)

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
        return self.states[entity] == state

    def _attribute(self, entity: str, name: str) -> Any:
        return self.attributes[entity][name]


def _listed(states: str | list[str]) -> list[str]:
    return [states] if isinstance(states, str) else states
