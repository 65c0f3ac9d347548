"""The face each small display shows: from the moment, and from where the keys of that place stand."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.options import Amount, Option
from companion.core.questions import Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, whose
from companion.core.wording import N_, Message, SeatName, Speaker, Wording, say
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    CountFace,
    DiceFace,
    FlashFace,
    HomeFace,
    MenuFace,
    MenuItem,
    ScoreFace,
    ScoreRow,
)
from companion.render.widget_face import spoken
from companion.service.agreement.votes import MISSED, VOTE, WITHDRAW
from companion.service.audit.audit_questions import SERVICE as AUDIT
from companion.service.audit.fact_proposal import SERVICE as FACT
from companion.service.panel.cursors import fit_face, walk_face
from companion.service.panel.join_steps import Joining, joining_face, pin_face, wifi_face
from companion.service.panel.key_actions import Dial, dial_for, explained
from companion.service.panel.key_menu import menu
from companion.service.panel.place_states import PANEL, PlaceState
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment
from companion.service.screens.view_builders import public_sentence

FIRST = (VOTE, MISSED, AUDIT, FACT)
"""What the table asks goes before what keys ask of the table."""


def on_screen(moment: Moment, state: PlaceState) -> Dialogue | None:
    """The dialogue the keys of a place act on: what the public may see, or all of it while PEEK is held."""
    if (state.peek and state.aside) or said_to_have_left(moment) == state.number:
        return None
    # A question to the table lapses: it is not to wait behind one's own turn.
    asked = sorted(moment.dialogues(state.number), key=lambda dialogue: not dialogue.service.startswith(VOTE))
    if state.menu and not any(dialogue.service.startswith(FIRST) for dialogue in asked):
        opened = menu(moment, state.number, state.menu)
        if opened is not None:
            return opened
    for dialogue in asked:
        if not _urgent(moment, dialogue) and not state.opened:
            continue
        if state.peek:
            return dialogue
        if dialogue.question.secret:
            continue
        if dialogue.service or dialogue.seat == TABLE:
            return dialogue
        public = moment.playing.dialogue(state.number, PUBLIC)
        if public is not None:
            return public
    return None


def said_to_have_left(moment: Moment) -> int | None:
    """The seat of which the table is asked whether it has left, if any. Its display asks back, large."""
    return next((vote.target for vote in moment.votes if vote.kind == "leave"), None)


def _urgent(moment: Moment, dialogue: Dialogue) -> bool:
    if dialogue.service.startswith(WITHDRAW):
        return False
    return bool(dialogue.service) or dialogue.seat in moment.awaited.must


def locked(moment: Moment, state: PlaceState) -> bool:
    """Whether there is something to do that only shows while PEEK is held."""
    return any(_urgent(moment, ask) for ask in moment.dialogues(state.number)) and on_screen(moment, state) is None


def face_of(moment: Moment, state: PlaceState, speaker: Speaker, joining: Joining) -> AnyFace:
    """What the display of a place shows now."""
    if state.flash is not None:
        return state.flash
    if state.pin:
        return pin_face(state.pin, speaker)
    if state.wifi:
        return wifi_face(speaker, is_open=state.wifi == "close")
    dialogue = on_screen(moment, state)
    if dialogue is not None:
        dial = dial_for(dialogue, state.dial)
        drawn = None if dial.sure else _drawn(moment, state, dialogue, dial, speaker)
        asking = drawn or _asking(dialogue, dial, speaker, private=state.peek)
        return structs.replace(asking, seat=dialogue.seat)
    pages = pages_of(moment, state)
    if 0 < state.page <= len(pages):
        return spoken(pages[state.page - 1], speaker, private=state.peek)
    if moment.phase == "over" and moment.play is not None:
        return _score(moment.score(PUBLIC), state.number, speaker)
    if state.number == PANEL and moment.told.warning is not None:
        return _warned(moment.told.warning, joining, speaker)
    if state.number == PANEL and moment.phase == "gathering":
        return joining_face(joining, speaker)
    return _home(moment, state, speaker)


def _drawn(moment: Moment, state: PlaceState, dialogue: Dialogue, dial: Dial, speaker: Speaker) -> AnyFace | None:
    """What the question picks from as a picture, where this display may show that: a position on it, or a piece over
    it.
    """
    question = dialogue.question
    if not isinstance(question, Fit | Place):
        return None
    for widget in moment.widgets(_looker(state)):
        if widget.key == question.widget and (state.peek or not widget.secret):
            face = _over(question, widget, dial, speaker)
            return structs.replace(face, private=state.peek) if face else None
    return None


def _over(question: Fit | Place[Any], widget: AnyWidget, dial: Dial, speaker: Speaker) -> AnyFace | None:
    if isinstance(question, Fit):
        return fit_face(question, widget, dial.value, dial.at, speaker)
    return walk_face(question, widget, dial.at, speaker)


def _looker(state: PlaceState) -> Viewer:
    """Who sees the display of a place: its seat while PEEK is held, else everybody."""
    return Viewer(state.number) if state.peek and state.number != PANEL else PUBLIC


def pages_of(moment: Moment, state: PlaceState) -> tuple[AnyWidget, ...]:
    """The widgets to turn through: the public ones, or what is the seat's own while PEEK is held.

    What is about the seat of this place comes first, what is about a single other one last.
    """
    if moment.play is None:
        return ()
    viewer = _looker(state)
    pages = [widget for widget in moment.widgets(viewer) if widget.secret == (viewer is not PUBLIC)]
    if state.number != PANEL:
        pages.sort(key=lambda page: (whose(page) != state.number) + (whose(page) not in (0, state.number)))
    return tuple(pages)


def _warned(warning: Message, joining: Joining, speaker: Speaker) -> HomeFace:
    table = speaker.short(say("Table", N_("Table")))
    return HomeFace(seat=PANEL, name=table, sentence=speaker.short(warning), hint=joining.address)


def _home(moment: Moment, state: PlaceState, speaker: Speaker) -> HomeFace:
    left = said_to_have_left(moment)
    waiting = locked(moment, state) and left != state.number
    if state.number not in (PANEL, *moment.gathering.names):
        free = say("This seat is free.", N_("This seat is free"))
        return HomeFace(seat=state.number, name=speaker.name(state.number), sentence=speaker.short(free))
    if left and left == state.number:
        sentence = say("Have you left? Press a key.", N_("Left? Press a key"))
    elif left and state.number == PANEL:
        sentence = say("Has {who} left the game?", N_("Has {who} left?"), who=SeatName(left))
    elif state.number in moment.gone:
        sentence = say("The table goes on without you. Press a key.", N_("Back? Press a key"))
    else:
        sentence = say("Your turn: hold PEEK.", N_("Hold PEEK")) if waiting else public_sentence(moment)
    points = ""
    if moment.play is not None:
        sheet = moment.score(PUBLIC)
        for side in sheet.sides:
            if state.number in side.seats and sheet.counted:
                points = str(side.total)
    hint: Message | None = None
    if any(not _urgent(moment, ask) for ask in moment.dialogues(state.number)):
        hint = say("OK: choose", N_("OK: choose"))
    return HomeFace(
        seat=state.number,
        name=speaker.name(state.number) if state.number != PANEL else speaker.short(say("Table", N_("Table"))),
        sentence=speaker.short(sentence),
        points=points,
        awaited=waiting or state.number in moment.awaited.must,
        hint=speaker.short(hint) if hint else "",
        lock=waiting,
    )


def _score(sheet: ScoreSheet, seat: int, speaker: Speaker) -> ScoreFace:
    rows = [
        ScoreRow(
            rank.place,
            side.seats[0] if side.seats else 0,
            speaker.short(side.label),
            str(side.total) if sheet.counted else "",
        )
        for rank in sheet.ranking()
        for side in rank.sides
    ]
    own = next((index for index, row in enumerate(rows) if row.seat == seat and seat != PANEL), -1)
    winners = sheet.winners()
    won = winners[0].won if len(winners) == 1 else None
    title = speaker.short(won or say("Final score", N_("Final score")))
    return ScoreFace(title=title, rows=tuple(rows), own=own)


def _asking(dialogue: Dialogue, dial: Dial, speaker: Speaker, *, private: bool) -> AnyFace:
    question = dialogue.question
    prompt = speaker.short(question.prompt)
    hint = speaker.short(question.hint) if question.hint else ""
    explanation = speaker.say(question.hint) if question.hint and explained(question) else ""
    if dial.sure:
        return _sure(question.act or question.prompt, speaker, dial, private=private)
    match question:
        case Count(low=low, high=high, icon=icon):
            return CountFace(
                prompt=prompt, value=dial.value, low=low, high=high, icon=icon, effect=hint, private=private
            )
        case Dice(faces=faces):
            return DiceFace(prompt=prompt, dice=dial.dice, faces=faces, cursor=dial.at, private=private)
        case Pick(options=options):
            items = tuple(_item(option, speaker, None) for option in options)
            return MenuFace(
                prompt=prompt, items=items, cursor=dial.at, hint=hint, explanation=explanation, private=private
            )
        case PickMany(options=options):
            picks = [_item(option, speaker, str(option.value) in dial.picked) for option in options]
            done = MenuItem(speaker.short(say("Done ({n})", N_("Done ({n})"), n=len(dial.picked))), icon="check")
            return MenuFace(
                prompt=prompt,
                items=(*picks, done),
                cursor=dial.at,
                hint=hint,
                explanation=explanation,
                private=private,
            )
        case Confirm(yes=yes, no=no):
            return ConfirmFace(
                prompt=prompt,
                lines=(hint,) if hint else (),
                yes=speaker.short(yes),
                no=speaker.short(no),
                cursor=dial.at,
                private=private,
            )
        case Text():
            words = say("Write it on a phone.", N_("Write it on a phone"))
            return FlashFace(text=speaker.short(words), private=private)
    raise AssertionError(f"no face for {question.key}")


def _sure(act: Wording, speaker: Speaker, dial: Dial, *, private: bool) -> ConfirmFace:
    return ConfirmFace(
        prompt=speaker.short(say("Sure? No way back.", N_("Sure? No way back"))),
        lines=(speaker.short(act),) if "{answer}" not in getattr(act, "text", "") else (),
        yes=speaker.short(say("OK", N_("OK"))),
        no=speaker.short(say("Back", N_("Back"))),
        cursor=dial.at if dial.at in (0, 1) else 0,
        private=private,
    )


def _item(option: Option[Any], speaker: Speaker, marked: bool | None) -> MenuItem:
    return MenuItem(
        label=speaker.short(option.label),
        price=" ".join(_amount(amount) for amount in option.price),
        icon=option.icon,
        seat=option.seat or 0,
        reason=speaker.short(option.reason) if option.reason else "",
        hint=speaker.short(option.hint) if isinstance(option.hint, Message) and option.hint.short else "",
        marked=marked,
    )


def _amount(amount: Amount) -> str:
    return str(amount.n)
