"""Small helpers under the names that rcsssmj's scripts know: expressions, geometry, errors."""
