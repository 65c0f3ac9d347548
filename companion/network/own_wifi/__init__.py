"""The table's own Wi-Fi: when it opens, and the system service that opens it."""
