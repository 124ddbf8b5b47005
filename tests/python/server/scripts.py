"""Actions of agents and monitors, for the comparison of two servers.

Scripts avoid everything that rcsssmj does not survive, or where we differ from it on purpose:
agents before its first step, motors that do not exist, numbers that are not finite, empty messages,
commands that it ignores (`killsim`, `playMode`, `time`, ...), fouls (it sends monitors only every
second one), the end of a half, and a monitor that stays after an earlier one has left (after a full
frame on the round it gets the transforms of the whole scene once more).
"""

from __future__ import annotations

from collections.abc import Callable

from server.driver import Driver

Script = Callable[[Driver], None]

# far enough apart that no two robots touch
PLACES = ["(beam 3 4 0)", "(beam 3 -4 0)", "(beam 6 0 30)", "(beam 8 5 -20)", "(beam 8 -5 0)"]


def standing(driver: Driver) -> None:
    """Robots take their places and stand; a monitor watches, with a full frame in between."""
    driver.watch("monitor")
    driver.join("red T1", "(init T1 Reds 1)", PLACES[0])
    driver.join("red K1", "(init K1 Reds 2)", PLACES[1])
    driver.join("blue T1", "(init T1 Blues 7)", PLACES[2])
    driver.begin()
    driver.play(24)


def refusals(driver: Driver) -> None:
    """Agents that may not join: invalid numbers, models, teams and messages."""
    driver.watch("monitor")
    driver.join("red", "(init T1 Reds 1)", PLACES[0])
    driver.join("number taken", "(init T1 Reds 1)")
    driver.join("large number", "(init T1 Reds 99)", PLACES[3])
    driver.join("unknown model", "(init T2 Reds 2)")
    driver.join("no number", "(init T1 Reds two)")
    driver.join("no init", "(hello T1 Reds 3)")
    driver.join("too short", "(init T1 Reds)")
    driver.join("too long", "(init T1 Reds 3 4)")
    driver.begin()
    driver.play(3)
    driver.join("blue", "(init T1 Blues -3)(syn)", PLACES[1])
    driver.play(4)
    driver.join("third team", "(init T1 Greens 1)")
    driver.join("hundreds", "(init T1 Reds 102)", PLACES[2])
    driver.play(6)


def full_teams(driver: Driver) -> None:
    """Seven in a team, and an eighth that is one too many."""
    for number in range(1, 9):
        driver.join(f"ant {number}", f"(init ant Reds {number})", f"(beam {3 * number} 0 0)")
    driver.begin()
    driver.play(4)


def beaming(driver: Driver) -> None:
    """Robots of both teams go to places on all sides, several times."""
    driver.watch("monitor")
    driver.join("red", "(init T1 Reds 1)", PLACES[0])
    driver.join("blue", "(init T1 Blues 1)", PLACES[1])
    driver.begin()
    for x, y, yaw in ((4, 3, 0), (-7.5, -8.25, 90), (12, 0, -135), (2, 6, 180), (1e-3, -2, 720)):
        beam = f"(beam {x} {y} {yaw})".encode()
        driver.play(1, {agent.name: beam + agent.hold for agent in driver.agents})
        driver.play(3)


def talking(driver: Driver) -> None:
    """Messages of all lengths and volumes, alone and by two at once."""
    robots = ("T1", "K1", "T1")
    for index, robot in enumerate(robots):
        team = "Reds" if index < 2 else "Blues"
        driver.join(f"{team} {robot}", f"(init {robot} {team} {index + 1})", PLACES[index])
    driver.begin()
    driver.play(2)
    first, second, third = driver.agents
    for said in ("aGVsbG8=", "", "MTIzNDU2Nzg5MA==", "no base64", "AAH/"):
        driver.play(1, {first.name: f"(SPK say 100 {said})".encode() + first.hold})
        driver.play(1)
    for volume in ("100", "50", "0", "400", "-20"):
        both = {a.name: f"(SPK say {volume} aGV5)".encode() + a.hold for a in (second, third)}
        driver.play(1, both)
        driver.play(1)


def odd_messages(driver: Driver) -> None:
    """Malformed answers: their well-formed part before the error still counts."""
    agent = driver.join("red", "(init T1 Reds 1)", PLACES[0])
    driver.join("blue", "(init K1 Blues 2)", PLACES[1])
    driver.begin()
    driver.play(3)
    head = b"(he1 20 0 40 1 0)"
    for odd in (b"", b"(syn)", head, b" " + head, head + b"(he2", b"(he1 x 0 40 1 0)" + head):
        driver.play(2, {agent.name: odd or b"(syn)"})
    for odd in (b"(say hello)", b"(beam 1 2)", b"(he1 0 0)", b"he1 0 0 40 1 0", b"()", b"((("):
        driver.play(1, {agent.name: odd})
        driver.play(1)


def coming_and_going(driver: Driver) -> None:
    """Agents and monitors connect, leave and come back."""
    driver.watch("first monitor")
    driver.join("red", "(init T1 Reds 1)", PLACES[0])
    blue = driver.join("blue", "(init T1 Blues 1)", PLACES[1])
    driver.begin()
    driver.play(5)
    driver.watch("second monitor")
    driver.play(4)
    driver.leave(blue)
    driver.play(5)
    driver.join("blue again", "(init K1 Blues 1)", PLACES[2])
    driver.play(6)
    driver.leave(driver.monitors[1])
    driver.play(4)


def silence(driver: Driver) -> None:
    """An agent that sends nothing for five seconds is disconnected."""
    driver.join("red", "(init T1 Reds 1)", PLACES[0])
    driver.join("silent", "(init K1 Reds 2)", PLACES[1])
    driver.begin()
    driver.play(4)
    driver.play(1, {"silent": None})
    driver.play(4)


def commands(driver: Driver) -> None:
    """A monitor controls the game; another one sends a command and leaves at once."""
    monitor = driver.watch("monitor")
    driver.join("red", "(init T1 Reds 1)", PLACES[0])
    driver.join("blue", "(init T1 Blues 1)", PLACES[1])
    driver.begin()
    driver.play(3)
    driver.order(monitor, "(agent (team Reds) (unum 1) (pos -5 3 0.7))")
    driver.play(3)
    driver.order(monitor, "(agent (unum 1)(team Right)(move 6 -3 0.68 90))")
    driver.play(3)
    driver.order(monitor, "(ball (pos 2 1 0.5)(vel 1 0 2))", "(nonsense)", "(kickOff Left)")
    driver.play(4)
    driver.order_and_leave("(dropBall)")
    driver.play(4)
    driver.order(monitor, "(ball (pos -3 0 1))(kickOff Right)")
    driver.play(4)
    driver.order(monitor, "(agent (team Left)(unum 1)(move3d -4 2 0.8 0.7071 0 0 0.7071))")
    driver.play(3)
    driver.order(monitor, "(agent (team Greens)(unum 1)(pos 0 0 1))", "(ball)", "(kickOff Left)")
    driver.play(6)


SCRIPTS: dict[str, Script] = {
    script.__name__: script
    for script in (
        standing,
        refusals,
        full_teams,
        beaming,
        talking,
        odd_messages,
        coming_and_going,
        silence,
        commands,
    )
}
