//! Hand ball: which parts of a T1 may touch the ball, and how. Random postures are judged as by
//! rcsssmj (`tests/reference/make_hands.py`).

use crate::matches::{Match, left, of};
use rcssgym::soccer::{Foul, PlayMode, PlayerId, RefereeKind, Side};
use rcssgym::world::TreeGeom;
use serde_json::Value;

const STRETCHED_AHEAD: [(&str, f64); 1] = [("Left_Shoulder_Pitch", -1.5)];
const HANGING: [(&str, f64); 2] = [("Left_Shoulder_Roll", -1.35), ("Right_Shoulder_Roll", 1.35)];
const UP: [(&str, f64); 2] = [("Left_Shoulder_Pitch", -3.0), ("Left_Shoulder_Roll", -1.35)];

/// A T1 in play in some place, in an observed posture, which touches the ball with a geom.
struct Scene {
    game: Match,
    player: PlayerId,
}

impl Scene {
    fn new(player: PlayerId) -> Self {
        Self::of(player, "T1")
    }

    fn of(player: PlayerId, robot: &str) -> Self {
        let mut game = Match::with(&[left(9), player], robot, RefereeKind::Soccer);
        game.set(PlayMode::PlayOn);
        Self { game, player }
    }

    fn posture(mut self, pos: [f64; 3], quat: [f64; 4], hinges: &[(&str, f64)]) -> Self {
        let slot = self.game.slot(self.player);
        let model = self.game.scene.model(slot).clone();
        let range = self.game.scene.slots[slot].qpos.clone();
        let qpos = &mut self.game.state.observed.as_mut().unwrap().qpos[range];
        qpos[..3].copy_from_slice(&pos);
        qpos[3..7].copy_from_slice(&quat);
        for (name, angle) in hinges {
            let joint = model.joints.iter().position(|joint| joint.name == *name).unwrap();
            qpos[7 + joint] = *angle;
        }
        self
    }

    /// Puts the T1 upright, with these angles of hinges, rad.
    fn standing(self, hinges: &[(&str, f64)]) -> Self {
        self.posture([0.0, 0.0, 0.67], [1.0, 0.0, 0.0, 0.0], hinges)
    }

    /// Puts the T1 on the ground, turned about an axis by this angle, rad.
    fn lying(self, axis: [f64; 3], angle: f64, hinges: &[(&str, f64)]) -> Self {
        let (sin, cos) = (angle / 2.0).sin_cos();
        let quat = [cos, axis[0] * sin, axis[1] * sin, axis[2] * sin];
        self.posture([0.0, 0.0, 0.15], quat, hinges)
    }

    /// Returns the fouls when this geom touches the ball, which lies at `x`.
    fn touched_with(self, geom: &str, x: f64) -> Vec<(PlayerId, Foul)> {
        self.touched_with_all(&[geom], [x, 0.0, 0.11])
    }

    fn touched_with_all(mut self, geoms: &[&str], ball: [f64; 3]) -> Vec<(PlayerId, Foul)> {
        let slot = self.game.slot(self.player);
        let known = &self.game.scene.model(slot).geoms;
        let index = |name: &&str| known.iter().position(|geom| geom.name == **name).unwrap();
        let touches = geoms.iter().map(|name| TreeGeom { slot, geom: index(name) }).collect();
        self.game.put_ball(ball);
        self.game.state.observed.as_mut().unwrap().touching[0] = touches;
        self.game.cycles(1);
        let mode = match self.game.fouls().is_empty() {
            true => PlayMode::PlayOn,
            false => PlayMode::direct_free_kick(self.player.side.opponent()),
        };
        assert_eq!(self.game.mode(), mode);
        self.game.fouls()
    }
}

#[test]
fn a_stretched_arm_is_a_foul() {
    for side in Side::BOTH {
        let player = of(side, 2);
        let wanted = [(player, Foul::HandFoul)];
        let stretched = || Scene::new(player).standing(&STRETCHED_AHEAD);
        assert_eq!(stretched().touched_with("left_hand", 3.0), wanted);
        assert_eq!(stretched().touched_with("head", 3.0), []);
        // T1's arms point to the sides when its hinges are at zero.
        assert_eq!(Scene::new(player).standing(&[]).touched_with("right_hand", 3.0), wanted);
        assert_eq!(Scene::new(player).standing(&[]).touched_with("right_forearm", 3.0), wanted);
    }
}

