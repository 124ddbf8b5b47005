"""Writes matches.json: what rcsssmj 0.2.1's referees decide in matches that a script directs.

    python tests/reference/make_matches.py

Needs `rcsssmj==0.2.1`. Robots, ball and contacts are where a random script puts them; nothing
moves by itself, so no physics is needed. A script is a list of events: what changes, for how many
cycles of 20 ms it stays so, and how the match stands then. It ends where we differ from rcsssmj on
purpose: at a drop ball with players about, at a throw-in that nobody gets, at the end of a half.
"""

import json
import pathlib
from types import SimpleNamespace

import numpy as np
from rcsssmj.games.soccer.game_phase import GamePhase
from rcsssmj.games.soccer.play_mode import PlayMode
from rcsssmj.games.soccer.sim import soccer_ball
from rcsssmj.games.soccer.sim.soccer_agent import SoccerAgent
from rcsssmj.games.soccer.sim.soccer_game_state import GameState
from rcsssmj.games.soccer.sim.soccer_referee import KickChallengeReferee, SoccerReferee
from rcsssmj.games.soccer.soccer_fields import FIFA7vs7SoccerField
from rcsssmj.games.soccer.soccer_rules import SSim2026Rules
from rcsssmj.games.teams import TeamSide
from rcsssmj.sim.agent_id import AgentID

MATCHES = 70
CHALLENGES = 12
EVENTS = 40
CYCLE = 0.02
HEIGHT = 0.6735
ROSTER = [(0, 1), (1, 2), (0, 3), (0, 2), (1, 7), (1, 1), (0, 8)]
"""Side and number of the robots, in order of joining."""
DECISIONS = [
    "kick_off",
    "throw_in",
    "corner_kick",
    "goal_kick",
    "offsite",
    "goal",
    "free_kick",
    "direct_free_kick",
    "penalty_kick",
]
MODES = list(PlayMode)


class Match:
    """A game as the referee wants it, without a simulation behind it."""

    mj_model = None
    mj_data = None
    timestep = CYCLE

    def __init__(self, referee: SoccerReferee, phase: GamePhase, play_time: float) -> None:
        self.field, self.rules = FIFA7vs7SoccerField(), SSim2026Rules()
        self.game_state = GameState(phase, play_time)
        self.ball = soccer_ball.SoccerBall()
        self.sim_time = 0.0
        spec = SimpleNamespace(body=lambda _: SimpleNamespace(pos=[0, 0, HEIGHT]))
        self.robots = [SoccerAgent(AgentID(*who), "", spec, None) for who in ROSTER]
        teams: list[dict[int, SoccerAgent]] = [{}, {}]
        for robot in self.robots:
            teams[robot.agent_id.team_id][robot.agent_id.player_no] = robot
        self.left_players, self.right_players = teams
        self.referee = referee
        self.stopped = False
        referee.game = self

    def get_players(self, side: TeamSide | int) -> dict[int, SoccerAgent]:
        """The players of a side."""
        index = side.value if isinstance(side, TeamSide) else side
        return [self.left_players, self.right_players][index]

    def cycle(self, touching: list[int]) -> None:
        """One cycle; these robots touch the ball."""
        self.sim_time += CYCLE
        contacts = {self.robots[i].agent_id: {"torso_geom"} for i in touching}
        soccer_ball.filter_agent_contacts_with = lambda *_: contacts
        self.ball.post_step(None, SimpleNamespace(time=self.sim_time))
        self.referee.referee()

    def slot(self, who: AgentID | None) -> int | None:
        """Index of a robot."""
        ids = [robot.agent_id for robot in self.robots]
        return None if who is None else ids.index(who)


def watch_differences(match: Match) -> None:
    """Stops the script where we differ on purpose."""
    referee = match.referee
    drop_ball, throw_in = referee.drop_ball, referee.throw_in

    def watched_drop_ball(pos: tuple[float, float] | None = None) -> None:
        drop_ball(pos)
        near = [np.hypot(*(r.xpos - match.ball.xpos)[:2]) < 4.0 for r in match.robots]
        match.stopped |= any(near)

    def watched_throw_in(side: TeamSide) -> None:
        throw_in(side)
        match.stopped |= side == TeamSide.UNKNOWN

    referee.drop_ball, referee.throw_in = watched_drop_ball, watched_throw_in


def places(random: np.random.Generator, count: int) -> np.ndarray:
    """Random places on the pitch and about, more of them where rules apply."""
    centers = [(0, 0), (25, 0), (-25, 0), (28, 0), (-28, 0)]
    centers += [(20, 17), (-9, -18), (27, 9), (-27, -9)]
    spread = random.choice([0.5, 2.0, 4.0, 20.0], (count, 1))
    return random.choice(centers, count) + random.uniform(-1, 1, (count, 2)) * spread


