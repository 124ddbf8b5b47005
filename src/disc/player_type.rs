//! Player types: what heterogeneous players differ in, and how they are drawn.

use super::{EPS, PlayerParameters, ServerParameters, TYPES};
use rand_mt::Mt;
use serde::{Deserialize, Serialize};

/// Number of failed draws after which a type becomes the default one.
const TRIES: usize = 1000;
/// How far from their centre a player of type 0 can kick the ball with rcssserver's default
/// parameters, m.
pub const DEFAULT_REACH: f64 = 1.085;

/// Declares the figures of a type once: fields, names, access by name.
macro_rules! figures {
    ($($field:ident),+ $(,)?) => {
        /// The figures of one player type that affect the game. What players see is the same for
        /// all types and belongs to the senses.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "the names are those of rcssserver")]
        pub struct PlayerType { $(pub $field: f64,)+ }

        impl PlayerType {
            /// Names of the figures.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field),)+];

            /// All figures, in the order of [`NAMES`](Self::NAMES).
            pub fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
                [$(self.$field,)+].into_iter()
            }

            /// Returns the figure of this name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($field) => Some(self.$field),)+
                    _ => None,
                }
            }

            /// Returns the figure of this name, to set it.
            pub fn figure_mut(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)+
                    _ => None,
                }
            }
        }
    };
}

figures!(
    player_speed_max,
    stamina_inc_max,
    player_decay,
    inertia_moment,
    dash_power_rate,
    player_size,
    kickable_margin,
    kick_rand,
    extra_stamina,
    effort_max,
    effort_min,
    kick_power_rate,
    foul_detect_probability,
    catchable_area_l_stretch,
);

impl PlayerType {
    /// Type 0.
    pub fn standard(server: &ServerParameters) -> Self {
        Self {
            player_speed_max: server.player_speed_max,
            stamina_inc_max: server.stamina_inc_max,
            player_decay: server.player_decay,
            inertia_moment: server.inertia_moment,
            dash_power_rate: server.dash_power_rate,
            player_size: server.player_size,
            kickable_margin: server.kickable_margin,
            kick_rand: server.kick_rand,
            extra_stamina: server.extra_stamina,
            effort_max: server.effort_init,
            effort_min: server.effort_min,
            kick_power_rate: server.kick_power_rate,
            foul_detect_probability: server.foul_detect_probability,
            catchable_area_l_stretch: 1.0,
        }
    }

    /// How far from a player's centre they can kick a ball of this size.
    pub fn kickable_area(&self, ball_size: f64) -> f64 {
        self.player_size + ball_size + self.kickable_margin
    }

    /// Draws types 0 to 17 from a seed: exactly those that rcssserver draws from it.
    pub fn draw_all(
        server: &ServerParameters,
        player: &PlayerParameters,
        seed: u32,
    ) -> [Self; TYPES] {
        let mut random = TypeRandom(Mt::new(seed));
        std::array::from_fn(|id| {
            if id == 0 { Self::standard(server) } else { Self::draw(server, player, &mut random) }
        })
    }

    fn draw(server: &ServerParameters, player: &PlayerParameters, random: &mut TypeRandom) -> Self {
        (0..TRIES)
            .find_map(|_| Self::try_draw(server, player, random))
            .unwrap_or_else(|| Self::standard(server))
    }

    /// Makes one draw, in which each figure that is better than the standard one is paid for by
    /// another. Nothing more is drawn after the first figure that is out of its domain.
    fn try_draw(
        server: &ServerParameters,
        player: &PlayerParameters,
        random: &mut TypeRandom,
    ) -> Option<Self> {
        let mut own = Self::standard(server);
        let positive = |value: f64| (value > 0.0).then_some(value);
        let not_negative = |value: f64| (value >= 0.0).then_some(value);

        let delta =
            random.delta(player.player_speed_max_delta_min, player.player_speed_max_delta_max);
        own.player_speed_max = positive(own.player_speed_max + delta)?;
        positive(own.stamina_inc_max + delta * player.stamina_inc_max_delta_factor)?;

        let delta = random.delta(player.player_decay_delta_min, player.player_decay_delta_max);
        own.player_decay = positive(own.player_decay + delta)?;
        let inertia = own.inertia_moment + delta * player.inertia_moment_delta_factor;
        own.inertia_moment = not_negative(inertia)?;

        let delta =
            random.delta(player.dash_power_rate_delta_min, player.dash_power_rate_delta_max);
        positive(own.dash_power_rate + delta)?;
        own.player_size = positive(own.player_size + delta * player.player_size_delta_factor)?;

        let range = [player.new_dash_power_rate_delta_min, player.new_dash_power_rate_delta_max];
        let delta = random.delta(range[0], range[1]);
        own.dash_power_rate = positive(own.dash_power_rate + delta)?;
        let more = delta * player.new_stamina_inc_max_delta_factor;
        own.stamina_inc_max = positive(own.stamina_inc_max + more)?;

        let delta =
            random.delta(player.kickable_margin_delta_min, player.kickable_margin_delta_max);
        own.kickable_margin = positive(own.kickable_margin + delta)?;
        own.kick_rand = not_negative(own.kick_rand + delta * player.kick_rand_delta_factor)?;

        let delta = random.delta(player.extra_stamina_delta_min, player.extra_stamina_delta_max);
        own.extra_stamina = not_negative(own.extra_stamina + delta)?;
        own.effort_max += delta * player.effort_max_delta_factor;
        own.effort_min += delta * player.effort_min_delta_factor;
        positive(own.effort_max)?;
        positive(own.effort_min)?;

        let delta =
            random.delta(player.kick_power_rate_delta_min, player.kick_power_rate_delta_max);
        own.kick_power_rate += delta;
        own.foul_detect_probability += delta * player.foul_detect_probability_delta_factor;

        own.catchable_area_l_stretch =
            random.delta(player.catchable_area_l_stretch_min, player.catchable_area_l_stretch_max);

        let top = server.maxpower * own.dash_power_rate * own.effort_max / (1.0 - own.player_decay);
        let plays = server.player_speed_max_min - EPS < top && top < own.player_speed_max + EPS;
        plays.then_some(own)
    }
}

/// The generator of types: a Mersenne Twister whose numbers become reals as in libstdc++.
struct TypeRandom(Mt);

impl TypeRandom {
    /// Draws a number between two others. If they are equal, nothing is drawn.
    fn delta(&mut self, one: f64, other: f64) -> f64 {
        if one == other {
            return one;
        }
        let (low, high) = (one.min(other), one.max(other));
        let (least, most) = (f64::from(self.0.next_u32()), f64::from(self.0.next_u32()));
        const WORD: f64 = 4_294_967_296.0;
        let unit = (least + most * WORD) / (WORD * WORD);
        unit * (high - low) + low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_reach_is_that_of_type_0() {
        let server = ServerParameters::default();
        let reach = PlayerType::standard(&server).kickable_area(server.ball_size);
        assert!((reach - DEFAULT_REACH).abs() < 1e-12, "{reach}");
    }
}
