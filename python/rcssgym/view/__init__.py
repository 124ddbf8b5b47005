"""What is shown on the screen: windows, and games in them."""
