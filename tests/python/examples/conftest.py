import pytest


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs draw no curves: that takes longer than all else in runs as short as in tests."""
    from rcssgym.training import reports

    monkeypatch.setattr(reports, "draw", lambda *_: None)
