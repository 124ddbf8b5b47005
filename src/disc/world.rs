//! A game that owns all that belongs to it: its rules, the players' senses and memories, trainer
//! and coaches, and what has been said. A [`Stadium`] borrows from it.

use super::memory::Minds;
use super::senses::Heard;
use super::{Answers, Game, Message, News, Player, Rules, Senses, Side, Stadium, Staff};
use crate::error::{Error, Result};
use crate::math::prefetch::{prefetch, prefetch_part};
use std::mem::offset_of;
use std::sync::Arc;

/// The players of the left and the right team, for games that all players join at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams {
    /// Players, at most [`super::TEAM`] each.
    pub sizes: [usize; 2],
    /// Whether number 1 is the goalie.
    pub goalies: [bool; 2],
    /// Names; empty where there is no player.
    pub names: Arc<[String; 2]>,
}

/// All that changes: the game, its players' senses and memories, and trainer and coaches, where
/// they exist.
pub(crate) type State = (Game, Option<Box<Senses>>, Option<Box<Minds>>, Option<Box<Staff>>);

/// A game, its rules, and what the referee has said.
#[derive(Clone, Debug)]
pub struct World {
    rules: Arc<Rules>,
    names: Arc<[String; 2]>,
    /// The state.
    pub game: Game,
    /// What the referee has said since somebody last cleared it.
    pub messages: Vec<Message>,
    /// Whether a cycle has ended since the messages were last cleared.
    has_ended: bool,
    /// How many times a new game or a snapshot has replaced the state: what is remembered outside
    /// of this world belongs to one of these games.
    replaced: u32,
    /// The lasting state of the players' senses; `None` while nobody asks what they sense.
    pub senses: Option<Box<Senses>>,
    /// What the players know; `None` without senses or while nobody asks for it.
    pub minds: Option<Box<Minds>>,
    /// Trainer and coaches; `None` until one of them appears.
    pub staff: Option<Box<Staff>>,
    /// Events reported since they were last taken; `None` if nobody asks for them.
    pub(super) news: Option<Vec<News>>,
    /// What players have heard in the last step, with their places; empty without senses.
    pub heard: Vec<(u8, Heard)>,
    /// What coaches have said in the coach language and players have heard in the last step.
    pub advised: Vec<Advised>,
}

/// What a coach has said in the coach language, for players who are not on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    /// The side whose players have heard it.
    pub side: Side,
    /// The clock when they heard it.
    pub cycle: u32,
    /// The text as they said it, which parses as the same message.
    pub text: String,
}

impl World {
    /// An empty pitch before the kick-off.
    pub fn new(rules: Arc<Rules>, seed: u64) -> Self {
        let game = Game::new(&rules, seed);
        Self {
            rules,
            names: Arc::default(),
            game,
            messages: Vec::new(),
            has_ended: false,
            replaced: 0,
            senses: None,
            minds: None,
            staff: None,
            news: None,
            heard: Vec::new(),
            advised: Vec::new(),
        }
    }

    /// A game before the kick-off with players in both teams. The first player of a team is its
    /// goalie, if it has one. Players join as with [`join`](Self::join), the left team first; the
    /// names are not checked.
    pub fn with_teams(rules: Arc<Rules>, seed: u64, teams: &Teams) -> Self {
        let mut world = Self::new(rules, seed);
        for side in Side::BOTH {
            for number in 0..teams.sizes[side.index()] {
                world.stadium().join(side, number == 0 && teams.goalies[side.index()]);
            }
        }
        world.names = Arc::clone(&teams.names);
        world
    }

    /// Starts again with a new game of these teams, on the random stream of this seed.
    pub fn begin_anew(&mut self, seed: u64, teams: &Teams) {
        let (senses, minds) = (self.senses.take(), self.minds.is_some());
        let replaced = self.replaced.wrapping_add(1);
        *self = Self { replaced, ..Self::with_teams(Arc::clone(&self.rules), seed, teams) };
        if let Some(senses) = senses {
            self.open_senses(seed, senses.version(), minds);
        }
    }

    /// Prefetches what a cycle needs of this game: all but the players, and the players at some
    /// places. For callers that step many games one after the other.
    #[inline]
    pub(crate) fn prefetch(&self, places: &[u8]) {
        const PLAYERS: usize = offset_of!(World, game) + offset_of!(Game, players);
        const BEHIND: usize = PLAYERS + size_of::<[Player; super::PLAYERS]>();
        prefetch_part(self, 0..PLAYERS);
        prefetch_part(self, BEHIND..size_of::<Self>());
        for &place in places {
            if let Some(player) = self.game.players.get(usize::from(place)) {
                prefetch(player);
            }
        }
    }

