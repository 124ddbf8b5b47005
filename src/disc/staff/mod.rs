//! The trainer and the coaches, who stand beside the pitch: their lasting state in a game, as plain
//! data. What they send is parsed in `wire::rcssserver`.

mod coach;

pub use coach::{Coach, SayRefusal};

use super::news::{Event, News};
use super::said::{Clang, Said};
use super::senses::NEWEST;
use super::world::Advised;
use super::{Answers, PLAYERS, ServerParameters, Side, World};
use serde::{Deserialize, Serialize};

/// Maximum number of messages kept of those said in one cycle.
const MOST_SAID: usize = 256;

/// The trainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trainer {
    /// Version of the protocol, 1 to 19.
    pub version: u8,
    /// Whether they are sent the state of the whole pitch in every cycle.
    pub eye: bool,
    /// Whether they are sent everything that is said.
    pub ear: bool,
}

impl Default for Trainer {
    fn default() -> Self {
        Self { version: NEWEST, eye: false, ear: false }
    }
}

/// Trainer and coaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staff {
    /// The trainer.
    pub trainer: Trainer,
    /// The coaches of the left and the right team.
    pub coaches: [Coach; 2],
    /// The versions of the coach language that players have declared, lowest and highest, by place;
    /// zeros for a player who has declared none.
    pub clang: [[i32; 2]; PLAYERS],
    /// What was said since players last felt their bodies.
    pub said: Vec<Said>,
}

impl Staff {
    fn new(freeform_messages: i32) -> Self {
        Self {
            trainer: Trainer::default(),
            coaches: std::array::from_fn(|_| Coach::new(freeform_messages)),
            clang: [[0; 2]; PLAYERS],
            said: Vec::new(),
        }
    }

    /// Whether this can be the state of a game's staff.
    pub(crate) fn is_possible(&self) -> bool {
        let known = |version: u8| (1..=NEWEST).contains(&version);
        known(self.trainer.version)
            && self.coaches.iter().all(|coach| known(coach.version))
            && self.said.len() <= MOST_SAID
    }
}

impl World {
    /// Keeps all news from now on, until somebody takes it.
    pub fn open_news(&mut self) {
        self.news.get_or_insert_default();
    }

    /// Takes the news reported since the last call.
    pub fn take_news(&mut self) -> Vec<News> {
        self.news.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Reports an event at once, if news is kept.
    pub fn report(&mut self, event: Event) {
        let Self { game, news: Some(news), .. } = self else { return };
        news.push(News { cycle: game.cycle, stopped: game.stopped, event });
    }

    /// Trainer and coaches, who are created on the first call.
    pub fn staff_mut(&mut self) -> &mut Staff {
        let rules = std::sync::Arc::clone(self.rules());
        self.staff.get_or_insert_with(|| {
            let mut staff = Box::new(Staff::new(rules.server.say_coach_cnt_max));
            if self.game.cycle > 0 || self.game.stopped > 0 {
                // A coach who has been silent so far may say as much as one who was there.
                let times = normal_time(&rules.server).map_or(0, |length| self.game.cycle / length);
                for coach in &mut staff.coaches {
                    coach.join(&rules.server, &self.game);
                    (0..times).for_each(|_| coach.award(rules.server.say_coach_cnt_max));
                }
            }
            staff
        })
    }

    /// The trainer, or a coach of a version before 7, says something.
    pub fn say_aloud(&mut self, said: Said) {
        let kept = &mut self.staff_mut().said;
        if kept.len() < MOST_SAID {
            kept.push(said.clone());
        }
        self.report(Event::Said(said));
    }

    /// A coach says something in the coach language; players hear it when its time has come.
    ///
    /// # Errors
    /// The reason why they may not say it.
    pub fn say_clang(&mut self, side: Side, message: Clang) -> Result<(), SayRefusal> {
        let server = std::sync::Arc::clone(&self.rules().server);
        self.staff_mut();
        let Self { game, staff: Some(staff), .. } = self else { return Ok(()) };
        staff.coaches[side.index()].say(&server, game, message)
    }

    /// Takes the next message of a coach that players hear now.
    fn next_clang(&mut self, side: Side, server: &ServerParameters) -> Option<Clang> {
        let Self { game, staff: Some(staff), .. } = self else { return None };
        staff.coaches[side.index()].next(server, game)
    }

    /// Plays one cycle: players hear what coaches have said if it is time, then the game goes on.
    pub fn step(&mut self, answers: Option<&mut dyn Answers>) {
        self.staff_mut();
        self.advised.clear();
        let server = std::sync::Arc::clone(&self.rules().server);
        for side in Side::BOTH {
            while let Some(message) = self.next_clang(side, &server) {
                let (cycle, text) = (self.game.cycle, message.said.clone());
                self.advised.push(Advised { side, cycle, text });
                self.report(Event::Clang(side, message));
            }
            if let Some(staff) = &mut self.staff {
                staff.coaches[side.index()].open_window(&server, self.game.cycle);
            }
        }
        self.stadium_with(answers).step();
        let whole_times = |length: u32| self.game.cycle.is_multiple_of(length);
        let is_over = self.game.stopped == 0 && self.game.cycle > 0;
        if is_over && normal_time(&server).is_some_and(whole_times) {
            for coach in self.staff_mut().coaches.iter_mut() {
                coach.award(server.say_coach_cnt_max);
            }
        }
    }
}

/// Cycles of the normal halves; `None` if they have no end.
fn normal_time(server: &ServerParameters) -> Option<u32> {
    u32::try_from(server.normal_time()).ok().filter(|cycles| *cycles > 0)
}
