//! Shots of log files of games in three dimensions, ours, rcsssmj's and SimSpark's.

use super::cast::Cast;
use super::teller::{Pose, Shot};
use crate::server::replay::{Recording, RecordingError};
use crate::soccer::{Field, Foul, PlayMode, Side};
use crate::wire::log_file::LogForm;
use crate::wire::scene::Graph;
use crate::wire::sexpr::{List, Node};
use crate::wire::simspark::message;
use serde_json::json;
use std::path::Path;
use thiserror::Error;

/// Why a log file cannot be shown.
#[derive(Debug, Error)]
pub enum FilmError {
    /// The file.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A message in it.
    #[error("message {number} of the log file: {reason}")]
    Message {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Shapes.
    #[error(transparent)]
    Shapes(#[from] crate::Error),
}

/// Something that happened, to go to.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// Since the beginning, s.
    pub time: f64,
    /// What happened.
    pub text: String,
}

/// How the game stands, as far as messages have told.
#[derive(Clone, Debug, Default)]
struct Told {
    play_time: Option<f64>,
    score: [i64; 2],
    mode: String,
    modes: Vec<String>,
    teams: [Option<String>; 2],
    fouls: Vec<(u32, u32, u32)>,
    sizes: Vec<(String, f64)>,
}

/// A log file that can be shown from any time on.
#[derive(Debug)]
pub struct Film {
    recording: Recording,
    form: LogForm,
    /// The message that was read last.
    at: Option<usize>,
    told: Told,
    graph: Option<Graph>,
    cast: Option<Cast>,
    poses: Vec<Pose>,
    standing: String,
    news: Vec<String>,
}

impl Film {
    /// Opens a file; errors call it by the name.
    ///
    /// # Errors
    /// As [`Recording::open`].
    pub fn open(path: &Path, name: String, form: LogForm) -> Result<Self, FilmError> {
        let recording = Recording::open(path, name, form)?;
        let (poses, standing, news) = (Vec::new(), String::new(), Vec::new());
        let told = Told::default();
        Ok(Self { recording, form, at: None, told, graph: None, cast: None, poses, standing, news })
    }

    /// Time of the last message, s from the first.
    pub fn duration(&self) -> f64 {
        self.recording.duration()
    }

    /// Goals and fouls. Reads all of the file.
    ///
    /// # Errors
    /// [`FilmError`] for what cannot be read.
    pub fn chapters(&mut self) -> Result<Vec<Chapter>, FilmError> {
        let (mut told, mut chapters) = (Told::default(), Vec::<Chapter>::new());
        for number in 0..self.recording.messages() {
            let time = self.recording.time(number);
            let before = told.score;
            told.fouls.clear();
            let message = self.recording.message(number)?;
            self.form.tell(message, &mut told).map_err(|reason| fault(number, reason))?;
            let mut add = |text: String| {
                // A foul that goes on is told again and again.
                let is_known = |known: &Chapter| known.text == text && time - known.time < 3.0;
                if !chapters.iter().rev().take(8).any(is_known) {
                    chapters.push(Chapter { time, text });
                }
            };
            for side in Side::BOTH {
                if told.score[side.index()] > before[side.index()] {
                    add(format!(
                        "Goal {} : {} ({})",
                        told.score[0],
                        told.score[1],
                        told.team(side)
                    ));
                }
            }
            for &(kind, team, player) in &told.fouls {
                add(told.foul(kind, team, player));
            }
        }
        Ok(chapters)
    }

    /// What there is to see so many seconds from the beginning, with notes as JSON.
    ///
    /// # Errors
    /// [`FilmError`] for what cannot be read.
    pub fn shoot(&mut self, time: f64, notes: &serde_json::Value) -> Result<Shot<'_>, FilmError> {
        let due = self.recording.due(time).max(1);
        let full = self.recording.full_among(due);
        let next = self.at.map_or(0, |at| at + 1);
        let is_jump = self.at.is_none() || next > due || full > next;
        self.news.clear();
        for number in if is_jump { full } else { next }..due {
            self.read(number, is_jump)?;
        }
        let Self { told, graph, cast, poses, standing, news, .. } = self;
        let missing = || fault(0, "there is no scene".to_owned());
        let (cast, graph) =
            (cast.as_ref().ok_or_else(missing)?, graph.as_ref().ok_or_else(missing)?);
        cast.poses(graph, poses);
        *standing = told.standing(notes);
        let (scenery, play_time) = (&cast.scenery, told.play_time);
        Ok(Shot { scenery, time, play_time, poses, standing, news, insight: "" })
    }

