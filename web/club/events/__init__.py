"""Events of a club: what everybody sees, and the pages of their organisers."""
