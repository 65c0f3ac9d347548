"""Seat pods: microcontrollers with keys and a display on a serial line. Protocol: `firmware/PROTOCOL.md`."""
