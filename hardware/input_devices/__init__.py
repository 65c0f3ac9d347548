"""Keys, knobs and text readers that are Linux input devices: the driver `evdev`."""
