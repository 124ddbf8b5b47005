"""Values that are stored in the core and shown by Python's classes."""

import pytest
from rcssgym import ArgumentError, FIFASoccerField, PlayMode, SoccerSimulation, SSim2026Rules, _core


def test_players_may_beam_in_the_modes_that_are_named() -> None:
    simulation = SoccerSimulation(FIFASoccerField(), SSim2026Rules())
    simulation.init()
    allowed = []
    for mode in PlayMode:
        simulation.game_state.set_play_mode(mode)
        if simulation.referee.is_beaming_allowed():
            allowed.append(mode.value)
    assert tuple(allowed) == _core.BEAMING_MODES
    assert len(allowed) == 3


def test_a_step_is_a_cycle() -> None:
    simulation = SoccerSimulation(FIFASoccerField(), SSim2026Rules())
    simulation.init()
    assert simulation.timestep == _core.CYCLE == 0.02
    simulation.step()
    assert simulation.sim_time == pytest.approx(_core.CYCLE)


def test_only_known_names_have_figures() -> None:
    with pytest.raises(ArgumentError, match="unknown field 'wembley'"):
        _core.field_sizes("wembley")
    with pytest.raises(ArgumentError, match="unknown rule book 'ssim99'"):
        _core.rule_figures("ssim99")
