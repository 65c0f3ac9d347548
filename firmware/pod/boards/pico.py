"""Raspberry Pi Pico and Pico 2: what is at which pin (GP numbers). Copied to the pod as `pins.py`."""

LINE = "usb"  # or {"uart": 0, "tx": 0, "rx": 1}
LANGUAGE = "en"

KEYS = {"ok": 10, "back": 11, "peek": 12}
ENCODER = {"a": 13, "b": 14, "push": 15, "half": False}
DISPLAY = {"i2c": 0, "sda": 4, "scl": 5, "address": 0x3C, "chip": "ssd1306", "width": 128, "height": 64}
LIGHT = {"kind": "rgb", "red": 18, "green": 19, "blue": 20}
BRIGHTEST = 128
BUZZER = {"pin": 16, "tone": 2700}
