//! Who may join a match.

use super::{Entrant, Game, PlayerId};
use crate::model::Model;
use std::sync::Arc;

impl Game {
    /// Lets a player join those of a roster, if the rules allow it. A new team gets a side even if
    /// this player is refused, as in rcsssmj. `number` is `None` if the player gave none.
    ///
    /// # Errors
    /// Why the player cannot join.
    pub fn admit(
        &mut self,
        roster: &[Entrant],
        model: &Arc<Model>,
        team: &str,
        number: Option<u32>,
    ) -> Result<Entrant, String> {
        let most = self.rules.max_player_no;
        let number = number.filter(|number| *number <= most);
        let number = number.ok_or_else(|| format!("its number is not from 0 to {most}"))?;
        self.state.update_team_names(team);
        let side = self.state.side_of(team).ok_or("two other teams are playing")?;
        let player = PlayerId { side, number };
        let team_size = roster.iter().filter(|robot| robot.player.side == side).count();
        if roster.iter().any(|robot| robot.player == player) {
            return Err("that number is taken".to_owned());
        }
        if team_size >= self.rules.max_team_size {
            return Err(format!("its team is full, {team_size} play"));
        }
        Ok(Entrant { model: Arc::clone(model), player })
    }
}
