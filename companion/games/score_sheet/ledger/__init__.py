"""Ledgers: numbers that move during a play, read from TOML files with ``kind = "ledger"``."""
