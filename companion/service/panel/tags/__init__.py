"""Tags on cards and pieces: what each means, and what reading it does."""
