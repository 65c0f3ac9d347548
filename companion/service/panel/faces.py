"""The face that each small display shows, computed from the moment and from the cursor and page of its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from companion.core.form_offers import LAST
from companion.core.forms import Field, held_up
from companion.core.instructions import Line, display_lines
from companion.core.options import Option
from companion.core.questions import Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, tab_of
from companion.core.wording import N_, Message, SeatName, Speaker, Wording, listed, say, say_n, seats_in
from companion.plays.reports.slips import Slip, SlipLine
from companion.plays.storage.entry import Entry
from companion.render.canvas.layout import fits_line
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    CountFace,
    DiceFace,
    FlashFace,
    FormFace,
    FormLine,
    FormOffer,
    HomeFace,
    MenuFace,
    MenuItem,
    ScoreFace,
    ScoreRow,
    SlipFace,
)
from companion.render.widgets.widget_face import spoken
from companion.service.agreement.votes import MISSED, VOTE, WITHDRAW, Vote
from companion.service.audit.audit_questions import SERVICE as AUDIT
from companion.service.audit.fact_proposal import SERVICE as FACT
from companion.service.panel.dials import Dial, as_dialled, dial_for, explained, fit_face, walk_face
from companion.service.panel.form_entry import OFFER, OpenForm, RefilledView, open_form
from companion.service.panel.joining import Joining, joining_face, pin_face, wifi_face
from companion.service.panel.key_menu import counting, has_keys_only, known_names, menu
from companion.service.panel.pad_lines import as_lines, is_straight, with_values
from companion.service.panel.place_states import PANEL, PlaceState
from companion.service.play.dialogues import button, in_words
from companion.service.play.play_now import told_of
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment
from companion.service.screens.view_builders import public_sentence, turn_of


def asking_face(dialogue: Dialogue, dial: Dial, speaker: Speaker, *, private: bool) -> AnyFace:
    """The face of a question without a picture."""
    question = as_dialled(dialogue.question)
    prompt = speaker.short(question.prompt)
    hint = speaker.short(question.hint) if question.hint else ""
    explanation = speaker.say(question.hint) if question.hint and explained(question) else ""
    if dial.sure:
        cursor = dial.at if dial.at in (0, 1) else 0
        if isinstance(question, Pick) and dial.pending is not None and (chosen := question.option(dial.pending)).apart:
            return sure_face(chosen.act or chosen.label, speaker, cursor, private=private, apart=True)
        return sure_face(question.act or question.prompt, speaker, cursor, private=private)
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


def vote_face(vote: Vote, dialogue: Dialogue, dial: Dial, speaker: Speaker, *, private: bool) -> AnyFace:
    """The face of a ballot: the question, who is still asked and what would happen; then the chosen answer, to be
    confirmed.
    """
    face = asking_face(dialogue, dial, speaker, private=private)
    if dial.sure and dial.pending is not None and isinstance(face, ConfirmFace):
        chosen = speaker.short(button(dialogue.question, dial.pending))
        return structs.replace(face, prompt=speaker.short(dialogue.question.prompt), lines=(chosen, face.prompt))
    asked = still_asked(vote, speaker)
    told = " ".join(map(speaker.short if vote.kind in ("leave", "swap") else speaker.say, _short_effects(vote)))
    if isinstance(face, MenuFace):
        return structs.replace(face, hint=asked, explanation=f"{speaker.say(dialogue.question.prompt)} {told}")
    # what is taken back comes first, because the rest may not fit
    lines = (told, asked) if vote.kind in ("undo", "back") else (asked, told)
    return structs.replace(face, lines=lines) if isinstance(face, ConfirmFace) else face


def _short_effects(vote: Vote) -> tuple[Wording, ...]:
    """What a vote would do, in short. Of an undo only what is undone, since the heading says that it would no longer
    count.
    """
    return (vote.what,) if vote.kind in ("undo", "back") else vote.effects()


def still_asked(vote: Vote, speaker: Speaker) -> str:
    """Who has not answered a vote yet: names, or the number if more than two."""
    missing = sorted(vote.silent)
    if len(missing) > 2:
        n = len(missing)
        return speaker.short(say_n("{n} person is still asked.", "{n} people are still asked.", n, N_("Asked: {n}")))
    names = listed([SeatName(seat) for seat in missing]) if missing else say("nobody")
    return speaker.short(say("Still asked: {who}", N_("Asked: {who}"), who=names))


def sure_face(act: Wording, speaker: Speaker, cursor: int, *, private: bool, apart: bool = False) -> ConfirmFace:
    """The face that asks for confirmation of something that cannot be undone freely, or that is ``apart``. ``act`` says
    what would be done.
    """
    sure = say("Sure?", N_("Sure?")) if apart else say("Sure? No way back.", N_("Sure? No way back"))
    return ConfirmFace(
        prompt=speaker.short(sure),
        lines=(speaker.short(act),) if "{answer}" not in getattr(act, "text", "") else (),
        yes=speaker.short(say("OK", N_("OK"))),
        no=speaker.short(say("Back", N_("Back"))),
        cursor=cursor,
        private=private,
    )


def _item(option: Option[Any], speaker: Speaker, marked: bool | None) -> MenuItem:
    return MenuItem(
        label=speaker.short(option.label),
        price=price_of(option),
        icon=option.icon,
        seat=option.seat or 0,
        reason=speaker.short(option.reason) if option.reason else "",
        hint=speaker.short(option.hint) if isinstance(option.hint, Message) and option.hint.short else "",
        marked=marked,
    )


def price_of(option: Option[Any]) -> str:
    """The numbers of a price, for displays without room for units."""
    return " ".join(str(amount.n) for amount in option.price)


AS_LAST_TIME = say("As last time", N_("As last time"))
SAME_FOR_ALL = say("The same for all", N_("The same for all"))


def form_face(opened: OpenForm, speaker: Speaker, *, private: bool) -> FormFace:
    """The lines of ``opened`` around the cursor, in short words."""
    view, stops = opened.view, opened.stops
    refused = None if view.ready else held_up(view.fields).refused
    return FormFace(
        prompt=speaker.short(view.prompt),
        lines=tuple(_lines(opened, speaker)),
        cursor=stops.index(opened.entry.at),
        act=speaker.short(view.preview.act),
        ready=view.ready,
        reason=speaker.short(refused) if refused is not None else "",
        private=private,
    )


def _lines(opened: OpenForm, speaker: Speaker) -> Iterator[FormLine | FormOffer]:
    """Every line except the one that sends."""
    fields = {field.key: field for field in opened.lines}
    for stop in opened.stops[:-1]:
        if stop.startswith(OFFER):
            yield FormOffer(speaker.short(AS_LAST_TIME if stop == f"{OFFER}{LAST}" else SAME_FOR_ALL))
        else:
            yield _line(fields[stop], opened.view.prompt, speaker)


def _line(field: Field, heading: Message, speaker: Speaker) -> FormLine:
    """The line of a field; without words if its question repeats the heading."""
    question, answer = field.question, field.answer
    label = speaker.short(question.prompt) if question.prompt != heading else ""
    reason = speaker.short(field.refused) if field.refused is not None else ""
    if answer is None:
        return FormLine(label=label, reason=reason)
    option = None
    if isinstance(question, Pick):
        option = next((option for option in question.options if str(option.value) == str(answer)), None)
    if option is not None:
        price = price_of(option)
        words = speaker.short(option.label)
        value = f"{words} ({price})" if price else words
        return FormLine(label=label, value=value, icon=option.icon, seat=option.seat or 0, reason=reason)
    if isinstance(question, PickMany) and isinstance(answer, list):
        return FormLine(label=label, value=_several(question, answer, speaker), reason=reason)
    icon = question.icon if isinstance(question, Count) else ""
    return FormLine(label=label, value=speaker.short(in_words(question, answer)), icon=icon, reason=reason)


def _several(question: PickMany[str], answer: list[int | str], speaker: Speaker) -> str:
    """The answers, or how many they are if they do not fit on one line."""
    chosen = {str(value) for value in answer}
    labels = [speaker.short(option.label) for option in question.options if str(option.value) in chosen]
    if not labels:
        return speaker.short(say("none", N_("none")))
    joined = ", ".join(labels)
    if fits_line(joined) or len(labels) == 1:
        return joined
    words: Message = say("{n} chosen", N_("{n} chosen"), n=len(labels))
    return speaker.short(words)


FIRST = (VOTE, MISSED, AUDIT, FACT)
"""Services whose questions from the table come before what keys ask of the table."""


def on_screen(moment: Moment, state: PlaceState) -> Dialogue | None:
    """The dialogue on which the keys of a place act: the public part, or all of it while PEEK is held. None while a
    slip is shown. A menu that writes a score pad is replaced by the lines of the pad; a number of a pad only once BACK
    has opened the lines.
    """
    if slip_at(moment, state) is not None:
        return None
    asked = _asked_at(moment, state)
    if asked is None or state.peek or (is_straight(asked) and state.listed != asked.digest):
        return asked
    return as_lines(moment, asked) or asked


def lines_above(moment: Moment, state: PlaceState) -> str:
    """The digest of a number that is asked for directly and whose pad has lines above it; else ""."""
    asked = on_screen(moment, state)
    if asked is None or state.peek or not is_straight(asked) or as_lines(moment, asked) is None:
        return ""
    return asked.digest


def _asked_at(moment: Moment, state: PlaceState) -> Dialogue | None:
    if (state.peek and state.aside) or said_to_have_left(moment) == state.number:
        return None
    # A question to the table expires, so it must not wait behind the seat's own turn.
    asked = sorted(moment.dialogues(state.number), key=lambda dialogue: not dialogue.service.startswith(VOTE))
    if (opened := _of_keys(moment, state, asked)) is not None:
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


def _of_keys(moment: Moment, state: PlaceState, asked: Sequence[Dialogue]) -> Dialogue | None:
    """The proposal that counts down for the whole table, if this place is asked about it; else the menu, if it is open
    and the table itself asks nothing.
    """
    if not state.peek and (proposed := counting(moment, state.number)) is not None:
        return proposed
    if not state.menu or any(dialogue.service.startswith(FIRST) for dialogue in asked):
        return None
    return menu(moment, state.number, state.menu)


def slip_at(moment: Moment, state: PlaceState) -> Slip | None:
    """The slip that the display of a place shows, the latest first. A slip caused by another seat comes before any
    question of the game; one caused by the seat's own move is shown when nothing is asked.
    """
    if state.number == PANEL or moment.phase != "playing" or state.aside or state.page > int(state.peek):
        return None
    if said_to_have_left(moment) == state.number:
        return None
    slips = moment.slips(state.number) if state.peek else moment.slips_by_public_steps(state.number)
    found = [slip for slip in slips.open if _readable(slip, state)]
    if not found or (state.menu and menu(moment, state.number, state.menu) is not None):
        return None
    asked = _asked_at(moment, state)
    if asked is None:
        return found[-1]
    if asked.service:
        return None
    return next((slip for slip in reversed(found) if _cause(moment, state.number, slip.line) != state.number), None)


def _readable(slip: Slip, state: PlaceState) -> tuple[SlipLine, ...]:
    """The lines of a slip that a display may show now."""
    if state.peek and not any(line.secret for line in slip.lines):
        return ()  # a person who holds PEEK wants to see secrets only
    return tuple(line for line in slip.lines if (state.peek or not line.secret) and line.row != "none")


def _step_of(moment: Moment, seat: int, line: int) -> Entry | None:
    recent = moment.play.recent.get(Viewer(seat), ()) if moment.play is not None else ()
    return next((each.entry for each in recent if each.line == line), None)


def _cause(moment: Moment, seat: int, line: int) -> int:
    """The seat whose step made a slip (0: the table)."""
    entry = _step_of(moment, seat, line)
    return entry.seat if entry is not None else TABLE


def _slip_face(moment: Moment, state: PlaceState, slip: Slip, speaker: Speaker) -> SlipFace:
    entry = _step_of(moment, state.number, slip.line)
    title, actor = None, entry.seat if entry is not None else TABLE
    if entry is not None and entry.open:
        title = _told_to(entry, state.number)
        actor = next(iter(seats_in(title)), actor) if title is not None else state.number
    return SlipFace(
        seat=state.number,
        actor=actor,
        title=speaker.short(title) if title is not None else "",
        rows=display_lines((Line(line.words, line.short, line.row) for line in _readable(slip, state)), speaker),
        ok=speaker.short(say("OK: done", N_("OK: done"))),
        private=state.peek and any(line.secret for line in slip.lines),
        page=slip_page(state, slip),
    )


def slip_page(state: PlaceState, slip: Slip) -> int:
    """The page of a slip to which the place has turned."""
    line, page = state.slip_page
    return page if line == slip.line else 0


def _told_to(entry: Entry, seat: int) -> Message | None:
    """What a step says about ``seat``, else its first line, in public words. None if it reveals several things that the
    seat had chosen, because then no single one is the cause.
    """
    told = [one for one in entry.told if isinstance(one, Message)]
    of_it = [one for one in told if seat in seats_in(one)]
    if sum(one.large and not one.first for one in of_it) > 1:
        return None
    first = next((one for one in of_it if one.first), None) or next(iter(of_it), None)
    return seen(first, PUBLIC) if first is not None else told_of(entry)


def said_to_have_left(moment: Moment) -> int | None:
    """The seat of which the table is asked whether its person has left, if any. Its display asks the person."""
    return next((vote.target for vote in moment.votes if vote.kind == "leave"), None)


def _urgent(moment: Moment, dialogue: Dialogue) -> bool:
    if dialogue.service.startswith(WITHDRAW):
        return False
    return bool(dialogue.service) or dialogue.seat in moment.awaited.must


def locked(moment: Moment, state: PlaceState) -> bool:
    """Whether the seat has something to do that is shown only while PEEK is held."""
    return any(_urgent(moment, ask) for ask in moment.dialogues(state.number)) and _asked_at(moment, state) is None


def face_of(moment: Moment, state: PlaceState, speaker: Speaker, joining: Joining) -> AnyFace:
    """What the display of a place shows now."""
    if state.flash is not None:
        return state.flash
    if state.pin:
        return pin_face(state.pin, speaker)
    if state.wifi:
        return wifi_face(speaker, is_open=state.wifi == "close")
    slip = slip_at(moment, state)
    if slip is not None:
        return _held(_slip_face(moment, state, slip, speaker), state)
    dialogue = on_screen(moment, state)
    if dialogue is not None:
        opened = form_at(moment, state)
        asking = _formed(moment, state, opened, speaker) if opened else _asked(moment, state, dialogue, speaker)
        return _held(structs.replace(asking, seat=dialogue.seat), state)
    pages = pages_of(moment, state)
    if 0 < state.page <= len(pages):
        return spoken(pages[state.page - 1], speaker, private=state.peek)
    if moment.phase == "over" and moment.play is not None:
        return _score(moment.score(PUBLIC), state.number, speaker)
    if state.number == PANEL and moment.problem is not None:
        return _warned(moment.problem, joining, speaker)
    if state.number == PANEL and moment.phase == "gathering":
        return joining_face(joining, speaker)
    return _home(moment, state, speaker)


def _held(face: AnyFace, state: PlaceState) -> AnyFace:
    return structs.replace(face, held=True) if state.held else face


def form_at(moment: Moment, state: PlaceState) -> OpenForm | None:
    """The form of the dialogue on screen, with what was entered with the keys of this place; None without a form."""
    dialogue = on_screen(moment, state)
    if dialogue is None or dialogue.form is None:
        return None
    return open_form(dialogue, dialogue.form, state.entry, refill_at(moment, state, dialogue))


def refill_at(moment: Moment, state: PlaceState, dialogue: Dialogue) -> RefilledView:
    """A function that refills the form with given answers, limited to what this display may show."""
    viewer = PUBLIC if dialogue.seat == TABLE else _looker(state)
    return lambda given: moment.playing.refilled(dialogue, viewer, given)


def _formed(moment: Moment, state: PlaceState, opened: OpenForm, speaker: Speaker) -> AnyFace:
    """The face of a form: its lines, or the question that is open."""
    if opened.entry.sure is not None:
        return sure_face(opened.view.preview.act, speaker, opened.entry.sure, private=state.peek)
    if opened.entry.page is not None and opened.asked is not None:
        return _asked(moment, replace(state, dial=opened.entry.page), opened.asked, speaker)
    return form_face(opened, speaker, private=state.peek)


def _asked(moment: Moment, state: PlaceState, dialogue: Dialogue, speaker: Speaker) -> AnyFace:
    """The face of a single question, as a picture if possible."""
    dial = dial_for(dialogue, state.dial)
    if (vote := _vote_of(moment, dialogue)) is not None:
        return vote_face(vote, dialogue, dial, speaker, private=state.peek)
    drawn = None if dial.sure else _drawn(moment, state, dialogue, dial, speaker)
    face = drawn or asking_face(dialogue, dial, speaker, private=state.peek)
    return with_values(moment, dialogue, face, speaker) if isinstance(face, MenuFace) else face


def _vote_of(moment: Moment, dialogue: Dialogue) -> Vote | None:
    """The vote of which a dialogue is a ballot, or None."""
    return next((vote for vote in moment.votes if dialogue.service == VOTE + vote.id), None)


def _drawn(moment: Moment, state: PlaceState, dialogue: Dialogue, dial: Dial, speaker: Speaker) -> AnyFace | None:
    """The face of a question as a picture, if this display may show it: with a position marked, or a piece laid over
    it. None without a picture.
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
    """The viewer for the display of a place: its seat while PEEK is held, else the public."""
    return Viewer(state.number) if state.peek and state.number != PANEL else PUBLIC


