"""The names of the icons that a game or a sheet may use."""

from __future__ import annotations

ICON_NAMES = frozenset({
    "amphora", "back", "barrel", "bolt", "brick", "camera", "card", "cards", "cart", "check", "city", "clock",
    "close", "coin", "column", "crown", "dice", "die-1", "die-2", "die-3", "die-4", "die-5", "die-6", "down",
    "download", "dye", "edit", "eye", "eye-off", "fish", "flag", "food", "gold", "grape", "grave", "hammer",
    "hand", "heart", "helmet", "home", "horse", "hourglass", "info", "iron", "key", "language", "lock", "log",
    "man", "marble", "medal", "minus", "moon", "more", "mountain", "next", "olive", "pearl", "pen", "people",
    "phone", "play", "plug", "plus", "point", "qr", "redo", "score", "scribe", "scroll", "sea", "settings",
    "settler", "share", "sheep", "shield", "ship", "shuffle", "skull", "speaker", "spear", "stone", "stop", "sun",
    "sword", "table", "temple", "tower", "trash", "turn", "undo", "unplug", "up", "upload", "warning", "wheat",
    "wifi", "wine", "wood",
})  # fmt: skip
"""All icons that every screen can draw, except the shapes of the seats."""
