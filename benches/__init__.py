"""Benchmarks: our worlds beside MuJoCo's C engine, rcsssmj and EnvPool, in one process."""
