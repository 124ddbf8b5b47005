//! Reads where ball and players are, and puts them elsewhere.

use super::{PlayerKey, PySoccerWorld, slot};
use crate::Any;
use crate::array::{numbers, vector};
use crate::error::{OrRaise, argument_error};
use crate::state::quaternion;
use numpy::PyArray1;
use pyo3::prelude::*;
use rcssgym::batch::WorldBatch;
use rcssgym::math::quaternion;
use rcssgym::soccer::PlayerId;

type Vector<'py> = Bound<'py, PyArray1<f64>>;

#[pymethods]
impl PySoccerWorld {
    fn position<'py>(&self, py: Python<'py>, player: Option<PlayerKey>) -> PyResult<Vector<'py>> {
        let batch = self.door.open()?;
        let slot = slot(&batch, player)?;
        Ok(PyArray1::from_slice(py, &batch.world(0).or_raise()?.root_position(slot)))
    }

    fn previous_position<'py>(
        &self,
        py: Python<'py>,
        player: Option<PlayerKey>,
    ) -> PyResult<Vector<'py>> {
        let batch = self.door.open()?;
        let slot = slot(&batch, player)?;
        Ok(PyArray1::from_slice(py, &batch.world(0).or_raise()?.previous_position(slot)))
    }

    fn quaternion<'py>(&self, py: Python<'py>, player: Option<PlayerKey>) -> PyResult<Vector<'py>> {
        let batch = self.door.open()?;
        let slot = slot(&batch, player)?;
        Ok(PyArray1::from_slice(py, &batch.world(0).or_raise()?.root_quaternion(slot)))
    }

    /// The rotation matrix as of the last observation, whatever has been placed since.
    fn matrix<'py>(&self, py: Python<'py>, player: Option<PlayerKey>) -> PyResult<Vector<'py>> {
        let batch = self.door.open()?;
        let slot = slot(&batch, player)?;
        let poses = batch.world(0).or_raise()?.poses(slot);
        Ok(PyArray1::from_slice(py, poses.body(0).mat.as_flattened()))
    }

    #[pyo3(signature = (player, pos, quat=None, vel=None, ang_vel=None))]
    fn place(
        &self,
        player: Option<PlayerKey>,
        pos: Any<'_, '_>,
        quat: Option<Any<'_, '_>>,
        vel: Option<Any<'_, '_>>,
        ang_vel: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let pos = vector(pos, "pos")?;
        let quat = quat.map_or(Ok(quaternion::IDENTITY), |quat| quaternion(quat, "quat"))?;
        let [vx, vy, vz] = vel.map_or(Ok([0.0; 3]), |vel| vector(vel, "vel"))?;
        let [wx, wy, wz] = ang_vel.map_or(Ok([0.0; 3]), |vel| vector(vel, "ang_vel"))?;
        let mut batch = self.door.open()?;
        let slot = slot(&batch, player)?;
        batch
            .with_game(0, |_, pitch| {
                pitch.world.place(slot, pos, quat, [vx, vy, vz, wx, wy, wz]);
            })
            .or_raise()?;
        Ok(())
    }

    /// Sets the hinges of a player in the model's order; missing values are zero.
    #[pyo3(signature = (player, pos=None, vel=None))]
    fn set_joints(
        &self,
        player: Option<PlayerKey>,
        pos: Option<Any<'_, '_>>,
        vel: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let joints = |batch: &WorldBatch| {
            let slot = slot(batch, player)?;
            Ok::<_, PyErr>((slot, batch.shared_model(slot).joints.len()))
        };
        let (_, most) = joints(&*self.door.open()?)?;
        let given = |values: Option<Any<'_, '_>>, name| {
            values.map_or(Ok(Vec::new()), |values| numbers(values, name, most))
        };
        let (angles, speeds) = (given(pos, "pos")?, given(vel, "vel")?);
        let mut batch = self.door.open()?;
        let (slot, count) = joints(&batch)?;
        let (angles, speeds) = (padded(angles, "pos", count)?, padded(speeds, "vel", count)?);
        batch.with_game(0, |_, pitch| pitch.world.set_hinges(slot, &angles, &speeds)).or_raise()?;
        Ok(())
    }

    fn drop(&self, player: PlayerKey, x: f64, y: f64, theta: f64) -> PyResult<()> {
        for (name, value) in [("x", x), ("y", y), ("theta", theta)] {
            if !value.is_finite() {
                return Err(argument_error(name, format!("{value}: must be finite")));
            }
        }
        let mut batch = self.door.open()?;
        let slot = slot(&batch, Some(player))?;
        batch.with_game(0, |_, pitch| pitch.world.stand(slot, [x, y], theta)).or_raise()?;
        Ok(())
    }

    /// Who touches the ball, with which shapes; who touched it before, and when that changed.
    #[allow(clippy::type_complexity, reason = "a tuple of Python")]
    fn ball_contacts(
        &self,
    ) -> PyResult<(Option<PlayerKey>, Option<Vec<String>>, Option<PlayerKey>, Option<f64>)> {
        let batch = self.door.open()?;
        let ball = &batch.game(0).or_raise()?.game.ball;
        let key = |player: PlayerId| (player.side.index(), player.number);
        let parts = ball.active.and_then(|player| batch.slot_of(player)).map(|slot| {
            let (prefix, model) = (batch.prefix(slot), batch.shared_model(slot));
            let name = |&geom: &usize| format!("{prefix}{}", model.geoms[geom].name);
            ball.parts.iter().map(name).collect()
        });
        Ok((ball.active.map(key), parts, ball.last.map(key), ball.contact_change))
    }

    fn reset_ball_contacts(&self) -> PyResult<()> {
        self.door.open()?.game_mut(0).or_raise()?.game.ball.reset_contacts();
        Ok(())
    }
}

fn padded(mut values: Vec<f64>, name: &str, count: usize) -> PyResult<Vec<f64>> {
    if values.len() > count {
        let given = values.len();
        return Err(argument_error(name, format!("{given} values, the robot has {count} joints")));
    }
    values.resize(count, 0.0);
    Ok(values)
}
