"""Server-sent events, and the changed parts of a fragment."""
