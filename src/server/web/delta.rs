//! Messages about what there is to see.
//!
//! A message is a sequence of sections: one byte for the kind, 4 bytes for the length, and the
//! content. All numbers are little-endian.
//!
//! | section | content |
//! |---|---|
//! | 1, scenery | what [`Scenery`] has, in `scenery.rs`: replaces the one before |
//! | 2, standing | JSON: state of the game; sent when it changes |
//! | 3, news | JSON: something that has happened |
//! | 5, insight | JSON: what the selected robot sees, the forces on it; sent when it changes |
//! | 4, frame | time and play time, s, NaN for none, 8 bytes each; then bodies that have moved |
//!
//! A body is its index (2 bytes), its position (three numbers of 4 bytes), and its quaternion wxyz
//! times 32767 (four numbers of 2 bytes).

use super::scenery::Scenery;
use crate::server::dialect::ReaderId;
use std::collections::HashSet;
use std::sync::Arc;

const SCENERY: u8 = 1;
const STANDING: u8 = 2;
const NEWS: u8 = 3;
const FRAME: u8 = 4;
const INSIGHT: u8 = 5;

/// Position, m, and quaternion, wxyz.
pub type Pose = [f32; 7];

/// Positions are rounded to 1/8192 m, so that a body at rest does not appear to move.
const FINENESS: f32 = 8192.0;
/// Bytes of a pose.
const POSE_BYTES: usize = 20;
/// A pose as it is sent.
type SentPose = [u8; POSE_BYTES];

/// What there is to see at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Shot<'a> {
    /// What stays the same.
    pub scenery: &'a Arc<Scenery>,
    /// Simulated time, s.
    pub time: f64,
    /// What the clock of the match shows, s.
    pub play_time: Option<f64>,
    /// Poses of all bodies of all trees.
    pub poses: &'a [Pose],
    /// State of the game, as JSON.
    pub standing: &'a str,
    /// News since the last shot, each as JSON.
    pub news: &'a [String],
    /// What the selected robot sees and the forces on it, as JSON; empty if none is selected.
    pub insight: &'a str,
}

/// Makes messages for readers, each with what the reader does not know yet.
#[derive(Debug, Default)]
pub struct DeltaEncoder {
    scenery: Option<Arc<Scenery>>,
    /// The poses that all readers know.
    sent: Vec<SentPose>,
    standing: String,
    insight: String,
    /// Readers that know everything that has been sent.
    readers: HashSet<ReaderId>,
    /// The message with only what is new in the current shot.
    changes: Vec<u8>,
    /// The message with the whole current shot; empty until a reader needs it.
    whole: Vec<u8>,
    /// The sections of news of the current shot.
    news: Vec<u8>,
    times: [f64; 2],
}

impl DeltaEncoder {
    /// Takes a shot.
    pub fn begin(&mut self, shot: &Shot<'_>) {
        let is_known = |known: &Arc<Scenery>| Arc::ptr_eq(known, shot.scenery);
        if !self.scenery.as_ref().is_some_and(is_known) {
            self.scenery = Some(Arc::clone(shot.scenery));
            self.readers.clear();
        }
        let Self { sent, standing, insight, changes, whole, news, times, .. } = self;
        whole.clear();
        changes.clear();
        news.clear();
        *times = [shot.time, shot.play_time.unwrap_or(f64::NAN)];
        if standing != shot.standing {
            shot.standing.clone_into(standing);
            section(changes, STANDING, |out| out.extend(shot.standing.as_bytes()));
        }
        if insight != shot.insight {
            shot.insight.clone_into(insight);
            section(changes, INSIGHT, |out| out.extend(shot.insight.as_bytes()));
        }
        for one in shot.news {
            section(news, NEWS, |out| out.extend(one.as_bytes()));
        }
        changes.extend_from_slice(news);
        let is_new = sent.len() != shot.poses.len();
        sent.resize(shot.poses.len(), [0; POSE_BYTES]);
        section(changes, FRAME, |out| {
            out.extend(times.iter().flat_map(|time| time.to_le_bytes()));
            for (body, (pose, sent)) in shot.poses.iter().zip(sent).enumerate() {
                let now = encode(pose);
                if is_new || now != *sent {
                    *sent = now;
                    push_body(out, body, &now);
                }
            }
        });
    }

