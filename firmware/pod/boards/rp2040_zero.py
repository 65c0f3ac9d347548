"""Waveshare RP2040-Zero: its own light is at GP16. Copied to the pod as `pins.py`."""

LINE = "usb"  # or {"uart": 0, "tx": 0, "rx": 1}
LANGUAGE = "en"

KEYS = {"ok": 2, "back": 3, "peek": 6}
ENCODER = {"a": 7, "b": 8, "push": 9, "half": False}
DISPLAY = {"i2c": 0, "sda": 4, "scl": 5, "address": 0x3C, "chip": "ssd1306", "width": 128, "height": 64}
LIGHT = {"kind": "ws2812", "pin": 16, "order": "RGB"}
BRIGHTEST = 48
BUZZER = {"pin": 10}
