"""One module per command, imported when called; listed in ``companion.cli``."""
