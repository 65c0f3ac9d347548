"""Seat pods: microcontrollers with keys and a display on a serial line. `firmware/PROTOCOL.md` says how they speak."""
