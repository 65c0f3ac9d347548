"""Which printed fact is wrong: the facts that a question rests on, and the questions that find one among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from msgspec import structs

from companion.core.box_kinds import LONGEST_LIST, LONGEST_TEXT
from companion.core.box_reading import FactKey, ReadBox
from companion.core.boxes import Box, BoxField, BoxKind, Fact, Learned, fact, fact_words, kind_called
from companion.core.dialogue import walk
from companion.core.errors import Refused
from companion.core.game import AnyGame, own_box
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, Text
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer
from companion.core.step import TABLE
from companion.core.wording import N_, Message, listed, say
from companion.plays.undo import printed_name, printed_value
from companion.service.play.dialogues import PlayState, WalkedDialogue
from companion.service.play.play_now import PlayNow, log_bug


def used_by(game: AnyGame, state: Any, box: Box, standing: WalkedDialogue) -> tuple[FactKey, ...]:
    """The facts that a dialogue rests on, those of the components it names first. ``state`` is as the viewer of the
    dialogue sees it, ``box`` all that is known of the components. Where its questions looked up nothing that can be
    noted, any component counts that it names.
    """
    if not game.meta.box:
        return ()
    read = list(_read(game, state, standing, ReadBox(own_box(state))).known)
    return tuple(dict.fromkeys([*_named(game, box, standing, {kind for kind, _, _ in read}), *read]))


def uses_any(game: AnyGame, state: Any, box: Box, standing: WalkedDialogue) -> bool:
    """Whether ``used_by`` finds any fact; it looks no further than to the first."""
    if not game.meta.box:
        return False
    try:
        _read(game, state, standing, _FirstRead(own_box(state)))
    except _Found:
        return True
    return any(_named(game, box, standing, set()))


class _Found(Exception):
    """A fact was looked up."""


class _FirstRead(ReadBox):
    def note(self, kind: str, key: str, field: str, *, there: bool) -> None:
        super().note(kind, key, field, there=there)
        if self.known:
            raise _Found


def _read(game: AnyGame, state: Any, standing: WalkedDialogue, box: ReadBox) -> ReadBox:
    """``box``, in which the questions up to the present one have looked up what they rest on; nothing where they are
    refused or sealed.
    """
    if box:
        try:
            walk(game.ask(structs.replace(state, box=box), standing.seat), standing.answers)
        except (Refused, BrokenSeal):
            box.known.clear()
    return box


def _named(game: AnyGame, box: Box, standing: WalkedDialogue, kinds: Set[str]) -> Iterator[FactKey]:
    """The facts of the components that a dialogue names, of these kinds, or of any where there are none."""
    named = set(map(str, standing.answers))
    if isinstance(standing.walked.question, Pick):
        named |= {str(option.value) for option in standing.walked.question.options}
    for kind in game.meta.box:
        parts = box.get(kind.key, {}) if kind.key in kinds or not kinds else {}
        for key in kind.in_order(parts):
            if key in named:
                yield from ((kind.key, key, field.key) for field in kind.fields if field.key in parts.get(key, {}))


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


def rests_on(state: PlayState, place: int) -> tuple[FactKey, ...]:
    """The facts that the question on the screens of ``place`` rests on, as far as everybody may see it."""
    standing = _in_public(state, place)
    return used_by(state.on.game, state.on.known(PUBLIC), state.on.box, standing) if standing is not None else ()


def rests_on_any(state: PlayState, seat: int) -> bool:
    """Whether the question on the page of ``seat`` rests on any fact that everybody may see.

    The page has asked the seat's own dialogue already. As long as nothing of it is secret, it is what everybody sees.
    """
    own = state.standing(seat, Viewer(seat))
    standing = own if own is not None and not own.secret else _in_public(state, seat)
    if standing is None:
        return False
    return state.on.keep_while(("rests-on-any", standing.seat), (standing,), lambda: _uses_any(state.on, standing))


def _uses_any(play: PlayNow, standing: WalkedDialogue) -> bool:
    try:
        return uses_any(play.game, play.known(PUBLIC), play.box, standing)
    except Exception as error:
        log_bug(error)
        return False


def _in_public(state: PlayState, place: int) -> WalkedDialogue | None:
    return state.standing(place, PUBLIC) or state.standing(TABLE, PUBLIC)
