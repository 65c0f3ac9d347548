"""Being a game, independent of any title. See README.md for the law of this folder."""
