"""Adapters of our environments for other libraries, in one module per library, which imports it.

Gymnasium's wrappers, RLlib and TorchRL work with our environments without an adapter.
"""
