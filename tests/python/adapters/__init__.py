"""Other libraries around our environments."""
