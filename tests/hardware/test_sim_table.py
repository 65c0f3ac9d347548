"""The simulated table: what it posts, what it shows, and how it misbehaves."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from queue import SimpleQueue
from threading import Thread

import pytest
from PIL import Image

from hardware.debounce import Debouncer, KeyEvent, Press, Release
from hardware.errors import BadCommand
from hardware.ports import (
    KEYS,
    DeviceGone,
    Devices,
    Disconnected,
    Edge,
    Event,
    Fault,
    PlaceView,
    Reconnected,
    Simulator,
    Tag,
    Turn,
)
from hardware.profile_files import load, read_shipped
from hardware.sim.sim_table import MOST_DETENTS, SimTable


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A started simulated table, its clock and its inbox."""

    def __init__(self, profile: str = "simulated", *, bouncy: bool = False, seed: int = 0) -> None:
        self.clock = Clock()
        self.sim = SimTable(read_shipped(profile), self.clock, bouncy=bouncy, seed=seed)
        self.inbox: list[Event] = []
        self.devices: Devices = self.sim.devices()
        self.devices.start(self.inbox.append)

    def taken(self) -> list[Event]:
        events, self.inbox[:] = list(self.inbox), []
        return events

    def view(self, place: int) -> PlaceView:
        return next(view for view in self.sim.places() if view.place == place)


@pytest.fixture
def table() -> Table:
    return Table()


def debounced(events: list[Event]) -> list[KeyEvent]:
    keys = Debouncer()
    told = [event for edge in events if isinstance(edge, Edge) for event in keys.feed(edge)]
    return told + keys.advance(1e6)


def test_the_table_is_a_simulator() -> None:
    simulator: Simulator = Table().sim
    assert len(simulator.places()) == 9


def test_a_tap_is_two_edges_dated_as_a_finger_makes_them(table: Table) -> None:
    table.sim.press(2, "ok")
    down, up = table.taken()
    assert down == Edge("seat2.keys", "ok", True, 100.0)
    assert isinstance(up, Edge)
    assert (up.level, up.at > 100.0) == (False, True)


def test_the_panel_has_keys_too(table: Table) -> None:
    table.sim.press(0, "back")
    assert [event.device for event in table.taken()] == ["panel.keys"] * 2


def test_hold_and_release(table: Table) -> None:
    table.sim.hold(1, "peek")
    table.sim.hold(1, "peek")
    assert table.view(1).held == {"peek"}
    table.clock.now = 103.0
    table.sim.release(1, "peek")
    table.sim.release(1, "peek")
    assert table.taken() == [
        Edge("seat1.keys", "peek", True, 100.0),
        Edge("seat1.keys", "peek", False, 103.0),
    ]
    assert table.view(1).held == set()


def test_pressing_a_held_key_lifts_the_finger(table: Table) -> None:
    table.sim.hold(1, "ok")
    table.taken()
    table.sim.press(1, "ok")
    assert [event.level for event in table.taken() if isinstance(event, Edge)] == [False]
    assert table.view(1).held == set()


def test_the_encoder_turns_detent_by_detent(table: Table) -> None:
    table.sim.turn(3, 2)
    table.sim.turn(3, -1)
    turns = [(event.device, event.steps) for event in table.taken() if isinstance(event, Turn)]
    assert turns == [("seat3.keys", 1), ("seat3.keys", 1), ("seat3.keys", -1)]


def test_a_bouncing_press_makes_many_edges_and_still_is_one(table: Table) -> None:
    table.sim.press(4, "up", bounce=True)
    edges = table.taken()
    assert len(edges) > 4
    assert [type(event) for event in debounced(edges)] == [Press, Release]
    table.sim.press(4, "up")
    assert len(table.taken()) == 2


def test_fifty_taps_and_turns_on_a_bouncy_table_are_fifty() -> None:
    table = Table(bouncy=True)
    for _ in range(50):
        table.sim.press(1, "ok")
        table.sim.turn(1, 1)
        table.sim.turn(1, -1)
    events = table.taken()
    assert len([event for event in events if isinstance(event, Edge)]) > 300
    assert [type(event) for event in debounced(events)] == [Press, Release] * 50
    assert [event.steps for event in events if isinstance(event, Turn)] == [1, -1] * 50


