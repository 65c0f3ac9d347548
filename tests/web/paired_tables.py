"""Two plays that differ only in secrets of others, and everything one viewer can get of them.

``PairedTables.do`` does the same at both tables; what a seat hides is chosen by ``other``: the same value at both
tables for the viewer's own seat, different ones for everybody else's.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Self, TypeVar
from unittest.mock import patch

from werkzeug.test import TestResponse

from companion.core.forms import Field
from companion.core.game import AnyGame
from companion.core.questions import Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.games import score_sheet
from companion.games.score_sheet.sharing import code_of
from companion.keeping.copier import Copier
from companion.plays.log.card_codes import new_card_code
from companion.plays.time_source import Clock
from companion.service.play.play_views import Dialogue
from companion.service.session.sending import PublishingRules, SetReporting
from tests.mqtt.recording_publisher import RecordingPublisher
from tests.reporting.test_club_page import FakeReporter
from tests.service.at_table import HOST, PIN, HandClock, Room, token
from tests.web.flask_site import Browser, Site, Stream, answered

T = TypeVar("T")

OWN_CARD = new_card_code(lambda count: bytes([1] * count))
"""The code of a card that the viewer has."""

STREAMS = (
    "seat",
    "audit",
    "table",
    "log",
    "score",
    "join",
    "host",
    "scribe",
    "sim",
    "hardware",
    "tags",
    "keeping",
    "wifi",
    "room",
    "club",
    "card",
    "watch",
)


class PairedTables:
    """Two tables that differ in one secret, asked for the same pages. ``viewer`` is a seat, or 0 for the public and the
    host, who know nothing that is hidden.
    """

    def __init__(
        self,
        folder: Path,
        viewer: int,
        *games: AnyGame,
        sheets: bool = False,
        copier: Callable[[Path, Clock], Copier] | None = None,
    ) -> None:
        self.viewer = viewer
        self._stack = ExitStack()
        self.sites: list[Site] = []
        self.published: list[RecordingPublisher] = []
        self._ids = (_Ids(), _Ids())
        for name, ids in zip(("first", "second"), self._ids, strict=True):
            with ids.used():
                recorded = RecordingPublisher(clock := HandClock())
                log = folder / name / "log.sqlite"
                room = Room(
                    log,
                    *games,
                    profile="simulated",
                    sheets=sheets,
                    clock=clock,
                    publisher=recorded.watching,
                    reporter=FakeReporter().made,
                    copier=partial(copier, log) if copier is not None else None,
                )
            recorded.follow(PublishingRules(on=True, names=True))
            self.published.append(recorded)
            self._stack.callback(room.close)
            self.sites.append(Site(room))
        self._streams: dict[str, list[Stream]] = {}
        self.seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pair in self._streams.values():
            for stream in pair:
                stream.close()
        self._stack.close()

    # -- doing -------------------------------------------------------------------------------------------------

    def do(self, act: Callable[[Site, Callable[[int, T, T], T]], object]) -> None:
        """Do the same at both tables; ``act`` is given the site and what to hide there."""
        for second, site in enumerate(self.sites):
            self.published[second].step += 1

            def hide(seat: int, one: T, another: T, second: int = second) -> T:
                """What ``seat`` chooses or draws in secret here."""
                return another if second and seat != self.viewer else one

            with self._ids[second].used():
                act(site, hide)

    def answer(self, seat: int, *answers: Any, key: str = "") -> None:
        """A seat answers the same at both tables. A pair of tuples ``("hide", one, another)`` differs."""
        for answer in answers:
            self.do(lambda site, hide, answer=answer: _take(site, seat, _here(seat, answer, hide), key))

    def begin(self, seats: int, game: str, **settings: Any) -> None:
        """Everybody sits down; the viewer has further devices, one for each page that it leaves open. All are awake."""

        def begin(site: Site, _hide: Any) -> None:
            site.room.host()
            assert site.room.table.ask(HOST, SetReporting(on=True)).taken
            site.room.begin(seats, game, **settings)
            play = site.room.moment.gathering.play_id
            for page in STREAMS:
                if self.viewer:
                    site.room.log.tokens.put(token(f"{self.viewer}-{page}"), play, self.viewer)
                else:
                    site.room.table.roles.by_pin(token(f"0-{page}"), PIN)
            site.room.table.seats.claims_changed()
            for seat in range(1, seats + 1):
                site.room.press(seat, "back")

        self.do(begin)
        for name, page in product(self.names, STREAMS):
            if page not in ("sim", "hardware", "tags", "keeping", "wifi", "room", "club") or name == "0":
                who = f"{name}-{page}"
                self._streams[who] = [Stream(site.browser(who), page) for site in self.sites]

    # -- looking -----------------------------------------------------------------------------------------------

    @property
    def eyes(self) -> dict[str, str | int]:
        """The browsers that look: the viewer's own; where everything is hidden, a stranger's and the host's."""
        return {"own": self.viewer} if self.viewer else {"own": "host", "stranger": "stranger"}

    @property
    def names(self) -> tuple[str, ...]:
        """Whose pages lie open: ``public`` is a device without a seat."""
        return (str(self.viewer),) if self.viewer else ("0", "public")

    def same_streams(self) -> None:
        """What came through every open page is the same, in the same order."""
        for who, pair in self._streams.items():
            first, second = (stream.drained() for stream in pair)
            self.compare(f"events of {who}", first, second)
            self.compare(f"bytes of events of {who}", *(stream.sizes for stream in pair))

    def same_publications(self) -> None:
        """What the room around the table was told, in the same order at the same moments."""
        first, second = (recorded.sent for recorded in self.published)
        self.compare("what is published, and when", first, second)

    def same_pictures(self) -> None:
        """All small displays, and the viewer's own while PEEK is held there."""
        self.compare("pictures", *(_pictures(site) for site in self.sites))
        if not self.viewer:
            return
        for site in self.sites:
            site.room.tell(f"hold {self.viewer} peek")
        self.compare("pictures while peeking", *(_pictures(site) for site in self.sites))
        for site in self.sites:
            site.room.tell(f"release {self.viewer} peek")
            site.room.past(1)
        self.compare("pictures after peeking", *(_pictures(site) for site in self.sites))

    def same(self, what: str, ask: Callable[[Browser, Site], TestResponse], who: str = "own") -> TestResponse:
        """Ask both tables the same; the answers are the same to the byte."""
        eye = self.eyes[who]
        replies: list[TestResponse] = []
        for site, ids in zip(self.sites, self._ids, strict=True):
            with ids.used():
                replies.append(ask(site.browser(eye), site))
        self.compare(f"{what} for {who}", *map(_whole, replies))
        assert replies[0].status_code != 500, f"{what} for {who} breaks at both tables alike"
        return replies[0]

    def same_pages(self) -> None:
        """Every address that may be opened, for every browser that looks."""
        for rule in sorted(self.sites[0].app.url_map.iter_rules(), key=lambda rule: rule.endpoint):
            if rule.endpoint not in {**LOOKS, **ACTS, **CALLS, **PUTS}:
                raise AssertionError(f"{rule.rule} ({rule.endpoint}) is unknown here: say how it is walked")
            for address in LOOKS.get(rule.endpoint, ()):
                for who in self.eyes:
                    self.same(address, lambda browser, site, to=address: browser.get(_address(to, site)), who)

    def same_previews(self) -> None:
        """What every answer would do, for every question the viewer is asked; nonsense and what is out of reach too."""
        for ask in self.asked():
            for answer in answers_to(ask.question):
                form = answered(ask, answer)
                self.same(f"preview of {answer}", lambda browser, _, form=form: browser.post("/seat/preview", form))
                self._same_step(form)

    def _same_step(self, form: dict[str, Any]) -> None:
        """What a step with an answer comes to; one that was taken is taken back."""
        reply = self.same(f"step {form}", lambda browser, _: browser.post("/seat/step", {**form, "nonce": ""}))
        if (reply.get_json(silent=True) or {}).get("taken"):
            back = {"seat": form["seat"], "do": "back"}
            self.same("step back", lambda browser, _: browser.post("/seat/answer", back))

    def same_forms(self, most: int | None = None) -> int:
        """How every form that the viewer is asked looks after each change of a field, nonsense too, and how long that
        is; and what of it is taken under a digest that is not its own. With ``most``, so many changes of each form.
        Returns how many were compared.
        """
        compared = 0
        for ask in self.asked():
            fields = ask.form.fields if ask.form is not None else ()
            changes = [(field, answer) for field in fields for answer in answers_to(field.question)]
            for field, answer in changes[:: -(-len(changes) // most) if most and changes else 1]:
                self._same_form(ask, field, answer)
                compared += 1
        return compared

    def _same_form(self, ask: Dialogue, field: Field, answer: Any) -> None:
        """How a form looks with one field changed, to script, to a bare browser, to a program; and sent as it is."""
        form = sent_field(ask, field, answer)
        self.same(f"form with {form}", lambda browser, _: browser.post("/seat/form/fill", form))
        self.same(f"filled {form}", lambda browser, _: browser.post("/seat/form/filled", form, script=False))
        self.same(f"sent {form}", lambda browser, _: browser.post("/seat/form", form))
        given = {"seat": ask.seat, "answers": {field.key: answer}}
        for who in self.eyes:
            self.same(f"filled {given}", lambda browser, _: browser.call("POST", "/forms/filled", given), who)

    def same_form_keys(self) -> None:
        """What the viewer's own display shows after each turn of its knob in its forms."""
        if not self.viewer or not any(ask.form for ask in self.asked()):
            return
        for key in ("down", "down", "up", "back"):
            for site in self.sites:
                site.room.tell(f"hold {self.viewer} peek")
                site.room.press(self.viewer, key)
            self.compare(f"pictures after {key}", *(_pictures(site) for site in self.sites))
            for site in self.sites:
                site.room.tell(f"release {self.viewer} peek")
                site.room.past(1)
            self.compare(f"pictures once {key} was pressed", *(_pictures(site) for site in self.sites))

    def same_refusals(self) -> None:
        """What the viewer is told when it asks for what it must not get. Nothing changes by it."""
        seat = self.viewer or 1
        asks = [{**answered(ask, []), "answer": "nonsense"} for ask in self.asked()]
        asks += [{"seat": str(other), "digest": "stale", "answer": "x"} for other in (0, 1, 2, 3, 9)]
        asks += [{"seat": str(other), "service": "chance-1", "digest": "x", "answer": "1"} for other in (1, 2, 3)]
        for form in asks:
            self.same(f"answer {form}", lambda browser, _, form=form: browser.post("/seat/answer", form))
        for path, sent in PUTS.values():
            self.same(f"{path} {sent}", lambda browser, _, to=path, sent=sent: browser.put(to, sent))
        for path, form in REFUSED:
            form = {key.format(other=seat % 3 + 1): value.format(other=seat % 3 + 1) for key, value in form.items()}
            for script in (True, False):
                self.same(
                    f"{path} {form}",
                    lambda browser, _, to=path, form=form, script=script: browser.post(to, form, script=script),
                )

    def check(self, *, whole: bool = False) -> None:
        """Compare what has come by itself; ``whole``: also everything that can be asked for."""
        self.seen += 1
        self.same_streams()
        self.same_publications()
        self.same_pictures()
        if whole:
            self.same_pages()
            self.same_previews()
            self.same_forms()
            self.same_refusals()
            self.same_streams()

    def asked(self) -> list[Dialogue]:
        if not self.viewer:
            return list(self.sites[0].room.view("host").screens.scribe().dialogues)
        first, second = (site.room.asked(self.viewer) for site in self.sites)
        assert first == second
        return list(first)

    def compare(self, what: str, first: Any, second: Any) -> None:
        """Raise ``Interference`` where the tables differ."""
        if first != second:
            raise Interference(f"viewer {self.viewer}, {what}: {_difference(str(first), str(second))}")


def sent_field(ask: Dialogue, field: Field, answer: Any) -> dict[str, Any]:
    """What a page sends of a form when one field was changed."""
    kind = {Confirm: "yes", PickMany: "many", Dice: "dice", Text: "text"}.get(type(field.question), "one")
    name = f"{kind}.{field.key}"
    sent: dict[str, Any] = {"seat": str(ask.seat), "digest": "stale"}
    if kind == "dice":
        faces = answer if isinstance(answer, list) else []
        return sent | {f"{name}.{die}": str(face) for die, face in enumerate(faces)}
    if kind == "yes":
        return sent | {name: {True: "yes", False: "no"}.get(answer, str(answer))}
    return sent | {name: answer if isinstance(answer, list) else str(answer)}


DIGEST = r"[0-9a-f]{20}"


class Interference(AssertionError):
    """A viewer can tell the two tables apart."""


SHEET_CODE = code_of(score_sheet.shipped_texts()["hearts.toml"])
"""A sheet that was shared by its code."""

LOOKS: dict[str, tuple[str, ...]] = {
    "static": ("/static/scripts/dom.js",),
    "join.page": ("/", "/?seats=1"),
    "watch.page": ("/watch",),
    "game.page": ("/game", "/game?game=torture", "/game?game=none"),
    "seat.page": ("/seat",),
    "meaning.page": ("/seat/meaning",),
    "reading.digest": ("/seat/digest",),
    "numbers.page": ("/seat/numbers",),
    "printed.page": ("/seat/printed",),
    "printed.grid": ("/seat/printed/card",),
    "audit.page": ("/audit",),
    "photo.page": ("/photo",),
    "photo.file": ("/photo/{play}/1.jpg", "/photo/none/1.jpg"),
    "audit.start_from": ("/start",),
    "paper.public": ("/print",),
    "paper.own": ("/seat/print",),
    "codes.page": ("/codes",),
    "codes.scanned": ("/P/none",),
    "join.scanned": ("/T/none",),
    "stickers.page": ("/host/stickers", "/host/stickers?by=name"),
    "table.page": ("/table",),
    "table.qr": ("/qr.svg",),
    "log.page": ("/log",),
    "score.page": ("/score",),
    "signs.page": ("/signs",),
    "tour.page": ("/tour",),
    "scribe.page": ("/scribe",),
    "history.page": ("/history",),
    "history.play": ("/history/{play}", "/history/none"),
    "history.chance": ("/history/{play}/chance", "/history/none/chance"),
    "history.statistics": ("/history/statistics",),
    "records.person": ("/history/person?name=Ana", "/history/person?name=nobody"),
    "records.game": ("/history/game?game=torture", "/history/game?game=none"),
    "records.everything": ("/history/all.json",),
    "records.bring": ("/history/import",),
    "history.export": (
        "/history/{play}/export",
        "/history/{play}/export?kind=text",
        "/history/{play}/export?kind=log",
        "/history/{play}/export?kind=numbers",
        "/history/{play}/export?kind=none",
        "/history/none/export",
    ),
    "host.page": ("/host",),
    "sheet.page": ("/host/sheet/sheet:hearts",),
    "sheet.new": ("/host/sheets/new",),
    "sheet.download": ("/host/sheet/sheet:hearts/file",),
    "sheet.share": ("/host/sheet/sheet:hearts/share",),
    "sheet.shared": (f"/S/{SHEET_CODE}", "/S/none"),
    "sheet.shared_file": (f"/S/{SHEET_CODE}/file", "/S/none/file"),
    "box.page": ("/host/box/torture", "/host/box/none"),
    "box.new": ("/host/box/torture/card",),
    "box.component": ("/host/box/torture/card/bull",),
    "box_table.page": ("/host/box-table/torture/card", "/host/box-table/none/card"),
    "box_lending.page": ("/box/ab23cd45",),
    "box_lending.file": ("/box/ab23cd45/file",),
    "box.download": ("/host/box-file/torture",),
    "events.stream": ("/events?page=none",),
    "events.look": ("/events/look?page=none", "/events/look?page=table", "/events/look?page=seat"),
    "sim.page": ("/sim",),
    "hardware.page": ("/hardware",),
    "tags.page": ("/tags",),
    "keeping.page": ("/keeping",),
    "wifi.page": ("/wifi",),
    "room.page": ("/room",),
    "identity.page": ("/identity",),
    "club.page": ("/club",),
    "card.page": ("/card",),
    "card.brought": ("/card/none", f"/card/{OWN_CARD}"),
    "portal.page": ("/portal",),
    "look.manifest": ("/manifest.webmanifest",),
    "game_picture.png": ("/game-picture/antike.png",),
    "portal.stay": ("/portal/stay",),
    "api.openapi": ("/api/v1/openapi.json",),
    "api.stream": ("/api/v1/events?of=nothing",),
    "api.whoami": ("/api/v1/whoami",),
    "api.games": ("/api/v1/games",),
    "api.plays": ("/api/v1/plays",),
    "api.export": ("/api/v1/plays/{play}/export", "/api/v1/plays/none/export"),
    "api.chance": ("/api/v1/plays/{play}/chance", "/api/v1/plays/none/chance"),
    "api.public": ("/api/v1/table",),
    "api.seats": ("/api/v1/seats",),
    "api.own": ("/api/v1/seat",),
    "api.face": ("/api/v1/seats/1/face", "/api/v1/seats/2/face", "/api/v1/seats/9/face"),
    "api.questions": ("/api/v1/questions",),
    "api.scribe": ("/api/v1/scribe",),
    "api.log": ("/api/v1/log",),
    "api.digest": ("/api/v1/digest",),
    "api.score": ("/api/v1/score",),
    "api.inventory": ("/api/v1/inventory",),
    "api.facts": ("/api/v1/facts",),
}
"""Addresses to open, by endpoint. Streams are compared by themselves."""

PUTS: dict[str, tuple[str, dict[str, Any]]] = {
    "box_table.keep_cells": ("/host/box-table/torture/card", {"cells": []}),
}
"""Addresses that scripts put something to, by endpoint, and what."""

REFUSED: tuple[tuple[str, dict[str, str]], ...] = (
    ("/sit", {"seat": "{other}", "name": "Zoe"}),
    ("/rename", {"name": ""}),
    ("/seat/skip", {"seat": "99", "nonce": ""}),
    ("/seat/numbers", {"n.{other}.quest:0": "1", "nonce": ""}),
    ("/seat/numbers", {"n.{other}.coins:0": "1", "nonce": ""}),
    ("/seat/numbers", {"n.no.such:0": "1", "nonce": ""}),
    ("/host/choose", {"game": "torture"}),
    ("/host/begin", {"game": "torture"}),
    ("/host/pin", {"pin": "x"}),
    ("/host/screen", {"number": "123456"}),
    ("/history/none/go-on", {}),
    ("/codes", {"code": "none"}),
    ("/codes/begin", {}),
)
"""Requests that are refused, or change nothing, whoever makes them."""


ACTS: dict[str, str] = {
    "join.sit": "/sit",
    "join.stand": "/stand",
    "join.rename": "/rename",
    "join.move": "/move",
    "join.keep": "/keep",
    "join.claim": "/claim",
    "presence.share": "/share",
    "presence.hand_on": "/seat/hand-on",
    "presence.uncover": "/seat/uncover",
    "presence.hand_page": "/scribe/hand",
    "presence.gone": "/seat/gone",
    "presence.here": "/seat/here",
    "seat.answer": "/seat/answer",
    "seat.step": "/seat/step",
    "scribe.step": "/scribe/step",
    "scribe.sit": "/scribe/sit",
    "seat.preview": "/seat/preview",
    "seat.shortcut": "/seat/shortcut",
    "forms.fill": "/seat/form/fill",
    "forms.filled": "/seat/form/filled",
    "forms.card": "/seat/card",
    "forms.submit": "/seat/form",
    "pads.write": "/seat/pad",
    "pads.typed": "/seat/pad/typed",
    "meaning.words": "/seat/meaning",
    "reading.done": "/seat/done",
    "reading.read": "/seat/read",
    "setting_up.tick": "/seat/set-up",
    "setting_up.skip": "/seat/set-up/skip",
    "setting_up.again": "/seat/set-up/again",
    "printed.keep": "/seat/printed/card",
    "printed.later": "/seat/printed-later",
    "printed.demo": "/seat/printed-demo",
    "seat.undo": "/seat/undo",
    "seat.more_time": "/seat/more-time",
    "seat.redo": "/seat/redo",
    "seat.skip": "/seat/skip",
    "numbers.change": "/seat/numbers",
    "facts.which": "/fact/which",
    "audit.start": "/audit/start",
    "audit.count": "/audit/count",
    "audit.leave": "/audit/leave",
    "audit.go_on": "/audit/go-on",
    "audit.stop": "/audit/stop",
    "audit.put_in": "/start",
    "photo.take": "/photo",
    "photo.remove": "/photo/{play}/1/remove",
    "codes.read": "/codes",
    "codes.begin": "/codes/begin",
    "history.resume": "/history/{play}/go-on",
    "history.conclude": "/history/{play}/seed",
    "records.take": "/history/import",
    "records.remove": "/history/import/1/remove",
    "records.same": "/history/same",
    "host.pin": "/host/pin",
    "host.screen": "/host/screen",
    "host.offer": "/host/offer",
    "host.set_up": "/host/set-up",
    "host.show_address": "/host/address",
    "host.fine": "/host/fine",
    "host.wait": "/host/wait",
    "host.resume": "/host/resume",
    "host.again": "/host/again",
    "host.stop": "/host/stop",
    "host.choose": "/host/choose",
    "host.begin": "/host/begin",
    "host.end": "/host/end",
    "host.add": "/host/add",
    "host.hand_over": "/host/hand-over",
    "clock.choose": "/clock",
    "clock.pause": "/clock/pause",
    "host.code": "/host/code",
    "host.arrival": "/host/arrival",
    "host.correct": "/host/correct",
    "host.language": "/host/language",
    "host.secret_time": "/host/secret-time",
    "sheet.build": "/host/sheet-build",
    "sheet.check": "/host/sheet-check",
    "sheet.save": "/host/sheet-save",
    "sheet.upload": "/host/sheet-upload",
    "sheet.read_code": "/host/sheet-code",
    "box.keep": "/host/box/torture/card/bull",
    "box.upload": "/host/box-file/torture",
    "box_lending.lend": "/host/box-lend/torture",
    "box_lending.fetch": "/host/box-fetch/torture",
    "box_table.keep": "/host/box-table/torture/card",
    "box_table.paste": "/host/box-paste/torture/card",
    "box.edition": "/host/box-edition/torture",
    "events.alive": "/events/alive",
    "sim.key": "/sim/key",
    "sim.cable": "/sim/cable",
    "sim.tag": "/sim/tag",
    "hardware.trial": "/hardware/try",
    "keeping.copy": "/keeping/copy",
    "keeping.try_restore": "/keeping/try-restore",
    "keeping.mend": "/keeping/mend",
    "keeping.time": "/keeping/time",
    "wifi.join": "/wifi/join",
    "wifi.seek": "/wifi/seek",
    "wifi.put_away": "/wifi/put-away",
    "room.set_publishing": "/room/set",
    "club.set_reporting": "/club/set",
    "card.show": "/card",
    "card.remove": "/card/remove",
    "card.not_mine": "/card/not-mine",
    "room.forget": "/room/forget",
    "identity.renew": "/identity/new",
    "hardware.light": "/hardware/light",
    "hardware.sound": "/hardware/sound",
    "hardware.display": "/hardware/display",
    "hardware.quiet": "/hardware/quiet",
    "hardware.voice": "/hardware/voice",
    "hardware.seat": "/hardware/seat",
    "hardware.release": "/hardware/release",
    "tags.teaching": "/tags/teaching",
    "tags.teach": "/tags/teach",
    "tags.forget": "/tags/forget",
    "look.change": "/look",
}
"""Addresses that do something, by endpoint; ``do_everything`` sends a form to each of them."""

CALLS: dict[str, tuple[str, str, tuple[dict[str, Any], ...]]] = {
    "api.AnswerQuestion": (
        "POST",
        "/answers",
        (
            {"seat": "{own}", "digest": "stale", "answer": "x"},
            {"seat": "{other}", "digest": "stale", "answer": "x"},
            {"seat": "{other}", "digest": "stale", "answer": "x", "service": "chance-1"},
        ),
    ),
    "api.AnswerStep": (
        "POST",
        "/step",
        (
            {"seat": "{own}", "digest": "stale", "answer": "x"},
            {"seat": "{other}", "digest": "stale", "answer": "x"},
            {"seat": "{other}", "digest": "stale", "answer": "x", "service": "vote-1"},
        ),
    ),
    "api.AnswerQuestions": (
        "POST",
        "/moves",
        ({"seat": "{other}", "digest": "stale", "answers": ["x"]}, {"seat": "{own}"}),
    ),
    "api.preview": ("POST", "/preview", ({"seat": "{other}", "digest": "stale", "answer": "x"},)),
    "api.SubmitForm": (
        "POST",
        "/forms",
        (
            {"seat": "{own}", "digest": "stale", "answers": {"x": "x"}},
            {"seat": "{other}", "digest": "stale", "answers": {}},
        ),
    ),
    "api.filled": (
        "POST",
        "/forms/filled",
        ({"seat": "{own}", "answers": {}}, {"seat": "{own}", "answers": {"x": 1}}, {"seat": "{other}", "answers": {}}),
    ),
    "api.TickSlip": ("POST", "/slips/done", ({"line": 1}, {"line": 999999}, {})),
    "api.TickSetup": ("POST", "/set-up", ({"step": "board"}, {"step": "none", "done": False})),
    "api.SkipSetup": ("POST", "/set-up/skip", ({},)),
    "api.DealAgain": ("POST", "/set-up/again", ({"nonce": "api-again"},)),
    "api.EnterPrinted": ("POST", "/set-up/printed", ({"kind": "card", "components": {}},)),
    "api.UseDemoNumbers": ("POST", "/set-up/demo", ({"nonce": "api-demo"},)),
    "api.MarkRead": ("POST", "/read", ({"line": 1}, {"line": 999999}, {"line": "x"})),
    "api.StepBack": ("POST", "/back", ({"seat": "{own}"}, {"seat": "{other}"})),
    "api.Undo": ("POST", "/undo", ({"seat": "{own}", "nonce": "api-undo"}, {"seat": "{other}"})),
    "api.Redo": ("POST", "/redo", ({"seat": "{own}", "nonce": "api-redo"}, {"seat": "{other}"})),
    "api.GoOnWithout": ("POST", "/skip", ({"seat": "{other}", "nonce": "api-skip"}, {"seat": 8})),
    "api.CorrectNumber": (
        "POST",
        "/corrections",
        ({"key": "bank", "value": 3, "nonce": "api-bank"}, {"key": "{other}.quest", "value": 1}),
    ),
    "api.AskWhichFact": ("POST", "/facts/which", ({"seat": "{own}", "nonce": "api-which"},)),
    "api.ProposeFacts": (
        "POST",
        "/facts",
        (
            {"kind": "card", "key": "owl", "field": "worth", "value": 3, "nonce": "api-fact"},
            {"kind": "card", "key": "none", "field": "worth", "value": 3},
        ),
    ),
    "api.alive": ("POST", "/alive", ({},)),
    "api.BecomeHost": ("POST", "/host", ({"pin": "x"},)),
    "api.HostTable": ("POST", "/hosting", ({},)),
    "api.ShowAddress": ("POST", "/show-address", ({"on": True}, {"on": False})),
    "api.SayFine": ("POST", "/fine", ({},)),
    "api.SayWait": ("POST", "/wait", ({},)),
    "api.StopHosting": ("DELETE", "/hosting", ({},)),
    "api.ChooseGame": ("POST", "/choice", ({"game": "torture"}, {"game": "none"})),
    "api.SetClock": ("POST", "/clock", ({"kind": "fischer"}, {"kind": "sundial"})),
    "api.PauseClock": ("POST", "/clock/pause", ({"on": True}, {"on": False})),
    "api.BeginPlay": ("POST", "/begin", ({"seats": [1, 2]},)),
    "api.MakeRemote": ("POST", "/seat/remote", ({},)),
    "api.PressKey": (
        "POST",
        "/press",
        ({"key": "ok", "count": 1, "asked": "stale"}, {"key": "peek", "count": 2, "asked": "stale"}),
    ),
    "api.EndRemote": ("DELETE", "/seat/remote", ({},)),
    "api.Rename": ("POST", "/seat/name", ({"name": "Robot"},)),
    "api.PlayAgain": ("POST", "/again", ({},)),
    "api.ResumePlay": ("POST", "/plays/{play}/resume", ({},)),
    "api.OfferSeat": ("POST", "/seats/2/code", ({},)),
    "api.KeepSeat": ("DELETE", "/seat/code", ({},)),
    "api.ClaimSeat": ("POST", "/claims", ({"code": "123456"},)),
    "api.ConfirmSeat": ("POST", "/seats/2/arrival", ({"agreed": True},)),
    "api.Depart": ("POST", "/gone", ({"seat": "{other}", "nonce": "api-gone"},)),
    "api.ComeBack": ("POST", "/here", ({},)),
    "api.ConcludePlay": ("POST", "/plays/{play}/seed", ({},)),
    "api.TakeSeat": ("POST", "/seats/7", ({"name": "Ivo"},)),
    "api.LeaveSeat": ("DELETE", "/seat", ({},)),
}
"""The API's calls that act, in the order in which everybody who looks makes them, before the forms."""

FORMS: dict[str, tuple[dict[str, str], ...]] = {
    "seat.undo": ({"seat": "{own}", "nonce": "end-undo"},),
    "seat.more_time": ({"seat": "{own}"}, {"seat": "{other}", "always": "yes"}),
    "seat.redo": ({"seat": "{own}", "nonce": "end-redo"},),
    "seat.skip": ({"seat": "{other}", "nonce": "end-skip"},),
    "numbers.change": ({"n.bank:0": "5", "nonce": "end-own"}, {"n.{own}.quest:0": "2"}),
    "seat.shortcut": ({"seat": "{own}", "take": "0"}, {"seat": "{other}", "take": "x"}),
    "forms.card": ({"seat": "{own}", "card": "hand/0"}, {"seat": "{other}", "card": "x"}),
    "seat.answer": ({"seat": "{own}", "do": "back"}, {"seat": "{other}", "do": "back"}),
    "facts.which": ({"seat": "{own}", "nonce": "end-fact"},),
    "reading.done": ({"line": "1"}, {"line": "999999"}),
    "reading.read": ({"line": "2"}, {"line": "x"}),
    "setting_up.tick": ({"step": "board"}, {"step": "board", "done": "no"}),
    "setting_up.skip": ({},),
    "setting_up.again": ({"nonce": "end-again"},),
    "printed.keep": ({"card": "none", "nonce": "end-printed"},),
    "printed.later": ({},),
    "printed.demo": ({"nonce": "end-demo"},),
    "pads.typed": ({"seat": "{own}"}, {"seat": "{other}"}),
    "pads.write": ({"seat": "{own}", "nonce": "end-pad"}, {"seat": "{other}", "nonce": "end-pad"}),
    "meaning.words": ({"seat": "{own}", "digest": "stale"}, {"seat": "{other}", "digest": "stale"}),
    "audit.start": ({"nonce": "end-audit"},),
    "audit.count": (
        {"seat": "{own}", "do": "right", "stood": "stale", "nonce": "end-right"},
        {"seat": "{other}", "do": "count", "n.bank": "x", "nonce": "end-count"},
    ),
    "audit.leave": ({"seat": "{other}"}, {"seat": "{own}"}),
    "photo.remove": ({},),
    "audit.go_on": ({},),
    "audit.stop": ({},),
    "audit.put_in": (
        {"n.bank": "x", "n.1.quest": "1", "n.2.quest": "1"},
        {"n.bank": "6", "do": "put", "nonce": "end-put"},
        {"n.bank": "6", "do": "anyway", "nonce": "end-anyway"},
    ),
    "join.rename": ({"name": "Renamed"},),
    "join.move": ({},),
    "join.keep": ({},),
    "clock.choose": ({"kind": "fischer", "bank": "10", "gain": "5"}, {"kind": "x", "bank": "1e999", "gain": ""}),
    "clock.pause": ({"on": "yes"}, {"on": "no"}),
    "host.code": ({"seat": "{other}"},),
    "join.claim": ({"code": "123456"},),
    "presence.hand_on": ({},),
    "presence.uncover": ({"seat": "{own}"}, {"seat": "{other}"}),
    "presence.hand_page": ({"seat": "{own}"}, {"seat": "{other}"}),
    "presence.gone": ({"seat": "{other}", "nonce": "end-gone"},),
    "presence.here": ({},),
    "host.offer": ({},),
    "host.set_up": ({},),
    "host.show_address": ({"on": "yes"}, {"on": ""}),
    "host.fine": ({},),
    "host.wait": ({},),
    "host.resume": ({"play": "{play}"},),
    "host.again": ({},),
    "host.stop": ({},),
    "host.arrival": ({"seat": "{other}", "agreed": "yes"},),
    "host.correct": ({"key": "bank", "value": "4", "nonce": "end-bank"}, {"key": "{other}.quest", "value": "1"}),
    "host.add": ({"seat": "7", "name": "Gala"},),
    "host.hand_over": ({"seat": "{other}"},),
    "host.language": ({"language": "es"},),
    "host.secret_time": ({"seconds": "20"}, {"seconds": "7"}),
    "sheet.build": ({"name": "Garden", "do": "add.category.number"}, {"do": "keep"}),
    "sheet.check": ({"text": "id = 3"},),
    "sheet.read_code": ({"code": SHEET_CODE}, {"code": "none"}),
    "sheet.save": ({"text": "id = 3"},),
    "box.keep": ({"fact.worth": "3", "do": "next"}, {"fact.worth": "9"}),
    "box_table.keep": ({"row": "owl", "was": "", "c.0.0": "3"}, {"row": "owl", "was": "", "c.0.0": "9"}),
    "box_table.paste": ({"text": "1\n2\n3"}, {"text": "Lion\t4"}),
    "box_lending.lend": ({"lent": "1"}, {"lent": "0"}),
    "box_lending.fetch": ({"address": "nowhere"}, {"address": "192.0.2.1/box/ab23cd45"}),
    "box.upload": ({"text": "[card.owl]\nworth = 2"}, {"text": "[card.owl]\nworth = 9"}),
    "box.edition": ({"edition": "ours"},),
    "events.alive": ({},),
    "sim.key": (
        {"device": "seat{other}", "key": "ok", "edge": "press"},
        {"device": "seat{other}", "key": "down", "edge": "press"},
        {"device": "panel", "key": "ok", "edge": "press"},
    ),
    "sim.cable": ({"device": "seat{other}", "cut": "1"}, {"device": "seat{other}", "cut": "0"}),
    "sim.tag": ({"device": "seat{other}", "tag": "04a1b2"},),
    "hardware.trial": ({"on": "1"},),
    "hardware.light": ({"place": "{other}", "on": "1"}, {"place": "{other}", "on": "0"}),
    "hardware.sound": ({"place": "{other}"},),
    "hardware.display": ({"place": "{other}", "on": "1"},),
    "hardware.seat": ({"place": "{other}"}, {"place": "0"}),
    "hardware.release": ({"place": "{other}"},),
    "hardware.quiet": ({"on": "1", "begin": "22:00", "end": "7:00"}, {"on": "0"}),
    "hardware.voice": ({"on": "1"}, {"on": "0"}),
    "tags.teaching": ({"on": "1"}, {"on": "0"}),
    "tags.teach": (
        {"what": "card/torture/card/bull"},
        {"what": "seat/{other}"},
        {"what": "person", "name": "Ana"},
        {"what": "word", "game": "torture", "name": "Bull"},
    ),
    "tags.forget": ({"what": "card/torture/card/bull"},),
    "keeping.copy": ({},),
    "keeping.try_restore": ({},),
    "keeping.mend": ({},),
    "keeping.time": ({"now": "x"},),
    "wifi.join": ({"ssid": "Home", "password": "correct horse"}, {"other": "", "password": "x"}),
    "wifi.seek": ({},),
    "wifi.put_away": ({},),
    "room.forget": ({},),
    "identity.renew": ({},),
    "room.set_publishing": ({"on": "yes", "names": "no"}, {"on": "no"}),
    "card.show": ({"seat": "{own}", "code": OWN_CARD}, {"seat": "{other}", "code": OWN_CARD}, {"code": "none"}),
    "card.remove": ({"seat": "{own}"}, {"seat": "{other}"}),
    "card.not_mine": ({},),
    "club.set_reporting": ({"on": "yes"}, {"on": "no"}),
    "look.change": ({"lang": "es", "theme": "light", "back": "seat"},),
    "host.end": ({"nonce": "end-end"},),
    "codes.read": ({"code": "none"},),
    "codes.begin": ({},),
    "history.resume": ({},),
    "history.conclude": ({},),
    "records.take": ({},),
    "records.remove": ({},),
    "records.same": ({"name": "Ana", "counts_for": "Luis"},),
    "presence.share": ({"seat": "{other}", "name": "Greta"}, {"seat": "{own}", "name": "Renamed"}),
    "join.sit": ({"seat": "8", "name": "Hilda"},),
    "scribe.sit": ({"name-7": "Gerda"},),
    "join.stand": ({},),
}
"""What is sent at the very end, in this order, by everybody who looks. Only the host gets anywhere with the host's."""

DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc00000030101"
    "00c9fe92ef0000000049454e44ae426082"
)
"""The smallest photo: a red dot."""

LAST_CALLS = ("api.PlayAgain", "api.ResumePlay", "api.TakeSeat", "api.LeaveSeat")
"""Those that would end what the forms are sent to."""

LAST = ("host.end", "history.resume", "presence.share", "scribe.sit", "join.sit", "join.stand")


def do_everything(paired_tables: PairedTables) -> None:
    """Use every address that acts, first the viewer, then a stranger, then the host; compare the replies, and after
    each what all can see. Nothing secret comes out by any of it.
    """
    own = paired_tables.viewer or 1
    call_everything(paired_tables, [name for name in CALLS if name not in LAST_CALLS])
    for who in paired_tables.eyes:
        paired_tables.same(
            "a photo",
            lambda browser, _: browser.post("/photo", {"photo": (io.BytesIO(DOT), "dot.png")}, script=False),
            who,
        )
    paired_tables.same_streams()
    order = [name for name in FORMS if name not in LAST] + list(LAST)
    assert set(FORMS) <= set(ACTS)
    for endpoint in order:
        for form in FORMS[endpoint]:
            for who in paired_tables.eyes:
                filled = {
                    key.format(own=own, other=own % 3 + 1): text.replace("{own}", f"{own}").replace(
                        "{other}", f"{own % 3 + 1}"
                    )
                    for key, text in form.items()
                }
                if filled.get("nonce"):
                    filled["nonce"] += who
                path = ACTS[endpoint]
                paired_tables.same(
                    f"{path} {filled}",
                    lambda browser, site, to=path, sent=filled: browser.post(
                        _address(to, site), {key: text.replace("{play}", _play(site)) for key, text in sent.items()}
                    ),
                    who,
                )
        paired_tables.same_streams()
    call_everything(paired_tables, LAST_CALLS)
    for who in paired_tables.eyes:
        paired_tables.same(
            "a sheet from a file",
            lambda browser, _: browser.post(
                "/host/sheet-upload", {"file": (io.BytesIO(b"id = 3"), "sheet.toml")}, script=False
            ),
            who,
        )


def call_everything(paired_tables: PairedTables, endpoints: Iterable[str]) -> None:
    """Make these calls of the API; compare the replies, and after each what all can see."""
    own = paired_tables.viewer or 1
    for method, path, bodies in map(CALLS.__getitem__, endpoints):
        for sent, who in product(bodies, paired_tables.eyes):
            filled = {
                key: int(value.format(own=own, other=own % 3 + 1)) if value in ("{own}", "{other}") else value
                for key, value in sent.items()
            }
            if filled.get("nonce"):
                filled["nonce"] += who
            paired_tables.same(
                f"{method} {path} {filled}",
                lambda browser, site, how=method, to=path, sent=filled: browser.call(how, _address(to, site), sent),
                who,
            )
        paired_tables.same_streams()


def _take(site: Site, seat: int, answer: Any, key: str) -> None:
    reply = site.room.reply(seat, answer, key)
    assert reply.taken, (seat, answer, reply.code, site.room.words(reply))


def _here(seat: int, answer: Any, hide: Callable[[int, Any, Any], Any]) -> Any:
    if isinstance(answer, tuple):
        _, one, another = answer
        return hide(seat, one, another)
    return answer


def _address(path: str, site: Site) -> str:
    return path.format(play=_play(site))


def _play(site: Site) -> str:
    return site.room.moment.gathering.play_id


def answers_to(question: Question) -> Iterator[Any]:
    """Answers of every sort: each option, both ends of a number, nonsense."""
    match question:
        case Pick(options=options):
            yield from (str(option.value) for option in options)
        case PickMany(options=options):
            yield []
            yield [str(option.value) for option in options]
        case Count(low=low, high=high):
            yield from (low, high, high + 1)
        case Dice(dice=dice, faces=faces):
            yield from ([1] * dice, [faces + 1] * dice)
        case Confirm():
            yield from (True, False)
        case Text():
            yield "a word"
    if not isinstance(question, PickMany | Dice):
        yield "nonsense"


def _pictures(site: Site) -> list[Any]:
    """What the displays show. The number of a picture is between its keys and the table: nobody sees it."""
    assert site.room.simulator is not None
    places = site.room.simulator.places()
    return [replace(place, picture=place.picture and replace(place.picture, number=0)) for place in places]


def _whole(response: TestResponse) -> tuple[str, list[tuple[str, str]], bytes]:
    # Werkzeug writes the time of day into files and cookies; two requests may lie on either side of a second.
    headers = [(name, re.sub(r"Expires=[^;]+", "", value)) for name, value in response.headers if name != "Date"]
    data = response.data
    if response.request.path.endswith("/print"):
        # Its codes are encrypted, so that they differ; how many there are and how large each is says nothing.
        data = re.sub(rb'<path class="qrline"[^>]*>', b"", data)
        headers = [(name, value) for name, value in headers if name != "Content-Length"]
    if response.request.path == "/sim":
        # Its version counts the pictures of displays, all of which the host of a simulated table may turn to.
        data = re.sub(rb'data-version="[0-9a-f]+"', b"", data)
    return response.status, headers, data


def _difference(first: str, second: str) -> str:
    if re.sub(DIGEST, "", first) != re.sub(DIGEST, "", second):
        # Digests follow from what differs: leave them out, so that the message shows the leak itself.
        first, second = re.sub(DIGEST, "", first), re.sub(DIGEST, "", second)
    at = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    part = slice(max(at - 150, 0), at + 150)
    return f"\n  {first[part]!r}\n  {second[part]!r}"


class _Ids:
    """The ids of plays are drawn by the log itself; here the n-th of each table is the same."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, length: int) -> str:
        self._count += 1
        return f"{self._count:0{2 * length}x}"

    def used(self) -> Any:
        return patch("companion.plays.log.log.secrets.token_hex", self)
