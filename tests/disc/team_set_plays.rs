//! Teams that play by themselves, at set plays and penalties.

use crate::teams::{scripted, sensed, server, teams};
use rcssgym::disc::parameters::Value;
use rcssgym::disc::{
    Message, PlayMode, PlayerParameters, Rules, Side, Teams, Vec2, World, referee,
};
use rcssgym::teams::{Crew, Play};
use std::sync::Arc;

/// Plays a shoot-out of scripted teams of these sizes; `sent_off`: players who are not there, by
/// place. Returns the penalties of both teams that are kicked and that go in, and the fouls.
fn shoot_out(
    play: &Option<Play>,
    sizes: [usize; 2],
    coach_moves: bool,
    sent_off: &[usize],
    seed: u64,
) -> [u32; 3] {
    let mut server = server();
    server.set("half_time", &Value::Int(2)).unwrap();
    server.set("nr_extra_halfs", &Value::Int(0)).unwrap();
    server.set("pen_coach_moves_players", &Value::Bool(coach_moves)).unwrap();
    let rules = Rules::new(server, PlayerParameters::default(), None, seed).unwrap();
    let mut world = World::with_teams(Arc::new(rules), seed, &Teams { sizes, ..teams() });
    if play.as_ref().is_some_and(Play::is_sensed) {
        world.open_senses(seed, 19, true);
    }
    for &place in sent_off {
        world.game.players[place].connected = false;
    }
    let mut crew = Crew::new([play.clone(), play.clone()], seed);
    let (mut before, mut kicked, mut fouls) = (world.game.mode, 0, 0);
    while world.game.mode != PlayMode::TimeOver {
        crew.act(&mut world, None);
        world.stadium().step();
        world.sense();
        let now = world.game.mode;
        kicked += u32::from(now != before && matches!(now, PlayMode::PenaltyTaken(_)));
        before = now;
        let is_foul = |message: &Message| matches!(message, Message::PenaltyFoul(_));
        fouls += world.messages.drain(..).filter(is_foul).count() as u32;
    }
    let scored = world.game.score.iter().map(|score| score.penalties_scored).sum();
    [kicked, scored, fouls]
}

#[test]
fn penalties_are_taken_by_those_who_are_there() {
    // In a team of three, nobody may take a fourth one.
    let [kicked, scored, _] = shoot_out(&scripted(), [3, 3], true, &[], 1);
    assert!(kicked >= 4 && scored > 0, "{kicked} kicked, {scored} in");
    let [kicked, _, fouls] = shoot_out(&scripted(), [11, 11], true, &[10, 20, 21], 1);
    assert!(kicked >= 6 && fouls == 0, "{kicked} kicked, {fouls} fouls");
}

#[test]
fn players_take_their_places_for_penalties_by_themselves() {
    let [kicked, scored, fouls] = shoot_out(&scripted(), [11, 11], false, &[], 1);
    assert!(kicked >= 6 && 2 * scored > kicked && fouls == 0, "{kicked}, {scored}, {fouls}");
}

#[test]
fn players_who_sense_score_penalties() {
    let all = (0..4).map(|seed| shoot_out(&sensed(), [11, 11], true, &[], seed));
    let [kicked, scored] =
        all.fold([0; 2], |sum, [kicked, scored, _]| [sum[0] + kicked, sum[1] + scored]);
    println!("{scored} of {kicked} in");
    assert!(5 * scored >= kicked, "{scored} of {kicked}");
}

#[test]
fn somebody_takes_every_set_play() {
    // Goal kicks of a team without a goalie, and the kick-off of a goalie who is alone.
    let goal_kick = PlayMode::GoalKick(Side::Left);
    let kick_off = PlayMode::KickOff(Side::Left);
    for (size, goalie, mode) in [(4, false, goal_kick), (1, true, kick_off)] {
        let small = Teams { sizes: [size; 2], goalies: [goalie; 2], ..teams() };
        let rules = Rules::new(server(), PlayerParameters::default(), None, 3).unwrap();
        let mut world = World::with_teams(Arc::new(rules), 3, &small);
        let mut crew = Crew::new([scripted(), Some(Play::Still)], 3);
        if mode == goal_kick {
            world.game.ball.position = Vec2::new(-47.0, 9.16);
        }
        referee::change_mode(&mut world.stadium(), mode);
        for _ in 0..99 {
            crew.act(&mut world, None);
            world.stadium().step();
        }
        let kicks: u32 = world.game.players.iter().map(|player| player.counts.kick).sum();
        assert!(kicks > 0, "{size} players, {mode:?}");
    }
}
