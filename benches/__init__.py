"""Benchmarks: our worlds compared with MuJoCo's C engine, rcsssmj and EnvPool, in one process."""
