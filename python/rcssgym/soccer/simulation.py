"""The managed simulation: one soccer game in this process."""

import logging
import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from threading import RLock
from typing import ClassVar, Literal, TypeAlias

from rcssgym import _core
from rcssgym.errors import RcssGymError
from rcssgym.perceptions import GameStatePerception, Perception
from rcssgym.soccer import checks
from rcssgym.soccer.ball import SoccerBall
from rcssgym.soccer.body import Array, SimObject
from rcssgym.soccer.checks import one_by_one
from rcssgym.soccer.commands import MonitorCommand
from rcssgym.soccer.fields import SoccerField
from rcssgym.soccer.game_state import GameState
from rcssgym.soccer.hooks import Originals, Unheard, unheard
from rcssgym.soccer.orders import Orders
from rcssgym.soccer.play_mode import GamePhase, phase_of
from rcssgym.soccer.referee import FoulEvent, SoccerReferee
from rcssgym.soccer.roster import Roster
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
from rcssgym.soccer.without_mujoco import WithoutMuJoCo

Compat: TypeAlias = bool | Literal["strict"]
"""How closely rcsssmj is followed."""

_logger = logging.getLogger(__name__)


class SoccerSimulation(Orders, Roster, WithoutMuJoCo):
    """A soccer game: pitch, ball, players and referee.

    :param field: the pitch.
    :param rules: the rule book; ``None`` for FIFA's.
    :param referee: the referee; ``None`` for :class:`SoccerReferee`.
    :param initial_game_phase: the phase to begin with.
    :param initial_play_time: the play time to begin with, 0 to 1e6 s; ``None`` for the phase's own
        start time.
    :param seed: seed of everything random, 0 to 2**64 - 1; ``None`` for a random seed, see
        :attr:`seed`.
    :param compat: how closely to follow rcsssmj's errors. ``True`` follows those that agents may
        rely on: markers of goalie and penalty areas lie at the areas' full width, and a penalty
        kick is taken in the kicker's own half. ``False`` corrects both. ``"strict"`` also follows
        errors in the referee's decisions; ``docs/migration.md`` lists them.
    :param vision_noise: whether what players see has the errors of SimSpark's camera, which are
        normally distributed: 0.0965 % of the distance, 0.148 deg of the azimuth and 0.1225 deg of
        the inclination.
    :param occlusion: whether robots (the own one, too), the ball and the bars of goals hide what is
        behind them.

    In each cycle, call ``agent.set_actions(...)`` for every player, ``step(commands)`` and
    ``generate_perceptions()``, then read ``agent.perceptions``.
    """

    n_substeps = _core.SUBSTEPS
    """Substeps of 5 ms in a step; a simulation or a subclass may set another number."""
    vision_interval = _core.VISION_INTERVAL
    """Steps from one camera image to the next; may be set likewise."""

    _unheard: ClassVar[Unheard] = {
        **unheard(
            "the core makes the world: pass a SoccerField with other sizes, and Models",
            "_create_world _apply_jersey_number _attach_agent _detach_agent _recompile",
            "_update_body_children_map _body_children_map _rsmp_descriptions _world_markers",
        ),
        **unheard(
            "the core counts steps and time itself; look at them in _post_step()",
            "frame_id sim_time last_recompilation _frame_id",
        ),
        **unheard(
            "the core knows the players itself; override add_players() and remove_players(), or "
            "_add_player() and _remove_player()",
            "left_players right_players get_players sim_agents sim_objects _team_players",
        ),
        **unheard("there is no MuJoCo", "mj_model mj_data mj_spec _mj_model _mj_data _mj_spec"),
        **unheard("override say_message()", "_a_data"),
        **unheard("models go by name, by path or as rcssgym.Model", "spec_provider"),
    }
    _read_once: ClassVar[Unheard] = {
        **unheard("pass it to the constructor", "field seed compat"),
        **unheard("place it, or copy from it; the core has its own", "ball game_state"),
    }

    def __init__(
        self,
        field: SoccerField,
        rules: SoccerRules | None = None,
        referee: SoccerReferee | None = None,
        *,
        initial_game_phase: GamePhase = GamePhase.FIRST_HALF,
        initial_play_time: float | None = None,
        seed: int | None = None,
        compat: Compat = True,
        vision_noise: bool = False,
        occlusion: bool = False,
    ) -> None:
        self.field = checks.not_named("field", field, "create_soccer_field")
        rules = FIFASoccerRules() if rules is None else rules
        self._rules = checks.rule_book(rules)
        initial_game_phase = phase_of("initial_game_phase", initial_game_phase)
        self._referee = SoccerReferee() if referee is None else checks.refereeing(referee)
        self.seed = secrets.randbits(32) if seed is None else seed
        self.compat = compat
        if initial_play_time is None:
            initial_play_time = self.rules.get_start_time_for(initial_game_phase)
        checks.check_time("initial_play_time", initial_play_time)
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
        self._players = {TeamSide.LEFT: {}, TeamSide.RIGHT: {}}
        self._turn = RLock()
        """Lock held while players join or leave, and while a server's step runs in Python."""
        self._node_cache = _core.TransformNode()
        self._is_ready = False
        self._is_frozen = False
        self._served: ServedStep | None = None
        self._last_recompilation = 0
        self._had_own_effectors = self._is_acting_overridden()
        self._known_changes = 0
        self.refusals = []
        self.ignored_commands = 0
        """Number of commands that could not be performed; the log has the reasons."""
        self._referee.game = self
        if isinstance(field, SoccerField):
            field._note_use()

    def init(self) -> bool:
        """Build the world with pitch and ball, without players. Call it before anything else."""
        with self._turn:
            if self._is_ready:
                self._clear()
            self._last_recompilation = 0
            self._is_ready = True
        return True

    def shutdown(self) -> None:
        """End the simulation; :meth:`init` starts a new one."""
        with self._turn:
            self._clear()
            self._is_ready = False

    def _clear(self) -> None:
        self.remove_players([*self.sim_agents])
        self._world.reset()

    def _ready(self) -> _core.SoccerWorld:
        if not self._is_ready:
            raise RcssGymError("call init() first: the simulation has no world yet")
        return self._world

    # --- the state

    @property
    def rules(self) -> SoccerRules:
        """The rule book; assigning another one takes effect with the next step."""
        return self._rules

    @rules.setter
    def rules(self, rules: SoccerRules) -> None:
        self._world.set_rules(checks.rule_book(rules))
        self._rules = rules

    @property
    def referee(self) -> SoccerReferee:
        """The referee; another one may be assigned, and starts afresh with the next step."""
        return self._referee

    @referee.setter
    def referee(self, referee: SoccerReferee) -> None:
        self._world.set_referee(checks.refereeing(referee)._kind)
        self._referee = referee
        referee.game = self

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
    def frozen(self) -> bool:
        """Whether the world stands still because a number left ±1e10 or was not finite.

        Steps then change nothing, not even the time, until ball or players are placed anew. The
        log has a warning when it happens.
        """
        return self._world.frozen

    @property
    def killed(self) -> bool:
        """Whether somebody has asked to end the simulation."""
        return self._world.killed

    @property
    def sim_objects(self) -> Iterator[SimObject]:
        """The ball and all players."""
        return chain([self.ball], self.sim_agents)

    @property
    def qpos(self) -> Array:
        """Coordinates ``(nq,)``: ball, then players in order of joining.

        For each, the root's position (m) and quaternion (``wxyz``), then its hinges (rad).
        """
        return self._ready().qpos()

    @property
    def qvel(self) -> Array:
        """Velocities ``(nv,)`` in the same order; six for each root."""
        return self._ready().qvel()

    # --- the cycle

    def step(self, monitor_commands: Sequence[MonitorCommand] = ()) -> None:
        """Perform all actions, simulate 20 ms, perform commands, and let the referee decide.

        A command that cannot be performed is counted (:attr:`ignored_commands`) and logged, and the
        step continues.

        If an action, command, referee or subclass of the user's own raises, the step is still
        completed, and then the first error is raised.
        """
        world = self._ready()
        if self.referee.game is not self:
            raise RcssGymError("referee: referees another simulation now; each needs its own")
        monitor_commands = [checks.checked(command) for command in monitor_commands]
        self._renew_actions()
        if monitor_commands or not self._is_plain():
            one_by_one(
                self._pre_step,
                self._advance,
                partial(self._post_step, monitor_commands),
                world.end_step,
            )
        else:
            world.advance(self.n_substeps)
        if world.frozen is not self._is_frozen:
            self._is_frozen = world.frozen
            # a server repairs the world and logs that itself
            if self._is_frozen and self._served is None:
                _logger.warning("the world stands still: a number left its bounds; see frozen")

    def _is_plain(self) -> bool:
        """Return whether the whole cycle can run in the core."""
        return (
            self._referee._is_plain()
            and not _CYCLE.are_replaced(self)
            and not any(agent._mind.is_custom for agent in self.sim_agents)
        )

    def _is_plain_on_a_server(self) -> bool:
        """Return whether the core can do a server's whole step, including the commands."""
        return self._is_plain() and not _SERVED.are_replaced(self)

    def _is_acting_overridden(self) -> bool:
        """Return whether actions call methods that have been overridden."""
        return _EFFECTORS.are_replaced(self) or self._referee._has_own_beaming()

    def _renew_actions(self) -> None:
        """Read the players' actions again if they have changed since they were set.

        Raises :class:`ArgumentError` as :meth:`SoccerAgent.set_actions` does.
        """
        known = self._known_changes, self._had_own_effectors
        now = _core.action_changes(), self._is_acting_overridden()
        is_new = now != known
        if is_new:
            self._known_changes, self._had_own_effectors = now
        try:
            for agent in self.sim_agents:
                if is_new or agent._mind.is_stale():
                    agent.set_actions(agent.actions)
        except BaseException:
            self._known_changes, self._had_own_effectors = known
            raise

    def _pre_step(self) -> None:
        """Perform all actions; a subclass may add to it."""
        self._world.begin_step()
        custom = [agent for agent in self.sim_agents if agent._mind.is_custom]
        one_by_one(
            *(
                partial(action.perform, agent._get_action_interface())
                for agent in custom
                for action in agent.actions
            )
        )

    def _advance(self) -> None:
        """Simulate the time of one step; a subclass may override this."""
        self._world.advance_physics(self.n_substeps)

    def _post_step(self, monitor_commands: Sequence[MonitorCommand]) -> None:
        """Observe, perform commands and let the referee decide; a subclass may add to it."""
        self._world.observe_step()
        one_by_one(
            *(partial(self._perform, command) for command in monitor_commands),
            self.referee.referee,
        )

    def _perform(self, command: MonitorCommand) -> None:
        """Perform a command; if that is impossible, count and log it and continue."""
        try:
            command.perform(self)
        except RcssGymError as error:
            self.ignored_commands += 1
            if self._served is None or not self._served.refuse(command, str(error)):
                _logger.warning("%r ignored: %s", command, error)

    def _step_served(self, monitor_commands: Sequence[MonitorCommand]) -> list[tuple[int, str]]:
        """Step; return the commands that were not performed, and why, for the server's log."""
        with self._turn:
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
        if _TOLD.are_replaced(self):
            game_state = self._generate_game_state_perception()
            for perceptions in perceived:
                perceptions[1] = game_state
        for agent, perceptions in zip(self.sim_agents, perceived, strict=True):
            agent.set_perceptions(perceptions)

    def _generate_game_state_perception(self) -> Perception:
        """Return the perception of the game's state for all players; a subclass may override it."""
        state = self.game_state
        return GameStatePerception(
            play_time=state.play_time,
            play_mode=state.play_mode.value,
            team_left=state.left_team_name,
            team_right=state.right_team_name,
            score_left=state.left_team_score,
            score_right=state.right_team_score,
        )

    def generate_state_information(self) -> list[SimStateInformation]:
        """Return the information for monitors: time, scene, game and surroundings."""
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
        surroundings = SoccerEnvironmentInformation(
            self.field, self.rules, self.ball.radius, compat=self.compat
        )
        scene = SceneGraph(self._ready().scene_graph(), self._node_cache)
        return [GlobalTime(self.sim_time), scene, game, surroundings]

    @property
    def foul_events(self) -> list[FoulEvent]:
        """All fouls since the start or since :meth:`take_foul_events`, oldest first."""
        return [FoulEvent.from_numbers(*event) for event in self._world.foul_events(False)]

    def take_foul_events(self) -> list[FoulEvent]:
        """Return :attr:`foul_events` and forget them."""
        return [FoulEvent.from_numbers(*event) for event in self._world.foul_events(True)]


_CYCLE = Originals(SoccerSimulation, ("_pre_step", "_advance", "_post_step", "timestep"))
"""What the core does by itself in a step unless it is overridden."""
# what actions call, what reports the game's state to players
_EFFECTORS = Originals(SoccerSimulation, ("ctrl_motor", "say_message", "beam_agent"))
_TOLD = Originals(SoccerSimulation, ("_generate_game_state_perception",))
_SERVED = Originals(
    SoccerSimulation,
    (
        "step",
        *(name for name in vars(Orders) if name.startswith("request_")),
        "kill_sim",
        "_perform",
    ),
)
"""What the core does by itself for a server unless it is overridden."""
