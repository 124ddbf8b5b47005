//! `rcssgym.Camera` and pictures of a `WorldBatch`.

use super::Any;
use super::argument::{flag_or, index, integer, number, text, type_name};
use super::array::vector;
use super::batch::PyWorldBatch;
use super::error::{OrRaise, argument_error};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rcssgym::batch::WorldBatch;
use rcssgym::error::Result;
use rcssgym::render::{Camera, Size};

const WIDTH: usize = 640;
const HEIGHT: usize = 480;

type Triple = (f64, f64, f64);

/// Where a picture is taken from: a pinhole camera that keeps the horizon level.
///
/// :param position: of the camera in the world, m, above the ground.
/// :param target: the point of the world in the middle of the picture, m. If it is straight below
///     the camera, y points to the top of the picture.
/// :param fov: vertical field of view, rad.
///
/// Raises :class:`ArgumentError` for numbers that are not finite, for a camera that is not above
/// the ground or that is at its own target, and for a field of view that is not between 0 and pi.
#[pyclass(name = "Camera", module = "rcssgym", frozen, eq)]
#[derive(PartialEq)]
pub struct PyCamera {
    camera: Camera,
}

#[pymethods]
impl PyCamera {
    #[new]
    #[pyo3(
        signature = (position, target, fov=None),
        text_signature = "(position, target, fov=0.8)"
    )]
    fn new(position: Any<'_, '_>, target: Any<'_, '_>, fov: Option<Any<'_, '_>>) -> PyResult<Self> {
        let position = vector(position, "position")?;
        let target = vector(target, "target")?;
        let fov = fov.map(|fov| number(fov, "fov"));
        Ok(Self { camera: Camera::new(position, target, fov.transpose()?).or_raise()? })
    }

    /// Position of the camera in the world, m.
    #[getter]
    fn position(&self) -> Triple {
        self.camera.position().into()
    }

    /// The point in the middle of the picture, m.
    #[getter]
    fn target(&self) -> Triple {
        self.camera.target().into()
    }

    /// Vertical field of view, rad.
    #[getter]
    fn fov(&self) -> f64 {
        self.camera.fov()
    }

    /// A camera beside the ball, as in games: the ball at `ball`, m, is near the middle of the
    /// picture, and robots around it are a sixth as high as the picture.
    #[staticmethod]
    fn beside_ball(ball: Any<'_, '_>) -> PyResult<Self> {
        Ok(Self { camera: Camera::beside_ball(vector(ball, "ball")?).or_raise()? })
    }

    /// The camera of a film beside the ball, `elapsed` s after this one. It moves within some
    /// tenths of a second from where this one looks to where the ball is, so that a kick does not
    /// jerk the picture. If no time has passed it is at the ball.
    fn follow_ball(&self, ball: Any<'_, '_>, elapsed: Any<'_, '_>) -> PyResult<Self> {
        let (ball, elapsed) = (vector(ball, "ball")?, number(elapsed, "elapsed")?);
        Ok(Self { camera: self.camera.follow_ball(ball, elapsed).or_raise()? })
    }

    fn __repr__(&self) -> String {
        let (position, target) = (self.position(), self.target());
        format!("Camera(position={position:?}, target={target:?}, fov={:?})", self.fov())
    }

    fn __getnewargs__(&self) -> (Triple, Triple, f64) {
        (self.position(), self.target(), self.fov())
    }
}

