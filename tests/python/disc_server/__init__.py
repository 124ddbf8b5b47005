"""The 2D server, talked to by UDP."""
