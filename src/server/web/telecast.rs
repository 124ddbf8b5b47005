//! Shots of a game as a server reports it to monitors, message by message, in either protocol.

use super::cast::{Cast, Looks};
use super::delta::{Pose, Shot};
use crate::render::mode_words;
use crate::soccer::{Field, Foul, PlayMode, PlayerId, Side};
use crate::wire::log_file::LogForm;
use crate::wire::rcsssmj::monitor::UNKNOWN;
use crate::wire::scene::Graph;
use crate::wire::sexpr::{List, Node};
use crate::wire::simspark::message;
use serde_json::json;
use std::borrow::Cow;
use thiserror::Error;

/// Length of SimSpark's longest pitch that has its own markings, m.
const SMALL: f64 = 30.0;
/// Depth of the box before a goal on it, and how much wider than the goal the box is, m.
const BOX: [f64; 2] = [1.8, 3.9];

/// Why a message cannot be shown.
#[derive(Debug, Error)]
pub enum TelecastError {
    /// The message is wrong; the text says why.
    #[error("a message to monitors {0}")]
    Message(String),
    /// Shapes cannot be drawn.
    #[error(transparent)]
    Shapes(#[from] crate::Error),
}

/// A game as reported in messages to monitors.
#[derive(Debug)]
pub struct Telecast {
    form: LogForm,
    reported: Reported,
    graph: Option<Graph>,
    /// Known once there is something to be shown.
    looks: Option<Looks>,
    cast: Option<Cast>,
    poses: Vec<Pose>,
    standing: String,
    news: Vec<String>,
    insight: String,
}

/// The robot about which more is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selected {
    /// No robot.
    #[default]
    Nobody,
    /// The first robot of a known model.
    First,
    /// This player.
    Player(PlayerId),
    /// The player with this number of the team with this name.
    Named(String, u32),
}

impl Telecast {
    /// Starts before the first message.
    pub fn new(form: LogForm) -> Self {
        Self {
            form,
            reported: Reported::default(),
            graph: None,
            looks: None,
            cast: None,
            poses: Vec::new(),
            standing: String::new(),
            news: Vec::new(),
            insight: String::new(),
        }
    }

    /// Returns the form of the messages.
    pub fn form(&self) -> LogForm {
        self.form
    }

    /// Takes in a message. Its fouls are news, unless `is_passed`: the message is only read on the
    /// way to a later one.
    ///
    /// # Errors
    /// [`TelecastError`]; the state from earlier messages then still counts.
    pub fn hear(&mut self, message: &[u8], is_passed: bool) -> Result<(), TelecastError> {
        let Self { form, reported, graph: known, looks, cast, news, .. } = self;
        reported.fouls.clear();
        let before = reported.teams.clone();
        let scene = reported.hear(*form, message).map_err(TelecastError::Message)?;
        let after = graph(*form, message, scene, known.as_ref()).map_err(TelecastError::Message)?;
        let is_same = known
            .as_ref()
            .is_some_and(|graph| graph.shares_nodes(&after) || graph.nodes() == after.nodes());
        if cast.is_none() || !is_same || reported.teams != before {
            let looks = match looks {
                Some(looks) => looks,
                None => looks.insert(Looks::new(*form)?),
            };
            *cast = Some(Cast::new(&after, &reported.teams, &reported.field(), looks)?);
        }
        *known = Some(after);
        if !is_passed {
            let texts = reported
                .fouls
                .iter()
                .map(|&(kind, team, player)| reported.foul(kind, team, player));
            news.extend(texts.map(|text| json!({"kind": "foul", "text": text}).to_string()));
        }
        Ok(())
    }

    /// Drops the news so far, so that it is not in the next shot.
    pub fn forget_news(&mut self) {
        self.news.clear();
    }

    /// Takes a shot at a time, s, with notes as JSON, and with what the selected robot could see;
    /// `None` before the first message.
    pub fn shoot(
        &mut self,
        time: f64,
        notes: &serde_json::Value,
        selected: &Selected,
    ) -> Option<Shot<'_>> {
        let Self { reported, graph, cast, poses, standing, news, insight, .. } = self;
        let (cast, graph) = (cast.as_mut()?, graph.as_ref()?);
        cast.poses(graph, poses);
        *standing = reported.standing(notes);
        let player = reported.player(selected, cast.players());
        *insight = player.map_or(String::new(), |player| {
            self::insight(player, cast.seen(poses, player).as_deref())
        });
        let (scenery, play_time) = (&cast.scenery, reported.play_time);
        Some(Shot { scenery, time, play_time, poses, standing, news, insight })
    }
}

