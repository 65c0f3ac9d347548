"""Sessions: choosing, beginning and resuming plays; the games there are; earlier plays; photos of the board."""
