"""The Rust tests' record of how rcsssmj reads messages agrees with rcsssmj."""

import sys

import pytest
from rcsssmj.games.soccer.server import soccer_command_parser
from reference import make_messages


@pytest.mark.skipif(
    not (3, 11) <= sys.version_info < (3, 13), reason="Python's strictness in base64 has changed"
)
def test_messages_are_read_so_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    # The script replaces the random draw of a side; put it back afterwards.
    monkeypatch.setattr(soccer_command_parser, "randint", soccer_command_parser.randint)
    assert make_messages.messages() == make_messages.PATH.read_text(encoding="utf-8")
