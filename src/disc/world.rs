//! One game that somebody owns.

use super::memory::Minds;
use super::senses::Heard;
use super::{Answers, Game, Message, News, Player, Rules, Senses, Side, Stadium, Staff};
use crate::error::{Error, Result};
use crate::math::prefetch::{prefetch, prefetch_part};
use std::mem::offset_of;
use std::sync::Arc;

/// Who plays, where all join at once: of the left and the right team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams {
    /// Players, at most [`super::TEAM`] each.
    pub sizes: [usize; 2],
    /// Whether number 1 is the goalie.
    pub goalies: [bool; 2],
    /// Names; empty where there is no player.
    pub names: Arc<[String; 2]>,
}

/// All that changes: the game, the senses and memories of its players, trainer and coaches, where
/// there are some.
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
    /// Whether a cycle has ended since then.
    has_ended: bool,
    /// What lasts of the players' senses; none while nobody asks what they sense.
    pub senses: Option<Box<Senses>>,
    /// What the players know; none without senses, and where nobody asks.
    pub minds: Option<Box<Minds>>,
    /// Trainer and coaches; none while nobody was there.
    pub staff: Option<Box<Staff>>,
    /// What was told since somebody last took it; none where nobody asks.
    pub(super) news: Option<Vec<News>>,
    /// What players have heard in the last step, with their places; none without senses.
    pub heard: Vec<(u8, Heard)>,
    /// What coaches have said in their language and players have heard in the last step.
    pub advised: Vec<Advised>,
}

/// What a coach has said in his language, for players who are not on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    /// Whose players have heard it.
    pub side: Side,
    /// The clock then.
    pub cycle: u32,
    /// What he has said, which reads back as the same message.
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
            senses: None,
            minds: None,
            staff: None,
            news: None,
            heard: Vec::new(),
            advised: Vec::new(),
        }
    }

    /// A game before the kick-off with players in both teams, the first of each its goalie if it
    /// has one. They join as through [`join`](Self::join), the left team first; the names are
    /// taken as they are.
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

    /// Back to the begin of a game with these teams, on a stream of this seed.
    pub fn begin_anew(&mut self, seed: u64, teams: &Teams) {
        let (senses, minds) = (self.senses.take(), self.minds.is_some());
        *self = Self::with_teams(Arc::clone(&self.rules), seed, teams);
        if let Some(senses) = senses {
            self.open_senses(seed, senses.version(), minds);
        }
    }

    /// Asks the memory for what a cycle needs of this game: all but players, and those at some
    /// places. For whoever plays many games one after the other.
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

    /// The same of its rules; the game itself should be there by now.
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

    /// Another state of the same rules; nothing that was said is kept.
    pub(super) fn set_state(&mut self, names: [String; 2], state: State) {
        self.names = Arc::new(names);
        self.restore_state(state);
    }

    /// Another state of the same players and rules; nothing that was said is kept.
    pub(crate) fn restore_state(&mut self, (game, senses, minds, staff): State) {
        (self.game, self.senses, self.minds, self.staff) = (game, senses, minds, staff);
        self.game.count_players();
        self.take_news();
        self.messages.clear();
        self.heard.clear();
        self.advised.clear();
        self.has_ended = false;
    }

    /// A cycle has ended; what was said in it stays until the next one begins.
    pub fn end_cycle(&mut self) {
        self.has_ended = true;
    }

    /// Somebody is about to act: what was said in a cycle that has ended is forgotten.
    pub fn forget_ended_cycle(&mut self) {
        if std::mem::take(&mut self.has_ended) {
            self.messages.clear();
        }
    }

    /// The teams' names, left and right; empty while there is no such team.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The side of the team of a name.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| !name.is_empty() && self.names[side.index()] == name)
    }

    /// A player joins the team of a name, the first team on the left: the place he gets.
    ///
    /// # Errors
    /// A name that is none, a third team, a full team, a second goalie.
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

    /// Where things happen; what the rules draw is drawn.
    pub fn stadium(&mut self) -> Stadium<'_> {
        self.stadium_with(None)
    }

    /// Where things happen; a caller decides what the rules draw.
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
        }
    }
}

/// Finds out whether a team may have a name.
///
/// # Errors
/// [`Error::Argument`] of the argument for one that rcssserver does not take.
pub fn check_team_name(argument: &'static str, name: &str) -> Result<()> {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || b"+-_".contains(&byte);
    if (1..=15).contains(&name.len()) && name.bytes().all(named) {
        return Ok(());
    }
    let message = format!("a team is named by 1 to 15 of A-Z a-z 0-9 + - _, not {name:?}");
    Err(Error::argument(argument, message))
}
