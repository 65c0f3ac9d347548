"""Every command that a document or the menu of make shows is typed by a test, here or elsewhere, or says why not."""

from __future__ import annotations

import re
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.plays.log.log_file import open_log
from tests.cli.conftest import begin, write
from tests.documents import FENCE, ROOT, documents, shown_commands
from tests.typed_words import is_typed
from tests.working_copy import changed, copied, typed

AT_A_TABLE = {
    ".venv/bin/companion …": "companion --version",
    "companion --help": "companion --help",
    "companion --version": "companion --version",
    "companion backup": "companion backup other.db",
    "companion backup TARGET": "companion backup other.db",
    "companion backup drill": "mkdir plays/copies && companion backup plays/copies && companion backup drill",
    "companion bench-kit": "companion bench-kit --help",
    "companion box export GAME [FILE]": "companion box export antike other.toml",
    "companion box import GAME FILE": "companion box import antike box.toml",
    "companion box list": "companion box list",
    "companion box show GAME": "companion box show antike",
    "companion games": "companion games",
    "companion games list": "companion games list",
    "companion mend": "companion mend",
    "companion network": "companion network --help",
    "companion network certificate FOLDER": "companion network certificate certificate",
    "companion network status": "companion network status",
    "companion pace FILE": "companion pace play.txt",
    "companion pods list": "companion pods list",
    "companion record": "companion record",
    "companion replay FILE": "companion replay play.txt",
    "companion restore": "companion restore --force copy.db",
    "companion restore BACKUP": "companion restore --force copy.db",
    "companion update": "companion update --help",
    "companion verify": "companion verify",
    "companion verify FILE": "companion verify copy.db",
}
"""What is shown, and what is typed: at a table with one play, beside ``copy.db``, ``box.toml`` and ``play.txt``."""

GOLDENS = "pytest --update-golden tests/golden/test_playthroughs.py"
IN_A_COPY = {
    "companion pace tests/golden/playthroughs": "companion pace tests/golden/playthroughs",
    "make": "make",
    "make bench": "make bench BENCH='--quick --busy --no-rival --games antike'",
    "make bench-club": "make bench-club BENCH='--quick --busy'",
    "make bench-devices": "make bench-devices BENCH='--quick --busy'",
    "make bench-growth": "make bench-growth BENCH='--quick --busy --games antike'",
    "make clean": "make clean",
    "make messages": "make messages",
    "make plans": "make plans",
    "make screenshots": "make screenshots",
    GOLDENS: GOLDENS,
    "python -m deploy.name_service": "python -m deploy.name_service",
    "python -m hardware.perfboard": "python -m hardware.perfboard panel-pi-panel",
    "python -m tests.firmware.bench.pin_tables": "python -m tests.firmware.bench.pin_tables",
    "python -m tests.firmware.vectors": "python -m tests.firmware.vectors",
}
"""What is shown, and what is typed: in a copy of the repository."""
LENGTHY = {
    "companion pace tests/golden/playthroughs",
    "make plans",
    "python -m hardware.perfboard",
    "python -m tests.firmware.bench.pin_tables",
    "python -m tests.firmware.vectors",
}
"""They are typed in the long run."""

