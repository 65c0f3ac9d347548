"""Perfboard plans of the pods and of the panels: which part stands in which hole, and every wire on both sides."""
