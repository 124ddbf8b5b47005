"""Games of two teams as environments."""
