"""One file per family of pages; each has a blueprint named after its first route."""
