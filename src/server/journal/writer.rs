//! The thread that writes a log file, and tries again when it cannot.
//!
//! While the file cannot be written, messages are dropped and counted. It retries with every full
//! message, since differences mean nothing without the messages before them.

use super::target::{Fate, Target};
use crate::server::complaints::Complaints;
use crate::wire::log_file::LogForm;
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Longest time that a message stays in memory.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);
/// Pending bytes that are written without waiting for the interval to end.
const CHUNK: usize = 1 << 16;
/// Time between two lines in the server's log about a file that cannot be written.
pub(super) const REMINDER: Duration = Duration::from_secs(60);

/// A file and what is to be written to it.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    form: LogForm,
    /// `None` until it can be opened again.
    target: Option<Target>,
    /// Whole lines.
    pending: Vec<u8>,
    /// Whether the file ends within a line.
    is_cut_off: bool,
    /// Whether the next message must be a full one, because messages before it are missing. Shared
    /// with the sender of the messages.
    needs_full: Arc<AtomicBool>,
    /// Set as long as messages are missing.
    trouble: Option<Trouble>,
    complaints: Complaints,
}

#[derive(Debug)]
struct Trouble {
    /// Messages that are not in the file.
    missing: u64,
    warned: Instant,
}

impl Trouble {
    fn new() -> Self {
        Self { missing: 0, warned: Instant::now() }
    }
}

impl Writer {
    /// Opens a file. A full disk is not an error here, because space may be freed later.
    pub(super) fn open(path: &Path, form: LogForm) -> Result<Self, Error> {
        let (target, error) = match Target::open(path, form) {
            Ok(target) => (Some(target), None),
            Err(error) if is_full(&error) => (None, Some(error)),
            Err(error) => return Err(error),
        };
        let mut writer = Self {
            path: path.to_owned(),
            form,
            is_cut_off: target.as_ref().is_some_and(|target| target.is_cut_off),
            target,
            pending: Vec::new(),
            needs_full: Arc::default(),
            trouble: None,
            complaints: Complaints::about(format!("log file {}", path.display())),
        };
        if let Some(error) = error {
            writer.fail(&error, 0);
        } else if writer.is_cut_off {
            // So a full disk is noticed at once, and not in the middle of the game.
            writer.flush();
        }
        Ok(writer)
    }

