"""It happened to you: cards on a seat's page for what others did to its numbers, with the value before and after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.secrecy import Viewer
from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.locale import speaker
from companion.plays.reports.happened import just_done
from companion.service.agreement.agreement_requests import Undo
from tests.core.purses import Act, Purses, State
from tests.golden.test_playthroughs import FOLDER
from tests.service.at_table import Room, token
from tests.service.conftest import opening_rooms
from tests.web.flask_site import Browser, Site
from tests.web.golden_evening import GoldenEvening

ANA, BEN, CARLA = 1, 2, 3


class Planting(Purses):
    """Who hides gems plants as many in the hand of the next. With a lone coin that is taken, the next discards all."""

    def _act(self, step: Step[State], move: Act) -> None:
        after = step.seat % len(step.state.purses) + 1
        if move == Act("take", 1):
            step.tell(say("{who} discards {n}.", who=SeatName(after), n=step.state.purses[after]))
            step.state.purses[after] = 0
        if move.what == "hide":
            step.state.gems[after].value += move.n
            step.tell(say("{who} plants.", who=SeatName(step.seat)))
        super()._act(step, move)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opening_rooms(tmp_path) as rooms:
        room: Room = rooms(Planting())
        room.begin(3, "purses")
        yield Site(room)


def page(browser: Browser) -> str:
    return browser.get("/seat").get_data(as_text=True)


def cards(html: str) -> list[str]:
    return re.findall(r'<article class="hit.*?</article>', html, re.DOTALL)


def words(card: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", card).split())


def test_the_first_card_says_who_did_what_and_what_it_changed(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    html = page(site.browser(BEN))
    [card] = cards(html)
    assert 'class="hit hit-loss"' in card
    assert "It happened to you Ana robs Berta of 2." in words(card)
    assert "5 → 3 Coins" in words(card)
    assert "Give Ana 2 coins." in words(card), "its slip stands in it"
    assert html.count("Give Ana 2 coins.") == 1
    lists = [html.index(mark) for mark in ('id="slips"', 'id="digest-place"', 'id="recent"', 'class="options')]
    assert html.index(card) < min(lists)
    assert cards(page(site.browser(ANA))) == []
    assert cards(page(site.browser(CARLA))) == []


@pytest.mark.parametrize(("what", "n", "shown"), [("take", 1, BEN), ("rob", 2, ANA), ("all", 3, ANA)])
def test_the_shape_on_a_card_is_of_whoever_its_first_line_is_about(site: Site, what: str, n: int, shown: int) -> None:
    site.room.answer(ANA, what, n)
    [card] = cards(page(site.browser(BEN)))
    assert re.findall(r'class="shape seat-(\d+)', card) == [str(shown)]


def test_a_gain_is_another_card(site: Site) -> None:
    site.room.answer(ANA, "all", 3)
    [card] = cards(page(site.browser(BEN)))
    assert 'class="hit hit-gain"' in card
    assert "5 → 8 Coins" in words(card)


def test_a_card_stays_until_its_seat_has_moved(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    ben = site.browser(BEN)
    line = re.search(r'name="line" value="(\d+)"', cards(page(ben))[0])
    assert line is not None
    ben.post("/seat/done", {"line": line[1]})
    [card] = cards(page(ben))
    assert "Done" not in card
    site.room.answer(BEN, "take", 1)
    assert cards(page(ben)) == []


def test_what_is_taken_back_is_told_with_the_numbers_back(site: Site) -> None:
    ben = site.browser(BEN)
    site.room.answer(ANA, "rob", 2)
    ben.post("/seat/read", {"line": "2"})
    assert site.room.table.ask(token(ANA), Undo(ANA, site.room.nonce())).taken
    [card] = cards(page(ben))
    assert "Taken back" in words(card)
    assert "3 → 5 Coins" in words(card)


def test_who_saw_nothing_of_it_is_told_nothing(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    assert site.room.table.ask(token(ANA), Undo(ANA, site.room.nonce())).taken
    assert cards(page(site.browser(BEN))) == []


def test_a_correction_is_neither_loss_nor_gain(site: Site) -> None:
    site.room.host()
    site.browser("host").post("/host/correct", {"key": "2.coins", "value": "9"})
    [card] = cards(page(site.browser(BEN)))
    assert 'class="hit "' in card
    assert "5 → 9 Coins" in words(card)


def test_what_only_the_seat_may_know_is_apart(site: Site) -> None:
    site.room.answer(ANA, "hide", 4)
    html = page(site.browser(BEN))
    [card] = cards(html)
    assert "0 → 4 Gems" in words(card)
    assert html.index('class="when-uncovered"') < html.index(card)
    for other in (ANA, CARLA):
        assert cards(page(site.browser(other))) == []


class Hit(GoldenEvening):
    """Counts the numbers that everybody knows and that changed by another seat's move, and finds them on the page."""

    hits = 0

    def looks(self) -> None:
        play = self.room.moment.playing.on
        assert self.site is not None
        for seat, happened in ((seat, self.room.moment.happenings(seat)) for seat in play.setup.numbers):
            if not happened.cards:
                continue
            [first, *_] = cards(page(self.site.browser(seat)))
            self.hits += 1
            actor = happened.cards[0].actor
            if actor:
                assert play.setup.seats[[each.seat for each in play.setup.seats].index(actor)].name in first
            for change in happened.cards[0].changes:
                if isinstance(change.old, int):
                    assert f"{change.old} → {change.new}" in words(first)


