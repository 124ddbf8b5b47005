//! The game's logs: what happened (`.rcg`), what was said (`.rcl`), episodes of keepaway (`.kwy`),
//! and a line in a table of results.

mod keepaway;
mod log_file;
mod results;

use super::clients::Role;
use super::receive::who;
use crate::disc::{Event, News, ServerParameters, Side, World};
use crate::server::ServerError;
use crate::wire::rcssserver::news;
use crate::wire::{rcg, rcl};
use keepaway::Keepaway;
use log::warn;
use log_file::LogFile;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time of day at which a server begins, written by whoever knows the local time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    /// In `log_date_format`, the prefix of the names of dated logs.
    pub date: String,
    /// As `YYYYMMDDhhmm`, for the result.
    pub minute: String,
    /// As `YYYY-MM-DD hh:mm:ss`, for tables of results.
    pub second: String,
    /// With its time zone, as `2026-11-22T09:54:02+0000`, for logs in JSON.
    pub begun: String,
}

/// All logs that are written.
#[derive(Debug)]
pub(super) struct Logs {
    game: Option<(rcg::Writer, LogFile)>,
    text: Option<LogFile>,
    keepaway: Option<(Keepaway, LogFile)>,
    results: Option<(PathBuf, File)>,
    stamps: Stamps,
    records_messages: bool,
    writes_times: bool,
    coaches: [String; 2],
    bytes: Vec<u8>,
    buffer: String,
}

/// Checks that the parameters of logs are supported.
pub(super) fn check(server: &ServerParameters) -> Result<(), ServerError> {
    let wrong = |message: String| Err(ServerError::Parameter(message));
    if server.game_logging && rcg_version(server).is_none() {
        let version = server.game_log_version;
        return wrong(format!("game_log_version: must be 1 to 6 or -1, not {version}"));
    }
    for (name, level) in [
        ("game_log_compression", server.game_log_compression),
        ("text_log_compression", server.text_log_compression),
    ] {
        if !(0..=9).contains(&level) {
            return wrong(format!("{name}: must be from 0 to 9, not {level}"));
        }
    }
    let unsupported = [("profile", server.profile), ("verbose", server.verbose)];
    if let Some((name, _)) = unsupported.into_iter().find(|(_, on)| *on) {
        return wrong(format!("{name}: is not supported"));
    }
    Ok(())
}

fn rcg_version(server: &ServerParameters) -> Option<rcg::Version> {
    rcg::Version::numbered(server.game_log_version)
}

/// Returns where a log is written at first: under its `fixed` name, or as `incomplete` if it gets
/// its name at the end.
fn path(dir: &str, fixed: bool, name: &str, suffix: &str, compression: i32) -> PathBuf {
    let name = if fixed { name } else { "incomplete" };
    let gz = if compression > 0 { ".gz" } else { "" };
    Path::new(dir).join(format!("{name}{suffix}{gz}"))
}

impl Logs {
    /// Opens the logs that the parameters ask for, and the table of results if there is to be one.
    pub(super) fn open(
        world: &World,
        stamps: &Stamps,
        results: Option<&Path>,
    ) -> Result<Self, ServerError> {
        let server = &world.rules().server;
        let prefix = |fixed: bool, dated: bool| {
            (!fixed).then(|| if dated { stamps.date.clone() } else { String::new() })
        };
        let mut game = None;
        if let (true, Some(version)) = (server.game_logging, rcg_version(server)) {
            let (fixed, level) = (server.game_log_fixed, server.game_log_compression);
            let path =
                path(&server.game_log_dir, fixed, &server.game_log_fixed_name, ".rcg", level);
            let mut head = Vec::new();
            let writer = rcg::Writer::new(version, world.rules(), &stamps.begun, &mut head);
            let mut file = LogFile::open(path, prefix(fixed, server.game_log_dated), level)?;
            file.write(&head);
            game = Some((writer, file));
        }
        let mut text = None;
        if server.text_logging {
            let (fixed, level) = (server.text_log_fixed, server.text_log_compression);
            let path =
                path(&server.text_log_dir, fixed, &server.text_log_fixed_name, ".rcl", level);
            text = Some(LogFile::open(path, prefix(fixed, server.text_log_dated), level)?);
        }
        let mut keepaway = None;
        if server.keepaway && server.keepaway_logging {
            let fixed = server.keepaway_log_fixed;
            let path =
                path(&server.keepaway_log_dir, fixed, &server.keepaway_log_fixed_name, ".kwy", 0);
            let file = LogFile::open(path, prefix(fixed, server.keepaway_log_dated), 0)?;
            keepaway = Some((Keepaway::default(), file));
        }
        let table = |path: &Path| match results::open(path) {
            Ok(file) => Ok((path.to_owned(), file)),
            Err(source) => Err(ServerError::LogFile { path: path.to_owned(), source }),
        };
        Ok(Self {
            game,
            text,
            keepaway,
            results: results.map(table).transpose()?,
            stamps: stamps.clone(),
            records_messages: server.record_messages,
            writes_times: server.log_times,
            coaches: Default::default(),
            bytes: Vec::new(),
            buffer: String::new(),
        })
    }

