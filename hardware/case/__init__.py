"""Printed cases: pods, panels and Pi cases in OpenSCAD, made from the perfboard plans and the dimensions of the parts."""
