//! The properties of a `rcssgym.DiscBatch`: its arrays, worlds and teams.

use super::{PyDiscBatch, quantity};
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use rcssgym::disc::TEAM;

/// Declares a getter for each array, by its name in `quantity`.
macro_rules! arrays {
    ($($(#[doc = $doc:literal])+ $name:ident: $number:ty = $find:ident;)+) => {
        #[pymethods]
        impl PyDiscBatch {
            $(
                $(#[doc = $doc])+
                #[getter]
                fn $name<'py>(
                    &self,
                    py: Python<'py>,
                ) -> PyResult<Bound<'py, PyArrayDyn<$number>>> {
                    match quantity::$find(stringify!($name)) {
                        Some(quantity) => self.array(py, quantity, None),
                        None => Ok(PyArrayDyn::zeros(py, vec![0], false)),
                    }
                }
            )+
        }
    };
}

arrays! {
    /// Positions of the balls ``(W, 2)``, m.
    ball_position: f64 = real;
    /// Velocities of the balls ``(W, 2)``, m/cycle.
    ball_velocity: f64 = real;
    /// All of the state at once ``(W, P, 10)``: x, y, vx, vy, body, neck, stamina, effort,
    /// recovery, capacity.
    players: f64 = real;
    /// Positions of the players ``(W, P, 2)``, m.
    position: f64 = real;
    /// Velocities of the players ``(W, P, 2)``, m/cycle.
    velocity: f64 = real;
    /// Directions of the bodies ``(W, P)``, degrees from -180 to 180.
    body: f64 = real;
    /// Directions of the heads from the bodies ``(W, P)``, degrees from -90 to 90.
    neck: f64 = real;
    /// Stamina ``(W, P)``, 0 to 8000.
    stamina: f64 = real;
    /// The share of its power that a dash has ``(W, P)``.
    effort: f64 = real;
    /// The share of stamina that comes back ``(W, P)``.
    recovery: f64 = real;
    /// How much stamina may still come back in this half ``(W, P)``.
    capacity: f64 = real;
    /// From how far each player's type can kick the ball, centre to centre ``(W, P)``, m.
    kickable_area: f64 = real;
    /// Where players point ``(W, P, 2)``, m; ``nan`` where they do not.
    pointing: f64 = real;
    /// Where players focus: distance in m, direction from the head in degrees ``(W, P, 2)``.
    focus: f64 = real;
    /// The clocks ``(W,)``: cycles played.
    cycle: i64 = whole;
    /// Cycles for which the clock has stood still since it last advanced ``(W,)``.
    stopped: i64 = whole;
    /// Play modes ``(W,)``, rcssserver's numbers; ``rcssgym.disc.PLAY_MODES`` has the names.
    play_mode: i64 = whole;
    /// Goals of left and right ``(W, 2)``.
    score: i64 = whole;
    /// Penalty shoot-outs ``(W, 4)``: left's kicks that went in and that did not, right's likewise.
    penalties: i64 = whole;
    /// Whose kick it is or was last ``(W,)``: 1 left, -1 right, 0 nobody's.
    kick_off_side: i64 = whole;
    /// The goalie who holds the ball ``(W,)``: index of the player, or -1.
    ball_holder: i64 = whole;
    /// Player types ``(W, P)``, 0 to 17.
    type_id: i64 = whole;
    /// What players did in the last cycle ``(W, P)``: bits, as rcssserver's monitors show them.
    flags: i64 = whole;
    /// Cards ``(W, P)``: 0 none, 1 yellow, 2 red.
    card: i64 = whole;
    /// 1 for those who still play, 0 for those who left or were sent off ``(W, P)``.
    connected: i64 = whole;
    /// 1 for goalies ``(W, P)``.
    goalie: i64 = whole;
    /// 1 for those who have the ball within reach ``(W, P)``.
    can_kick: i64 = whole;
    /// For how many cycles a tackle still binds its player ``(W, P)``.
    tackle_cycles: i64 = whole;
    /// For how many cycles a foul still freezes its victim ``(W, P)``.
    foul_cycles: i64 = whole;
    /// For how many cycles a goalie may not catch ``(W, P)``.
    catch_ban: i64 = whole;
    /// How wide players look ``(W, P)``: 0 narrow, 1 normal, 2 wide.
    view_width: i64 = whole;
    /// Whom players listen to ``(W, P)``: index of the player, or -1.
    attention: i64 = whole;
    /// What players have collided with since they last sensed their bodies ``(W, P)``: bits of
    /// ``flags``.
    collided: i64 = whole;
    /// Commands that have taken effect ``(W, P, 12)``: kick, dash, turn, catch, move, turn_neck,
    /// change_view, change_focus, say, tackle, pointto, attentionto.
    counts: i64 = whole;
}

#[pymethods]
impl PyDiscBatch {
    /// What players know from their senses ``(W, P, 32, 10)``; only for a batch made with
    /// ``sensed``.
    ///
    /// Rows are the player itself, the ball, the 22 places (left 1 to 11, then right 1 to 11; the
    /// player's own place and players never seen with their numbers have ages of 1000), and 8
    /// players whose numbers are not known. Columns are :data:`rcssgym.disc.SENSED_COLUMNS`.
    #[getter]
    fn sensed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.known(py, None)
    }

    /// What the left and the right team have done since the game began ``(W, 2, 12)``:
    /// :data:`rcssgym.disc.STATISTICS` has the names.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        self.counted(py, None)
    }

    /// Number of worlds, ``W``.
    #[getter]
    fn num_worlds(&self) -> usize {
        self.num_worlds
    }

    /// Number of players in each world, ``P``.
    #[getter]
    fn num_players(&self) -> usize {
        self.places.len()
    }

    /// Players of the left team.
    #[getter]
    fn left(&self) -> usize {
        self.teams.sizes[0]
    }

    /// Players of the right team.
    #[getter]
    fn right(&self) -> usize {
        self.teams.sizes[1]
    }

    /// The side of each player, ``"l"`` or ``"r"``.
    #[getter]
    fn sides(&self) -> Vec<&'static str> {
        let left = |&place: &u8| usize::from(place) < TEAM;
        self.places.iter().map(|place| if left(place) { "l" } else { "r" }).collect()
    }

    /// The number of each player, 1 to 11.
    #[getter]
    fn numbers(&self) -> Vec<usize> {
        self.places.iter().map(|&place| usize::from(place) % TEAM + 1).collect()
    }

    /// Names of the left and right team; empty for one without players.
    #[getter]
    fn team_names(&self) -> (String, String) {
        let [left, right] = &*self.teams.names;
        (left.clone(), right.clone())
    }

    /// Worker threads in use.
    #[getter]
    fn threads(&self) -> usize {
        self.threads_used
    }

    /// The seed given at construction.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }
}
