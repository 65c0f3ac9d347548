"""Keys and encoder at their pins. Contacts close to ground; the chip's pull-ups are used."""

from machine import Pin, disable_irq, enable_irq

from pod.debounce import DOWN, NOTHING, Contact
from pod.messages import ENCODER, LINES
from pod.quadrature import Quadrature

_MOST_DETENTS = 127


class Encoder:
    """Counts detents by interrupt, so that none is missed while a page is written."""

    def __init__(self, given):
        self._a = Pin(given["a"], Pin.IN, Pin.PULL_UP)
        self._b = Pin(given["b"], Pin.IN, Pin.PULL_UP)
        self._wheel = Quadrature(given.get("half", False), given.get("rest"))
        self._detents = 0
        # made once: an interrupt must not allocate, and naming a method does
        edge = self._edge
        for pin in (self._a, self._b):
            pin.irq(handler=edge, trigger=Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)
        before = disable_irq()
        self._wheel.begin(1 - self._a.value(), 1 - self._b.value())
        enable_irq(before)

    def _edge(self, _pin):
        self._detents += self._wheel.look(1 - self._a.value(), 1 - self._b.value())

    def take(self):
        """Detents since the last call, clockwise positive."""
        if not self._detents:
            return 0
        before = disable_irq()
        detents = max(-_MOST_DETENTS, min(_MOST_DETENTS, self._detents))
        self._detents -= detents
        enable_irq(before)
        return detents


class Controls:
    """All contacts of a pod. `lines` and `held` have a bit for each line, as a hello and a state say it."""

    def __init__(self, keys, encoder):
        pins = dict(keys)
        if encoder and "push" in encoder:
            pins["push"] = encoder["push"]
        self._keys = tuple(
            (LINES.index(name), Pin(pin, Pin.IN, Pin.PULL_UP), Contact()) for name, pin in sorted(pins.items())
        )
        self._encoder = Encoder(encoder) if encoder else None
        self.lines = 1 << ENCODER if encoder else 0
        for line, _, _ in self._keys:
            self.lines |= 1 << line
        self.held = 0

    def pressed(self, name):
        """Whether a key is down."""
        return bool(self.held >> LINES.index(name) & 1)

    def turn(self, now, seen, tell):
        """Read all contacts and call `tell(line, change, at, seen)` for every change; `seen` is the number of the
        picture that can be seen.
        """
        for line, pin, contact in self._keys:
            closed = not pin.value()
            change = contact.look(closed, now, seen)
            while change != NOTHING:
                if change == DOWN:
                    self.held |= 1 << line
                else:
                    self.held &= ~(1 << line)
                tell(line, 1 if change == DOWN else 0, contact.at, contact.seen)
                change = contact.look(closed, now, seen)
        if self._encoder:
            detents = self._encoder.take()
            if detents:
                tell(ENCODER, detents, now, seen)
