"""Ray on this machine only, without usage reports to its makers or keys in the home folder."""

import os

import pytest

os.environ["RAY_AUTH_MODE"] = "disabled"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


@pytest.fixture(scope="session", autouse=True)
def _one_cluster() -> object:
    """Start processes that all tests of RLlib share, because machines have few cores."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()
