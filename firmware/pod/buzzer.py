"""Buzzer: short, long, or twice; an active one (switched) or a passive one (PWM)."""

from machine import PWM, Pin

# by pattern, milliseconds after the start at which it changes: on at 0, then off, on, off
_CHANGES = ((), (80,), (400,), (80, 180, 260))
_HALF = 32768


class Buzzer:
    """`given` is a board's `BUZZER`: its pin, and `tone` in hertz for a passive one; None without one."""

    def __init__(self, given):
        self.count = 0
        self._tone = PWM(Pin(given["pin"]), freq=given["tone"], duty_u16=0) if given and given.get("tone") else None
        self._pin = Pin(given["pin"], Pin.OUT, value=0) if given and not self._tone else None
        self._changes = ()
        self._began = 0
        self._on = False

    def forget(self):
        """Reset the count and stop: called when a session begins or ends."""
        self.count = 0
        self._changes = ()

    def sound(self, count, pattern, now):
        """Sound if this count is new."""
        if count != self.count:
            self.count = count
            self._changes = _CHANGES[pattern]
            self._began = now

    def turn(self, now):
        """Switch when the pattern requires it."""
        gone = 0
        for change in self._changes:
            gone += now - self._began >= change
        on = gone < len(self._changes) and not gone % 2
        if on != self._on:
            self._on = on
            self._switch(on)

    def _switch(self, on):
        if self._tone:
            self._tone.duty_u16(_HALF if on else 0)
        elif self._pin:
            self._pin.value(1 if on else 0)
