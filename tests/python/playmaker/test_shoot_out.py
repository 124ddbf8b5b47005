"""The shoot-out data that playmakers receive, against the events of the game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from rcssgym.disc.game import WHOLE_GAME
from rcssgym.playmaker import Ask, PlaymakerGame, game, serve
from rcssgym.playmaker.messages import GameModeType, HeliosPenalty, PenaltyKickState, Side, State

SHORT = {"half_time": 1, "nr_extra_halfs": 0, "pen_nr_kicks": 2, "pen_max_extra_kicks": 0}
SHORT |= {"pen_taken_wait": 60, "pen_setup_wait": 40}
SETUP, READY, TAKEN = (
    GameModeType[f"Penalty{name}_"].value for name in ("Setup", "Ready", "Taken")
)


def test_counters_and_takers_are_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "WHOLE_GAME", {**WHOLE_GAME, **SHORT})
    before: dict[int, tuple[int, Side]] = {}
    setups: dict[int, Counter[Side]] = {}
    last: dict[int, Any] = {}

    def player(state: State) -> list[Any]:
        world = state.world_model
        unum, mode = world.self.uniform_number, (world.game_mode_type, world.game_mode_side)
        shoot_out = world.penalty_kick_state
        if not world.is_penalty_kick_mode:
            assert shoot_out == PenaltyKickState()
            return []
        taken = setups.setdefault(unum, Counter())
        if mode != before.get(unum) and mode[0] == SETUP:
            taken[mode[1]] += 1
        if mode != before.get(unum) and mode[0] in (SETUP, READY, TAKEN):
            assert shoot_out.cycle == world.cycle
        before[unum], last[unum] = mode, shoot_out
        assert (shoot_out.our_taker_counter, shoot_out.their_taker_counter) == (
            taken[Side.LEFT],
            taken[Side.RIGHT],
        )
        if mode[0] in (SETUP, READY, TAKEN):
            assert shoot_out.current_taker_side == mode[1]
            # Number 11 goes first, the goalie last.
            is_his = mode[1] is Side.LEFT and unum == 12 - taken[Side.LEFT]
            assert shoot_out.is_kick_taker == is_his
        if mode[0] == SETUP:
            half = Side.RIGHT if world.ball.position.x > 0 else Side.LEFT
            assert shoot_out.on_field_side is half
        return [HeliosPenalty()]

    with serve(player, port=0) as server:
        played = PlaymakerGame(Ask(server.address), "still", seed=2)
        played.play()
        assert played.result.asked[0].missed == {}
    scored, missed, theirs, their_misses = played.simulation.penalties
    assert scored + missed > 0 < theirs + their_misses
    for shoot_out in last.values():
        assert (shoot_out.our_score, shoot_out.their_score) == (scored, theirs)
        assert shoot_out.our_taker_counter >= scored + missed
