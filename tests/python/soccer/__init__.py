"""The game compared with rcsssmj's: objects one by one, and whole games cycle by cycle."""
