"""The objects of a game, side by side with rcsssmj's."""
