//! The game's logs: what happened (`.rcg`) and what was said (`.rcl`).

use super::clients::Role;
use super::log_file::LogFile;
use super::receive::who;
use crate::disc::{Event, News, ServerParameters, Side, World};
use crate::server::ServerError;
use crate::wire::rcssserver::news;
use crate::wire::{rcg, rcl};
use std::path::{Path, PathBuf};

/// The time of day at which a server begins, written by whoever knows the local time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    /// By `log_date_format`, in front of names of dated logs.
    pub date: String,
    /// As `YYYYMMDDhhmm`, for the result.
    pub minute: String,
}

/// Both logs, where they are written.
#[derive(Debug)]
pub(super) struct Logs {
    game: Option<(rcg::Writer, LogFile)>,
    text: Option<LogFile>,
    minute: String,
    records_messages: bool,
    coaches: [String; 2],
    buffer: String,
}

/// Parameters of logs must be supported.
pub(super) fn check(server: &ServerParameters) -> Result<(), ServerError> {
    let wrong = |message: String| Err(ServerError::Parameter(message));
    if server.game_logging && rcg_version(server).is_none() {
        let version = server.game_log_version;
        return wrong(format!("game_log_version: must be 4, 5 or 6, not {version}"));
    }
    for (name, level) in [
        ("game_log_compression", server.game_log_compression),
        ("text_log_compression", server.text_log_compression),
    ] {
        if !(0..=9).contains(&level) {
            return wrong(format!("{name}: must be from 0 to 9, not {level}"));
        }
    }
    if server.keepaway && server.keepaway_logging {
        return wrong("keepaway_logging: that log is not written; set it to 0".to_owned());
    }
    let unsupported =
        [("profile", server.profile), ("log_times", server.log_times), ("verbose", server.verbose)];
    if let Some((name, _)) = unsupported.into_iter().find(|(_, on)| *on) {
        return wrong(format!("{name}: is not supported"));
    }
    Ok(())
}

fn rcg_version(server: &ServerParameters) -> Option<rcg::Version> {
    u8::try_from(server.game_log_version).ok().and_then(rcg::Version::numbered)
}

/// Where a log is written at first, and what it is called in the end if it is not `fixed`.
fn path(dir: &str, fixed: bool, name: &str, suffix: &str, compression: i32) -> PathBuf {
    let name = if fixed { name } else { "incomplete" };
    let gz = if compression > 0 { ".gz" } else { "" };
    Path::new(dir).join(format!("{name}{suffix}{gz}"))
}

impl Logs {
    pub(super) fn open(world: &World, stamps: &Stamps) -> Result<Self, ServerError> {
        let server = &world.rules().server;
        let name = |dated: bool| if dated { stamps.date.clone() } else { String::new() };
        let mut game = None;
        if let (true, Some(version)) = (server.game_logging, rcg_version(server)) {
            let (fixed, level) = (server.game_log_fixed, server.game_log_compression);
            let path =
                path(&server.game_log_dir, fixed, &server.game_log_fixed_name, ".rcg", level);
            let prefix = (!fixed).then(|| name(server.game_log_dated));
            let mut head = String::new();
            let writer = rcg::Writer::new(version, world.rules(), &mut head);
            let mut file = LogFile::open(path, prefix, level)?;
            file.write(&head);
            game = Some((writer, file));
        }
        let mut text = None;
        if server.text_logging {
            let (fixed, level) = (server.text_log_fixed, server.text_log_compression);
            let path =
                path(&server.text_log_dir, fixed, &server.text_log_fixed_name, ".rcl", level);
            let prefix = (!fixed).then(|| name(server.text_log_dated));
            text = Some(LogFile::open(path, prefix, level)?);
        }
        Ok(Self {
            game,
            text,
            minute: stamps.minute.clone(),
            records_messages: server.record_messages,
            coaches: Default::default(),
            buffer: String::new(),
        })
    }

    /// The name of a side's coach, which is part of the names of logs.
    pub(super) fn coach_name(&mut self, side: Side, name: String) {
        self.coaches[side.index()] = name;
    }

    /// Somebody has sent something.
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
            file.write(&self.buffer);
        }
        if records {
            self.message(game.cycle, 2, &format!("Recv {sender}: {message}"));
        }
    }

    fn message(&mut self, cycle: u32, board: u8, text: &str) {
        if let Some((writer, file)) = &mut self.game {
            self.buffer.clear();
            writer.message(cycle, board, &text.replace('\n', " "), &mut self.buffer);
            file.write(&self.buffer);
        }
    }

    /// Something was told.
    pub(super) fn news(&mut self, world: &World, told: &News) {
        if let (Event::Referee(message), Some(file)) = (&told.event, &mut self.text) {
            self.buffer.clear();
            rcl::write_referee((told.cycle, told.stopped), message, &mut self.buffer);
            file.write(&self.buffer);
        }
        // A team's picture is always in the log, as whoever shows it needs it.
        let is_told = self.records_messages || matches!(told.event, Event::Graphic { .. });
        if let Some(text) = news::to_board(world, told, true).filter(|_| is_told) {
            self.message(told.cycle, 1, &text);
        }
    }

    /// A cycle was played.
    pub(super) fn step(&mut self, world: &World) {
        if let Some((writer, file)) = &mut self.game {
            self.buffer.clear();
            writer.step(&world.game, world.rules(), world.names(), &mut self.buffer);
            file.write(&self.buffer);
        }
    }

    /// The server ends: the logs get their ends and names.
    pub(super) fn finish(mut self, world: &World) {
        let result = self.result(world);
        if let Some((writer, mut file)) = self.game.take() {
            self.buffer.clear();
            writer.finish(&world.game, world.names(), &self.minute, &mut self.buffer);
            file.write(&self.buffer);
            file.finish(&result);
        }
        if let Some(file) = self.text.take() {
            file.finish(&result);
        }
    }

    /// `Alpha_1-vs-Beta_0`.
    fn result(&self, world: &World) -> String {
        let game = &world.game;
        let kicks = game.score.map(|score| score.penalties_scored + score.penalties_missed);
        let shot_out = game.score[0].goals == game.score[1].goals && kicks.iter().all(|&n| n > 0);
        let team = |side: usize| {
            let (name, score) = (&world.names()[side], game.score[side]);
            if name.is_empty() {
                return "null".to_owned();
            }
            let mut text = format!("{name}_");
            if !self.coaches[side].is_empty() {
                text += &format!("{}_", self.coaches[side]);
            }
            text += &score.goals.to_string();
            if shot_out {
                text += &format!("_{}", score.penalties_scored);
                if score.penalties_scored > game.score[1 - side].penalties_scored {
                    text.push('w');
                }
            }
            text
        };
        format!("{}-vs-{}", team(0), team(1))
    }
}
