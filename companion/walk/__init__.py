"""Leads a maker through a table or a pod that was just wired, one part at a time, and says what is wrong with it."""
