//! The 2D game: every sentence of rcssserver's rules, commands and messages, in games that a test
//! directs. `docs/disc.md` has the table of rules and tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advice_followed;
mod allocations;
mod back_pass;
mod ball_stuck;
mod behaviours;
mod catches;
mod clearing;
mod collisions;
mod commands;
mod directions;
mod drawn_senses;
mod fouls;
mod free_kick_faults;
mod goal_kicks;
mod goals;
mod halves;
mod illegal_defense;
mod interruptions;
mod keepaway;
mod kick_offs;
mod logs;
mod memories;
mod messages;
mod offside;
mod out_of_play;
mod parameters;
mod planner_played;
mod senses;
mod session;
mod set_pieces;
mod set_plays;
mod shoot_out;
mod skills;
mod skills_played;
mod skills_sensed;
mod stage;
mod team_set_plays;
mod teams;
