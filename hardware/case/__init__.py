"""Printed cases of pods, panels and Pis: OpenSCAD made from the perfboard plans and the dimensions of the parts."""
