//! Shots of log files of 3D games: ours, rcsssmj's and SimSpark's.

use super::delta::Shot;
use super::telecast::{Reported, Selected, Telecast, TelecastError};
use crate::server::replay::{Recording, RecordingError};
use crate::soccer::Side;
use crate::wire::log_file::LogForm;
use std::path::Path;
use thiserror::Error;

/// Why a log file cannot be shown.
#[derive(Debug, Error)]
pub enum FilmError {
    /// The file cannot be read.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A message in it is wrong.
    #[error("message {number} of the log file: {reason}")]
    Message {
        /// Number of the message, starting at 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Shapes cannot be drawn.
    #[error(transparent)]
    Shapes(#[from] crate::Error),
}

/// An event in a recording that a viewer can jump to.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// Time since the beginning, s.
    pub time: f64,
    /// What happened.
    pub text: String,
}

/// A log file that can be shown at any time within it.
#[derive(Debug)]
pub struct Film {
    recording: Recording,
    /// The message that was read last.
    at: Option<usize>,
    telecast: Telecast,
}

impl Film {
    /// Opens a file; `name` is the file's name in errors.
    ///
    /// # Errors
    /// As [`Recording::open`].
    pub fn open(path: &Path, name: String, form: LogForm) -> Result<Self, FilmError> {
        let recording = Recording::open(path, name, form)?;
        Ok(Self { recording, at: None, telecast: Telecast::new(form) })
    }

    /// Time of the last message, s from the first.
    pub fn duration(&self) -> f64 {
        self.recording.duration()
    }

    /// Returns goals and fouls. Reads the whole file.
    ///
    /// # Errors
    /// [`FilmError`] if the file or a message cannot be read.
    pub fn chapters(&mut self) -> Result<Vec<Chapter>, FilmError> {
        let (mut reported, mut chapters) = (Reported::default(), Vec::<Chapter>::new());
        for number in 0..self.recording.messages() {
            let time = self.recording.time(number);
            let before = reported.score;
            reported.fouls.clear();
            let message = self.recording.message(number)?;
            let form = self.telecast.form();
            reported.hear(form, message).map_err(|reason| fault(number, reason))?;
            let mut add = |text: String| {
                // A foul that continues is reported again and again.
                let is_known = |known: &Chapter| known.text == text && time - known.time < 3.0;
                if !chapters.iter().rev().take(8).any(is_known) {
                    chapters.push(Chapter { time, text });
                }
            };
            for side in Side::BOTH {
                if reported.score[side.index()] > before[side.index()] {
                    add(format!(
                        "Goal {} : {} ({})",
                        reported.score[0],
                        reported.score[1],
                        reported.team(side)
                    ));
                }
            }
            for &(kind, team, player) in &reported.fouls {
                add(reported.foul(kind, team, player));
            }
        }
        Ok(chapters)
    }

    /// Takes a shot `time` seconds from the beginning, with notes as JSON, and with what the
    /// selected robot could see.
    ///
    /// # Errors
    /// [`FilmError`] if the file or a message cannot be read.
    pub fn shoot(
        &mut self,
        time: f64,
        notes: &serde_json::Value,
        selected: &Selected,
    ) -> Result<Shot<'_>, FilmError> {
        let due = self.recording.due(time).max(1);
        let full = self.recording.full_among(due);
        let next = self.at.map_or(0, |at| at + 1);
        let is_jump = self.at.is_none() || next > due || full > next;
        self.telecast.forget_news();
        for number in if is_jump { full } else { next }..due {
            let message = self.recording.message(number)?;
            self.telecast.hear(message, is_jump).map_err(|error| match error {
                TelecastError::Message(reason) => fault(number, reason),
                TelecastError::Shapes(error) => error.into(),
            })?;
            self.at = Some(number);
        }
        let shot = self.telecast.shoot(time, notes, selected);
        shot.ok_or_else(|| fault(0, "there is no scene".to_owned()))
    }
}

fn fault(number: usize, reason: String) -> FilmError {
    FilmError::Message { number: number + 1, reason }
}
