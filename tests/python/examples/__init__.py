"""Examples that are worth tests of their own."""
