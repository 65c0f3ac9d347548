"""What keys have done at each place so far: cursor, form entry, menu, page."""
