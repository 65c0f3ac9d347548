"""The companion as a process that obeys signals, whatever the tests themselves were started to ignore."""

from __future__ import annotations

import sys

_PROGRAM = """
import signal
for each in (signal.SIGHUP, signal.SIGTERM):
    signal.signal(each, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from companion.cli import main
main()
"""
COMPANION = (sys.executable, "-u", "-c", _PROGRAM)
"""What to start; words of the command line follow. ``nohup`` and a shell's ``&`` have some signals ignored, and
processes inherit that.
"""