    /// Returns the shared flag that says whether a full message is needed because messages are
    /// missing.
    pub(super) fn needs_full(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.needs_full)
    }

    /// Writes all messages as they come, at least once a second, until the sender is dropped.
    pub(super) fn run(mut self, lines: &Receiver<Vec<u8>>) {
        let mut flushed = Instant::now();
        loop {
            match lines.recv_timeout(FLUSH_INTERVAL) {
                Ok(line) => self.add(&line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if flushed.elapsed() >= FLUSH_INTERVAL {
                self.look();
                self.flush();
                flushed = Instant::now();
            } else if self.pending.len() >= CHUNK {
                self.flush();
            }
        }
        self.look();
        self.flush();
        if let Some(Trouble { missing, .. }) = self.trouble {
            let path = self.path.display();
            log::error!("the log file {path} ends early: {missing} messages are missing");
        }
    }

    fn add(&mut self, line: &[u8]) {
        if self.needs_full.load(Ordering::Relaxed)
            && !self.form.head(line).is_ok_and(|head| head.full)
        {
            if let Some(trouble) = &mut self.trouble {
                trouble.missing += 1;
            }
            return;
        }
        self.needs_full.store(false, Ordering::Relaxed);
        self.pending.extend_from_slice(line);
        self.pending.push(b'\n');
    }

    /// Writes the pending messages, or drops them.
    fn flush(&mut self) {
        if self.pending.is_empty() && !(self.is_cut_off && self.trouble.is_none()) {
            return;
        }
        let mut written = 0;
        if let Err(error) = self.write(&mut written) {
            return self.fail(&error, written);
        }
        self.pending.clear();
        if let Some(Trouble { missing, .. }) = self.trouble.take() {
            let path = self.path.display();
            log::warn!("log file {path}: it can be written again; {missing} messages are missing");
        }
    }

    fn write(&mut self, written: &mut usize) -> Result<(), Error> {
        let target = match &mut self.target {
            Some(target) => target,
            none => {
                let target = none.insert(Target::open(&self.path, self.form)?);
                self.is_cut_off = target.is_cut_off;
                target
            }
        };
        if self.is_cut_off {
            target.file.write_all(b"\n")?;
            self.is_cut_off = false;
        }
        while *written < self.pending.len() {
            match target.file.write(&self.pending[*written..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => *written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Drops what has not been written, and logs that from time to time.
    fn fail(&mut self, error: &Error, written: usize) {
        let (inside, rest) = self.pending.split_at(written);
        self.is_cut_off |= inside.last().is_some_and(|last| *last != b'\n');
        let missing = rest.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.pending.clear();
        self.needs_full.store(true, Ordering::Relaxed);
        let path = self.path.display();
        match &mut self.trouble {
            None => {
                self.trouble = Some(Trouble { missing, ..Trouble::new() });
                log::error!(
                    "log file {path}: {error}; the game goes on, and is recorded again as soon as \
                     that can be"
                );
            }
            Some(trouble) => {
                trouble.missing += missing;
                if trouble.warned.elapsed() >= REMINDER {
                    trouble.warned = Instant::now();
                    let missing = trouble.missing;
                    log::error!("log file {path}: still {error}; {missing} messages are missing");
                }
            }
        }
    }

    /// Checks whether the file has been moved, deleted or truncated.
    fn look(&mut self) {
        let Some(target) = &mut self.target else { return };
        match target.fate(&self.path) {
            Ok(Fate::There) => {}
            Ok(Fate::Deleted) => {
                self.complaints.add("somebody has deleted it with all that was in it");
                self.target = None;
                self.trouble.get_or_insert_with(Trouble::new);
                self.drop_pending();
                self.is_cut_off = false;
            }
            Ok(Fate::Moved) => {
                self.complaints.add(
                    "somebody has moved it or put another one in its place; the game goes into the \
                     one that was moved",
                );
            }
            Ok(Fate::Cut(length)) => {
                let line = format_args!("somebody has cut it off after {length} bytes");
                self.complaints.add(line);
                self.drop_pending();
            }
            Err(error) => self.complaints.add(error),
        }
    }

    /// Drops the pending messages; writing resumes with the next full message.
    fn drop_pending(&mut self) {
        let missing = self.pending.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.pending.clear();
        self.needs_full.store(true, Ordering::Relaxed);
        self.trouble.get_or_insert_with(Trouble::new).missing += missing;
    }
}

/// Whether there is no space left.
fn is_full(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    const FULL: &str = "((RSMP 1 0)((gt 1 0)0.04)((sg 1 0)full(nd)))";
    const DIFF: &str = "((RSMP 1 0)((gt 1 0)0.08)((sg 1 0)diff(nd)))";

    /// A folder of its own for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = format!("rcssgym-journal-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        folder
    }

    fn add(writer: &mut Writer, lines: &[&str]) {
        lines.iter().for_each(|line| writer.add(line.as_bytes()));
        writer.look();
        writer.flush();
    }

    fn missing(writer: &Writer) -> Option<u64> {
        writer.trouble.as_ref().map(|trouble| trouble.missing)
    }

    #[test]
    fn a_file_that_was_deleted_is_begun_anew_with_a_full_message() {
        let folder = folder("deleted");
        let path = folder.join("game.log");
        let mut writer = Writer::open(&path, LogForm::Rcsssmj).unwrap();
        add(&mut writer, &[FULL, DIFF]);
        assert_eq!(fs::read_to_string(&path).unwrap(), [FULL, "\n", DIFF, "\n"].concat());
        fs::remove_file(&path).unwrap();
        add(&mut writer, &[DIFF]);
        add(&mut writer, &[DIFF, DIFF]);
        assert!(missing(&writer) == Some(3) && !path.exists());
        add(&mut writer, &[FULL, DIFF]);
        assert!(missing(&writer).is_none());
        assert_eq!(fs::read_to_string(&path).unwrap(), [FULL, "\n", DIFF, "\n"].concat());
        fs::remove_dir_all(&folder).unwrap();
        add(&mut writer, &[]);
        add(&mut writer, &[FULL, DIFF]);
        assert_eq!(missing(&writer), Some(2), "there is no folder");
    }

    #[test]
    fn what_was_put_in_its_place_is_not_written_to() {
        let folder = folder("replaced");
        let path = folder.join("game.log");
        let mut writer = Writer::open(&path, LogForm::Rcsssmj).unwrap();
        add(&mut writer, &[FULL]);
        fs::remove_file(&path).unwrap();
        fs::write(&path, "something else").unwrap();
        add(&mut writer, &[]);
        add(&mut writer, &[FULL]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "something else");
        assert_eq!(missing(&writer), Some(1));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_was_moved_is_written_on() {
        let folder = folder("moved");
        let (path, moved) = (folder.join("game.log"), folder.join("other.log"));
        let mut writer = Writer::open(&path, LogForm::Rcsssmj).unwrap();
        add(&mut writer, &[FULL]);
        let target = writer.target.as_mut().unwrap();
        assert_eq!(target.fate(&path).unwrap(), Fate::There);
        fs::rename(&path, &moved).unwrap();
        assert_eq!(target.fate(&path).unwrap(), Fate::Moved);
        add(&mut writer, &[DIFF]);
        assert_eq!(fs::read_to_string(&moved).unwrap(), [FULL, "\n", DIFF, "\n"].concat());
        assert!(missing(&writer).is_none() && !path.exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_was_cut_off_goes_on_with_a_full_message() {
        let folder = folder("cut");
        let path = folder.join("game.log");
        let mut writer = Writer::open(&path, LogForm::Rcsssmj).unwrap();
        add(&mut writer, &[FULL, DIFF]);
        writer.look();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
        add(&mut writer, &[DIFF]);
        add(&mut writer, &[FULL]);
        assert_eq!(fs::read_to_string(&path).unwrap(), [FULL, "\n"].concat());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_counted_and_tried_again() {
        let mut writer = Writer::open(Path::new("/dev/full"), LogForm::Rcsssmj).unwrap();
        for expected in 1..4 {
            add(&mut writer, &[FULL]);
            add(&mut writer, &[DIFF; 9]);
            assert_eq!(missing(&writer), Some(10 * expected));
        }
        writer.target = Some(Target::open(Path::new("/dev/null"), LogForm::Rcsssmj).unwrap());
        add(&mut writer, &[DIFF]);
        assert!(missing(&writer).is_some());
        add(&mut writer, &[FULL]);
        assert!(missing(&writer).is_none());
    }
}
