"""Faces of single questions: the question, and where its dial stands."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.options import Option
from companion.core.questions import Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.wording import N_, Message, SeatName, Speaker, Wording, listed, say, say_n
from companion.render.faces import AnyFace, ConfirmFace, CountFace, DiceFace, FlashFace, MenuFace, MenuItem
from companion.service.agreement.votes import Vote
from companion.service.panel.places.key_actions import Dial, explained
from companion.service.play.dialogues import button
from companion.service.play.play_views import Dialogue


def asking_face(dialogue: Dialogue, dial: Dial, speaker: Speaker, *, private: bool) -> AnyFace:
    """A question as small displays ask it where they draw no picture."""
    question = dialogue.question
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
    """A ballot, with who is still asked and what would happen; then what was chosen of it, to be confirmed."""
    face = asking_face(dialogue, dial, speaker, private=private)
    if dial.sure and dial.pending is not None and isinstance(face, ConfirmFace):
        chosen = speaker.short(button(dialogue.question, dial.pending))
        return structs.replace(face, prompt=speaker.short(dialogue.question.prompt), lines=(chosen, face.prompt))
    asked = still_asked(vote, speaker)
    told = " ".join(map(speaker.short if vote.kind in ("leave", "swap") else speaker.say, _short_effects(vote)))
    if isinstance(face, MenuFace):
        return structs.replace(face, hint=asked, explanation=f"{speaker.say(dialogue.question.prompt)} {told}")
    return structs.replace(face, lines=(asked, told)) if isinstance(face, ConfirmFace) else face


def _short_effects(vote: Vote) -> tuple[Wording, ...]:
    """What would happen. Of taking back only what is taken back: that it counts no more the heading says already."""
    return (vote.what,) if vote.kind in ("undo", "back") else vote.effects()


def still_asked(vote: Vote, speaker: Speaker) -> str:
    """Who has not answered yet: by name, of more than two how many."""
    missing = sorted(vote.needed.seats - vote.yes)
    if len(missing) > 2:
        n = len(missing)
        return speaker.short(say_n("{n} person is still asked.", "{n} people are still asked.", n, N_("Asked: {n}")))
    names = listed([SeatName(seat) for seat in missing]) if missing else say("nobody")
    return speaker.short(say("Still asked: {who}", N_("Asked: {who}"), who=names))


def sure_face(act: Wording, speaker: Speaker, cursor: int, *, private: bool, apart: bool = False) -> ConfirmFace:
    """Asks again before what cannot be taken back freely, or stands ``apart``; ``act`` is what would be done."""
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
    """The numbers of a price, for displays that have no room for what they are of."""
    return " ".join(str(amount.n) for amount in option.price)