STICK = "/media/table-companion-sda1/table-companion"
BUNDLED = "tests/deploy/test_bundle.py::test_its_installer_finds_the_wheels_beside_it"
INSTALLED = "tests/vm/test_vm.py::test_one_command_makes_a_table_of_it"
UPDATED = "tests/vm/test_vm.py::test_an_update_is_gone_over_to_and_gone_back_from"
FLASHED = "tests/firmware/bench/test_firmware_flash.py::test_a_bare_board_becomes_a_pod_is_named_and_flashed_anew"
COPIED = "tests/firmware/bench/test_firmware_flash.py::test_a_bare_board_becomes_a_pod_by_hand"
WIRED = "tests/cli/test_run.py::test_a_table_without_its_devices_names_them_and_lets_people_play"
RUN = "tests/test_readme.py::test_make_run_opens_a_table"
TAKEN_OVER = "tests/cli/test_first_contact_command.py::test_it_says_what_it_did_and_no_secret"
STOPPED = "tests/vm/test_vm.py::test_it_is_stopped_and_started_by_hand"
GIVEN_UP = "tests/vm/test_vm.py::test_a_table_that_was_given_up_is_started_again"
GATHERED = "tests/vm/test_vm.py::test_a_club_beside_it_keeps_what_it_gave_a_receipt_for"
CLUB_DATABASE = "tests/club/storage/test_postgres_set_up.py::test_a_database_is_made_as_it_is_shown"
DRIVER_WRITTEN = "tests/outside/test_writing_a_driver.py::test_a_driver_passes_from_its_own_folder"
ENOUGH = "tests/keeping/test_version_update_for_real.py::test_a_folder_of_wheels_or_a_number_is_enough"
FOR_REAL = "tests/keeping/test_games_for_real.py"
ADDED = f"{FOR_REAL}::test_a_game_is_added_played_carried_over_by_updates_and_gone_back_from"
INDEXED = f"{FOR_REAL}::test_a_name_of_the_index_brings_what_it_needs"
REMOVED = f"{FOR_REAL}::test_what_would_be_lost_is_named_before_anything_changes"
PIN = "tests/cli/test_run.py::test_a_pin_from_another_terminal_makes_one_phone_host"
MACHINE = "tests/cli/test_doctor.py::test_the_machine_of_the_tests_is_looked_at_for_real"
NAMED = "tests/firmware/test_pod_commands.py::test_a_name_is_written_and_a_bad_one_refused"
WALKED = "tests/hardware/test_walk_command.py::test_as_a_process_on_mock_pins_answered_by_typing_and_ended_by_ctrl_c"
POD_WALKED = "tests/firmware/bench/test_firmware_walk.py::test_the_command_writes_the_pins_to_the_pod_and_it_says_hello"
TRIED = "tests/firmware/test_pod_commands.py::test_a_pod_is_tried_out_by_hand"
RADIO = "tests/cli/test_network_command.py::test_a_radio_with_phones"
CASES = "tests/case/test_case_command.py"
COMPLETED = "tests/cli/test_commands.py::test_tab_completes_as_the_document_says"
RESTORED = "tests/cli/test_commands.py::test_a_backup_goes_there_and_back"
ELSEWHERE = {
    # They need root, and change the machine.
    "sudo sh deploy/install.sh --profile pi-panel": INSTALLED,
    "sudo sh deploy/install.sh --uninstall": "tests/vm/test_vm.py::test_taken_away_it_leaves_plays_and_settings",
    "sudo sh club/install-club.sh": GATHERED,
    "sudo sh deploy/club/install-club.sh": GATHERED,
    "sudo sh table-companion-*/club/install-club.sh": GATHERED,
    "sudo journalctl -u table-companion-club@8100": GATHERED,
    'sudo companion-club table add "By the window"': GATHERED,
    "sudo companion-club table list": GATHERED,
    "sudo companion-club table lock-out bythewindow": GATHERED,
    "sudo companion-club table renew bythewindow": GATHERED,
    'sudo companion-club event add "Autumn Cup"': GATHERED,
    "sudo companion-club event list": GATHERED,
    "sudo companion-club event renew autumn-cup": GATHERED,
    "sudo companion-club event remove autumn-cup": GATHERED,
    "sudo companion-club cards 24 - >cards.html": GATHERED,
    "sudo systemctl restart table-companion-club@8100": GATHERED,
    "sudo systemctl enable --now table-companion-club@8101": GATHERED,
    # They change the machine's own database.
    "sudo -u postgres psql -c \"CREATE ROLE club LOGIN PASSWORD 'olives-and-figs'\"": CLUB_DATABASE,
    "sudo -u postgres createdb --owner club club": CLUB_DATABASE,
    # They take OpenSCAD.
    "make case": f"{CASES}::test_make_case_makes_what_is_named",
    "python -m hardware.case --list": f"{CASES}::test_the_names_are_printed",
    "python -m hardware.case pod-pico-base pod-pico-lid-3": f"{CASES}::test_pieces_are_made_by_name",
    "python -m hardware.case coupon --no-pictures": f"{CASES}::test_a_piece_is_made_without_a_picture",
    # They are for another machine than the tests'.
    "sha256sum -c table-companion-*.tar.gz.sha256": BUNDLED,
    "tar xf table-companion-*.tar.gz": BUNDLED,
    "sudo sh table-companion-*/install.sh --profile pi-panel": BUNDLED,
    "sh install.sh --root DIR": BUNDLED,
    "make release": "tests/deploy/test_release.py::test_one_command_makes_what_this_machine_can",
    "make bundle": "tests/deploy/test_bundle.py::test_make_bundle_is_enough_for_both_pythons",
    "systemctl status table-companion": INSTALLED,
    "sudo journalctl -u table-companion": "tests/vm/test_vm.py::test_it_may_do_little_and_says_no_secret",
    "sudo systemctl restart table-companion": GIVEN_UP,
    "systemctl reset-failed table-companion": GIVEN_UP,
    "sudo systemctl stop table-companion.socket table-companion.service": STOPPED,
    "sudo systemctl start table-companion.socket table-companion.service": STOPPED,
    "sudo companion pin": PIN,
    "sudo companion doctor": MACHINE,
    "sudo companion backup TARGET": RESTORED,
    "sudo companion update --back": UPDATED,
    "companion update --back": UPDATED,
    "sudo companion update FILE-OR-VERSION": UPDATED,
    "sudo companion update table_companion-0.2.0-py3-none-any.whl": UPDATED,
    "sudo companion update /media/table-companion-sda1/wheels": ENOUGH,
    "sudo companion update 0.2.0": ENOUGH,
    "companion games add": ADDED,
    "companion games add FILE-OR-NAME": ADDED,
    "sudo companion games add FILE-OR-NAME": ADDED,
    "sudo companion games add companion_night_market-1.0.0-py3-none-any.whl": (
        "tests/vm/test_vm.py::test_a_game_of_somebody_else_is_added"
    ),
    "sudo companion games add companion-night-market": INDEXED,
    "companion games remove PACKAGE": REMOVED,
    "sudo companion games remove companion-night-market": "tests/vm/test_vm.py::test_the_game_is_taken_away",
    "pytest --companion-driver acme_bench": DRIVER_WRITTEN,
    "pytest --companion-driver grey_bench": DRIVER_WRITTEN,
    "pytest --companion-driver letter_bench": DRIVER_WRITTEN,
    "pytest --companion-driver MODULE": DRIVER_WRITTEN,
    "companion new-game NAME": "tests/cli/test_new_game.py::test_a_new_game_is_written_and_fits",
    "companion update --recover": (
        "tests/keeping/test_version_update_for_real.py::test_an_update_that_was_cut_off_is_undone"
    ),
    "companion first-contact": TAKEN_OVER,
    'eval "$(_COMPANION_COMPLETE=bash_source companion)"': COMPLETED,
    # They need a memory stick of an installed table.
    f"companion restore --force {STICK}/companion-000118-2026-11-21-2340-5f3a9c1e.db": RESTORED,
    # They run until they are stopped, or talk with somebody.
    "companion club": "tests/club/test_killed_club.py::test_it_serves_until_it_is_told_to_stop",
    "companion run": "tests/cli/test_run.py::test_it_says_where_it_is_serves_and_stops_when_told",
    "make run": RUN,
    "PORT=8080 make run": RUN,
    "companion run --anew": (
        "tests/keeping/test_rescue_process.py::test_by_hand_a_table_begins_anew_where_the_plays_are_gone"
    ),
    "companion play": "tests/cli/test_play_command.py::test_a_play_is_played_to_its_end",
    "companion pin": PIN,
    # What they find is a matter of the machine, so they end with 1 on some.
    "companion doctor": MACHINE,
    "companion network test": "tests/cli/test_network_command.py::test_a_trial_with_a_phone",
    "companion network radio": RADIO,
    "companion network radio --seconds 300": RADIO,
    "companion network hotspot on": (
        "tests/cli/test_network_command.py::test_without_a_running_table_it_is_done_at_once"
    ),
    "companion network hotspot off": (
        "tests/cli/test_network_command.py::test_without_a_running_table_it_is_done_at_once"
    ),
    # They need the pins and buses of a Pi, or pods.
    "companion run --profile pi-3-4": WIRED,
    "GPIOZERO_PIN_FACTORY=mock GPIOZERO_MOCK_PIN_CLASS=mockpwmpin companion run --profile pi-3-4": WIRED,
    "companion run --profile pods": WIRED,
    "companion doctor --profile pi-3-4": (
        "tests/hardware/test_doctor_at_table.py::test_every_device_is_named_with_its_pins"
    ),
    "companion doctor --by-hand": "tests/hardware/test_doctor_at_table.py::test_by_hand_until_ctrl_c",
    "companion pods flash /dev/serial/by-path/... --board pico": FLASHED,
    "companion doctor --walk": WALKED,
    "sudo companion doctor --walk": WALKED,
    "companion doctor --walk --save my-table": WALKED,
    "companion run --profile my-table": WIRED,
    "companion pods walk": POD_WALKED,
    "companion pods walk /dev/serial/by-path/...": POD_WALKED,
    "companion pods flash": FLASHED,
    "companion pods name": FLASHED,
    "companion pods name 2c21 north": NAMED,
    "companion pods test": TRIED,
    "companion pods test north": TRIED,
    "mpremote resume fs mkdir :pod": COPIED,
    "mpremote resume fs cp firmware/pod/*.py hardware/display_chips.py :pod/": COPIED,
    "mpremote resume fs cp firmware/pod/main.py :main.py": COPIED,
    "mpremote resume fs cp firmware/pod/boards/pico.py :pins.py": COPIED,
    "echo north > name.txt": COPIED,
    "mpremote resume fs cp name.txt :name.txt": COPIED,
    "mpremote resume reset": COPIED,
}
"""What is shown, and the test that types it where it can be typed."""

