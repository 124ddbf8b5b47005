//! What players, trainers and coaches of a `rcssgym.DiscBatch` say, and what referees say.

use super::PyDiscBatch;
use crate::Any;
use crate::argument::{index, text};
use crate::disc::senses::heard_row;
use crate::error::argument_error;
use pyo3::prelude::*;
use rcssgym::batch::disc::Aside;
use rcssgym::disc::senses::Heard;
use rcssgym::disc::{Side, TEAM};
use rcssgym::wire::rcssserver::{coach, news, player, trainer};

/// Listener, speaker, number, direction, text.
type HeardBy = (usize, &'static str, Option<u8>, Option<i32>, Option<String>);

#[pymethods]
impl PyDiscBatch {
    /// Carries out a player's message at once, as :meth:`DiscPlayer.send` does; returns the answer.
    fn send(
        &self,
        py: Python<'_>,
        world: Any<'_, '_>,
        player: Any<'_, '_>,
        message: Any<'_, '_>,
    ) -> PyResult<String> {
        let world = index(world, "world", self.num_worlds)?;
        let place = self.places[index(player, "player", self.places.len())?];
        let message = text(message, "message")?;
        let mut reply = String::new();
        self.door.attempt(py, |batch| {
            let world = batch.world_mut(world)?;
            player::answer(world, None, place.into(), message.as_bytes(), &mut reply);
            Ok::<_, rcssgym::Error>(())
        })?;
        Ok(reply)
    }

    /// Carries out a command of a world's trainer, as :meth:`DiscSimulation.trainer` does; returns
    /// the answer.
    fn trainer(
        &self,
        py: Python<'_>,
        world: Any<'_, '_>,
        message: Any<'_, '_>,
    ) -> PyResult<String> {
        let world = index(world, "world", self.num_worlds)?;
        let message = text(message, "message")?;
        self.door.attempt(py, |batch| {
            Ok::<_, rcssgym::Error>(trainer::answer(
                batch.world_mut(world)?,
                None,
                message.as_bytes(),
            ))
        })
    }

    /// Carries out a command of a team's coach; returns the answer.
    fn coach(
        &self,
        py: Python<'_>,
        world: Any<'_, '_>,
        team: Any<'_, '_>,
        message: Any<'_, '_>,
    ) -> PyResult<String> {
        let world = index(world, "world", self.num_worlds)?;
        let (team, message) = (text(team, "team")?, text(message, "message")?);
        let answer = self.door.attempt(py, |batch| {
            let world = batch.world_mut(world)?;
            let side = world.side_named(&team);
            Ok::<_, rcssgym::Error>(side.map(|side| coach::answer(world, side, message.as_bytes())))
        })?;
        answer.ok_or_else(|| argument_error("team", format!("there is no team {team:?}")))
    }

    /// What players heard in the last step, for every world a list of ``(player, speaker, number,
    /// direction, text)``. ``speaker`` is ``"self"``, ``"our"`` or ``"opp"``; ``number`` is that of
    /// a teammate, otherwise None; ``direction`` is in degrees from the body; both it and ``text``
    /// may be None. Then follows what the trainer, ``"coach"``, said to everyone and what a coach,
    /// ``"online_coach_left"`` or ``"online_coach_right"``, said to their team in the coach
    /// language. After ``advance(n)`` this covers the last of its cycles.
    ///
    /// Raises :class:`ArgumentError` if the batch was made with neither ``sensed=True`` nor
    /// ``hearing=True``.
    #[getter]
    fn heard(&self) -> PyResult<Vec<Vec<HeardBy>>> {
        if !(self.sensed || self.hearing) {
            let message =
                "players of a batch that is made without sensed=True or hearing=True hear nothing";
            return Err(argument_error("heard", message));
        }
        let batch = self.door.open()?;
        let player = |place: u8| self.places.iter().position(|&own| own == place).unwrap_or(0);
        let show = |(place, heard): &(u8, Heard)| {
            let (who, number, direction, text) = heard_row(heard);
            (player(*place), who, number, direction, text)
        };
        let is_left = |place: u8| usize::from(place) < TEAM;
        let side_of = |place: u8| if is_left(place) { Side::Left } else { Side::Right };
        let aside = |aside: &Aside| {
            let who = news::speaker(aside.speaker, "coach");
            let hears = |side: Side| aside.listeners.is_none_or(|listeners| listeners == side);
            let players = self.places.iter().enumerate();
            let listeners = players.filter(|(_, place)| hears(side_of(**place)));
            let asides = listeners.map(|(at, _)| (at, who, None, None, Some(aside.text.clone())));
            asides.collect::<Vec<HeardBy>>()
        };
        let heard = batch.worlds().iter().enumerate().map(|(index, world)| {
            let asides = batch.asides(index).iter().flat_map(aside);
            world.heard.iter().map(show).chain(asides).collect()
        });
        Ok(heard.collect())
    }

    /// What referees have said, for every world: in the cycle that ended last, starting at the
    /// first command before it; after ``advance(n)``, in all of its cycles.
    ///
    /// Raises :class:`ArgumentError` if the batch was not made with ``messages=True``.
    #[getter]
    fn messages(&self) -> PyResult<Vec<Vec<String>>> {
        if !self.keeps_messages {
            let message = "are not kept by a batch that is made without messages=True";
            return Err(argument_error("messages", message));
        }
        let batch = self.door.open()?;
        let said = batch.worlds().iter().map(|world| &world.messages);
        Ok(said.map(|said| said.iter().map(ToString::to_string).collect()).collect())
    }
}
