"""Decisions of the whole table: undo, continuing without a person; and who must agree to them."""
