//! The `player::` parameters of rcssserver 19.

super::table! {
    /// How player types are drawn, and how many of each may play.
    PlayerParameters, "player_params",
    allow_mult_default_type: bool = false, 12;
    catchable_area_l_stretch_max: f64 = 1.3, 14;
    catchable_area_l_stretch_min: f64 = 1.0, 14;
    dash_power_rate_delta_max: f64 = 0.0, 8;
    dash_power_rate_delta_min: f64 = 0.0, 8;
    effort_max_delta_factor: f64 = -0.004, 8;
    effort_min_delta_factor: f64 = -0.004, 8;
    extra_stamina_delta_max: f64 = 50.0, 8;
    extra_stamina_delta_min: f64 = 0.0, 8;
    foul_detect_probability_delta_factor: f64 = 0.0, 14;
    inertia_moment_delta_factor: f64 = 25.0, 8;
    kick_power_rate_delta_max: f64 = 0.0, 14;
    kick_power_rate_delta_min: f64 = 0.0, 14;
    kick_rand_delta_factor: f64 = 1.0, 8;
    kickable_margin_delta_max: f64 = 0.1, 8;
    kickable_margin_delta_min: f64 = -0.1, 8;
    new_dash_power_rate_delta_max: f64 = 0.0008, 8;
    new_dash_power_rate_delta_min: f64 = -0.0012, 8;
    new_stamina_inc_max_delta_factor: f64 = -6000.0, 8;
    player_decay_delta_max: f64 = 0.1, 8;
    player_decay_delta_min: f64 = -0.1, 8;
    player_size_delta_factor: f64 = -100.0, 8;
    player_speed_max_delta_max: f64 = 0.0, 8;
    player_speed_max_delta_min: f64 = 0.0, 8;
    player_types: i32 = 18, 8;
    pt_max: i32 = 1, 8;
    random_seed: i32 = -1, 8;
    stamina_inc_max_delta_factor: f64 = 0.0, 8;
    subs_max: i32 = 3, 8;
}
