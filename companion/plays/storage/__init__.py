"""The log file: SQLite, its tables and rows, their digests and chain."""