/// Returns what a robot could see; monitors are not sent the forces on it.
fn insight(player: PlayerId, seen: Option<&[[f64; 3]]>) -> String {
    let short = |point: &[f64; 3]| point.map(|x| (x * 1000.0).round() / 1000.0);
    let seen: Option<Vec<_>> = seen.map(|seen| seen.iter().map(short).collect());
    let (team, number) = (player.side.index(), player.number);
    json!({"team": team, "number": number, "seen": seen, "pushes": null}).to_string()
}

/// The state of the game as reported in messages so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    play_time: Option<f64>,
    pub(super) score: [i64; 2],
    mode: String,
    modes: Vec<String>,
    teams: [Option<String>; 2],
    pub(super) fouls: Vec<(u32, u32, u32)>,
    sizes: Vec<(String, f64)>,
}

/// Sets the sizes that SimSpark does not report: the distance at free kicks is also the radius of
/// its centre circle, and its small pitches have one box before each goal, and nothing else.
fn simspark_markings(field: &mut Field, free_kick_distance: Option<f64>) {
    field.circle_radius = free_kick_distance.filter(|&m| m > 0.0).unwrap_or(field.circle_radius);
    if field.size[0] <= SMALL {
        field.goalie_area = [BOX[0], field.goal_size[1] + BOX[1]];
        field.penalty_area = None;
        field.corner_radius = 0.0;
        // The centre, where there is a spot anyway.
        field.penalty_spot = field.half()[0];
    }
}

/// Byte range of a scene's nodes in a message.
type Nodes = std::ops::Range<usize>;

/// Returns the scene after a message, given the byte range of its nodes and the scene before it.
fn graph(
    form: LogForm,
    message: &[u8],
    nodes: Option<Nodes>,
    before: Option<&Graph>,
) -> Result<Graph, String> {
    let graph = match (nodes, before) {
        (Some(nodes), before) => {
            let head = form.head(message).map_err(|refusal| refusal.to_string())?;
            let scene = &message[..nodes.end];
            match before.filter(|_| !head.full) {
                Some(before) => before.updated(scene, nodes.start),
                None => Graph::read(scene, nodes.start),
            }
        }
        (None, before) => match message::read(message).map_err(|fault| fault.to_string())? {
            message::Message::Frame(frame) => frame.scene(before),
            message::Message::Answers(_) => return Err("is not a frame".to_owned()),
        },
    };
    graph.map_err(|fault| fault.to_string())
}

impl Reported {
    /// Takes in what a message reports about the game.
    pub(super) fn hear(&mut self, form: LogForm, message: &[u8]) -> Result<Option<Nodes>, String> {
        match form {
            LogForm::Rcsssmj => self.rsmp(message).map(Some),
            LogForm::Simspark => self.simspark(message).map(|()| None),
        }
    }

