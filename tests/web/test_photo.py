"""Photos of the board: one address takes a large body, from somebody at the table alone."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import IO
from unittest.mock import patch

import pytest
from werkzeug.test import TestResponse

from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import back_up
from companion.service.asking.requests import Reply
from companion.service.play.answers import CorrectNumber
from companion.service.session.photos import LARGEST, MOST, WAITING, PreparedPhoto, prepared, take_photo
from companion.service.session.session import PlayAgain, ResumePlay
from companion.serving.connection import LARGER, PHOTOS
from companion.serving.server import BODIES
from tests.core.torture import Torture
from tests.service.at_table import HOST, token
from tests.service.test_photo_processing import photo
from tests.web.flask_site import AWAY, NAME, Browser, Site, words_of
from tests.web.test_security import said, served
from web.http.guard import BODY

Rooms = Callable[..., object]


@pytest.fixture
def site(rooms: Callable[..., object]) -> Site:
    room = rooms(Torture())
    room.begin(2)  # type: ignore[attr-defined]
    room.set_up()  # type: ignore[attr-defined]
    return Site(room)  # type: ignore[arg-type]


def send(browser: Browser, file: BytesIO | bytes, **form: str) -> TestResponse:
    stream = BytesIO(file) if isinstance(file, bytes) else file
    return browser.post("/photo", {"photo": (stream, "IMG_1.JPG"), **form}, script=False)


def play_of(site: Site) -> str:
    return site.room.moment.gathering.play_id


def test_the_page_says_first_that_everybody_sees_it(site: Site) -> None:
    page = site.browser(1).get("/photo").text
    assert "no hands, no hidden cards" in page
    assert page.index("no hidden cards") < page.index('type="file"')
    assert 'accept="image/*" capture="environment"' in page
    assert 'type="file"' not in site.browser("stranger").get("/photo").text


def test_a_photo_is_kept_shown_and_thrown_away(site: Site) -> None:
    ana = site.browser(1)
    assert send(ana, photo()).status_code == 303
    page = ana.get("/photo").text
    assert "The photo is kept with the play." in page
    address = f"/photo/{play_of(site)}/1.jpg"
    assert address in page
    picture = site.browser("stranger").get(address)
    assert picture.mimetype == "image/jpeg"
    assert picture.data.startswith(b"\xff\xd8")
    assert b"PhoneMaker" not in picture.data
    assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert address in site.browser("host").get(f"/history/{play_of(site)}").text
    removed = ana.post(f"/photo/{play_of(site)}/1/remove", script=False)
    assert removed.status_code == 303
    assert ana.get(address).status_code == 404
    assert "That photo is not there any more." in words_of(
        ana.post(f"/photo/{play_of(site)}/1/remove", script=False, follow_redirects=True).text
    )


def test_it_is_shown_until_the_play_has_gone_on(site: Site) -> None:
    send(site.browser(1), photo())
    assert "How the table stands" in site.browser(2).get("/seat").text
    site.room.table.ask(HOST, PlayAgain())
    assert "How the table stands" not in site.browser("host").get("/host").text
    play = next(play.id for play in site.room.view().past.plays())
    assert site.room.table.ask(HOST, ResumePlay(play)).taken
    assert "How the table stands" in site.browser(2).get("/seat").text, "when it is gone on with"
    assert site.room.table.ask(HOST, CorrectNumber("bank", 3, "n")).taken
    assert "How the table stands" not in site.browser(2).get("/seat").text


def test_what_is_done_in_secret_does_not_take_it_away(site: Site) -> None:
    """Its going would tell everybody that somebody has acted."""
    send(site.browser(1), photo())
    before = site.room.entries
    site.room.answer(2, "add", "tax-2")
    assert site.room.entries > before
    assert "How the table stands" in site.browser(1).get("/seat").text


def test_who_does_not_sit_here_sends_none(site: Site) -> None:
    for who in ("stranger", 7):
        assert send(site.browser(who), photo()).status_code == 403
    assert site.room.view().photos.of_play(play_of(site)) == ()


def test_without_a_play_there_is_none(site: Site) -> None:
    site.room.table.ask(HOST, PlayAgain())
    assert send(site.browser(1), photo()).status_code == 403


def test_no_form_of_another_site_leaves_a_photo(site: Site) -> None:
    ana = site.browser(1)
    ana.csrf = "0" * 32
    assert send(ana, photo()).status_code == 403
    assert site.room.view().photos.of_play(play_of(site)) == ()


def test_only_the_host_and_the_table_throw_away(site: Site) -> None:
    send(site.browser(1), photo())
    play = play_of(site)
    site.browser("stranger").post(f"/photo/{play}/1/remove", script=False)
    site.room.table.ask(HOST, PlayAgain())
    site.browser(1).post(f"/photo/{play}/1/remove", script=False)
    assert len(site.room.view().photos.of_play(play)) == 1, "a seat only while its play is on"
    site.browser("host").post(f"/photo/{play}/1/remove", script=False)
    assert site.room.view().photos.of_play(play) == ()


def test_what_is_no_photo_is_said(site: Site) -> None:
    for sent in (b"", b"no photo", b"<svg/>"):
        send(site.browser(1), sent)
        assert "no photo the table can read" in site.browser(1).get("/photo").text
    site.browser(1).post("/photo", {}, script=False)
    assert "Choose a photo first." in site.browser(1).get("/photo").text


def test_a_play_holds_a_dozen(site: Site) -> None:
    for _ in range(MOST):
        site.room.log.photos.add(play_of(site), 1, None, (4, 3), b"jpeg")
    with patch("companion.service.session.photos.prepared", side_effect=AssertionError("counted first")):
        send(site.browser(1), photo())
    assert "Throw one away first." in site.browser(1).get("/photo").text
    assert len(site.room.view().photos.of_play(play_of(site))) == MOST


def test_only_a_few_photos_are_on_their_way_at_once(site: Site) -> None:
    coming, go_on = Semaphore(0), Event()

    def slowly(file: IO[bytes]) -> PreparedPhoto:
        coming.release()
        go_on.wait(10)
        return prepared(file)

    replies: list[Reply] = []
    threads: list[Thread] = []
    with patch("companion.service.session.photos.prepared", slowly):
        for _ in range(WAITING):
            threads.append(Thread(target=lambda: replies.append(take_photo(site.room.table, token(1), photo()))))
            threads[-1].start()
            assert coming.acquire(timeout=10)
        assert take_photo(site.room.table, token(2), photo()).code == "photos-coming"
        go_on.set()
        for thread in threads:
            thread.join(10)
        assert [reply.code for reply in replies] == [""] * WAITING
        assert take_photo(site.room.table, token(2), photo()).taken


def test_a_photo_that_is_not_there(site: Site) -> None:
    send(site.browser(1), photo())
    for number in ("0", "2", "9" * 30, "-1", "x"):
        assert site.browser(1).get(f"/photo/{play_of(site)}/{number}.jpg").status_code == 404
        assert site.browser(1).get(f"/photo/none/{number}.jpg").status_code == 404


def test_only_this_address_takes_a_large_body(site: Site) -> None:
    large = b"x" * (7 * BODY + 1)
    assert send(site.browser(1), large).status_code == 303
    assert "no photo the table can read" in site.browser(1).get("/photo").text
    ana = site.browser(1)
    for path in ("/seat/answer", f"/photo/{play_of(site)}/1/remove", "/audit/count", "/start"):
        sent = ana.post(path, {"photo": (BytesIO(large), "x.jpg")}, script=False)
        assert sent.status_code == 413, path
    small = "x" * (4 * BODY + 1)
    assert ana.post("/photo", {"text": small}, script=False).status_code == 413, "it must be a file"
    form = {"text": small, "photo": (BytesIO(b""), "x.jpg")}
    assert ana.post("/photo", form, script=False).status_code == 413, "its other fields stay small"


def test_a_photo_over_the_limit_is_too_large(site: Site) -> None:
    assert LARGEST < PHOTOS <= LARGEST + BODIES
    ana = site.browser(1)
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    sent = ana.client.post(
        "/photo",
        data=head + bytes(LARGEST) + b"\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
        headers={"X-CSRF-Token": ana.csrf},
        base_url=f"http://{NAME}",
        environ_overrides=AWAY,
    )
    assert sent.status_code == 413
    assert site.room.view().photos.of_play(play_of(site)) == ()


def test_the_server_lets_a_large_body_in_at_two_addresses_alone(tmp_path: Path) -> None:
    with served(tmp_path) as app:
        port = app.addresses.port
        head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
        for path in (
            b"/sit",
            b"/photo/",
            b"/photo/x/1/remove",
            b"/PHOTO",
            b"/table?/photo",
            b"/history/import/1/remove",
        ):
            answer = said(port, head % (path, BODIES + 1))
            assert b" 413 " in answer.partition(b"\r\n")[0], path
        for path, most in LARGER.items():
            refused = said(port, head % (path, BODIES + 1) + b"x" * (BODIES + 1))
            assert b" 403 " in refused.partition(b"\r\n")[0], "a stranger's is not read by the page"
            assert b"Connection: close" in refused, "what was not read is not read to its end"
            assert b" 413 " in said(port, head % (path, most + 1)).partition(b"\r\n")[0]
        chunked = b"POST /photo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert b" 411 " in said(port, chunked + b"ffffff\r\n").partition(b"\r\n")[0]


def test_a_backup_holds_the_photos(rooms: Callable[..., object], tmp_path: Path) -> None:
    room = rooms(Torture())
    room.begin(2)  # type: ignore[attr-defined]
    site = Site(room)  # type: ignore[arg-type]
    send(site.browser(1), photo())
    play = play_of(site)
    back_up(tmp_path / "log.sqlite", tmp_path / "copy.sqlite")
    room.close()  # type: ignore[attr-defined]
    copy = open_log(tmp_path / "copy.sqlite")
    assert [row.number for row in copy.photos.of(play)] == [1]
    assert (copy.photos.jpeg(play, 1) or b"").startswith(b"\xff\xd8")
    assert token(1).encode() not in (copy.photos.jpeg(play, 1) or b"")
    copy.close()
