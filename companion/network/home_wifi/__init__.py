"""A home Wi-Fi: which are in sight, what one needs, and the attempt to join one."""
