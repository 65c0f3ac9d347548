"""The link to a broker: one connection, its faults in words."""
