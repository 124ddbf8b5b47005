"""The planner's evaluation.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class OpponentEffector(Message):
    negetive_effect_by_distance: list[float] = field(default_factory=list)
    negetive_effect_by_distance_based_on_first_layer: bool = False
    negetive_effect_by_reach_steps: list[float] = field(default_factory=list)
    negetive_effect_by_reach_steps_based_on_first_layer: bool = False


@dataclass(slots=True)
class ActionTypeEffector(Message):
    direct_pass: float = 0.0
    lead_pass: float = 0.0
    through_pass: float = 0.0
    short_dribble: float = 0.0
    long_dribble: float = 0.0
    cross: float = 0.0
    hold: float = 0.0


@dataclass(slots=True)
class TeammateEffector(Message):
    coefficients: dict[int, float] = field(default_factory=dict)
    apply_based_on_first_layer: bool = False


@dataclass(slots=True)
class PlannerEvaluationEffector(Message):
    opponent_effector: OpponentEffector = field(default_factory=unset(OpponentEffector))
    action_type_effector: ActionTypeEffector = field(default_factory=unset(ActionTypeEffector))
    teammate_effector: TeammateEffector = field(default_factory=unset(TeammateEffector))


@dataclass(slots=True)
class HeliosFieldEvaluator(Message):
    x_coefficient: float = 0.0
    ball_dist_to_goal_coefficient: float = 0.0
    effective_max_ball_dist_to_goal: float = 0.0


@dataclass(slots=True)
class MatrixFieldEvaluatorY(Message):
    evals: list[float] = field(default_factory=list)


@dataclass(slots=True)
class MatrixFieldEvaluator(Message):
    evals: list[MatrixFieldEvaluatorY] = field(default_factory=list)


@dataclass(slots=True)
class PlannerFieldEvaluator(Message):
    helios_field_evaluator: HeliosFieldEvaluator = field(
        default_factory=unset(HeliosFieldEvaluator)
    )
    matrix_field_evaluator: MatrixFieldEvaluator = field(
        default_factory=unset(MatrixFieldEvaluator)
    )


@dataclass(slots=True)
class PlannerEvaluation(Message):
    effectors: PlannerEvaluationEffector = field(default_factory=unset(PlannerEvaluationEffector))
    field_evaluators: PlannerFieldEvaluator = field(default_factory=unset(PlannerFieldEvaluator))