RUN_BY_OTHERS = {"CONTRIBUTING.md", "docs/writing-a-driver.md"}
"""Pages whose examples another test runs."""
TYPED_WHOLE = {
    "docs/writing-a-game.md",
    *(f"examples/{game}/README.md" for game in ("new_game", "dice_game", "night_market")),
}
"""Documents whose blocks tests/outside/test_writing_a_game.py types one after the other, or that show the same."""

CLUB_BROKER = (
    "changes the machine's own broker; tests/club/live_room/test_club_document.py sets one up with these lines"
)
BROKER_SET_UP = "changes the machine's own broker; tests/mqtt/test_access.py sets one up with these files"
CONTAINER = "needs Docker's daemon; tests/deploy/test_container.py starts the same archive as compose.yaml does"
BY_HAND = {
    "TABLE_PROFILE=pi-3-4 pytest -m pi -s tests/hardware": "a person has to press and to look",
    "sudo raspi-config nonint do_i2c 0": "changes a real Pi; the installer's own lines are tried in tests/deploy",
    "sudo raspi-config nonint do_spi 0": "as above",
    "ls /dev/serial/by-path/": "there is such a folder only where a serial line is plugged in",
    "wireviz -f s -o hardware/docs/wireviz hardware/docs/wireviz/*.yml": (
        "WireViz and Graphviz are not among what the tests need; tests/firmware/bench/test_firmware_docs.py holds what "
        "it has drawn against the boards"
    ),
    "python -m hardware.perfboard --route pod-pico": (
        "finds other wires than those in the file; tests/hardware/test_perfboard_page.py does it for another plan"
    ),
    "sudo apt install mosquitto mosquitto-clients": "installs packages of the system",
    "sudo install -m 600 -o mosquitto /dev/null /etc/mosquitto/passwords": BROKER_SET_UP,
    'sudo mosquitto_passwd -b /etc/mosquitto/passwords table "olives and figs"': BROKER_SET_UP,
    'sudo mosquitto_passwd -b /etc/mosquitto/passwords homeassistant "another word"': BROKER_SET_UP,
    "sudo cp deploy/mqtt/table-rights /etc/mosquitto/table-rights": BROKER_SET_UP,
    "sudo cp deploy/mqtt/mosquitto-table.conf /etc/mosquitto/conf.d/table.conf": BROKER_SET_UP,
    'sudo mosquitto_passwd -b /etc/mosquitto/passwords club-room "figs and olives"': CLUB_BROKER,
    'sudo mosquitto_passwd -b /etc/mosquitto/passwords bythewindow "a word of its own"': CLUB_BROKER,
    "sudo cp deploy/mqtt/club-rights /etc/mosquitto/club-rights": CLUB_BROKER,
    "sudo cp deploy/mqtt/mosquitto-club.conf /etc/mosquitto/conf.d/club.conf": CLUB_BROKER,
    "mosquitto_sub -u club-room -P \"figs and olives\" -t 'club/#' -v": (
        "runs until it is stopped; tests/club/live_room/test_club_document.py listens with the same rights"
    ),
    "sudo systemctl restart mosquitto": "changes the machine's own broker",
    "sudo journalctl -u mosquitto": "as above",
    "mosquitto_sub -u homeassistant -P \"another word\" -t 'table-companion/#' -v": (
        "runs until it is stopped; tests/mqtt/test_access.py listens with the same rights"
    ),
    "sudo apt install postgresql": "installs packages of the system; make test does",
    "sudo apt install openscad xvfb xauth": "as above; make test-long does",
    "sudo apt install nginx-light": "as above; make test-long does",
    "sudo cp deploy/club/nginx-club.conf /etc/nginx/conf.d/club.conf": (
        "changes the machine's own server; tests/club/test_several_processes.py starts one with this file"
    ),
    "sudo systemctl reload nginx": "as above",
    "sudo usermod -a -G gpio,i2c,spi $USER": "changes the account of whoever runs the tests",
    "sudo rm /etc/ssh/ssh_host_*": "takes the keys of the machine away that runs the tests",
    "sudo ssh-keygen -A": "as above: makes them anew",
    "sudo apt install python3-venv make git": "installs packages of the system",
    "sudo apt install gcc libc6-dev python3-dev": "as above",
    "sudo apt install espeak-ng": "as above",
    "sudo apt install nodejs npm": "as above",
    "pip install '.[pi]'": "builds the drivers of a Pi; the installer does it from wheels in tests/vm",
    "pip install pigpio": "for pins of another Pi, which no test has",
    "pip install RPi.GPIO": "as above: for pins of an older Pi",
    "pip install '.[club]'": "the tests' own environment has what it installs",
    "pip install mpremote": "the tests' own environment has it from the package index",
    "pip install 'table-companion[pi,flash]'": "the extras of an installed companion, from the package index",
    "sha256sum --check table-companion-0.1.0-arm64.img.xz.sha256": "the image is built by hand",
    "xzcat table-companion-0.1.0-arm64.img.xz | sudo dd of=/dev/sdX bs=4M conv=fsync status=progress": (
        "writes to a card; tests/deploy/test_disk_image.py looks into the image"
    ),
    "sudo make image": "as below",
    "make image": "takes root and minutes; tests/deploy/test_disk_image.py tries its parts, and what it says",
    "pip install --editable .": "tests/outside/test_writing_a_game.py types every block of docs/writing-a-game.md",
    "pytest --companion-game PACKAGE --update-golden": "as below",
    "pip show table-companion": "it is pip's own",
    "pytest --companion-game PACKAGE": "tests/outside/test_writing_a_game.py types it for a package",
    "make container": "takes Debian's packages; tests/deploy/test_container.py builds the image and starts it",
    "docker load -i table-companion-*-amd64.oci.tar": CONTAINER,
    "docker compose up -d": CONTAINER,
    "make check": "the first thing that make test does",
    "make translations": "tests/locale/test_translation_page.py writes its pages, for fewer texts",
    "make test": "it is what runs this",
    "make test-long": "it is what runs the long ones of these",
    "make test-arm": "it takes root, and builds the image",
    "make test-vm": "it is what runs the tests of ELSEWHERE that need root",
    "pytest --update-golden": "every test, written anew: tests/golden/test_playthroughs.py is done here",
}
"""What no test runs, and why."""


