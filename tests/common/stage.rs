//! Worlds that are put into a state and then perceived, without any physics.

use std::sync::Arc;

use rcssgym::model;
use rcssgym::perception::{Locations, MarkerTable, Sensing};
use rcssgym::soccer::{Arena, Entrant, Field, Lineup, PlayerId, Side};
use rcssgym::world::WorldRef;
use rcssgym::world::scene::Scene;
use rcssgym::world::state::State;

/// One world with robots.
pub struct Stage {
    pub arena: Arena,
    pub scene: Arc<Scene>,
    pub table: MarkerTable,
    pub state: State,
    pub locations: Locations,
}

impl Stage {
    /// Makes a world with robots of these models and numbers, in order of joining and in their
    /// initial pose.
    pub fn new(field: &str, robots: &[(Side, u32, &str)]) -> Self {
        let entrant = |&(side, number, name): &(Side, u32, &str)| Entrant {
            model: Arc::new(model::load(name).unwrap()),
            player: PlayerId { side, number },
        };
        Self::of(Field::from_name(field).unwrap(), &robots.iter().map(entrant).collect::<Vec<_>>())
    }

    /// Makes a world with these robots, in order of joining and in their initial pose.
    pub fn of(field: Field, robots: &[Entrant]) -> Self {
        let ball = Arc::new(model::load("ball").unwrap());
        let arena = Arena::new(field, &ball, robots, &[]).unwrap();
        Self {
            table: MarkerTable::new(&arena, true),
            state: State::new(arena.scene(), 1, &arena.start(Lineup::InLine, true), true),
            locations: Locations::default(),
            scene: Arc::clone(arena.scene()),
            arena,
        }
    }

    /// Returns the world as it is observed.
    pub fn world(&self) -> WorldRef<'_> {
        self.state.world(&self.scene, 0)
    }

    /// Returns the observed position coordinates of a slot.
    pub fn qpos(&mut self, slot: usize) -> &mut [f64] {
        let range = self.scene.slots[slot].qpos.clone();
        &mut self.state.observed.as_mut().unwrap().qpos[range]
    }

    /// Puts a slot's root somewhere, upright, turned to the left by an angle in rad.
    pub fn put(&mut self, slot: usize, pos: [f64; 3], yaw: f64) {
        let (sin, cos) = (yaw / 2.0).sin_cos();
        let root = &mut self.qpos(slot)[..7];
        root[..3].copy_from_slice(&pos);
        root[3..].copy_from_slice(&[cos, 0.0, 0.0, sin]);
    }

    /// Computes where everything is.
    pub fn locate(&mut self, senses: &Sensing) {
        let world = self.state.world(&self.scene, 0);
        self.locations.update(&world, &self.table, senses);
    }
}
