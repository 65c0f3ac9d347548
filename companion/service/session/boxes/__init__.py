"""What the owners know of the components of a game: read, entered cell by cell, lent to another table."""
