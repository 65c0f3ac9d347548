"""The key that signs forms is the same for all processes, and stays."""

from __future__ import annotations

from contextlib import closing
from threading import Thread

from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.form_key import KEY_BYTES, database_id, form_key


def test_all_processes_have_the_same_one(database: ClubDatabase) -> None:
    found: list[bytes] = []

    def asks() -> None:
        with closing(ClubDatabase(database.url.render_as_string(hide_password=False))) as other:
            found.append(form_key(other))

    threads = [Thread(target=asks) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert {*found} == {form_key(database)}
    assert len(found[0]) == KEY_BYTES


def test_every_database_has_another_id_of_which_the_key_does_not_follow() -> None:
    one, two = bytes(KEY_BYTES), bytes([1] * KEY_BYTES)
    assert database_id(one) == database_id(bytes(KEY_BYTES)) != database_id(two)
    assert one.hex() not in database_id(one)
