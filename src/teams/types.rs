//! The choice of player types for the players of a team.

use super::formation::{Lineup, Role};
use super::runner::Runner;
use crate::disc::{PlayerType, Rules, Side, Stadium, TEAM, TYPES};

/// Gives the players of a team that has not played yet the types that suit their roles best.
/// Players whom speed helps most choose first. Players keep their type if the rules refuse a
/// change, or if a coach has given them one.
pub(super) fn choose(stadium: &mut Stadium, side: Side, book: Lineup) {
    let first = side.index() * TEAM;
    let team = &stadium.game.players[first..first + TEAM];
    let open = team.iter().filter(|player| player.connected && !player.substituted);
    let mut numbers: Vec<u8> = open.map(|player| player.unum).collect();
    let taken: Vec<u8> =
        (team.iter().filter(|player| player.substituted)).map(|player| player.type_id).collect();
    let [most, types] = [stadium.rules.player.pt_max, stadium.rules.player.player_types];
    let mut left = [usize::try_from(most).unwrap_or(0); TYPES];
    for own in taken {
        left[usize::from(own)] = left[usize::from(own)].saturating_sub(1);
    }
    let known = usize::try_from(types).unwrap_or(0).min(TYPES);
    numbers.sort_by_key(|unum| rank(book.role(*unum)));
    for unum in numbers {
        let role = book.role(unum);
        let worth = |id: &usize| worth(stadium.rules, &stadium.rules.types[*id], role);
        let free = (0..known).filter(|id| left[*id] > 0);
        let Some(best) = free.max_by(|a, b| worth(a).total_cmp(&worth(b))) else { return };
        if stadium.substitute_by_coach(side, unum.into(), best as i32).is_ok() {
            left[best] -= 1;
        }
    }
}

/// The rank of a role in the order in which roles choose.
fn rank(role: Role) -> usize {
    use Role as R;
    let order =
        [R::Forward, R::Winger, R::CentreBack, R::SideBack, R::Midfielder, R::Anchor, R::Goalie];
    order.iter().position(|other| *other == role).unwrap_or(order.len())
}

/// The value of a type in a role: how far it runs in 3 s, m, and other properties on the same
/// scale.
fn worth(rules: &Rules, own: &PlayerType, role: Role) -> f64 {
    let runner = Runner::new(rules, own);
    let reach = own.kickable_area(rules.server.ball_size);
    let run = runner.run(30);
    // Power that can be kept up for long, as a share of full power.
    let lasting = own.stamina_inc_max / rules.server.max_dash_power;
    match role {
        Role::Goalie => 0.3 * run + 5.0 * own.catchable_area_l_stretch + reach,
        Role::Midfielder | Role::Anchor => run + 14.0 * lasting + 4.0 * reach - own.kick_rand,
        Role::CentreBack | Role::SideBack => run + 8.0 * lasting + 4.0 * reach,
        Role::Forward | Role::Winger => run + 6.0 * lasting + 6.0 * reach - 2.0 * own.kick_rand,
    }
}
