"""The game of the demo: two teams, the referee, and interventions by viewers."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from rcssgym._core import WorldBatch
from rcssgym.demo import players as playing
from rcssgym.demo.pitches import MOST, pitch, spread
from rcssgym.demo.players import Drive, Player
from rcssgym.demo.skills import ROBOT, Order, Scene, all_skills
from rcssgym.demo.steering import STAND
from rcssgym.envs.streams import Floats
from rcssgym.soccer import PlayMode, SoccerRules, create_soccer_rule_book
from rcssgym.teams.tactics import Tactics
from rcssgym.view.page import Page

TEAMS = ("Blues", "Reds")
PREPARATION = 75
"""Number of steps from lining up to the kick-off."""
JUMP = 0.3
"""A robot that is farther than this from its place one step before was moved by a viewer, m."""
SETTLE = 40
"""Number of steps in which a robot that was moved returns to its walking pose."""
FIRM = (200.0, 3.0)
"""Gains during these steps, N m/rad and N m s/rad."""
DISTANCE = 2.3
"""Distance that opponents keep from the ball at a restart, m."""
KICKER = (-0.6, 0.0, 0.0)
"""Place of the player that kicks off, m, and its heading, in the team's frame."""
HAND = 50
"""Number of steps for which a viewer's command to a robot holds."""
MODES = list(PlayMode)
SIDES = ("left", "right")