def test_bounces_are_the_same_for_the_same_seed() -> None:
    def edges(seed: int) -> list[Event]:
        table = Table(bouncy=True, seed=seed)
        table.sim.press(1, "ok")
        return table.taken()

    assert edges(1) == edges(1)
    assert edges(1) != edges(2)


def test_bouncy_can_be_switched_while_playing(table: Table) -> None:
    table.sim.tell("bouncy on")
    table.sim.press(1, "ok")
    assert len(table.taken()) > 2
    table.sim.tell("bouncy off")
    table.sim.press(1, "ok")
    assert len(table.taken()) == 2


def picture(table: Table, place: int = 2) -> Image.Image:
    image = Image.new("1", table.devices.displays[place].size)
    image.putpixel((5, 7), 1)
    return image


def shown(table: Table, place: int = 2) -> Image.Image:
    view = table.view(place).picture
    assert view is not None
    return Image.open(BytesIO(view.png))


def test_a_display_keeps_its_last_picture(table: Table) -> None:
    assert table.view(2).picture is None
    table.devices.displays[2].show(picture(table))
    assert shown(table).mode == "1"
    assert shown(table).size == (128, 64)
    assert shown(table).tobytes() == picture(table).tobytes()
    table.devices.displays[2].blank()
    assert shown(table).getbbox() is None


def test_pictures_are_counted_and_a_private_one_is_marked(table: Table) -> None:
    display = table.devices.displays[2]
    marks = []
    for private in (False, True, False):
        display.show(picture(table), private=private)
        view = table.view(2).picture
        assert view is not None
        marks.append((view.number, view.private))
    assert marks == [(1, False), (2, True), (3, False)]


def test_a_picture_of_another_size_is_a_bug(table: Table) -> None:
    with pytest.raises(ValueError, match=r"seat2\.display"):
        table.devices.displays[2].show(Image.new("1", (64, 64)))


def test_the_display_has_the_size_of_its_profile() -> None:
    table = Table("sim-2")
    assert table.devices.displays[2].size == (128, 32)
    assert table.view(2).size == (128, 32)


def test_a_light(table: Table) -> None:
    assert table.view(5).light is False
    table.devices.lights[5].set(True)
    assert table.view(5).light is True
    assert table.view(6).light is False


def test_a_reader_reads_what_is_held_to_it_while_its_cable_is_in() -> None:
    table = Table("sim-tags")
    table.sim.tell("read 3 04a1b2c3")
    table.sim.tell("read panel 4006381333931")
    read = [(event.device, event.code) for event in table.taken() if isinstance(event, Tag)]
    assert read == [("seat3.reader", "04a1b2c3"), ("panel.reader", "4006381333931")]
    assert [view.reader for view in table.sim.places()] == [True, True, True, True]
    table.sim.tell("silence 1")
    table.sim.tell("unplug 3")
    assert [event.device for event in table.taken()] == ["seat3.reader"]
    for place in ("1", "3"):
        table.sim.tell(f"read {place} aa")
    assert table.taken() == []
    with pytest.raises(BadCommand, match="seat 1 has no reader"):
        Table("sim-2").sim.tell("read 1 aa")


def test_unplugged_everything_of_a_place_is_gone_and_told(table: Table) -> None:
    display, light = table.devices.displays[2], table.devices.lights[2]
    display.show(picture(table), private=True)
    light.set(True)
    table.sim.hold(2, "peek")
    table.taken()
    table.sim.unplug(2)
    gone = table.taken()
    assert [(type(event), event.device) for event in gone] == [
        (Disconnected, "seat2.keys"),
        (Disconnected, "seat2.display"),
        (Disconnected, "seat2.light"),
        (Disconnected, "seat2.buzzer"),
    ]
    with pytest.raises(DeviceGone, match=r"seat2\.display does not answer"):
        display.show(picture(table))
    with pytest.raises(OSError, match=r"seat2\.display does not answer"):
        display.blank()
    with pytest.raises(DeviceGone, match=r"seat2\.light does not answer"):
        light.set(True)
    with pytest.raises(DeviceGone, match=r"seat2\.buzzer does not answer"):
        table.devices.buzzers[2].beep()
    assert {wire.fault for wire in table.devices.survey() if wire.device.startswith("seat2.")} == {Fault("unplugged")}
    table.sim.press(2, "ok")
    table.sim.turn(2, 1)
    assert table.taken() == []
    view = table.view(2)
    assert (view.plugged, view.held, view.light) == (False, set(), False)
    assert shown(table).getbbox() is None, "a display without power shows nothing, least of all a secret"
    assert view.picture is not None
    assert not view.picture.private