def pages_of(moment: Moment, state: PlaceState) -> tuple[AnyWidget, ...]:
    """The widgets to page through: the public ones, or the seat's own while PEEK is held.

    Widgets about the seat of this place come first, those about a single other seat last.
    """
    if moment.play is None:
        return ()
    viewer = _looker(state)
    pages = [widget for widget in moment.widgets(viewer) if widget.secret == (viewer is not PUBLIC)]
    if state.number != PANEL:
        pages.sort(key=lambda page: (tab_of(page, state.number) != "mine") + (page.seat not in (None, state.number)))
    return tuple(pages)


def _warned(warning: Message, joining: Joining, speaker: Speaker) -> HomeFace:
    table = speaker.short(say("Table", N_("Table")))
    return HomeFace(seat=PANEL, name=table, sentence=speaker.short(warning), hint=joining.address)


def _home(moment: Moment, state: PlaceState, speaker: Speaker) -> HomeFace:
    if state.number not in (PANEL, *moment.gathering.names):
        free = say("This seat is free.", N_("This seat is free"))
        sit = speaker.short(say("OK: sit down", N_("OK: sit down"))) if state.keys and moment.play is None else ""
        return HomeFace(seat=state.number, name=speaker.name(state.number), sentence=speaker.short(free), hint=sit)
    points = ""
    if moment.play is not None:
        sheet = moment.score(PUBLIC)
        for side in sheet.sides:
            if state.number in side.seats and sheet.counted:
                points = str(side.total)
    waiting = locked(moment, state) and said_to_have_left(moment) != state.number
    sentence, hint = _awaiting(moment, state, speaker, hidden=waiting)
    if not hint and any(not _urgent(moment, ask) for ask in moment.dialogues(state.number)):
        covered = _asked_at(moment, replace(state, opened=True, peek=False)) is None
        peeked = say("PEEK+BACK: choose", N_("PEEK+BACK: choose"))
        hint = speaker.short(peeked if covered else say("BACK: choose", N_("BACK: choose")))
    if not hint and moment.phase == "gathering" and state.keys and has_keys_only(moment, state.number):
        named = say("BACK: name, stand up", N_("BACK: name, leave"))
        hint = speaker.short(named if known_names(moment) else say("BACK: stand up", N_("BACK: stand up")))
    turn = turn_of(moment) if sentence == public_sentence(moment) else None
    if not hint and not waiting and turn is not None:
        hint = _lately(moment, state.number, speaker)
    return HomeFace(
        seat=state.number,
        name=speaker.name(state.number) if state.number != PANEL else speaker.short(say("Table", N_("Table"))),
        sentence=speaker.short(sentence),
        points=points,
        awaited=waiting or state.number in moment.awaited.must,
        hint=hint,
        lock=waiting,
        whose=tuple(seat for seat in turn.seats if seat) if turn is not None else (),
    )