@pytest.mark.parametrize("name", ["olympos/five-mixed", "antike/defended", "ancient-world/four-seats-practice"])
def test_every_first_card_of_a_golden_play_names_who_acted(tmp_path: Path, name: str) -> None:
    evening = Hit(tmp_path, every=4)
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    assert evening.hits > 1


def test_whoever_moved_reads_what_was_done_until_somebody_else_acts(site: Site) -> None:
    def done(seat: int) -> str:
        found = re.search(r'<p class="did" id="did">(.*?)</p>', page(site.browser(seat)), re.DOTALL)
        return words(found[1]) if found else ""

    site.room.answer(ANA, "rob", 2)
    assert done(ANA) == "Done: Ana robs Berta of 2."
    assert done(BEN) == ""
    assert site.room.table.ask(token(ANA), Undo(ANA, site.room.nonce())).taken
    assert done(ANA) == "", "it was taken back"
    site.room.answer(ANA, "rob", 1)
    assert done(ANA) == "Done: Ana robs Berta of 1."
    site.room.answer(BEN, "rob", 1)
    assert (done(ANA), done(BEN)) == ("", "Done: Berta robs Carla of 1.")


class Conquered(GoldenEvening):
    """What the nations are told after each move: who lost a city, and what whoever moved has done."""

    lost: list[str]
    done: list[str]

    def looks(self) -> None:
        moment = self.room.moment
        assert self.site is not None
        for seat in self.room.state.seats:
            found = moment.happenings(seat).cards
            if found and any("city." in change.key for change in found[0].changes):
                self.lost += cards(page(self.site.browser(seat)))
            done = just_done(moment.playing.on.recent.get(Viewer(seat), ()), seat)
            self.done += [speaker("en", {}).say(done)] if done else []


def test_a_nation_reads_of_the_city_it_lost_and_never_of_the_next_ones_coin_as_its_own_deed(tmp_path: Path) -> None:
    evening = Conquered(tmp_path)
    evening.lost, evening.done = [], []
    evening.runs(FOLDER / "antike/east-by-provinces.txt")
    evening.room.close()
    assert any("hit-loss" in card and "conquers" in card and "City in" in card for card in evening.lost)
    assert evening.done
    assert not [words for words in evening.done if words.endswith("+1 coin")]


class Fallen(Conquered):
    """What the sides of a war are told when a city or the last step of a block is lost."""

    def looks(self) -> None:
        assert self.site is not None
        for seat in self.room.state.chairs:
            found = self.room.moment.happenings(seat).cards
            if found and any(change.key.startswith(("holder.", "block.")) for change in found[0].changes):
                self.lost += cards(page(self.site.browser(seat)))


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("light-to-the-end", ["Athens takes Gytheum. Sparta → Athens", "Ship C3 is lost"]),
        ("full-to-the-end", ["Sparta takes Samos. Athens → Sparta"]),
    ],
)
def test_a_side_reads_of_the_city_and_of_the_block_it_lost(tmp_path: Path, name: str, lost: list[str]) -> None:
    evening = Fallen(tmp_path)
    evening.lost, evening.done = [], []
    evening.runs(FOLDER / f"athens-sparta/{name}.txt")
    evening.room.close()
    losses = [words(card) for card in evening.lost if "hit-loss" in card]
    assert [words for words in lost if not any(words in card for card in losses)] == []


class Turned(Conquered):
    """What seats are told whose numbers changed with something that came to the whole table."""

    key = ""

    def looks(self) -> None:
        assert self.site is not None
        for seat in self.room.moment.playing.on.setup.numbers:
            found = self.room.moment.happenings(seat).cards
            if found and any(change.key.endswith(self.key) for change in found[0].changes):
                self.lost += cards(page(self.site.browser(seat)))[:1]


@pytest.mark.parametrize(
    ("name", "key", "told", "other"),
    [
        ("antiquity/four-seats", ".idle", "It happened to you Turn 8. All rise.", "places 3 graves. "),
        ("antike/two-seats-2006", ".coins", "+1 coin", "Iron +1"),
    ],
)
def test_what_comes_to_all_with_a_new_turn_has_its_own_title_not_the_last_move(
    tmp_path: Path, name: str, key: str, told: str, other: str
) -> None:
    evening = Turned(tmp_path)
    evening.lost, evening.done, evening.key = [], [], key
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    found = [words(card) for card in evening.lost]
    assert any(told in card for card in found)
    assert not [card for card in found if other in card]