#[test]
fn a_hanging_arm_is_no_foul() {
    for geom in ["left_hand", "right_hand", "left_forearm", "right_forearm"] {
        assert_eq!(Scene::new(left(2)).standing(&HANGING).touched_with(geom, 3.0), []);
    }
}

#[test]
fn a_hand_above_the_head_is_a_foul() {
    let wanted = [(left(2), Foul::HandFoul)];
    assert_eq!(Scene::new(left(2)).standing(&UP).touched_with("left_hand", 3.0), wanted);
    // The forearm stays below the top of the head, and close to the body.
    assert_eq!(Scene::new(left(2)).standing(&UP).touched_with("left_forearm", 3.0), []);
}

#[test]
fn the_goalie_may_in_its_own_penalty_area() {
    for side in Side::BOTH {
        let (inside, outside) = (side.sign() * 18.6, side.sign() * 18.4);
        for (player, x, foul) in [
            (of(side, 1), inside, false),
            (of(side, 1), outside, true),
            (of(side, 1), -inside, true),
            (of(side, 2), inside, true),
        ] {
            let fouls = Scene::new(player).standing(&[]).touched_with("left_hand", x);
            assert_eq!(fouls.len(), usize::from(foul), "{player} at {x} m");
        }
    }
}

#[test]
fn who_has_fallen_may_lean_on_its_arms() {
    let (x, y) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    let quarter = std::f64::consts::FRAC_PI_2;
    // On its front and on its back, arms to the sides.
    for angle in [quarter, -quarter] {
        assert_eq!(Scene::new(left(2)).lying(y, angle, &[]).touched_with("left_hand", 3.0), []);
    }
    // On its right side, the left arm points up; the right one does not.
    let wanted = [(left(2), Foul::HandFoul)];
    let side = || Scene::new(left(2)).lying(x, quarter, &[]);
    assert_eq!(side().touched_with("left_hand", 3.0), wanted);
    assert_eq!(side().touched_with("right_hand", 3.0), []);
}

#[test]
fn stretching_beyond_the_head_is_a_foul_only_on_the_side() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let wanted = [(left(2), Foul::HandFoul)];
    let on_side = Scene::new(left(2)).lying([-1.0, 0.0, 0.0], quarter, &UP);
    assert_eq!(on_side.touched_with("left_hand", 3.0), wanted);
    let on_back = Scene::new(left(2)).lying([0.0, -1.0, 0.0], quarter, &UP);
    assert_eq!(on_back.touched_with("left_hand", 3.0), []);
}

#[test]
fn an_ant_has_no_hands() {
    let ant = Scene::of(left(2), "ant").standing(&[]);
    assert_eq!(ant.touched_with("left_ankle_geom", 3.0), []);
}

#[test]
fn verdicts_are_those_of_rcsssmj() {
    let file: Value = serde_json::from_str(include_str!("../reference/hands.json")).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let numbers = |value: &Value| -> Vec<f64> {
        list(value).iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let names = list(&file["hinges"]);
    let mut verdicts = [0, 0];
    for case in list(&file["cases"]) {
        let (who, qpos, ball) =
            (numbers(&case["player"]), numbers(&case["qpos"]), numbers(&case["ball"]));
        let player = of(Side::from_index(who[0] as usize).unwrap(), who[1] as u32);
        let hinges: Vec<_> = names
            .iter()
            .map(|name| name.as_str().unwrap())
            .zip(qpos[7..].iter().copied())
            .collect();
        let (pos, quat) = (qpos[..3].try_into().unwrap(), qpos[3..7].try_into().unwrap());
        let scene = Scene::new(player).posture(pos, quat, &hinges);
        let parts = list(&case["parts"]);
        let parts: Vec<_> = parts.iter().map(|part| part.as_str().unwrap()).collect();
        let foul = !scene.touched_with_all(&parts, [ball[0], ball[1], ball[2]]).is_empty();
        assert_eq!(foul, case["foul"].as_bool().unwrap(), "{case}");
        verdicts[usize::from(foul)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 100), "{verdicts:?}");
}
