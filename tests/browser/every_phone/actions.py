"""What a finger and keys do, as WebDriver and WebDriver BiDi both describe it."""

from __future__ import annotations

from typing import Any

DOWN = 40
"""Milliseconds that a finger stays."""


def finger(kind: str, x: float, y: float) -> list[dict[str, Any]]:
    """One tap."""
    does = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": DOWN},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": does}]


def keys(text: str) -> list[dict[str, Any]]:
    """One key after the other."""
    does = [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keys", "actions": does}]
