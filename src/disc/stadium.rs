//! A game with its rules, borrowed while something happens in it. Commands, the cycle and the
//! referee work on it.

use super::relocate::MoveReply;
use super::substitution::Refusal;
use super::{
    Answers, Card, Command, Event, Game, Lot, Message, News, Places, Player, PlayerType, Random,
    Rules, Senses, Side, TEAM, Vec2, collisions, command, cycle, flags, stamina, substitution,
};

/// A game, its rules, the caller that decides random draws, and what the referee has said.
pub struct Stadium<'a> {
    /// Parameters and types.
    pub rules: &'a Rules,
    /// The state.
    pub game: &'a mut Game,
    /// A caller that decides what the rules draw.
    pub answers: Option<&'a mut dyn Answers>,
    /// What the referee has said since these messages were last cleared.
    pub messages: &'a mut Vec<Message>,
    /// All events reported since they were last taken; `None` if they are not kept.
    pub news: Option<&'a mut Vec<News>>,
    /// What players sense with; `None` while nobody asks what they sense.
    pub senses: Option<&'a mut Senses>,
}

/// Random draws, and what the referee says.
impl Stadium<'_> {
    /// Whether something of this probability happens.
    pub fn event(&mut self, lot: Lot, player: Option<usize>, probability: f64) -> bool {
        let answer =
            self.answers.as_mut().and_then(|answers| answers.event(lot, player, probability));
        answer.unwrap_or_else(|| self.game.random.event(probability))
    }

    /// A number that a rule draws.
    pub fn number(
        &mut self,
        lot: Lot,
        player: Option<usize>,
        draw: impl FnOnce(&mut Random) -> f64,
    ) -> f64 {
        let answer = self.answers.as_mut().and_then(|answers| answers.number(lot, player));
        answer.unwrap_or_else(|| draw(&mut self.game.random))
    }

    /// A point that a rule draws.
    pub fn point(
        &mut self,
        lot: Lot,
        player: Option<usize>,
        draw: impl FnOnce(&mut Random) -> Vec2,
    ) -> Vec2 {
        let answer = self.answers.as_mut().and_then(|answers| answers.point(lot, player));
        answer.unwrap_or_else(|| draw(&mut self.game.random))
    }

    /// The referee speaks.
    pub fn say(&mut self, message: Message) {
        self.messages.push(message);
        self.report(Event::Referee(message));
    }

    /// Reports an event, if events are kept.
    pub(super) fn report(&mut self, event: Event) {
        if let Some(news) = &mut self.news {
            news.push(News { cycle: self.game.cycle, stopped: self.game.stopped, event });
        }
    }
}

/// Who is where.
impl Stadium<'_> {
    /// The type of a player.
    pub fn type_of(&self, player: usize) -> &PlayerType {
        &self.rules.types[usize::from(self.game.players[player].type_id)]
    }

    /// Places of the players on the pitch, left 1 to 11, then right.
    pub fn connected(&self) -> Places {
        self.game.connected()
    }

    /// Places of a team's players on the pitch.
    pub fn team(&self, side: Side) -> Places {
        self.connected().of(side)
    }

    /// Whether the ball is within a player's reach, its edge included.
    pub fn can_kick(&self, player: usize) -> bool {
        self.game.can_kick(self.rules, player)
    }
}

/// Placing the ball and the players.
impl Stadium<'_> {
    /// Places the ball and clears its acceleration.
    pub fn place_ball(&mut self, position: Vec2, velocity: Vec2) {
        let ball = &mut self.game.ball;
        ball.position = position;
        ball.previous = position;
        ball.velocity = velocity;
        ball.acceleration = Vec2::ZERO;
    }

    /// Puts a player somewhere, at rest.
    pub fn place_player(&mut self, player: usize, position: Vec2) {
        let player = &mut self.game.players[player];
        player.position = position;
        player.velocity = Vec2::ZERO;
        player.acceleration = Vec2::ZERO;
    }

    /// A trainer's move of the ball; nobody holds it any longer.
    pub fn move_ball(&mut self, position: Vec2, velocity: Vec2) {
        self.game.ball.holder = None;
        self.place_ball(position, velocity);
    }

    /// A trainer's move of a player; what is not given stays. Angle in rad.
    pub fn move_player(
        &mut self,
        player: usize,
        position: Vec2,
        body: Option<f64>,
        velocity: Option<Vec2>,
    ) {
        let player = &mut self.game.players[player];
        player.position = position;
        if let Some(body) = body {
            player.body = body;
        }
        player.next_body = player.body;
        if let Some(velocity) = velocity {
            player.velocity = velocity;
        }
        self.collide();
    }

    /// Parts everything that overlaps, as in a step.
    pub fn collide(&mut self) {
        collisions::collide(self);
    }

    /// The wind turns round, at half time.
    pub fn reverse_wind(&mut self) {
        self.game.wind = -self.game.wind;
    }
}

