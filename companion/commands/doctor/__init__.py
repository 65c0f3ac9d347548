"""``companion doctor``."""
