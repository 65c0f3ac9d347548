"""Runs in the virtual machine, as root: does what the test asks over a virtual serial line, a line of JSON each way.

Asked: {"run": "shell words", "timeout": seconds}; answered: {"code": int, "out": str, "err": str}. Standard library.
"""

import json
import os
import subprocess
import sys

PORT = "/dev/virtio-ports/agent"


def answer(asked: dict) -> dict:
    try:
        done = subprocess.run(
            ["bash", "-c", asked["run"]],
            capture_output=True,
            timeout=asked.get("timeout", 60),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired as error:
        return {"code": -1, "out": _text(error.stdout), "err": f"no end after {error.timeout} s"}
    return {"code": done.returncode, "out": _text(done.stdout), "err": _text(done.stderr)}


def _text(raw: bytes | None) -> str:
    return (raw or b"").decode(errors="replace")


def _say(line, data: bytes) -> None:
    """All of it: a serial line takes as much at once as it likes."""
    while data:
        data = data[line.write(data) :]


def main() -> None:
    # Unbuffered: a line is read when it is there.
    with open(os.open(PORT, os.O_RDWR), "r+b", buffering=0) as line:
        line.write(b'{"ready": true}\n')
        waiting = b""
        while True:
            read = line.read(65536)
            if not read:
                sys.exit("the line was closed")
            waiting += read
            while b"\n" in waiting:
                asked, waiting = waiting.split(b"\n", 1)
                _say(line, json.dumps(answer(json.loads(asked))).encode() + b"\n")


main()