def test_plugged_in_again_it_is_told_and_works(table: Table) -> None:
    table.sim.unplug(2)
    table.sim.unplug(2)
    assert len(table.taken()) == 4
    table.sim.plug(2)
    table.sim.plug(2)
    assert [type(event) for event in table.taken()] == [Reconnected] * 4
    table.devices.displays[2].show(picture(table))
    assert shown(table).getbbox() is not None
    table.sim.press(2, "ok")
    assert len(table.taken()) == 2


def test_a_buzzer_is_heard_unless_its_place_hangs(table: Table) -> None:
    buzzer = table.devices.buzzers[2]
    buzzer.beep()
    buzzer.beep()
    table.sim.tell("silence 2")
    buzzer.beep()
    assert table.view(2).beeps == 2
    assert table.view(3).beeps == 0


def test_the_table_lists_what_can_be_tried_out(table: Table) -> None:
    seat = [wire for wire in table.devices.survey() if wire.device.startswith("seat3.")]
    assert [(wire.device, wire.line) for wire in seat] == [
        *(("seat3.keys", line) for line in (*KEYS, "push", "encoder")),
        ("seat3.display", "display"),
        ("seat3.light", "light"),
        ("seat3.buzzer", "buzzer"),
    ]
    assert all(wire.fault is None and not wire.pins for wire in seat)


def test_only_the_unplugged_place_is_gone(table: Table) -> None:
    table.sim.unplug(2)
    table.taken()
    table.devices.displays[3].show(picture(table, 3))
    table.sim.press(3, "ok")
    assert len(table.taken()) == 2


def test_a_silent_place_loses_presses_and_pictures_without_a_word(table: Table) -> None:
    table.devices.displays[2].show(picture(table))
    table.sim.hold(2, "peek")
    table.taken()
    table.sim.tell("silence 2")
    table.sim.release(2, "peek")
    table.devices.displays[2].blank()
    table.devices.lights[2].set(True)
    assert table.taken() == []
    assert shown(table).getbbox() is not None
    assert (table.view(2).silent, table.view(2).plugged, table.view(2).light) == (True, True, False)
    table.sim.tell("wake 2")
    assert table.taken() == [], "what was lost stays lost"
    table.sim.press(2, "ok")
    assert len(table.taken()) == 2


def test_a_new_cable_ends_the_silence(table: Table) -> None:
    table.sim.tell("silence 2")
    table.sim.unplug(2)
    table.sim.plug(2)
    assert not table.view(2).silent


def test_a_place_with_nothing_but_a_display_is_told_of_all_the_same() -> None:
    text = 'name = "t"\nkind = "sim"\n[panel]\nparts = ["oled"]\n[[seat]]\nnumber = 1\n'
    sim = SimTable(load(text, "t.toml"), Clock())
    inbox: list[Event] = []
    sim.unplug(0)
    sim.plug(0)
    sim.devices().start(inbox.append)
    sim.unplug(0)
    assert [event.device for event in inbox] == ["panel.display"]


def test_closed_devices_fall_silent_and_dark(table: Table) -> None:
    table.devices.displays[2].show(picture(table))
    table.devices.lights[2].set(True)
    table.devices.close()
    table.devices.close()
    table.sim.press(2, "ok")
    table.sim.unplug(3)
    assert table.taken() == []
    assert shown(table).getbbox() is None
    assert table.view(2).light is False


