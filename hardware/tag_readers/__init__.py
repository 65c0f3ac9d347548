"""Readers of contactless tags: the driver `pn532`."""
