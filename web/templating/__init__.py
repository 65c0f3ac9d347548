"""What templates are given: translated text, geometry, macros bound to a page."""
