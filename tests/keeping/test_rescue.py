"""A log that cannot be opened: the page, the PIN and the panel's key, and what is done about it."""

from __future__ import annotations

import hmac
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.keeping.copier_state import CopierState, read_state, recorded_heads_of, write_state
from companion.keeping.copies import CopyTarget, name_of
from companion.keeping.log_checks import AT_START, check_seconds, mark_suspect, newest_good_copy, quick_check
from companion.locale import speaker
from companion.plays.maintenance.backup import back_up, check
from companion.plays.storage.log_errors import LogError, full, newer
from companion.render.faces import JoinFace, PinFace
from companion.service.panel.damaged_log import DamagedLog, what_to_do
from companion.service.seats.host_role import HostPins, HostRoles, PinWays
from tests.keeping.kept import Kept, spoil
from tests.service.at_table import PIN, HandClock, drip
from tests.web.flask_site import KEY, NAME, words_of
from web.http.table_addresses import TableAddresses
from web.rescue_site import create_rescue

ADDRESSES = TableAddresses(8000, "192.0.2.7", NAME, frozenset({NAME}))
ENGLISH = speaker("en", {})


class Phone:
    """A phone at the page."""

    def __init__(self, client: FlaskClient, secret: str, language: str = "en") -> None:
        self._client = client
        self._given: dict[str, Any] = {"base_url": f"http://{NAME}", "headers": {"Accept-Language": language}}
        self._csrf = hmac.digest(KEY, secret.encode(), "sha256").hex()[:32]
        client.set_cookie("device", secret, domain=NAME)

    def looks(self, path: str = "/") -> str:
        return words_of(self._client.get(path, **self._given).text)

    def sends(self, path: str, **form: str) -> str:
        return words_of(self._client.post(path, data={**form, "csrf": self._csrf}, **self._given).text)


def roles() -> HostRoles:
    return HostRoles(HostPins(HandClock(), drip("rescue"), PIN), frozenset(), lambda _: None)


class Ruin:
    """A damaged log with a good copy, older by some moves."""

    def __init__(self, table: Kept, *, copied: bool = True) -> None:
        play = table.begin()
        table.add(play, "a")
        place = CopyTarget("beside", table.folder / "copies")
        place.folder.mkdir()
        if copied:
            back_up(table.path, place.folder / name_of(7, table.clock.wall(), play.id))
        table.add(play, "b")
        table.log.close()
        spoil(table.path)
        self.log = table.path
        self.bits = self.log.read_bytes()
        with pytest.raises(LogError) as found:
            quick_check(self.log)
        self.roles = roles()
        self.rescue = DamagedLog(self.log, found.value, newest_good_copy((place,)), self.roles)
        self._app = create_rescue(self.rescue, ADDRESSES, KEY, PinWays(panel=True))

    def phone(self, who: str = "host", language: str = "en") -> Phone:
        return Phone(self._app.test_client(), who.ljust(22, "x"), language)


@pytest.fixture
def ruin(table: Kept) -> Ruin:
    return Ruin(table)


def test_the_page_says_what_is_wrong_and_offers_the_newest_good_copy(ruin: Ruin) -> None:
    said = ruin.phone().looks()
    assert "companion.db is damaged." in said
    assert "It is of 2023-11-14" in said
    assert "It holds 1 play." in said
    assert "Go on from this copy" not in said, "only for the host"
    assert str(ruin.log.parent) not in said, "where the files are is the host's to know"
    assert "está dañado" in ruin.phone(language="es").looks()


def test_whatever_is_asked_for_there_is_only_this_page(ruin: Ruin) -> None:
    for path in ("/seat", "/host", "/api/v1/table", "/static/none.css"):
        assert "The table cannot open" in ruin.phone().looks(path)
    client = ruin._app.test_client()
    assert client.get("/", base_url=f"http://{NAME}").status_code == 503
    assert client.get("/", base_url="http://elsewhere.example").status_code == 421
    assert client.get("/static/table.css", base_url=f"http://{NAME}", buffered=True).status_code == 200


def test_the_host_goes_on_from_the_copy_and_the_damaged_file_is_kept(ruin: Ruin) -> None:
    phone = ruin.phone()
    assert "That is not the PIN." in phone.sends("/rescue/pin", pin="0000")
    said = phone.sends("/rescue/pin", pin=PIN)
    assert "Go on from this copy" in said
    assert said.count(str(ruin.log.parent)) == 2, "of the log, and of the copy"
    assert "Done. The table opens in a few seconds." in phone.sends("/rescue", do="copy")
    assert ruin.rescue.done.is_set()
    assert check(ruin.log).entries == 2
    assert quick_check(ruin.log)
    assert ruin.log.with_name("companion.db.damaged-1").read_bytes() == ruin.bits
    phone.sends("/rescue", do="anew")
    assert check(ruin.log).entries == 2, "decided once, it is decided"


def test_nobody_but_the_host_changes_anything(ruin: Ruin) -> None:
    phone = ruin.phone("stranger")
    phone.looks()
    for what in ("copy", "anew", "again"):
        assert "Only the admin may do that" in phone.sends("/rescue", do=what)
    assert "The table cannot open" in phone.sends("/rescue", do="nonsense")
    bare = ruin._app.test_client().post("/rescue", data={"do": "copy"}, base_url=f"http://{NAME}")
    assert bare.status_code == 403, "a form of another site"
    assert ruin.log.read_bytes() == ruin.bits
    assert not ruin.rescue.done.is_set()


