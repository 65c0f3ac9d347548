"""Where a gap is named: the page that comes in place of the table, the phone's pages, commands; in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands import log_check
from companion.keeping.copier_state import read_state
from companion.keeping.log_checks import copies_newest_first, newest_good_copy, refuse_unexpected_new_log
from companion.locale import speaker
from companion.plays.log.log_file import connect, open_log
from companion.plays.maintenance.backup import check
from companion.plays.storage.log_errors import LogError, newer
from companion.plays.storage.witness import witness_path
from companion.service.panel.damaged_log import DamagedLog, what_mending_does, what_to_do
from companion.service.seats.host_role import PinWays
from tests.damage.stored_table import CounterGames, StoredTable, make
from tests.keeping.test_rescue import Phone, roles
from tests.plays.counter import resume
from tests.plays.row_rewriting import damage
from tests.service.at_table import PIN, Room
from tests.web.flask_site import KEY, NAME, Site, words_of
from web.http.table_addresses import TableAddresses
from web.rescue_site import create_rescue

ADDRESSES = TableAddresses(8000, "192.0.2.7", NAME, frozenset({NAME}))


@pytest.fixture
def made(tmp_path: Path) -> StoredTable:
    return make(tmp_path)


@pytest.fixture(autouse=True)
def only_counter_games() -> Iterator[None]:
    with patch.object(log_check, "Library", lambda _: CounterGames()):
        yield


def spoilt(made: StoredTable, sql: str) -> None:
    with closing(open_log(made.log)) as log:
        damage(log, sql.format(past=made.past, present=made.present))


def faults(made: StoredTable) -> LogError:
    with pytest.raises(LogError) as fault:
        log_check.check_log(made.log, made.places)
    return fault.value


def rescue_of(made: StoredTable) -> tuple[DamagedLog, Phone, Phone]:
    """The page of a table that cannot open, and phones of the host at it, in English and Spanish."""
    copies = [copy.path for copy in copies_newest_first(made.places)]
    rescue = DamagedLog(made.log, faults(made), newest_good_copy(made.places), roles(), copies)
    app = create_rescue(rescue, ADDRESSES, KEY, PinWays(panel=True))
    host = "host".ljust(22, "x")
    return rescue, Phone(app.test_client(), host), Phone(app.test_client(), host, "es")


# -- in place of the table ---------------------------------------------------------------------------------------------


def test_what_no_copy_has_cannot_be_mended(made: StoredTable) -> None:
    with closing(open_log(made.log)) as log:
        last = log.count(made.present)
    spoilt(made, f"UPDATE entries SET stands_for = 3 WHERE play = '{{present}}' AND number = {last}")
    assert faults(made).code == "play-damaged"
    rescue, _, _ = rescue_of(made)
    assert rescue.of_play
    assert rescue.mended is None, "no copy has its last entry"
    assert "companion run --anew" not in speaker("en", {}).say(what_to_do(rescue.fault, rescue.found))
    assert "companion run --anew" in speaker("en", {}).say(what_to_do(rescue.fault, None))
    assert log_check.check_log(made.log, made.places, anew=True), "by hand one may leave the play"


def test_the_host_puts_back_what_is_damaged(made: StoredTable) -> None:
    with closing(open_log(made.log)) as log:
        play = resume(log, made.present)
        play.undo(made.copied, 1, "", marked=True, nonce="back")
        target = play.present
    state = "UPDATE entries SET state = replace(state, 'total', 'totel')"
    spoilt(made, f"{state} WHERE play = '{{present}}' AND number = {target}")
    spoilt(made, "UPDATE plays SET seed = zeroblob(32) WHERE id = '{present}'")
    rescue, english, spanish = rescue_of(made)
    assert rescue.mended is not None
    said = english.sends("/rescue/pin", pin=PIN)
    assert "Put back what is damaged" in said
    assert "Recuperar lo dañado" in spanish.looks()
    assert "Done." in english.sends("/rescue", do="mend")
    assert log_check.check_log(made.log, made.places)
    assert check(made.log).damaged == 0
    assert list(made.folder.glob("*.damaged-1"))


def test_the_host_may_leave_a_play_that_nothing_helps(made: StoredTable) -> None:
    with closing(open_log(made.log)) as log:
        last = log.count(made.present)
    spoilt(made, f"UPDATE entries SET mono = 7 WHERE play = '{{present}}' AND number = {last}")
    rescue, english, _ = rescue_of(made)
    english.sends("/rescue/pin", pin=PIN)
    assert "No copy has what is damaged." in english.sends("/rescue", do="mend")
    assert "Leave this play and sit down anew" in english.looks()
    assert "Done." in english.sends("/rescue", do="anew")
    assert rescue.anew
    assert made.log.exists(), "nothing is put aside for one play"
    assert log_check.check_log(made.log, made.places, anew=True)


@pytest.mark.parametrize("how", ["gone", "empty", "a database without a table"])
def test_an_empty_or_missing_file_beside_copies_asks(made: StoredTable, how: str) -> None:
    made.log.unlink()
    for end in ("-wal", "-shm"):
        Path(f"{made.log}{end}").unlink(missing_ok=True)
    if how == "empty":
        made.log.touch()
    elif how != "gone":
        with closing(connect(made.log)) as file:
            file.execute("PRAGMA user_version=3")
    assert faults(made).code == "missing"
    rescue, english, spanish = rescue_of(made)
    assert "is empty or gone" in english.sends("/rescue/pin", pin=PIN)
    assert "está vacío o ha desaparecido" in spanish.looks()
    assert "Done." in english.sends("/rescue", do="copy")
    assert log_check.check_log(made.log, made.places)
    assert check(made.log).plays == 2
    assert not rescue.anew


def test_a_missing_file_asks_also_while_the_stick_with_the_copies_is_away(made: StoredTable) -> None:
    made.log.unlink()
    for copy in copies_newest_first(made.places):
        copy.path.unlink()
    assert faults(made).code == "missing"
    (made.folder / "keeping.json").unlink()
    assert faults(made).code == "missing", "its witness is there"
    witness_path(made.log).unlink()
    refuse_unexpected_new_log(made.log, made.places)


def test_a_new_table_is_made_once_the_host_has_said_so(made: StoredTable) -> None:
    made.log.unlink()
    rescue, english, _ = rescue_of(made)
    english.sends("/rescue/pin", pin=PIN)
    assert "Begin with nothing instead" in english.looks()
    assert "Done." in english.sends("/rescue", do="anew")
    assert rescue.anew
    assert log_check.check_log(made.log, made.places, anew=True)
    assert made.log.stat().st_size


def test_a_lost_end_is_put_back(made: StoredTable) -> None:
    spoilt(made, f"DELETE FROM entries WHERE play = '{{present}}' AND number > {made.copied - 3}")
    assert faults(made).code == "play-shortened"
    rescue, english, _ = rescue_of(made)
    english.sends("/rescue/pin", pin=PIN)
    assert rescue.mended is not None
    assert "Done." in english.sends("/rescue", do="mend")
    assert log_check.check_log(made.log, made.places)
    with closing(open_log(made.log)) as log:
        assert log.count(made.present) == made.copied


def test_mending_is_only_offered_where_it_helps(made: StoredTable) -> None:
    assert what_mending_does(made.log, newer(str(made.log)), []) is None
    assert not list(made.folder.glob("*.mended"))


# -- phones ------------------------------------------------------------------------------------------------------------


def test_the_pages_of_a_past_play_name_the_gap(made: StoredTable) -> None:
    with closing(open_log(made.log)) as log:
        last = log.count(made.past)
    spoilt(made, f"UPDATE entries SET mono = mono + 1 WHERE play = '{{past}}' AND number IN (9, {last})")
    with closing(Room(made.log, *CounterGames().games().values())) as room:
        site = Site(room)
        for language, damaged, end, step, chance in (
            ("en", "damaged", "The end of this play is damaged", "2 steps of it are damaged", "steps are damaged: "),
            ("es", "dañada", "El final de esta partida está dañado", "2 pasos de ella están", "pasos están dañados"),
        ):
            browser = site.browser("guest", language)
            assert damaged in words_of(browser.get("/history").text)
            past = words_of(browser.get(f"/history/{made.past}").text)
            assert end in past
            assert "no score yet" not in past
            assert step in past
            assert chance in words_of(browser.get(f"/history/{made.past}/chance").text)
            assert "1 " in words_of(browser.get("/history/statistics").text)
            for kind in ("json", "text", "log", "numbers"):
                found = browser.get(f"/history/{made.past}/export?kind={kind}")
                assert found.status_code == 200
                words = ("gap",) if kind == "json" else ("is damaged", "are damaged", "dañado", "dañadas")
                assert any(word in found.text for word in words), kind


def test_a_play_of_which_nothing_can_be_read_has_a_page_all_the_same(made: StoredTable) -> None:
    spoilt(made, "UPDATE plays SET setup = 'x', game = CAST(x'ff' AS TEXT) WHERE id = '{past}'")
    with closing(Room(made.log, *CounterGames().games().values())) as room:
        site = Site(room)
        for language, title, refusal in (
            ("en", "A damaged play", "is damaged and cannot be read"),
            ("es", "Una partida dañada", "está dañado y no se puede leer"),
        ):
            browser = site.browser("guest", language)
            assert title in words_of(browser.get("/history").text)
            assert title in words_of(browser.get(f"/history/{made.past}").text)
            for path in ("export", "chance"):
                page = browser.get(f"/history/{made.past}/{path}")
                assert page.status_code == 503
                assert refusal in words_of(page.text)
        assert site.browser("guest").call("GET", f"/plays/{made.past}/export").status_code == 503


# -- commands ----------------------------------------------------------------------------------------------------------


def test_the_command_mends_and_says_how_much(made: StoredTable) -> None:
    spoilt(made, "UPDATE entries SET mono = mono + 1 WHERE number IN (2, 3)")
    with patch("companion.config.copy_targets_for", lambda *_: made.places):
        for language, said in (("en", "4 damaged rows were put back."), ("es", "Se recuperaron 0 filas dañadas.")):
            done = CliRunner().invoke(main, ["mend", "--data", str(made.folder), "--language", language])
            assert done.exit_code == 0, done.output
            assert said in done.output
    assert check(made.log).damaged == 0
    with closing(open_log(made.log)) as log:
        last = log.count(made.present)
    spoilt(made, f"UPDATE entries SET mono = 7 WHERE play = '{{present}}' AND number = {last}")
    done = CliRunner().invoke(main, ["mend", "--data", str(made.folder)])
    assert done.exit_code == 1
    assert "1 row stays damaged." in done.output


def test_verify_names_what_is_damaged_and_what_nobody_saw(made: StoredTable) -> None:
    spoilt(made, "UPDATE entries SET mono = mono + 1 WHERE play = '{past}' AND number = 3")
    spoilt(made, "UPDATE settings SET value = '9' WHERE key = 'quiet'")
    done = CliRunner().invoke(main, ["verify", "--data", str(made.folder)])
    assert done.exit_code == 1
    assert f"Play {made.past[:8]}, entry 3: It is damaged or gone." in done.output
    assert "1 row of settings is damaged." in done.output
    assert f"Play {made.present[:8]}: no copy has seen an entry after {made.copied}" in done.output
    spanish = CliRunner().invoke(main, ["verify", "--data", str(made.folder), "--language", "es"])
    assert "Está dañado o ha desaparecido." in spanish.output


def test_restoring_on_purpose_makes_the_copy_the_truth(made: StoredTable) -> None:
    [copy] = copies_newest_first(made.places)
    spoilt(made, "UPDATE entries SET mono = mono + 1 WHERE number = 2")
    done = CliRunner().invoke(main, ["restore", "--force", str(copy.path), "--data", str(made.folder)])
    assert done.exit_code == 0, done.output
    assert read_state(made.folder).heads[made.present].number == made.copied
    assert log_check.check_log(made.log, made.places)
