"""Addresses, the table's own Wi-Fi, and whether phones can reach it. See README.md."""
