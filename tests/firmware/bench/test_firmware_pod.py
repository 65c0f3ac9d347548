"""A pod on the bench, in its own time: the Pi's conversation at one end of the line, fingers on pins at the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from hardware.display_chips import CHIPS
from hardware.pods.messages import Ack, Ask, Bye, Hello, Key, Page, Ping, Refuse, SetLamp, State, Welcome, parse
from hardware.pods.protocol import BUZZER, COVERED, DISPLAY, LAMP, LINES, PRIVATE, TOO_NEW, TOO_OLD, FrameReader, encode
from tests.firmware.bench.bench import BOARDS, UART, Board, Node, SteppedBoard, pins
from tests.firmware.bench.on_bench import OnBench, picture, show_of

DARK = bytes(1024)
Benches = Callable[..., OnBench]


@pytest.fixture
def benches(node: Node) -> Benches:
    """A pod that is not plugged in yet; boards and lines as wanted."""
    return lambda name="pico", more="": OnBench(Board(node, name, UART + more))


@pytest.fixture
def bench(benches: Benches) -> OnBench:
    """A pod that takes part."""
    made = benches()
    made.plug()
    assert made.comings == ["joined"]
    return made


def state(bench: OnBench) -> State:
    """What the pod last said of itself."""
    bench.past(1100)
    found = bench.talk._state
    assert found is not None
    return found


# -- coming and going --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_a_pod_of_every_board_says_who_it_is_and_shows_a_picture(benches: Benches, name: str) -> None:
    bench = benches(name)
    bench.plug()
    hello = bench.talk.hello
    assert hello is not None
    assert (hello.width, hello.height, hello.parts) == (128, 64, DISPLAY | LAMP | BUZZER)
    keys = {line for bit, line in enumerate(LINES) if hello.keys >> bit & 1}
    assert keys == {"ok", "back", "peek", "push", "encoder"}
    assert hello.pod == bytes.fromhex(bench.board.id)
    assert (hello.reset, hello.name) == (1, "")
    assert bench.board.glass == DARK
    assert bench.board.chip.on
    assert bench.show(5) == bench.board.glass
    assert bench.board.printed == ""


def test_a_pod_says_its_name_as_far_as_it_fits(benches: Benches) -> None:
    bench = benches()
    bench.board.changed["name.txt"] = "el mando del rincón\n"
    bench.plug()
    assert bench.talk.hello is not None
    assert bench.talk.hello.name == "el mando del rin"


def test_before_the_pi_speaks_a_pod_says_that_it_waits_and_at_the_welcome_it_is_dark(benches: Benches) -> None:
    bench = benches()
    bench.board.power()
    bench.board.past(50)
    assert any(bench.board.glass)
    bench.talk.line_opened(bench.now)
    bench.past(300)
    assert bench.comings == ["joined"]
    assert bench.board.glass == DARK


def test_a_silent_pi_leaves_nothing_private_and_the_pod_comes_back_by_itself(bench: OnBench) -> None:
    shown = bench.show(1)
    bench.deaf = True
    bench.past(2500)
    assert bench.board.glass == shown
    bench.past(600)
    assert bench.board.glass not in (shown, DARK)
    red = []
    for _ in range(20):
        bench.past(50)
        red.append(bench.board.levels[bench.board.pins["LIGHT"]["red"]] > 0)
    assert set(red) == {True, False}, "its lamp blinks"
    bench.deaf = False
    bench.past(3000)
    assert bench.comings == ["joined", "silent", "joined"]
    assert bench.board.glass == shown


def test_at_a_goodbye_a_pod_goes_dark_and_waits(bench: OnBench) -> None:
    bench.show(1)
    bye = bench.talk.bye()
    assert bye is not None
    bench.say(encode(bye))
    bench.board.past(30)
    assert bench.board.glass == DARK
    bench.board.press("ok")
    assert bench.board.past(200) == b""


def test_a_pod_that_restarts_in_the_middle_begins_anew(bench: OnBench) -> None:
    shown = bench.show(1)
    bench.board.off()
    bench.board.power()
    bench.past(400)
    assert bench.comings == ["joined", "restarted", "joined"]
    assert bench.board.glass == shown


def test_a_hanging_pod_is_restarted_by_its_watchdog_and_says_so(bench: OnBench) -> None:
    bench.show(1)
    bench.talk.show(picture(2), 2, private=False)
    bench.board.past(1, stall=9000)
    bench.past(500)
    bench.past(1500)
    assert bench.board.restarts == 1
    assert bench.comings[-1] == "joined"
    assert bench.talk.hello is not None
    assert bench.talk.hello.reset == 2
    assert bench.board.glass == b"".join(picture(2))


@pytest.mark.parametrize(
    ("speaks", "reason", "words"), [((0, 0), TOO_OLD, "UPDATE this pod"), ((2, 3), TOO_NEW, "UPDATE the Pi")]
)
def test_a_refused_pod_says_what_to_do(benches: Benches, speaks: tuple[int, int], reason: int, words: str) -> None:
    bench = benches()
    bench.board.changed["pod/version.py"] = f"FIRMWARE = (9, 9, 9)\nOLDEST, NEWEST = {speaks[0]}, {speaks[1]}\n"
    bench.plug(1500)
    assert bench.talk.refused == reason
    assert bench.comings == []
    said = bench.board.glass
    bench.board.off()
    assert said == drawn(bench.board.node, words)


def drawn(node: Node, words: str) -> bytes:
    """The glass with two lines of words in its middle, drawn by the interpreter's own letters."""
    first, second = words.split(" ", 1)
    program = f"""
from binascii import hexlify
from framebuf import MONO_VLSB, FrameBuffer
data = bytearray(1024)
paper = FrameBuffer(data, 128, 64, MONO_VLSB)
for y, line in ((20, {first!r}), (32, {second!r})):
    paper.text(line, (128 - 8 * len(line)) // 2, y, 1)
print(hexlify(data).decode())
"""
    return bytes.fromhex(node.script(program))


