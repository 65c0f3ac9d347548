"""Start and main loop of a pod. The watchdog restarts a pod that hangs."""

import gc
from time import ticks_diff, ticks_ms

import pins
from machine import WDT, Timer, idle

from pod import wiring
from pod.buzzer import Buzzer
from pod.controls import Controls
from pod.lamp import Lamp, light
from pod.pod_identity import Identity
from pod.selftest import SelfTest
from pod.talk import Talk
from pod.words import words

PATIENCE = 8000
"""Milliseconds after which the watchdog restarts a hanging pod; near the chip's maximum."""
FEED = 1000
"""Milliseconds between two resets of the watchdog while a console uses the pod."""
SETTLE = 20
"""Milliseconds to wait for pull-ups and display at power-on."""


class Clock:
    """Milliseconds since power-on, without wrap-around."""

    def __init__(self):
        self._now = 0
        self._last = ticks_ms()

    def now(self):
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Pod:
    """All parts of this pod, as described by `pins`."""

    def __init__(self):
        self.clock = Clock()
        self.words = words(pins.LANGUAGE)
        self.who = Identity(pins)
        self.controls = Controls(pins.KEYS, pins.ENCODER)
        self.screen = wiring.screen(pins.DISPLAY)
        self.lamp = Lamp(light(pins.LIGHT), pins.BRIGHTEST)
        self.buzzer = Buzzer(pins.BUZZER)

    def settle(self):
        """Wait until contacts and display are stable, and find out which keys are held at power-on."""
        while self.clock.now() < SETTLE:
            self.controls.turn(self.clock.now(), 0, lambda *_: None)
            idle()

    def test(self, dog):
        """Run the self-test."""
        test = SelfTest(self.who, self.words, self.screen, self.lamp, self.buzzer, self.controls)
        while not test.turn(self.clock.now()):
            dog.feed()
            idle()

    def talk(self, dog):
        """Run the protocol until a tool requests the console."""
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
        """Show that a console uses the pod, so that files may be changed."""
        self.lamp.set(0, 0, 0, 0)
        self.screen.say(self.words["service"])
        for _ in range(self.screen.pages + 3):
            self.screen.turn(self.clock.now())
        self.lamp.turn(self.clock.now())


def run():
    """Run from power-on. With PEEK held: to the console at once, without a watchdog."""
    pod = Pod()
    pod.settle()
    if pod.controls.pressed("peek"):
        pod.serve()
        return
    dog = WDT(timeout=PATIENCE)
    if pod.controls.pressed("ok") and pod.controls.pressed("back"):
        pod.test(dog)
    pod.talk(dog)
    # a started watchdog cannot be stopped
    Timer(period=FEED, mode=Timer.PERIODIC, callback=lambda _: dog.feed())
    pod.serve()
