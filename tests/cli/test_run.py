"""``companion run`` as a process of its own: ready, stopped, killed, refused."""

from __future__ import annotations

import errno
import html
import io
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec
import pytest
import segno

from companion.core.setup import Seated, Setup, checked_setup
from companion.games import shipped
from companion.plays.log.log import Log
from companion.plays.printed.position import PrintedPosition, packed
from companion.plays.printed.sheet_codes import codes_of
from companion.serving.server import BODIES
from tests.cli.api_example import api_client
from tests.cli.conftest import Call, begin, write
from tests.fresh_program import open_table, page
from tests.plays.play_file_samples import ANA, LUIS, bg_stats, bg_stats_play
from tests.ports import free_port
from tests.service.at_table import token

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0
LINES_OF_A_TERMINAL = 24

Start = Callable[..., "Running"]


class Running:
    """A companion that runs. ``said`` is what it printed until it was ready."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port
        self.said: list[str] = []
        assert process.stdout is not None
        for line in process.stdout:
            self.said.append(line.rstrip())
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError(f"it ended: {self.said}, {process.communicate()}")

    def get(self, path: str, browser: urllib.request.OpenerDirector | None = None) -> str:
        opener = browser or urllib.request.build_opener()
        try:
            with opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as page:
                return str(page.read().decode())
        except urllib.error.HTTPError as error:
            if error.code == 500:  # what went wrong stands on standard error only
                error.add_note(self.end(signal.SIGTERM)[1])
            raise

    def post(self, path: str, browser: urllib.request.OpenerDirector, **fields: object) -> str:
        """Send a form, with the token of a page this browser was given; the page that comes."""
        return post_form(self.port, path, browser, **fields)

    def pin(self) -> str:
        """A fresh one for a host, from another terminal."""
        folder = re.search(r"--data (\S+)", " ".join(map(str, self.process.args)))  # type: ignore[arg-type]
        assert folder is not None
        made = subprocess.run(
            command("pin", "--data", folder[1]), capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=True
        )
        found = re.search(r"^Admin PIN: ([0-9 ]+)$", made.stdout, re.MULTILINE)
        assert found is not None
        return found[1]

    def end(self, how: signal.Signals, within: float = 5.0) -> tuple[int, str]:
        """Exit code and what stood on standard error."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=within)
        return self.process.returncode, errors


def post_form(port: int, path: str, browser: urllib.request.OpenerDirector, **fields: object) -> str:
    """Send a form to the table at a port, with the token of a page this browser was given; the page that comes."""
    with browser.open(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
        csrf = re.search(r'name="csrf" value="([^"]+)"', page.read().decode())
    assert csrf is not None
    body = urllib.parse.urlencode(fields | {"csrf": csrf[1]}).encode()
    with browser.open(f"http://127.0.0.1:{port}{path}", body, timeout=PATIENCE) as page:
        return str(page.read().decode())


def command(*words: object) -> list[str]:
    return [sys.executable, "-c", "from companion.cli import main; main()", *map(str, words)]


@pytest.fixture
def start(data: Path) -> Iterator[Start]:
    """``start()`` runs a companion on a port of its own until the test ends."""
    processes: list[subprocess.Popen[str]] = []

    def start(*words: object, **environment: str) -> Running:
        port = free_port()
        process = subprocess.Popen(
            command("run", "--data", data, "--port", port, *words),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"PORT": "1"} | environment,  # the command line wins over the port
        )
        processes.append(process)
        return Running(process, port)

    yield start
    for process in processes:
        with suppress(ProcessLookupError):
            process.kill()
        process.communicate()


def browser() -> urllib.request.OpenerDirector:
    """A browser that keeps its cookies, also for plain addresses."""
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))