#[pymethods]
impl PyWorldBatch {
    /// A picture of a world as it is now: ``(height, width, 3)`` uint8, rows from top to bottom,
    /// red, green and blue.
    ///
    /// Robots are drawn as league viewers show them: the left team wears blue, the right team red,
    /// with their numbers where the model has a ``jersey``. For bodies without a shape that viewers
    /// show, their collision shapes are drawn. The grass has squares of one metre. Needs no display
    /// and no GPU; the same state gives the same picture.
    ///
    /// :param world: index of the world.
    /// :param width: pixels, 1 to 4096.
    /// :param height: pixels, 1 to 4096.
    /// :param camera: a :class:`Camera`; ``"pitch"`` for one that sees the whole pitch; ``"ball"``
    ///     for one beside the ball; ``None`` for one that follows the robot, or for ``"ball"`` if
    ///     there are several robots or none.
    /// :param captions: whether score, clock, play mode and numbers are written into the picture,
    ///     or the time if no game is played.
    /// :param notes: numbers by name that are written at the side of the picture, such as terms of
    ///     a reward.
    #[pyo3(
        signature = (
            world=None, width=None, height=None, camera=None, *, captions=None, notes=None
        ),
        text_signature = "($self, world=0, width=640, height=480, camera=None, *, \
            captions=False, notes=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn render<'py>(
        &self,
        py: Python<'py>,
        world: Option<Any<'_, 'py>>,
        width: Option<Any<'_, 'py>>,
        height: Option<Any<'_, 'py>>,
        camera: Option<Any<'_, 'py>>,
        captions: Option<Any<'_, 'py>>,
        notes: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let world = world.map_or(Ok(0), |world| index(world, "world", self.layout.worlds))?;
        let side = |value: Option<Any<'_, 'py>>, name, default| {
            value.map_or(Ok(default), |side| integer(side, name, 1..=Size::MAX_SIDE))
        };
        let (width, height) = (side(width, "width", WIDTH)?, side(height, "height", HEIGHT)?);
        let size = Size::new(width, height).or_raise()?;
        let camera = camera.map(Wish::of).transpose()?;
        let captions = flag_or(captions, "captions", false)?;
        let notes = notes.map(|notes| named(notes)).transpose()?;
        let picture = PyArray3::zeros(py, [height, width, 3], false);
        let mut writer = picture.readwrite();
        let out = writer.as_slice_mut()?;
        self.door.attempt(py, |engine| {
            let camera = camera.map(|wish| wish.camera(engine, world, size)).transpose()?;
            engine.render(world, camera.as_ref(), size, out)?;
            match captions || notes.is_some() {
                true => {
                    engine.caption(world, camera.as_ref(), size, notes.unwrap_or_default(), out)
                }
                false => Ok(()),
            }
        })?;
        drop(writer);
        Ok(picture)
    }
}

/// Numbers by name.
fn named(notes: Any<'_, '_>) -> PyResult<Vec<(String, f64)>> {
    let wrong = |_| argument_error("notes", "must be a mapping of names to numbers");
    let items = notes.call_method0("items").map_err(wrong)?.try_iter().map_err(wrong)?;
    items.map(|item| item?.extract::<(String, f64)>().map_err(wrong)).collect()
}

/// A camera as requested.
#[derive(Clone, Copy)]
enum Wish {
    Camera(Camera),
    Ball,
    Pitch,
}

impl Wish {
    fn of(value: Any<'_, '_>) -> PyResult<Self> {
        if value.is_instance_of::<PyString>() {
            return match text(value, "camera")?.as_str() {
                "ball" => Ok(Self::Ball),
                "pitch" => Ok(Self::Pitch),
                other => {
                    let message = format!("there is no {other:?}, only \"ball\" and \"pitch\"");
                    Err(argument_error("camera", message))
                }
            };
        }
        let camera = value.cast::<PyCamera>().map_err(|_| {
            let kind = type_name(value);
            argument_error("camera", format!("must be a Camera, not {kind}"))
        })?;
        Ok(Self::Camera(camera.get().camera))
    }

    fn camera(self, engine: &WorldBatch, world: usize, size: Size) -> Result<Camera> {
        match self {
            Self::Camera(camera) => Ok(camera),
            Self::Ball => engine.beside_ball(world),
            Self::Pitch => Ok(Camera::overview(engine.field(), size)),
        }
    }
}
