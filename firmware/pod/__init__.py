"""A seat pod: keys, display, lamp and buzzer at the end of a serial line. See PROTOCOL.md and README.md."""
