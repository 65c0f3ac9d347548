"""``companion pods``: seat pods on the serial lines of this machine."""