def _lately(moment: Moment, seat: int, speaker: Speaker) -> str:
    """The last thing that happened to ``seat`` since it acted, corrections by others included; else the last move. In
    public words.
    """
    recent = moment.play.recent.get(PUBLIC, ()) if moment.play is not None else ()
    last: Message | None = None
    for each in reversed(recent):
        corrected = each.entry.kind == "correction"
        if each.undone or not (each.is_move or corrected):
            continue
        told = [one for one in each.entry.told if isinstance(one, Message)]
        if corrected:
            about_it = next((one for one in told if seat in seats_in(one)), None)
            if about_it is not None and each.entry.seat != seat:
                return speaker.short(_corrected(seen(about_it, PUBLIC)))
            continue
        if each.entry.seat == seat and last is not None:
            break
        to_it = next((one for one in told if one.first and seat in seats_in(one)), None)
        if to_it is not None and each.entry.seat != seat:
            return speaker.short(seen(to_it, PUBLIC))
        last = last or next((seen(one, PUBLIC) for one in sorted(told, key=lambda one: not one.first)), None)
    return speaker.short(last) if last is not None else ""


def corrected_by_others(entry: Entry) -> Mapping[int, Message]:
    """For each seat, the public words about its number that another seat corrected."""
    told = [seen(one, PUBLIC) for one in entry.told if isinstance(one, Message)]
    return {seat: _corrected(one) for one in told for seat in seats_in(one) if seat not in (TABLE, entry.seat)}


