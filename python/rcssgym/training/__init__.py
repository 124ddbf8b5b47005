"""Training of policies: ``rcssgym train --task T1Stand``.

A run writes into its directory: ``checkpoint.pt`` (all of it, worlds and random numbers included: a
run that is resumed continues as if it had never stopped), ``policy.onnx`` (observations to actions,
normalization inside: for ``rcssgym play`` and ``rcssgym evaluate``), ``curves.png``, and events for
TensorBoard. ``ppo.py`` is the algorithm; ``examples/ppo.py`` calls it as a script.
"""
