"""Keys, small displays, lamps and buzzers; pods; the hardware test."""
