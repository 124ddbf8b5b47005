//! What a policy is shown of the past: observations that arrive late, and those before them.

use crate::batch::checks;
use crate::error::{Error, Result};
use crate::terms::Stream;
use crate::world::state::take;

/// Maximum number of observations that are shown at once.
pub const MAX_HISTORY: usize = 1000;
/// Maximum number of control steps by which observations are late.
pub const MAX_LATENESS: usize = 1000;

/// What is kept of each row's observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Numbers of an observation.
    pub width: usize,
    /// Observations that are shown at once, the newest last.
    pub history: usize,
    /// Minimum and maximum number of control steps by which they are late; each episode draws its
    /// own.
    pub delay: [usize; 2],
}

impl Depth {
    /// Checks all fields.
    ///
    /// # Errors
    /// [`Error::Argument`] naming what is out of range.
    pub fn check(self) -> Result<()> {
        if !(1..=MAX_HISTORY).contains(&self.history) {
            let message = format!("{} is not from 1 to {MAX_HISTORY}", self.history);
            return Err(Error::argument("history", message));
        }
        let [low, high] = self.delay;
        if low > high || high > MAX_LATENESS {
            let message = format!("({low}, {high}) is not a range of 0 to {MAX_LATENESS} steps");
            return Err(Error::argument("delay", message));
        }
        Ok(())
    }

    /// Count of the numbers that are shown.
    pub fn shown(self) -> usize {
        self.history * self.width
    }

    /// Places for the observations that may be on their way, and for the newest.
    fn slots(self) -> usize {
        self.delay[1] + 1
    }

    /// Draws by how many control steps the observations of an episode are late; uses the stream
    /// only if that varies.
    pub fn draw(self, stream: &mut Stream) -> u64 {
        let [low, high] = self.delay.map(|delay| delay as u64);
        if low == high {
            return low;
        }
        low + (stream.unit() * (high - low + 1) as f64) as u64
    }

    /// Whether an observation is sent in every control step, not only in those that the policy
    /// sees.
    pub fn is_late(self) -> bool {
        self.delay[1] > 0
    }
}

/// The past of many rows.
#[derive(Debug)]
pub struct Past {
    depth: Depth,
    /// (rows, slots, width): observations on their way, as a ring buffer.
    under_way: Box<[f32]>,
    /// (rows, history, width): what is shown.
    shown: Box<[f32]>,
    /// (rows,): by how many control steps a row's observations are late.
    delays: Box<[u64]>,
    /// (rows,): number of observations that have been sent in this episode.
    sent: Box<[u64]>,
}

impl Past {
    /// The past of `rows` rows, in which nothing has happened yet.
    ///
    /// # Errors
    /// [`Error::Argument`] as [`Depth::check`].
    pub fn new(rows: usize, depth: Depth) -> Result<Self> {
        depth.check()?;
        Ok(Self {
            under_way: vec![0.0; rows * depth.slots() * depth.width].into(),
            shown: vec![0.0; rows * depth.shown()].into(),
            delays: vec![0; rows].into(),
            sent: vec![0; rows].into(),
            depth,
        })
    }

    /// What is kept.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.sent.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.sent.is_empty()
    }

    /// (rows, history, width): what is shown.
    pub fn shown(&self) -> &[f32] {
        &self.shown
    }

    /// All rows, for updates.
    pub fn part(&mut self) -> PastPart<'_> {
        PastPart {
            depth: self.depth,
            under_way: &mut self.under_way,
            shown: &mut self.shown,
            delays: &mut self.delays,
            sent: &mut self.sent,
        }
    }

    /// Everything as bytes, for [`restore`](Self::restore).
    pub fn save(&self) -> Vec<u8> {
        let numbers = self.under_way.iter().chain(&self.shown);
        let counts = self.delays.iter().chain(&self.sent);
        let mut bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        bytes.extend(counts.flat_map(|count| count.to_le_bytes()));
        bytes
    }

    /// Restores everything from bytes that [`save`](Self::save) returned.
    ///
    /// # Errors
    /// [`Error::Argument`] for bytes of another past; nothing has changed then.
    pub fn restore(&mut self, saved: &[u8]) -> Result<()> {
        let numbers = self.under_way.len() + self.shown.len();
        checks::length("past", saved.len(), 4 * numbers + 16 * self.len())?;
        let (numbers, counts) = saved.split_at(4 * numbers);
        let counts: Vec<u64> = counts
            .chunks_exact(8)
            .map(|bytes| u64::from_le_bytes(std::array::from_fn(|i| bytes[i])))
            .collect();
        let (delays, sent) = counts.split_at(self.len());
        let [low, high] = self.depth.delay;
        let fits = |delay: &u64| (low as u64..=high as u64).contains(delay) || *delay == 0;
        if let Some(delay) = delays.iter().find(|delay| !fits(delay)) {
            return Err(Error::argument("past", format!("is late by {delay} steps")));
        }
        let all = self.under_way.iter_mut().chain(&mut self.shown);
        for (number, bytes) in all.zip(numbers.chunks_exact(4)) {
            *number = f32::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        }
        self.delays.copy_from_slice(delays);
        self.sent.copy_from_slice(sent);
        Ok(())
    }
}

/// The past of a block's rows.
#[derive(Debug)]
pub struct PastPart<'a> {
    depth: Depth,
    under_way: &'a mut [f32],
    shown: &'a mut [f32],
    delays: &'a mut [u64],
    sent: &'a mut [u64],
}

