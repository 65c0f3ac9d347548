"""Ledgers: numbers that change during a play, read from TOML files with ``kind = "ledger"``."""
