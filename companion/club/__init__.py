"""A club: many tables at once, in a café or at a convention."""
