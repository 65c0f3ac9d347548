"""Contract tests of what is asked and shown, and to whom."""
