"""The online coach: what it may do, when, and what players and coaches hear from it."""

from __future__ import annotations

from pathlib import Path

import pytest
import rcssgym

from disc_server.client import Client, serving

ILLEGAL = "(error illegal_command_form)"
RULE = "(define (definerule R direc ((true) (do our {1} (hold)))))"
TILE = '"8 8 2 1" ". c #000000" "# c #ffffff" ' + " ".join(['".#.#.#.#"'] * 8)


def game(**server_params: bool | int | float) -> rcssgym.DiscSimulation:
    """Return a game of two against one, with senses."""
    sim = rcssgym.DiscSimulation(server_params, {"random_seed": 1}, seed=1, senses=19)
    sim.add_player("A", goalie=True)
    sim.add_player("A")
    sim.add_player("B")
    return sim


def heard(sim: rcssgym.DiscSimulation, player: int) -> list[str]:
    """Return what a player heard from coaches in the last step."""
    return [text for text in sim.players[player].messages if " online_coach_" in text]


DIALOGUE = [
    ("(check_ball)", "(ok check_ball 0 in_field)"),
    ("(team_names)", "(ok team_names (team l A) (team r B))\n"),
    ("(eye off)", "(ok eye off)"),
    ("(eye maybe)", ILLEGAL),
    ("(eye)", ILLEGAL),
    ("(compression 10)", ILLEGAL),
    ("(done)", ""),
    ("(start)", "(error unknown_command)"),
    ("(ear on)", "(error unknown_command)"),
    ("(move (ball) 0 0)", "(error unknown_command)"),
    ("look", ILLEGAL),
    ("(change_player_type 2 3)", "(ok change_player_type 2 3)"),
    ("(change_player_type 2 3)", "(ok change_player_type 2 3)"),
    ("(change_player_type 1 3)", "(warning max_of_that_type_on_field)"),
    ("(change_player_type 2 18)", "(error out_of_range_player_type)"),
    ("(change_player_type 2 -1)", "(error out_of_range_player_type)"),
    ("(change_player_type 9 4)", "(warning no_such_player)"),
    ("(change_player_type 2 goalie)", "(error goalie_already_exists)"),
    ("(change_player_type 2)", ILLEGAL),
    ("(change_player_type 2 keeper)", ILLEGAL),
    ("(change_player_type A 2 3)", ILLEGAL),
    (f"(team_graphic (3 4 {TILE}))", "(ok team_graphic 3 4)"),
    (
        f"(team_graphic (32 0 {TILE}))",
        "(warning invalid_tile_location)\n(ok team_graphic 32 0)",
    ),
    (f"(team_graphic (0 0 {TILE.replace('8 8 2', '8 9 2')}))", "(error invalid_xpm_data)"),
    (f"(team_graphic (0 0 {TILE.replace('8 8 2', '4 8 2')}))", "(error invalid_xpm_data)"),
    (f"(team_graphic (0 0 {TILE.replace('8 8 2 1', '8 8 2')}))", "(error invalid_xpm_data)"),
    (
        f"(team_graphic (0 0 {TILE.replace('8 8 2 1', '4 8 2 2')}))",
        "(warning invalid_tile_size)",
    ),
    ("(team_graphic (0 0))", "(error invalid_xpm_data)"),
    ("(team_graphic)", ILLEGAL),
    ('(say "hello")', "(error could_not_parse_say)"),
    ("(say hello)", "(error could_not_parse_say)"),
    ("(say (freeform hello))", "(error could_not_parse_say)"),
    ('(say (freeform "hello"))', "(ok say)"),
    (f'(say (freeform "{"x" * 128}"))', "(ok say)"),
    (f'(say (freeform "{"x" * 129}"))', "(error could_not_parse_say)"),
    (f"(say {RULE})", "(ok say)"),
    (f"(say {RULE})\n", "(ok say)"),
    (f"(say {RULE})\r", "(error could_not_parse_say)"),
    ("(say (unsupported_clang))", ""),
    ("(change_player_type 2 99999999999)", "(error out_of_range_player_type)"),
]
"""Answers of the real server before the kick-off, by facts and its source."""


def test_every_command_is_answered_as_by_the_real_server() -> None:
    """By UDP, with one datagram per answer, and in process, with one line per answer."""
    sim = game()
    for command, answer in DIALOGUE:
        assert (command, sim.coach("A").send(command)) == (command, answer)
    with serving() as server, Client(server.player_address) as first:
        first.ask("(init A (version 19) (goalie))")
        with Client(server.player_address) as second, Client(server.player_address) as third:
            second.ask("(init A (version 19))")
            third.ask("(init B (version 19))")
            with Client(server.coach_address) as coach:
                coach.send("(init A (version 19))")
                assert coach.receive() == "(init l ok)"
                coach.until("(player_type (id 17)")
                for command, answer in DIALOGUE:
                    coach.send(command)
                    lines = [answer] if answer.endswith("\n") else answer.split("\n")
                    for line in filter(None, lines):
                        text = coach.until("(ok", "(error", "(warning")
                        assert (command, text) == (command, line)


