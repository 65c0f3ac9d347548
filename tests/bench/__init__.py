"""What the companion takes: time from a key to eight phones, memory, bytes, the start. ``python -m tests.bench``."""