def test_before_the_start_nothing_is_posted() -> None:
    sim = SimTable(read_shipped("sim-2"), Clock())
    inbox: list[Event] = []
    sim.press(1, "ok")
    sim.devices().start(inbox.append)
    assert inbox == []


def test_a_pi_profile_can_be_simulated() -> None:
    table = Table("pi-panel")
    assert table.view(0).lines == ("ok", "back")
    table.sim.press(4, "peek")
    assert len(table.taken()) == 2
    assert table.view(4).light is None


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("press 3 ok", "there is no seat 3 at this table, but seat 1, seat 2"),
        ("press panel ok", "there is no panel"),
        ("press 1 oki", 'seat 1 has no key "oki"; its keys: up, down, ok, back, peek, push'),
        ("hold 2 push", 'seat 2 has no key "push"'),
        ("release 2 push", 'seat 2 has no key "push"'),
        ("turn 2 1", "seat 2 has no encoder"),
        ("turn 1 0", "1 to 100 detents, not 0"),
        (f"turn 1 -{MOST_DETENTS + 1}", "detents, not 101"),
        ("unplug 8", "no seat 8"),
        ("plug 8", "no seat 8"),
        ("silence 8", "no seat 8"),
        ("wake 8", "no seat 8"),
    ],
)
def test_what_this_table_has_no_part_for_is_refused(line: str, what: str) -> None:
    table = Table("sim-2")
    with pytest.raises(BadCommand, match=what):
        table.sim.tell(line)
    assert table.taken() == []


TOLD: list[tuple[str, Callable[[Table], object], object]] = [
    ("press 1 ok", lambda table: len(table.taken()), 2),
    ("press 1 ok bounce", lambda table: len(table.taken()) > 2, True),
    ("hold 1 peek", lambda table: table.view(1).held, {"peek"}),
    (
        "turn 1 -2",
        lambda table: [event.steps for event in table.taken() if isinstance(event, Turn)],
        [-1, -1],
    ),
    ("unplug 1", lambda table: table.view(1).plugged, False),
    ("silence panel", lambda table: table.view(0).silent, True),
]


@pytest.mark.parametrize(("line", "look", "expected"), TOLD, ids=[line for line, _, _ in TOLD])
def test_commands_reach_the_table(table: Table, line: str, look: Callable[[Table], object], expected: object) -> None:
    table.sim.tell(line)
    assert look(table) == expected


def test_commands_that_undo_others(table: Table) -> None:
    for line in ("hold 1 ok", "release 1 ok", "unplug 2", "plug 2", "silence 3", "wake 3"):
        table.sim.tell(line)
    assert all(view.plugged and not view.silent and not view.held for view in table.sim.places())


def test_listeners_hear_of_every_change_until_they_leave(table: Table) -> None:
    heard: list[int] = []
    leave = table.sim.listen(heard.append)
    table.devices.displays[2].show(picture(table))
    table.devices.lights[3].set(True)
    table.sim.hold(4, "ok")
    table.sim.tell("silence 5")
    assert heard == [2, 3, 4, 5]
    leave()
    leave()
    table.sim.press(1, "ok")
    assert heard == [2, 3, 4, 5]


def test_a_listener_may_look_at_the_table_that_called_it(table: Table) -> None:
    seen: list[bool] = []
    table.sim.listen(lambda place: seen.append(table.view(place).picture is not None))
    table.devices.displays[2].show(picture(table))
    assert seen == [True]


def test_eight_threads_on_one_key_and_one_display() -> None:
    clock = Clock()
    sim = SimTable(read_shipped("simulated"), clock, bouncy=True)
    inbox: SimpleQueue[Event] = SimpleQueue()
    devices = sim.devices()
    devices.start(inbox.put)

    def work() -> None:
        for _ in range(25):
            sim.press(1, "ok")
            devices.displays[1].show(Image.new("1", (128, 64)))

    threads = [Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = [inbox.get_nowait() for _ in range(inbox.qsize())]
    times = [event.at for event in events]
    assert times == sorted(times)
    assert [type(event) for event in debounced(events)] == [Press, Release] * 200
    view = next(view for view in sim.places() if view.place == 1)
    assert view.picture is not None
    assert view.picture.number == 200
