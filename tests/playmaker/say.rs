//! What players say in ten characters.

use proptest::prelude::*;
use rcssgym::disc::Vec2;
use rcssgym::playmaker::protos::{self, say::Message as M};
use rcssgym::playmaker::say::{Heard, KINDS, hear, pack, pack_all};
use rcssgym::playmaker::vector;

fn at(x: f64, y: f64) -> Option<protos::RpcVector2D> {
    Some(vector(Vec2::new(x, y)))
}

fn say(message: M) -> protos::Say {
    protos::Say { message: Some(message) }
}

fn ball(x: f64, y: f64, vx: f64, vy: f64) -> protos::Say {
    let (ball_position, ball_velocity) = (at(x, y), at(vx, vy));
    say(M::BallMessage(protos::BallMessage { ball_position, ball_velocity }))
}

#[test]
fn a_ball_is_packed_as_the_agents_library_does() {
    assert_eq!(pack(&ball(46.7162, 34.8029, 1.08637, -0.717371)).unwrap(), "b3ZX?d");
}

/// Returns messages of all kinds with these numbers.
fn all(x: f64, y: f64, vx: f64, vy: f64, unum: i32, body: f32, share: f32) -> Vec<protos::Say> {
    let (p, v, b) = (at(x, y), at(vx, vy), at(0.5 * x, 0.5 * y));
    let goalie = at(37.0 + 15.0 * f64::from(share), 19.0 * (2.0 * f64::from(share) - 1.0));
    let any = (unum - 1) % 22 + 1;
    let own = (unum - 1) % 11 + 1;
    [
        M::BallMessage(protos::BallMessage { ball_position: p, ball_velocity: v }),
        M::PassMessage(protos::PassMessage {
            receiver_uniform_number: own,
            receiver_point: b,
            ball_position: p,
            ball_velocity: v,
        }),
        M::InterceptMessage(protos::InterceptMessage {
            our: unum > 11,
            uniform_number: own,
            cycle: unum,
        }),
        M::GoalieMessage(protos::GoalieMessage {
            goalie_uniform_number: 1,
            goalie_position: goalie,
            goalie_body_direction: body,
        }),
        M::GoalieAndPlayerMessage(protos::GoalieAndPlayerMessage {
            goalie_uniform_number: 1,
            goalie_position: goalie,
            goalie_body_direction: body,
            player_uniform_number: any,
            player_position: p,
        }),
        M::OffsideLineMessage(protos::OffsideLineMessage { offside_line_x: 10.0 + 42.0 * share }),
        M::DefenseLineMessage(protos::DefenseLineMessage { defense_line_x: -52.0 + 42.0 * share }),
        M::WaitRequestMessage(protos::WaitRequestMessage {}),
        M::SetplayMessage(protos::SetplayMessage { wait_step: unum }),
        M::PassRequestMessage(protos::PassRequestMessage { target_point: p }),
        M::StaminaMessage(protos::StaminaMessage { stamina: 8000.0 * share }),
        M::RecoveryMessage(protos::RecoveryMessage { recovery: 0.5 + 0.5 * share }),
        M::StaminaCapacityMessage(protos::StaminaCapacityMessage {
            stamina_capacity: 130_600.0 * share,
        }),
        M::DribbleMessage(protos::DribbleMessage { target_point: p, queue_count: own }),
        M::BallGoalieMessage(protos::BallGoalieMessage {
            ball_position: p,
            ball_velocity: v,
            goalie_position: goalie,
            goalie_body_direction: body,
        }),
        M::OnePlayerMessage(protos::OnePlayerMessage { uniform_number: any, position: p }),
        M::TwoPlayerMessage(protos::TwoPlayerMessage {
            first_uniform_number: any,
            first_position: p,
            second_uniform_number: own,
            second_position: b,
        }),
        M::ThreePlayerMessage(protos::ThreePlayerMessage {
            first_uniform_number: any,
            first_position: p,
            second_uniform_number: own,
            second_position: b,
            third_uniform_number: own + 11,
            third_position: goalie,
        }),
        M::SelfMessage(protos::SelfMessage {
            self_position: p,
            self_body_direction: body,
            self_stamina: 8000.0 * share,
        }),
        M::TeammateMessage(protos::TeammateMessage {
            uniform_number: own,
            position: p,
            body_direction: body,
        }),
        M::OpponentMessage(protos::OpponentMessage {
            uniform_number: own,
            position: p,
            body_direction: body,
        }),
        M::BallPlayerMessage(protos::BallPlayerMessage {
            ball_position: p,
            ball_velocity: v,
            uniform_number: any,
            player_position: b,
            body_direction: body,
        }),
    ]
    .map(say)
    .to_vec()
}

