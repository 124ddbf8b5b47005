"""What a player is told to do: the first body action that succeeds wins, all others run.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.behaviours import (
    Bhv_BeforeKickOff,
    Bhv_BodyNeckToBall,
    Bhv_BodyNeckToPoint,
    Bhv_Emergency,
    Bhv_GoToPointLookBall,
    Bhv_NeckBodyToBall,
    Bhv_NeckBodyToPoint,
    Bhv_ScanField,
    Body_AdvanceBall,
    Body_ClearBall,
    Body_Dribble,
    Body_GoToPoint,
    Body_GoToPointDodge,
    Body_HoldBall,
    Body_Intercept,
    Body_KickOneStep,
    Body_SmartKick,
    Body_StopBall,
    Body_StopDash,
    Body_TackleToPoint,
    Body_TurnToAngle,
    Body_TurnToBall,
    Body_TurnToPoint,
    Focus_MoveToPoint,
    Focus_Reset,
    Neck_OffensiveInterceptNeck,
    Neck_ScanField,
    Neck_ScanPlayers,
    Neck_TurnToBall,
    Neck_TurnToBallAndPlayer,
    Neck_TurnToBallOrScan,
    Neck_TurnToGoalieOrScan,
    Neck_TurnToLowConfTeammate,
    Neck_TurnToPlayerOrScan,
    Neck_TurnToPoint,
    Neck_TurnToRelative,
    View_ChangeWidth,
    View_Normal,
    View_Synch,
    View_Wide,
    bhv_doForceKick,
    bhv_doHeardPassRecieve,
    bhv_goalieFreeKick,
)
from rcssgym.playmaker.messages.drawings import DebugClient, Log
from rcssgym.playmaker.messages.helios import (
    HeliosBasicMove,
    HeliosBasicOffensive,
    HeliosBasicTackle,
    HeliosCommunicaion,
    HeliosGoalie,
    HeliosGoalieKick,
    HeliosGoalieMove,
    HeliosOffensivePlanner,
    HeliosPenalty,
    HeliosSetPlay,
    HeliosShoot,
)
from rcssgym.playmaker.messages.message import Message
from rcssgym.playmaker.messages.primitives import (
    AttentionTo,
    AttentionToOf,
    Catch,
    ChangeView,
    Dash,
    Kick,
    Move,
    PointTo,
    PointToOf,
    Tackle,
    Turn,
    TurnNeck,
)
from rcssgym.playmaker.messages.say import Say


@dataclass(slots=True)
class PlayerAction(Message):
    dash: Dash | None = None
    turn: Turn | None = None
    kick: Kick | None = None
    tackle: Tackle | None = None
    catch: Catch | None = None
    move: Move | None = None
    turn_neck: TurnNeck | None = None
    change_view: ChangeView | None = None
    say: Say | None = None
    point_to: PointTo | None = None
    point_to_of: PointToOf | None = None
    attention_to: AttentionTo | None = None
    attention_to_of: AttentionToOf | None = None
    log: Log | None = None
    debug_client: DebugClient | None = None
    body_go_to_point: Body_GoToPoint | None = None
    body_smart_kick: Body_SmartKick | None = None
    bhv_before_kick_off: Bhv_BeforeKickOff | None = None
    bhv_body_neck_to_ball: Bhv_BodyNeckToBall | None = None
    bhv_body_neck_to_point: Bhv_BodyNeckToPoint | None = None
    bhv_emergency: Bhv_Emergency | None = None
    bhv_go_to_point_look_ball: Bhv_GoToPointLookBall | None = None
    bhv_neck_body_to_ball: Bhv_NeckBodyToBall | None = None
    bhv_neck_body_to_point: Bhv_NeckBodyToPoint | None = None
    bhv_scan_field: Bhv_ScanField | None = None
    body_advance_ball: Body_AdvanceBall | None = None
    body_clear_ball: Body_ClearBall | None = None
    body_dribble: Body_Dribble | None = None
    body_go_to_point_dodge: Body_GoToPointDodge | None = None
    body_hold_ball: Body_HoldBall | None = None
    body_intercept: Body_Intercept | None = None
    body_kick_one_step: Body_KickOneStep | None = None
    body_stop_ball: Body_StopBall | None = None
    body_stop_dash: Body_StopDash | None = None
    body_tackle_to_point: Body_TackleToPoint | None = None
    body_turn_to_angle: Body_TurnToAngle | None = None
    body_turn_to_ball: Body_TurnToBall | None = None
    body_turn_to_point: Body_TurnToPoint | None = None
    focus_move_to_point: Focus_MoveToPoint | None = None
    focus_reset: Focus_Reset | None = None
    neck_scan_field: Neck_ScanField | None = None
    neck_scan_players: Neck_ScanPlayers | None = None
    neck_turn_to_ball_and_player: Neck_TurnToBallAndPlayer | None = None
    neck_turn_to_ball_or_scan: Neck_TurnToBallOrScan | None = None
    neck_turn_to_ball: Neck_TurnToBall | None = None
    neck_turn_to_goalie_or_scan: Neck_TurnToGoalieOrScan | None = None
    neck_turn_to_low_conf_teammate: Neck_TurnToLowConfTeammate | None = None
    neck_turn_to_player_or_scan: Neck_TurnToPlayerOrScan | None = None
    neck_turn_to_point: Neck_TurnToPoint | None = None
    neck_turn_to_relative: Neck_TurnToRelative | None = None
    view_change_width: View_ChangeWidth | None = None
    view_normal: View_Normal | None = None
    view_synch: View_Synch | None = None
    view_wide: View_Wide | None = None
    helios_goalie: HeliosGoalie | None = None
    helios_goalie_move: HeliosGoalieMove | None = None
    helios_goalie_kick: HeliosGoalieKick | None = None
    helios_shoot: HeliosShoot | None = None
    helios_offensive_planner: HeliosOffensivePlanner | None = None
    helios_basic_offensive: HeliosBasicOffensive | None = None
    helios_basic_move: HeliosBasicMove | None = None
    helios_set_play: HeliosSetPlay | None = None
    helios_penalty: HeliosPenalty | None = None
    helios_communication: HeliosCommunicaion | None = None
    bhv_do_force_kick: bhv_doForceKick | None = None
    bhv_do_heard_pass_recieve: bhv_doHeardPassRecieve | None = None
    helios_basic_tackle: HeliosBasicTackle | None = None
    neck_offensive_intercept_neck: Neck_OffensiveInterceptNeck | None = None
    bhv_goalie_free_kick: bhv_goalieFreeKick | None = None


@dataclass(slots=True)
class PlayerActions(Message):
    actions: list[PlayerAction] = field(default_factory=list)
    ignore_preprocess: bool = False
    ignore_doforcekick: bool = False
    ignore_doHeardPassRecieve: bool = False
    ignore_doIntention: bool = False
    ignore_shootInPreprocess: bool = False
