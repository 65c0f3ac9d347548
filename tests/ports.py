"""A port for a program that a test starts: nobody takes it between the asking and the start."""

from __future__ import annotations

import random
import socket

BELOW_OUTGOING = range(15_000, 32_000)
"""Where no connection of another test begins: Linux gives those 32,768 and above."""
CHANCE = random.SystemRandom()  # a seed that a test sets would give all processes the same port


def free_port() -> int:
    """Chance keeps tests that run side by side apart."""
    while True:
        port = CHANCE.choice(BELOW_OUTGOING)
        with socket.socket() as trying:
            try:
                trying.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
