//! Actions with numbers that the interface's enumerations do not have, which fail.

use crate::playmaker::protos::player_action::Action as A;
use crate::playmaker::protos::{Side, ViewWidth};

/// Whether the interface has all widths and sides of an action. Levels of drawings may be any, as
/// they are sums.
pub(super) fn is_known(action: &A) -> bool {
    match action {
        A::ChangeView(own) => ViewWidth::is_valid(own.view_width),
        A::ViewChangeWidth(own) => ViewWidth::is_valid(own.view_width),
        A::AttentionTo(own) => Side::is_valid(own.side),
        A::NeckTurnToBallAndPlayer(own) => Side::is_valid(own.side),
        A::NeckTurnToPlayerOrScan(own) => Side::is_valid(own.side),
        _ => true,
    }
}
