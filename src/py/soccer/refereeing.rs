//! The referee: decisions made by hand, and what the referee has noted.

use super::commands;
use super::{PlayerKey, PySoccerWorld, side};
use crate::Any;
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use rcssgym::soccer::{Command, FoulEvent, Game, Pitch, PlayerId, Side};

/// Sim time, play time, team id, number, foul.
type FoulEventTuple = (f64, f64, usize, u32, usize);

pub fn key(player: PlayerId) -> PlayerKey {
    (player.side.index(), player.number)
}

#[pymethods]
impl PySoccerWorld {
    fn is_beaming_allowed(&self) -> PyResult<bool> {
        Ok(self.door.open()?.game(0).or_raise()?.game.is_beaming_allowed())
    }

    /// Carries out a decision by its name, for a side if it concerns one.
    #[pyo3(signature = (decision, team_side=None))]
    fn decide(&self, decision: &str, team_side: Option<Any<'_, '_>>) -> PyResult<()> {
        let side = team_side.map(side).transpose()?;
        let work = decision_of(decision, side)?;
        let mut batch = self.door.open()?;
        batch.with_game(0, |game, pitch| work(&mut game.game, pitch)).or_raise()
    }

    #[pyo3(signature = (pos=None))]
    fn drop_ball(&self, pos: Option<Any<'_, '_>>) -> PyResult<()> {
        self.command(&commands::drop_ball(pos)?)
    }

    fn set_play_mode(&self, play_mode: Any<'_, '_>) -> PyResult<()> {
        self.command(&commands::set_play_mode(play_mode)?)
    }

    #[pyo3(signature = (player_id, team_name, pos, quat=None))]
    fn place_player(
        &self,
        player_id: Any<'_, '_>,
        team_name: Any<'_, '_>,
        pos: Any<'_, '_>,
        quat: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        self.command(&commands::place_player(player_id, team_name, pos, quat)?)
    }

    fn set_time(&self, play_time: Any<'_, '_>) -> PyResult<()> {
        self.command(&commands::set_time(play_time)?)
    }

    fn set_score(&self, left: Any<'_, '_>, right: Any<'_, '_>) -> PyResult<()> {
        self.command(&commands::set_score(left, right)?)
    }

    fn move_ball(&self, pos: Any<'_, '_>) -> PyResult<()> {
        self.command(&commands::move_ball(pos)?)
    }

    fn set_ball_velocity(&self, vel: Any<'_, '_>) -> PyResult<()> {
        self.command(&commands::ball_velocity(vel)?)
    }

    fn goal_kick(&self, team_side: &Bound<'_, PyAny>) -> PyResult<()> {
        self.command(&commands::goal_kick(team_side)?)
    }

    fn begin_pass(&self, team_side: &Bound<'_, PyAny>) -> PyResult<()> {
        self.command(&commands::begin_pass(team_side)?)
    }

    fn drop_ball_in_field(&self) -> PyResult<()> {
        self.command(&Command::DropBallInField)
    }

    fn push_player(
        &self,
        player_id: Any<'_, '_>,
        team_name: Any<'_, '_>,
        vel: Any<'_, '_>,
    ) -> PyResult<()> {
        self.command(&commands::push_player(player_id, team_name, vel)?)
    }

    #[pyo3(signature = (player_id, team_name, pos, quat=None))]
    fn move_player(
        &self,
        player_id: Any<'_, '_>,
        team_name: Any<'_, '_>,
        pos: Any<'_, '_>,
        quat: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        self.command(&commands::move_player(player_id, team_name, pos, quat)?)
    }

    fn send_away(
        &self,
        player_id: &Bound<'_, PyAny>,
        team_name: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.command(&commands::send_away(player_id, team_name)?)
    }

    fn line_up(&self, player_id: &Bound<'_, PyAny>, team_name: &Bound<'_, PyAny>) -> PyResult<()> {
        self.command(&commands::line_up(player_id, team_name)?)
    }

