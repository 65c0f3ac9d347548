"""A disk that takes nothing more: a clear word for whoever acts, and a play that goes on when there is room again."""

from __future__ import annotations

from pathlib import Path

from companion.service.seats.seating import AddPlayer, TakeSeat
from tests.service.at_table import HOST, NAMES, Room, token


def no_room(room: Room) -> None:
    """Let the file grow no further, as on a full card."""
    database = room.log._database
    (pages,) = database.query("PRAGMA page_count")[0]
    database.query(f"PRAGMA max_page_count = {pages}")


def room_again(room: Room) -> None:
    room.log._database.query("PRAGMA max_page_count = 1073741823")


def test_a_full_disk_is_a_reply_and_the_play_goes_on(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.begin(3)
        room.set_up()
        no_room(room)
        refused = [room.reply(1, "ready") for _ in range(1)]
        while refused[-1].taken:  # what fits into the last pages of the file is still taken
            refused.append(room.reply(room.moment.awaited.must[0], "ready"))
        assert refused[-1].code == "disk-full"
        assert "Make room" in room.words(refused[-1])
        before = room.entries
        assert room.table.ask(HOST, AddPlayer(8, "Zoe")).code in ("disk-full", "unknown-seat")
        room_again(room)
        seat = room.moment.awaited.must[0]
        assert room.reply(seat, "ready").taken
        assert room.entries == before + 1


def test_a_full_disk_while_people_sit_down_is_said(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        no_room(room)
        replies = [room.table.ask(token(seat), TakeSeat(seat, NAMES[seat] * 2)) for seat in range(1, 9)]
        codes = {reply.code for reply in replies}
        assert codes <= {"", "disk-full"}