    /// Prefetches what a cycle needs of the rules; the game itself should be in the cache by now.
    #[inline]
    pub(crate) fn prefetch_rules(&self, places: &[u8]) {
        prefetch(&self.rules.server);
        for &place in places {
            if let Some(player) = self.game.players.get(usize::from(place)) {
                prefetch(&self.rules.types[usize::from(player.type_id)]);
            }
        }
    }

    /// Parameters and types.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Replaces the names and the state by others with the same rules. Everything that was said
    /// before is dropped.
    pub(super) fn set_state(&mut self, names: [String; 2], state: State) {
        self.names = Arc::new(names);
        self.restore_state(state);
    }

    /// Replaces the state by another one with the same players and rules. Everything that was said
    /// before is dropped.
    pub(crate) fn restore_state(&mut self, (game, senses, minds, staff): State) {
        (self.game, self.senses, self.minds, self.staff) = (game, senses, minds, staff);
        self.game.count_players();
        self.take_news();
        self.messages.clear();
        self.heard.clear();
        self.advised.clear();
        self.has_ended = false;
        self.replaced = self.replaced.wrapping_add(1);
    }

    /// Changes whenever a new game or a snapshot replaces the state.
    pub fn replaced(&self) -> u32 {
        self.replaced
    }

    /// Marks the end of a cycle; what was said in it stays until the next one begins.
    pub fn end_cycle(&mut self) {
        self.has_ended = true;
    }

    /// Called before somebody acts: drops what was said in a cycle that has ended.
    pub fn forget_ended_cycle(&mut self) {
        if std::mem::take(&mut self.has_ended) {
            self.messages.clear();
        }
    }

    /// The teams' names, left and right; empty while there is no such team.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The teams' names, left and right, as the players and the coach of a side are told them: a
    /// name that the parameters fix is that of its team for the opponents only.
    pub fn names_told(&self, side: Side) -> [String; 2] {
        let mut names = <[String; 2]>::clone(&self.names);
        let (server, other) = (&self.rules.server, side.other().index());
        let fixed = [&server.fixed_teamname_l, &server.fixed_teamname_r][other];
        if !fixed.is_empty() && !names[other].is_empty() {
            names[other].clone_from(fixed);
        }
        names
    }

    /// The side of the team with this name.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| !name.is_empty() && self.names[side.index()] == name)
    }

    /// Adds a player to the team with this name and returns their place. The first team plays on
    /// the left.
    ///
    /// # Errors
    /// An invalid name, a third team, a full team, a second goalie.
    pub fn join(&mut self, team: &str, goalie: bool) -> Result<usize> {
        check_team_name("team", team)?;
        let free = || Side::BOTH.into_iter().find(|side| self.names[side.index()].is_empty());
        let Some(side) = self.side_named(team).or_else(free) else {
            let [left, right] = &*self.names;
            let message = format!("{left:?} and {right:?} play; there is no place for {team:?}");
            return Err(Error::argument("team", message));
        };
        let Some(place) = self.stadium().join(side, goalie) else {
            let what = if goalie { "has a goalie, or 11 players" } else { "has 11 players" };
            return Err(Error::argument("team", format!("{team:?} {what}")));
        };
        self.name_team(side, team);
        if let Some(version) = self.senses.as_ref().map(|senses| senses.version()) {
            self.welcome(place, version);
        }
        Ok(place)
    }

    /// Gives the team of a side its name.
    pub(crate) fn name_team(&mut self, side: Side, name: &str) {
        name.clone_into(&mut Arc::make_mut(&mut self.names)[side.index()]);
    }

    /// The game as a [`Stadium`]; what the rules draw is drawn at random.
    pub fn stadium(&mut self) -> Stadium<'_> {
        self.stadium_with(None)
    }

    /// The game as a [`Stadium`]; `answers` decides what the rules draw.
    pub fn stadium_with<'a, 'b: 'a>(
        &'a mut self,
        answers: Option<&'a mut (dyn Answers + 'b)>,
    ) -> Stadium<'a> {
        let answers = answers.map(|answers| answers as &mut dyn Answers);
        Stadium {
            rules: &self.rules,
            game: &mut self.game,
            answers,
            messages: &mut self.messages,
            news: self.news.as_mut(),
            senses: self.senses.as_deref_mut(),
        }
    }
}

/// Checks whether a team may have this name.
///
/// # Errors
/// [`Error::Argument`] about `argument` for a name that rcssserver does not accept.
pub fn check_team_name(argument: &'static str, name: &str) -> Result<()> {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || b"+-_".contains(&byte);
    if (1..=15).contains(&name.len()) && name.bytes().all(named) {
        return Ok(());
    }
    let message = format!("a team is named by 1 to 15 of A-Z a-z 0-9 + - _, not {name:?}");
    Err(Error::argument(argument, message))
}