fn near(one: Vec2, x: f64, y: f64, step: f64) {
    let (x, y) = (x.clamp(-52.5, 52.5), y.clamp(-34.0, 34.0));
    assert!((one.x - x).abs() <= step && (one.y - y).abs() <= step, "{one:?} and {x}, {y}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_is_said_is_heard(
        x in -55.0..55.0, y in -36.0..36.0, vx in -2.8..2.8, vy in -2.8..2.8,
        unum in 1..=22, body in -179.0_f32..179.0, share in 0.0_f32..1.0,
    ) {
        for (message, (name, letter, length)) in all(x, y, vx, vy, unum, body, share).iter().zip(KINDS) {
            let text = pack(message).unwrap();
            prop_assert_eq!(text.len(), length, "{}", name);
            prop_assert!(text.starts_with(letter));
            let heard = hear(&text);
            let is_known = !["setplay_message", "stamina_capacity_message"].contains(&name);
            prop_assert_eq!(!heard.is_empty(), is_known, "{}: {}", name, text);
            for heard in heard {
                match heard {
                    Heard::Ball { position, velocity } => {
                        // In a message with other parts, the last codes mean 52.4 and 33.9.
                        near(position, x, y, if x > 52.4 || y > 33.9 { 0.101 } else { 0.07 });
                        for (told, said) in [(velocity.x, vx), (velocity.y, vy)] {
                            // Half a step of 3/31; together with a goalie the last code is 2.7305.
                            let bound = if said > 2.73 { 0.07 } else { 0.0485 };
                            prop_assert!((told - said).abs() <= bound, "{}: {}, {}", name, told, said);
                        }
                    }
                    Heard::Own { position, stamina, .. } => {
                        near(position, x, y, 0.21);
                        prop_assert!((stamina - 8000.0 * f64::from(share)).abs() <= 400.01);
                    }
                    Heard::Player { unum: told, position, .. } if name == "one_player_message" => {
                        prop_assert_eq!(i32::from(told), unum);
                        near(position, x, y, 0.32);
                    }
                    Heard::Stamina(stamina) => {
                        prop_assert!((stamina - 8000.0 * f64::from(share)).abs() < 55.0);
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn no_text_breaks_who_hears_it(text in ".{0,12}") {
        hear(&text);
    }
}

#[test]
fn messages_are_joined_while_they_fit() {
    let stamina = say(M::StaminaMessage(protos::StaminaMessage { stamina: 8000.0 }));
    let refused = say(M::OffsideLineMessage(protos::OffsideLineMessage { offside_line_x: 5.0 }));
    let own = ball(0.0, 0.0, 0.0, 0.0);
    let text = pack_all([&own, &refused, &own, &stamina, &stamina, &stamina]);
    assert_eq!(text.len(), 10);
    assert_eq!(hear(&text).len(), 3);
    assert!(pack(&protos::Say::default()).is_err());
    let nobody =
        say(M::OnePlayerMessage(protos::OnePlayerMessage { uniform_number: 0, position: None }));
    assert!(pack(&nobody).unwrap_err().to_string().contains("uniform_number is 0"));
}

#[test]
fn what_follows_an_unknown_letter_is_not_heard() {
    let own = pack(&ball(10.0, 5.0, 0.0, 0.0)).unwrap();
    assert_eq!(hear(&format!("{own}~{own}")).len(), 1);
    assert_eq!(hear(&own[..4]), []);
    for unheard in ["Fa", "c9"] {
        assert_eq!(hear(&format!("{unheard}{own}")), [], "players do not know {unheard}");
        assert_eq!(hear(&format!("{own}{unheard}")).len(), 1);
    }
}
