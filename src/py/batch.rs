//! `rcssgym.WorldBatch`.

mod saved;

use super::argument::{self, flag_or, index, integer, text, texts, worlds};
use super::array::vector;
use super::door::{Door, SignalCheck};
use super::error::{OrRaise, argument_error};
use super::layout::Layout;
use super::model::{Loaded, Team};
use super::motors::MotorNumbers;
use super::quantity::Quantity;
use super::read::{borrowed, quantity, write_array};
use super::scratch::Scratch;
use super::soccer::{self, GameArguments, Played, SOCCER};
use super::state::{self, WorldState};
use crate::Any;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rcssgym::batch::{BatchConfig, Commands, ContactReport, MAX_WORLDS, POSE_LEN, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::math::quaternion;
use rcssgym::soccer::{Field, SUBSTEPS};

pub(crate) const MAX_THREADS: usize = 1024;
const MAX_SUBSTEPS: usize = 1_000_000;
const VIEWS: [Quantity; 3] = [Quantity::Time, Quantity::Qpos, Quantity::Qvel];

pub type Array<'py> = Bound<'py, PyArrayDyn<f64>>;

/// Many soccer worlds with the same roster, stepped in parallel.
///
/// ``W`` worlds of ``R`` robots, left team first. ``J`` is the number of motors of the robot with
/// the most; rows of robots with fewer are padded with zeros at the end. All arrays are float64 in
/// SI units, angles in rad, quaternions ``wxyz``. Every property returns a fresh array that is
/// yours; :meth:`read` writes into an array you give and :meth:`view` shows the batch's own memory.
///
/// :param num_worlds: 1 to 1,000,000.
/// :param left: models of the left team, at most 11: names (``"T1"``, ``"K1"``, ``"ant"``), paths
///     of MJCF files or :class:`Model` objects.
/// :param right: models of the right team.
/// :param field: ``"fifa"``, ``"fifa7vs7"`` or a :class:`SoccerField`.
/// :param threads: maximum number of worker threads; ``None`` for one per core. Results do not
///     depend on it.
/// :param seed: seed of everything random, 0 to 2**64 - 1; world ``i`` has ``seed + i``, modulo
///     2**64, and plays as a :class:`SoccerSimulation` with that seed. Only its lower 32 bits
///     decide which of many messages are heard, because numpy's legacy generators take no more.
/// :param rules: ``"fifa"``, ``"ssim"``, ``"ssim26"`` or a :class:`SoccerRules` for a game in every
///     world, with its referee; ``None`` for bare physics. The parameters below, except
///     ``precision``, concern only games.
/// :param team_names: names of the left and the right team, as reported to agents.
/// :param referee: ``"soccer"`` or ``"kick_challenge"``.
/// :param phase: the :class:`GamePhase` to begin with; ``None`` for the first half.
/// :param play_time: play time to begin with, s; ``None`` for that of the phase.
/// :param compat: how closely rcsssmj is followed where it does something wrong: ``True``,
///     ``False`` or ``"strict"``; see :class:`SoccerSimulation`.
/// :param vision_noise: add noise to what players see; see :class:`SoccerSimulation`.
/// :param occlusion: hide what is behind something else; see :class:`SoccerSimulation`.
/// :param precision: ``"double"``, or ``"single"`` for forces and accelerations in 32 bits, which
///     is faster and good for about five digits; see ``docs/accuracy.md``. It applies to bare
///     physics and games alike.
///
/// In a game players begin beside the pitch, numbered from 1, and may be beamed before the
/// kick-off. There can be no more of them than the rules allow. Games keep all fouls until
/// :meth:`take_foul_events` or :meth:`reset`.
///
/// A batch belongs to the process that made it (:class:`ForkError`) and serves one call at a time
/// (:class:`BusyError`). It pickles and copies through :meth:`snapshot`. Invalid arguments raise
/// :class:`ArgumentError`, and nothing has changed then.
#[pyclass(name = "WorldBatch", module = "rcssgym", frozen, subclass, weakref)]
pub struct PyWorldBatch {
    pub(super) door: Door,
    pub(super) layout: Layout,
    scratch: Scratch,
    teams: [Team; 2],
    pub(super) field: Field,
    threads: Option<usize>,
    pub(super) threads_used: usize,
    pub(super) timestep: f64,
    pub(super) seed: u64,
    pub(super) precision: Precision,
    /// Additional data if games are played.
    pub(super) game: Option<Played>,
    /// Copies of the keyword arguments, for pickling and `repr`.
    keywords: Py<PyDict>,
}

#[pymethods]
impl PyWorldBatch {
    #[new]
    #[pyo3(
        signature = (
            num_worlds, left=None, right=None, field=None, threads=None, seed=None, rules=None, *,
            team_names=None, referee=None, phase=None, play_time=None, compat=None,
            vision_noise=None, occlusion=None, precision=None
        ),
        text_signature = "(num_worlds, left=['T1'], right=(), field='fifa7vs7', threads=None, \
            seed=0, rules=None, *, team_names=('left', 'right'), referee='soccer', phase=None, \
            play_time=None, compat=True, vision_noise=False, occlusion=False, precision='double')"
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new<'py>(
        num_worlds: Any<'_, 'py>,
        left: Option<Any<'_, 'py>>,
        right: Option<Any<'_, 'py>>,
        field: Option<Any<'_, 'py>>,
        threads: Option<Any<'_, 'py>>,
        seed: Option<Any<'_, 'py>>,
        rules: Option<Any<'_, 'py>>,
        team_names: Option<Any<'_, 'py>>,
        referee: Option<Any<'_, 'py>>,
        phase: Option<Any<'_, 'py>>,
        play_time: Option<Any<'_, 'py>>,
        compat: Option<Any<'_, 'py>>,
        vision_noise: Option<Any<'_, 'py>>,
        occlusion: Option<Any<'_, 'py>>,
        precision: Option<Any<'_, 'py>>,
    ) -> PyResult<Self> {
        let py = num_worlds.py();
        let num_worlds = integer(num_worlds, "num_worlds", 1..=MAX_WORLDS)?;
        let referee =
            referee.map_or_else(|| Ok(SOCCER.to_owned()), |name| text(name, "referee"))?;
        let arguments = GameArguments {
            rules,
            team_names,
            referee: &referee,
            phase,
            play_time,
            compat,
            vision_noise: flag_or(vision_noise, "vision_noise", false)?,
            occlusion: flag_or(occlusion, "occlusion", false)?,
        };
        let game = arguments.read()?;
        let keywords = PyDict::new(py);
        field.map_or(Ok(()), |field| {
            keywords.set_item("field", argument::copied(field, "field")?)
        })?;
        arguments.note(&keywords)?;
        let precision = precision.map_or(Ok(Precision::F64), argument::precision)?;
        keywords.set_item("precision", precision.name())?;
        let field = field.map_or_else(|| Ok(Field::fifa7vs7()), soccer::field)?;
        let threads =
            threads.map(|count| integer(count, "threads", 1..=MAX_THREADS)).transpose()?;
        let seed = seed.map_or(Ok(0), |seed| integer(seed, "seed", 0..=u64::MAX))?;
        let mut loaded = Loaded::new();
        let default_left = PyTuple::new(py, ["T1"])?;
        let left = Team::new(left.unwrap_or(&default_left), "left", &mut loaded)?;
        let right =
            right.map_or(Ok(Team::default()), |right| Team::new(right, "right", &mut loaded))?;
        let layout = Layout::new(num_worlds, &left.models, &right.models);
        let teams = [left, right];
        let [left, right] = teams.each_ref().map(|team| team.models.clone());
        let pitch = field.clone();
        let config =
            BatchConfig { num_worlds, left, right, field: pitch, threads, seed, precision, game };
        let mut engine = py.detach(|| WorldBatch::new(config)).or_raise()?;
        let (threads_used, timestep) = (engine.threads(), engine.timestep());
        let game = Played::new(py, &mut engine, team_names)?;
        let door = Door::new(engine);
        let keywords = keywords.unbind();
        Ok(Self {
            door,
            layout,
            scratch: Scratch::default(),
            teams,
            field,
            threads,
            threads_used,
            timestep,
            seed,
            precision,
            game,
            keywords,
        })
    }

    /// Gives every motor a command and advances all worlds by one control step.
    ///
    /// The torque of a motor, evaluated anew in each substep and clamped by the limits of its
    /// joint, is ``torques + kp (targets - q) + kd (velocities - dq)``. With a gear ``g``, such as
    /// 150 for the ant, it is ``g (torques + kp (targets - g q) + kd (velocities - g dq))``.
    ///
    /// :param targets: angles ``(W, R, J)``, rad. Columns beyond a robot's motors are ignored.
    /// :param velocities: rad/s; ``None`` is 0. Like each of the next three parameters, a number or
    ///     an array that broadcasts to ``(W, R, J)``.
    /// :param kp: N m/rad.
    /// :param kd: N m s/rad.
    /// :param torques: N m.
    /// :param substeps: number of substeps of 5 ms; four make a control step of 20 ms, 0 only
    ///     stores the command.
    ///
    /// Copies the numbers and releases the GIL: the arrays may change meanwhile. Ctrl-C stops all
    /// worlds after the same substep and raises ``KeyboardInterrupt``; the batch stays usable.
    #[pyo3(
        signature = (targets, velocities=None, kp=None, kd=None, torques=None, substeps=None),
        text_signature = "($self, targets, velocities=None, kp=25.0, kd=0.6, torques=None, \
                          substeps=4)"
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        targets: Any<'_, 'py>,
        velocities: Option<Any<'_, 'py>>,
        kp: Option<Any<'_, 'py>>,
        kd: Option<Any<'_, 'py>>,
        torques: Option<Any<'_, 'py>>,
        substeps: Option<Any<'_, 'py>>,
    ) -> PyResult<()> {
        let substeps = substep_count(substeps)?;
        let mut numbers = MotorNumbers::new(&self.layout, self.scratch.borrow());
        let targets = numbers.exact(targets, "targets")?;
        let velocities = numbers.broadcast(velocities, "velocities", 0.0)?;
        let kp = numbers.broadcast(kp, "kp", 25.0)?;
        let kd = numbers.broadcast(kd, "kd", 0.6)?;
        let torques = numbers.broadcast(torques, "torques", 0.0)?;
        let commands = Commands {
            targets: numbers.input(targets),
            velocities: numbers.input(velocities),
            kp: numbers.input(kp),
            kd: numbers.input(kd),
            torques: numbers.input(torques),
        };
        let mut signals = SignalCheck::new();
        let interrupted = &mut || signals.interrupted();
        self.door.attempt(py, |engine| engine.step(&commands, substeps, interrupted))?;
        signals.finish()
    }

    /// Advances all worlds by ``substeps``; the motors keep their last command.
    #[pyo3(signature = (substeps=None), text_signature = "($self, substeps=4)")]
    fn advance(&self, py: Python<'_>, substeps: Option<Any<'_, '_>>) -> PyResult<()> {
        let substeps = substep_count(substeps)?;
        let mut signals = SignalCheck::new();
        let interrupted = &mut || signals.interrupted();
        self.door.detached(py, |engine| engine.advance(substeps, interrupted))?;
        signals.finish()
    }

    /// Accelerations ``(W, nv)``, m/s² and rad/s², in the order of ``qvel``, at the current state
    /// under the last command (``mj_forward``). Nothing moves.
    ///
    /// Rows of worlds that froze because of their numbers are 0, or stay as they are in ``out``. A
    /// state too large to compute with, such as a speed of 1e300 m/s, gives rows that are not
    /// finite until a step freezes its world.
    #[pyo3(signature = (out=None))]
    fn forward<'py>(&self, py: Python<'py>, out: Option<Any<'_, 'py>>) -> PyResult<Array<'py>> {
        let shape = Quantity::Qvel.shape(&self.layout);
        let mut qacc = self.scratch.borrow();
        qacc.resize(shape.iter().product(), 0.0);
        if out.is_some() {
            // Rows of frozen worlds stay as they are.
            write_array(py, &shape, out, |out| qacc.copy_from_slice(out))?;
        }
        self.door.attempt(py, |engine| engine.forward(&mut qacc))?;
        write_array(py, &shape, out, |out| out.copy_from_slice(&qacc))
    }

    /// The array ``name`` (any property below that is an array of float64), written to ``out`` if
    /// given: a C-contiguous, writable float64 array of the same shape.
    ///
    /// With ``noise``, joint angles and speeds, gyros, accelerometers and the orientations of roots
    /// are returned as sensors show them in worlds that have been randomized with noise. The noise
    /// follows from the world's draw and the number of substeps since, so reading again returns the
    /// same numbers. Raises :class:`ArgumentError` with ``noise`` for any other array.
    #[pyo3(
        signature = (name, out=None, *, noise=None),
        text_signature = "($self, name, out=None, *, noise=False)"
    )]
    fn read<'py>(
        &self,
        py: Python<'py>,
        name: Any<'_, 'py>,
        out: Option<Any<'_, 'py>>,
        noise: Option<Any<'_, 'py>>,
    ) -> PyResult<Array<'py>> {
        let quantity = quantity(name, &Quantity::ALL)?;
        let noise = flag_or(noise, "noise", false)?;
        if noise && quantity.noise().is_none() {
            let name = quantity.name();
            return Err(argument_error("noise", format!("there is no sensor of '{name}'")));
        }
        let engine = self.door.open()?;
        write_array(py, &quantity.shape(&self.layout), out, |out| {
            quantity.fill(&self.layout, &engine, out);
            if noise {
                quantity.add_noise(&self.layout, &engine, out);
            }
        })
    }

    /// Poses of some bodies of every robot ``(W, R, len(names), 7)``: position in the world, m,
    /// then quaternion ``wxyz``. Written to ``out`` if given, as by :meth:`read`.
    ///
    /// :param names: of :attr:`body_names`; every robot must have them.
    #[pyo3(signature = (names, out=None))]
    fn body_poses<'py>(
        &self,
        py: Python<'py>,
        names: Any<'_, 'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Array<'py>> {
        let names = texts(names, "names")?;
        let bodies = self.layout.bodies_called(&names)?;
        let count = names.len();
        let shape = [self.layout.worlds, self.layout.robots.len(), count, POSE_LEN];
        let engine = self.door.open()?;
        write_array(py, &shape, out, |out| {
            engine.fill_poses(&bodies, count, out);
        })
    }

    /// The batch's own memory of ``"qpos"``, ``"qvel"`` or ``"time"``: a read-only array, no copy.
    ///
    /// It stays valid, even after the batch is gone, and shows every later change. Do not read it
    /// while another thread steps.
    fn view<'py>(this: &Bound<'py, Self>, name: Any<'_, 'py>) -> PyResult<Array<'py>> {
        let batch = this.get();
        let quantity = quantity(name, &VIEWS)?;
        let engine = batch.door.open()?;
        let values = quantity.stored(&engine).unwrap_or_default();
        // SAFETY: the engine never moves its state arrays, and it lives as long as `this`.
        unsafe { borrowed(this.clone().into_any(), &quantity.shape(&batch.layout), values) }
    }

    /// Sets coordinates and velocities of some worlds.
    ///
    /// :param qpos: broadcasts to ``(len(worlds), nq)``; quaternions need not be normalized.
    /// :param qvel: broadcasts to ``(len(worlds), nv)``.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param warmstart: accelerations from which the solver starts, of the same shape as ``qvel``.
    ///     Rows with a number beyond 1e8, in single precision 1e5, count as zeros.
    ///     The solver also remembers what constraints did, so only a snapshot continues bit for
    ///     bit.
    #[pyo3(signature = (qpos, qvel, worlds=None, warmstart=None))]
    fn set_state(
        &self,
        py: Python<'_>,
        qpos: Any<'_, '_>,
        qvel: Any<'_, '_>,
        worlds: Option<Any<'_, '_>>,
        warmstart: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.layout.worlds)?;
        let state = WorldState::new(&self.layout, &worlds, qpos, qvel, warmstart)?;
        self.door.attempt(py, |engine| {
            engine.set_state(&worlds, &state.qpos, &state.qvel)?;
            state.warmstart.map_or(Ok(()), |qacc| engine.set_warmstart(&worlds, &qacc))
        })?;
        Ok(())
    }

    /// Puts one robot at rest.
    ///
    /// :param position: of the root body in the world ``(3,)``, m.
    /// :param quaternion: ``wxyz``.
    /// :param joints: angles in the order of its motors, rad; ``None`` for the initial pose.
    #[pyo3(
        signature = (world, robot, position, quaternion=None, joints=None),
        text_signature = "($self, world, robot, position, quaternion=(1, 0, 0, 0), joints=None)"
    )]
    fn place_robot(
        &self,
        world: Any<'_, '_>,
        robot: Any<'_, '_>,
        position: Any<'_, '_>,
        quaternion: Option<Any<'_, '_>>,
        joints: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let world = index(world, "world", self.layout.worlds)?;
        let robot = index(robot, "robot", self.layout.robots.len())?;
        let position = vector(position, "position")?;
        let quaternion = quaternion
            .map_or(Ok(quaternion::IDENTITY), |value| state::quaternion(value, "quaternion"))?;
        let joints = joints.map(|angles| state::joints(&self.layout, robot, angles)).transpose()?;
        let mut engine = self.door.open()?;
        engine.place_robot(world, robot, position, quaternion, joints.as_deref()).or_raise()
    }

    /// Puts the ball somewhere.
    ///
    /// :param position: in the world ``(3,)``, m.
    /// :param velocity: linear, m/s, then angular, rad/s ``(6,)``; ``None`` for at rest.
    #[pyo3(signature = (world, position, velocity=None))]
    fn place_ball(
        &self,
        world: Any<'_, '_>,
        position: Any<'_, '_>,
        velocity: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let world = index(world, "world", self.layout.worlds)?;
        let position = vector(position, "position")?;
        let velocity = velocity.map_or(Ok([0.0; 6]), |velocity| vector(velocity, "velocity"))?;
        self.door.open()?.place_ball(world, position, velocity).or_raise()
    }

    /// Takes worlds back to their initial state.
    ///
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    #[pyo3(signature = (worlds=None))]
    fn reset(&self, py: Python<'_>, worlds: Option<Any<'_, '_>>) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.layout.worlds)?;
        self.door.attempt(py, |engine| engine.reset(&worlds))
    }

    /// Freezes some worlds in all steps until :meth:`release`.
    ///
    /// Meanwhile they count as ``frozen``. Whatever else moves a world, such as :meth:`reset`, also
    /// lets it move again.
    fn hold(&self, py: Python<'_>, worlds: Any<'_, '_>) -> PyResult<()> {
        let worlds = self::worlds(Some(worlds), self.layout.worlds)?;
        self.door.attempt(py, |engine| engine.hold(&worlds))
    }

    /// Lets all worlds that :meth:`hold` has frozen move again.
    fn release(&self, py: Python<'_>) -> PyResult<()> {
        self.door.detached(py, WorldBatch::release)
    }

    /// The contacts of one world at its current state, as a list of :class:`Contact`.
    fn contacts<'py>(
        &self,
        py: Python<'py>,
        world: Any<'_, 'py>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let world = index(world, "world", self.layout.worlds)?;
        let contacts = self.door.attempt(py, |engine| engine.contacts(world))?;
        let kind = py.import("rcssgym.contact")?.getattr("Contact")?;
        contacts.into_iter().map(|contact| new_contact(&kind, contact)).collect()
    }

    fn __len__(&self) -> usize {
        self.layout.worlds
    }
}

impl PyWorldBatch {
    /// A quantity in `out` or in a fresh array.
    pub fn array<'py>(
        &self,
        py: Python<'py>,
        quantity: Quantity,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Array<'py>> {
        let engine = self.door.open()?;
        write_array(py, &quantity.shape(&self.layout), out, |out| {
            quantity.fill(&self.layout, &engine, out);
        })
    }
}

fn substep_count(value: Option<Any<'_, '_>>) -> PyResult<usize> {
    value.map_or(Ok(SUBSTEPS), |count| integer(count, "substeps", 0..=MAX_SUBSTEPS))
}

fn new_contact<'py>(
    kind: &Bound<'py, PyAny>,
    contact: ContactReport,
) -> PyResult<Bound<'py, PyAny>> {
    let ContactReport { geoms: [first, second], position, normal, distance, force } = contact;
    let tuple = |[x, y, z]: [f64; 3]| (x, y, z);
    kind.call1(((first, second), tuple(position), tuple(normal), distance, tuple(force)))
}