def menu() -> set[str]:
    """The commands in the menu of make."""
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    return {"make", *(f"make {target}" for target in targets if target != "help")}


def test_every_command_that_is_shown_is_run_or_says_where() -> None:
    shown = {*shown_commands(), *menu()}
    groups = (AT_A_TABLE, IN_A_COPY, ELSEWHERE, BY_HAND)
    assert sorted(shown - {command for group in groups for command in group}) == [], "run these, or say which test does"
    assert sorted({command for group in groups for command in group} - shown) == [], "no document shows these any more"
    assert sum(map(len, groups)) == len(shown), "each in one place"


def test_blocks_say_what_they_are() -> None:
    """So that no command hides in a block that is not looked at."""
    for path in documents():
        text = path.read_text(encoding="utf-8")
        assert [body for _, language, body in FENCE.findall(text) if not language] == [], path
        assert not re.search(r"\n\n {4}\S", FENCE.sub("", text)), f"{path}: a block by indentation"
        languages = {language for _, language, _ in FENCE.findall(text)}
        name = path.relative_to(ROOT).as_posix()
        whole = {"sh", "python"} if name in TYPED_WHOLE else {"python"} if name in RUN_BY_OTHERS else set()
        assert languages <= {"console", "http", "json", "mermaid", "text", "toml", "yaml"} | whole, path