def test_who_may_come_and_when() -> None:
    """Introductions and their errors; a coach may leave and come back."""
    with serving() as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        player.ask("(clang (ver 7 8))", "(ok clang (ver 7 8))")
        for message, answer in [
            ("(init B (version 19))", "(error no_such_team)"),
            ("(init A (version 20))", "(error illegal_client_version)"),
            ("(init A (version 4))", "(error illegal_client_version)"),
            ("(init)", ILLEGAL),
            ("(look)", ILLEGAL),
            ("(init A Na!me (version 19))", "(error illegal_coachname_or_too_long_coachname)"),
        ]:
            with Client(server.coach_address) as wrong:
                wrong.send(message)
                assert (message, wrong.receive()) == (message, answer)
        for introduction, answer in [
            ("(init A (version 19))", "(init l ok)"),
            ("(init A Name (version 8))", "(init l ok)"),
            ("(init A (version 6))", "(init l ok)"),
            ("(init A )", ILLEGAL),
            ("(init A (version 5))", "(init ok)"),
        ]:
            with Client(server.coach_address) as coach, Client(server.coach_address) as second:
                for _ in range(50):
                    coach.send_to_door(introduction)
                    text = coach.until("(init", "(error")
                    if text != "(error already_have_coach)":
                        break
                assert (introduction, text) == (introduction, answer)
                if answer == ILLEGAL:
                    continue
                if "(version 19)" in introduction or "(version 8)" in introduction:
                    assert coach.until("(clang") == '(clang (ver (p "A" 1) 7 8))'
                for version in (19, 20):
                    second.send(f"(init A (version {version}))")
                    assert second.receive() == "(error already_have_coach)"
                coach.send("(bye)")


def test_coaches_are_told_what_is_in_a_file(tmp_path: Path) -> None:
    """Since version 11, after everything else that they are told first."""
    file = tmp_path / "told.txt"
    file.write_text("(opponent Beta)")
    with serving(coach_msg_file=str(file)) as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        for version in (10, 11):
            with Client(server.coach_address) as coach:
                coach.ask(f"(init A (version {version}))", "(init l ok)")
                messages = coach.all()[20:]
                assert messages == ["(include 15 (opponent Beta))"][: version - 10]
                coach.send("(bye)")
                coach.all()


def test_while_play_is_on_there_is_one_message_of_a_type_in_a_window() -> None:
    """Windows are fixed; players hear the message 50 cycles later."""
    sim = game(half_time=-1)
    sim.players[1].send("(clang (ver 7 8))")
    coach = sim.coach("A")
    sim.step()
    sim.trainer("(change_mode play_on)")
    sim.step()
    # Play must not end by itself.
    sim.trainer("(move (ball) 0 0 0 0 0)")
    say = f"(say {RULE})"
    assert coach.send(say) == "(ok say)"
    said = sim.cycle
    assert coach.send(say) == "(error said_too_many_define_messages)"
    assert coach.send("(say (delete R))") == "(ok say)"
    assert coach.send("(say (delete R))") == "(error said_too_many_del_messages)"
    assert coach.send("(say (rule (on R)))") == "(ok say)"
    assert coach.send("(say (rule (on R)))") == "(error said_too_many_rule_messages)"
    assert coach.send("(say (info (clear)))") == "(ok say)"
    assert coach.send("(say (info (clear)))") == "(error said_too_many_info_messages)"
    assert coach.send("(say (advice (clear)))") == "(ok say)"
    assert coach.send("(say (advice (clear)))") == "(error said_too_many_advice_messages)"
    assert coach.send("(say (meta (ver 8)))") == "(ok say)"
    assert coach.send("(say (meta (ver 8)))") == "(error said_too_many_meta_messages)"
    assert coach.send('(say (freeform "x"))') == "(error cannot_say_freeform_while_playon)"
    while not heard(sim, 1):
        sim.trainer("(change_mode play_on)")
        sim.step()
    # The queue is read before the cycle is played.
    assert sim.cycle == said + 50 + 1
    assert len(heard(sim, 1)) == 6
    rule = "(define (definerule R direc ((true) (do our {1} (hold)))))"
    assert heard(sim, 1)[0] == f"(hear {said + 50} online_coach_left {rule})"
    assert heard(sim, 0) == [
        f"(hear {said + 50} online_coach_left (unsupported_clang))" for _ in range(6)
    ]
    assert heard(sim, 2) == []
    while sim.cycle < 301:
        assert coach.send(say) == "(error said_too_many_define_messages)"
        sim.trainer("(change_mode play_on)")
        sim.step()
    assert coach.send(say) == "(ok say)"


def test_while_play_is_off_messages_are_heard_in_the_next_cycle() -> None:
    """Any number of them, in their order."""
    sim = game()
    sim.players[0].send("(clang (ver 8 8))")
    for text in "abc":
        assert sim.coach("A").send(f'(say (freeform "{text}"))') == "(ok say)"
    sim.coach("A").send("(say (advice (clear)))")
    sim.step()
    assert heard(sim, 0) == [
        *(f'(hear 0 online_coach_left (freeform "{text}"))' for text in "abc"),
        "(hear 0 online_coach_left (unsupported_clang))",
    ]
    sim.step()
    assert heard(sim, 0) == []