class DemoGame:
    """A game of two teams of T1s that are moved by the policies of the package.

    :param robots: number of robots per team, 1 to 11; more than five play on a larger pitch.
    :param half: play time of a half, s.
    :param seed: random seed of the game.
    """

    def __init__(self, robots: int = 3, half: int = 300, seed: int = 0) -> None:
        book = asdict(create_soccer_rule_book("ssim"))
        rules = SoccerRules(**{**book, "half_time": half, "max_team_size": MOST})
        team = ["T1"] * robots
        field = pitch(robots)
        self.worlds = WorldBatch(
            1, team, team, field, threads=1, seed=seed, rules=rules, team_names=TEAMS
        )
        self._random = np.random.default_rng(seed)
        goal = field.field_dim[0] / 2
        self.players = [
            Player(
                index=side * robots + place,
                team=side,
                number=place + 1,
                tactics=Tactics(place + 1, robots, (goal, -goal)[side]),
            )
            for side in (0, 1)
            for place in range(robots)
        ]
        count = len(self.players)
        self._skills = all_skills()
        self._order = Order(
            action=np.zeros((count, ROBOT.joints)),
            age=np.zeros(count, dtype=np.int64),
            command=np.zeros((count, 3)),
            direction=np.tile([1.0, 0.0], (count, 1)),
        )
        self._scale = np.full(count, ROBOT.action_scale)
        self._chasers: list[Player | None] = [None, None]
        self._mode = MODES[int(self.worlds.play_mode[0])]
        self._kicking_off = int(self._random.integers(2))
        self._kick_off_in = PREPARATION
        self._beam_in = 0
        self._line_up(self._kicking_off)
        self._scene = Scene.of(self.worlds)

    @property
    def over(self) -> bool:
        """Whether the referee has ended the game."""
        return self._mode is PlayMode.GAME_OVER

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return float(self.worlds.time[0])

    @property
    def score(self) -> tuple[int, int]:
        """Goals of the two teams, left first."""
        left, right = self.worlds.score[0].tolist()
        return left, right

    @property
    def mode(self) -> PlayMode:
        """Current play mode."""
        return self._mode

    def step(self) -> None:
        """Simulate one cycle of 20 ms."""
        scene = Scene.of(self.worlds)
        self._notice(scene)
        self._decide(scene)
        self._move(scene)
        self._scene = scene

    def obey(self, words: list[str]) -> None:
        """Execute a viewer's command: ``drive 0 3 0.5 0 0.2 0`` drives number 3 of the left team.

        The numbers after team and number are the velocity forwards and to the left, m/s, the turn
        rate to the left, rad/s, and whether to kick.
        """
        match words:
            case ["drive", team, number, *numbers] if len(numbers) == 4:
                try:
                    ahead, left, turn, kicks = map(float, numbers)
                    key = int(team), int(number)
                except ValueError:
                    return
                if not np.isfinite((ahead, left, turn)).all():
                    return
                for player in self.players:
                    if (player.team, player.number) == key:
                        player.drive = Drive((ahead, left, turn), kicks > 0.0, HAND)
            case _:
                pass

    # --- the game

    def _notice(self, scene: Scene) -> None:
        """Handle changes by the referee and robots that viewers have moved."""
        mode = MODES[int(self.worlds.play_mode[0])]
        if mode is not self._mode:
            self._change_mode(self._mode, mode)
            self._mode = mode
        if self._beam_in > 0:
            self._beam_in -= 1
            if self._beam_in == 0:
                self._line_up(self._kicking_off)
        if mode is PlayMode.BEFORE_KICK_OFF:
            self._kick_off_in -= 1
            if self._kick_off_in == 0:
                self.worlds.kick_off([self._kicking_off])
        moved = np.linalg.norm(scene.position[:, :2] - self._scene.position[:, :2], axis=1)
        for index in np.flatnonzero(moved > JUMP).tolist():
            self._settle(self.players[index])

    def _change_mode(self, before: PlayMode, now: PlayMode) -> None:
        if now in (PlayMode.GOAL_LEFT, PlayMode.GOAL_RIGHT):
            # The team that has conceded kicks off, after a short celebration.
            self._kicking_off = 1 if now is PlayMode.GOAL_LEFT else 0
            self._beam_in = 100
        elif now is PlayMode.BEFORE_KICK_OFF:
            self._kicking_off = 1 - self._kicking_off
            self._kick_off_in, self._beam_in = PREPARATION, 1
        elif now is PlayMode.PLAY_ON:
            side = _turn(before)
            taker = None if side is None else self._chasers[side]
            if taker is not None:
                taker.banned = playing.PAUSE

    def _line_up(self, kicking_off: int) -> None:
        """Put all robots at their kick-off places, in their walking pose."""
        for team in (0, 1):
            mates = [player for player in self.players if player.team == team]
            places = [player.tactics.kick_off(team == kicking_off) for player in mates]
            if team == kicking_off:
                places[-1] = KICKER
            # From the kicker back to the goalie; these two keep their places.
            front = spread([*places[:1], *reversed(places[1:])])
            places = [front[0], *reversed(front[1:])]
            side = 1.0 if team == 0 else -1.0
            for player, (x, y, heading) in zip(mates, places, strict=True):
                yaw = np.radians(heading) + (0.0 if team == 0 else np.pi)
                self._place(player, side * x, side * y + self._random.uniform(-0.1, 0.1), yaw)
                player.banned, player.command = 0, STAND
        self._scene = Scene.of(self.worlds)

    def _stand(self, player: Player, scene: Scene) -> None:
        """Put a robot that has got up into its walking pose.

        T1GetUp ends with the feet turned outwards, and T1Walk falls from there.
        """
        x, y, _ = scene.position[player.index]
        self._place(player, float(x), float(y), float(scene.yaw[player.index]))

    def _place(self, player: Player, x: float, y: float, yaw: float) -> None:
        turn = np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2)
        place = x, y, ROBOT.height
        self.worlds.place_robot(0, player.index, place, turn, ROBOT.nominal)
        player.settle(0)
        self._order.action[player.index] = 0.0

    def _settle(self, player: Player) -> None:
        player.settle(SETTLE)
        self._order.action[player.index] = 0.0

    def _decide(self, scene: Scene) -> None:
        """Choose the skill and the command of every player."""
        turn = _turn(self._mode)
        rests = self._mode in (
            PlayMode.BEFORE_KICK_OFF,
            PlayMode.GOAL_LEFT,
            PlayMode.GOAL_RIGHT,
            PlayMode.GAME_OVER,
        )
        for player in self.players:
            player.banned = max(0, player.banned - 1)
            if playing.feel(player, scene):
                self._stand(player, scene)
        for team in (0, 1):
            mates = [player for player in self.players if player.team == team]
            is_ours = turn in (None, team)
            chosen = playing.chaser(mates, scene, self._chasers[team]) if is_ours else None
            self._chasers[team] = chosen
            for player in mates:
                if player.skill == "rise":
                    continue
                if player.drive is not None:
                    playing.follow(player, scene)
                elif rests:
                    player.command = STAND
                    player.change("walk")
                elif player is chosen and self._is_free(player):
                    playing.go_for_ball(player, scene)
                elif player is chosen:
                    playing.wait(player, scene)
                else:
                    playing.keep_place(player, scene, 0.0 if is_ours else DISTANCE)

    def _is_free(self, player: Player) -> bool:
        """Return whether no opponent is kicking the ball already."""
        rival = self._chasers[1 - player.team]
        return player.skill == "kick" or rival is None or rival.skill != "kick"

    def _move(self, scene: Scene) -> None:
        """Compute motor targets with the policies, and step the world."""
        order = self._order
        count = len(self.players)
        targets = np.tile(ROBOT.nominal, (count, 1))
        gains = np.tile([ROBOT.kp, ROBOT.kd], (count, 1))
        for player in self.players:
            order.command[player.index] = player.command
            order.direction[player.index] = player.direction
        for name, skill in self._skills.items():
            rows = [one.index for one in self.players if one.skill == name and one.settling == 0]
            if not rows:
                continue
            self._translate(rows, name)
            order.action[rows] = skill.act(scene, order, rows)
            targets[rows] += skill.robot.action_scale * order.action[rows]
        for player in self.players:
            if player.settling > 0:
                targets[player.index] = self._settling(player, scene.senses.angles)
                gains[player.index] = FIRM
        order.age += 1
        kp, kd = gains[None, :, :1], gains[None, :, 1:]
        self.worlds.step(targets[None], kp=kp, kd=kd)

    def _translate(self, rows: list[int], name: str) -> None:
        """Convert last actions to the scale of this skill, for robots that have changed to it."""
        scale = self._skills[name].robot.action_scale
        factor = self._scale[rows] / scale
        self._order.action[rows] = np.clip(self._order.action[rows] * factor[:, None], -1.0, 1.0)
        self._scale[rows] = scale

    def _settling(self, player: Player, angles: Floats) -> Floats:
        """Return targets that lead a robot from its present pose to its walking pose."""
        if player.pose is None:
            player.pose = angles[player.index].copy()
        player.settling -= 1
        share = min(1.0, 1.25 * (1.0 - player.settling / SETTLE))
        targets: Floats = player.pose + share * (ROBOT.nominal - player.pose)
        return targets


def show(page: Page, game: DemoGame) -> None:
    """Show a game on a page, with the fouls since the last call."""
    for _, foul in game.worlds.take_foul_events():
        page.tell(
            {
                "kind": "foul",
                "name": foul.foul.name,
                "team": foul.agent_id.team_id,
                "number": foul.agent_id.player_no,
            }
        )
    if page.is_due():
        page.show_world(game.worlds, 0, {"drive": True})


def _turn(mode: PlayMode) -> int | None:
    """Return the team that may play the ball; ``None`` if both may."""
    _, _, side = mode.value.lower().rpartition("_")
    is_restart = side in SIDES and mode not in (PlayMode.GOAL_LEFT, PlayMode.GOAL_RIGHT)
    return SIDES.index(side) if is_restart else None