def change(random: np.random.Generator, match: Match, directed: bool) -> dict:
    """Draws what happens next, and makes it happen."""
    event: dict = {"cycles": int(random.choice([1, 1, 1, 2, 3, 5, 6, 30, 60, 160, 800, 1600]))}
    state = match.game_state
    if directed and random.random() < 0.3:
        name, side = str(random.choice(DECISIONS)), int(random.integers(2))
        event["decision"] = [name, side]
        getattr(match.referee, name)(TeamSide.from_id(side))
    elif directed and state.play_mode != PlayMode.PLAY_ON and random.random() < 0.3:
        event["decision"] = ["play_on", 0]
        match.referee.play_on()
    if random.random() < 0.5:
        x, y = places(random, 1)[0].round(3).tolist()
        event["ball"] = [x, y, round(float(random.choice([0.11, 0.5, 1.9])), 3)]
        match.ball.place_at(event["ball"])
    moved = random.random(len(ROSTER)) < random.choice([0, 0.3, 1])
    near = match.ball.xpos[:2] + random.uniform(-6, 6, (len(ROSTER), 2))
    pick = np.where(random.random((len(ROSTER), 1)) < 0.4, near, places(random, len(ROSTER)))
    if random.random() < 0.15:
        side = random.integers(2)
        crowd = [i for i, who in enumerate(ROSTER) if who[0] == side]
        moved[crowd] = True
        pick[crowd] = np.array([side * 51 - 25.5, 0]) + random.uniform(-2.5, 2.5, (len(crowd), 2))
    heights = random.choice([0.1, 0.2, 0.6, 0.6], len(ROSTER))
    event["put"] = []
    for i in np.flatnonzero(moved).tolist():
        pos = [*pick[i].round(3).tolist(), float(heights[i])]
        event["put"].append([i, pos])
        match.robots[i].place_at(pos)
    count = int(random.choice([0, 0, 1, 1, 2]))
    touching = random.choice(len(ROSTER), count, replace=False)
    event["touch"] = sorted(touching.tolist())
    return event


def describe(match: Match) -> dict:
    """How the match stands."""
    state, ball, referee = match.game_state, match.ball, match.referee
    barred = referee.team_na_score
    return {
        "play_time": state.play_time,
        "score": [state.left_team_score, state.right_team_score],
        "barred": match.slot(referee.agent_na_touch_ball),
        "no_score": None if barred is None else barred.value,
        "contacts": [match.slot(ball.active_contact), match.slot(ball.last_contact)],
        "contact_change": ball.contact_change,
        "ball_at": ball.xpos.tolist(),
    }


def script(seed: int, challenge: bool) -> dict:
    """A match and how it went; `sent` are the robots that the referee has moved, and where to."""
    random = np.random.default_rng(seed)
    phase = GamePhase(int(random.choice([0, 1, 3, 4])))
    play_time = SSim2026Rules().get_start_time_for(phase)
    match = Match(KickChallengeReferee() if challenge else SoccerReferee(), phase, play_time)
    watch_differences(match)
    for i, robot in enumerate(match.robots):
        robot.place_at((2.0 * i - 7.0, 21.0, HEIGHT))
    match.ball.place_at((0, 0, 0.11))
    events = []
    while len(events) < EVENTS:
        event = change(random, match, not challenge)
        event |= {"modes": [], "fouls": []}
        mode = None
        before = [robot.xpos.tolist() for robot in match.robots]
        for cycle in range(event["cycles"]):
            match.cycle(event["touch"])
            if match.game_state.play_mode != mode:
                mode = match.game_state.play_mode
                event["modes"].append([cycle, MODES.index(mode)])
            fouls = match.referee.fouls.items()
            given = [[cycle, match.slot(who), int(f)] for who, of in fouls for f in of]
            event["fouls"] += sorted(given)
        ended = match.game_state.play_mode == PlayMode.GAME_OVER and not challenge
        if match.stopped or (ended and phase.value in (0, 2)):
            break
        after = [robot.xpos.tolist() for robot in match.robots]
        event["sent"] = [[i, at] for i, at in enumerate(after) if at != before[i]]
        events.append(event | describe(match))
        if ended:
            break
    kind = "challenge" if challenge else "soccer"
    return {"kind": kind, "phase": phase.value, "play_time": play_time, "events": events}


def main() -> None:
    """Writes the file beside this script."""
    scripts = [script(seed, False) for seed in range(MATCHES)]
    scripts += [script(1000 + seed, True) for seed in range(CHALLENGES)]
    text = ",\n".join(json.dumps(one, separators=(",", ":")) for one in scripts)
    roster = json.dumps(ROSTER)
    path = pathlib.Path(__file__).with_name("matches.json")
    path.write_text(f'{{"roster":{roster},"height":{HEIGHT},"scripts":[\n{text}\n]}}\n')


if __name__ == "__main__":
    main()
