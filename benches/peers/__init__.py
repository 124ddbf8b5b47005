"""What benchmarks and tests compare us with: rcsssmj's world run by MuJoCo, and rcsssmj's server.

`Scene` is that world; `Engine` is ours, with the same robots in the same states.
"""
