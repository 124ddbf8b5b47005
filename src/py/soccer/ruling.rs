//! A cycle of the referee in pieces. The decisions of the rules are returned to a referee written
//! in Python, which carries them out and whose methods may have been overridden.

use super::config::{referee, rule_book};
use super::refereeing::key;
use super::{PlayerKey, PySoccerWorld, side};
use crate::array::vector;
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use rcssgym::soccer::{Foul, Game, Pitch, PlayMode, PlayerId, Rule, Ruling, Side};

/// Method of rcsssmj's referee, team id, player, foul, place of the ball.
type Ruled = (&'static str, Option<usize>, Option<PlayerKey>, Option<usize>, Option<(f64, f64)>);

fn ruled(ruling: &Ruling) -> Ruled {
    let about = |method, side: Side| (method, Some(side.index()), None, None, None);
    let plain = |method| (method, None, None, None, None);
    match *ruling {
        Ruling::KickOff(side) => about("kick_off", side),
        Ruling::PlayOn => plain("play_on"),
        Ruling::ThrowIn(side) => about("throw_in", side),
        Ruling::CornerKick(side) => about("corner_kick", side),
        Ruling::GoalKick(side) => about("goal_kick", side),
        Ruling::GameOver => plain("game_over"),
        Ruling::Goal(side) => about("goal", side),
        Ruling::FreeKick(side) => about("free_kick", side),
        Ruling::DirectFreeKick(side) => about("direct_free_kick", side),
        Ruling::DropBall([x, y]) => ("drop_ball", None, None, None, Some((x, y))),
        Ruling::Penalize(player) => ("_penalize", None, Some(key(player)), None, None),
        Ruling::Foul(player, foul) => {
            ("_log_foul", None, Some(key(player)), Some(foul.index()), None)
        }
    }
}

fn player((team, number): PlayerKey) -> PyResult<PlayerId> {
    let wrong = || argument_error("team_id", format!("{team} is not a team's id"));
    Ok(PlayerId { side: Side::from_index(team).ok_or_else(wrong)?, number })
}

#[pymethods]
impl PySoccerWorld {
    /// First piece: forgets the fouls of the previous cycle; a challenge may start.
    fn begin_referee(&self) -> PyResult<Vec<Ruled>> {
        self.rulings(Game::begin_referee)
    }

    /// Second piece: the clock. Returns whether the cycle goes on afterwards, and the decisions.
    fn tick(&self) -> PyResult<(bool, Vec<Ruled>)> {
        let mut goes_on = false;
        let rulings = self.rulings(|game, pitch| goes_on = game.tick(pitch))?;
        Ok((goes_on, rulings))
    }

    /// Third piece, rule by rule: applies the rule with the name of rcsssmj's method, for a step of
    /// `elapsed` seconds.
    fn apply_rule(&self, name: &str, elapsed: f64) -> PyResult<Vec<Ruled>> {
        let unknown = || argument_error("name", format!("unknown rule '{name}'"));
        let rule = Rule::from_name(name).ok_or_else(unknown)?;
        self.rulings(|game, pitch| game.apply(rule, pitch, elapsed))
    }

    /// Returns the decisions on players who stand where a play mode forbids it.
    fn apply_placement(&self, play_mode: usize) -> PyResult<Vec<Ruled>> {
        let unknown = || argument_error("play_mode", format!("{play_mode} is not from 0 to 22"));
        let mode = PlayMode::from_index(play_mode).ok_or_else(unknown)?;
        self.rulings(|game, pitch| game.penalize_misplaced_players(pitch, mode))
    }

    /// Last piece; `is_over` if the second one has returned that the cycle does not go on.
    fn end_referee(&self, is_over: bool) -> PyResult<()> {
        self.door.open()?.end_referee(0, is_over).or_raise()
    }

    /// Sends a player beside the pitch.
    fn penalize(&self, player: PlayerKey) -> PyResult<()> {
        let player = self::player(player)?;
        let mut batch = self.door.open()?;
        batch.with_game(0, |game, pitch| game.game.penalize(pitch, player)).or_raise()
    }

    /// Notes a foul.
    fn log_foul(&self, player: PlayerKey, foul: usize) -> PyResult<()> {
        let unknown = || argument_error("foul", format!("there is no foul {foul}"));
        let (player, foul) = (self::player(player)?, Foul::from_index(foul).ok_or_else(unknown)?);
        self.door.open()?.game_mut(0).or_raise()?.game.log_foul(player, foul);
        Ok(())
    }

    #[getter]
    fn did_act(&self) -> PyResult<bool> {
        Ok(self.door.open()?.game(0).or_raise()?.game.referee.did_act)
    }

    #[setter]
    fn set_did_act(&self, did_act: bool) -> PyResult<()> {
        self.door.open()?.game_mut(0).or_raise()?.game.referee.did_act = did_act;
        Ok(())
    }

    fn forbid_touching(&self, player: Option<PlayerKey>) -> PyResult<()> {
        let player = player.map(self::player).transpose()?;
        self.door.open()?.game_mut(0).or_raise()?.game.referee.agent_na_touch_ball = player;
        Ok(())
    }

    fn forbid_scoring(&self, team_side: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let side = team_side.map(side).transpose()?;
        self.door.open()?.game_mut(0).or_raise()?.game.referee.team_na_score = side;
        Ok(())
    }

    fn set_reference_circle(&self, point: &Bound<'_, PyAny>, radius: f64) -> PyResult<()> {
        let point = vector(point, "reference_point")?;
        if !radius.is_finite() {
            let message = format!("must be a finite number, not {radius}");
            return Err(argument_error("reference_radius", message));
        }
        let mut batch = self.door.open()?;
        let referee = &mut batch.game_mut(0).or_raise()?.game.referee;
        (referee.reference_point, referee.reference_radius) = (point, radius);
        Ok(())
    }

    /// Sets other rules from now on.
    fn set_rules(&self, rules: &Bound<'_, PyAny>) -> PyResult<()> {
        let rules = rule_book(rules)?;
        self.door.open()?.set_rules(&rules);
        Ok(())
    }

    /// Sets another referee from now on, who has seen nothing yet.
    fn set_referee(&self, kind: &str) -> PyResult<()> {
        let kind = referee(kind)?;
        self.door.open()?.set_referee(kind);
        Ok(())
    }
}

impl PySoccerWorld {
    /// Runs a part of the rules and returns their decisions.
    fn rulings(&self, work: impl FnOnce(&mut Game, &mut dyn Pitch<'_>)) -> PyResult<Vec<Ruled>> {
        let mut batch = self.door.open()?;
        let rulings = batch
            .with_game(0, |game, pitch| game.game.rulings(|game| work(game, pitch)))
            .or_raise()?;
        Ok(rulings.iter().map(ruled).collect())
    }
}