    /// Reads `((RSMP ...)((gt ...)..)((sg ...)full|diff <node>)((gs ...)...)((ge ...)...))`.
    fn rsmp(&mut self, message: &[u8]) -> Result<Nodes, String> {
        let whole = List::whole(message).ok_or("is not one whole expression")?;
        let mut nodes = None;
        for part in whole.lists() {
            let Some(Node::List(kind)) = part.nodes().next() else { continue };
            match kind.head() {
                Some(b"sg") => {
                    // The texts of lists are slices of the message, without their parentheses.
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
            (Some("team_left"), _) => self.teams[0] = joined(words.get(1)),
            (Some("team_right"), _) => self.teams[1] = joined(words.get(1)),
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
            return Err("is not a frame".to_owned());
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

    pub(super) fn team(&self, side: Side) -> &str {
        self.teams[side.index()].as_deref().unwrap_or(side.alias())
    }

    fn player(&self, selected: &Selected, known: &[PlayerId]) -> Option<PlayerId> {
        match selected {
            Selected::Nobody => None,
            Selected::First => known.first().copied(),
            Selected::Player(player) => Some(*player),
            Selected::Named(team, number) => {
                let side = Side::BOTH.into_iter().find(|side| self.team(*side) == team)?;
                Some(PlayerId { side, number: *number })
            }
        }
    }

    pub(super) fn foul(&self, kind: u32, team: u32, player: u32) -> String {
        let name = Foul::from_index(kind as usize).map_or("unknown", Foul::name);
        let side = if team == 2 { Side::Right } else { Side::Left };
        format!("Foul: {}, {} #{player}", name.to_lowercase().replace('_', " "), self.team(side))
    }

    /// Returns the pitch, with default values for sizes that have not been reported.
    fn field(&self) -> Field {
        let size_of =
            |name: &str| self.sizes.iter().find(|(known, _)| known == name).map(|(_, size)| *size);
        let [length, width] = ["FieldLength", "FieldWidth"].map(size_of);
        let small = Field::fifa7vs7();
        let is_large = length.is_some_and(|length| length > 80.0);
        let mut field = if is_large { Field::fifa() } else { small };
        field.size[0] = length.unwrap_or(field.size[0]);
        field.size[1] = width.unwrap_or(field.size[1]);
        if let [Some(a), Some(b)] = ["GoalDepth", "GoalWidth"].map(size_of) {
            // rcsssmj confuses the two, but no goal is deeper than it is wide.
            (field.goal_size[0], field.goal_size[1]) = (a.min(b), a.max(b));
        }
        let [length, width] = &mut field.goalie_area;
        for (size, name) in [
            (&mut field.goal_size[2], "GoalHeight"),
            (&mut field.circle_radius, "CenterCircleRadius"),
            (&mut field.corner_radius, "CornerAreaRadius"),
            (length, "GoalieAreaLength"),
            (width, "GoalieAreaWidth"),
            (&mut field.penalty_spot, "PenaltySpotDistance"),
        ] {
            *size = size_of(name).unwrap_or(*size);
        }
        if let [Some(a), Some(b)] = ["PenaltyAreaLength", "PenaltyAreaWidth"].map(size_of) {
            field.penalty_area = Some([a, b]);
        } else if size_of("CenterCircleRadius").is_some() {
            // A sender that reports markings also reports the penalty area, if there is one.
            field.penalty_area = None;
        } else {
            simspark_markings(&mut field, size_of("FreeKickDistance"));
        }
        field
    }

    fn standing(&self, notes: &serde_json::Value) -> String {
        let teams = Side::BOTH.map(|side| self.team(side));
        let words = mode_words(&self.mode);
        let game = json!({
            "teams": teams, "score": self.score, "mode": self.mode, "words": words, "phase": "",
        });
        json!({"world": 0, "worlds": 1, "game": game, "notes": notes}).to_string()
    }
}

/// A team's name; `None` for the placeholder of one that has not joined.
fn joined(name: Option<&Cow<'_, str>>) -> Option<String> {
    name.filter(|name| !UNKNOWN.contains(&name.as_ref())).map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_that_have_not_joined_go_by_their_sides() {
        let message = b"((RSMP 1 0)((gt 1 0)0.04)((sg 1 0)full(nd))\
            ((gs 1 0)(time 0.0)(team_left A)(team_right <RIGHT>)))";
        let mut reported = Reported::default();
        reported.hear(LogForm::Rcsssmj, message).unwrap();
        assert_eq!(Side::BOTH.map(|side| reported.team(side)), ["A", Side::Right.alias()]);
    }

    fn field(sizes: &[(&str, f64)]) -> Field {
        let mut reported = Reported::default();
        for &(name, size) in sizes {
            reported.note_size(name, size);
        }
        reported.field()
    }

    #[test]
    fn simsparks_pitch_has_its_own_markings() {
        let pitch = [("FieldLength", 30.0), ("FieldWidth", 20.0), ("FreeKickDistance", 2.0)];
        let goal = [("GoalWidth", 2.1), ("GoalDepth", 0.6), ("GoalHeight", 0.8)];
        let field = field(&[pitch, goal].concat());
        assert_eq!((field.size, field.goal_size), ([30.0, 20.0, 40.0], [0.6, 2.1, 0.8]));
        assert_eq!((field.goalie_area, field.penalty_area), ([1.8, 6.0], None));
        assert_eq!((field.circle_radius, field.corner_radius), (2.0, 0.0));
    }

    #[test]
    fn our_pitches_have_theirs_in_simsparks_protocol_too() {
        for known in [Field::fifa(), Field::fifa7vs7()] {
            let [length, width, _] = known.size;
            let circle = ("FreeKickDistance", known.circle_radius);
            assert_eq!(field(&[("FieldLength", length), ("FieldWidth", width), circle]), known);
        }
    }
}
