"""Faces of single questions: the question, and where its dial stands."""

from __future__ import annotations

from typing import Any

from companion.core.options import Option
from companion.core.questions import Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.wording import N_, Message, Speaker, Wording, say
from companion.render.faces import AnyFace, ConfirmFace, CountFace, DiceFace, FlashFace, MenuFace, MenuItem
from companion.service.panel.places.key_actions import Dial, explained
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
