"""What is connected, the pairing of new pods, and the hardware test."""
