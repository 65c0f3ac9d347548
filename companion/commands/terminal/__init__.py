"""``companion play``: a play in one terminal."""