/// Players come, act, tire, are punished, and go.
impl Stadium<'_> {
    /// Adds a player to a team and returns their place; `None` if the team is full, or if a goalie
    /// joins a team that already has one.
    pub fn join(&mut self, side: Side, goalie: bool) -> Option<usize> {
        let mut team = (1..=TEAM as u8).map(|unum| Player::place(side, unum));
        if goalie && team.clone().any(|place| self.game.players[place].goalie) {
            return None;
        }
        let place = team.find(|&place| !self.game.players[place].joined)?;
        self.game.teams[side.index()] = true;
        let order = self.game.players.iter().filter(|player| player.joined).count() as u8;
        let rules = self.rules;
        let player = &mut self.game.players[place];
        player.connected = true;
        player.joined = true;
        player.order = order;
        player.goalie = goalie;
        player.flags = flags::STAND | if goalie { flags::GOALIE } else { 0 };
        player.shown = player.flags;
        // The body faces the opponents' goal until the first step turns it to 0, as in rcssserver.
        player.body = if side == Side::Left { 0.0 } else { std::f64::consts::PI };
        stamina::restore(&rules.server, &rules.types[0], player);
        self.game.count_players();
        Some(place)
    }

    /// Brings a player back, or fills a place that nobody has had. They play from where they stand.
    pub fn come_back(&mut self, place: usize) {
        let order = self.game.players.iter().filter(|player| player.joined).count() as u8;
        let rules = self.rules;
        let player = &mut self.game.players[place];
        self.game.teams[player.side.index()] = true;
        if !player.joined {
            stamina::restore(&rules.server, &rules.types[usize::from(player.type_id)], player);
            player.order = order;
        }
        player.joined = true;
        player.connected = true;
        player.flags |= flags::STAND | if player.goalie { flags::GOALIE } else { 0 };
        player.shown = player.flags;
        self.game.count_players();
    }

    /// Executes a player's command as far as the rules allow it; all numbers must be finite.
    #[inline]
    pub fn act(&mut self, player: usize, command: Command) -> MoveReply {
        command::act(self, player, command)
    }

    /// Plays one cycle.
    pub fn step(&mut self) {
        cycle::step(self);
    }

    /// Resets everyone's stamina, effort, recovery and capacity, and how much everyone may hear, to
    /// their values at the start.
    pub fn recover_all(&mut self) {
        for place in self.connected() {
            self.recover(place);
        }
    }

    /// Resets what tires of a player to its values at the start.
    pub(super) fn recover(&mut self, place: usize) {
        let rules = self.rules;
        let player = &mut self.game.players[place];
        stamina::restore(&rules.server, &rules.types[usize::from(player.type_id)], player);
        if let Some(senses) = &mut self.senses {
            senses.players[place].capacity = [rules.server.hear_max; 2];
        }
    }

    /// Resets everyone's capacity to its value at the start.
    pub fn recover_capacity(&mut self) {
        let rules = self.rules;
        for place in self.connected() {
            stamina::restore_capacity(&rules.server, &mut self.game.players[place]);
        }
    }

    /// Removes a player who leaves or is sent off: they stand beside the pitch and play no more.
    pub fn remove(&mut self, place: usize) {
        if self.game.ball.holder == Some(place as u8) {
            self.game.ball.holder = None;
        }
        let player = &mut self.game.players[place];
        player.connected = false;
        player.flags &= flags::YELLOW_CARD | flags::RED_CARD;
        player.position = Player::bench(player.side, player.unum);
        player.velocity = Vec2::ZERO;
        player.acceleration = Vec2::ZERO;
        self.game.count_players();
    }

    /// Shows a player a card; a red one removes them.
    pub fn show_card(&mut self, place: usize, card: Card) {
        self.game.players[place].card = card;
        match card {
            Card::None => {}
            Card::Yellow => self.game.players[place].flags |= flags::YELLOW_CARD,
            Card::Red => {
                self.remove(place);
                let player = &mut self.game.players[place];
                player.flags = (player.flags & !flags::YELLOW_CARD) | flags::RED_CARD;
            }
        }
    }

    /// Freezes the victim of a foul.
    pub fn foul_charge(&mut self, place: usize) {
        let cycles = self.rules.server.foul_cycles.clamp(0, u16::MAX.into()) as u16;
        let player = &mut self.game.players[place];
        player.foul_cycles = cycles;
        player.acted = true;
        player.flags |= flags::FOUL_CHARGED;
    }

    /// A trainer's substitution: gives a player a type and full stamina, and clears their card.
    pub fn substitute(&mut self, place: usize, type_id: u8) {
        substitution::substitute(self, place, type_id);
    }

    /// A coach's substitution.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn substitute_by_coach(
        &mut self,
        side: Side,
        unum: i32,
        type_id: i32,
    ) -> Result<(), Refusal> {
        substitution::by_coach(self, side, unum, type_id)
    }

    /// A coach makes a player the goalie of a team that has none.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn make_goalie(&mut self, side: Side, unum: i32) -> Result<(), Refusal> {
        substitution::make_goalie(self, side, unum)
    }

    /// Gives players of both teams types of their own, as at the first kick-off.
    pub fn assign_types(&mut self) {
        substitution::assign(self);
    }
}
