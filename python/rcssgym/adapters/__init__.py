"""What other libraries need around our environments; a module for each, which imports it.

Gymnasium's wrappers, RLlib and TorchRL take our environments as they are.
"""
