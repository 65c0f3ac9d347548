"""A pod on a cable in real time, with its console: what tools find that copy files to it. See console.mjs."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import tty
from pathlib import Path
from threading import Thread

from tests.firmware.bench.interpreter import interpreter, node

HERE = Path(__file__).parent
PATIENCE = 10.0


class CabledPod:
    """The board whose flash is ``folder``, at the path ``path``. ``hands``: a folder in which contacts are moved and
    what it shows is seen, see console.mjs.
    """

    def __init__(self, path: Path, folder: Path, pod: str = "e66058388b4a2c21", hands: Path | None = None) -> None:
        self.path = path
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        path.symlink_to(os.ttyname(self._slave))
        reading, self._to_pod = os.pipe()
        os.set_blocking(reading, False)
        command = [node(), str(HERE / "console.mjs"), str(interpreter()), str(folder), str(HERE), pod]
        command += [] if hands is None else [str(hands)]
        self._process = subprocess.Popen(command, stdin=reading, stdout=subprocess.PIPE)
        os.close(reading)
        self._open = True
        self._thread = Thread(target=self._carry, name="a cable", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """The cable is out."""
        self._open = False
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        os.close(self._to_pod)
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self.path.unlink()
        for end in (self._master, self._slave):
            os.close(end)

    def _carry(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while self._open:
            ready, _, _ = select.select([self._master, stdout], [], [], 0.05)
            if self._master in ready:
                os.write(self._to_pod, os.read(self._master, 4096))
            if stdout in ready:
                data = os.read(stdout.fileno(), 4096)
                if not data:
                    return
                os.write(self._master, data)
