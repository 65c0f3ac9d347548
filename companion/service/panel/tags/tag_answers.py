"""What reading a tag does: in a play it answers the question that its card answers, before a play it chooses who sits
down.

Only the place of the reader is told about problems: on that seat's display, or on its phone if it has none. A tag
reveals nothing: no words of a secret question are shown, only that it was answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.core.errors import Refused
from companion.core.options import Option
from companion.core.questions import Answer, Fit, Pick, PickMany, Place
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.widgets import Card
from companion.core.wording import N_, Message, say, verbatim
from companion.locale import LANGUAGES, speaker
from companion.plays.time_source import Clock
from companion.service.asking.sender import FromKeys
from companion.service.panel.dials import Dial, dial_for
from companion.service.panel.displays import DisplayUpdates
from companion.service.panel.faces import form_at, on_screen
from companion.service.panel.key_answers import KeyAnswers
from companion.service.panel.key_menu import CALLED, SIT, known_names, menu
from companion.service.panel.place_states import PANEL, PlaceStates
from companion.service.panel.tags.tag_teaching import TagTeaching
from companion.service.panel.tags.taught_tags import TagMeaning
from companion.service.play.answers import AnswerQuestion, AnswerQuestions
from companion.service.play.dialogues import CHANCE, preview
from companion.service.play.notices import Picked, Tone
from companion.service.play.play_views import Dialogue
from companion.service.rooms import Rooms
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seats_state import same_name
from hardware.ports import Tag, place_of

A_MINUTE = 120
"""The most tags per minute that are accepted at a place."""

NOT_NOW = say("This tag answers nothing now.", N_("Not this one now"))
ON_PHONE = say("Your tag has chosen it on the phone.", N_("On your phone"))
UNDER_PEEK = say("Hold PEEK while you hold the tag to the reader.", N_("Hold PEEK with it"))
READ = say("Read.", N_("Read"))


@dataclass(frozen=True)
class _Meant:
    """The option that a tag stands for in a question. ``field`` is the field of the form with the question. ``secret``:
    the question, or one answered before it, is for its seat only.
    """

    dialogue: Dialogue
    option: Option[str] | Option[int]
    many: bool = False
    field: str = ""
    secret: bool = False

    @property
    def value(self) -> str:
        return str(self.option.value)


@dataclass(eq=False, repr=False)
class TagAnswers:
    """Handles tags that readers have read. Used only by the deciding thread."""

    rooms: Rooms
    states: PlaceStates
    displays: DisplayUpdates
    answers: KeyAnswers
    teaching: TagTeaching
    clock: Clock
    nonce: Callable[[], str]
    _limits: RateLimits = field(init=False)

    def __post_init__(self) -> None:
        self._limits = RateLimits(self.clock, A_MINUTE, 60.0)

    def heard(self, event: Tag) -> None:
        """Handle a tag that a reader has read."""
        place = place_of(event.device)
        with suppress(Refused):
            self._limits.take(place)
            if not self.teaching.take(place, event.code):
                self._read(place, self.teaching.tags.meaning(event.code))

    def _read(self, place: int, meaning: TagMeaning | None) -> None:
        moment = self.rooms.moment
        if place in moment.gathering.names and place not in self.rooms.leaving.now.open:
            self.rooms.attendance.key_pressed_at(place)
        if meaning is None:
            self._say(place, say("Nobody has taught this tag yet.", N_("Tag not taught")), "warning")
        elif moment.phase == "gathering":
            self._sits_down(place, meaning)
        elif moment.phase == "playing":
            self._answers(place, meaning)

    # -- before a play ---------------------------------------------------------------------------------------------

    def _sits_down(self, place: int, meaning: TagMeaning) -> None:
        """Choose the person of a tag for a free seat; OK there confirms it. A taken seat stays taken."""
        moment = self.rooms.moment
        known = _named(known_names(moment), meaning.key)
        seated = _named(moment.gathering.names.values(), meaning.key)
        if meaning.kind != "person" or place == PANEL:
            words = say("Hold the tag of a person to the reader of a free seat.", N_("Only at a free seat"))
        elif place in moment.gathering.names:
            words = say("This seat is taken.", N_("Seat is taken"))
        elif seated is not None:
            words = say("{name} sits here already.", N_("{name} sits here"), name=verbatim(seated))
        elif not (self.states[place].keys and self.displays.has(place)):
            words = say("Sit down here with a phone.", N_("Use a phone"))
        elif known is None:
            words = say("{name} has not played here lately.", N_("{name}: not known"), name=verbatim(meaning.key))
        else:
            self.states.open_menu(place, SIT)
            asked = menu(moment, place, SIT)
            if asked is not None and isinstance(asked.question, Pick):
                values = [option.value for option in asked.question.options]
                at = values.index(f"{CALLED}{known}")
                self.states.change(place, flash=None, dial=Dial(asked.digest, at=at))
            return
        self._say(place, words, "warning")

    # -- in a play -------------------------------------------------------------------------------------------------

    def _answers(self, place: int, meaning: TagMeaning) -> None:
        play = self.rooms.moment.play
        if play is None or (meaning.kind == "card" and meaning.game != play.game.meta.key):
            self._say(place, say("That is a card of another game.", N_("Another game")), "warning")
            return
        found = self._meant(place, meaning)
        if found is None and place != PANEL and meaning.kind == "card":
            if not self._on_the_way(place, meaning):
                return
            found = self._meant(place, meaning)
        if found is None:
            self._say(place, NOT_NOW, "warning")
        elif found.option.reason is not None:
            self._say(place, NOT_NOW if found.secret else found.option.reason, "warning")
        elif found.field:
            self._fills(place, found)
        elif found.many:
            self._picks(place, found)
        else:
            self._chooses(place, found)

    def _asked(self, place: int) -> Iterator[Dialogue]:
        """The dialogues that a tag may answer at a place, those on its display first: questions of the game, and about
        real draws and rolls.
        """
        moment = self.rooms.moment
        if place == PANEL:
            asked = [*moment.public_dialogues()[0]]
        else:
            shown = on_screen(moment, self.states[place]) if self.displays.has(place) else None
            asked = [*([shown] if shown is not None else []), *moment.dialogues(place)]
        for dialogue in asked:
            if not dialogue.service or dialogue.service.startswith(CHANCE):
                yield dialogue

    def _meant(self, place: int, meaning: TagMeaning) -> _Meant | None:
        """The option that a tag stands for at a place; None if there is none. At the public reader a tag has no effect
        if it could answer questions of several seats.
        """
        seat, called = self._seat(meaning), self._called(meaning)
        found = [
            replace(meant, secret=self._is_secret(place, dialogue))
            for dialogue in self._asked(place)
            for meant in _meant_in(dialogue, meaning, seat, called)
        ]
        if place == PANEL and len({meant.dialogue.seat for meant in found}) > 1:
            return None
        return next((meant for meant in found if meant.option.reason is None), found[0] if found else None)

    def _called(self, meaning: TagMeaning) -> Callable[[Option[str] | Option[int]], bool]:
        """A predicate: whether an option has the name of the tag's card or piece, in any language."""
        name = self.teaching.name(meaning) if meaning.kind == "card" else None
        if name is None:
            return lambda _: False
        speakers = [speaker(language, {}) for language in LANGUAGES]
        names = {one.say(name).casefold() for one in speakers}
        return lambda option: any(one.say(option.label).casefold() in names for one in speakers)

    def _seat(self, meaning: TagMeaning) -> int | None:
        """The seat that a tag stands for, by its number or by the person who sits there; None if there is none."""
        if meaning.kind == "seat":
            return int(meaning.key)
        names = self.rooms.moment.gathering.names if meaning.kind == "person" else {}
        return next((seat for seat, name in names.items() if same_name(name, meaning.key)), None)

    def _on_the_way(self, place: int, meaning: TagMeaning) -> bool:
        """Answer the questions that come before the one that a card answers, as a tap on the card does. False if that
        is not possible.
        """
        playing = self.rooms.moment.playing
        dialogue = playing.dialogue(place, Viewer(place))
        if dialogue is None or dialogue.form is not None:
            self._say(place, NOT_NOW, "warning")
            return False
        refusal: Refused | None = None
        for key in meaning.keys:
            try:
                steps = playing.steps_of_card(dialogue, Viewer(place), Card(key, NOT_NOW))
            except Refused as refused:
                refusal = refusal or refused
                continue
            if not steps.answers:
                return True
            request = AnswerQuestions(place, steps.digest, tuple(steps.answers), self.nonce())
            reply = self.rooms.take(FromKeys(place), request)
            if not reply.taken:
                self._say(place, NOT_NOW, "warning")
            return reply.taken
        open_words = refusal is not None and not self._is_secret(place, dialogue)
        self._say(place, refusal.message if refusal is not None and open_words else NOT_NOW, "warning")
        return False

    def _is_secret(self, place: int, dialogue: Dialogue) -> bool:
        """Whether only its seat may know what a dialogue asks. What the table's reader answers is public."""
        if dialogue.question.secret or dialogue.service or place == PANEL:
            return dialogue.question.secret
        return self.rooms.moment.playing.dialogue(dialogue.seat, PUBLIC) is None

    def _chooses(self, place: int, meant: _Meant) -> None:
        """Answer with an option. Something that cannot be undone freely is confirmed first, if the place has keys."""
        dialogue, state = meant.dialogue, self.states[place]
        shown = on_screen(self.rooms.moment, state) if self.displays.has(place) else None
        if state.keys and shown is not None and shown.digest == dialogue.digest:
            at = dialogue.question.options.index(meant.option) if isinstance(dialogue.question, Pick) else 0
            self.states.change(place, flash=None, dial=replace(dial_for(dialogue, state.dial), at=at))
            self.answers.chosen(place, dialogue, meant.value)
            return
        viewer = Viewer(place) if place == dialogue.seat and place != TABLE else PUBLIC
        final = preview(self.rooms.moment.play, dialogue, viewer, (meant.value,)).final
        if final and state.keys and meant.secret:
            fresh = dial_for(dialogue, None)
            self.states.change(place, dial=replace(fresh, sure=True, pending=meant.value, at=0))
            self._say(place, say("Hold PEEK and press OK.", N_("Hold PEEK: OK")), "good")
            return
        request = AnswerQuestion(dialogue.seat, dialogue.digest, meant.value, self.nonce(), dialogue.service)
        reply = self.rooms.take(FromKeys(place), request)
        if reply.taken:
            self._say(place, READ if meant.secret else _labelled(meant.option), "good")
        else:
            self._say(place, NOT_NOW if meant.secret or reply.notice is None else reply.notice, "warning")

    def _picks(self, place: int, meant: _Meant) -> None:
        """Pick one of several options, or unpick it; the person continues by keys or on the phone."""
        state = self.states[place]
        shown = on_screen(self.rooms.moment, state) if self.displays.has(place) else None
        if not state.keys or shown is None or shown.digest != meant.dialogue.digest:
            self._on_phone(place, meant)
            return
        dial = dial_for(shown, state.dial)
        there = meant.value in dial.picked
        picked = tuple(one for one in dial.picked if one != meant.value) if there else (*dial.picked, meant.value)
        self.states.change(place, flash=None, dial=replace(dial, picked=picked))

    def _fills(self, place: int, meant: _Meant) -> None:
        """Fill in the field of a form; the person continues by keys or on the phone."""
        state = self.states[place]
        shown = on_screen(self.rooms.moment, state) if self.displays.has(place) else None
        opened = form_at(self.rooms.moment, state)
        if not state.keys or shown is None or opened is None or shown.digest != meant.dialogue.digest:
            self._on_phone(place, meant)
            return
        before = next((each.answer for each in opened.view.fields if each.key == meant.field), None)
        answer: Answer = _with(before, meant.value) if meant.many else meant.value
        self.states.change(place, flash=None)
        self.answers.filled_in(place, meant.field, answer)

    def _on_phone(self, place: int, meant: _Meant) -> None:
        """Pick one of several options, or fill in a field, on the phone of a seat whose display cannot show it. The
        person continues there.
        """
        if place != meant.dialogue.seat:
            self._say(place, NOT_NOW, "warning")
        elif meant.secret and self.states[place].keys and self.displays.has(place):
            self._say(place, UNDER_PEEK, "warning")
        else:
            picked = Picked(meant.dialogue.digest, meant.field, meant.value, self.nonce())
            self.rooms.notices.tell((place,), ON_PHONE, "good", picked=picked)
            if self.displays.has(place):
                self._say(place, ON_PHONE, "good")

    def _say(self, place: int, words: Message, tone: Tone) -> None:
        """Show a text at the place of the reader only."""
        if self.displays.has(place):
            self.states.flash(place, words, "good" if tone == "good" else "warning")
            self.rooms.state.touch()
        elif place != PANEL:
            self.rooms.notices.tell((place,), words, tone)


