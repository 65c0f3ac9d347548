"""Which printed fact is wrong, and what is right: questions that keys, phones, scribe and API can answer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.box_kinds import LONGEST_LIST, LONGEST_TEXT
from companion.core.box_reading import FactKey
from companion.core.boxes import Box, BoxField, BoxKind, Fact, Learned, fact, fact_words, kind_called
from companion.core.game import AnyGame
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, Text
from companion.core.wording import N_, Message, listed, say
from companion.plays.undo import printed_name, printed_value

MOST_USED = 12
"""Facts of the present question that are offered before all others."""

OTHER, LEAVE, NONE, DONE = "other", "leave", "none", "done"
ADD, DROP = "add.", "drop."


def ask_fact(game: AnyGame, box: Box, used: Sequence[FactKey]) -> Asking[Learned | None]:
    """A fact of ``box`` and what is printed in truth; None when nothing is wrong. ``used`` are offered first: those
    the question on the screen rests on.
    """
    chosen: FactKey | None = None
    if used:
        chosen = yield from _used(game, box, used[:MOST_USED])
        if chosen == ("", "", ""):
            return None
    if chosen is None:
        chosen = yield from _any(game, box)
    kind_key, key, field_key = chosen
    kind = kind_called(game.meta.box, kind_key)
    field = kind.field(field_key) if kind is not None else None
    if field is None:
        return None
    old = fact(box, *chosen)
    value = yield from _value(game, chosen, field, old)
    return Learned(kind_key, key, field_key, value)


def _used(game: AnyGame, box: Box, used: Sequence[FactKey]) -> Asking[FactKey | None]:
    names = {f"{kind}.{key}.{field}": (kind, key, field) for kind, key, field in used}
    options = tuple(Option(name, _said(game, box, place)) for name, place in names.items())
    picked = yield from Pick[str](
        key="fact-used",
        prompt=say("Which printed number is wrong?", N_("Which is wrong?")),
        hint=say("These are what this question rests on."),
        options=(
            *options,
            Option(OTHER, say("Another one", N_("Another one")), icon="next"),
            Option(LEAVE, say("None: leave it", N_("None: leave it")), icon="back"),
        ),
    )
    return names.get(picked, ("", "", "") if picked == LEAVE else None)


def _said(game: AnyGame, box: Box, place: FactKey) -> Message:
    learned = Learned(*place, fact(box, *place))
    return say(
        "{what}: {value}",
        what=printed_name(game, box, learned),
        value=printed_value(game, learned, learned.value),
    )


def _any(game: AnyGame, box: Box) -> Asking[FactKey]:
    """By kind, component and field."""
    kinds = [kind for kind in game.meta.box if _components(kind, box)]
    kind = kinds[0]
    if len(kinds) > 1:
        picked = yield from Pick[str](
            key="fact-kind",
            prompt=say("Where is something printed otherwise?", N_("Printed otherwise?")),
            options=tuple(Option(one.key, one.label) for one in kinds),
        )
        kind = next(one for one in kinds if one.key == picked)
    keys = _components(kind, box)
    parts = box.get(kind.key, {})
    key = keys[0]
    if len(keys) > 1:
        names = tuple(Option(one, kind.names(one, parts.get(one, {}))) for one in keys)
        key = yield from Pick[str](key="fact-component", prompt=say("Which one?", N_("Which one?")), options=names)
    field = kind.fields[0].key
    if len(kind.fields) > 1:
        said = tuple(Option(one.key, _field_said(one, game, (kind.key, key, one.key), box)) for one in kind.fields)
        field = yield from Pick[str](key="fact-field", prompt=say("What on it?", N_("What on it?")), options=said)
    return kind.key, key, field


def _components(kind: BoxKind, box: Box) -> list[str]:
    """Those of which anything is known."""
    parts = box.get(kind.key, {})
    return [key for key in kind.in_order(parts) if parts.get(key)]


def _field_said(field: BoxField, game: AnyGame, place: FactKey, box: Box) -> Message:
    learned = Learned(*place, fact(box, *place))
    return say("{what}: {value}", what=field.label, value=printed_value(game, learned, learned.value))


def _value(game: AnyGame, place: FactKey, field: BoxField, old: Fact | None) -> Asking[Fact | None]:
    """What is printed there."""
    prompt = say("What is printed there? {what}", N_("{what}?"), what=field.label)
    may_be_none = field.optional and old is not None and fact(game.box, *place) is None
    if field.many and not field.words:
        return (yield from _list(field, prompt, old))
    if field.choices:
        nothing = (Option(NONE, say("nothing", N_("nothing"))),) if may_be_none else ()
        options = tuple(Option(key, label) for key, label in field.choices)
        picked = yield from Pick[str](key="fact-value", prompt=prompt, options=(*options, *nothing))
        return None if nothing and picked == NONE else picked
    if may_be_none:
        something = yield from Pick[str](
            key="fact-there",
            prompt=prompt,
            options=(
                Option(DONE, say("Something else", N_("Something else"))),
                Option(NONE, say("nothing", N_("nothing"))),
            ),
        )
        if something == NONE:
            return None
    if field.numeric:
        start = old if isinstance(old, int) else field.low
        return (yield from Count(key="fact-value", prompt=prompt, low=field.low, high=field.high, start=start))
    if field.many:
        return (yield from _words(prompt, old))
    start_text = "" if old is None else str(old)
    return (yield from Text(key="fact-value", prompt=prompt, longest=LONGEST_TEXT, start=start_text))


def _words(prompt: Message, old: Fact | None) -> Asking[Fact | None]:
    """A list of texts, on one line."""
    start = ", ".join(map(str, old)) if isinstance(old, list) else ""
    hint = say("Several with commas between them; a dash for none.")
    longest = LONGEST_LIST * LONGEST_TEXT
    text = yield from Text(key="fact-value", prompt=prompt, hint=hint, longest=longest, start=start or "-")
    things: list[int | str] = [part.strip() for part in text.split(",") if part.strip() not in ("", "-")]
    return things


def _list(field: BoxField, prompt: Message, old: Fact | None) -> Asking[Fact | None]:
    """A list, by taking out and adding one thing after the other."""
    things: list[int | str] = list(old) if isinstance(old, list) else []
    choices = field.choices or tuple((str(n), say("{n}", n=n)) for n in range(field.low, field.high + 1))
    labels = dict(choices)
    while True:
        drops = tuple(
            Option(DROP + key, say("Take out: {what}", N_("Less: {what}"), what=labels[key]), icon="minus")
            for key in dict.fromkeys(map(str, things))
            if key in labels
        )
        adds = tuple(
            Option(ADD + key, say("Add: {what}", N_("More: {what}"), what=label), icon="plus") for key, label in choices
        )
        so_far = _in_words(field, things)
        picked = yield from Pick[str](
            key=f"fact-list-{len(things)}",
            prompt=prompt,
            hint=say("So far: {list}", list=so_far),
            options=(
                Option(DONE, say("That is all: {list}", N_("That is all"), list=so_far), icon="check"),
                *drops,
                *(adds if len(things) < LONGEST_LIST else ()),
            ),
        )
        if picked == DONE:
            return things
        act, _, key = picked.partition(".")
        thing: int | str = int(key) if field.numeric else key
        if act == "add":
            things = [*things, thing]
        else:
            things = [*things[: things.index(thing)], *things[things.index(thing) + 1 :]]


def _in_words(field: BoxField, things: Sequence[int | str]) -> Message:
    """A list in words."""
    words = fact_words(field, list(things))
    return listed(words) if words else say("nothing")
