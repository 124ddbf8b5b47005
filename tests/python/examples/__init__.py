"""Tests of the examples that need tests of their own."""