def _with(before: Answer | None, value: str) -> Answer:
    """The picked options with one more, or without one that was picked already."""
    picked = [str(one) for one in before] if isinstance(before, list) else []
    return [one for one in picked if one != value] if value in picked else [*picked, value]


def _named(names: Iterable[str], wanted: str) -> str | None:
    """The name in ``names`` that equals ``wanted`` apart from case and accents, or None."""
    return next((name for name in names if same_name(name, wanted)), None)


def _labelled(option: Option[str] | Option[int]) -> Message:
    return say("{what}", N_("{what}"), what=option.label)


def _meant_in(
    dialogue: Dialogue, meaning: TagMeaning, seat: int | None, called: Callable[[Option[str] | Option[int]], bool]
) -> Iterator[_Meant]:
    """The options of a dialogue, or of the fields of its form, that a tag stands for: by their value or their name."""
    if dialogue.form is None:
        asked = [("", dialogue.question)]
    else:
        asked = [(field.key, field.question) for field in dialogue.form.fields]
    for key, question in asked:
        if isinstance(question, Place | Fit) or not isinstance(question, Pick | PickMany):
            continue
        for option in question.options:
            card = any(str(option.value) == name or name in option.plays for name in meaning.keys)
            if card or called(option) or (seat is not None and option.seat == seat):
                yield _Meant(dialogue, option, isinstance(question, PickMany), key)
