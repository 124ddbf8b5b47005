//! What hides markers and what does not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod stage;

use rcssgym::perception::Senses;
use rcssgym::world::{BALL, Side};
use stage::Stage;

const SENSES: Senses = Senses { compat: true, noise: None, occlusion: true, seed: 0 };

/// A left robot at the origin that faces the right goal, and another on the right. The ball is out
/// of the way.
fn stage(models: [&str; 2]) -> Stage {
    let [left, right] = models;
    let mut stage = Stage::new("fifa7vs7", &[(Side::Left, 1, left), (Side::Right, 2, right)]);
    stand(&mut stage, 1, [0.0, 0.0], 0.0);
    stage.put(BALL, [-5.0, 5.0, 0.11], 0.0);
    stage
}

fn stand(stage: &mut Stage, slot: usize, [x, y]: [f64; 2], yaw: f64) {
    let height = stage.scene.model(slot).bodies[0].pos[2];
    stage.put(slot, [x, y, height], yaw);
}

/// What the first robot sees without occlusion and no longer sees with it.
fn hidden(stage: &mut Stage) -> Vec<String> {
    let all = stage.names(1, &Senses::default());
    let seen = stage.names(1, &SENSES);
    assert!(seen.iter().all(|name| all.contains(name)), "{seen:?} in {all:?}");
    all.into_iter().filter(|name| !seen.contains(name)).collect()
}

#[test]
fn a_free_field_is_all_seen() {
    for model in ["T1", "K1", "ant"] {
        let mut stage = stage([model, model]);
        stand(&mut stage, 2, [0.0, 10.0], 0.0);
        assert_eq!(hidden(&mut stage), [""; 0], "{model}");
    }
}

#[test]
fn a_robot_in_front_is_seen_and_hides_what_is_behind_it() {
    for (model, parts) in [
        ("T1", &["r-1-2-head", "r-1-2-lfoot", "r-1-2-rfoot"][..]),
        ("K1", &["r-1-2-head", "r-1-2-lfoot", "r-1-2-rfoot"]),
        ("ant", &["r-1-2-torso"]),
    ] {
        for turns in 0..4 {
            let mut stage = stage([model, model]);
            // between the camera and the penalty mark
            stand(&mut stage, 2, [1.5, 0.0], f64::from(turns) * std::f64::consts::FRAC_PI_2);
            let hidden = hidden(&mut stage);
            let seen = stage.names(1, &SENSES);
            assert!(hidden.iter().any(|name| name == "p_rpm"), "{model}: {hidden:?}");
            let visible = parts.iter().filter(|part| seen.iter().any(|name| name == *part));
            // from the side one foot may hide the other
            let expected = if turns % 2 == 0 { parts.len() } else { parts.len().min(2) };
            assert!(visible.count() >= expected, "{model}, {turns} turns: {seen:?}");
        }
    }
}

#[test]
fn the_ball_hides_what_is_behind_it_and_not_itself() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    stage.locate(&SENSES);
    let camera = stage.scene.model(1).sites.iter().position(|site| site.name == "camera").unwrap();
    let eye = stage.locations.site(&stage.scene, 1, camera).pos;
    let mark = [27.5 - 7.32, 0.0, 0.0];
    let between = std::array::from_fn(|i| eye[i] + 0.3 * (mark[i] - eye[i]));
    stage.put(BALL, between, 0.0);
    assert_eq!(hidden(&mut stage), ["p_rpm"]);
    assert!(stage.names(1, &SENSES).contains(&"B".to_owned()));
}

#[test]
fn robots_hide_the_ball() {
    let mut stage = stage(["T1", "K1"]);
    stand(&mut stage, 2, [2.0, 0.0], 0.0);
    stage.put(BALL, [3.5, 0.0, 0.11], 0.0);
    assert!(hidden(&mut stage).contains(&"B".to_owned()));
    // lying behind a post of the goal
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    stage.put(BALL, [27.62, 1.83, 0.11], 0.0);
    stand(&mut stage, 1, [22.0, 1.83], 0.0);
    assert!(!hidden(&mut stage).contains(&"B".to_owned()), "the post is thinner than the ball");
}

#[test]
fn posts_hide_what_is_behind_them_and_nets_do_not() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    stand(&mut stage, 1, [24.0, 0.0], 0.0);
    stage.locate(&SENSES);
    let camera = stage.scene.model(1).sites.iter().position(|site| site.name == "camera").unwrap();
    let eye = stage.locations.site(&stage.scene, 1, camera).pos;
    let mut place_behind = |x: f64, y: f64| {
        let part = (28.2 - eye[0]) / (x - eye[0]);
        stage.put(BALL, [28.2, eye[1] + part * (y - eye[1]), 0.11], 0.0);
        hidden(&mut stage)
    };
    assert_eq!(place_behind(27.5, 1.83), ["B"]);
    // through the net's side, which is beside the post
    assert_eq!(place_behind(27.7, 1.83), [""; 0]);
}

#[test]
fn the_tops_of_the_posts_are_seen_from_everywhere() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 16.0], 0.0);
    for y in [-15.0, -1.0, 0.0, 2.0, 15.0] {
        for x in [-20.0, 5.0, 15.0] {
            let yaw = f64::atan2(-y, 27.5 - x);
            stand(&mut stage, 1, [x, y], yaw);
            let seen = stage.names(1, &SENSES);
            for post in ["g_rup", "g_rlp"] {
                assert!(seen.iter().any(|name| name == post), "{post} from {x}, {y}: {seen:?}");
            }
        }
    }
}

#[test]
fn a_raised_arm_hides_what_is_behind_it() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    let model = stage.scene.model(1).clone();
    let free = stage.names(1, &SENSES);
    let mut fewest = free.len();
    for shoulder in -30..=30 {
        for name in ["Left_Shoulder_Pitch", "Right_Shoulder_Pitch"] {
            if let Some(joint) = model.joints.iter().position(|joint| joint.name == name) {
                stage.qpos(1)[7 + joint] = f64::from(shoulder) * 0.1;
            }
        }
        fewest = fewest.min(stage.names(1, &SENSES).len());
    }
    assert!(fewest < free.len(), "arms never hide anything");
}
