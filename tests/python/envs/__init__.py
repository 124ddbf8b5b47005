"""Environments: Gymnasium's contract, and equality of one env with many."""