# -- keys --------------------------------------------------------------------------------------------------------------


def test_press_hold_and_release(bench: OnBench) -> None:
    bench.board.press("ok")
    bench.past(700)
    assert bench.moved == [("ok", 1)]
    assert state(bench).held == 1 << LINES.index("ok")
    bench.board.release("ok")
    bench.past(50)
    assert bench.moved == [("ok", 1), ("ok", 0)]
    assert state(bench).held == 0


def test_a_bouncing_key_is_one_press(bench: OnBench) -> None:
    for _ in range(10):
        bench.board.bounce("back", True)
        bench.board.bounce("back", False, after=50)
        bench.past(100)
    assert bench.moved == [("back", 1), ("back", 0)] * 10


def test_a_chord_is_told_in_order(bench: OnBench) -> None:
    for number, (name, closed) in enumerate([("ok", True), ("back", True), ("ok", False), ("back", False)]):
        bench.board.contact(name, closed, after=30 * number)
    bench.past(300)
    assert bench.moved == [("ok", 1), ("back", 1), ("ok", 0), ("back", 0)]


def test_a_turn_however_fast(bench: OnBench) -> None:
    bench.board.turn(5)
    bench.past(200)
    assert sum(change for line, change in bench.moved if line == "encoder") == 5
    bench.board.turn(-8, pace=1)
    bench.past(200)
    assert sum(change for line, change in bench.moved if line == "encoder") == -3
    bench.board.press("push")
    bench.past(50)
    assert bench.moved[-1] == ("push", 1)


def test_a_key_carries_the_picture_that_could_be_seen(bench: OnBench) -> None:
    first = bench.talk.show(picture(1), 1, private=False)
    bench.past(200)
    bench.board.past(1, b"".join(encode(Page(7, number, page).pack()) for number, page in enumerate(picture(2))))
    bench.board.press("ok", after=3)
    out = bench.board.past(20, show_of(7, 99, picture(2), 0))
    keys = [key for payload in FrameReader().feed(out) if isinstance(key := parse(payload), Key)]
    assert [(key.picture, key.age) for key in keys[:1]] == [(first, 2)], "it was pressed while the picture changed"
    assert bench.board.glass == b"".join(picture(2))