    fn read(&mut self, number: usize, is_jump: bool) -> Result<(), FilmError> {
        let Self { recording, form, told, graph, cast, news, at, .. } = self;
        let message = recording.message(number)?;
        told.fouls.clear();
        let before = told.teams.clone();
        let scene = form.tell(message, told).map_err(|reason| fault(number, reason))?;
        let after =
            form.graph(message, scene, graph.as_ref()).map_err(|reason| fault(number, reason))?;
        let is_same = graph
            .as_ref()
            .is_some_and(|graph| graph.shares_nodes(&after) || graph.nodes() == after.nodes());
        if cast.is_none() || !is_same || told.teams != before {
            *cast = Some(Cast::new(&after, &told.teams, &told.field())?);
        }
        *graph = Some(after);
        *at = Some(number);
        if !is_jump {
            let texts =
                told.fouls.iter().map(|&(kind, team, player)| told.foul(kind, team, player));
            news.extend(texts.map(|text| json!({"kind": "foul", "text": text}).to_string()));
        }
        Ok(())
    }
}

fn fault(number: usize, reason: String) -> FilmError {
    FilmError::Message { number: number + 1, reason }
}

/// Where the nodes of a scene are in a message.
type Nodes = std::ops::Range<usize>;

impl LogForm {
    /// Takes note of what a message tells of the game.
    fn tell(self, message: &[u8], told: &mut Told) -> Result<Option<Nodes>, String> {
        match self {
            Self::Rcsssmj => told.rsmp(message).map(Some),
            Self::Simspark => told.simspark(message).map(|()| None),
        }
    }

    fn graph(
        self,
        message: &[u8],
        nodes: Option<Nodes>,
        before: Option<&Graph>,
    ) -> Result<Graph, String> {
        let graph = match (nodes, before) {
            (Some(nodes), before) => {
                let head = self.head(message).map_err(|refusal| refusal.to_string())?;
                let scene = &message[..nodes.end];
                match before.filter(|_| !head.full) {
                    Some(before) => before.updated(scene, nodes.start),
                    None => Graph::read(scene, nodes.start),
                }
            }
            (None, before) => match message::read(message).map_err(|fault| fault.to_string())? {
                message::Message::Frame(frame) => frame.scene(before),
                message::Message::Answers(_) => return Err("is no frame".to_owned()),
            },
        };
        graph.map_err(|fault| fault.to_string())
    }
}

