//! An online coach: what they may say, and when players hear it.

use crate::disc::said::{Clang, ClangKind};
use crate::disc::senses::NEWEST;
use crate::disc::{Game, PlayMode, ServerParameters};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Messages that may wait at a time; rcssserver sets no limit.
const MOST_WAITING: usize = 256;

/// Number of kinds of messages that are counted in windows.
const WINDOWED: usize = 6;

/// Why a coach may not say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SayRefusal {
    /// Too many messages of a kind in this window, or too many altogether.
    TooMany(ClangKind),
    /// It is not the time for freeform messages.
    FreeformWhilePlayOn,
}

/// An online coach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coach {
    /// Version of the protocol, 5 to 19.
    pub version: u8,
    /// Whether they are sent the state of the whole pitch in every cycle.
    pub eye: bool,
    /// Freeform messages said.
    freeform_said: i32,
    /// Freeform messages that may be said altogether; below 0: any number.
    freeform_allowed: i32,
    /// Messages that may still be said in this window, by kind.
    left: [i32; WINDOWED],
    /// When the window began.
    window: Option<u32>,
    /// Messages that have been said and not heard yet.
    queue: VecDeque<Clang>,
}

impl Coach {
    pub(super) fn new(freeform_messages: i32) -> Self {
        Self {
            version: NEWEST,
            eye: false,
            freeform_said: 0,
            freeform_allowed: freeform_messages,
            // Before the first step nothing may be said while play is on.
            left: [-1; WINDOWED],
            window: None,
            queue: VecDeque::new(),
        }
    }

    /// Takes a message, if it may be said now.
    pub(super) fn say(
        &mut self,
        server: &ServerParameters,
        game: &Game,
        message: Clang,
    ) -> Result<(), SayRefusal> {
        let kind = message.kind;
        if self.queue.len() >= MOST_WAITING {
            return Err(SayRefusal::TooMany(kind));
        }
        if kind == ClangKind::Freeform {
            if !may_say_freeform(server, game) {
                return Err(SayRefusal::FreeformWhilePlayOn);
            }
            if !self.may_say_freeform() {
                return Err(SayRefusal::TooMany(kind));
            }
            self.freeform_said = self.freeform_said.saturating_add(1);
        } else if game.mode == PlayMode::PlayOn {
            let left = &mut self.left[kind as usize];
            if *left <= 0 {
                return Err(SayRefusal::TooMany(kind));
            }
            *left -= 1;
        }
        self.queue.push_back(message);
        Ok(())
    }

    /// Whether any freeform messages are left.
    pub fn may_say_freeform(&self) -> bool {
        self.freeform_allowed < 0 || self.freeform_said < self.freeform_allowed
    }

    /// Takes the next message that players hear now.
    pub(super) fn next(&mut self, server: &ServerParameters, game: &Game) -> Option<Clang> {
        if server.clang_mess_per_cycle <= 0 {
            return None;
        }
        let waited = i64::from(game.cycle) - i64::from(self.queue.front()?.received);
        if game.mode == PlayMode::PlayOn && waited < i64::from(server.clang_mess_delay) {
            return None;
        }
        self.queue.pop_front()
    }

    /// Opens the window of a game that has already begun. It is that of the last step, since the
    /// next window opens in the step of its first cycle.
    pub(super) fn join(&mut self, server: &ServerParameters, game: &Game) {
        let length = u32::try_from(server.clang_win_size).unwrap_or(0).max(1);
        let last = if game.stopped > 0 { game.cycle } else { game.cycle.saturating_sub(1) };
        self.open_window(server, last - last % length);
    }

    /// Begins a new window if it is time.
    pub(super) fn open_window(&mut self, server: &ServerParameters, cycle: u32) {
        let lasts =
            |since: u32| i64::from(cycle) - i64::from(since) < i64::from(server.clang_win_size);
        if self.window.is_some_and(lasts) {
            return;
        }
        self.window = Some(cycle);
        self.left = [
            server.clang_meta_win,
            server.clang_info_win,
            server.clang_advice_win,
            server.clang_define_win,
            server.clang_del_win,
            server.clang_rule_win,
        ];
    }

    /// Called whenever another normal time is over: allows further freeform messages.
    pub(super) fn award(&mut self, messages: i32) {
        if self.freeform_allowed > 0 {
            self.freeform_allowed = self.freeform_allowed.saturating_add(messages);
        }
    }
}

/// Freeform messages may be said while play is off, and in short periods while it is on.
fn may_say_freeform(server: &ServerParameters, game: &Game) -> bool {
    if game.mode != PlayMode::PlayOn {
        return true;
    }
    let (wait, period) = (server.freeform_wait_period, server.freeform_send_period);
    let since = i64::from(game.cycle) - i64::from(game.last_play_on);
    since > i64::from(wait) && wait > 0 && since % i64::from(wait) < i64::from(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_in_the_order_of_windows() {
        let kinds = [
            ClangKind::Meta,
            ClangKind::Info,
            ClangKind::Advice,
            ClangKind::Define,
            ClangKind::Delete,
            ClangKind::Rule,
        ];
        for (index, kind) in kinds.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
        }
        assert_eq!(ClangKind::Freeform as usize, WINDOWED);
    }
}
