import pytest

pytest.importorskip("rcsssmj", reason="the oracle is rcsssmj")