    fn reposition(&self, player_id: Any<'_, '_>, team_name: Any<'_, '_>) -> PyResult<()> {
        self.command(&commands::reposition(player_id, team_name)?)
    }

    /// Fouls of this cycle: team id, number, foul.
    fn fouls(&self) -> PyResult<Vec<(usize, u32, usize)>> {
        let batch = self.door.open()?;
        let fouls = batch.game(0).or_raise()?.game.referee.fouls.iter();
        Ok(fouls.map(|(player, foul)| (player.side.index(), player.number, foul.index())).collect())
    }

    /// Forgets the fouls of this cycle; `foul_events` keeps them.
    fn forget_fouls(&self) -> PyResult<()> {
        self.door.open()?.game_mut(0).or_raise()?.game.referee.fouls.clear();
        Ok(())
    }

    /// All fouls noted so far; removed if ``take`` is true.
    fn foul_events(&self, take: bool) -> PyResult<Vec<FoulEventTuple>> {
        let mut batch = self.door.open()?;
        let events = &mut batch.game_mut(0).or_raise()?.game.events;
        let of = |event: &FoulEvent| {
            let (team, number) = key(event.player);
            (event.time, event.play_time, team, number, event.foul.index())
        };
        let found = events.iter().map(of).collect();
        if take {
            events.clear();
        }
        Ok(found)
    }

    fn reset_referee(&self) -> PyResult<()> {
        self.door.open()?.game_mut(0).or_raise()?.game.referee.reset();
        Ok(())
    }

    fn not_allowed_to_touch(&self) -> PyResult<Option<PlayerKey>> {
        Ok(self.door.open()?.game(0).or_raise()?.game.referee.agent_na_touch_ball.map(key))
    }

    fn not_allowed_to_score(&self) -> PyResult<Option<usize>> {
        Ok(self.door.open()?.game(0).or_raise()?.game.referee.team_na_score.map(Side::index))
    }

    fn reference_circle(&self) -> PyResult<((f64, f64), f64)> {
        let batch = self.door.open()?;
        let referee = &batch.game(0).or_raise()?.game.referee;
        let [x, y] = referee.reference_point;
        Ok(((x, y), referee.reference_radius))
    }
}

impl PySoccerWorld {
    fn command(&self, command: &Command) -> PyResult<()> {
        self.door.open()?.command(0, command).or_raise()
    }
}

type Work = Box<dyn FnOnce(&mut Game, &mut dyn Pitch<'_>)>;

fn decision_of(name: &str, side: Option<Side>) -> PyResult<Work> {
    let unknown = || argument_error("decision", format!("unknown decision '{name}'"));
    let alone: Option<Work> = match name {
        "play_on" => Some(Box::new(|game, _| game.play_on())),
        "game_over" => Some(Box::new(|game, _| game.game_over())),
        "throw_in_untouched_ball" => {
            Some(Box::new(|game, pitch| game.throw_in_untouched_ball(pitch)))
        }
        _ => None,
    };
    if let Some(work) = alone {
        return Ok(work);
    }
    let side = side.ok_or_else(|| argument_error("team_side", format!("{name} needs a team")))?;
    Ok(match name {
        "kick_off" => Box::new(move |game, pitch| game.kick_off(pitch, side)),
        "throw_in" => Box::new(move |game, pitch| game.throw_in(pitch, side)),
        "corner_kick" => Box::new(move |game, pitch| game.corner_kick(pitch, side)),
        "goal_kick" => Box::new(move |game, pitch| game.goal_kick(pitch, side)),
        "offside" => Box::new(move |game, _| game.offside(side)),
        "goal" => Box::new(move |game, _| game.goal(side)),
        "free_kick" => Box::new(move |game, pitch| game.free_kick(pitch, side)),
        "direct_free_kick" => Box::new(move |game, pitch| game.direct_free_kick(pitch, side)),
        "penalty_kick" => Box::new(move |game, pitch| game.penalty_kick(pitch, side)),
        "penalty_shoot" => Box::new(move |game, pitch| game.penalty_shoot(pitch, side)),
        _ => return Err(unknown()),
    })
}
