"""Lamp: an addressable LED, an RGB LED, or a plain one. Patterns as in PROTOCOL.md, SetLamp."""

from machine import PWM, Pin, bitstream

_HALVES = (0, 0, 500, 125)
_TIMING = (400, 850, 800, 450)  # nanoseconds: high and low of a 0, high and low of a 1
_FREQUENCY = 1000
RENEW = 60000
"""Milliseconds after which the colour is sent again to an addressable LED, since one whose plug was reseated has lost
it.
"""


class Addressable:
    """A WS2812 at `pin`; `order` is its order of colours, mostly "GRB"."""

    def __init__(self, pin, order):
        self._pin = Pin(pin, Pin.OUT, value=0)
        self._order = tuple("RGB".index(letter) for letter in order)
        self._data = bytearray(3)

    def shine(self, colour):
        for at, part in enumerate(self._order):
            self._data[at] = colour[part]
        bitstream(self._pin, 0, _TIMING, self._data)


class Coloured:
    """An RGB LED with a pin for each colour, to ground."""

    def __init__(self, pins):
        self._parts = tuple(PWM(Pin(pin), freq=_FREQUENCY, duty_u16=0) for pin in pins)

    def shine(self, colour):
        for at, part in enumerate(self._parts):
            part.duty_u16(colour[at] * 257)


class Plain:
    """An LED of one colour: on if any colour is wanted."""

    def __init__(self, pin):
        self._pin = Pin(pin, Pin.OUT, value=0)

    def shine(self, colour):
        self._pin.value(1 if any(colour) else 0)


def light(given):
    """The LED described by a board's `LIGHT`; None without one."""
    if not given:
        return None
    if given["kind"] == "ws2812":
        return Addressable(given["pin"], given.get("order", "GRB"))
    if given["kind"] == "rgb":
        return Coloured((given["red"], given["green"], given["blue"]))
    return Plain(given["pin"])


class Lamp:
    """State of the lamp: `wanted` is (red, green, blue, pattern); `brightest`, of 255, scales the colours."""

    def __init__(self, light, brightest):
        self.wanted = (0, 0, 0, 0)
        self._light = light
        self._brightest = brightest
        self._on = None
        self._told_at = 0

    def set(self, red, green, blue, pattern):
        """Set colour and pattern."""
        self.wanted = (red, green, blue, pattern)
        self._on = None

    def turn(self, now):
        """Switch the LED when the pattern requires it."""
        pattern = self.wanted[3]
        half = _HALVES[pattern]
        on = pattern > 0 and (not half or now // half % 2 == 0)
        if self._light is None or (on == self._on and now - self._told_at < RENEW):
            return
        self._on = on
        self._told_at = now
        red, green, blue, _ = self.wanted
        self._light.shine((self._dim(red), self._dim(green), self._dim(blue)) if on else (0, 0, 0))

    def _dim(self, part):
        return part * self._brightest // 255
