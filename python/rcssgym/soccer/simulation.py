"""The managed simulation: one soccer game in this process."""

import logging
import math
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import NoReturn, TypeVar

from rcssgym import _core
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.soccer.agent import SoccerAgent
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.ball import SoccerBall
from rcssgym.soccer.body import Array, SimObject
from rcssgym.soccer.commands import MonitorCommand
from rcssgym.soccer.fields import SoccerField
from rcssgym.soccer.game_state import GameState
from rcssgym.soccer.interfaces import PAgentParameter
from rcssgym.soccer.play_mode import GamePhase, PlayMode
from rcssgym.soccer.referee import FoulEvent, KickChallengeReferee, SoccerReferee
from rcssgym.soccer.rules import FIFASoccerRules, SoccerRules
from rcssgym.soccer.served import ServedStep
from rcssgym.soccer.state_info import (
    GlobalTime,
    SceneGraph,
    SimStateInformation,
    SoccerEnvironmentInformation,
    SoccerGameInformation,
)
from rcssgym.soccer.teams import TeamSide

_logger = logging.getLogger(__name__)
_Object = TypeVar("_Object")
_BUILT_IN_REFEREES = (SoccerReferee.referee, KickChallengeReferee.referee)


class SoccerSimulation:
    """A soccer game: pitch, ball, players and referee.

    :param field: the pitch.
    :param rules: the rule book; ``None`` for FIFA's.
    :param referee: the referee; ``None`` for :class:`SoccerReferee`.
    :param initial_game_phase: the phase to begin with.
    :param initial_play_time: the play time to begin with, s from 0 on; ``None`` for the phase's.
    :param seed: of everything random, 0 to 2**64 - 1; ``None`` for a fresh one, which
        :attr:`seed` tells.
    :param compat: do as rcsssmj does where agents may have got used to its faults: markers of
        goalie and penalty areas lie at their full width, and a penalty kick is taken in the
        kicker's own half. ``False`` does both right.
    :param vision_noise: add noise to what players see.
    :param occlusion: hide what is behind something else.

    A cycle is ``agent.set_actions(...)`` for every player, ``step(commands)``,
    ``generate_perceptions()`` and ``agent.perceptions``.
    """

    n_substeps = 4
    """Substeps of 5 ms in a step; a simulation or a subclass may have another number."""
    vision_interval = 2
    """Steps between two looks through the cameras; likewise."""

    def __init__(
        self,
        field: SoccerField,
        rules: SoccerRules | None = None,
        referee: SoccerReferee | None = None,
        *,
        initial_game_phase: GamePhase = GamePhase.FIRST_HALF,
        initial_play_time: float | None = None,
        seed: int | None = None,
        compat: bool = True,
        vision_noise: bool = False,
        occlusion: bool = False,
    ) -> None:
        self.field = _not_named("field", field, "create_soccer_field")
        rules = FIFASoccerRules() if rules is None else rules
        self.rules = _not_named("rules", rules, "create_soccer_rule_book")
        initial_game_phase = GamePhase(initial_game_phase)
        self.referee = SoccerReferee() if referee is None else referee
        self.seed = secrets.randbits(32) if seed is None else seed
        self.compat = compat
        if initial_play_time is None:
            initial_play_time = self.rules.get_start_time_for(initial_game_phase)
        _check_time("initial_play_time", initial_play_time)
        self._world = _core.SoccerWorld(
            field,
            self.rules,
            referee=self.referee._kind,
            phase=initial_game_phase.value,
            play_time=initial_play_time,
            seed=self.seed,
            compat=compat,
            vision_noise=vision_noise,
            occlusion=occlusion,
        )
        self.game_state = GameState._of(self._world)
        self.ball = SoccerBall()
        self.ball._world = self._world
        self._players: dict[TeamSide, dict[int, SoccerAgent]] = {
            TeamSide.LEFT: {},
            TeamSide.RIGHT: {},
        }
        self._node_cache = _core.TransformNode()
        self._is_ready = False
        self._is_frozen = False
        self._served: ServedStep | None = None
        self._last_recompilation = 0
        kind = type(self)
        self._is_acting_overridden = (
            kind.ctrl_motor is not SoccerSimulation.ctrl_motor
            or kind.say_message is not SoccerSimulation.say_message
            or kind.beam_agent is not SoccerSimulation.beam_agent
        )
        self.refusals: list[str] = []
        """Why players could not join, one line each."""
        self.ignored_commands = 0
        """How many commands could not be performed; the log says why."""
        self.referee.game = self

    def init(self) -> bool:
        """Build the world: pitch and ball, no players. To be called before anything else."""
        if self._is_ready:
            self.remove_players([*self.sim_agents])
            self._world.reset()
        self._last_recompilation = 0
        self._is_ready = True
        return True

    def shutdown(self) -> None:
        """End the simulation; :meth:`init` would begin anew."""
        self.remove_players([*self.sim_agents])
        self._world.reset()
        self._is_ready = False

    def _ready(self) -> _core.SoccerWorld:
        if not self._is_ready:
            raise RcssGymError("call init() first: the simulation has no world yet")
        return self._world

    # --- what there is

    @property
    def frame_id(self) -> int:
        """Number of steps made."""
        return self._world.frame

    @property
    def sim_time(self) -> float:
        """Simulated time, s."""
        return self._world.time

    @property
    def timestep(self) -> float:
        """Length of a step, s."""
        return self._world.timestep * self.n_substeps

    @property
    def last_recompilation(self) -> int:
        """Step at which a player joined or left last."""
        return self._last_recompilation

    @property
    def frozen(self) -> bool:
        """Whether the world stands still because a number left ±1e10 or was not finite.

        Steps change nothing then, the time included, until ball or players are placed anew. The
        log tells when it happens.
        """
        return self._world.frozen

    @property
    def killed(self) -> bool:
        """Whether somebody has asked to end the simulation."""
        return self._world.killed

    @property
    def left_players(self) -> Mapping[int, SoccerAgent]:
        """Players of the left team by number, in order of joining; a live view."""
        return MappingProxyType(self._players[TeamSide.LEFT])

    @property
    def right_players(self) -> Mapping[int, SoccerAgent]:
        """Players of the right team by number, in order of joining; a live view."""
        return MappingProxyType(self._players[TeamSide.RIGHT])

    def get_players(self, side: TeamSide | int) -> Mapping[int, SoccerAgent]:
        """Players of a side, by number; a live view."""
        side = side if isinstance(side, TeamSide) else TeamSide.from_id(side)
        return MappingProxyType(self._players[side])

    @property
    def sim_agents(self) -> Iterator[SoccerAgent]:
        """All players, the left team first."""
        return chain.from_iterable(team.values() for team in self._players.values())

    @property
    def sim_objects(self) -> Iterator[SimObject]:
        """The ball and all players."""
        return chain([self.ball], self.sim_agents)

    @property
    def qpos(self) -> Array:
        """Coordinates ``(nq,)``: ball, then players in order of joining.

        Of each the root's position (m) and quaternion (``wxyz``), then its hinges (rad).
        """
        return self._ready().qpos()

    @property
    def qvel(self) -> Array:
        """Velocities ``(nv,)`` in the same order; six for each root."""
        return self._ready().qvel()

    # --- players

    def add_players(self, params: Sequence[PAgentParameter]) -> list[SoccerAgent | None]:
        """Let players join, at any time; they appear beside the pitch.

        Returns the players in order, ``None`` for each that could not join: unknown robot model,
        number out of range or taken, third team, full team. :attr:`refusals` tells why.
        """
        world = self._ready()
        params = list(params)
        requests = [(p.model_name, p.team_name, p.player_no) for p in params]
        joined = world.join(requests)
        self._last_recompilation = self.frame_id
        agents: list[SoccerAgent | None] = []
        for request, player in zip(params, joined, strict=True):
            if isinstance(player, str):
                self.refusals.append(player)
                agents.append(None)
                continue
            agent_id = AgentID(*player)
            agent = SoccerAgent(agent_id, request.team_name, world.model(player), self)
            agent._world = world
            self._players[TeamSide(agent_id.team_id)][agent_id.player_no] = agent
            agents.append(agent)
        return agents

    def remove_players(self, players: Sequence[SoccerAgent]) -> None:
        """Let players leave, at any time; players that are not in the game are passed over."""
        leaving = [p for p in dict.fromkeys(players) if p in self.sim_agents]
        if leaving:
            self._ready().leave([(p.agent_id.team_id, p.agent_id.player_no) for p in leaving])
            self._last_recompilation = self.frame_id
        for player in leaving:
            del self._players[TeamSide(player.agent_id.team_id)][player.agent_id.player_no]
            player._world = None

    # --- the cycle

    def step(self, monitor_commands: Sequence[MonitorCommand] = ()) -> None:
        """Perform all actions, simulate 20 ms, perform commands, and let the referee decide.

        A command that cannot be performed is counted (:attr:`ignored_commands`) and logged, and the
        step goes on.

        If an action, command, referee or subclass of the user's own raises, the step is made to
        its end all the same, and the first error raised then.
        """
        world = self._ready()
        if self.referee.game is not self:
            raise RcssGymError("referee: referees another simulation now; each needs its own")
        monitor_commands = [_checked(command) for command in monitor_commands]
        if monitor_commands or not self._is_plain():
            _one_by_one(
                self._pre_step,
                self._advance,
                partial(self._post_step, monitor_commands),
                world.end_step,
            )
        else:
            world.step(self.n_substeps)
        if world.frozen is not self._is_frozen:
            self._is_frozen = world.frozen
            # a server puts the world in order and logs that
            if self._is_frozen and self._served is None:
                _logger.warning("the world stands still: a number left its bounds; see frozen")

    def _is_plain(self) -> bool:
        """Whether the whole cycle can run in the core."""
        kind = type(self)
        return (
            type(self.referee).referee in _BUILT_IN_REFEREES
            and kind._pre_step is SoccerSimulation._pre_step
            and kind._advance is SoccerSimulation._advance
            and kind._post_step is SoccerSimulation._post_step
            and not any(agent._is_custom for agent in self.sim_agents)
        )

    def _pre_step(self) -> None:
        """Perform all actions; a subclass may add to it."""
        self._world.begin_step()
        custom = (agent for agent in self.sim_agents if agent._is_custom)
        _one_by_one(
            *(partial(action.perform, agent.ai) for agent in custom for action in agent.actions)
        )

    def _advance(self) -> None:
        """Simulate the time of one step; a subclass may do it otherwise."""
        self._world.advance(self.n_substeps)

    def _post_step(self, monitor_commands: Sequence[MonitorCommand]) -> None:
        """Observe, perform commands and let the referee decide; a subclass may add to it."""
        self._world.observe_step()
        _one_by_one(
            *(partial(self._perform, command) for command in monitor_commands),
            self.referee.referee,
        )

    def _perform(self, command: MonitorCommand) -> None:
        """Perform a command; one that cannot be is counted and logged, and the step goes on."""
        try:
            command.perform(self)
        except RcssGymError as error:
            self.ignored_commands += 1
            if self._served is None or not self._served.refuse(command, str(error)):
                _logger.warning("%r ignored: %s", command, error)

    def _step_served(self, monitor_commands: list[MonitorCommand]) -> list[tuple[int, str]]:
        """Step; return which commands were not performed, and why, for the server's log."""
        self._served = ServedStep(monitor_commands)
        try:
            self.step(monitor_commands)
            return self._served.refused
        finally:
            self._served = None

    def generate_perceptions(self, *, gen_vision: bool | None = None) -> None:
        """Generate the perceptions of all players.

        :param gen_vision: whether they see; ``None`` for every :attr:`vision_interval` steps.
        """
        if gen_vision is None:
            gen_vision = self.frame_id % self.vision_interval == 0
        perceived = self._ready().perceive(bool(gen_vision))
        for agent, perceptions in zip(self.sim_agents, perceived, strict=True):
            agent.set_perceptions(perceptions)

    def generate_state_information(self) -> list[SimStateInformation]:
        """Return what monitors are told: time, scene, game and surroundings."""
        state = self.game_state
        game = SoccerGameInformation(
            rules=self.rules,
            left_team=state.left_team_name or "<LEFT>",
            right_team=state.right_team_name or "<RIGHT>",
            left_score=state.left_team_score,
            right_score=state.right_team_score,
            play_time=state.play_time,
            play_mode=state.play_mode,
            fouls=self.referee.fouls,
        )
        surroundings = SoccerEnvironmentInformation(self.field, self.rules, self.ball.radius)
        scene = SceneGraph(self._ready().scene_graph(), self._node_cache)
        return [GlobalTime(self.sim_time), scene, game, surroundings]

    @property
    def foul_events(self) -> list[FoulEvent]:
        """All fouls since the start or since :meth:`take_foul_events`, oldest first."""
        return [FoulEvent._of(event) for event in self._world.foul_events(False)]

    def take_foul_events(self) -> list[FoulEvent]:
        """Return :attr:`foul_events` and forget them."""
        return [FoulEvent._of(event) for event in self._world.foul_events(True)]

    # --- the interface of actions

    def ctrl_motor(self, name: str, q: float, dq: float, kp: float, kd: float, tau: float) -> None:
        """Command a motor: ``tau + kp (q - angle) + kd (dq - speed)``, rad, rad/s, N m."""
        self._ready().ctrl_motor(name, q, dq, kp, kd, tau)

    def say_message(self, actuator_name: str, volume: float, message: bytes | bytearray) -> None:
        """Say something with a speaker; the volume is a share of the loudest."""
        self._ready().say_message(actuator_name, volume, message)

    def beam_agent(self, actuator_name: str, beam_pose: Sequence[float]) -> None:
        """Beam the player that the actuator's name begins with to (x, y, theta): m, rad."""
        self._ready().beam_agent(actuator_name, beam_pose)

    # --- the interface of commands

    def request_kick_off(self, team_side: TeamSide | int) -> None:
        """Give a team the kick-off."""
        self.referee.kick_off(team_side)

    def request_drop_ball(self, pos: Sequence[float] | None = None) -> None:
        """Drop the ball, where it is or at a point (m), and play on."""
        self.referee.drop_ball(pos)

    def request_place_ball(self, pos: Sequence[float], vel: Sequence[float] | None = None) -> None:
        """Place the ball (m), at rest or with a velocity (m/s)."""
        self.ball.place_at(pos, vel=vel)

    def request_place_player(
        self,
        player_id: int,
        team_name: str,
        pos: Sequence[float],
        quat: Sequence[float] | None = None,
    ) -> None:
        """Place a player (m, ``wxyz``) with its hinges at zero.

        :param team_name: a team's name, ``"Left"`` or ``"Right"``.
        """
        self._ready().place_player(player_id, team_name, pos, quat)

    def request_play_mode(self, play_mode: PlayMode | str) -> None:
        """Enter a play mode, given as such or as agents know it (``"PlayOn"``)."""
        self._ready().set_play_mode(play_mode)

    def request_time(self, play_time: float) -> None:
        """Set the clock of the game (s, from 0 on); the play mode stays as old as it is."""
        self._ready().set_time(play_time)

    def request_score(self, left: int, right: int) -> None:
        """Set the goals of both teams, from 0 on."""
        self._ready().set_score(left, right)

    def request_ball_velocity(self, vel: Sequence[float]) -> None:
        """Give the ball a velocity (m/s) where it is, and no spin."""
        self._ready().set_ball_velocity(vel)

    def request_reposition(self, player_id: int, team_name: str) -> None:
        """Put a player beside the pitch, in its own half, away from the ball.

        :param team_name: a team's name, ``"Left"`` or ``"Right"``.
        """
        self._ready().reposition(player_id, team_name)

    def kill_sim(self) -> None:
        """Ask to end the simulation: :attr:`killed` becomes true."""
        self._world.kill()

    # --- what MuJoCo offered

    @property
    def mj_model(self) -> NoReturn:
        """Not there: players have ``spec``, the simulation ``timestep``."""
        raise _no_mujoco("mj_model", "agent.spec (a rcssgym.Model), sim.timestep, sim.field")

    @property
    def mj_data(self) -> NoReturn:
        """Not there: use ``qpos``, ``qvel``, ``xpos`` of objects, perceptions."""
        use = "sim.qpos, sim.qvel, sim.sim_time, agent.xpos, sim.ball.xpos, agent.perceptions"
        raise _no_mujoco("mj_data", use)

    @property
    def mj_spec(self) -> NoReturn:
        """Not there: robots are ``rcssgym.Model``."""
        raise _no_mujoco("mj_spec", "agent.spec (a rcssgym.Model), sim.field")

    @property
    def spec_provider(self) -> NoReturn:
        """Not there: models go by name, by path or as ``rcssgym.Model``."""
        raise _no_mujoco("spec_provider", "rcssgym.Model(name_or_path)")


def _checked(command: MonitorCommand) -> MonitorCommand:
    if not hasattr(command, "perform"):
        kind = type(command).__name__
        raise ArgumentError(f"monitor_commands: a {kind} is no command: it has no perform()")
    return command


def _not_named(argument: str, value: _Object, maker: str) -> _Object:
    if isinstance(value, str):
        raise ArgumentError(f"{argument}: must be an object, not a name: {maker}({value!r})")
    return value


def _check_time(argument: str, value: float) -> None:
    try:
        is_time = 0.0 <= float(value) < math.inf
    except (TypeError, ValueError, OverflowError):
        is_time = False
    if not is_time:
        raise ArgumentError(f"{argument}: must be a time from 0 s on, not {value!r}")


def _no_mujoco(name: str, instead: str) -> AttributeError:
    return AttributeError(f"rcssgym runs without MuJoCo and has no {name}; use {instead}")


def _one_by_one(*calls: Callable[[], object]) -> None:
    """Make all calls, though some may raise; then raise the first error, the others are logged."""
    first: BaseException | None = None
    for call in calls:
        try:
            call()
        except BaseException as error:
            if first is None:
                first = error
            else:
                _logger.error("another error in the same step", exc_info=error)
    if first is not None:
        raise first
