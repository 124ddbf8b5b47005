//! Players that join and leave.

use super::names::Names;
use super::{PlayerKey, PySoccerWorld};
use crate::argument::text;
use crate::error::OrRaise;
use crate::model::PyModel;
use pyo3::prelude::*;
use rcssgym::batch::WorldBatch;
use rcssgym::soccer::{Entrant, PlayerId};
use std::sync::PoisonError;

/// A player, or why it cannot join.
#[derive(IntoPyObject)]
enum Joined {
    Player(PlayerKey),
    Refused(String),
}

#[pymethods]
impl PySoccerWorld {
    /// Lets players join, given as model, team and number.
    fn join(&self, py: Python<'_>, requests: &Bound<'_, PyAny>) -> PyResult<Vec<Joined>> {
        let mut batch = self.door.open()?;
        let mut roster = batch.roster();
        let (mut joined, mut admitted) = (Vec::new(), Vec::new());
        for request in requests.try_iter()? {
            let (model, team, number): (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>) =
                request?.extract()?;
            let team = text(&team, "team_name")?;
            joined.push(match admit(&mut batch, &roster, &model, &team, &number) {
                Ok(entrant) => {
                    let PlayerId { side, number } = entrant.player;
                    admitted.push((entrant.player, team));
                    roster.push(entrant);
                    Joined::Player((side.index(), number))
                }
                Err(reason) => Joined::Refused(format!("{team} #{number} ({model}): {reason}")),
            });
        }
        self.change(py, &mut batch, &roster, &admitted)?;
        Ok(joined)
    }

    /// Lets players leave.
    fn leave(&self, py: Python<'_>, players: Vec<PlayerKey>) -> PyResult<()> {
        let mut batch = self.door.open()?;
        let mut roster = batch.roster();
        roster.retain(|robot| {
            let PlayerId { side, number } = robot.player;
            !players.contains(&(side.index(), number))
        });
        self.change(py, &mut batch, &roster, &[])
    }

    /// Begins anew: no players, ball in the centre, time zero, the game before its kick-off.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut batch = self.door.open()?;
        self.change(py, &mut batch, &[], &[])?;
        batch.reset(&[0]).or_raise()
    }

    /// The robot model of a player.
    fn model(&self, player: PlayerKey) -> PyResult<PyModel> {
        let batch = self.door.open()?;
        let slot = super::slot(&batch, Some(player))?;
        Ok(PyModel::of(batch.shared_model(slot)))
    }
}

impl PySoccerWorld {
    /// Plays on with another roster. `joined`: who of it is new, with the name of the team.
    fn change(
        &self,
        py: Python<'_>,
        batch: &mut WorldBatch,
        roster: &[Entrant],
        joined: &[(PlayerId, String)],
    ) -> PyResult<()> {
        py.detach(|| batch.change_roster(roster)).or_raise()?;
        let mut renewed = Names::new(py, batch)?;
        let mut names = self.names();
        renewed.name_teams(py, joined, &names);
        *names = renewed;
        drop(names);
        *self.graph.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }
}

/// Admits a player by the rules in force, or returns the reason for refusing it.
fn admit(
    batch: &mut WorldBatch,
    roster: &[Entrant],
    model: &Bound<'_, PyAny>,
    team: &str,
    number: &Bound<'_, PyAny>,
) -> Result<Entrant, String> {
    let model =
        PyModel::load(model, "model_name").map_err(|error| error.value(model.py()).to_string())?;
    let game = &mut batch.game_mut(0).map_err(|error| error.to_string())?.game;
    game.admit(roster, &model, team, number.extract().ok())
}
