"""A position on paper: as codes on the printed sheets, and read from them again."""