def test_a_key_that_nobody_hears_is_sent_for_a_second_and_then_not_taken(bench: OnBench) -> None:
    shown = bench.show(1)
    sent: list[Key] = []

    def lose_keys(data: bytes) -> bytes:
        said = [parse(payload) for payload in FrameReader().feed(data)]
        sent.extend(one for one in said if isinstance(one, Key))
        return b"".join(encode(one.pack()) for one in said if not isinstance(one, Key))

    bench.to_pi = lose_keys
    bench.board.press("ok")
    bench.past(1300)
    assert bench.moved == []
    assert {key.sequence for key in sent} == {1}
    assert len(sent) == 10
    assert [key.age for key in sent] == sorted(key.age for key in sent)
    assert sent[-1].age < 1000
    noted = bench.board.glass
    assert noted[:896] == shown[:896]
    assert noted[896:] != shown[896:]
    bench.past(1600)
    assert bench.board.glass == shown


def test_a_lost_ack_does_not_count_a_key_twice(bench: OnBench) -> None:
    lost: list[bytes] = []

    def lose(data: bytes) -> bytes:
        frames = [encode(payload) for payload in FrameReader().feed(data)]
        lost.extend(one for one in frames if isinstance(parse_frame(one), Ack) and len(lost) < 3)
        return b"".join(one for one in frames if one not in lost)

    bench.to_pod = lose
    bench.board.press("ok")
    bench.board.release("ok", after=60)
    bench.past(1500)
    assert lost
    assert bench.moved == [("ok", 1), ("ok", 0)]


def parse_frame(frame: bytes) -> object:
    (payload,) = FrameReader().feed(frame)
    return parse(payload)


def test_more_keys_than_the_queue_holds_are_dropped_and_none_comes_twice(bench: OnBench) -> None:
    bench.show(1)
    bench.deaf = True
    for number in range(12):
        bench.board.press("ok", after=40 * number)
        bench.board.release("ok", after=40 * number + 20)
    bench.past(500)
    bench.deaf = False
    bench.past(300)
    assert bench.moved == [("ok", 1), ("ok", 0)] * 8