@pytest.mark.parametrize("start", [420, 0])
def test_freeform_messages_have_short_times_while_play_is_on(start: int) -> None:
    """With play starting at 420: 1021 to 1039 and 1620 to 1639."""
    sim = game(coach=True)
    sim.trainer("(change_mode pause)")
    while sim.cycle < start:
        sim.step()
    sim.trainer("(change_mode play_on)")
    times = []
    while sim.cycle < start + 1300:
        if sim.coach("B").send('(say (freeform "x"))') == "(ok say)":
            times.append(sim.cycle)
        sim.step()
    assert times == [*range(start + 601, start + 620), *range(start + 1200, start + 1220)]


def test_there_are_128_freeform_messages_and_as_many_more_for_extra_time() -> None:
    """Counted together."""
    sim = game(half_time=1, nr_normal_halfs=1)
    say = '(say (freeform "x"))'

    def until_refused() -> int:
        count = 0
        while (answer := sim.coach("A").send(say)) == "(ok say)":
            count += 1
            sim.step()
        assert answer == "(error said_too_many_freeform_messages)"
        return count

    assert until_refused() == 128
    sim.trainer("(start)")
    while sim.cycle < 10:
        sim.step()
    assert until_refused() == 128


def test_after_the_kick_off_substitutions_are_limited() -> None:
    """No substitutions are allowed while play is on, nor after the game, but in any other mode."""
    sim = game()
    coach = sim.coach("A")
    sim.trainer("(start)")
    sim.step()
    sim.trainer("(change_mode play_on)")
    assert coach.send("(change_player_type 2 5)") == "(warning cannot_sub_while_playon)"
    answer = "(warning cannot_change_goalie_while_playon)"
    assert coach.send("(change_player_type 2 goalie)") == answer
    sim.trainer("(change_mode kick_in_l)")
    # At the kick-off the goalie received type 0, and the other player type 1.
    assert coach.send("(change_player_type 2 0)") == "(warning no_left_of_that_type)"
    # The type is checked before the player.
    assert coach.send("(change_player_type 9 0)") == "(warning no_left_of_that_type)"
    assert coach.send("(change_player_type 9 9)") == "(warning no_such_player)"
    for type_id in (5, 6, 7):
        answer = f"(ok change_player_type 2 {type_id})"
        assert coach.send(f"(change_player_type 2 {type_id})") == answer
        sim.trainer("(change_mode penalty_setup_l)")
    assert coach.send("(change_player_type 2 8)") == "(warning no_subs_left)"


def test_it_hears_players_and_referee_and_sees_everything() -> None:
    """It also hears of types and of the players' language."""
    sim = game()
    coach = sim.coach("B")
    assert coach.send("(eye on)") == "(ok eye on)"
    sim.players[1].send("(say hello)")
    sim.players[1].send("(clang (ver 7 7))")
    sim.players[2].send("(clang (ver 8 8))")
    sim.trainer("(say attention)")
    sim.trainer("(change_player_type A 2 4)")
    sim.trainer("(change_player_type B 1 4)")
    sim.trainer("(change_mode kick_off_l)")
    sim.step()
    *before, seen = coach.messages
    assert before == [
        '(hear 0 (p "A" 2) "hello")',
        '(clang (ver (p "B" 1) 8 8))',
        "(hear 0 referee attention)",
        "(change_player_type 2)",
        "(change_player_type 1 4)",
        "(hear 0 referee kick_off_l)",
    ]
    assert seen.startswith("(see_global 1 ((g r) 52.5 0) ((g l) -52.5 0) ((b) 0 0 0 0)")
    assert coach.version == 19
    coach.version = 6
    sim.players[1].send("(say hello)")
    sim.step()
    assert coach.messages[0] == "(hear 1 (player A 2) hello)"


def test_a_game_goes_on_bit_by_bit_from_a_snapshot() -> None:
    """Including coaches' messages that have not been heard yet."""
    sim = game()
    sim.players[0].send("(clang (ver 7 8))")
    sim.coach("A").send('(say (freeform "x"))')
    snapshot = sim.snapshot()
    sim.step()
    assert len(heard(sim, 0)) == 1
    other = game()
    other.restore(snapshot)
    other.step()
    assert heard(other, 0) == heard(sim, 0)


def test_who_says_goodbye_makes_room_at_once() -> None:
    """A new coach, or a new monitor, may come in the tick in which the one before them leaves."""
    with serving(recv_step=300, max_monitors=1) as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.coach_address) as coach, Client(server.coach_address) as other:
            coach.ask("(init A (version 19))", "(init l ok)")
            coach.send("(bye)")
            assert other.ask("(init A (version 19))") == "(init l ok)"
        with Client(server.player_address) as monitor, Client(server.player_address) as other:
            monitor.ask("(dispinit version 5)", "(show")
            monitor.send("(dispbye)")
            assert other.ask("(dispinit version 5)", "(show", "(error").startswith("(show")
