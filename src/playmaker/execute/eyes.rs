//! Actions of neck, eyes, ears and arm.

use super::{Orders, Task};
use crate::disc::skills::{Neck, View, focus_on, primitive, reset_focus, turn_neck_to};
use crate::disc::{Command, Side, Vec2, ViewWidth};
use crate::playmaker::protos::player_action::Action;
use crate::playmaker::protos::{self};
use crate::playmaker::read::width;
use crate::playmaker::vector::point;

impl Task<'_, '_> {
    /// Does an action of neck or eyes; returns `false` if it is another one.
    pub(super) fn look(&mut self, action: &Action, orders: &mut Orders) -> bool {
        match action {
            Action::TurnNeck(own) => {
                orders.neck = Some(primitive::turn_neck(&self.world, own.moment.into()));
            }
            Action::ChangeView(own) => self.change_view(width(own.view_width()), orders),
            Action::FocusMoveToPoint(own) => {
                let point = point(own.target_point.as_ref());
                orders.focus = focus_on(&self.world, point, orders.neck);
            }
            Action::FocusReset(_) => orders.focus = reset_focus(&self.world),
            _ => {
                let view = view(action);
                if let Some(view) = view {
                    self.change_view(view.width(&self.world), orders);
                }
                let is_known = view.is_some()
                    || matches!(
                        action,
                        Action::NeckTurnToBallAndPlayer(_) | Action::NeckTurnToPlayerOrScan(_)
                    );
                let Some(neck) = self.neck(action) else { return is_known };
                orders.neck = Some(turn_neck_to(&self.world, neck));
            }
        }
        true
    }

    /// Looks this wide from now on; necks that follow are turned for that view. Agents refuse the
    /// width that they have, and a change in a cycle in which they have not seen anything: it would
    /// break the rhythm of their sights. A change that is refused leaves an earlier one as it is.
    pub(super) fn change_view(&mut self, wanted: ViewWidth, orders: &mut Orders) {
        if self.world.has_seen && wanted != self.world.me.view_width {
            orders.view = Some(wanted);
            self.world.queued.view = orders.view;
        }
    }

    /// What an action of the neck looks at; `None` for other actions, and for players who are not
    /// known, at whom nobody looks.
    fn neck(&self, action: &Action) -> Option<Neck> {
        Some(match action {
            Action::NeckScanField(_) => Neck::ScanField,
            Action::NeckScanPlayers(_) => Neck::ScanPlayers,
            Action::NeckTurnToBallAndPlayer(own) => {
                let player = self.player(own.side(), own.uniform_number)?;
                Neck::BallAndPlayer(player, own.count_threshold)
            }
            Action::NeckTurnToBallOrScan(own) => Neck::BallOrScan(own.count_threshold),
            Action::NeckTurnToBall(_) => Neck::Ball,
            Action::NeckTurnToGoalieOrScan(own) => Neck::GoalieOrScan(own.count_threshold),
            Action::NeckTurnToLowConfTeammate(_) => Neck::OldestMate,
            Action::NeckTurnToPlayerOrScan(own) => {
                let player = self.player(own.side(), own.uniform_number)?;
                Neck::PlayerOrScan(player, own.count_threshold)
            }
            Action::NeckTurnToPoint(own) => Neck::Point(point(own.target_point.as_ref())),
            Action::NeckTurnToRelative(own) => Neck::Angle(own.angle.into()),
            Action::NeckOffensiveInterceptNeck(_) => Neck::OffensiveIntercept,
            _ => return None,
        })
    }

    /// A player of a side, as agents understand it: a mate only if both the side and their own are
    /// the left one, an opponent otherwise.
    fn player(&self, side: protos::Side, unum: i32) -> Option<usize> {
        let is_ours = side == protos::Side::Left && self.world.side == Side::Left;
        self.world.find(is_ours, u8::try_from(unum).ok()?)
    }

    /// Does an action of arm or ears; returns `false` if it is another one.
    pub(super) fn attend(&self, action: &Action, orders: &mut Orders) -> bool {
        match action {
            Action::PointTo(own) => {
                let at = Vec2::new(own.x.into(), own.y.into());
                orders.arm = Some(primitive::point_to(&self.world, at));
            }
            Action::PointToOf(_) => orders.arm = Some(Command::PointOff),
            Action::AttentionTo(own) => {
                let side = own.side().known().unwrap_or(Side::Left);
                let unum = u8::try_from(own.unum).ok().filter(|unum| (1..=11).contains(unum));
                if let Some(unum) = unum {
                    orders.attention = Some(Some((side == self.world.side, unum)));
                }
            }
            Action::AttentionToOf(_) => orders.attention = Some(None),
            _ => return false,
        }
        true
    }
}

fn view(action: &Action) -> Option<View> {
    Some(match action {
        Action::ViewChangeWidth(own) => View::Width(width(own.view_width())),
        Action::ViewNormal(_) => View::Width(ViewWidth::Normal),
        Action::ViewSynch(_) => View::Synch,
        Action::ViewWide(_) => View::Width(ViewWidth::Wide),
        Action::NeckOffensiveInterceptNeck(_) => View::OffensiveIntercept,
        _ => return None,
    })
}
