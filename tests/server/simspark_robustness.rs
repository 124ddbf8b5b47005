//! The tests with rcsssmj's monitors, repeated with SimSpark's, which must not disturb anybody
//! either.

use crate::harness::in_simspark;
use crate::{connections, frames, monitors, recovery, shutdown};

macro_rules! again {
    ($($module:ident :: $test:ident,)*) => {
        $(
            #[test]
            fn $test() {
                in_simspark($module::$test);
            }
        )*
    };
}

again! {
    monitors::commands_of_a_connection_that_is_closed_at_once_are_performed,
    monitors::many_commands_of_a_connection_that_is_closed_at_once_are_all_performed,
    monitors::a_removed_player_is_gone_when_it_is_acknowledged,
    monitors::commands_of_one_message_act_together_however_many_watch,
    monitors::killsim_ends_the_server_in_order,
    monitors::commands_that_are_turned_off_do_nothing,
    monitors::monitors_may_have_an_address_of_their_own,
    monitors::floods_of_commands_disturb_nobody,
    monitors::no_command_brings_control_characters_into_the_log,
    monitors::parts_of_commands_without_effect_are_logged_once,
    monitors::one_monitor_that_floods_silences_no_other,
    frames::zero_length_messages_are_messages_without_meaning,
    frames::lengths_beyond_the_limit_end_the_connection,
    frames::names_that_would_garble_the_log_are_escaped,
    frames::actions_count_while_many_others_flood,
    connections::one_address_takes_no_places_of_others,
    connections::connections_that_end_anyhow_disturb_nobody,
    connections::a_half_closed_agent_leaves,
    recovery::places_and_speeds_beyond_all_bounds_stop_no_clock,
    shutdown::a_server_that_is_stopped_ends_in_every_state,
    monitors::a_monitor_that_does_not_read_misses_messages_and_goes_on_with_a_full_one,
    monitors::a_trainer_that_never_reads_goes_on_commanding_and_may_read_later,
}
