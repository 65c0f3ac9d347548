"""What happens at power-on, and from then on. The watchdog restarts a pod that hangs."""

import gc
from time import ticks_diff, ticks_ms

import pins
from machine import WDT, Timer, idle

from pod import wiring
from pod.buzzer import Buzzer
from pod.controls import Controls
from pod.identity import Identity
from pod.lamp import Lamp, light
from pod.selftest import SelfTest
from pod.talk import Talk
from pod.words import words

PATIENCE = 8000
"""Milliseconds after which a hanging pod is restarted; the chip cannot count much further."""
FEED = 1000
"""Milliseconds between two meals of the watchdog while the console has the pod."""
SETTLE = 20
"""Milliseconds that the pull-ups and a display are given at power-on."""


class Clock:
    """Milliseconds since power-on, that never go round."""

    def __init__(self):
        self._now = 0
        self._last = ticks_ms()

    def now(self):
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Pod:
    """All parts of this pod, as `pins` says."""

    def __init__(self):
        self.clock = Clock()
        self.words = words(pins.LANGUAGE)
        self.who = Identity(pins)
        self.controls = Controls(pins.KEYS, pins.ENCODER)
        self.screen = wiring.screen(pins.DISPLAY)
        self.lamp = Lamp(light(pins.LIGHT), pins.BRIGHTEST)
        self.buzzer = Buzzer(pins.BUZZER)

    def settle(self):
        """Wait until contacts and display can be relied on."""
        while self.clock.now() < SETTLE:
            idle()

    def test(self, dog):
        """The self-test, to its end."""
        test = SelfTest(self.who, self.words, self.screen, self.lamp, self.buzzer, self.controls)
        while not test.turn(self.clock.now()):
            dog.feed()
            idle()

    def talk(self, dog):
        """Talk with the Pi until somebody asks for the console."""
        line = wiring.line(pins.LINE)
        talk = Talk(self.who, self.words, line, self.screen, self.lamp, self.buzzer, self.controls)
        talk.begin()
        gc.collect()
        try:
            while not line.asked:
                talk.turn(self.clock.now())
                dog.feed()
                idle()
        except KeyboardInterrupt:
            pass
        line.console()

    def serve(self):
        """Say that the console has the pod: what lies in it may be changed."""
        self.lamp.set(0, 0, 0, 0)
        self.screen.say(self.words["service"])
        for _ in range(self.screen.pages + 3):
            self.screen.turn(self.clock.now())
        self.lamp.turn(self.clock.now())


def run():
    """From power-on to the end. PEEK held then: to the console at once, and no watchdog."""
    pod = Pod()
    pod.settle()
    if pod.controls.pressed("peek"):
        pod.serve()
        return
    dog = WDT(timeout=PATIENCE)
    if pod.controls.pressed("ok") and pod.controls.pressed("back"):
        pod.test(dog)
    pod.talk(dog)
    # Once started, the watchdog cannot be stopped.
    Timer(period=FEED, mode=Timer.PERIODIC, callback=lambda _: dog.feed())
    pod.serve()
