//! Parameters and player types as they are sent to playmakers, and as they are read back.

use super::protos;
use crate::disc::parameters::LCM_STEP;
use crate::disc::senses::MAX_DISTANCE;
use crate::disc::{PlayerParameters, PlayerType, Rules, ServerParameters, TYPES, pitch};
use crate::error::{Error, Result};
use std::sync::Arc;

/// A value as the interface has it, and back.
trait ProtoValue<T> {
    fn to_proto(&self) -> T;
    fn from_proto(value: &T) -> Self;
}

impl ProtoValue<f32> for f64 {
    fn to_proto(&self) -> f32 {
        *self as f32
    }
    /// The double of which this single is the nearest, as it was meant: 0.94, not 0.939999998.
    fn from_proto(value: &f32) -> Self {
        value.to_string().parse().unwrap_or(Self::from(*value))
    }
}

impl ProtoValue<i32> for i32 {
    fn to_proto(&self) -> i32 {
        *self
    }
    fn from_proto(value: &i32) -> Self {
        *value
    }
}

impl ProtoValue<bool> for bool {
    fn to_proto(&self) -> bool {
        *self
    }
    fn from_proto(value: &bool) -> Self {
        *value
    }
}

/// Copies fields both ways: those of the same name, and those that have another name here.
macro_rules! copied {
    (
        $to_message:ident, $read:ident, $message:ty, $own:ty,
        [$($same:ident,)*], [$($far:ident = $near:ident,)*]
    ) => {
        fn $to_message(own: &$own) -> $message {
            <$message>::default().with(|message| {
                $(message.$same = own.$same.to_proto();)*
                $(message.$far = own.$near.to_proto();)*
            })
        }

        fn $read(message: &$message, own: &mut $own) {
            $(own.$same = ProtoValue::from_proto(&message.$same);)*
            $(own.$near = ProtoValue::from_proto(&message.$far);)*
        }
    };
}

/// Fills a message.
trait With: Sized {
    fn with(mut self, fill: impl FnOnce(&mut Self)) -> Self {
        fill(&mut self);
        self
    }
}

impl<T> With for T {}

copied!(
    server_message,
    read_server,
    protos::ServerParam,
    ServerParameters,
    [
        inertia_moment,
        player_size,
        player_decay,
        player_rand,
        player_weight,
        player_speed_max,
        player_accel_max,
        stamina_max,
        stamina_inc_max,
        recover_init,
        recover_dec_thr,
        recover_min,
        recover_dec,
        effort_init,
        effort_dec_thr,
        effort_min,
        effort_dec,
        effort_inc_thr,
        effort_inc,
        kick_rand,
        team_actuator_noise,
        kick_rand_factor_l,
        kick_rand_factor_r,
        ball_size,
        ball_decay,
        ball_rand,
        ball_weight,
        ball_speed_max,
        ball_accel_max,
        dash_power_rate,
        kick_power_rate,
        kickable_margin,
        control_radius,
        visible_angle,
        visible_distance,
        wind_dir,
        wind_force,
        wind_rand,
        catch_probability,
        goalie_max_moves,
        offside_active_area_size,
        wind_none,
        clang_win_size,
        clang_define_win,
        clang_meta_win,
        clang_advice_win,
        clang_info_win,
        clang_mess_delay,
        clang_mess_per_cycle,
        half_time,
        simulator_step,
        send_step,
        recv_step,
        sense_body_step,
        catch_ban_cycle,
        slow_down_factor,
        use_offside,
        offside_kick_margin,
        audio_cut_dist,
        slowness_on_top_for_left_team,
        slowness_on_top_for_right_team,
        start_goal_l,
        start_goal_r,
        fullstate_l,
        fullstate_r,
        drop_ball_time,
        synch_mode,
        synch_offset,
        synch_micro_sleep,
        point_to_ban,
        point_to_duration,
        send_comms,
        text_logging,
        game_logging,
        game_log_version,
        log_times,
        text_log_compression,
        game_log_compression,
        tackle_dist,
        tackle_back_dist,
        tackle_width,
        tackle_exponent,
        tackle_cycles,
        tackle_power_rate,
        freeform_wait_period,
        freeform_send_period,
        free_kick_faults,
        back_passes,
        proper_goal_kicks,
        stopped_ball_vel,
        max_goal_kicks,
        clang_del_win,
        clang_rule_win,
        auto_mode,
        kick_off_wait,
        connect_wait,
        game_over_wait,
        keepaway_length,
        keepaway_width,
        keepaway_logging,
        keepaway_log_fixed,
        keepaway_log_dated,
        keepaway_start,
        nr_normal_halfs,
        nr_extra_halfs,
        penalty_shoot_outs,
        pen_before_setup_wait,
        pen_setup_wait,
        pen_ready_wait,
        pen_taken_wait,
        pen_nr_kicks,
        pen_max_extra_kicks,
        pen_dist_x,
        pen_random_winner,
        pen_allow_mult_kicks,
        pen_max_goalie_dist_x,
        pen_coach_moves_players,
        ball_stuck_area,
        max_tackle_power,
        max_back_tackle_power,
        player_speed_max_min,
        extra_stamina,
        synch_see_offset,
        extra_half_time,
        stamina_capacity,
        max_dash_angle,
        min_dash_angle,
        dash_angle_step,
        side_dash_rate,
        back_dash_rate,
        max_dash_power,
        min_dash_power,
        tackle_rand_factor,
        foul_detect_probability,
        foul_exponent,
        foul_cycles,
        golden_goal,
        red_card_probability,
        illegal_defense_duration,
        illegal_defense_number,
        illegal_defense_dist_x,
        illegal_defense_width,
        max_catch_angle,
        min_catch_angle,
        max_monitors,
        goal_width,
    ],
    [
        player_rand_factor_l = prand_factor_l,
        player_rand_factor_r = prand_factor_r,
        max_power = maxpower,
        min_power = minpower,
        max_moment = maxmoment,
        min_moment = minmoment,
        max_neck_moment = maxneckmoment,
        min_neck_moment = minneckmoment,
        max_neck_angle = maxneckang,
        min_neck_angle = minneckang,
        wind_angle = wind_ang,
        catch_area_l = catchable_area_l,
        catch_area_w = catchable_area_w,
        corner_kick_margin = ckick_margin,
        use_wind_random = wind_random,
        coach_say_count_max = say_coach_cnt_max,
        coach_say_msg_size = say_coach_msg_size,
        player_say_msg_size = say_msg_size,
        player_hear_max = hear_max,
        player_hear_inc = hear_inc,
        player_hear_decay = hear_decay,
        kickoff_offside = forbid_kick_off_offside,
        dist_quantize_step = quantize_step,
        landmark_dist_quantize_step = quantize_step_l,
        coach_mode = coach,
        coach_with_referee_mode = coach_w_referee,
        use_old_coach_hear = old_coach_hear,
        player_port = port,
        trainer_port = coach_port,
        online_coach_port = olcoach_port,
        verbose_mode = verbose,
        coach_send_vi_step = send_vi_step,
        use_text_log_fixed = text_log_fixed,
        use_game_log_fixed = game_log_fixed,
        use_text_log_dated = text_log_dated,
        use_game_log_dated = game_log_dated,
        record_message = record_messages,
        use_profile = profile,
        keepaway_mode = keepaway,
    ]
);

