"""People and games on their pages; plays brought here in a file, and all of them taken home in one."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from unittest.mock import patch

import pytest
from werkzeug.test import TestResponse

from companion.plays.log.imported_plays import ImportedPlay, ImportedPlays
from companion.plays.reports.play_files import read_plays
from companion.service.asking.requests import Reply, Request
from companion.service.session.past_plays import KeepImported
from companion.service.table import Table
from tests.plays.play_file_samples import ANA, BGG, LUIS, TABLE, bg_stats, bg_stats_play, evenings
from tests.service.at_table import Room, token
from tests.service.test_statistics import GAME, ended
from tests.web.flask_site import AWAY, NAME, Browser, Site


def bring(browser: Browser, content: bytes) -> TestResponse:
    return browser.post("/history/import", {"file": (BytesIO(content), "plays.json")}, script=False)


@pytest.fixture
def site(rooms: Callable[..., Room]) -> Site:
    return Site(rooms(GAME))


@pytest.fixture
def seated(site: Site) -> Browser:
    site.room.sit(1)
    return site.browser(1)


def test_a_file_is_brought_once(seated: Browser) -> None:
    content = bg_stats(evenings())
    first = bring(seated, content).text
    assert "3 plays were added." in first
    assert "1 more is left out: the file says that it is not to be counted." in first
    assert "0 plays were added." in bring(seated, content).text
    assert "3 plays were added." not in seated.get("/history/import").text, "it is said once"
    assert seated.get("/history").text.count("brought here") == 3


def test_plays_of_elsewhere_are_read_once_for_the_list_and_never_while_the_table_decides(seated: Browser) -> None:
    """Years of plays take seconds to read: nobody waits for them at each look, nor does a move."""
    read: list[bool] = []
    deciding = False
    whole, take = ImportedPlays.all, Table._take

    def all_read(self: ImportedPlays) -> list[ImportedPlay]:
        read.append(deciding)
        return whole(self)

    def decided(self: Table, secret: str, request: Request) -> Reply:
        nonlocal deciding
        deciding = True
        try:
            return take(self, secret, request)
        finally:
            deciding = False

    with patch.object(ImportedPlays, "all", all_read), patch.object(Table, "_take", decided):
        assert "3 plays were added." in bring(seated, bg_stats(evenings())).text
        assert True not in read
        read.clear()
        for _ in range(3):
            assert seated.get("/history").text.count("brought here") == 3
        assert len(read) == 1
        assert "0 plays were added." in bring(seated, bg_stats(evenings())).text


def test_plays_that_came_meanwhile_are_known_too(site: Site, seated: Browser) -> None:
    plays = read_plays(bg_stats(evenings())).plays
    seen = site.room.table.view(token(1)).past.unknown(plays)
    assert len(seen.plays) == 3
    bring(seated, bg_stats(evenings()))
    reply = site.room.table.ask(token(1), KeepImported(seen.plays, seen.compared))
    assert site.room.words(reply) == "0 plays were added."


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_wrong_is_said_and_nothing_is_taken(site: Site, language: str) -> None:
    site.room.sit(1)
    browser = site.browser(1, language)
    content = bg_stats([*evenings(), bg_stats_play(9, 1, "soon", {ANA: "1"})])
    page = bring(browser, content).text
    assert ("Nothing was taken" if language == "en" else "No se ha traído nada") in page
    assert ("the date is “soon" if language == "en" else "la fecha es «soon") in page
    assert not site.room.view().past.imported()


def test_files_of_other_programs(seated: Browser) -> None:
    bgg = bring(seated, BGG.encode()).text
    assert "3 plays were added." in bgg
    assert "1 more play is on other pages of BoardGameGeek: bring those too." in bgg
    assert "1 score is no number and left out (line 10)." in bgg
    assert "2 plays were added." in bring(seated, TABLE.encode()).text, "one of three is known by its id"


def test_a_file_is_removed_again_by_the_admin(site: Site, seated: Browser) -> None:
    bring(seated, bg_stats(evenings()))
    bring(seated, TABLE.encode())
    assert "/remove" not in seated.get("/history/import").text
    seated.post("/history/import/1/remove", script=False)
    assert seated.get("/history").text.count("brought here") == 5, "whoever sits here removes no years of others"
    site.room.host()
    admin = site.browser("host")
    assert "/history/import/1/remove" in admin.get("/history/import").text
    assert admin.post("/history/import/1/remove", script=False).status_code == 303
    assert "The plays of that file are gone." in admin.get("/history/import").text
    assert seated.get("/history").text.count("brought here") == 2
    admin.post("/history/import/1/remove", script=False)
    assert "The plays of that file are not here any more." in admin.get("/history/import").text


def test_plays_of_this_table_stay_on_the_page_however_many_are_brought(site: Site, seated: Browser) -> None:
    ended(site.room.log)
    before = seated.get("/history").text.count('class="play"')
    bring(
        seated,
        TABLE.encode().splitlines()[0]
        + b"".join(b"\n;2099-01-%02d;Azul;Ana;%d;1" % (1 + n % 28, n) for n in range(60)),
    )
    assert seated.get("/history").text.count('class="play"') == before + 50


def test_an_odd_id_does_not_keep_plays_from_being_taken_home(seated: Browser) -> None:
    bring(seated, BGG.replace('id="900"', 'id="\u00b2"').encode())
    assert len(read_plays(seated.get("/history/all.json").data).plays) == 3


def test_a_person_a_game_and_head_to_head(seated: Browser) -> None:
    bring(seated, bg_stats(evenings()))
    both = seated.get("/history/statistics").text
    assert "3 plays, 2 won" in both
    assert "last on 2 April 2024" in both
    ana = seated.get("/history/person?name=ana").text
    assert rows(ana)["Catan"] == ["2", "1", "8", "10"]
    assert rows(ana)["Hearts"] == ["1", "1", "\u2013", "\u2013"]
    assert rows(ana)["Luis"] == ["2", "1", "1"]
    catan = seated.get("/history/game?game=title:catan").text
    assert rows(catan) == {"Ana": ["2", "1", "8", "10"], "Luis": ["2", "1", "9", "10"]}
    assert "Best: 10, by Luis." in catan
    assert seated.get("/history/person?name=nobody").status_code == 404
    assert seated.get("/history/game?game=none").status_code == 404


def test_dates_are_in_the_form_of_the_language(site: Site) -> None:
    site.room.sit(1)
    bring(site.browser(1), bg_stats(evenings()))
    assert "2 de abril de 2024" in site.browser(1, "es").get("/history").text


def rows(page: str) -> dict[str, list[str]]:
    """The numbers of the tables of a page, by the first cell of each row."""
    found = {}
    for row in page.split('<tr><th scope="row">')[1:]:
        name = row.split(">", 1)[1].split("<", 1)[0]
        found[name] = [cell.split("<", 1)[0] for cell in row.split("</tr>")[0].split('<td class="num">')[1:]]
    return found


def test_two_spellings_are_counted_together_and_separated_again(seated: Browser) -> None:
    plays = [bg_stats_play(1, 1, "2024-03-01", {ANA: "10", LUIS: "8"}, ANA)]
    bring(seated, bg_stats(plays))
    other = json.loads(bg_stats([bg_stats_play(2, 1, "2024-03-02", {ANA: "4", LUIS: "8"}, LUIS)]))
    other["players"][1]["name"] = "Luís"
    bring(seated, json.dumps(other).encode())
    sent = seated.post("/history/same", {"name": "Luís", "counts_for": "Luis", "back": "Luis"}, script=False)
    assert sent.status_code == 303
    luis = seated.get(sent.location).text
    assert "The plays of Luís count for Luis now." in luis
    assert rows(luis)["Catan"] == ["2", "1", "8", "8"]
    assert "Also written: Luís" in luis
    assert seated.get("/history/person?name=Lu%C3%ADs").text.count("<h1") == 1, "by either name"
    seated.post("/history/same", {"name": "luís", "counts_for": "", "back": "Luis"}, script=False)
    assert rows(seated.get("/history/person?name=Luis").text)["Catan"][0] == "1"


def test_names_put_together_follow_the_one_they_count_for(seated: Browser) -> None:
    bring(seated, bg_stats(evenings()))

    def same(name: str, main: str) -> str:
        sent = seated.post("/history/same", {"name": name, "counts_for": main, "back": main}, script=False)
        return seated.get(sent.location).text

    same("Luis", "Ana")
    assert rows(same("Ana", "Marta"))["Catan"][0] == "4", "those of Luis and those of Ana"
    assert "Both are the same name." in same("Marta", "Ana")
    assert [
        person for person in ("Ana", "Luis", "Marta") if f">{person}<" in seated.get("/history/statistics").text
    ] == ["Marta"]


def test_what_is_taken_home_opens_here_and_at_another_table(site: Site) -> None:
    site.room.sit(1)
    ended(site.room.log)
    browser = site.browser(1)
    bring(browser, bg_stats(evenings()))
    home = browser.get("/history/all.json")
    assert home.headers["Content-Disposition"] == 'attachment; filename="plays.json"'
    plays = read_plays(home.data).plays
    assert len(plays) == 4
    assert "0 plays were added." in bring(browser, home.data).text, "nor the play of this very table"
    site.room.host()
    site.browser("host").post("/history/import/1/remove", script=False)
    assert "3 plays were added." in bring(browser, home.data).text, "as it was"
    assert read_plays(browser.get("/history/all.json").data).plays == plays


def test_whoever_has_no_seat_brings_nothing(site: Site) -> None:
    stranger = site.browser("stranger")
    assert bring(stranger, bg_stats(evenings())).status_code == 403
    stranger.post("/history/same", {"name": "Ana", "counts_for": "Luis"}, script=False)
    assert not site.room.view().past.imported()
    assert "Whoever sits at the table can bring plays here." in stranger.get("/history/import").text


def test_a_thousand_plays_take_little_memory(seated: Browser) -> None:
    plays = [
        bg_stats_play(n, 1 + n % 2, f"2024-{1 + n % 12:02}-{1 + n % 28:02}", {ANA: str(n), LUIS: "8"}, ANA)
        for n in range(1000)
    ]
    content = bg_stats(plays)
    seated.get("/history/import")
    # The test's client would leave the file of so large a form open.
    mark = "mark"
    parts = (
        f'--{mark}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{seated.csrf}\r\n'.encode(),
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n'.encode(),
        content,
        f"\r\n--{mark}--\r\n".encode(),
    )
    body, place = b"".join(parts), {"base_url": f"http://{NAME}", "environ_overrides": AWAY}
    tracemalloc.start()
    page = seated.client.post(
        "/history/import", data=body, content_type=f"multipart/form-data; boundary={mark}", **place
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "1000 plays were added." in page.text
    assert peak < 50_000_000
