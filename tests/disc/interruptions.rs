//! What faults have in common: 30 cycles in which the clock is stopped.

use crate::stage::*;

const MODES: [(&str, &str); 7] = [
    ("offside_l", "free_kick_r"),
    ("free_kick_fault_l", "free_kick_r"),
    ("back_pass_l", "indirect_free_kick_r"),
    ("catch_fault_l", "free_kick_r"),
    ("foul_charge_l", "free_kick_r"),
    ("foul_push_l", "free_kick_r"),
    ("illegal_defense_l", "free_kick_r"),
];

#[test]
fn the_clock_stands_for_thirty_cycles_and_the_other_side_has_a_free_kick() {
    for (mode, next) in MODES {
        let mut stage = Stage::in_play(&[("illegal_defense_number", 4.0)]);
        let cycle = stage.clock()[0];
        stage.mode(mode);
        for stopped in 1..=30 {
            stage.step(1);
            assert_eq!(stage.clock(), [cycle, stopped], "{mode}");
            assert_eq!(stage.now(), mode);
        }
        stage.step(1);
        assert_eq!(stage.clock(), [cycle + 1, 0], "{mode}");
        assert_eq!(stage.now(), next);
    }
}

#[test]
fn the_offenders_are_put_off_in_the_last_five_cycles() {
    for (mode, _) in MODES {
        let mut stage = Stage::in_play(&[("illegal_defense_number", 4.0)]);
        stage.ball(10.0, 0.0, 0.0, 0.0);
        stage.mode(mode);
        stage.step(24);
        stage.put(Left, 2, 8.0, 0.0, 0.0);
        stage.put(Right, 2, 12.0, 0.0, 0.0);
        if mode != "offside_l" {
            stage.step(1);
            near(stage.at(Left, 2), [8.0, 0.0]);
            stage.step(1);
            assert!(stage.gap(Left, 2) > 5.5, "{mode}");
        }
        near(stage.at(Right, 2), [12.0, 0.0]);
    }
}

#[test]
fn called_in_a_step_they_last_a_cycle_longer() {
    let mut stage = Stage::in_play(&[("illegal_defense_number", 1.0)]);
    stage.put(Left, 2, -42.0, 0.0, 0.0);
    stage.ball(-20.0, 0.0, 0.0, 0.0);
    stage.kick(Right, 2, 1.0, 0.0);
    assert_eq!(stage.until_change(40), 20);
    assert_eq!(stage.clock()[1], 0);
    assert_eq!(stage.until_change(40), 31);
}

#[test]
fn nobody_kicks_while_the_clock_stands() {
    for (mode, _) in MODES {
        let mut stage = Stage::in_play(&[("illegal_defense_number", 4.0)]);
        stage.mode(mode);
        stage.kick(Right, 2, 100.0, 0.0);
        assert_eq!(stage.now(), mode);
        assert_eq!(stage.world.game.ball.acceleration.length(), 0.0);
    }
}