    /// Returns the message for one reader, which is then taken to have received it.
    pub fn message(&mut self, reader: ReaderId) -> &[u8] {
        if !self.readers.insert(reader) {
            return &self.changes;
        }
        if self.whole.is_empty() {
            let Self { scenery, sent, standing, insight, whole, news, times, .. } = self;
            if let Some(scenery) = scenery {
                section(whole, SCENERY, |out| out.extend_from_slice(&scenery.bytes));
            }
            section(whole, STANDING, |out| out.extend(standing.as_bytes()));
            if !insight.is_empty() {
                section(whole, INSIGHT, |out| out.extend(insight.as_bytes()));
            }
            whole.extend_from_slice(news);
            section(whole, FRAME, |out| {
                out.extend(times.iter().flat_map(|time| time.to_le_bytes()));
                sent.iter().enumerate().for_each(|(body, sent)| push_body(out, body, sent));
            });
        }
        &self.whole
    }

    /// Called when a reader has missed messages or has left.
    pub fn forget(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }
}

fn section(out: &mut Vec<u8>, kind: u8, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(kind);
    let at = out.len();
    out.extend([0; 4]);
    write(out);
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

fn push_body(out: &mut Vec<u8>, body: usize, sent: &SentPose) {
    out.extend((body as u16).to_le_bytes());
    out.extend_from_slice(sent);
}

fn encode(pose: &Pose) -> SentPose {
    let mut sent = [0; POSE_BYTES];
    for (out, number) in sent.chunks_exact_mut(4).zip(&pose[..3]) {
        let rounded = (number * FINENESS).round() / FINENESS;
        out.copy_from_slice(&rounded.to_le_bytes());
    }
    for (out, number) in sent[12..].chunks_exact_mut(2).zip(&pose[3..]) {
        let level = (number.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16;
        out.copy_from_slice(&level.to_le_bytes());
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::super::scenery::Pitch;
    use super::*;
    use crate::soccer::Field;

    /// Returns the kinds and lengths of the sections of a message.
    fn sections(mut message: &[u8]) -> Vec<(u8, usize)> {
        let mut found = Vec::new();
        while let [kind, a, b, c, d, rest @ ..] = message {
            let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
            found.push((*kind, length));
            message = &rest[length..];
        }
        found
    }

    fn scenery() -> Arc<Scenery> {
        let pitch = Pitch::from(&Field::fifa());
        Arc::new(Scenery::of_cast(&pitch, &[], &[], &[], None, &[]))
    }

    fn shot<'a>(
        scenery: &'a Arc<Scenery>,
        poses: &'a [Pose],
        standing: &'a str,
        news: &'a [String],
    ) -> Shot<'a> {
        Shot { scenery, time: 1.0, play_time: None, poses, standing, news, insight: "" }
    }

    const REST: Pose = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

    #[test]
    fn only_what_has_changed_is_told_to_those_who_know_the_rest() {
        let (scenery, mut encoder) = (scenery(), DeltaEncoder::default());
        let (one, other) = (ReaderId(1), ReaderId(2));
        let mut poses = [REST; 3];
        let body = 2 + POSE_BYTES;
        let size = scenery.bytes.len();
        encoder.begin(&shot(&scenery, &poses, "{}", &[]));
        let whole = [(SCENERY, size), (STANDING, 2), (FRAME, 16 + 3 * body)];
        assert_eq!(sections(encoder.message(one)), whole);
        encoder.begin(&shot(&scenery, &poses, "{}", &[]));
        assert_eq!(sections(encoder.message(one)), [(FRAME, 16)]);
        assert_eq!(sections(encoder.message(other)), whole);
        poses[1][2] = 0.5;
        let news = ["goal".to_owned()];
        encoder.begin(&shot(&scenery, &poses, "[1]", &news));
        let changed = [(STANDING, 3), (NEWS, 4), (FRAME, 16 + body)];
        assert_eq!(sections(encoder.message(one)), changed);
        assert_eq!(sections(encoder.message(other)), changed);
        encoder.forget(other);
        encoder.begin(&shot(&scenery, &poses, "[1]", &[]));
        assert_eq!(sections(encoder.message(one)), [(FRAME, 16)]);
        let whole = [(SCENERY, size), (STANDING, 3), (FRAME, 16 + 3 * body)];
        assert_eq!(sections(encoder.message(other)), whole);
    }

    #[test]
    fn another_scenery_is_told_to_everybody() {
        let (first, second) = (scenery(), scenery());
        let mut encoder = DeltaEncoder::default();
        encoder.begin(&shot(&first, &[REST; 3], "", &[]));
        encoder.message(ReaderId(1));
        encoder.begin(&shot(&second, &[REST; 2], "", &[]));
        let sent = sections(encoder.message(ReaderId(1)));
        assert_eq!((sent[0].0, sent[2]), (SCENERY, (FRAME, 16 + 2 * (2 + POSE_BYTES))));
    }
}
