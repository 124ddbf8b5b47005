//! The `server::` parameters of rcssserver 19.

/// Version of parameters that are never sent to players, trainers and coaches.
const UNTOLD: u8 = u8::MAX;

super::table! {
    /// Parameters of game, players, ball and server; `half_time` in seconds.
    ServerParameters, "server_params",
    audio_cut_dist: f64 = 50.0, 8;
    auto_mode: bool = false, 9;
    back_dash_rate: f64 = 0.7, 13;
    back_passes: bool = true, 8;
    ball_accel_max: f64 = 2.7, 8;
    ball_decay: f64 = 0.94, 8;
    ball_rand: f64 = 0.05, 8;
    ball_size: f64 = 0.085, 8;
    ball_speed_max: f64 = 3.0, 8;
    ball_stuck_area: f64 = 3.0, 11;
    ball_weight: f64 = 0.2, 8;
    catch_ban_cycle: i32 = 5, 8;
    catch_probability: f64 = 1.0, 8;
    catchable_area_l: f64 = 1.2, 8;
    catchable_area_w: f64 = 1.0, 8;
    ckick_margin: f64 = 1.0, 8;
    clang_advice_win: i32 = 1, 8;
    clang_define_win: i32 = 1, 8;
    clang_del_win: i32 = 1, 8;
    clang_info_win: i32 = 1, 8;
    clang_mess_delay: i32 = 50, 8;
    clang_mess_per_cycle: i32 = 1, 8;
    clang_meta_win: i32 = 1, 8;
    clang_rule_win: i32 = 1, 8;
    clang_win_size: i32 = 300, 8;
    coach: bool = false, 8;
    coach_msg_file: String = String::new(), UNTOLD;
    coach_port: i32 = 6001, 8;
    coach_w_referee: bool = false, 8;
    connect_wait: i32 = 300, 9;
    control_radius: f64 = 2.0, 8;
    dash_angle_step: f64 = 1.0, 13;
    dash_power_rate: f64 = 0.006, 8;
    dist_noise_rate: f64 = 0.0125, 19;
    drop_ball_time: i32 = 100, 8;
    effort_dec: f64 = 0.005, 8;
    effort_dec_thr: f64 = 0.3, 8;
    effort_inc: f64 = 0.01, 8;
    effort_inc_thr: f64 = 0.6, 8;
    effort_init: f64 = 1.0, 8;
    effort_min: f64 = 0.6, 8;
    extra_half_time: i32 = 100, 13;
    extra_stamina: f64 = 50.0, 12;
    fixed_teamname_l: String = String::new(), 16;
    fixed_teamname_r: String = String::new(), 16;
    focus_dist_noise_rate: f64 = 0.0125, 19;
    forbid_kick_off_offside: bool = true, 8;
    foul_cycles: i32 = 5, 14;
    foul_detect_probability: f64 = 0.5, 14;
    foul_exponent: f64 = 10.0, 14;
    free_kick_faults: bool = true, 8;
    freeform_send_period: i32 = 20, 8;
    freeform_wait_period: i32 = 600, 8;
    fullstate_l: bool = false, 8;
    fullstate_r: bool = false, 8;
    game_log_compression: i32 = 0, 8;
    game_log_dated: bool = true, 8;
    game_log_dir: String = "./".to_owned(), 8;
    game_log_fixed: bool = false, 8;
    game_log_fixed_name: String = "rcssserver".to_owned(), 8;
    game_log_version: i32 = 6, 8;
    game_logging: bool = true, 8;
    game_over_wait: i32 = 100, 9;
    goal_width: f64 = 14.02, 8;
    goalie_max_moves: i32 = 2, 8;
    golden_goal: bool = false, 14;
    half_time: i32 = 300, 8;
    hear_decay: i32 = 1, 8;
    hear_inc: i32 = 1, 8;
    hear_max: i32 = 1, 8;
    illegal_defense_dist_x: f64 = 16.5, 16;
    illegal_defense_duration: i32 = 20, 16;
    illegal_defense_number: i32 = 0, 16;
    illegal_defense_width: f64 = 40.32, 16;
    inertia_moment: f64 = 5.0, 8;
    keepaway: bool = false, 9;
    keepaway_length: f64 = 20.0, 9;
    keepaway_log_dated: bool = true, 9;
    keepaway_log_dir: String = "./".to_owned(), 9;
    keepaway_log_fixed: bool = false, 9;
    keepaway_log_fixed_name: String = "rcssserver".to_owned(), 9;
    keepaway_logging: bool = true, 9;
    keepaway_start: i32 = -1, 9;
    keepaway_width: f64 = 20.0, 9;
    kick_off_wait: i32 = 100, 9;
    kick_power_rate: f64 = 0.027, 8;
    kick_rand: f64 = 0.1, 8;
    kick_rand_factor_l: f64 = 1.0, 8;
    kick_rand_factor_r: f64 = 1.0, 8;
    kickable_margin: f64 = 0.7, 8;
    land_dist_noise_rate: f64 = 0.00125, 19;
    land_focus_dist_noise_rate: f64 = 0.00125, 19;
    landmark_file: String = "~/.rcssserver-landmark.xml".to_owned(), 8;
    log_date_format: String = "%Y%m%d%H%M%S-".to_owned(), 8;
    log_times: bool = false, 8;
    max_back_tackle_power: f64 = 0.0, 12;
    max_catch_angle: f64 = 90.0, 17;
    max_dash_angle: f64 = 180.0, 13;
    max_dash_power: f64 = 100.0, 13;
    max_goal_kicks: i32 = 3, 8;
    max_monitors: i32 = -1, UNTOLD;
    max_tackle_power: f64 = 100.0, 12;
    maxmoment: f64 = 180.0, 8;
    maxneckang: f64 = 90.0, 8;
    maxneckmoment: f64 = 180.0, 8;
    maxpower: f64 = 100.0, 8;
    min_catch_angle: f64 = -90.0, 17;
    min_dash_angle: f64 = -180.0, 13;
    min_dash_power: f64 = 0.0, 13;
    minmoment: f64 = -180.0, 8;
    minneckang: f64 = -90.0, 8;
    minneckmoment: f64 = -180.0, 8;
    minpower: f64 = -100.0, 8;
    nr_extra_halfs: i32 = 2, 9;
    nr_normal_halfs: i32 = 2, 9;
    offside_active_area_size: f64 = 2.5, 8;
    offside_kick_margin: f64 = 9.15, 8;
    olcoach_port: i32 = 6002, 8;
    old_coach_hear: bool = false, 8;
    pen_allow_mult_kicks: bool = true, 9;
    pen_before_setup_wait: i32 = 10, 9;
    pen_coach_moves_players: bool = true, 9;
    pen_dist_x: f64 = 42.5, 9;
    pen_max_extra_kicks: i32 = 5, 9;
    pen_max_goalie_dist_x: f64 = 14.0, 9;
    pen_nr_kicks: i32 = 5, 9;
    pen_random_winner: bool = false, 9;
    pen_ready_wait: i32 = 10, 9;
    pen_setup_wait: i32 = 70, 9;
    pen_taken_wait: i32 = 150, 9;
    penalty_shoot_outs: bool = true, 9;
    player_accel_max: f64 = 1.0, 8;
    player_decay: f64 = 0.4, 8;
    player_rand: f64 = 0.1, 8;
    player_size: f64 = 0.3, 8;
    player_speed_max: f64 = 1.05, 8;
    player_speed_max_min: f64 = 0.75, 12;
    player_weight: f64 = 60.0, 8;
    point_to_ban: i32 = 5, 8;
    point_to_duration: i32 = 20, 8;
    port: i32 = 6000, 8;
    prand_factor_l: f64 = 1.0, 8;
    prand_factor_r: f64 = 1.0, 8;
    profile: bool = false, 8;
    proper_goal_kicks: bool = false, 8;
    quantize_step: f64 = 0.1, 8;
    quantize_step_l: f64 = 0.01, 8;
    record_messages: bool = false, 8;
    recover_dec: f64 = 0.002, 8;
    recover_dec_thr: f64 = 0.3, 8;
    recover_init: f64 = 1.0, 9;
    recover_min: f64 = 0.5, 8;
    recv_step: i32 = 10, 8;
    red_card_probability: f64 = 0.0, 15;
    say_coach_cnt_max: i32 = 128, 8;
    say_coach_msg_size: i32 = 128, 8;
    say_msg_size: i32 = 10, 8;
    send_comms: bool = false, 8;
    send_step: i32 = 150, 8;
    send_vi_step: i32 = 100, 8;
    sense_body_step: i32 = 100, 8;
    side_dash_rate: f64 = 0.4, 13;
    simulator_step: i32 = 100, 8;
    slow_down_factor: i32 = 1, 8;
    slowness_on_top_for_left_team: f64 = 1.0, 8;
    slowness_on_top_for_right_team: f64 = 1.0, 8;
    stamina_capacity: f64 = 130600.0, 13;
    stamina_inc_max: f64 = 45.0, 8;
    stamina_max: f64 = 8000.0, 8;
    start_goal_l: i32 = 0, 8;
    start_goal_r: i32 = 0, 8;
    stopped_ball_vel: f64 = 0.01, 8;
    synch_micro_sleep: i32 = 1, 8;
    synch_mode: bool = false, 8;
    synch_offset: i32 = 60, 8;
    synch_see_offset: i32 = 0, 12;
    tackle_back_dist: f64 = 0.0, 8;
    tackle_cycles: i32 = 10, 8;
    tackle_dist: f64 = 2.0, 8;
    tackle_exponent: f64 = 6.0, 8;
    tackle_power_rate: f64 = 0.027, 8;
    tackle_rand_factor: f64 = 2.0, 14;
    tackle_width: f64 = 1.25, 8;
    team_actuator_noise: bool = false, 8;
    team_l_start: String = String::new(), 9;
    team_r_start: String = String::new(), 9;
    text_log_compression: i32 = 0, 8;
    text_log_dated: bool = true, 8;
    text_log_dir: String = "./".to_owned(), 8;
    text_log_fixed: bool = false, 8;
    text_log_fixed_name: String = "rcssserver".to_owned(), 8;
    text_logging: bool = true, 8;
    use_offside: bool = true, 8;
    verbose: bool = false, 8;
    visible_angle: f64 = 90.0, 8;
    visible_distance: f64 = 3.0, 8;
    wind_ang: f64 = 0.0, 8;
    wind_dir: f64 = 0.0, 8;
    wind_force: f64 = 0.0, 8;
    wind_none: bool = false, 8;
    wind_rand: f64 = 0.0, 8;
    wind_random: bool = false, 8;
}

impl ServerParameters {
    /// Cycles of all normal halves.
    pub(crate) fn normal_time(&self) -> i64 {
        cycles(self.half_time, self.nr_normal_halfs)
    }

    /// Cycles of all halves, extra ones included.
    pub(crate) fn whole_time(&self) -> i64 {
        self.normal_time() + cycles(self.extra_half_time, self.nr_extra_halfs)
    }
}

/// Cycles of halves of this many seconds, limited so that sums do not overflow.
fn cycles(seconds: i32, halfs: i32) -> i64 {
    const MOST: i64 = 1 << 60;
    (i64::from(seconds) * 10).saturating_mul(i64::from(halfs)).clamp(-MOST, MOST)
}