impl<'a> PastPart<'a> {
    /// What is kept.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// Splits off the next rows.
    pub(super) fn take(&mut self, rows: usize) -> PastPart<'a> {
        PastPart {
            depth: self.depth,
            under_way: take(&mut self.under_way, rows * self.depth.slots() * self.depth.width),
            shown: take(&mut self.shown, rows * self.depth.shown()),
            delays: take(&mut self.delays, rows),
            sent: take(&mut self.sent, rows),
        }
    }

    /// Sends an observation: returns where it is to be written.
    pub fn send(&mut self, row: usize) -> &mut [f32] {
        let slot = self.sent[row] as usize % self.depth.slots();
        self.sent[row] = self.sent[row].wrapping_add(1);
        self.slot(row, slot)
    }

    /// The policy looks: the newest observation that has arrived is added to those that it has
    /// seen. Until one has arrived, this is the first of the episode.
    pub fn look(&mut self, row: usize) {
        let Depth { width, history, .. } = self.depth;
        let newest = self.sent[row].saturating_sub(1);
        let slot = newest.saturating_sub(self.delays[row]) as usize % self.depth.slots();
        let from = (row * self.depth.slots() + slot) * width;
        let shown = &mut self.shown[row * history * width..][..history * width];
        shown.copy_within(width.., 0);
        let last = shown.len() - width;
        shown[last..].copy_from_slice(&self.under_way[from..from + width]);
    }

    /// Begins an episode, whose observations are late by `delay` control steps, as [`Depth::draw`]
    /// says. Returns where the first is to be written.
    pub fn begin(&mut self, row: usize, delay: u64) -> &mut [f32] {
        self.delays[row] = delay;
        self.sent[row] = 0;
        self.send(row)
    }

    /// The policy looks for the first time: everything that it is shown is the first observation.
    pub fn look_first(&mut self, row: usize) {
        let Depth { width, history, .. } = self.depth;
        let first = row * self.depth.slots() * width;
        let first = &self.under_way[first..first + width];
        for seen in self.shown[row * history * width..][..history * width].chunks_exact_mut(width) {
            seen.copy_from_slice(first);
        }
    }

    /// What a row is shown.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.shown[row * self.depth.shown()..][..self.depth.shown()]
    }

    fn slot(&mut self, row: usize, slot: usize) -> &mut [f32] {
        let width = self.depth.width;
        &mut self.under_way[(row * self.depth.slots() + slot) * width..][..width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(history: usize, delay: [usize; 2]) -> Depth {
        Depth { width: 1, history, delay }
    }

    /// Sends numbers that count the control steps, and looks every `frames` of them.
    fn seen(depth: Depth, steps: u64, frames: u64) -> Vec<Vec<f32>> {
        let mut past = Past::new(1, depth).unwrap();
        let mut part = past.part();
        let delay = depth.draw(&mut Stream(3));
        part.begin(0, delay)[0] = 0.0;
        part.look_first(0);
        let mut found = vec![part.row(0).to_vec()];
        for step in 1..=steps {
            part.send(0)[0] = step as f32;
            if step % frames == 0 {
                part.look(0);
                found.push(part.row(0).to_vec());
            }
        }
        found
    }

    #[test]
    fn late_observations_are_those_of_so_many_steps_before() {
        for delay in 0..4_usize {
            for frames in 1..4 {
                let found = seen(depth(1, [delay; 2]), 24, frames);
                for (look, row) in found.iter().enumerate() {
                    let step = look * frames as usize;
                    assert_eq!(row, &[step.saturating_sub(delay) as f32]);
                }
            }
        }
    }

    #[test]
    fn history_is_what_was_seen_before() {
        for delay in 0..3_usize {
            let found = seen(depth(3, [delay; 2]), 20, 2);
            for (look, row) in found.iter().enumerate() {
                let at = |before: usize| (2 * look.saturating_sub(before)).saturating_sub(delay);
                assert_eq!(row, &[2, 1, 0].map(|before| at(before) as f32));
            }
        }
    }

    #[test]
    fn delays_are_drawn_evenly_and_the_stream_goes_on() {
        let (mut stream, mut counts) = (Stream(9), [0; 6]);
        for _ in 0..4000 {
            let mut other = stream;
            let delay = depth(1, [2, 5]).draw(&mut stream) as usize;
            assert_eq!((delay, stream), (2 + (other.unit() * 4.0) as usize, other));
            counts[delay] += 1;
        }
        assert_eq!(counts[..2], [0; 2]);
        assert!(counts[2..].iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        let before = stream;
        assert_eq!((depth(1, [3; 2]).draw(&mut stream), stream), (3, before));
    }

    #[test]
    fn saved_bytes_come_back_and_others_are_refused() {
        let mut past = Past::new(2, depth(2, [1, 2])).unwrap();
        past.part().begin(1, 2)[0] = 4.0;
        past.part().look_first(1);
        let saved = past.save();
        let mut other = Past::new(2, depth(2, [1, 2])).unwrap();
        other.restore(&saved).unwrap();
        assert_eq!(other.save(), saved);
        assert_eq!(other.shown(), past.shown());
        assert!(other.restore(&saved[1..]).is_err());
        let mut late = saved.clone();
        let at = late.len() - 32;
        late[at] = 3;
        assert!(other.restore(&late).is_err());
        assert_eq!(other.save(), saved);
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for wrong in [depth(0, [0; 2]), depth(1001, [0; 2]), depth(1, [3, 2]), depth(1, [0, 1001])]
        {
            assert!(Past::new(1, wrong).is_err(), "{wrong:?}");
        }
    }
}
