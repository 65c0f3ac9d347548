"""``python -m companion`` is the command ``companion``."""

from __future__ import annotations

from companion.cli import main

if __name__ == "__main__":
    main()
