"""The devices at the table: keys, small displays, lamps, buzzers and pods; and the hardware test."""
