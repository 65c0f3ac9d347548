"""The face of a form: a line for each field and each offer to fill in, and the one that sends."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.form_offers import LAST
from companion.core.forms import Field, held_up
from companion.core.questions import Count, Pick, PickMany
from companion.core.wording import N_, Message, Speaker, say
from companion.render.canvas.layout import fits_line
from companion.render.faces import FormFace, FormLine, FormOffer
from companion.service.panel.displays.question_faces import price_of
from companion.service.panel.places.form_entry import OFFER, OpenForm
from companion.service.play.dialogues import in_words

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
    """Every line but the one that sends."""
    fields = {field.key: field for field in opened.lines}
    for stop in opened.stops[:-1]:
        if stop.startswith(OFFER):
            yield FormOffer(speaker.short(AS_LAST_TIME if stop == f"{OFFER}{LAST}" else SAME_FOR_ALL))
        else:
            yield _line(fields[stop], opened.view.prompt, speaker)


def _line(field: Field, heading: Message, speaker: Speaker) -> FormLine:
    """The line of a field; one that asks what the heading says has no words of its own."""
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
    """The answers, or how many they are where they take more than a line."""
    chosen = {str(value) for value in answer}
    labels = [speaker.short(option.label) for option in question.options if str(option.value) in chosen]
    if not labels:
        return speaker.short(say("none", N_("none")))
    joined = ", ".join(labels)
    if fits_line(joined) or len(labels) == 1:
        return joined
    words: Message = say("{n} chosen", N_("{n} chosen"), n=len(labels))
    return speaker.short(words)
