//! Which things hide markers and which do not.

use crate::stage::Stage;
use rcssgym::perception::Sensing;
use rcssgym::soccer::{BALL, Side};

const SENSES: Sensing = Sensing { compat: true, noise: None, occlusion: true, seed: 0 };

/// Makes a world with a robot of the left team at the origin, which faces the right goal, and one
/// of the right team. The ball is out of the way.
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

/// Returns the position of the first robot's camera.
fn eye(stage: &mut Stage) -> [f64; 3] {
    stage.locate(&SENSES);
    let camera = stage.scene.model(1).sites.iter().position(|site| site.name == "camera").unwrap();
    stage.locations.site(&stage.scene, 1, camera).pos
}

/// Puts the ball on the line from the first robot's camera through the middle of a geom, `times`
/// times as far away as the geom.
fn put_ball_behind(stage: &mut Stage, slot: usize, geom: usize, times: f64) {
    let eye = eye(stage);
    let geom = stage.locations.poses(slot).geom_position(stage.scene.model(slot), geom);
    stage.put(BALL, std::array::from_fn(|i| eye[i] + times * (geom[i] - eye[i])), 0.0);
}

/// Returns what the first robot sees without occlusion but not with it.
fn hidden(stage: &mut Stage) -> Vec<String> {
    let all = stage.names(1, &Sensing::default());
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
fn a_robot_in_front_is_seen_and_hides_the_ball_behind_each_of_its_geoms() {
    for model in ["T1", "K1", "ant"] {
        for turns in 0..4 {
            let mut stage = stage([model, model]);
            stand(&mut stage, 2, [1.7, 0.1], f64::from(turns) * std::f64::consts::FRAC_PI_2);
            let seen = stage.names(1, &SENSES);
            let main = if model == "ant" { "r-1-2-torso" } else { "r-1-2-head" };
            assert!(seen.iter().any(|name| name == main), "{model}, {turns} turns: {seen:?}");
            for geom in 0..stage.scene.model(2).geoms.len() {
                put_ball_behind(&mut stage, 2, geom, 1.5);
                let hidden = hidden(&mut stage);
                assert!(hidden.contains(&"B".to_owned()), "{model}, {geom}: {hidden:?}");
                put_ball_behind(&mut stage, 2, geom, 0.5);
                assert!(stage.names(1, &SENSES).contains(&"B".to_owned()), "{model}, {geom}");
            }
        }
    }
}

#[test]
fn the_ball_hides_what_is_behind_it_and_not_itself() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    let eye = eye(&mut stage);
    let mark = [27.5 - 7.32, 0.0, 0.0];
    let between = std::array::from_fn(|i| eye[i] + 0.3 * (mark[i] - eye[i]));
    stage.put(BALL, between, 0.0);
    assert_eq!(hidden(&mut stage), ["p_rpm"]);
    assert!(stage.names(1, &SENSES).contains(&"B".to_owned()));
}

#[test]
fn posts_hide_what_is_behind_them_and_nets_do_not() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    stand(&mut stage, 1, [24.0, 0.0], 0.0);
    let eye = eye(&mut stage);
    let mut place_behind = |x: f64, y: f64| {
        let part = (28.2 - eye[0]) / (x - eye[0]);
        stage.put(BALL, [28.2, eye[1] + part * (y - eye[1]), 0.11], 0.0);
        hidden(&mut stage)
    };
    assert_eq!(place_behind(27.5, 1.83), ["B"]);
    // through the side of the net, beside the post
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
fn hands_in_front_hide_what_is_behind_them() {
    let mut stage = stage(["T1", "T1"]);
    stand(&mut stage, 2, [0.0, 10.0], 0.0);
    let model = stage.scene.model(1).clone();
    let joint = |name: &str| model.joints.iter().position(|joint| joint.name == name).unwrap();
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let hand = format!("{}_hand", side.to_lowercase());
        let hand = model.geoms.iter().position(|geom| geom.name == hand).unwrap();
        stage.qpos(1)[7 + joint("AAHead_yaw")] = sign;
        let mut times = 0;
        for step in 0..=48 {
            let elbow = joint(&format!("{side}_Elbow_Yaw"));
            stage.qpos(1)[7 + elbow] = sign * -0.05 * f64::from(step);
            put_ball_behind(&mut stage, 1, hand, 3.0);
            if stage.names(1, &Sensing::default()).contains(&"B".to_owned()) {
                assert!(hidden(&mut stage).contains(&"B".to_owned()), "{side}, step {step}");
                times += 1;
            }
        }
        assert!(times > 0, "the {side} hand never comes into view");
    }
}
