//! The match goes on, whatever numbers agents and monitors send.

use crate::harness::{Running, in_step};

#[test]
fn robots_that_are_torn_apart_stop_no_match() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut wild = server.player("Wild", 1);
    let motors = ["l1e1", "l1e2", "l2e1", "l2e2", "l3e1", "l3e2", "l4e1", "l4e2"];
    for step in 0..1500 {
        let sign = if step / 5 % 2 == 0 { 1.0 } else { -1.0 };
        let command = |name: &str| {
            let target = sign * 1e9;
            format!("({name} {target:e} {target:e} 1e10 1e10 {target:e})")
        };
        let perception = wild.turn(motors.map(command).concat());
        assert!(!perception.contains("nan") && !perception.contains("inf"), "{perception}");
    }
    drop(wild);
    others.plays(10);
}

#[test]
pub fn places_and_speeds_beyond_all_bounds_stop_no_clock() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut red = server.player("Reds", 1);
    let mut monitor = server.monitor();
    for command in [
        "(ball (pos 1e10 0 0)(vel 1e10 0 0))",
        "(ball (pos 0 0 1e10)(vel 0 0 1e10))",
        "(agent (unum 1)(team Reds)(pos 1e10 1e10 1e10))",
        "(agent (unum 1)(team Reds)(pos -1e10 0 -1e10))",
        "(agent (unum 1)(team Reds)(move3d 0 0 1 1e10 1e10 1e10 1e10))",
        "(agent (unum 1)(team Reds)(move3d 0 0 1 0 0 0 0))",
        "(ball (pos 0 0 -1e9)(vel 1e9 1e9 -1e9))",
    ] {
        for _ in 0..3 {
            monitor.send(command);
            red.play(20);
        }
    }
    let perception = red.turn("(syn)");
    assert!(!perception.contains("nan") && !perception.contains("inf"), "{perception}");
    drop(red);
    others.plays(10);
}