def test_ok_on_the_panel_shows_the_pin_with_which_a_phone_becomes_host(ruin: Ruin) -> None:
    assert isinstance(ruin.rescue.face(ENGLISH, "http://x/", "x"), JoinFace)
    phone = ruin.phone()
    phone.looks()
    ruin.rescue.pressed_ok()
    face = ruin.rescue.face(ENGLISH, "http://x/", "x")
    assert isinstance(face, PinFace)
    assert "Go on from this copy" not in phone.looks(), "whoever looks at the page has not read the panel"
    ruin.rescue.pressed_ok()
    assert ruin.rescue.face(ENGLISH, "http://x/", "x") == face, "a second press does not take it from who reads it"
    assert "Go on from this copy" in phone.sends("/rescue/pin", pin=face.pin)
    ruin.rescue.pressed_ok()
    ruin.rescue.pressed_back()
    assert isinstance(ruin.rescue.face(ENGLISH, "http://x/", "x"), JoinFace)


def test_the_host_may_begin_with_nothing(ruin: Ruin) -> None:
    phone = ruin.phone()
    phone.sends("/rescue/pin", pin=PIN)
    assert "Done." in phone.sends("/rescue", do="anew")
    assert not ruin.log.exists()
    assert ruin.log.with_name("companion.db.damaged-1").read_bytes() == ruin.bits


def test_without_a_good_copy_the_page_says_so(table: Kept) -> None:
    ruin = Ruin(table, copied=False)
    phone = ruin.phone()
    assert "No copy was found that is good." in phone.sends("/rescue/pin", pin=PIN)
    assert "There is no good copy." in phone.sends("/rescue", do="copy")
    assert "Done." in phone.sends("/rescue", do="again")
    assert ruin.log.read_bytes() == ruin.bits


def test_a_file_of_a_newer_companion_is_offered_no_cure(ruin: Ruin) -> None:
    rescue = DamagedLog(ruin.log, newer(str(ruin.log)), ruin.rescue.found, ruin.roles)
    phone = Phone(create_rescue(rescue, ADDRESSES, KEY, PinWays(panel=True)).test_client(), "host".ljust(22, "x"))
    said = phone.sends("/rescue/pin", pin=PIN)
    assert "newer companion" in said
    assert "copy" not in said
    assert "Begin with nothing" not in said
    for what in ("copy", "anew"):
        phone.sends("/rescue", do=what)
    assert ruin.log.read_bytes() == ruin.bits
    assert not rescue.done.is_set()
    assert "Done." in phone.sends("/rescue", do="again")


def test_a_terminal_is_told_the_command_that_helps(ruin: Ruin) -> None:
    said = ENGLISH.say(what_to_do(ruin.rescue.fault, ruin.rescue.found))
    assert ruin.rescue.found is not None
    assert said.endswith(f"The newest good copy is 2023-11-14 {said.split('2023-11-14 ')[1][:5]}. "
                         f"Go on from it: companion restore --force {ruin.rescue.found[0].path}")  # fmt: skip
    assert what_to_do(ruin.rescue.fault, None) == ruin.rescue.fault.located


def test_a_log_found_damaged_while_the_table_was_open_is_looked_at_as_a_whole(ruin: Ruin, tmp_path: Path) -> None:
    write_state(ruin.log.parent, CopierState(3, "x", 2))
    assert check_seconds(ruin.log.parent) == AT_START
    mark_suspect(ruin.log.parent)
    assert check_seconds(ruin.log.parent) == float("inf")
    phone = ruin.phone()
    phone.sends("/rescue/pin", pin=PIN)
    phone.sends("/rescue", do="copy")
    notes = read_state(ruin.log.parent)
    assert notes == CopierState(3, "x", 2, heads=recorded_heads_of(ruin.log)), "what the copy holds is what there is"
    assert notes.heads
    mark_suspect(tmp_path / "nowhere")


# -- a full disk -------------------------------------------------------------------------------------------------------


def test_a_full_disk_says_what_to_delete_and_opens_by_itself(table: Kept) -> None:
    table.begin()
    table.log.close()
    table.path.with_name("companion.db.damaged-1").write_bytes(bytes(3_000_000))
    rescue = DamagedLog(table.path, full(str(table.path)), None, roles())
    app = create_rescue(rescue, ADDRESSES, KEY, PinWays(panel=True))
    host, guest = (Phone(app.test_client(), who.ljust(22, "x")) for who in ("host", "guest"))
    assert "is full" in guest.looks()
    assert "opens by itself as soon as there is room" in guest.looks()
    assert "companion.db.damaged-1 3 MB" in host.sends("/rescue/pin", pin=PIN)
    assert "companion.db.damaged-1" not in guest.looks(), "no stranger is told of files"
    rescue.look_for_room(lambda _: 3_999_999)
    assert not rescue.done.is_set()
    rescue.look_for_room(lambda _: 4_000_000)
    assert rescue.done.is_set()


def test_room_on_the_disk_opens_no_damaged_log(ruin: Ruin) -> None:
    ruin.rescue.look_for_room(lambda _: 10**9)
    assert not ruin.rescue.done.is_set()