@pytest.mark.parametrize("presses", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_every_press_over_a_bad_line_counts_once(bench: OnBench, presses: int) -> None:
    chance = random.Random(3)

    def damage(data: bytes) -> bytes:
        out = bytearray(data)
        if out and chance.random() < 0.02:
            out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
        return bytes(out)

    bench.show(1)
    bench.to_pod = bench.to_pi = damage
    for _ in range(presses // 20):
        for number in range(20):
            bench.board.bounce("ok", True, after=100 * number)
            bench.board.bounce("ok", False, after=100 * number + 50)
        bench.past(2000)
    assert bench.comings == ["joined"]
    assert bench.moved == [("ok", 1), ("ok", 0)] * presses


def test_bytes_that_mean_nothing_do_not_stop_a_pod(bench: OnBench) -> None:
    chance = random.Random(5)
    for _ in range(20):
        bench.say(chance.randbytes(400))
    bench.say(b"\0")
    shown = bench.show(3)
    assert bench.board.glass == shown
    assert bench.comings == ["joined"]


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_only_pages_that_differ_are_sent_and_a_damaged_one_again(bench: OnBench) -> None:
    bench.show(1)
    pages = (b"\x5a" * 128, *picture(1)[1:])
    seen: list[object] = []

    def watch(data: bytes) -> bytes:
        seen.extend(parse(payload) for payload in FrameReader().feed(data))
        damaged = len([one for one in seen if isinstance(one, Page)]) == 1
        return data.replace(b"\x5a\x5a\x5a", b"\x5a\x5b\x5a", 1) if damaged else data

    bench.to_pod = watch
    bench.talk.show(pages, 2, private=False)
    bench.past(600)
    assert bench.board.glass == b"".join(pages)
    assert [one.page for one in seen if isinstance(one, Page)] == [0, 0]


def test_a_private_picture_is_seen_only_while_peek_is_held(bench: OnBench) -> None:
    bench.board.press("peek")
    bench.past(50)
    secret = bench.show(4, private=True)
    assert bench.board.glass == secret
    bench.board.release("peek")
    bench.board.past(12)
    assert bench.board.glass == DARK, "before the Pi knows"
    assert not any(any(row) for row in bench.board.chip.memory) or not bench.board.chip.on
    found = state(bench)
    assert found.flags == PRIVATE | COVERED
    bench.board.press("ok")
    bench.past(50)
    assert [told.picture for told in bench.told if hasattr(told, "picture")][-1] == 0
    assert not any(any(row) for row in bench.board.chip.memory), "its memory is wiped as well"
    assert bench.show(5) == bench.board.glass


def test_a_private_picture_that_comes_too_late_is_never_seen(bench: OnBench) -> None:
    bench.show(1)
    bench.show(4, private=True)
    assert bench.board.glass == DARK
    assert state(bench).flags == PRIVATE | COVERED


def test_peek_let_go_while_the_private_picture_is_being_written(bench: OnBench) -> None:
    bench.board.press("peek")
    bench.past(50)
    bench.board.past(1, b"".join(encode(Page(7, number, page).pack()) for number, page in enumerate(picture(4))))
    bench.board.contact("peek", False)
    bench.board.past(6)
    bench.board.past(3, show_of(7, 9, picture(4), PRIVATE))
    bench.board.past(6)
    assert bench.board.glass == DARK
    bench.board.past(30)
    assert not any(any(row) for row in bench.board.chip.memory)


def test_a_private_picture_is_covered_after_ten_seconds_by_the_pod_itself(bench: OnBench) -> None:
    bench.board.press("peek")
    bench.past(50)
    secret = bench.show(4, private=True)
    bench.past(9500)
    assert bench.board.glass == secret
    bench.past(500)
    assert bench.board.glass == DARK
    assert state(bench).flags == PRIVATE | COVERED


def test_a_cable_pulled_while_peek_is_held_leaves_nothing_private(bench: OnBench) -> None:
    bench.board.press("peek")
    bench.past(50)
    secret = bench.show(4, private=True)
    bench.deaf = True
    bench.past(2400)
    assert bench.board.glass == secret
    bench.past(700)
    assert bench.board.glass not in (secret, DARK), "it says that it is offline"
    assert not {secret[at : at + 128] for at in range(0, 1024, 128)} & {bytes(row) for row in bench.board.chip.memory}


def test_a_display_that_comes_off_is_not_shown_on_and_comes_back(bench: OnBench) -> None:
    bench.show(1)
    bench.board.past(1, refused=True)
    pages = picture(2)
    wire = bench.talk.show(pages, 2, private=False)
    bench.past(800)
    assert not bench.talk.settled(wire)
    bench.board.press("ok")
    bench.past(50)
    assert [told.picture for told in bench.told if hasattr(told, "picture")][-1] == 0
    bench.board.past(1, refused=False)
    bench.past(1000)
    assert bench.talk.settled(wire)
    assert bench.board.glass == b"".join(pages)


@pytest.mark.parametrize("name", ["pico", "pico_w"])
def test_a_display_that_restarts_shows_its_picture_again_within_a_minute(
    benches: Benches, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its plug was reseated while nothing was written to it: no transfer failed, so the pod cannot know."""
    bench = benches(name)
    bench.plug()
    shown = bench.show(1)
    bench.board.chip.restart()
    bench.board.lights.clear()
    assert bench.board.glass == DARK
    monkeypatch.setattr("tests.firmware.bench.on_bench.STEP", 250)
    bench.past(60_000)
    assert bench.board.chip.seen().getbbox(), "it is set up, and on"
    assert bench.board.glass == shown
    assert bench.comings == ["joined"]
    if name == "pico_w":
        assert bench.board.lights, "its addressable light has forgotten its colour, too"


def test_a_display_that_works_shows_nothing_of_being_set_up_again(bench: OnBench) -> None:
    bench.show(1)
    sent: list[int] = []
    obey = bench.board.chip.obey

    def watch(command: int, more: list[int]) -> None:
        sent.append(command)
        obey(command, more)

    bench.board.chip.obey = watch  # type: ignore[method-assign]
    for _ in range(31):
        bench.past(2000)
    assert 0xA8 in sent, "it was set up"
    assert 0xAE not in sent, "and never dark"


@pytest.mark.parametrize("after", range(16))
def test_a_transfer_to_the_display_that_is_disturbed_is_done_again_at_once(bench: OnBench, after: int) -> None:
    """A page is two transfers, and the picture counts as seen only when all of it is."""
    bench.show(1)
    pages = picture(2)
    wire = bench.talk.show(pages, 2, private=False)
    bench.board.past(1, disturbed=[1, after])
    bench.past(200)
    assert bench.talk.settled(wire)
    assert bench.board.glass == b"".join(pages)
    bench.board.press("ok")
    bench.past(50)
    assert [told.picture for told in bench.told if hasattr(told, "picture")][-1] == wire


@pytest.mark.parametrize(("disturbed", "shown"), [(0, True), (1, True), (2, False)])
def test_the_walk_shows_a_picture_although_the_bus_is_disturbed_once(node: Node, disturbed: int, shown: bool) -> None:
    node.ask({"disturbed": [disturbed, 0]})
    display = pins("pico")["DISPLAY"]
    printed = node.script(f"from pod.pin_scan import show\nprint(show({display!r}, {bytes(1024).hex()!r}))")
    assert printed.strip() == str(shown)


def test_a_private_picture_is_covered_although_the_bus_is_disturbed(bench: OnBench) -> None:
    bench.board.press("peek")
    bench.past(50)
    bench.show(4, private=True)
    bench.board.past(1, disturbed=[1, 0])
    bench.board.release("peek")
    bench.board.past(12)
    assert bench.board.glass == DARK


@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_on_spi(benches: Benches, chip: str) -> None:
    width, height = CHIPS[chip].SIZES[0]
    spi = f'"spi": 0, "sck": 2, "mosi": 3, "select": 5, "dc": 6, "reset": 7, "width": {width}, "height": {height}'
    bench = benches(more=f'DISPLAY = {{{spi}, "chip": "{chip}"}}\n')
    bench.board.on_spi(chip, dc=6, select=5)
    bench.plug()
    assert bench.show(6, milliseconds=600) == bench.board.glass


def test_a_low_display_and_one_that_is_not_there(benches: Benches) -> None:
    low = benches(more="DISPLAY = dict(DISPLAY, height=32)\n")
    low.board.low()
    low.plug()
    assert low.talk.hello is not None
    assert low.talk.hello.pages == 4
    assert low.show(2) == low.board.glass


def test_an_upright_display_shows_all_of_its_own_words(benches: Benches) -> None:
    """A line of it has room for eight letters, and the longest word has ten."""
    spi = '"spi": 0, "sck": 2, "mosi": 3, "select": 5, "dc": 6, "reset": 7, "width": 64, "height": 128'
    bench = benches(more=f'DISPLAY = {{{spi}, "chip": "sh1107"}}\nLANGUAGE = "es"\n')
    bench.board.on_spi("sh1107", dc=6, select=5)
    bench.board.power()
    bench.board.past(1000)
    program = """
from binascii import hexlify
from framebuf import MONO_VLSB, FrameBuffer
data = bytearray(1024)
paper = FrameBuffer(data, 64, 128, MONO_VLSB)
for n, line in enumerate(("HOLA", "esperand", "o", "a la Pi")):
    paper.text(line, (64 - 8 * len(line)) // 2, 40 + 12 * n, 1)
print(hexlify(data).decode())
"""
    said = bench.board.glass
    bench.board.off()
    assert said == bytes.fromhex(bench.board.node.script(program))


def test_a_pod_without_anything_but_keys(benches: Benches) -> None:
    bench = benches(more="DISPLAY = LIGHT = BUZZER = ENCODER = None\n")
    bench.plug()
    hello = bench.talk.hello
    assert hello is not None
    assert (hello.parts, hello.width, hello.height) == (0, 0, 0)
    bench.board.press("ok")
    bench.past(100)
    assert bench.moved == [("ok", 1)]


# -- lamp and buzzer ---------------------------------------------------------------------------------------------------


def test_the_lamp_shines_in_its_colour_no_brighter_than_the_board_allows_and_blinks(bench: OnBench) -> None:
    bench.talk.lamp((255, 100, 0, 1))
    bench.past(100)
    levels = bench.board.levels
    light = bench.board.pins["LIGHT"]
    assert [levels[light[part]] for part in ("red", "green", "blue")] == [128 * 257, 50 * 257, 0]
    for pattern, changes in ((2, 2), (3, 8)):
        bench.talk.lamp((255, 0, 0, pattern))
        bench.past(100)
        seen = []
        for _ in range(50):
            bench.past(20)
            seen.append(levels[light["red"]] > 0)
        assert sum(one != other for one, other in pairwise(seen)) in (changes - 1, changes)
    bench.talk.lamp((0, 0, 0, 0))
    bench.past(100)
    assert levels[light["red"]] == 0


def test_a_light_of_one_colour_is_on_when_any_is_wanted(benches: Benches) -> None:
    bench = benches(more='LIGHT = {"kind": "led", "pin": 22}\n')
    bench.plug()
    for colour, level in (((0, 0, 200, 1), 1), ((0, 0, 0, 0), 0)):
        bench.talk.lamp(colour)
        bench.past(100)
        assert bench.board.levels[22] == level


def test_an_addressable_light_gets_its_colours_in_order(benches: Benches) -> None:
    bench = benches("pico_w")
    bench.plug()
    bench.talk.lamp((255, 0, 128, 1))
    bench.past(100)
    assert bench.board.lights[bench.board.pins["LIGHT"]["pin"]] == bytes((0, 64, 32)).hex()


def test_the_buzzer_is_heard_once_for_every_count(bench: OnBench) -> None:
    pin = bench.board.pins["BUZZER"]["pin"]
    for pattern, length in ((1, 1), (2, 1), (3, 2)):
        bench.talk.buzz(pattern)
        heard = 0
        before = False
        for _ in range(60):
            bench.past(10)
            on = bench.board.levels[pin] > 0
            heard += on and not before
            before = on
        assert heard == length
        assert not before
    assert state(bench).buzzes == 3


# -- power-on ----------------------------------------------------------------------------------------------------------


def test_ok_and_back_at_power_on_is_the_self_test(benches: Benches) -> None:
    bench = benches()
    board = bench.board
    board.press("ok")
    board.press("back")
    board.power()
    assert board.past(200) == b"", "it tests itself and says nothing"
    first = board.glass
    assert any(first)
    board.release("ok")
    board.release("back", after=50)
    board.past(200)
    seen = {first, board.glass}
    for name in ("peek", "push"):
        board.press(name)
        board.past(60)
        seen.add(board.glass)
        assert board.levels[board.pins["BUZZER"]["pin"]] > 0
        board.release(name)
        board.past(60)
    board.turn(3)
    board.past(100)
    assert len(seen | {board.glass}) == 5, "every key has words of its own"
    assert any(board.levels[board.pins["LIGHT"][part]] for part in ("red", "green", "blue"))
    board.press("ok")
    board.press("back", after=10)
    out = board.past(100)
    assert isinstance(parse(FrameReader().feed(out)[0]), Hello)


def test_peek_at_power_on_leaves_the_pod_to_the_console(benches: Benches) -> None:
    board = benches().board
    board.press("peek")
    board.power()
    board.past(200)
    assert not board.on
    assert board.printed == ""
    assert any(board.glass)


def test_no_heap_is_lost_whatever_goes_on(node: Node) -> None:
    board = SteppedBoard(node)
    bench = OnBench(board)
    bench.plug()

    def busy() -> None:
        for number in range(6):
            bench.board.press("ok")
            bench.board.release("ok", after=40)
            bench.board.turn(1)
            bench.show(number, private=number % 2 == 1, milliseconds=150)
            bench.talk.lamp((number, 1, 2, number % 4))
            bench.talk.buzz()
            bench.past(50)

    busy()
    before = board.heap()
    for _ in range(4):
        busy()
    assert board.heap() <= before
    assert bench.show(8) == board.glass


def test_messages_of_another_session_are_ignored(bench: OnBench) -> None:
    bench.talk.lamp((1, 2, 3, 1))
    bench.past(100)
    bench.say(b"".join(encode(one.pack()) for one in (SetLamp(99, 9, 9, 9, 1), Bye(99), Ping(99, 1))))
    assert bench.talk.connected
    assert (state(bench).red, state(bench).green) == (1, 2)


def test_every_question_is_answered_and_every_refusal_ends_the_session(bench: OnBench) -> None:
    out = bench.board.past(20, encode(Ask(1, 1).pack()) * 2)
    assert [type(parse(payload)) for payload in FrameReader().feed(out)] == [Hello, Hello]
    bench.board.past(20, encode(Refuse(2, 2, TOO_OLD).pack()))
    assert bench.board.past(20, encode(Ping(7, 3).pack())) == b""
    bench.board.past(20, encode(Welcome(2, 8, 1).pack()))
    assert bench.board.past(20, encode(Ping(8, 3).pack())) == b"", "that version it does not speak"
    bench.board.past(20, encode(Welcome(1, 8, 1).pack()))
    (answer,) = FrameReader().feed(bench.board.past(20, encode(Ping(8, 3).pack())))
    assert isinstance(parse(answer), State)
