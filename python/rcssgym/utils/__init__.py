"""Small helpers with the names that rcsssmj's scripts use: expressions, geometry, errors."""
