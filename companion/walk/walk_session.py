"""The walk: one step after the other, what is asked at each, and who answers, by keys or in the terminal. Has no clock
and no thread: edges, lines and time are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.core.wording import Message, Speaker, say
from companion.walk.answer_words import AnswerWords, WalkAnswer
from companion.walk.found_keys import FoundKeys
from companion.walk.instruction_displays import InstructionDisplays
from companion.walk.steps.display_step import display_step
from companion.walk.steps.driven_pins import driven_with_care
from companion.walk.steps.key_step import key_step
from companion.walk.steps.knob_step import knob_step
from companion.walk.steps.output_steps import buzzer_step, lamp_step
from companion.walk.walk_findings import PartFinding, WalkStep
from companion.walk.walk_prompts import (
    NO,
    YES,
    YES_NO,
    Chosen,
    Late,
    Prompt,
    ScanBus,
    ShineLamp,
    ShowFace,
    SoundBuzzer,
    Walker,
)
from companion.walk.walk_words import WalkWords, fault_said
from companion.walk.walked_wiring import corrected, slots_of, steps_of
from hardware.ports import ENCODER, PANEL
from hardware.profile import SeatPlace
from hardware.walk.walk_devices import PinEdge, WalkDevices

Effect = ShineLamp | SoundBuzzer | ShowFace | ScanBus
INDENT = "   "


class WalkSession:
    """One walk over the wired ``places``. ``tell`` prints a line. ``over``: all is tried, or somebody ended it.
    ``prompt`` is what is asked now.
    """

    def __init__(
        self,
        places: Iterable[SeatPlace],
        devices: WalkDevices,
        words: WalkWords,
        speaker: Speaker,
        tell: Callable[[str], None],
        *,
        pod: bool = False,
    ) -> None:
        self.originals = tuple(places)
        self.steps = steps_of(self.originals)
        self.findings: dict[WalkStep, PartFinding] = {}
        self.over = False
        self.answer: bool | None = None
        self._devices = devices
        self._words = words
        self._speaker = speaker
        self._tell = tell
        self._pod = pod
        self._answers = AnswerWords(speaker)
        self._displays = InstructionDisplays(devices, speaker)
        self._keys = FoundKeys()
        self._levels: dict[int, bool] = {}
        self._closed: set[int] = set()
        self._shining: SeatPlace | None = None
        self._at = 0
        self._walker: Walker | None = None
        self._asking = False
        self.prompt = Prompt()
        self._said: Message | None = None
        self._cursor = 0
        self._since = 0.0

    @property
    def step(self) -> WalkStep | None:
        """The part that is tried now; None at the end."""
        return self.steps[self._at] if self._at < len(self.steps) else None

    @property
    def wired(self) -> tuple[SeatPlace, ...]:
        """The places as they are wired, by what was found so far."""
        return corrected(self.originals, self.findings)

    # -- what comes in -------------------------------------------------------------------------------------------

    def begin(self, levels: Mapping[int, bool], now: float) -> None:
        """Begin; ``levels`` are those of the pins that are listened to."""
        self._levels.update(levels)
        self._closed.update(pin for pin, closed in levels.items() if closed)
        self._tell(self._answers.help())
        self._enter(now)

    def edge(self, edge: PinEdge, now: float) -> None:
        """Handle an edge of a contact."""
        if self.over:
            return
        self._levels[edge.pin] = edge.closed
        if edge.closed:
            self._closed.add(edge.pin)
        known, pressed = self._keys.take(edge)
        if not known or not self.prompt.choices:
            self._send(edge, now)
        elif pressed is not None:
            self._by_key(*pressed, now)

    def typed(self, line: str, now: float) -> None:
        """Handle a typed line."""
        if self.over:
            return
        answered = self._answers.read(line)
        if self._asking and answered in (WalkAnswer.SKIP, WalkAnswer.BACK, WalkAnswer.REPEAT):
            answered = WalkAnswer.OTHER
        match answered:
            case WalkAnswer.YES | WalkAnswer.NO as answer if self.prompt.choices:
                self._by_key(None, answer is WalkAnswer.YES, now)
            case int() as number if self._numbered(number):
                chosen = Chosen(YES, number) if self.prompt.places else Chosen(number - 1)
                self._send(chosen, now)
            case WalkAnswer.SKIP:
                self._end_step(PartFinding("skipped", (say("not tried."),)), now)
            case WalkAnswer.BACK:
                self._at = max(self._at - 1, 0)
                self._enter(now)
            case WalkAnswer.REPEAT:
                self._enter(now)
            case WalkAnswer.QUIT:
                self.leave()
            case None:
                pass
            case _:
                self._tell(INDENT + self._answers.help())

    def tick(self, now: float) -> None:
        """Time has passed."""
        patience = self.prompt.patience
        if not self.over and patience is not None and now - self._since >= patience:
            self._send(Late(), now)

    def ask(self, question: Message, now: float) -> None:
        """Ask one more thing at the end; ``answer`` is set when it is over again. The panel shows it, too."""
        self.leave()
        self.over, self.answer, self._asking = False, None, True
        self._tell(self._speaker.say(question))
        self.prompt, self._since = Prompt(question, YES_NO), now
        self._displays.instruct(PANEL, say("What was found"), question, YES_NO, None, self.wired)

    def leave(self) -> None:
        """End the walk where it is."""
        self._close_walker()
        self.over = True
        self._displays.dark(self.wired)

    # -- answers -------------------------------------------------------------------------------------------------

    def _by_key(self, place: int | None, yes: bool, now: float) -> None:
        """OK or BACK, on a key at a place or typed."""
        choices = self.prompt.choices
        if len(choices) == len(YES_NO):
            at = place if self.prompt.places and yes else None
            if at == PANEL and self.step is not None and self.step.line != "display":
                # the panel's display shows the question: its OK is a plain yes
                at = None
            self._send(Chosen(YES if yes else NO, at), now)
        elif yes:
            self._send(Chosen(self._cursor), now)
        else:
            self._cursor = (self._cursor + 1) % len(choices)
            self._show()

    def _numbered(self, number: int) -> bool:
        prompt = self.prompt
        if prompt.places:
            return any(place.number == number for place in self.originals)
        return len(prompt.choices) > len(YES_NO) and 1 <= number <= len(prompt.choices)

    # -- steps ---------------------------------------------------------------------------------------------------

    def _enter(self, now: float) -> None:
        """Begin the step that is due, or end the walk."""
        self._close_walker()
        if self._at >= len(self.steps):
            self.leave()
            return
        step = self.steps[self._at]
        part = self._speaker.say(self._words.part(step.place, step.line))
        pins = "; ".join(self._speaker.say(self._words.pin(pin)) for pin in self._pins(step))
        where = f" ({pins})" if pins else ""
        self._tell(f"[{self._at + 1}/{len(self.steps)}] {part}{where}")
        self.prompt = Prompt()
        walker = self._walk(step)
        if isinstance(walker, PartFinding):
            self._end_step(walker, now)
            return
        self._walker = walker
        self._send(None, now)

    def _walk(self, step: WalkStep) -> Walker | PartFinding:
        place = next(place for place in self.wired if place.number == step.place)
        original = next(place for place in self.originals if place.number == step.place)
        if step.line == "display":
            return display_step(step, self.wired, self.originals, self._words, self._speaker, pod=self._pod)
        if step.line in ("light", "buzzer"):
            walker = buzzer_step(step, place, original, self._words, pod=self._pod)
            if step.line == "light":
                walker = lamp_step(step, self.wired, self.originals, self._words)
            return driven_with_care(walker, self._closed, self._words)
        pins = self._pins(step)
        for pin in pins:
            if pin not in self._levels:
                fault = self._devices.fault(pin)
                bus = say("{pin} is kept for a bus.", pin=self._words.pin(pin))
                why = bus if fault is None else fault_said(fault, step.place, pin)
                return PartFinding("faulty", (why,))
        others = (finding for other, finding in self.findings.items() if other != step)
        found = {pin: slot for finding in others for slot, pin in finding.pins.items()}
        if step.line == ENCODER and original.encoder is not None:
            return knob_step(step, original.encoder, self._words, self._levels, found)
        return key_step(step, pins[0], self._words, self._levels, found)

    def _pins(self, step: WalkStep) -> tuple[int, ...]:
        """Pins of the profile for a step's contacts; for lamps and buzzers those of the wiring as it was found."""
        contact = step.line not in ("light", "buzzer", "display")
        places = self.originals if contact else self.wired
        slots = slots_of(next(place for place in places if place.number == step.place))
        lines = {ENCODER: ("a", "b"), "light": ("light", "red", "green", "blue")}.get(step.line, (step.line,))
        return tuple(slots[step.place, line] for line in lines if (step.place, line) in slots)

    def _send(self, heard: object, now: float) -> None:
        """Send to the step, do what it wants, and take its next prompt."""
        if self._walker is None:
            if isinstance(heard, Chosen):
                self.answer = heard.number == YES
                self.leave()
            return
        try:
            wanted = self._walker.send(heard)
            while not isinstance(wanted, Prompt):
                wanted = self._walker.send(self._do(wanted))
        except StopIteration as end:
            self._end_step(end.value, now)
            return
        self._since = now
        before, self.prompt = self.prompt, wanted
        if wanted.text is None or wanted == before:
            return
        self._said, self._cursor = wanted.text, 0
        self._tell(INDENT + self._speaker.say(wanted.text))
        if len(wanted.choices) > len(YES_NO):
            for number, choice in enumerate(wanted.choices, start=1):
                self._tell(f"{INDENT}  {number} {self._speaker.say(choice)}")
        self._show()

    def _do(self, effect: Effect) -> object:
        match effect:
            case ShineLamp(place=place, colours=colours):
                self._shining = place if colours else None
                return self._devices.shine(place, colours)
            case SoundBuzzer(place=place):
                return self._devices.sound(place)
            case ShowFace(oled=oled, face=face):
                return self._displays.only(oled, face, self.wired)
            case ScanBus(oled=oled):
                return self._devices.scan(oled)

    def _show(self) -> None:
        """The instruction on the displays, but while one of them is tried itself."""
        step = self.steps[self._at]
        if step.line != "display" and self._said is not None:
            option = self.prompt.choices[self._cursor] if len(self.prompt.choices) > len(YES_NO) else None
            part = self._words.part(step.place, step.line)
            self._displays.instruct(step.place, part, self._said, self.prompt.choices, option, self.wired)

    def _end_step(self, finding: PartFinding, now: float) -> None:
        self._close_walker()
        self.findings.pop(self.steps[self._at], None)
        self.findings[self.steps[self._at]] = finding
        self._keys.know(self.findings.values())
        for what in finding.what:
            self._tell(INDENT + self._speaker.say(what))
        if finding.advice is not None:
            self._tell(f"{INDENT}-> {self._speaker.say(finding.advice)}")
        self._at += 1
        self._enter(now)

    def _close_walker(self) -> None:
        if self._walker is not None:
            self._walker.close()
            self._walker = None
        if self._shining is not None:
            # somebody skipped it, or ended the walk
            self._devices.shine(self._shining, ())
            self._shining = None