copied!(
    player_message,
    read_player,
    protos::PlayerParam,
    PlayerParameters,
    [
        player_types,
        subs_max,
        pt_max,
        allow_mult_default_type,
        player_speed_max_delta_min,
        player_speed_max_delta_max,
        stamina_inc_max_delta_factor,
        player_decay_delta_min,
        player_decay_delta_max,
        inertia_moment_delta_factor,
        dash_power_rate_delta_min,
        dash_power_rate_delta_max,
        player_size_delta_factor,
        kickable_margin_delta_min,
        kickable_margin_delta_max,
        kick_rand_delta_factor,
        extra_stamina_delta_min,
        extra_stamina_delta_max,
        effort_max_delta_factor,
        effort_min_delta_factor,
        random_seed,
        new_dash_power_rate_delta_min,
        new_dash_power_rate_delta_max,
        new_stamina_inc_max_delta_factor,
        kick_power_rate_delta_min,
        kick_power_rate_delta_max,
        foul_detect_probability_delta_factor,
        catchable_area_l_stretch_min,
        catchable_area_l_stretch_max,
    ],
    []
);

copied!(
    type_message,
    read_type,
    protos::PlayerType,
    PlayerType,
    [
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
    ],
    []
);

/// Radius within which a player controls the ball, which nothing uses.
const CONTROL_WIDTH: f32 = 1.7;
/// Factor and delay of long kicks, which no player has.
const LONG_KICK: (f32, i32) = (2.0, 2);

