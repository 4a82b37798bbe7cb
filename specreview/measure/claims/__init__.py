"""What a text asserts about a spectrum, and what the flux says of it."""
