//! A task made of terms, without Python.

use rcssgym::batch::{
    Actions, Autoreset, Columns, Depth, Episodes, Outcome, Past, Tally, WorldBatch,
};
use rcssgym::terms::{Body, Declaration, Given, Program, Squad, Use};

use crate::batches::batch;

/// Returns a term by its name, with its parameters.
pub fn term(name: &str, given: &[(&str, f64)]) -> Use {
    let given = given.iter().map(|&(name, value)| (name.to_owned(), Given::Number(value)));
    Use { label: name.to_owned(), term: name.to_owned(), weight: 1.0, given: given.collect() }
}

pub fn terms(names: &[&str]) -> Vec<Use> {
    names.iter().map(|name| term(name, &[])).collect()
}

/// Returns episodes of roughly the task in which a T1 walks.
pub fn walking(batch: &WorldBatch) -> Episodes {
    episodes(batch, &declaration(batch.max_motors()))
}

/// Returns episodes of a declaration.
pub fn episodes(batch: &WorldBatch, declaration: &Declaration) -> Episodes {
    Episodes::new(batch, vec![Program::new(declaration, 1.0).unwrap()], false).unwrap()
}

/// Returns the declaration of the walking task.
pub fn declaration(joints: usize) -> Declaration {
    Declaration {
        body: Body {
            nominal: vec![0.0; joints],
            height: 0.7,
            lowest: 0.45,
            sole: 0.03,
            feet: ["left_foot_link", "right_foot_link"].map(String::from).to_vec(),
            hinges: (0..joints).collect(),
            has_torques: false,
            action_scale: 0.5,
            kp: 60.0,
            kd: 2.0,
            is_disc: false,
            company: [0; 2],
            is_right: false,
            words: 0,
        },
        squad: Squad::default(),
        start: terms(&["upright"]),
        processes: vec![
            term("late_actions", &[("share", 0.5)]),
            term("velocity_command", &[("low", -1.0), ("high", 1.0), ("interval", 9.0)]),
            term("push", &[("speed", 0.3), ("interval", 10.0)]),
            term("feet", &[]),
            term("average_motion", &[]),
            term("sense_errors", &[("gyro", 0.1)]),
        ],
        observations: terms(&["joint_positions", "gyro", "gravity", "command", "gait_phase"]),
        privileged: terms(&["gyro", "heading_velocity", "masses", "motor_gains", "last_push"]),
        rewards: terms(&["alive", "track_velocity", "gait", "slip", "tilt", "effort", "lean"]),
        measures: terms(&["velocity_error", "fallen"]),
        ends: terms(&["fallen"]),
    }
}

/// The arrays and counters that an environment keeps.
pub struct Env {
    streams: Vec<u64>,
    elapsed: Vec<i64>,
    is_over: Vec<bool>,
    /// Shape (W, n).
    pub observations: Vec<f32>,
    /// Shape (W,).
    pub rewards: Vec<f64>,
    /// Shape (terms of the reward and then measures, W).
    pub reported: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    /// Shape (W, m).
    pub privileged: Vec<f32>,
    /// History and delays of observations, if the environment has any.
    past: Option<Past>,
    /// Control steps in one step of the environment.
    frames: usize,
    /// Episodes that have ended.
    pub ends: usize,
}

impl Env {
    /// Makes an environment all of whose episodes begin with the first step.
    pub fn new(batch: &WorldBatch, episodes: &mut Episodes) -> Self {
        let worlds = batch.num_worlds();
        Self {
            streams: (0..worlds as u64).collect(),
            elapsed: vec![0; worlds],
            is_over: vec![true; worlds],
            observations: vec![0.0; worlds * episodes.program().width()],
            rewards: vec![0.0; worlds],
            reported: vec![f64::NAN; worlds * episodes.program().num_reported()],
            terminated: vec![false; worlds],
            truncated: vec![false; worlds],
            privileged: Vec::new(),
            past: None,
            frames: 1,
            ends: 0,
        }
    }

    /// Makes an environment with steps of three control steps, late observations, history and a
    /// critic.
    pub fn with_options(batch: &WorldBatch, episodes: &mut Episodes) -> Self {
        let (worlds, width) = (batch.num_worlds(), episodes.program().width());
        let past = Past::new(worlds, Depth { width, history: 2, delay: [1, 4] }).unwrap();
        Self {
            observations: vec![0.0; worlds * 2 * width],
            privileged: vec![0.0; worlds * episodes.program().num_privileged()],
            past: Some(past),
            frames: 3,
            ..Self::new(batch, episodes)
        }
    }

    /// Makes one step in all worlds.
    pub fn step<'a>(
        &mut self,
        batch: &mut WorldBatch,
        episodes: &mut Episodes,
        actions: impl Into<Actions<'a>>,
    ) {
        // Entries that a step does not write stay NaN and are noticed.
        self.reported.fill(f64::NAN);
        let tally = Tally {
            streams: &mut self.streams,
            elapsed: &mut self.elapsed,
            is_over: &mut self.is_over,
        };
        let outcome = Outcome {
            observations: &mut self.observations,
            rewards: &mut self.rewards,
            reported: Columns::new(&mut self.reported, batch.num_worlds()),
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            finals: &mut [],
            privileged: &mut self.privileged,
            final_privileged: &mut [],
        };
        let autoreset = Autoreset { limit: 40, same_step: false, frames: self.frames };
        let past = self.past.as_mut();
        batch.step_episodes(episodes, actions, tally, outcome, autoreset, past).unwrap();
        self.ends += self.is_over.iter().filter(|over| **over).count();
    }
}

