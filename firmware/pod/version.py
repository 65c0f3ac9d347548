"""Which firmware this is, and which versions of the protocol it speaks."""

FIRMWARE = (1, 1, 0)
OLDEST, NEWEST = 1, 1