def _corrected(told: Message) -> Message:
    """A line about a corrected number for its owner's display: without the owner's name."""
    what, new = told.args.get("what"), told.args.get("new")
    if not isinstance(what, Message) or new is None:
        return told
    label = what.args.get("what", what)
    return say("{who} sets {what} to {new}.", N_("{who}: {what} now {new}"), who=told.args["who"], what=label, new=new)


def _awaiting(moment: Moment, state: PlaceState, speaker: Speaker, *, hidden: bool) -> tuple[Message, str]:
    """The text of a display without a question, and the hint below it. ``hidden``: there is a question that is shown
    only while PEEK is held.
    """
    if said_to_have_left(moment) == state.number:
        return say("Have you left? Press a key.", N_("Left? Press a key")), ""
    if moment.playing.rules_broke and moment.problem is not None:
        return moment.problem, ""
    if state.number in moment.gone:
        return say("The table goes on without you. Press a key.", N_("Back? Press a key")), ""
    if state.number in moment.seats.comings.open and state.number not in moment.awake:
        return say("This seat is free. Press a key to sit down.", N_("Free: press a key")), ""
    if hidden:
        return say("Your turn: hold PEEK.", N_("Hold PEEK")), ""
    if moment.votes:
        # A seat that is not asked, or has answered, sees what the table waits for.
        return moment.votes[0].announced(), still_asked(moment.votes[0], speaker)
    # A warning may last for hours, so it must not hide whose turn it is.
    return public_sentence(moment), speaker.short(moment.problem or "")


def _score(sheet: ScoreSheet, seat: int, speaker: Speaker) -> ScoreFace:
    rows = [
        ScoreRow(
            rank.place,
            side.seats[0] if side.seats else 0,
            speaker.short(side.people),
            str(side.total) if sheet.counted else "",
        )
        for rank in sheet.ranking()
        for side in rank.sides
    ]
    own = next((index for index, row in enumerate(rows) if row.seat == seat and seat != PANEL), -1)
    winners = sheet.winners()
    won = winners[0].won if len(winners) == 1 else None
    title = speaker.short(won or sheet.lost or say("Final score", N_("Final score")))
    return ScoreFace(title=title, rows=tuple(rows), own=own)
