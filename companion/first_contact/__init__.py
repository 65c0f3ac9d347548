"""First contact: what the owner of a flashed table wrote on its card, and what is shown before there is a page."""
