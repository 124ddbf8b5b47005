"""Tasks: what they reward, when they end, where they begin."""
