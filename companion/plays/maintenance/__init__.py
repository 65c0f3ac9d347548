"""Backups, repair of damaged rows, and replaying every play."""
