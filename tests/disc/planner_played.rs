//! Predictions of the planner come true when two whole teams play them without noise.

use crate::stage::{Left, Right, Stage, states};
use rcssgym::disc::skills::planner::{
    Planner, RunOn, begin_run, offensive_plan, pass_ball, passes, runs,
};
use rcssgym::disc::skills::{Intercept, Outcome, WorldModel, best_shot, intercept_ball, shoot};
use rcssgym::disc::{Game, PLAYERS, PlayMode, Player, Side, TEAM, Vec2};
use rcssgym::math::splitmix::SplitMix64;
use std::f64::consts::PI;

/// Number of states in the short form of these tests.
const STATES: usize = 2_500;
const GO: Intercept = Intercept { save_recovery: false, face: None };

/// Two teams somewhere on the pitch, and one player with the ball.
pub struct Match {
    pub stage: Stage,
    random: SplitMix64,
    pub place: usize,
}

impl Match {
    pub fn new(seed: u64) -> Self {
        let mut stage = Stage::of_teams(&[("ball_stuck_area", 0.0)], [TEAM, TEAM]);
        stage.mode("play_on");
        Self { stage, random: SplitMix64::new(seed), place: 0 }
    }

    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.random.uniform([low, high])
    }

    pub fn begin(&mut self, near_goal: bool) {
        let side = if self.uniform(-1.0, 1.0) < 0.0 { Left } else { Right };
        self.place = Player::place(side, 2 + self.uniform(0.0, 9.99) as u8);
        for place in 0..PLAYERS {
            let at = if place % TEAM == 0 {
                let own = if place < TEAM { -1.0 } else { 1.0 };
                Vec2::new(own * self.uniform(46.0, 51.0), self.uniform(-6.0, 6.0))
            } else {
                Vec2::new(self.uniform(-50.0, 50.0), self.uniform(-32.0, 32.0))
            };
            let velocity = Vec2::polar(self.uniform(0.0, 0.4), self.uniform(-PI, PI));
            let body = self.uniform(-PI, PI);
            let player = &mut self.stage.world.game.players[place];
            (player.position, player.velocity, player.acted) = (at, velocity, false);
            (player.body, player.next_body, player.tackle_cycles) = (body, body, 0);
            (player.stamina, player.effort, player.recovery) = (8000.0, 1.0, 1.0);
            player.capacity = 130_600.0;
        }
        if near_goal {
            let at = Vec2::new(self.uniform(30.0, 48.0), self.uniform(-18.0, 18.0));
            self.stage.world.game.players[self.place].position = at * side.sign();
        }
        let at = self.stage.world.game.players[self.place].position;
        let ball = at + Vec2::polar(self.uniform(0.45, 1.0), self.uniform(-PI, PI));
        let moves = Vec2::polar(self.uniform(0.0, 0.5), self.uniform(-PI, PI));
        let game = &mut self.stage.world.game;
        (game.mode, game.cycle) = (PlayMode::PlayOn, 1);
        game.referee = Default::default();
        self.stage.ball(ball.x, ball.y, moves.x, moves.y);
    }

    pub fn game(&self) -> &Game {
        &self.stage.world.game
    }

    pub fn ask<T>(&self, place: usize, skill: impl FnOnce(&WorldModel) -> T) -> T {
        skill(&WorldModel::full(self.stage.world.rules(), self.game(), place))
    }

    pub fn can_kick(&self, place: usize) -> bool {
        self.game().can_kick(self.stage.world.rules(), place)
    }

    /// Plays one cycle: one player does something, while all opponents and the receiver go for the
    /// ball.
    pub fn play(&mut self, own: impl FnOnce(&WorldModel) -> Outcome, receiver: Option<usize>) {
        let side = self.game().players[self.place].side;
        let mut commands = vec![(self.place, self.ask(self.place, own).command)];
        for place in 0..PLAYERS {
            let is_rival = self.game().players[place].side != side;
            if is_rival || Some(place) == receiver {
                commands.push((place, self.ask(place, |world| intercept_ball(world, GO)).command));
            }
        }
        self.stage.stadium(|stadium| {
            for (place, command) in commands {
                if let Some(command) = command {
                    stadium.act(place, command);
                }
            }
            stadium.step();
        });
    }

    /// Returns a player of a team who can kick the ball.
    pub fn who(&self, side: Side) -> Option<usize> {
        let players = &self.game().players;
        (0..PLAYERS).find(|&place| players[place].side == side && self.can_kick(place))
    }
}

