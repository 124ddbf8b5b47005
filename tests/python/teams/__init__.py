"""Scripted players, and games between their teams."""
