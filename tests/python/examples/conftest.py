from types import SimpleNamespace
from typing import Any

import pytest


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs draw no curves: that takes longer than all else in runs as short as in tests."""
    from rcssgym.training import reports

    monkeypatch.setattr(reports, "draw", lambda *_: None)


@pytest.fixture(scope="module")
def ppo() -> Any:
    """Return the names of all training modules."""
    from rcssgym.training import config, network, over, ppo, reports, run

    parts = (config, network, over, ppo, reports, run)
    return SimpleNamespace(**{name: one for part in parts for name, one in vars(part).items()})
