"""When the own Wi-Fi opens and closes, by the second."""

from __future__ import annotations

from msgspec import structs

from companion.network.own_wifi.hotspot_policy import (
    GRACE_AFTER_START,
    LONGEST,
    OPENING,
    PATIENCE,
    PATIENCE_NEAR_KNOWN,
    RETRY,
    SHORTEST,
    Action,
    HotspotPolicy,
    Rule,
)
from companion.network.own_wifi.network_service import Link, NetworkStatus

NOTHING = NetworkStatus("wlan0", True)
HOME = NetworkStatus("wlan0", True, "joined", "Home")
OWN = NetworkStatus("wlan0", True, "own")


class Radio:
    """An admin over a time of its own; ``seen`` is what there is to see."""

    def __init__(self, rule: Rule = "auto", seen: NetworkStatus = NOTHING) -> None:
        self.now = 1000.0
        self.seen = seen
        self.policy = HotspotPolicy(rule, self.now)
        self.acts: list[tuple[float, Action]] = []

    def runs(self, seconds: float) -> list[Action]:
        """What is done in that time, without looking round."""
        before = len(self.acts)
        for _ in range(int(seconds)):
            act = self.policy.step(self.now, self.seen)
            if act is not None:
                self.acts.append((self.now - 1000.0, act))
            if act == "open":
                self.link("own")
            elif act == "close":
                self.link("none")
            self.now += 1
        return [act for _, act in self.acts[before:] if act != "scan"]

    def link(self, link: Link) -> None:
        self.seen = structs.replace(self.seen, link=link)


def test_it_opens_by_itself_when_the_system_had_its_chance() -> None:
    radio = Radio()
    assert radio.runs(GRACE_AFTER_START) == []
    assert radio.runs(2) == ["open"]
    assert [act for _, act in radio.acts][:-1].count("scan") >= 3, "it looked round first"
    assert radio.acts[-1][0] <= 30, "within half a minute of the start"


def test_it_does_not_open_where_a_network_is() -> None:
    for seen in (HOME, structs.replace(NOTHING, wired=True), NetworkStatus(), NetworkStatus("wlan0", False)):
        assert Radio(seen=seen).runs(1000) == []


def test_a_network_that_goes_away_in_the_evening() -> None:
    radio = Radio(seen=HOME)
    radio.runs(500)
    radio.link("none")
    assert radio.runs(PATIENCE) == []
    assert radio.runs(2) == ["open"]


def test_a_short_gap_opens_nothing() -> None:
    radio = Radio(seen=HOME)
    for _ in range(20):
        radio.link("joined")
        radio.runs(30)
        radio.link("none")
        assert radio.runs(PATIENCE - 2) == []


def test_a_known_network_that_cannot_be_joined_is_given_up_after_a_minute() -> None:
    for seen in (structs.replace(NOTHING, known_near=True), structs.replace(NOTHING, link="joining")):
        radio = Radio(seen=seen)
        assert radio.runs(PATIENCE_NEAR_KNOWN) == []
        assert radio.runs(2) == ["open"]


def test_it_never_opens_unless_the_owner_allows_it() -> None:
    radio = Radio("off")
    radio.policy.ask(on=True)
    assert radio.runs(1000) == []
    radio = Radio("key")
    assert radio.runs(1000) == []
    radio.policy.ask(on=True)
    assert radio.runs(1) == ["open"]


def test_asked_for_it_opens_at_once_even_out_of_another_network_and_stays() -> None:
    radio = Radio(seen=HOME)
    radio.runs(3)
    radio.policy.ask(on=True)
    assert radio.runs(1) == ["open"]
    assert radio.runs(RETRY * 3) == []
    radio.policy.ask(on=False)
    assert radio.runs(1) == ["close"]
    assert radio.runs(1000) == [], "it was not wanted, so it does not come back by itself"
    radio.link("joined")
    radio.runs(10)
    radio.link("none")
    assert radio.runs(PATIENCE + 2) == ["open"], "after another network it may"


def test_nobody_on_it_lets_the_known_networks_have_another_chance() -> None:
    radio = Radio()
    radio.runs(60)
    assert radio.runs(RETRY) == ["close", "open"], "nothing came, so it opened again"
    closed, opened = [at for at, act in radio.acts if act != "scan"][-2:]
    assert opened - closed >= GRACE_AFTER_START


def test_with_a_phone_on_it_it_never_closes_by_itself() -> None:
    radio = Radio()
    radio.runs(60)
    radio.seen = structs.replace(radio.seen, guests=1)
    assert radio.runs(10 * RETRY) == []


def test_an_own_network_that_was_there_at_the_start_is_kept() -> None:
    radio = Radio(seen=structs.replace(OWN, guests=2))
    assert radio.runs(2 * RETRY) == []


def test_failures_are_tried_again_ever_later_until_somebody_asks() -> None:
    radio = Radio("key")
    radio.policy.ask(on=True)
    gaps, last = [], radio.now
    while len(gaps) < 9:
        if radio.policy.step(radio.now, NOTHING) == "open":
            gaps.append(radio.now - last)
            last = radio.now
            radio.policy.failed(radio.now)
        radio.now += 1
    assert gaps[1] == max(SHORTEST, OPENING)
    assert gaps[1:] == sorted(gaps[1:])
    assert gaps[-1] == LONGEST
    radio.policy.ask(on=True)
    radio.now += OPENING
    assert radio.policy.step(radio.now, NOTHING) == "open"


def test_after_a_success_the_next_failure_is_tried_again_soon() -> None:
    radio = Radio("key")
    radio.policy.ask(on=True)
    for _ in range(8):
        radio.policy.failed(radio.now)
    radio.seen = OWN
    radio.runs(1)
    radio.policy.failed(radio.now)
    radio.link("none")
    assert radio.runs(OPENING + 5) == ["open"]
