"""Pages of the host and of the machine."""
