"""What the differential tests and the benchmarks share: rcsssmj's world run by MuJoCo itself."""
