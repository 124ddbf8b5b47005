//! Steering to a pose behind the ball, by a velocity command that a walking policy understands.

use super::arguments::{REQUIRED, parameter};
use super::ball::{direction, to_ball};
use super::geometry::{along, heading};
use super::program::{Base, Process};
use super::registry::{Entry, Make};

/// The terms of this family.
pub const TERMS: &[Entry] = &[Entry {
    name: "pose_command",
    formula: "keeps a velocity command that leads to the pose behind the ball that faces along the \
              ball's direction: a robot that is farther than `facing` from it turns to it and \
              walks ahead; a nearer one walks there in any direction and turns along the ball's \
              direction; one in front of the ball walks around it; zero where the pose is closer \
              than `close` and `aligned`; with drive > 0, a robot that has the ball ahead walks on \
              through it, at a speed that grows with how exactly it is ahead, and faces between \
              the direction and the way to the pose; the ball counts as being where it will have \
              rolled within lead; the command is kept between low and high; needs the process \
              `direction` or `turning_direction`",
    shape: "3",
    unit: "m/s, m/s, rad/s",
    parameters: &[
        parameter("low", REQUIRED, "(3), m/s, m/s, rad/s"),
        parameter("high", REQUIRED, "(3)"),
        parameter("behind", 0.35, "distance of the pose from the ball, m"),
        parameter("close", 0.05, "largest distance at which the robot is at the pose, m"),
        parameter("aligned", 0.1, "largest angle at which the robot is at the pose, rad"),
        parameter("facing", 0.6, "m"),
        parameter("around", 0.0, "distance from the ball of a way around it, m; 0: there is none"),
        parameter(
            "drive",
            0.0,
            "speed of a robot that walks through the ball, m/s; 0: it does not",
        ),
        parameter("aside", 0.0, "distance that it then keeps beside the ball, for a foot, m"),
        parameter(
            "look",
            0.0,
            "how far it then turns from the direction to the way to the pose, 0 to 1",
        ),
        parameter("lead", 0.0, "s"),
        parameter("gain", 1.5, "m/s per metre"),
        parameter("turning", 1.5, "rad/s per radian"),
    ],
    make: Make::Process(|builder, arguments| {
        let (low, high) = arguments.range(3)?;
        Ok(Box::new(PoseCommand {
            base: builder.base,
            direction: direction(builder, arguments)?,
            at: builder.real("command", 3),
            low,
            high,
            behind: arguments.number("behind")?,
            close: arguments.unsigned("close")?,
            aligned: arguments.unsigned("aligned")?,
            facing: arguments.number("facing")?,
            around: arguments.number("around")?,
            drive: arguments.number("drive")?,
            aside: arguments.number("aside")?,
            look: arguments.share("look")?,
            lead: arguments.number("lead")?,
            gain: arguments.positive("gain")?,
            turning: arguments.positive("turning")?,
        }))
    }),
}];

struct PoseCommand {
    base: Base,
    direction: usize,
    at: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    behind: f64,
    close: f64,
    aligned: f64,
    facing: f64,
    around: f64,
    drive: f64,
    aside: f64,
    look: f64,
    lead: f64,
    gain: f64,
    turning: f64,
}

impl PoseCommand {
    /// Vector from the torso to where it should walk next, along the direction in which the ball
    /// should go and to its left, m.
    fn way(&self, ball: [f64; 2]) -> [f64; 2] {
        let [ahead, left] = ball;
        if self.around > 0.0 && ahead < 0.5 * self.behind {
            // To the side first, then past the ball; smoothly, or the robot would turn to and fro.
            let side = if left > 0.0 { -self.around } else { self.around };
            let past = ((left.abs() / self.around - 0.4) / 0.5).clamp(0.0, 1.0);
            return [past * (ahead - self.behind), left + side];
        }
        [ahead - self.behind, left]
    }
}

impl PoseCommand {
    /// Velocity of a robot that may walk on through the ball, along the direction and to its left,
    /// m/s; `None` for any other.
    fn through(&self, ball: [f64; 2], distance: f64) -> Option<[f64; 2]> {
        let [ahead, left] = ball;
        let is_near = distance <= self.facing && ahead > 0.5 * self.behind;
        (self.drive > 0.0 && is_near).then(|| {
            // It is the foot that should be in line with the ball on arrival, not the torso.
            let off = if left < 0.0 { left + self.aside } else { left - self.aside };
            let exactness = (1.0 - off.abs() / ahead.max(self.behind)).max(0.0);
            [self.drive * exactness, self.gain * off]
        })
    }
}

impl Process for PoseCommand {
    fn sense(&self, row: &mut [f64]) {
        let direction = [row[self.direction], row[self.direction + 1]];
        let [x, y] = to_ball(&self.base, row);
        let [roll_x, roll_y] = [0, 1].map(|i| self.lead * row[self.base.ball_velocity + i]);
        let ball = along(direction, x + roll_x, y + roll_y);
        let [ahead, left] = self.way(ball);
        let [cos, sin] = heading(&row[self.base.quaternion..][..4]);
        // From the heading to the direction.
        let [turn_x, turn_y] = along([cos, sin], direction[0], direction[1]);
        let turn = turn_y.atan2(turn_x);
        let distance = ahead.hypot(left);
        // The way in the frame of the robot's heading.
        let [x, y] = [turn_x * ahead - turn_y * left, turn_y * ahead + turn_x * left];
        let bearing = y.atan2(x);
        let command = if let Some([x, y]) = self.through(ball, distance) {
            let [x, y] = [turn_x * x - turn_y * y, turn_y * x + turn_x * y];
            [x, y, self.turning * (turn + self.look * (bearing - turn))]
        } else if distance < self.close && turn.abs() < self.aligned {
            [0.0; 3]
        } else if distance > self.facing {
            [self.gain * distance * bearing.cos().max(0.0), 0.0, self.turning * bearing]
        } else {
            [self.gain * x, self.gain * y, self.turning * turn]
        };
        for (i, wanted) in command.into_iter().enumerate() {
            row[self.at + i] = wanted.clamp(self.low[i], self.high[i]);
        }
    }
}
