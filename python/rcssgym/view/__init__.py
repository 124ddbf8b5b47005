"""Display of games: windows, the viewer's page, and films."""
