"""Self-test without a Pi: shows keys and encoder, and switches lamp and buzzer with them."""

from binascii import hexlify

from pod.messages import ENCODER, LINES
from pod.version import FIRMWARE

_COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))
_STEADY, _SHORT = 1, 1
_OK_AND_BACK = 1 << LINES.index("ok") | 1 << LINES.index("back")


class SelfTest:
    """Call `turn` until it returns true: OK and BACK together end the test, once released after power-on."""

    def __init__(self, who, words, screen, lamp, buzzer, controls):
        self._who, self._words = who, words
        self._screen, self._lamp, self._buzzer, self._controls = screen, lamp, buzzer, controls
        self._free = False
        self._count = 0
        self._position = 0
        self._now = 0
        self._tell = self._changed
        self._show("-")

    def turn(self, now):
        """One pass; returns whether the test is over."""
        self._now = now
        self._controls.turn(now, 0, self._tell)
        for part in (self._screen, self._lamp, self._buzzer):
            part.turn(now)
        both = self._controls.held & _OK_AND_BACK
        self._free = self._free or not both
        return self._free and both == _OK_AND_BACK

    def _changed(self, line, change, _at, _seen):
        if line == ENCODER:
            self._position += change
            self._show("encoder " + str(self._position))
            return
        self._show(LINES[line] + (" down" if change else " up"))
        if change and self._free:
            self._count = (self._count + 1) % 256
            self._lamp.set(*_COLOURS[self._count % len(_COLOURS)], _STEADY)
            self._buzzer.sound(self._count, _SHORT, self._now)

    def _show(self, what):
        version = ".".join(str(number) for number in FIRMWARE)
        pod = hexlify(self._who.pod[-4:]).decode()
        self._screen.say((self._words["test"], version + " " + pod, what, self._words["end"]))
