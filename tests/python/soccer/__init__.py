"""The game, side by side with rcsssmj: objects one by one, and whole games cycle by cycle."""
