"""The firmware of pods on the genuine interpreter: MicroPython's own, under Node. Only `machine` is the bench's."""