def refused(*words: object) -> str:
    """What a run that cannot begin says."""
    ended = subprocess.run(
        command("run", *words), capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr.startswith("Error: ")
    assert ended.stderr.count("\n") == 1
    return ended.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_it_says_where_it_is_serves_and_stops_when_told(start: Start, how: signal.Signals) -> None:
    running = start()
    said = "\n".join(running.said)
    assert re.search(rf"^Phones: +http://[0-9.]+:{running.port}/  \(.*:{running.port}\)$", said, re.MULTILINE)
    pin = re.search(r"^Settings \(PIN\): .* On the table's machine, type: (\S+) pin --data \S+$", said, re.MULTILINE)
    assert pin is not None
    assert shutil.which(pin[1], path=f"{ROOT}{os.pathsep}{os.environ['PATH']}"), "it can be typed as it stands there"
    assert f"http://localhost:{running.port}/sim" in said
    assert "\u2588" not in said  # no QR code where nobody looks
    assert "Where do you sit?" in running.get("/")
    assert running.end(how) == (0, "")


def test_a_table_that_is_told_to_answers_over_both_kinds_of_addresses(start: Start, tmp_path: Path) -> None:
    settings = tmp_path / "both/table-companion/companion.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('address = "::"\n')
    running = start(XDG_CONFIG_HOME=str(tmp_path / "both"))
    for host in ("127.0.0.1", "[::1]"):
        with urllib.request.urlopen(f"http://{host}:{running.port}/", timeout=PATIENCE) as page:
            assert "Where do you sit?" in page.read().decode()
        # A page of the machine itself alone: an IPv4 address within one of IPv6 is its own too.
        with urllib.request.urlopen(f"http://{host}:{running.port}/sim", timeout=PATIENCE) as page:
            assert page.status == 200


def test_every_request_is_logged_where_somebody_looks_for_mistakes(start: Start) -> None:
    running, phone = start("--debug"), browser()
    running.post("/sit", phone, seat=2, name="Luisa")
    running.post("/host/pin", phone, pin="31415926")
    assert running.end(signal.SIGTERM)[1].splitlines()[:2] == [
        "DEBUG guest asks TakeSeat(seat=2, name='Luisa', beside=False, language=''): taken",
        "DEBUG seat:2 asks BecomeHost(): wrong-pin",
    ]


def test_in_a_terminal_the_code_to_scan_comes_last_and_stays_in_sight(data: Path) -> None:
    port = free_port()
    said, typed = pty.openpty()
    running = subprocess.Popen(
        command("run", "--data", data, "--port", port), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=typed, stderr=typed
    )
    os.close(typed)
    giving_up = Timer(PATIENCE, running.terminate)
    giving_up.start()
    lines: list[str] = []
    try:
        with os.fdopen(said, encoding="utf-8") as terminal, suppress(OSError):  # Linux: EIO is the end of a terminal
            for line in terminal:
                lines.append(line.rstrip("\n"))
                if line.startswith("▀") and any("Ctrl-C" in before for before in lines):
                    running.terminate()
    finally:
        giving_up.cancel()
        running.kill()
        running.wait()
    address = next(line.split()[1] for line in lines if line.startswith("Phones:"))
    code = io.StringIO()
    segno.make(address, micro=False).terminal(out=code, compact=True)
    drawn = code.getvalue().splitlines()
    assert lines[-len(drawn) :] == drawn
    assert len(lines) <= LINES_OF_A_TERMINAL


STREAM = b"GET /events?page=table HTTP/1.1\r\nHost: localhost\r\nCookie: device=%b\r\n\r\n"
PAGE = b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_open_streams_do_not_keep_it_from_stopping(start: Start) -> None:
    """Nor does a phone that has left its stream, one that waits between two pages, or one in the middle of asking."""
    running = start()
    with ExitStack() as stack:

        def phone(asks: bytes, until: bytes) -> socket.socket:
            # the machine itself has fewer places for streams
            made = socket.create_connection(("127.0.0.1", running.port), PATIENCE, ("127.0.0.2", 0))
            wire = stack.enter_context(made)
            wire.sendall(asks)
            came = b""
            while until not in came:
                came += (part := wire.recv(65536))
                assert part, came
            return wire

        for number in range(4):
            stream = phone(STREAM % token(number).encode(), b"event: view")
        stream.close()
        phone(PAGE, b"</html>")
        phone(PAGE[:20], b"")
        assert running.end(signal.SIGTERM) == (0, "")


def test_after_a_kill_everybody_sits_where_they_sat(start: Start, log: Log) -> None:
    write(begin(log, "Ana", "Luis"), 1, "ones", 3)
    log.close()
    running = start()
    phone, host = browser(), browser()
    running.post("/sit", phone, seat=2, name="Luisa")  # in a play somebody must say yes
    running.post("/host/pin", host, pin=running.pin())
    running.post("/host/arrival", host, seat=2, agreed="yes")
    assert "Luisa" in running.get("/seat", phone)
    table = fragment(running.get("/table"))
    assert "Ana" in table
    assert "Luisa" in table
    assert running.end(signal.SIGKILL)[0] == -signal.SIGKILL

    again = start()
    said = {"The seat of Luisa went to another phone.", "The old phone is out."}  # for half a minute
    before, after = ([line.strip() for line in text.splitlines()] for text in (table, fragment(again.get("/table"))))
    assert [line for line in before if line and line not in said] == [line for line in after if line]
    assert "Luisa" in again.get("/seat", phone)
    assert again.end(signal.SIGTERM) == (0, "")


def fragment(page: str) -> str:
    """What a page shows, without the addresses on it."""
    return re.sub(r"<svg.*?</svg>|:[0-9]{4,5}\b|<[^>]*>", "", page, flags=re.DOTALL)


def test_a_port_that_is_taken_is_named_with_another(data: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--data", data, "--port", port)
    found = re.fullmatch(
        rf"Error: Port {port} is taken by another program. Choose another: companion run --port ([0-9]+)\n", said
    )
    assert found is not None
    assert int(found[1]) > port


def test_a_log_that_another_companion_holds_is_left_alone(start: Start, data: Path) -> None:
    start()
    said = refused("--data", data, "--port", free_port())
    assert said == f"Error: Another companion is using {data / 'companion.db'}. Stop that one first.\n"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = refused("--data", tmp_path / "file" / "folder")
    assert f"{tmp_path / 'file' / 'folder' / 'companion.db'} cannot be opened. Check that its folder exists" in said


def test_a_folder_without_rights_is_named(call: Call, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mkdir(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "mkdir", mkdir)  # the superuser, who may run this, is never refused
    result = call("run")
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {data / 'companion.db'} cannot be written. Check the rights")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--profile", "nowhere.toml"], "profile nowhere.toml: neither a shipped one"),
        (["--port", "0"], "--port is 0; expected a number from 1 to 65535"),
    ],
)
def test_what_is_said_wrongly_is_refused(data: Path, words: list[str], said: str) -> None:
    assert said in refused("--data", data, *words)