/// The mate whom a pass is for gets it before every opponent and every other mate, although all
/// opponents go for it.
#[test]
fn mates_get_what_is_passed_to_them() {
    let mut game = Match::new(11);
    // Numbers of passes lost and received.
    let (mut got, mut none, mut refused) = ([0; 2], 0, 0);
    let states = states(STATES);
    for _ in 0..states {
        game.begin(false);
        let place = game.place;
        let side = game.game().players[place].side;
        if game.who(side.other()).is_some() {
            continue;
        }
        let all = game.ask(place, passes);
        if all.is_empty() {
            none += 1;
            continue;
        }
        let pass = all[game.uniform(0.0, all.len() as f64 - 0.01) as usize];
        let receiver =
            game.ask(place, |world| Player::place(side, world.others[pass.receiver].unum.unwrap()));
        if !game.ask(place, |world| pass_ball(world, &pass)).is_success {
            refused += 1;
            continue;
        }
        // They kick until the ball has its speed.
        let (mut is_kicked, mut is_his) = (false, None);
        for _ in 0..60 {
            let has_ball = game.can_kick(place) && !is_kicked;
            let act = |world: &WorldModel| match has_ball {
                true => pass_ball(world, &pass),
                false => Outcome::NOTHING,
            };
            game.play(act, Some(receiver));
            let velocity = game.ask(place, |world| world.ball.velocity) / 0.94;
            is_kicked |= has_ball && velocity.length() > 0.95 * pass.speed;
            if game.who(side.other()).is_some() {
                is_his = Some(false);
            } else if !game.can_kick(place) {
                is_his = game.who(side).map(|who| who == receiver);
            }
            if is_his.is_some() {
                break;
            }
        }
        got[usize::from(is_his == Some(true))] += 1;
    }
    println!("{got:?}, none {none}, refused {refused}");
    assert!(got[1] * 10 > states * 8 && got[0] * 30 < got[1], "{got:?}");
}

/// Shots that are predicted to be out of everyone's reach go in. So do most of those that an
/// opponent could reach only if they were a cycle faster than predicted.
#[test]
fn shots_go_in() {
    let mut game = Match::new(12);
    // Shots missed and scored; first of those that are not sure, then of sure ones.
    let mut scored = [[0; 2]; 2];
    let states = states(STATES);
    for _ in 0..states {
        game.begin(true);
        let place = game.place;
        let side = game.game().players[place].side;
        let Some(shot) = game.ask(place, best_shot) else { continue };
        if game.who(side.other()).is_some() {
            continue;
        }
        let goals = game.stage.goals()[side.index()];
        let mut is_in = false;
        for _ in 0..30 {
            game.play(shoot, None);
            is_in = game.stage.goals()[side.index()] > goals;
            if is_in || game.who(side.other()).is_some() {
                break;
            }
        }
        scored[usize::from(shot.is_sure)][usize::from(is_in)] += 1;
    }
    println!("{scored:?}");
    let [others, sure] = scored;
    assert!(sure[1] * 10 > states && sure[0] * 20 < sure[1], "{scored:?}");
    assert!(others[1] * 100 > states && others[0] < others[1], "{scored:?}");
}

/// A player who runs with the ball as predicted still has it at the end of the run, although all
/// opponents go for it.
#[test]
fn runs_with_the_ball_end_with_it() {
    let mut game = Match::new(14);
    // Short and long runs: ball lost, ball kept.
    let mut kept = [[0; 2]; 2];
    let states = states(STATES);
    for _ in 0..states {
        game.begin(false);
        let place = game.place;
        let side = game.game().players[place].side;
        let all = game.ask(place, runs);
        if all.is_empty() || game.who(side.other()).is_some() {
            continue;
        }
        let run = all[game.uniform(0.0, all.len() as f64 - 0.01) as usize];
        let mut left = RunOn::of(&run);
        game.play(|world| begin_run(world, &run), None);
        for _ in 1..run.cycles {
            let go_on = |world: &WorldModel| left.go_on(world);
            let next = game.ask(place, go_on);
            // If the run cannot go on, they go for the ball.
            let next = next.unwrap_or_else(|| game.ask(place, |world| intercept_ball(world, GO)));
            game.play(|_| next, None);
            if game.who(side.other()).is_some() {
                break;
            }
        }
        let has_it = game.can_kick(place) && game.who(side.other()).is_none();
        kept[usize::from(run.is_long)][usize::from(has_it)] += 1;
    }
    println!("{kept:?}");
    assert!(kept[0][1] * 20 > states && kept[1][1] * 10 > states * 3, "{kept:?}");
    assert!(kept.iter().all(|[lost, kept]| lost * 6 < *kept), "{kept:?}");
}

/// The planner always answers with finite numbers, a possible command and at least the value of
/// keeping the ball.
#[test]
fn plans_have_values_and_commands() {
    let mut game = Match::new(13);
    let planner = Planner::default();
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    // Keeping the ball is seldom best, so fewer states would not show it often enough.
    for _ in 0..12_500 {
        game.begin(false);
        let place = game.place;
        let plan = game.ask(place, |world| planner.plan(world)).unwrap();
        assert!(!plan.value.is_nan() && plan.actions.len() <= 4);
        use rcssgym::disc::skills::planner::Action;
        let kind = match plan.actions.first() {
            None | Some(Action::Hold) => "hold",
            Some(Action::Dribble(run)) if run.is_long => "long dribble",
            Some(Action::Dribble(_)) => "dribble",
            Some(Action::Pass(_)) => "pass",
            Some(Action::Shoot(_)) => "shoot",
        };
        *kinds.entry(kind).or_default() += 1;
        let outcome = game.ask(place, |world| offensive_plan(world, &planner));
        let command = format!("{:?}", outcome.command.unwrap());
        assert!(!command.contains("NaN") && !command.contains("inf"), "{command}");
        assert!(game.ask(place, runs).iter().all(|run| run.point.is_finite()));
    }
    println!("{kinds:?}");
    assert!(kinds.values().all(|&count| count > 50) && kinds.len() >= 4, "{kinds:?}");
}
