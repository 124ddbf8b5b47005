"""Training of policies: ``rcssgym train --task T1Stand``.

A run writes into its directory: ``checkpoint.pt`` (its full state, including worlds and random
numbers, so that a resumed run continues as if it had never stopped), ``policy.onnx`` (observations
to actions, including normalization: for ``rcssgym play`` and ``rcssgym evaluate``), ``curves.png``,
and events for TensorBoard. ``ppo.py`` is the algorithm; ``examples/ppo.py`` calls it as a script.
"""
