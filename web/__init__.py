"""The pages of the table and its API, in Flask. ``web.application`` puts them together."""
