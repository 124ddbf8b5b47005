"""The trainer: every command with its answers and errors, by UDP and in process."""

from __future__ import annotations

import rcssgym

from disc_server.client import STANDING, Client, serving

ILLEGAL = "(error illegal_command_form)"
OBJECT = "(error illegal_object_form)"
DIALOGUE = [
    ("(change_mode play_on)", "(ok change_mode)"),
    ("(change_mode)", ILLEGAL),
    ("(change_mode nothing)", "(error illegal_mode)"),
    ("(change_mode before_kick_off)", "(ok change_mode)"),
    ("(move (ball) 1 2)", "(ok move)"),
    ("(move (ball) 1 2 0 0.5 0.25)", "(ok move)"),
    ("(move (b) 1 2)", OBJECT),
    ("(move (ball) 1)", OBJECT),
    ("(move (ball) nan 1)", OBJECT),
    ("(move (ball) 1 2 3 4)", ILLEGAL),
    ("(move (player A 1) -10 5 500)", "(ok move)"),
    ("(move (player A 12) -10 5)", OBJECT),
    ("(move (player A 1) -10 5 0 1)", ILLEGAL),
    ("(move (player Nobody 1) -10 5)", "(ok move)"),
    ("(move)", OBJECT),
    ("(check_ball)", "(ok check_ball 0 in_field)"),
    ("(move (ball) 54 0)", "(ok move)"),
    ("(check_ball)", "(ok check_ball 0 goal_r)"),
    ("(move (ball) -54 0)", "(ok move)"),
    ("(check_ball)", "(ok check_ball 0 goal_l)"),
    ("(move (ball) 54 20)", "(ok move)"),
    ("(check_ball)", "(ok check_ball 0 out_of_field)"),
    ("(move (ball) 0 0)", "(ok move)"),
    ("(recover)", "(ok recover)\n"),
    ("(ear on)", "(ok ear on)"),
    ("(ear off)", "(ok ear off)"),
    ("(ear)", ILLEGAL),
    ("(ear maybe)", ILLEGAL),
    ("(eye maybe)", ILLEGAL),
    ("(eye)", ILLEGAL),
    ("(eye off)", "(ok eye off)"),
    ("(team_names)", "(ok team_names (team l A) (team r B))\n"),
    ("(say hello)", "(ok say)"),
    ("(say)", ILLEGAL),
    ('(say "hello")', ILLEGAL),
    ("(change_player_type A 1 3)", "(ok change_player_type A 1 3)"),
    ("(change_player_type C 1 3)", "(warning no_team_found)"),
    ("(change_player_type A 5 3)", "(warning no_such_player)"),
    ("(change_player_type A 1 18)", "(error out_of_range_player_type)"),
    ("(change_player_type A 1)", ILLEGAL),
    ("(change_player_type A 1 99999999999)", "(error out_of_range_player_type)"),
    ("(change_player_type 1 3)", ILLEGAL),
    ("(done)", ""),
    ("(compression 10)", ILLEGAL),
    ("(compression x)", ILLEGAL),
    ("(bye)", "(error unknown_command)"),
    ("(team_graphic (0 0))", "(error unknown_command)"),
    ("(dash 10)", "(error unknown_command)"),
    ("start", ILLEGAL),
    ("(init (version 19))", "(error unknown_command)"),
    ("(start)", "(ok start)"),
]
"""Facts of the real server, and of its chapter."""


def test_every_command_is_answered_as_by_the_real_server() -> None:
    """One command after the other, by UDP."""
    # Some change the mode to play_on and back, and answers contain the cycle.
    given = {"coach_w_referee": True, **STANDING}
    with serving(**given) as server, Client(server.player_address) as left:
        left.ask("(init A (version 19))")
        with Client(server.player_address) as right, Client(server.trainer_address) as trainer:
            right.ask("(init B (version 19))")
            trainer.send("(init (version 19))")
            assert trainer.receive() == "(init ok)"
            trainer.until("(player_type (id 17)")
            for command, answer in DIALOGUE:
                trainer.send(command)
                if answer:
                    assert (command, trainer.receive()) == (command, answer)


def test_the_trainer_in_process_is_the_same() -> None:
    """It gives the same answers without sockets."""
    sim = rcssgym.DiscSimulation()
    sim.add_player("A")
    sim.add_player("B")
    for command, answer in DIALOGUE:
        assert (command, sim.trainer(command)) == (command, answer)


def test_who_may_come_and_when() -> None:
    """Introductions and their errors."""
    with serving() as server, Client(server.trainer_address) as nobody:
        nobody.send("(init (version 19))")
        assert nobody.receive() == "(error connected_offline_coach_without_coach_mode)"
    with serving(coach=True) as server:
        for message, answer in [
            ("(init (version 20))", "(error illegal_client_version)"),
            ("(init (version 0))", ILLEGAL),
            ("init", ILLEGAL),
        ]:
            with Client(server.trainer_address) as wrong:
                wrong.send(message)
                assert wrong.receive() == answer
        with Client(server.trainer_address) as trainer, Client(server.trainer_address) as second:
            trainer.ask("(init)", "(init ok)")
            second.send("(init (version 19))")
            assert second.receive() == "(error already_have_offline_coach)"
            # A trainer of version 3, the default, may continue to use the first port.
            trainer.send_to_door("(check_ball)")
            assert trainer.until("(ok") == "(ok check_ball 0 in_field)"


