"""What is connected, new pods, and the hardware test."""