impl Told {
    /// Reads `((RSMP ...)((gt ...)..)((sg ...)full|diff <node>)((gs ...)...)((ge ...)...))`.
    fn rsmp(&mut self, message: &[u8]) -> Result<Nodes, String> {
        let whole = List::whole(message).ok_or("is not one whole expression")?;
        let mut nodes = None;
        for part in whole.lists() {
            let Some(Node::List(kind)) = part.nodes().next() else { continue };
            match kind.head() {
                Some(b"sg") => {
                    // Texts of lists are parts of the message, without their parentheses.
                    let place = |list: List<'_>| {
                        let begin = list.text().as_ptr() as usize - message.as_ptr() as usize;
                        begin..begin + list.text().len()
                    };
                    let first = part.lists().nth(1).ok_or("has no node")?;
                    nodes = Some(place(first).start - 1..place(part).end);
                }
                Some(b"gs") => part.lists().skip(1).for_each(|entry| self.game(entry)),
                Some(b"ge") => part.lists().skip(1).for_each(|entry| self.size(entry)),
                _ => {}
            }
        }
        let modes = || PlayMode::ALL.map(|mode| mode.name().to_owned()).to_vec();
        if self.modes.is_empty() {
            self.modes = modes();
        }
        nodes.ok_or_else(|| "has no scene".to_owned())
    }

    fn game(&mut self, entry: List<'_>) {
        let words: Vec<_> =
            entry.nodes().filter_map(Node::atom).map(String::from_utf8_lossy).collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok());
        match (words.first().map(AsRef::as_ref), number(1)) {
            (Some("time"), Some(time)) => self.play_time = Some(time),
            (Some("score_left"), Some(goals)) => self.score[0] = goals as i64,
            (Some("score_right"), Some(goals)) => self.score[1] = goals as i64,
            (Some("play_mode"), Some(mode)) => {
                self.mode = PlayMode::ALL
                    .get(mode as usize)
                    .map_or(String::new(), |mode| mode.name().to_owned());
            }
            (Some("team_left"), _) => self.teams[0] = words.get(1).map(ToString::to_string),
            (Some("team_right"), _) => self.teams[1] = words.get(1).map(ToString::to_string),
            (Some("foul"), Some(kind)) => {
                let at = |at| number(at).unwrap_or_default() as u32;
                self.fouls.push((kind as u32, at(2), at(3)));
            }
            _ => {}
        }
    }

    fn size(&mut self, entry: List<'_>) {
        let words: Vec<_> =
            entry.nodes().filter_map(Node::atom).map(String::from_utf8_lossy).collect();
        if let [name, value] = &words[..]
            && let Ok(value) = value.parse()
        {
            self.note_size(name, value);
        }
    }

    fn note_size(&mut self, name: &str, value: f64) {
        self.sizes.retain(|(known, _)| known != name);
        self.sizes.push((name.to_owned(), value));
    }

    fn simspark(&mut self, message: &[u8]) -> Result<(), String> {
        let message::Message::Frame(frame) =
            message::read(message).map_err(|fault| fault.to_string())?
        else {
            return Err("is no frame".to_owned());
        };
        let game = frame.game;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if let Some(modes) = game.play_modes {
            self.modes = modes.into_iter().map(text).collect();
        }
        self.play_time = game.time.or(self.play_time);
        for side in 0..2 {
            self.score[side] = game.score[side].unwrap_or(self.score[side]);
            if let Some(name) = game.teams[side] {
                self.teams[side] = Some(text(name));
            }
        }
        if let Some(mode) = game.play_mode.and_then(|mode| self.modes.get(mode)) {
            self.mode.clone_from(mode);
        }
        self.fouls.extend(game.fouls.iter().map(|foul| (foul.kind, foul.team, foul.number)));
        for (name, value) in game.parameters {
            self.note_size(&text(name), value);
        }
        Ok(())
    }

    fn team(&self, side: Side) -> &str {
        self.teams[side.index()].as_deref().unwrap_or(side.alias())
    }

    fn foul(&self, kind: u32, team: u32, player: u32) -> String {
        let name = Foul::from_index(kind as usize).map_or("foul", Foul::name);
        let side = if team == 2 { Side::Right } else { Side::Left };
        format!("{} by {} #{player}", name.to_lowercase().replace('_', " "), self.team(side))
    }

    /// The pitch, as far as its sizes have been told.
    fn field(&self) -> Field {
        let told =
            |name: &str| self.sizes.iter().find(|(known, _)| known == name).map(|(_, size)| *size);
        let [length, width] = ["FieldLength", "FieldWidth"].map(told);
        let small = Field::fifa7vs7();
        let is_large = length.is_some_and(|length| length > 80.0);
        let mut field = if is_large { Field::fifa() } else { small };
        field.size[0] = length.unwrap_or(field.size[0]);
        field.size[1] = width.unwrap_or(field.size[1]);
        if let [Some(a), Some(b)] = ["GoalDepth", "GoalWidth"].map(told) {
            // rcsssmj mixes them up; no goal is deeper than it is wide.
            (field.goal_size[0], field.goal_size[1]) = (a.min(b), a.max(b));
        }
        field.goal_size[2] = told("GoalHeight").unwrap_or(field.goal_size[2]);
        field
    }

    fn standing(&self, notes: &serde_json::Value) -> String {
        let teams = Side::BOTH.map(|side| self.team(side));
        let game = json!({"teams": teams, "score": self.score, "mode": self.mode, "phase": ""});
        json!({"world": 0, "worlds": 1, "game": game, "notes": notes}).to_string()
    }
}
