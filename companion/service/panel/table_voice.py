"""The voice of the table: it says what everybody may know, in the language of the table screen. Used only by the
deciding thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from companion.core.step import TABLE
from companion.core.wording import Message, SeatName, Speaker, say, seats_in
from companion.plays.storage.stores import Settings
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.screens.moment import Moment
from companion.service.screens.view_builders import table_view
from companion.service.screens.views import TableView
from hardware.ports import Fault, Voice

STILL = 180.0
"""Seconds after which the person whom the table waits for is reminded once."""
KEPT = "voice"
"""The key of the setting whether the table speaks."""
LISTS = "aplay -l"
"""The command that lists the sound outputs of a machine."""


class SetVoice(Request, frozen=True):
    """Let the table speak, or be silent."""

    may_ask = "admin"
    on: bool


class VoiceView(Struct, frozen=True):
    """Whether the table speaks, and what to do if it is not heard."""

    on: bool
    trouble: Message | None = None


class _Told(Struct, frozen=True):
    """What was said last. ``happened`` is what a player lost or won by the last step, in one sentence. It and
    ``revealed`` carry the number of a log line, because the same sentence may occur twice.
    """

    revealed: tuple[int, tuple[Message, ...]] = (0, ())
    votes: tuple[tuple[str, Message], ...] = ()
    problem: Message | None = None
    sentence: Message | None = None
    happened: tuple[int, Message | None] = (0, None)


class TableVoice:
    """Speaks news of the table.

    ``speaker`` gives the language and the names, ``quiet`` says whether it is within the quiet hours; ``changed`` is
    called when ``view`` has changed.
    """

    def __init__(
        self,
        voice: Voice | None,
        settings: Settings,
        *,
        mono: Callable[[], float],
        speaker: Callable[[], Speaker],
        quiet: Callable[[], bool],
        changed: Callable[[], None],
    ) -> None:
        self._mono = mono
        self._still: float | None = None
        """When to remind the person whom the table waits for; None if there is none, or after the reminder."""
        self._awaited: int | None = None
        self._voice = voice
        self._settings = settings
        self._speaker = speaker
        self._quiet = quiet
        self._changed = changed
        self._on = voice is not None and settings.get(KEPT) is True
        self._told = _Told()

    def handlers(self) -> Handlers:
        return {SetVoice: self._set}

    def start(self, post: Callable[[Callable[[], object]], None]) -> None:
        """Start the voice. ``post`` enqueues a call for the deciding thread."""
        if self._voice is not None:
            self._voice.start(lambda: post(self._changed))

    def refresh(self, moment: Moment) -> None:
        """Say what everybody may know and was not said yet."""
        if self._voice is None or not self._on:
            return
        view = table_view(moment)
        told, self._told = self._told, _told(view)
        words = list(_new(told, self._told))
        awaited = _one_awaited(view)
        if awaited != self._awaited or words:
            self._awaited, self._still = awaited, self._mono() + STILL if awaited else None
        self._say(words)

    def idle(self) -> None:
        """Remind the person whom the table has waited for long, once."""
        if self._on and self._still is not None and self._mono() >= self._still and self._awaited:
            self._still = None
            self._say([say("{who}, still you.", who=SeatName(self._awaited))])

    def _say(self, words: Sequence[Message]) -> None:
        if self._voice is None or not words or self._quiet():
            return
        speaker = self._speaker()
        sentences = " ".join(_ended(speaker.say(each)) for each in words)
        self._voice.say(sentences, speaker.language)

    def _set(self, _: Sender, request: SetVoice) -> Reply:
        if self._voice is None:
            return Reply("no-voice", say("This table has no voice."))
        self._settings.put(KEPT, request.on)
        self._on = request.on
        self._told = _Told()  # so that the person who has just switched it on hears at once whether it works
        if not request.on:
            self._voice.hush()
        self._changed()
        return Reply()

    def view(self) -> VoiceView | None:
        """The state of the voice; None without one."""
        if self._voice is None:
            return None
        fault = self._voice.fault if self._on else None
        return VoiceView(self._on, None if fault is None else voice_trouble(fault))


def voice_trouble(fault: Fault) -> Message:
    """The message why the voice cannot be heard, and what to do."""
    match fault.trouble:
        case "missing":
            return say("{command} is not installed: sudo apt install {command}", command=fault.what)
        case "silent":
            return say("There is no sound. Plug in a loudspeaker, and look whether {command} lists it.", command=LISTS)
        case _:
            return say("The voice does not work: {why}.", why=fault.what)


def _told(view: TableView) -> _Told:
    parts = view.reveal.parts if view.reveal is not None else ()
    lines = tuple(line for part in parts for line in part.lines)
    return _Told(
        (view.log[-1].number, lines) if lines and view.log else (0, ()),
        tuple((vote.id, vote.prompt) for vote in view.votes),
        view.problem,
        spoken_turn(view),
        _happened(view),
    )


def _happened(view: TableView) -> tuple[int, Message | None]:
    """The most important line of the last step, with the actor's name first, and its log number; (0, None) if there is
    none or the step was undone.
    """
    if not view.log or view.log[-1].undone:
        return (0, None)
    begins = max((place for place, line in enumerate(view.log) if line.begins), default=0)
    for line in view.log[begins:]:
        if isinstance(line.told, Message) and line.told.first:
            return (view.log[-1].number, _by_name(line.told, line.seat))
    return (0, None)


def _by_name(told: Message, seat: int) -> Message:
    """A log line that names a side, such as a nation, with the name of its person before it."""
    if seat == TABLE or seat in seats_in(told):
        return told
    return say("{who}: {what}", who=SeatName(seat), what=told)


def _one_awaited(view: TableView) -> int | None:
    """The only seat that the table waits for; None if there are several or it is the table."""
    turn = view.turn
    return turn.seats[0] if turn is not None and len(turn.seats) == 1 and turn.seats[0] != TABLE else None


def spoken_turn(view: TableView) -> Message:
    """The words for what the table waits for; a single person is addressed by name."""
    seat = _one_awaited(view)
    return say("{who}, your turn.", who=SeatName(seat)) if seat is not None else view.sentence


def _new(before: _Told, now: _Told) -> Iterator[Message]:
    if now.revealed != before.revealed:
        yield from now.revealed[1]
    elif now.happened != before.happened and now.happened[1] is not None:
        yield now.happened[1]
    if now.problem is not None and now.problem != before.problem:
        yield now.problem
    yield from (prompt for vote, prompt in now.votes if (vote, prompt) not in before.votes)
    if now.sentence is not None and now.sentence != before.sentence:
        yield now.sentence


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."
