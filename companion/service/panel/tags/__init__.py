"""Tags on cards and pieces: what each was taught to be, and what it does when a reader reads it."""
