"""Teach tags: hold one to a reader and tap what it is. Admin only."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, request
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.core.setup import SEATS
from companion.core.wording import Wording, say, verbatim
from companion.service.panel.tags.tag_teaching import BeginTeaching, EndTeaching, ForgetTags, TagsView, TeachTag
from companion.service.panel.tags.taught_tags import TagKind, TagMeaning
from companion.service.screens.view_builders import version_of
from companion.service.seats.seats_state import LONGEST_NAME
from companion.service.session.box_views import BoxView
from web.form_replies import send
from web.page_request import Fragment, PageRequest, library
from web.pages.host import host

pages = Blueprint("tags", __name__)


class TagThing(Struct, frozen=True):
    """Something that a tag can be: ``value`` is what is sent for it, ``tags`` how many it has."""

    value: str
    label: Wording
    tags: int = 0


class TagList(Struct, frozen=True):
    """Things of one kind that tags can be, under their title."""

    key: str
    title: Wording
    things: tuple[TagThing, ...]


@pages.get("/tags")
def page() -> str | Response:
    return host.host_page("tags")


@pages.post("/tags/teaching")
def teaching() -> Response:
    """Begin or end teaching."""
    return send(lambda: BeginTeaching() if request.form.get("on") == "1" else EndTeaching(), "tags")


@pages.post("/tags/teach")
def teach() -> Response:
    """The tag that was read last is what was tapped, or the person whose name was written."""
    return send(lambda: TeachTag(*_meant()), "tags")


@pages.post("/tags/forget")
def forget() -> Response:
    """Forget the tags of one thing."""
    return send(lambda: ForgetTags(*_meant()), "tags")


def _meant() -> tuple[TagKind, str, str, str]:
    """What was tapped: ``card/game/part/key``, ``seat/3``, ``person/Ana``; or ``person`` with its name written, or
    ``word`` with a game and what its questions call it.
    """
    form = request.form
    kind, _, rest = form.get("what", "").partition("/")
    if kind == "word":
        return "card", form.get("name", ""), form.get("game", ""), ""
    if kind == "card":
        game, _, rest = rest.partition("/")
        part, _, key = rest.partition("/")
        return "card", key, game, part
    return ("seat" if kind == "seat" else "person"), rest or form.get("name", ""), "", ""


def _sent(meaning: TagMeaning) -> str:
    middle = (meaning.game, meaning.part) if meaning.kind == "card" else ()
    return "/".join((meaning.kind, *middle, meaning.key))


def _of_box(box: BoxView, tags: dict[str, int]) -> Iterator[TagList]:
    """The components of a game, by their kinds."""
    for kind in box.kinds:
        values = [(f"card/{box.game}/{kind.kind.key}/{part.key}", part.label) for part in kind.parts]
        title = say("{game}: {kind}", game=box.title, kind=kind.kind.label)
        things = tuple(TagThing(value, label, tags.get(value, 0)) for value, label in values)
        yield TagList(f"{box.game}-{kind.kind.key}", title, things)


def _lists(req: PageRequest, view: TagsView, tags: dict[str, int]) -> list[TagList]:
    """All that a tag can be. Without teaching, what has tags."""
    people = tuple(TagThing(f"person/{name}", verbatim(name), tags.get(f"person/{name}", 0)) for name in view.people)
    gone = [value for value in tags if value.startswith("person/") and value not in {each.value for each in people}]
    people += tuple(TagThing(value, verbatim(value.partition("/")[2]), tags[value]) for value in gone)
    seats = tuple(TagThing(f"seat/{seat}", say("Seat {n}", n=seat), tags.get(f"seat/{seat}", 0)) for seat in SEATS)
    found = [TagList("people", say("People"), people), TagList("seats", say("Seats"), seats)]
    used = {meaning.game for meaning, _ in view.taught}
    for game in library().games().values():
        if game.meta.box and (view.teaching or game.meta.key in used):
            found += _of_box(req.view.boxes.box(game.meta.key), tags)
        words = [meaning for meaning, _ in view.taught if meaning.kind == "card" and not meaning.part]
        others = tuple(
            TagThing(_sent(word), verbatim(word.key), tags[_sent(word)]) for word in words if word.game == game.meta.key
        )
        if others:
            found.append(TagList(f"{game.meta.key}-others", say("{game}: others", game=game.meta.title), others))
    return found


def _lost(view: TagsView, lists: list[TagList]) -> Iterator[TagThing]:
    """What tags were taught and no game here has any more: it can be forgotten, and not be taught."""
    games, known = library().games(), {thing.value for each in lists for thing in each.things}
    for meaning, tags in view.taught:
        if (value := _sent(meaning)) not in known:
            game = games.get(meaning.game)
            title = verbatim(meaning.game) if game is None else game.meta.title
            yield TagThing(value, say("{game}: {kind}", game=title, kind=verbatim(meaning.key)), tags)


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    table, view = req.view.screens.table(), req.view.panel.tags()
    tags = {_sent(meaning): count for meaning, count in view.taught}
    lists = _lists(req, view, tags)
    lost = tuple(_lost(view, lists))
    names = {thing.value: thing.label for things in (*(each.things for each in lists), lost) for thing in things}
    version = version_of((view, table.title, table.phase, sorted(req.view.screens.names().items())))
    given = {
        "view": table,
        "version": version,
        "notices": (),
        "readers": view.readers,
        "teaching": view.teaching,
        "place": view.place,
        "known": names.get(_sent(view.known)) if view.known is not None else None,
        "possible": table.phase == "gathering",
        "lists": lists,
        "games": [(game.meta.key, game.meta.title) for game in library().games().values()] if view.teaching else [],
        "taught": [*(thing for each in lists for thing in each.things if thing.tags), *lost],
        "longest": LONGEST_NAME,
    }
    return Fragment("tags_fragment.html", version, given)
