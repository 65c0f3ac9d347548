"""Copies of the log, disk space, time of day and updates. See README.md."""
