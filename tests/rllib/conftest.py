"""Ray on this machine alone, without reports to its makers and keys in the home folder."""

import os

import pytest

os.environ["RAY_AUTH_MODE"] = "disabled"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


@pytest.fixture(scope="session", autouse=True)
def _one_cluster() -> object:
    """Processes that share a machine with few cores; the tests of RLlib share them."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()
