"""Raspberry Pi Pico W and Pico 2 W; the radio stays off. Here with an SH1106 and an addressable light."""

LINE = "usb"  # or {"uart": 0, "tx": 0, "rx": 1}
LANGUAGE = "en"

KEYS = {"ok": 10, "back": 11, "peek": 12}
ENCODER = {"a": 13, "b": 14, "push": 15, "half": False}
DISPLAY = {"i2c": 0, "sda": 4, "scl": 5, "address": 0x3C, "chip": "sh1106", "width": 128, "height": 64}
LIGHT = {"kind": "ws2812", "pin": 18, "order": "GRB"}
BRIGHTEST = 64
BUZZER = {"pin": 16, "tone": 2700}
