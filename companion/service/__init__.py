"""The table at work: one inbox, one thread that decides, and finished values for every screen. See README.md."""
