"""Random tables, random votes, random absences: nothing goes without the yes it needs, and there is always a way on.

Tables of phones only, of keys only, of one tablet for all, and mixed ones; some may be gone for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from msgspec import field
from msgspec.structs import replace

from companion.core.boxes import Box, BoxField, BoxKind, Learned
from companion.core.inventory import Tracked
from companion.core.setup import Setup
from companion.core.wording import verbatim
from companion.service.agreement.agreement_requests import ComeBack, Depart, GoOnWithout, Undo
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.votes import YES_COUNTS
from companion.service.audit.fact_corrections import ProposeFacts
from companion.service.audit.fact_proposal import LEAVE, ONLY
from companion.service.audit.running_audit import CountPart, StartAudit, StopAudit
from companion.service.play.answers import AnswerQuestion
from companion.service.screens.streams import DEAD
from companion.service.seats.attendance import AFTER_KEY
from companion.service.seats.seating import AddPlayer, TakeSeat
from companion.service.seats.seats_state import LONG_ASLEEP
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.asking_game import AskingGame, State
from tests.service.at_table import HOST, NAMES, Room, token

HAVE = ("phone", "keys", "nothing")
COIN = BoxKind("coin", verbatim("Coin"), (BoxField("worth", verbatim("Worth"), 1, 9),), (("gold", verbatim("Gold")),))


class Stock(State):
    """Coins before every seat, and what is printed on them."""

    coins: list[int] = field(default_factory=list)
    box: Box = field(default_factory=dict)


class Stocked(AskingGame):
    """Asks, and has numbers and something printed that may be wrong."""

    meta = replace(AskingGame.meta, box=(COIN,))
    state_type = Stock
    box: ClassVar[Box] = {"coin": {"gold": {"worth": 2}}}

    def new(self, setup: Setup) -> Stock:
        return Stock(list(setup.numbers), coins=[5] * len(setup.numbers))

    def inventory(self, state: Any) -> Sequence[Tracked]:
        return [
            Tracked(f"{seat}.coins", verbatim("Coins"), (state.coins, at), owner=seat, high=99)
            for at, seat in enumerate(state.seats)
        ]


class VotingTable:
    """A table of seats with what each ``has``. An independent account of who was asked and what they said is kept."""

    def __init__(self, room: Room, has: dict[int, str], *, secret: bool) -> None:
        self.room = room
        self.has = has
        self.secret = secret
        self.dead: set[int] = set()
        self.yes: dict[str, set[int]] = {}
        self.noes: set[tuple[Any, int]] = set()
        self.askers: dict[str, int] = {}
        self.abouts: dict[str, Any] = {}
        self.set_right = 0
        self.looked = 1
        self.carried = 0
        room.host()
        for seat, device in has.items():
            if device == "phone":
                assert room.table.ask(token(seat), TakeSeat(seat, NAMES[seat])).taken
            else:
                assert room.table.ask(HOST, AddPlayer(seat, NAMES[seat])).taken
        assert room.table.ask(HOST, ChooseGame("asking", {}, {})).taken
        assert room.table.ask(HOST, BeginPlay()).taken
        for seat in has:
            self.sign(seat)

    @property
    def rooms(self) -> Any:
        return self.room.table.rooms

    @property
    def gone(self) -> frozenset[int]:
        found: frozenset[int] = self.rooms.leaving.now.gone
        return found

    def sign(self, seat: int) -> None:
        """Whoever sits there shows it: looks at the phone, or presses a key."""
        if seat in self.dead:
            return
        if self.has[seat] == "phone":
            self.room.table.stream(token(seat))
            self.room.past(0)
        elif self.has[seat] == "keys":
            self.room.press(seat, "down")

    def says(self, seat: int, answer: bool) -> None:
        """A seat answers the first ballot before it, or the tablet for one that has nothing."""
        if seat in self.dead:
            return
        ask = next((ask for ask in self.room.asked(seat) if ask.service.startswith("vote-")), None)
        if ask is None:
            return
        vote = next(vote for vote in self.rooms.ballots.now.votes if ask.service == f"vote-{vote.id}")
        nonce = self.room.nonce()
        self.abouts[vote.nonce] = vote.about
        said = vote.asks.options[0 if answer else 1].value if vote.asks else answer
        if self.has[seat] == "phone":
            reply = self.room.give(seat, ask, said, nonce)
        elif self.has[seat] == "keys":
            self.room.past(2)
            self.goes_to(seat, 0 if answer else 1)
            before = self.rooms.ballots.now.votes
            self.room.press(seat, "ok")
            if self.rooms.ballots.now.votes == before:
                return
            self.room.past(YES_COUNTS)
            reply = None
        else:
            reply = self.room.table.ask(HOST, AnswerQuestion(seat, ask.digest, said, nonce, ask.service))
            self.room.past(YES_COUNTS)
        if reply is None or reply.taken:
            if answer:
                self.yes.setdefault(vote.nonce, set()).add(seat)
                self.noes.discard((vote.about, seat))
            else:
                self.noes.add((vote.about, seat))

    def undo(self, seat: int) -> None:
        """Seat 0 is the tablet."""
        if seat in self.dead or (seat and self.has[seat] == "nothing"):
            return
        offer = self.room.page(seat).undo if seat else self.room.view("host").screens.scribe().undo
        if offer is None or offer.way == "free":
            return
        if seat and self.has[seat] == "keys":
            self.by_menu(seat, "Vote on undo")
        else:
            self.room.table.ask(token(seat) if seat else HOST, Undo(seat, self.room.nonce()))

    # -- setting right -----------------------------------------------------------------------------------------

    def asked_first(self, seat: int, service: str) -> Any:
        """What a seat is asked before there is a vote; of seat 0 the tablet."""
        asked = self.room.asked(seat) if seat else self.room.view("host").screens.scribe().dialogues
        return next((ask for ask in asked if ask.service == service), None)

    def fact(self, seat: int, worth: int) -> None:
        """Somebody says that something is printed otherwise."""
        if seat in self.dead or (seat and self.has[seat] == "nothing"):
            return
        self._decides(seat, LEAVE)
        if seat and self.has[seat] == "keys":
            self._fact_by_keys(seat, worth)
        else:
            who, fact = token(seat) if seat else HOST, [Learned("coin", "gold", "worth", worth)]
            self.room.table.ask(who, ProposeFacts(fact, self.room.nonce(), scribe=not seat))
        self.room.past(0.1)
        self._decides(seat, ONLY)

    def _decides(self, seat: int, answer: str) -> None:
        ask = self.asked_first(seat, "fact-decide")
        if ask is None:
            return
        if answer == ONLY:
            self.askers[self.rooms.facts.now.proposal.id] = seat
        if not seat or self.has[seat] == "phone":
            who = token(seat) if seat else HOST
            self.room.table.ask(who, AnswerQuestion(seat, ask.digest, answer, self.room.nonce(), ask.service))
        elif self.sees(seat, ask):
            self.chooses(seat, 1 if answer == LEAVE else 0)

    def chooses(self, seat: int, row: int) -> None:
        """Keys choose a row of what their display asks."""
        self.goes_to(seat, row)
        self.room.press(seat, "ok")

    def goes_to(self, seat: int, row: int) -> None:
        """Put the cursor on a row, wherever it is. Above the first one may stand what explains the question."""
        self.room.press(seat, *["up"] * 5)
        explained = getattr(self.room.face(seat), "cursor", 0) < 0
        self.room.press(seat, *["down"] * (row + explained))

    def sees(self, seat: int, ask: Any) -> bool:
        """Whether the small display of a seat asks just this."""
        self.room.past(2)
        first = ask.question.options[0].label
        items = getattr(self.room.face(seat), "items", ())
        return bool(items) and items[0].label == (first.short or first.text)

    def _fact_by_keys(self, seat: int, worth: int) -> None:
        self.by_menu(seat, "Printed otherwise")
        if seat in self.rooms.facts.now.choosing:
            change = worth - self.room.state.box.get("coin", {}).get("gold", {"worth": 2})["worth"]
            self.room.press(seat, *["up" if change > 0 else "down"] * abs(change), "ok")

    def audit(self, seat: int, more: int) -> None:
        """The table is counted, and somebody puts to it what differs. Who has nothing is counted for."""
        table = self.room.table
        if self.rooms.auditing.audit is None:
            table.ask(token(seat) if self._has_phone(seat) else HOST, StartAudit(self.room.nonce()))
        for place in self.has:
            audit = self.rooms.auditing.audit
            if audit is None or not audit.counting:
                break
            part = next((part for part in self.room.view("host").screens.scribe().counting if part.seat == place), None)
            if part is not None:
                numbers = {one.key: one.value + more for one in part.numbers if place == seat and one.value + more >= 0}
                who = token(place) if self._has_phone(place) else HOST
                table.ask(who, CountPart(place, numbers, part.stood, self.room.nonce()))
        self._proposes(seat)

    def _proposes(self, seat: int) -> None:
        if seat in self.dead or (ask := self.asked_first(seat, "audit-agree")) is None:
            return
        if self.has[seat] == "phone" or (self.has[seat] == "keys" and self.sees(seat, ask)):
            self.askers[self.rooms.auditing.audit.id] = seat
        if self.has[seat] == "phone":
            self.room.give(seat, ask, "set")
        elif self.has[seat] == "keys" and self.sees(seat, ask):
            self.chooses(seat, 0)

    def _has_phone(self, seat: int) -> bool:
        return self.has[seat] == "phone" and seat not in self.dead

    def stop_counting(self, seat: int) -> None:
        if self._has_phone(seat):
            self.room.table.ask(token(seat), StopAudit())

    def by_menu(self, seat: int, wanted: str, *confirmed: str) -> None:
        """Keys ask something of the table."""
        for _ in range(4):
            self.room.press(seat, "back")
            face = self.room.face(seat)
            if getattr(face, "prompt", "") == "Ask the table":
                labels = [item.label for item in face.items]
                found = [at for at, label in enumerate(labels) if label.startswith(wanted)]
                if found:
                    self.room.press(seat, *["down"] * found[0], "ok", *confirmed)
                return

    def lines_up(self) -> None:
        """What was taken back since the last look had the yes of everybody with a voice, and no No."""
        play = self.rooms.running.play
        for entry in play.entries[self.looked :]:
            if entry.kind == "move":
                self.noes.clear()
            voices = {seat for seat, device in self.has.items() if device != "nothing"}
            if entry.kind == "undo":
                asker = entry.seat if entry.actor != "scribe" else 0
                missing = voices - self.yes.get(entry.nonce, set()) - {asker} - self.gone
                assert not missing, f"carried out without {missing}"
                self._nobody_against(("undo", entry.stands_for), asker)
                self.carried += 1
            if entry.kind == "correction":
                # keys pressed for something else may have chosen what a display offered meanwhile: its seat asked
                asker = self.askers.get(entry.nonce, entry.seat)
                missing = voices - self.yes.get(entry.nonce, set()) - {asker} - self.gone
                assert not missing, f"set right without {missing}"
                self._nobody_against(self.abouts.get(entry.nonce), asker)
                self.set_right += 1
        self.looked = len(play.entries)

    def _nobody_against(self, about: Any, asker: int) -> None:
        against = {seat for what, seat in self.noes if what == about} - {asker} - self.gone
        assert not against, f"carried out against {against}"

    def someone_there(self) -> list[int]:
        return [seat for seat in self.has if seat not in self.dead and self.has[seat] != "nothing"]

    def write_for(self, seat: int) -> bool:
        """The tablet answers for a seat."""
        for ask in self.room.view("host").screens.scribe().dialogues:
            if ask.seat == seat and not ask.service:
                return self.room.table.ask(HOST, AnswerQuestion(seat, ask.digest, True, self.room.nonce())).taken
        return False

    def finds_a_way_on(self) -> None:
        """Within ten minutes, and without anything of those who are gone, somebody makes the play go on."""
        start, count = self.room.clock.now, self._moves()
        while self.room.clock.now - start < 900:
            awaited = self.room.moment.awaited
            if awaited.over:
                return
            self.turn()
            if self._moves() > count:
                return
            self._without(awaited.must[0])
            if self._moves() > count:
                return
            self.room.past(DEAD + 1)
        raise AssertionError(
            f"the play stands still: {self.has} {self.dead} {self.gone} {self.rooms.ballots.now.votes}"
        )

    def _moves(self) -> int:
        return sum(entry.kind == "move" for entry in self.rooms.running.play.entries)

    def _turn_by_keys(self, seat: int) -> None:
        while any(ask.service.startswith("vote-") for ask in self.room.asked(seat)):
            self.says(seat, True)
        self.clears(seat)
        if self.secret:
            self.room.tell(f"hold {seat} peek")
        self.room.press(seat, *["ok"] * 3)
        if self.secret:
            self.room.tell(f"release {seat} peek")

    def _without(self, seat: int) -> None:
        """Whoever is there asks to go on without the seat, and whoever else is there agrees."""
        there = self.someone_there()
        for other in there:
            self.sign(other)
        if there and self.has[there[0]] == "keys" and all(self.has[each] == "keys" for each in there):
            self._without_by_keys(there[0])
        else:
            asks = next((token(each) for each in there if self.has[each] == "phone"), HOST)
            self.room.table.ask(asks, GoOnWithout(seat, self.room.nonce()))
        for other in self.has:
            self.says(other, True)

    def clears(self, seat: int) -> None:
        """Whoever has keys ends what else their display asks: the way to the game and to the menu."""
        self.room.past(2)
        self._decides(seat, LEAVE)
        if self.asked_first(seat, "fact-choose") is not None:
            self.room.press(seat, *["back"] * 3)
        for service, row in ((f"audit-{seat}", 0), ("audit-agree", 2)):
            if self.asked_first(seat, service) is not None:
                self.chooses(seat, row)

    def _without_by_keys(self, seat: int) -> None:
        self.clears(seat)
        self.by_menu(seat, "Without", "ok")

    # -- what people do at random ----------------------------------------------------------------------------------

    def do(self, what: str, seat: int, seconds: float) -> None:
        match what:
            case "move":
                self.turn()
            case "undo":
                self.undo(seat)
            case "yes" | "no":
                self.says(seat, what == "yes")
            case "time":
                self.room.past(seconds)
            case "sign":
                self.sign(seat)
            case "fact":
                self.fact(seat, 3 + int(seconds) % 2)
            case "audit":
                self.audit(seat, 1)
            case "stop":
                self.stop_counting(seat)
            case _:
                {"dark": self.dark, "gone": self.dies, "leave": self.leaves, "return": self.returns}[what](seat)

    def turn(self) -> None:
        """Whoever is awaited answers, or the tablet does."""
        awaited = self.room.moment.awaited
        if awaited.over:
            return
        seat = awaited.must[0]
        if seat not in self.dead and self.has[seat] == "phone":
            ask = next(ask for ask in self.room.asked(seat) if not ask.service)
            assert self.room.give(seat, ask, True).taken
        elif seat not in self.dead and self.has[seat] == "keys":
            self._turn_by_keys(seat)
        elif not self.write_for(seat):
            self._without(seat)

    def dark(self, seat: int) -> None:
        """The page of a phone is closed."""
        for stream in list(self.room.opened.broadcast._streams):
            if seat in stream.seats:
                self.room.opened.broadcast.close(stream)
        self.room.opened.loop.post(self.room.table.streams.look_around)

    def dies(self, seat: int) -> None:
        """Gone for the rest of the evening, with phone and hands. Two stay: else there is no table."""
        if len(self.has) - len(self.dead) > 2 and self.has[seat] != "nothing":
            self.dark(seat)
            self.dead.add(seat)

    def leaves(self, seat: int) -> None:
        """Another phone says that the seat has left."""
        asker = next((each for each in self.has if each not in (seat, *self.dead) and self.has[each] == "phone"), None)
        if asker is not None:
            before, silent = self.gone, self.rooms.presence.silent_for(seat)
            self.room.table.ask(token(asker), Depart(seat, self.room.nonce()))
            assert seat not in self.gone - before or silent >= LONG_ASLEEP

    def returns(self, seat: int) -> None:
        if seat in self.gone and seat not in self.dead and self.has[seat] == "phone":
            assert self.room.table.ask(token(seat), ComeBack()).taken


TABLES = {
    "phones": ("phone",),
    "keys": ("keys",),
    "one tablet": ("nothing",),
    "phones and nothing": ("phone", "phone", "nothing"),
    "mixed": HAVE,
}
EVERY_RUN = {"one tablet", "mixed"}
KINDS = [pytest.param(kind, marks=[pytest.mark.long] * (kind not in EVERY_RUN)) for kind in TABLES]
"""Of all equipment and of none in every run, the others in the long one."""
TIMES = (1.0, 30.0, LAPSE, LONG_ASLEEP, LONG_ASLEEP + AFTER_KEY)
ACTS = {"move": 6, "undo": 6, "yes": 14, "no": 1, "dark": 2, "gone": 1, "leave": 2, "time": 3, "sign": 3, "return": 1}
SETTING_RIGHT = {**ACTS, "undo": 1, "yes": 24, "fact": 4, "audit": 4, "stop": 1}


@pytest.mark.parametrize("secret", [pytest.param(False, marks=pytest.mark.long), True], ids=["public", "secret"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_without_its_yes_and_always_a_way_on(kind: str, secret: bool, tmp_path: Path) -> None:
    carried = 0
    for seed in range(6):
        chance = Random(f"{kind} {secret} {seed}")
        has = {seat: chance.choice(TABLES[kind]) for seat in range(1, chance.randint(2, 4) + 1)}
        game = AskingGame("confirm", secret=secret, chance=True)
        with Room(tmp_path / f"{seed}.sqlite", game, profile="simulated") as room:
            voting_table = VotingTable(room, has, secret=secret)
            for _ in range(60):
                (what,) = chance.choices(list(ACTS), list(ACTS.values()))
                seats = [0, *has] if what == "undo" else list(has)
                voting_table.do(what, chance.choice(seats), chance.choice(TIMES))
                voting_table.lines_up()
            carried += voting_table.carried
            voting_table.finds_a_way_on()
    assert carried, "no vote came to its end: this would prove nothing"


@pytest.mark.parametrize("secret", [pytest.param(False, marks=pytest.mark.long), True], ids=["public", "secret"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_set_right_without_its_yes_and_always_a_way_on(kind: str, secret: bool, tmp_path: Path) -> None:
    done = 0
    for seed in range(6):
        chance = Random(f"right {kind} {secret} {seed}")
        has = {seat: chance.choice(TABLES[kind]) for seat in range(1, chance.randint(2, 4) + 1)}
        game = Stocked("confirm", secret=secret)
        with Room(tmp_path / f"{seed}.sqlite", game, profile="simulated") as room:
            voting_table = VotingTable(room, has, secret=secret)
            for _ in range(60):
                (what,) = chance.choices(list(SETTING_RIGHT), list(SETTING_RIGHT.values()))
                seats = [0, *has] if what in ("undo", "fact") else list(has)
                voting_table.do(what, chance.choice(seats), chance.choice(TIMES))
                voting_table.lines_up()
            done += voting_table.set_right
            voting_table.finds_a_way_on()
    assert done, "nothing was set right: this would prove nothing"
