"""Differential tests: rcsssmj's world in MuJoCo is the oracle."""
