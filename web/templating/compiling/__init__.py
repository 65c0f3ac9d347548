"""How Jinja compiles our templates, and what of it is kept."""