#[test]
fn neither_threads_nor_company_change_an_episode() {
    let run = |worlds: usize, threads: usize, make: Make| {
        let mut batch = batch(&["T1"], &[], worlds, threads);
        let mut episodes = walking(&batch);
        let mut env = make(&batch, &mut episodes);
        let (joints, mut seen) = (batch.max_motors(), vec![Vec::new(); worlds]);
        for step in 0..90 {
            let action = 0.4 * (0.3 * f64::from(step)).sin();
            env.step(&mut batch, &mut episodes, &vec![action; worlds * joints]);
            assert!(env.reported.iter().all(|number| number.is_finite()));
            for (world, seen) in seen.iter_mut().enumerate() {
                let row = |numbers: &[f32]| {
                    let width = numbers.len() / worlds;
                    let row = numbers[world * width..][..width].iter();
                    row.map(|x| u64::from(x.to_bits())).collect::<Vec<_>>()
                };
                seen.push(env.rewards[world].to_bits());
                let reported = env.reported.iter().skip(world).step_by(worlds);
                seen.extend(reported.map(|number| number.to_bits()));
                seen.extend(row(&env.observations));
                seen.extend(row(&env.privileged));
            }
        }
        assert!(env.ends >= 2 * worlds);
        seen
    };
    for make in [Env::new as Make, Env::with_options] {
        let all = run(40, 1, make);
        assert!(all[0] != all[39], "worlds differ");
        for (worlds, threads) in [(1, 1), (40, 3), (9, 2)] {
            let found = run(worlds, threads, make);
            assert!(found == all[..worlds], "{worlds} worlds, {threads} threads");
        }
    }
}

/// A constructor of [`Env`].
type Make = fn(&WorldBatch, &mut Episodes) -> Env;

#[test]
fn slices_of_other_lengths_are_refused_before_anything_moves() {
    let mut batch = batch(&["T1"], &[], 2, 1);
    let mut episodes = walking(&batch);
    let mut env = Env::new(&batch, &mut episodes);
    let before = batch.snapshot().unwrap();
    let mut streams = vec![0; 2];
    for actions in [vec![0.0; 3], vec![f64::NAN; 46]] {
        assert!(batch.step_task(&mut episodes, &actions, &mut streams).is_err());
    }
    assert!(batch.step_task(&mut episodes, &[0.0; 46], &mut streams[..1]).is_err());
    assert!(batch.observe_task(&mut episodes, &mut [0.0; 3]).is_err());
    let mut reported = vec![0.0; 2 * episodes.program().num_reported()];
    for (worlds, ends) in [(2, 3), (1, 2)] {
        let columns = Columns::new(&mut reported, worlds);
        assert!(batch.judge_task(&mut episodes, columns, &mut vec![false; ends]).is_err());
    }
    assert!(batch.begin_episodes(&mut episodes, &[2], &mut streams).is_err());
    let mut other = crate::batches::batch(&["T1"], &[], 2, 1);
    assert!(other.sense_task(&mut episodes).is_err());
    assert_eq!(batch.snapshot().unwrap(), before);
    env.step(&mut batch, &mut episodes, &[0.0; 46]);
}

#[test]
fn what_cannot_be_shown_is_refused_before_anything_moves() {
    let mut batch = batch(&["T1"], &[], 2, 1);
    let mut episodes = walking(&batch);
    let width = episodes.program().width();
    let depth = Depth { width, history: 2, delay: [0, 1] };
    let before = batch.snapshot().unwrap();
    let mut refused = |frames: usize, change: &dyn Fn(&mut Env)| {
        let mut env = Env::with_options(&batch, &mut episodes);
        change(&mut env);
        let tally = Tally {
            streams: &mut env.streams,
            elapsed: &mut env.elapsed,
            is_over: &mut env.is_over,
        };
        let outcome = Outcome {
            observations: &mut env.observations,
            rewards: &mut env.rewards,
            reported: Columns::new(&mut env.reported, 2),
            terminated: &mut env.terminated,
            truncated: &mut env.truncated,
            finals: &mut [],
            privileged: &mut env.privileged,
            final_privileged: &mut [],
        };
        let autoreset = Autoreset { limit: 40, same_step: false, frames };
        let past = env.past.as_mut();
        let done = batch.step_episodes(&mut episodes, &[0.0; 46], tally, outcome, autoreset, past);
        assert!(done.is_err());
        assert_eq!(batch.snapshot().unwrap(), before);
    };
    refused(0, &|_| {});
    refused(1, &|env| env.past = Some(Past::new(3, depth).unwrap()));
    refused(1, &|env| env.past = Past::new(2, Depth { width: width + 1, ..depth }).ok());
    refused(1, &|env| env.past = None);
    refused(1, &|env| env.observations.truncate(3));
    refused(1, &|env| env.privileged.truncate(3));
    refused(1, &|env| env.reported.truncate(4));
}
