//! Terms computed for several worlds together equal, to the last bit, those of each world alone.

use rcssgym::batch::{Actions, Columns, Episodes, WorldBatch};
use rcssgym::terms::{Declaration, Given, Use};

use crate::batches::batch;
use crate::tasks::{Env, declaration, episodes, term, terms};

/// Number of worlds, which is not a multiple of the number computed together.
const WORLDS: usize = 37;
const STEPS: usize = 30;

/// Returns a declaration with all terms that are computed in lanes, and some that are not.
fn everything(joints: usize) -> Declaration {
    let mut all = declaration(joints);
    all.processes.push(term("standing", &[]));
    all.observations.extend(terms(&[
        "joint_velocities",
        "last_action",
        "torso_height",
        "heading_velocity",
        "sole_heights",
    ]));
    all.observations.push(term("gait_phase", &[("rests", 1.0), ("frequency", 1.25)]));
    all.rewards.extend(terms(&[
        "action_rate",
        "action_size",
        "pose_error",
        "joint_speed",
        "uprightness",
        "torso_motion",
        "vertical_velocity",
        "forward_speed",
        "roll_pitch",
        "height_share",
        "torso_x",
        "standing_pose",
        "turning_error",
        "track_turning",
        "follow",
        "follow_velocity",
        "follow_turning",
        "stands",
    ]));
    all.rewards.push(term("height_error", &[("target", 0.6), ("half", 0.01)]));
    all.rewards.push(walking_as_told(joints));
    all.measures.push(term("stood", &[("steady", 3.0)]));
    all
}

/// Returns a reference gait in which each joint moves differently.
fn walking_as_told(joints: usize) -> Use {
    let each = |of: fn(usize) -> f64| Given::Numbers((0..joints).map(of).collect());
    let given = [
        ("leg", each(|joint| [0.0, 1.0, -1.0][joint % 3])),
        ("lift", each(|joint| 0.02 * joint as f64)),
        ("stretch", Given::Number(-0.1)),
        ("sway", each(|joint| 0.1 - 0.01 * joint as f64)),
        ("forwards", Given::Number(0.2)),
        ("sideways", Given::Number(-0.3)),
        ("turning", each(|joint| 0.03 * joint as f64)),
        ("scale", Given::Number(5.0)),
    ];
    let given = given.map(|(name, given)| (name.to_owned(), given)).to_vec();
    Use { given, ..term("reference_gait", &[]) }
}

fn actions(step: usize, joints: usize) -> Vec<f32> {
    let wave = |i: usize| 0.5 * (0.37 * step as f32 + 1.3 * i as f32).sin();
    (0..WORLDS * joints).map(wave).collect()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Makes the same steps piece by piece, so that each world's terms are computed alone.
struct Pieces {
    batch: WorldBatch,
    episodes: Episodes,
    streams: Vec<u64>,
}

impl Pieces {
    fn new(declared: &Declaration) -> Self {
        let mut batch = batch(&["T1"], &[], WORLDS, 1);
        let mut episodes = episodes(&batch, declared);
        let mut streams: Vec<u64> = (0..WORLDS as u64).collect();
        let all: Vec<usize> = (0..WORLDS).collect();
        for world in 0..WORLDS {
            let one = [world];
            let qpos = batch.start_states(&mut episodes, &one, &mut streams).unwrap();
            batch.set_state(&one, &qpos, &vec![0.0; batch.nv()]).unwrap();
        }
        batch.begin_episodes(&mut episodes, &all, &mut streams).unwrap();
        Self { batch, episodes, streams }
    }

    fn step(&mut self, actions: &[f32]) -> (Vec<f64>, Vec<f32>, Vec<bool>) {
        let (batch, episodes) = (&mut self.batch, &mut self.episodes);
        let actions: Vec<f64> = actions.iter().copied().map(f64::from).collect();
        batch.step_task(episodes, &actions, &mut self.streams).unwrap();
        let mut ends = vec![false; WORLDS];
        let mut reported = vec![f64::NAN; WORLDS * episodes.program().num_reported()];
        batch.judge_task(episodes, Columns::new(&mut reported, WORLDS), &mut ends).unwrap();
        let mut seen = vec![0.0; WORLDS * episodes.program().width()];
        batch.observe_task(episodes, &mut seen).unwrap();
        (reported, seen, ends)
    }
}

#[test]
fn together_worlds_are_told_what_each_is_alone() {
    let joints = 23;
    let declared = everything(joints);
    let mut batch = batch(&["T1"], &[], WORLDS, 1);
    let mut together = episodes(&batch, &declared);
    let mut env = Env::new(&batch, &mut together);
    let mut pieces = Pieces::new(&declared);
    // The first step begins the episodes.
    env.step(&mut batch, &mut together, Actions::Single(&actions(0, joints)));
    let mut distinct = std::collections::BTreeSet::new();
    for step in 1..STEPS {
        let actions = actions(step, joints);
        env.step(&mut batch, &mut together, Actions::Single(&actions));
        let (reported, seen, ends) = pieces.step(&actions);
        let found: Vec<u64> = env.reported.iter().map(|x| x.to_bits()).collect();
        let wanted: Vec<u64> = reported.iter().map(|x| x.to_bits()).collect();
        assert_eq!(found, wanted, "step {step}");
        assert_eq!(bits(&env.observations), bits(&seen), "step {step}");
        assert!(ends.iter().all(|is_over| !is_over) && env.ends == 0, "step {step}: one fell");
        distinct.extend(found);
    }
    assert!(distinct.len() > 20 * WORLDS * STEPS, "{} different numbers", distinct.len());
}