/// The message with the server's parameters. Texts stay empty: names of files and folders are not
/// disclosed.
pub fn server_param(rules: &Rules) -> protos::ServerParam {
    let server = &*rules.server;
    let mut message = server_message(server);
    let own = &rules.types[0];
    message.control_radius_width = CONTROL_WIDTH;
    message.lcm_step = LCM_STEP;
    message.kickable_area = own.kickable_area(server.ball_size) as f32;
    message.catchable_area = server.catchable_area_l.hypot(0.5 * server.catchable_area_w) as f32;
    message.real_speed_max = real_speed_max(server, own) as f32;
    message.dist_quantize_step_r = message.dist_quantize_step;
    // As agents set it, by mistake.
    message.dist_quantize_step_l = message.landmark_dist_quantize_step;
    message.landmark_dist_quantize_step_l = message.landmark_dist_quantize_step;
    message.landmark_dist_quantize_step_r = message.landmark_dist_quantize_step;
    (message.dir_quantize_step, message.dir_quantize_step_l, message.dir_quantize_step_r) =
        (0.1, 0.1, 0.1);
    message.random_seed = -1;
    (message.long_kick_power_factor, message.long_kick_delay) = LONG_KICK;
    message.max_monitors = -1;
    message.pitch_half_length = pitch::HALF_LENGTH as f32;
    message.pitch_half_width = pitch::HALF_WIDTH as f32;
    message.their_penalty_area_line_x = (pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH) as f32;
    message.our_penalty_area_line_x = -message.their_penalty_area_line_x;
    message.penalty_area_half_width = pitch::PENALTY_AREA_HALF_WIDTH as f32;
    message.penalty_area_length = pitch::PENALTY_AREA_LENGTH as f32;
    message.goal_area_width = 2.0 * pitch::GOAL_AREA_HALF_WIDTH as f32;
    message.goal_area_length = pitch::GOAL_AREA_LENGTH as f32;
    message.center_circle_r = pitch::CIRCLE_RADIUS as f32;
    message.goal_post_radius = pitch::POST_RADIUS as f32;
    message.pitch_margin = pitch::MARGIN as f32;
    message
}

/// The message with the parameters of players.
pub fn player_param(rules: &Rules) -> protos::PlayerParam {
    player_message(&rules.player)
}

/// The message with a player type.
pub fn player_type(rules: &Rules, id: usize) -> protos::PlayerType {
    let (server, own) = (&*rules.server, &rules.types[id.min(TYPES - 1)]);
    let mut message = type_message(own);
    let half = 0.5 * server.catchable_area_w;
    let stretch = own.catchable_area_l_stretch;
    let fast = real_speed_max(server, own);
    message.id = id as i32;
    message.kickable_area = own.kickable_area(server.ball_size) as f32;
    message.reliable_catchable_dist =
        ((2.0 - stretch) * server.catchable_area_l).hypot(half) as f32;
    message.max_catchable_dist = (stretch * server.catchable_area_l).hypot(half) as f32;
    message.real_speed_max = fast as f32;
    message.player_speed_max2 = (own.player_speed_max * own.player_speed_max) as f32;
    message.real_speed_max2 = (fast * fast) as f32;
    message.cycles_to_reach_max_speed = cycles_to_speed(server, own, fast);
    (message.unum_far_length, message.unum_too_far_length) = (20.0, 40.0);
    (message.team_far_length, message.team_too_far_length) =
        (MAX_DISTANCE as f32, MAX_DISTANCE as f32);
    (message.ball_vel_far_length, message.ball_vel_too_far_length) = (20.0, 40.0);
    (message.flag_chg_far_length, message.flag_chg_too_far_length) = (20.0, 40.0);
    message.player_max_observation_length = MAX_DISTANCE as f32;
    message.ball_max_observation_length = MAX_DISTANCE as f32;
    message.flag_max_observation_length = MAX_DISTANCE as f32;
    message
}

/// The speed that a player of a type keeps with full dashes, m/cycle.
pub(super) fn real_speed_max(server: &ServerParameters, own: &PlayerType) -> f64 {
    let push = server.max_dash_power * own.dash_power_rate * own.effort_max;
    (push / (1.0 - own.player_decay)).min(own.player_speed_max)
}

/// Cycles of full dashes from a standstill to a speed; -1 if 50 are not enough.
pub(super) fn cycles_to_speed(server: &ServerParameters, own: &PlayerType, fast: f64) -> i32 {
    let push = server.max_dash_power * own.dash_power_rate * own.effort_max;
    let mut speed = 0.0;
    for cycle in 1..=50 {
        speed += push;
        if speed >= fast - 0.01 {
            return cycle;
        }
        speed *= own.player_decay;
    }
    -1
}

/// The rules of a game by the messages received; what is missing has its default.
///
/// # Errors
/// [`Error::Argument`] for parameters that no game can be played with.
pub fn rules(
    server: Option<&protos::ServerParam>,
    player: Option<&protos::PlayerParam>,
    types: &[protos::PlayerType],
) -> Result<Rules> {
    let mut own = ServerParameters::default();
    if let Some(server) = server {
        read_server(server, &mut own);
    }
    let mut players = PlayerParameters::default();
    if let Some(player) = player {
        read_player(player, &mut players);
    }
    let mut figures = [PlayerType::standard(&own); TYPES];
    for message in types {
        let figure = usize::try_from(message.id).ok().and_then(|id| figures.get_mut(id));
        let Some(figure) = figure else {
            let problem =
                format!("{} is not the id of a player type, 0 to {}", message.id, TYPES - 1);
            return Err(Error::argument("player_types", problem));
        };
        read_type(message, figure);
    }
    Rules::new(Arc::new(own), players, Some(figures), 0)
}
