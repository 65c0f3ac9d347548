"""The people of a club, and the cards by which tables know them."""