    /// Sets the name of a side's coach, which is part of the names of logs.
    pub(super) fn coach_name(&mut self, side: Side, name: String) {
        self.coaches[side.index()] = name;
    }

    /// Logs a message that a client has sent.
    pub(super) fn received(&mut self, world: &World, role: Role, message: &[u8]) {
        let records = self.records_messages && self.game.is_some();
        if self.text.is_none() && !records {
            return;
        }
        let sender = match role {
            Role::Player(place) => who(world, place),
            Role::Trainer => "Coach".to_owned(),
            Role::Coach(side) => format!("{}_Coach", world.names()[side.index()]),
            Role::Monitor(_) => return,
        };
        let message = message.split(|&byte| byte == 0).next().unwrap_or_default();
        let message = String::from_utf8_lossy(message);
        let message = message.trim_end_matches('\n');
        let game = &world.game;
        if let Some(file) = &mut self.text {
            self.buffer.clear();
            rcl::write_received((game.cycle, game.stopped), &sender, message, &mut self.buffer);
            file.write(self.buffer.as_bytes());
        }
        if records {
            self.message((game.cycle, game.stopped), 2, &format!("Recv {sender}: {message}"));
        }
    }

    fn message(&mut self, clock: (u32, u32), board: u8, text: &str) {
        if let Some((writer, file)) = &mut self.game {
            self.bytes.clear();
            writer.message(clock, board, &text.replace('\n', " "), &mut self.bytes);
            file.write(&self.bytes);
        }
    }

    /// Logs a piece of news.
    pub(super) fn news(&mut self, world: &World, news: &News) {
        if let (Event::Referee(message), Some(file)) = (&news.event, &mut self.text) {
            self.buffer.clear();
            rcl::write_referee((news.cycle, news.stopped), message, &mut self.buffer);
            file.write(self.buffer.as_bytes());
        }
        // A team's picture is always in the log, because programs that show the log need it. The
        // first format always has messages.
        let version = self.game.as_ref().map(|(writer, _)| writer.version());
        let is_told = self.records_messages
            || version == Some(rcg::Version::One)
            || matches!(news.event, Event::Graphic { .. });
        if let Some(text) = news::to_board(world, news, true).filter(|_| is_told) {
            self.message((news.cycle, news.stopped), 1, &text);
        }
        self.keep_away(world, news);
    }

    fn keep_away(&mut self, world: &World, news: &News) {
        let Some((keepaway, file)) = &mut self.keepaway else { return };
        self.buffer.clear();
        match news.event {
            Event::KeepawayBegun { keepers, takers } => {
                keepaway.begin(&world.rules().server, keepers, takers, &mut self.buffer);
            }
            Event::KeepawayEnded { is_taken } => {
                keepaway.end(news.cycle, is_taken, &mut self.buffer);
            }
            _ => return,
        }
        file.write(self.buffer.as_bytes());
    }

    /// Logs the time since the previous cycle began.
    pub(super) fn time(&mut self, world: &World, since: Duration) {
        if let Some(file) = self.text.as_mut().filter(|_| self.writes_times) {
            let (game, ms) = (&world.game, since.as_secs_f64() * 1e3);
            let line = format!("{},{}\tCYCLE_TIMES: {ms:.3}\n", game.cycle, game.stopped);
            file.write(line.as_bytes());
        }
    }

    /// Logs a cycle that was played.
    pub(super) fn step(&mut self, world: &World) {
        if let Some((writer, file)) = &mut self.game {
            self.bytes.clear();
            writer.step(world, &mut self.bytes);
            file.write(&self.bytes);
        }
    }

    /// Called when the server ends: finishes the logs and gives them their names, and adds the line
    /// to the table.
    pub(super) fn finish(mut self, world: &World) {
        let result = rcg::result(world, &self.coaches);
        if let Some((writer, mut file)) = self.game.take() {
            self.bytes.clear();
            writer.finish(world, &result, &self.stamps.minute, &mut self.bytes);
            file.write(&self.bytes);
            file.finish(&result);
        }
        let keepaway = self.keepaway.take().map(|(_, file)| file);
        for file in self.text.take().into_iter().chain(keepaway) {
            file.finish(&result);
        }
        if let Some((path, mut file)) = self.results.take()
            && let Err(error) =
                results::append(&mut file, world, &self.coaches, &self.stamps.second)
        {
            warn!("table of results {}: cannot be written: {error}", path.display());
        }
    }
}
