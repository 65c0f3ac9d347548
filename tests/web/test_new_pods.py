"""A pod that no profile names announces itself on the host's page, and is given a seat there by pressing its OK."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from PIL import Image

from companion.locale import speaker
from companion.render.draw import draw
from companion.render.faces import ProbeFace
from companion.service.panel.wiring.hardware_test import OfferPodSeat, ReleasePod
from companion.service.panel.wiring.pod_pairing import NEW, PRESS, SAME_NUMBER, SEE_DEVICES, WAIT
from hardware.ports import Devices, Fault, UnseatedPod
from hardware.sim.sim_table import SimTable
from tests.service.at_table import HOST, Room
from tests.web.flask_site import Site, words_of

Rooms = Callable[..., Room]
NODE = "/dev/serial/by-path/platform-1.3"


class FakePodSeating:
    """Pods that a test plugs in, and the seats they get."""

    def __init__(self) -> None:
        self.here: tuple[UnseatedPod, ...] = ()
        self.given: dict[str, int] = {}
        self.wanted: int | None = None
        self.places: dict[str, str] = {}
        self.picture: Callable[[tuple[int, int], bool], Image.Image] = lambda size, _: Image.new("1", size)
        self.changed: Callable[[], None] = lambda: None

    def begin(self, seats: Mapping[str, int], lines: Mapping[str, str], changed: Callable[[], None]) -> None:
        self.given, self.places, self.changed = dict(seats), dict(lines), changed

    def waiting(self) -> tuple[UnseatedPod, ...]:
        return self.here

    def seats(self) -> Mapping[str, int]:
        return self.given

    def lines(self) -> Mapping[str, str]:
        return self.places

    def free(self) -> tuple[int, ...]:
        return tuple(seat for seat in (2, 3, 4) if seat not in self.given.values())

    def offered(self) -> int | None:
        return self.wanted

    def offer(self, seat: int | None) -> None:
        self.wanted = seat

    def release(self, seat: int) -> None:
        self.given = {pod: at for pod, at in self.given.items() if at != seat}

    def show(self, picture: Callable[[tuple[int, int], bool], Image.Image]) -> None:
        self.picture = picture

    def comes(self, *pods: UnseatedPod) -> None:
        self.here = pods
        self.changed()

    def presses_ok(self) -> None:
        assert self.wanted is not None
        self.given[self.here[0].pod] = self.wanted
        self.here, self.wanted = self.here[1:], None
        self.changed()


@pytest.fixture
def seating(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePodSeating]:
    made = FakePodSeating()
    devices = SimTable.devices

    def with_lobby(table: SimTable) -> Devices:
        return replace(devices(table), pod_seating=made)

    monkeypatch.setattr(SimTable, "devices", with_lobby)
    return made


@pytest.fixture
def site(rooms: Rooms, seating: FakePodSeating) -> Site:
    room = rooms(profile="simulated")
    room.host()
    return Site(room)


def host_page(site: Site) -> str:
    return words_of(site.browser("host").get("/host").text)


def post(site: Site, what: str, place: int) -> bool:
    return bool(site.browser("host").post(f"/hardware/{what}", {"place": str(place)}, page="host").json["taken"])


def test_a_new_pod_is_announced_and_takes_the_seat_by_its_ok(site: Site, seating: FakePodSeating) -> None:
    assert "new pod" not in host_page(site)
    seating.comes(UnseatedPod("e66058388b4a2c21", "north", NODE))
    page = host_page(site)
    assert "A new pod is plugged in" in page
    assert "north" in page
    assert NODE in page
    assert post(site, "seat", 3)
    assert seating.wanted == 3
    assert "Press OK on the pod that stands at the seat of Seat 3" in host_page(site)
    seating.presses_ok()
    assert "new pod" not in host_page(site)
    assert site.room.log.settings.get("pods") == {"e66058388b4a2c21": 3}


def test_an_offer_is_taken_back_and_a_taken_seat_not_offered(site: Site, seating: FakePodSeating) -> None:
    seating.comes(UnseatedPod("aa", "", NODE))
    assert not post(site, "seat", 1)
    assert seating.wanted is None
    assert post(site, "seat", 2)
    assert post(site, "seat", 0)
    assert seating.wanted is None
    assert not site.browser(1).post("/hardware/seat", {"place": "2"}).json["taken"], "only the host"


def test_a_pod_is_taken_off_its_seat(rooms: Rooms, seating: FakePodSeating) -> None:
    first = rooms(profile="simulated")
    first.host()
    seating.given["aa"] = 4
    seating.places["aa"] = NODE
    seating.changed()
    first.close()
    site = Site(rooms(profile="simulated"))
    assert (seating.given, seating.places) == ({"aa": 4}, {"aa": NODE}), "the seats of last time"
    assert "Take the pod off this seat" in words_of(site.browser("host").get("/hardware").text)
    assert post(site, "release", 4)
    assert site.room.log.settings.get("pods") == {}
    assert "Take the pod off this seat" not in words_of(site.browser("host").get("/hardware").text)


def test_an_unseated_pod_shows_in_the_tables_language_what_to_do(site: Site, seating: FakePodSeating) -> None:
    def shows(face: ProbeFace) -> bool:
        return seating.picture((128, 64), False).tobytes() == draw(face).tobytes()

    english = speaker("en", {})
    assert shows(ProbeFace(title=english.short(NEW), word=english.short(WAIT)))
    assert post(site, "seat", 3)
    assert shows(ProbeFace(seat=3, title="Seat 3", word=english.short(PRESS)))
    assert post(site, "seat", 0)
    spanish = speaker("es", {})
    site.browser("host").post("/host/language", {"language": "es"}, page="host")
    site.room.past(1)
    assert site.room.view().settings.language() == "es"
    assert shows(ProbeFace(title=spanish.short(NEW), word=spanish.short(WAIT)))


def test_old_firmware_of_an_unseated_pod_is_told_of(site: Site, seating: FakePodSeating) -> None:
    seating.comes(UnseatedPod("", "", NODE, Fault("older", NODE)))
    assert "older than this program" in host_page(site)


def test_every_seat_has_its_pod(site: Site, seating: FakePodSeating) -> None:
    seating.given.update(a=2, b=3, c=4)
    seating.comes(UnseatedPod("dd", "", NODE))
    assert "Every seat has its pod." in host_page(site)


def test_a_table_without_a_lobby_gives_no_seats(rooms: Rooms) -> None:
    room = rooms()
    room.host()
    reply = room.table.ask(HOST, OfferPodSeat(2))
    assert not reply.taken
    assert not room.table.ask(HOST, ReleasePod(2)).taken


def test_a_pod_whose_number_another_has_is_named_with_what_to_do(site: Site, seating: FakePodSeating) -> None:
    seating.given["aa"] = 3
    seating.comes(UnseatedPod("aa", "south", NODE, Fault("duplicate", NODE)))
    for path in ("/host", "/hardware"):
        page = words_of(site.browser("host").get(path).text)
        assert "A pod cannot be used" in page
        assert "south" in page
        assert "The pod at the seat of Seat 3 has the same number and keeps the seat." in page
        assert "At which seat does it stand?" not in page, "it gets no seat"
    words = speaker("en", {}).short(SAME_NUMBER), speaker("en", {}).short(SEE_DEVICES)
    face = ProbeFace(title=words[0], word=words[1])
    assert seating.picture((128, 64), True).tobytes() == draw(face).tobytes()
    seating.comes(*seating.here, UnseatedPod("bb", "west", NODE))
    page = host_page(site)
    assert "A new pod is plugged in" in page
    assert "At which seat does it stand?" in page