@pytest.mark.parametrize("shown", ELSEWHERE)
def test_the_test_that_is_named_types_it(shown: str) -> None:
    """Its program, subcommands and options in one statement; otherwise another test is to be named, or written."""
    assert is_typed(shown, ELSEWHERE[shown])


@pytest.mark.parametrize("near", ["companion run --anew", "systemctl stop table-companion", "companion network test"])
def test_a_test_that_types_something_near_is_not_enough(near: str) -> None:
    assert not is_typed(near, RUN)
    assert not is_typed(near, GIVEN_UP)
    assert not is_typed(near, RADIO)
    assert not is_typed(near, "tests/cli/test_run.py::test_no_such_test")


@pytest.mark.parametrize("shown", [*AT_A_TABLE, *IN_A_COPY])
def test_what_is_typed_is_what_is_shown(shown: str) -> None:
    fixed = re.split(r" (?:[A-Z]{4,}|\[|…)", shown)[0].removeprefix(".venv/bin/")
    assert fixed in {**AT_A_TABLE, **IN_A_COPY}[shown]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plays of a table, a copy of them, a box of its owners and a playthrough."""
    folder = tmp_path_factory.mktemp("table")
    with closing(open_log(folder / "plays" / "companion.db")) as log:
        write(begin(log, "Ana", "Luis"), 1, "ones", 3)
    shutil.copy(ROOT / "tests" / "golden" / "playthroughs" / "sheet-yacht" / "two-seats.txt", folder / "play.txt")
    made = typed(
        "companion backup copy.db && companion box export antike box.toml",
        folder, COMPANION_DATA="plays", XDG_CONFIG_HOME=str(folder / "config"),
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return folder


@pytest.mark.parametrize("shown", AT_A_TABLE)
def test_it_can_be_typed_at_a_table(shown: str, table: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(table, tmp_path / "table"))
    done = typed(AT_A_TABLE[shown], folder, COMPANION_DATA="plays", XDG_CONFIG_HOME=str(folder / "config"))
    assert done.returncode == 0, done.stderr or done.stdout
    assert done.stdout


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(shown, marks=[pytest.mark.long] * (shown in LENGTHY))
        for shown in IN_A_COPY
        if shown == "make" or shown.startswith(("companion", "python"))
    ],
)
def test_it_can_be_typed_in_a_working_copy(shown: str, tmp_path: Path) -> None:
    folder = copied(tmp_path / "copy")
    done = typed(IN_A_COPY[shown], folder, XDG_DATA_HOME=str(tmp_path / "home"))
    assert done.returncode == 0, done.stderr or done.stdout
    assert changed(folder) == "", "what it writes is up to date"


@pytest.mark.long
@pytest.mark.parametrize("shown", ["make messages", "make plans", GOLDENS])
def test_it_finds_all_up_to_date(shown: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    done = typed(IN_A_COPY[shown], folder, seconds=300)
    assert done.returncode == 0, done.stderr or done.stdout
    assert changed(folder) == ""


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize(
    ("shown", "says"),
    [
        ("make bench", "What people feel"),
        ("make bench-club", "A club: clients"),
        ("make bench-devices", "Dimmed lamps by gpiod"),
        ("make bench-growth", "How cost grows"),
    ],
)
def test_make_bench_measures(tmp_path: Path, shown: str, says: str) -> None:
    folder = copied(tmp_path)
    done = typed(IN_A_COPY[shown], folder, seconds=300)
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
    written = shown.removeprefix("make ")
    assert (folder / "build" / f"{written}.json").stat().st_size > 1000


@pytest.mark.long
def test_make_clean_takes_away_what_was_made(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for name in ("build", "dist", ".mypy_cache", ".ruff_cache", ".pytest_cache", "table_companion.egg-info"):
        (folder / name).mkdir()
    (folder / "companion" / "core" / "__pycache__").mkdir()
    assert list((folder / "companion" / "locale").rglob("*.mo"))
    done = typed(IN_A_COPY["make clean"], folder)
    assert done.returncode == 0, done.stderr
    assert not [*folder.rglob("__pycache__"), *folder.rglob("*.mo")]
    tracked = typed("git ls-files", folder).stdout.splitlines()
    assert {path.name for path in folder.iterdir()} == {".git", *(name.split("/")[0] for name in tracked)}
    assert Path(sys.executable).exists(), "links were taken away, not what they lead to"


@pytest.mark.long
@pytest.mark.browser
def test_make_screenshots_makes_the_pictures_of_the_readme(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    pictures = {path.name for path in (folder / "docs" / "pictures").iterdir()}
    for name in pictures:
        (folder / "docs" / "pictures" / name).unlink()
    done = typed(IN_A_COPY["make screenshots"], folder, seconds=300)
    assert done.returncode == 0, done.stdout
    assert {path.name for path in (folder / "docs" / "pictures").iterdir()} == pictures