def test_ones_own_profile_is_used(start: Start, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nkind = "sim"\nabout = "One seat"\n\n[[seat]]\nnumber = 5\n')
    running = start("--profile", own)
    page = running.get("/sim")
    assert page.count('class="oled"') == 1
    assert "Seat 5" in page
    assert running.end(signal.SIGTERM) == (0, "")


MOCKED = {"GPIOZERO_PIN_FACTORY": "mock", "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin"}


@pytest.mark.parametrize("profile", ["pi-3-4", pytest.param("pods", marks=pytest.mark.long)])
def test_a_table_without_its_devices_names_them_and_lets_people_play(start: Start, profile: str) -> None:
    running, phone = start("--profile", profile, **MOCKED), browser()
    assert not [line for line in running.said if "/sim" in line]
    running.post("/sit", phone, seat=2, name="Luisa")
    assert "Luisa" in running.get("/table")
    running.post("/host/pin", phone, pin=running.pin())
    assert ("/dev/i2c-1" in running.get("/hardware", phone)) == (profile == "pi-3-4")
    assert running.end(signal.SIGTERM, within=20)[0] == 0


def test_the_example_of_the_api_answers_forms_as_a_whole(start: Start) -> None:
    example, running = api_client(), start()
    robot, other = (
        example.Seat(f"http://127.0.0.1:{running.port}", seat, name) for seat, name in ((3, "Bo"), (5, "Al"))
    )
    robot.call("POST", "/host", {"pin": running.pin()})
    robot.call("POST", "/choice", {"game": "athens-sparta"})
    robot.call("POST", "/begin", {})
    sent: list[tuple[str, Any]] = []
    whole = robot.call

    def call(method: str, path: str, body: Any = None) -> Any:
        taken = whole(method, path, body)
        if method == "POST":
            sent.append((path, body))
        return taken

    robot.call = call
    for _ in range(6):
        robot.play(1)
        other.play(1)
    forms = [body for path, body in sent if path == "/forms"]
    assert len(forms) > 1
    assert any(body["answers"] for body in forms), "some field has no usual answer"


def test_the_example_of_the_api_plays_a_game_to_its_end(start: Start) -> None:
    example = api_client()
    running = start()
    robot = example.Seat(f"http://127.0.0.1:{running.port}", 3, "Robot")
    other = example.Seat(f"http://127.0.0.1:{running.port}", 5, "Golem")
    with pytest.raises(OSError, match="Choose a game first"):
        robot.call("POST", "/begin", {})
    robot.call("POST", "/host", {"pin": running.pin()})
    robot.call("POST", "/choice", {"game": "sheet:yacht"})
    robot.call("POST", "/begin", {})
    with ThreadPoolExecutor() as pool:
        given = list(pool.map(lambda seat: seat.play(400), (robot, other)))
    assert sum(given) > 20
    score = robot.call("GET", "/score")
    assert score["final"]
    assert [side["seats"] for side in score["sides"]] == [[3], [5]]


@pytest.mark.parametrize("position", [2**62, -1, 10**7])
def test_a_forged_printed_sheet_neither_stops_the_table_nor_fills_its_memory(start: Start, position: int) -> None:
    game = next(game for game in shipped() if game.meta.key == "olympos")
    setup = checked_setup(game.meta, Setup(tuple(Seated(seat, f"P{seat}") for seat in (1, 2, 3))))
    state = msgspec.json.decode(game.encode_state(game.new(setup)))
    state["sides"][0]["position"] = position
    forged = PrintedPosition("olympos", game.meta.rules_version, setup, msgspec.Raw(msgspec.json.encode(state)))
    running, phone, host = start(), browser(), browser()
    running.post("/sit", phone, seat=1, name="Ana")
    before = most_memory(running)
    for code in codes_of(packed(forged), bytes(32), setup.numbers, closed=False).public:
        running.post("/codes", phone, code=code)
    running.post("/host/pin", host, pin=running.pin())
    assert "cannot be gone on with here" in running.post("/codes/begin", host)
    running.post("/sit", browser(), seat=2, name="Luisa")
    assert "Luisa" in running.get("/table")
    assert most_memory(running) - before < 20_000
    assert running.end(signal.SIGTERM) == (0, "")


def test_a_thousand_plays_of_another_program_are_brought_once(start: Start) -> None:
    plays = [bg_stats_play(n, 1, f"2024-03-{1 + n % 28:02}", {ANA: str(n), LUIS: "8"}, ANA) for n in range(1000)]
    running, phone = start(), browser()
    running.post("/sit", phone, seat=1, name="Ana")
    csrf = re.search(r'name="csrf" value="([^"]+)"', running.get("/history/import", phone))
    assert csrf is not None
    head = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
    asked = head % (b"csrf", b"") + csrf[1].encode() + b"\r\n" + head % (b"file", b'; filename="plays.json"')
    body = asked + bg_stats(plays) + b"\r\n--x--\r\n"
    assert len(body) > BODIES
    address, kind = f"http://127.0.0.1:{running.port}/history/import", "multipart/form-data; boundary=x"
    before = most_memory(running)
    for words in ("1000 plays were added.", "0 plays were added."):
        with phone.open(urllib.request.Request(address, body, {"Content-Type": kind}), timeout=PATIENCE) as page:
            assert words in page.read().decode()
    assert most_memory(running) - before < 50_000


def most_memory(running: Running) -> int:
    """The most memory in kB that the process ever had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{running.process.pid}/status").read_text())
    assert found is not None
    return int(found[1])


def test_a_pin_from_another_terminal_makes_one_phone_host(start: Start) -> None:
    running = start()
    phone, other = browser(), browser()
    pin = running.pin()
    running.post("/host/pin", phone, pin=pin)
    running.post("/host/pin", other, pin=pin)
    assert "Settings (PIN)</h1>" not in running.get("/host", phone)
    assert "Settings (PIN)</h1>" in running.get("/host", other)


def test_without_a_table_there_is_no_pin(data: Path) -> None:
    asked = subprocess.run(
        command("pin", "--data", data, "--language", "es"), capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert asked.returncode == 1
    assert "ninguna mesa abierta" in asked.stderr


@pytest.mark.parametrize("module", ["companion", "companion.cli"])
def test_python_runs_it_by_the_name_of_a_module(module: str, tmp_path: Path) -> None:
    with open_table([sys.executable, "-m", module], tmp_path, PYTHONPATH=str(ROOT)) as address:
        assert "<h1" in page(f"{address}/")


def test_the_page_of_the_pin_names_a_command_that_works_as_it_stands_and_no_way_that_is_not_there(
    start: Start, tmp_path: Path
) -> None:
    """A table with pods only has no panel, so the page shows a command that works from any folder."""
    running, phone = start("--profile", "pods"), browser()
    page = running.get("/host", phone)
    ways = [html.unescape(way) for way in re.findall(r"<li>([^<]+)</li>", page.partition('class="pin-ways"')[2])]
    assert len(ways) == 1, ways
    _, _, typed = ways[0].partition("type: ")
    made = subprocess.run(
        ["sh", "-c", typed], capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE, check=True
    )
    pin = re.search(r"PIN: ([0-9 ]+)$", made.stdout, re.MULTILINE)
    assert pin is not None
    running.post("/host/pin", phone, pin=pin[1])
    assert 'id="pin-form"' not in running.get("/host", phone)


def test_a_table_for_its_own_machine_names_an_address_that_answers(start: Start, tmp_path: Path) -> None:
    """Printed, as a QR code and on the table screen: with ``address = "127.0.0.1"`` no other one answers."""
    settings = tmp_path / "config" / "table-companion" / "companion.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('address = "127.0.0.1"\n', encoding="utf-8")
    running = start(XDG_CONFIG_HOME=str(settings.parents[1]))
    printed = re.search(r"^Phones: +(\S+)  \((\S+)\)$", "\n".join(running.said), re.MULTILINE)
    assert printed is not None
    for address in (printed[1], f"http://{printed[2]}/"):
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert page.status == 200
    assert printed[1] == f"http://127.0.0.1:{running.port}/"
    screen = running.get("/table")
    assert printed[2] in screen
    assert (segno.make(printed[1], error="m", micro=False).svg_inline(omitsize=True, border=2)) in screen
