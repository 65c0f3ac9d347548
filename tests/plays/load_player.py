"""A table under load, to be killed: plays on and on, and says the number of every entry that was acknowledged.

Run as ``python -m tests.plays.load_player FILE``. Goes on with the play that is there, else begins one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from tests.plays.counter import Add, Counter, Roll, TestClock, begin


def main() -> None:
    log = open_log(Path(sys.argv[1]))
    rows = log.plays()
    play = Play.resume(log, Counter(), rows[0].id, clock=TestClock()) if rows else begin(log)
    while True:
        number = play.head.number
        play.submit(1 + number % 3, "", Add(number), nonce=f"a{number}")
        play.submit(1, "", Roll(), nonce=f"b{number}")
        entry = play.undo(play.head.base, 1, "", marked=True, nonce=f"c{number}")
        # The number leaves in one piece, past every buffer of this process.
        os.write(1, f"{entry.number}\n".encode())


if __name__ == "__main__":
    main()
