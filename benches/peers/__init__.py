"""What benchmarks and tests compare with us: rcsssmj's world run by MuJoCo, and its server.

`Scene` is that world, `Engine` ours with the same robots in the same states.
"""
