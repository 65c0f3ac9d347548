"""The network the table hangs on: its address, its own Wi-Fi, and whether phones can reach it. See README.md."""