def test_a_first_command_without_introduction_starts_the_game() -> None:
    """The command is executed, without an answer."""
    with serving(coach=True) as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.trainer_address) as trainer:
            trainer.send("(move (ball) 3 4)")
            assert player.until("(hear") == "(hear 0 referee kick_off_l)"
            assert trainer.all() == []
    assert server.sim.ball[:2] == (3.0, 4.0)


def test_only_introductions_go_to_the_first_port() -> None:
    """This applies from version 8 on."""
    with serving(coach=True) as server, Client(server.trainer_address) as trainer:
        trainer.ask("(init (version 8))", "(init ok)")
        trainer.send_to_door("(check_ball)")
        assert trainer.until("(error") == "(error only_init_allowed_on_init_port)"
        trainer.send("(check_ball)", b"")
        assert trainer.until("(warning") == "(warning message_not_null_terminated)"
        assert trainer.until("(ok") == "(ok check_ball 0 in_field)"


def test_it_sees_everything_in_each_version() -> None:
    """Names, order, angles and the players' actions."""
    sim = rcssgym.DiscSimulation(seed=1)
    sim.add_player("Alpha", goalie=True)
    sim.trainer("(move (player Alpha 1) -30 10 45.6)")
    sim.trainer("(move (ball) 1.23456789 -2)")
    sim.players[0].send("(turn_neck -20.6)")
    sim.step()
    goals = "((g r) 52.5 0) ((g l) -52.5 0)"
    for version, player in [(7, "46 -21"), (8, "46 -21"), (14, "46 -21"), (19, "46 -21")]:
        sim.trainer.version = version
        assert sim.trainer("(look)") == (
            f'(ok look 0 {goals} ((b) 1.23457 -2 0 0) ((p "Alpha" 1 goalie) -30 10 0 0 {player}))'
        )
    sim.trainer.version = 6
    assert sim.trainer("(look)") == (
        "(ok look 0 ((goal r) 52.5 0) ((goal l) -52.5 0) ((ball) 1.23457 -2 0 0) "
        "((player Alpha 1) -30 10 45 -20 0 0))"
    )
    assert sim.trainer.messages == []
    sim.trainer("(eye on)")
    sim.step()
    (seen,) = sim.trainer.messages
    assert seen.startswith("(see 0 ((goal r) 52.5 0)")
    sim.trainer.version = 13
    sim.trainer("(change_mode play_on)")
    sim.players[0].send("(kick 100 0)(pointto 10 0)")
    sim.step()
    (seen,) = sim.trainer.messages
    assert seen.startswith("(see_global 1 ((g r) 52.5 0)")
    assert seen.endswith(" 46 -21 25 k))")
    assert sim.trainer("(look)").endswith(" 46 -21 25 k))")
    sim.trainer.version = 8
    assert sim.trainer("(look)").endswith(" 46 -21))")


def test_it_hears_everything_after_ear_on() -> None:
    """It hears referee, players and itself, in the form of its version."""
    sim = rcssgym.DiscSimulation(seed=1)
    sim.add_player("A")
    for version, heard in [
        (19, ["(hear referee 0 kick_off_l)", '(hear 0 (p "A" 1) "hi")', '(hear 0 referee "yes")']),
        (6, ["(hear referee 0 kick_off_l)", "(hear (player A 1) 0 hi)", "(hear referee 0 yes)"]),
    ]:
        sim.trainer.version = version
        sim.trainer("(change_mode before_kick_off)")
        sim.step()
        assert sim.trainer.messages == []
        sim.trainer("(ear on)")
        sim.trainer("(change_mode kick_off_l)")
        sim.players[0].send("(say hi)")
        sim.trainer("(say yes)")
        sim.trainer("(change_mode before_kick_off)")
        sim.step()
        assert sim.trainer.messages[:3] == heard
        sim.trainer("(ear off)")


def test_players_hear_what_it_says() -> None:
    """At once before version 8, in the next cycle otherwise; cut off at 128 characters."""
    with serving(coach=True) as server, Client(server.player_address) as new:
        new.ask("(init A (version 19))")
        with Client(server.player_address) as early, Client(server.trainer_address) as trainer:
            early.ask("(init A (version 6))")
            trainer.ask("(init (version 19))", "(init ok)")
            trainer.ask(f"(say {'x' * 200})", "(ok say)")
            assert new.until("(hear 0 coach") == f'(hear 0 coach "{"x" * 128}")'
            assert early.until("(hear 0 referee x") == f"(hear 0 referee {'x' * 128})"


def test_a_substitution_is_told_to_both_teams() -> None:
    """In process and by UDP."""
    sim = rcssgym.DiscSimulation(seed=1, senses=19)
    sim.add_player("A")
    sim.add_player("B")
    sim.trainer("(change_player_type A 1 5)")
    sim.step()
    assert "(change_player_type 1 5)" in sim.players[0].messages
    assert "(change_player_type 1)" in sim.players[1].messages
