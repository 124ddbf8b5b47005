"""Declarations of tasks that cannot be: errors name the part, the term and the value."""

from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym.envs import ANT, FIRM_T1, RobotTask, WorldVectorEnv
from rcssgym.envs.terms import Computed, Term, Terms, term


def declaring(**parts: Any) -> type[RobotTask]:
    def declare(self: Any) -> Terms:  # noqa: ARG001
        return Terms(**parts)

    return type("Mine", (RobotTask,), {"robot": FIRM_T1, "declare": declare})


def still(task: Any) -> Any:
    return np.zeros(len(task.worlds))


BIG: Any = "big"
THREE: Any = 3
WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"observations": ("joint_angles",)},
        "there is no observation 'joint_angles'; there are joint",
    ),
    ({"observations": ("lean",)}, "there is no observation 'lean'"),
    ({"observations": (term("gyro", units=3.0),)}, "gyro: takes no parameter 'units', but unit"),
    ({"rewards": {"up": term("alive", half_=1.0)}}, "takes no parameter 'half_'; it takes none"),
    (
        {"processes": (term("velocity_command", low=(0, 1, 0), high=(1, 0.5, 0)),)},
        "velocity_command: low: 1 is above high, 0.5",
    ),
    ({"observations": (term("gyro", unit=0.0),)}, "gyro: unit: 0 must be above 0"),
    ({"observations": (term("gyro", unit=np.nan),)}, "gyro: unit: NaN is not finite"),
    ({"observations": (term("gyro", np.inf),)}, "gyro: weight: inf is not finite"),
    ({"observations": (term("gyro", unit=BIG),)}, "unit is 'big', must be a number or several"),
    ({"observations": ("command",)}, "command: needs the process 'velocity_command'"),
    ({"observations": (3,)}, "3 is neither a term nor the name of one"),
    ({"rewards": {"up": "gravity"}}, "there is no value or condition 'gravity'; there are "),
    ({"rewards": {"up": "height_error"}}, "height_error: must be given 'target'"),
    ({"rewards": {"up": term("pose_error", weights=(1, 2))}}, "weights: 2 numbers, must be 23"),
    ({"ends": ("lean",)}, "there is no condition 'lean'"),
    ({"ends": (term("fallen", -5.0),)}, "ends: fallen: weight -5.0, but has no number to weigh"),
    ({"measures": {"up": term("stands", 3.0)}}, "measures: stands: weight 3.0, but has no number"),
    ({"processes": (term("feet", 2.0),)}, "processes: feet: weight 2.0, but has no number"),
    ({"measures": {"far": "far"}}, "there is no value or condition 'far'"),
    ({"processes": ("feet", "feet")}, "feet: is declared twice"),
    ({"processes": (term("push", speed=1.0, interval=0),)}, "push: interval: 0 must be above 0"),
    ({"processes": ("standing_pose",)}, "there is no process 'standing_pose'"),
    ({"processes": ("kick_off",)}, "ask a referee, but the task has no rules"),
    ({"start": (term("lying", states=(1.0, 2.0)),)}, "states: must be rows of 37 numbers"),
    ({"start": ("lean",)}, "there is no start 'lean'; there are upright, lying"),
    ({"start": (still,)}, "start: <function still .* is neither a term nor the name of one$"),
    ({"processes": ("feet", still)}, "processes: <function still .* is neither a term nor the"),
    ({"processes": (Computed(still, 2),)}, "processes: Computed.* is neither a term nor"),
    ({"ends": (Computed(still, 2),)}, "ends: Computed.* is neither a term .* nor a function"),
    ({"rewards": {"up": Computed(still, 2)}}, "rewards: Computed.* is neither a term"),
    ({"observations": (still,)}, "observations: <function still .* nor the name of one, nor Comp"),
    ({"observations": (Computed(still, -1),)}, "width of a Computed: -1 is not from 1 to"),
    ({"observations": (Computed(still, 2**50),)}, "width of a Computed: 1125899906842624 is not"),
    ({"observations": (Computed(still, BIG),)}, "width of a Computed: 'big' is not an integer"),
    ({"observations": (Computed(BIG, 2),)}, "'big' of a Computed is not a function"),
    ({"rewards": ["alive"]}, r"rewards: \['alive'\] is not a mapping of names to terms"),
    ({"rewards": {3: "alive"}}, "rewards: {3: 'alive'} is not a mapping of names to terms"),
    ({"rewards": {"up": 3}}, "rewards: 3 is neither a term nor the name of one"),
    ({"ends": "fallen"}, "ends: 'fallen' is not a sequence of terms"),
    ({"ends": (Term(THREE),)}, r"ends: Term\(name=3.* is neither a term"),
    ({"measures": {"reward": "alive"}}, "measures: the name 'reward' has another use in info"),
    ({"measures": {"_far": "alive"}}, "measures: the name '_far' has another use in info"),
]


@pytest.mark.parametrize(("parts", "message"), WRONG)
def test_what_cannot_be_declared_is_told(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        WorldVectorEnv(declaring(**parts), 2)


def test_integers_of_any_size_are_numbers() -> None:
    WorldVectorEnv(declaring(observations=(term("gyro", unit=10**30),)), 1)
    with pytest.raises(rcssgym.ArgumentError, match="terms: unit: int too large to convert"):
        WorldVectorEnv(declaring(observations=(term("gyro", unit=10**400),)), 1)
    with pytest.raises(rcssgym.ArgumentError, match="terms: gyro: weight: int too large"):
        term("gyro", 10**400)


@pytest.mark.parametrize("weight", [None, "3", (1.0, 2.0)])
def test_a_weight_is_a_number(weight: Any) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=r"terms: gyro: weight: .* is not a number"):
        term("gyro", weight)


def test_whatever_declare_returns_is_looked_at_first() -> None:
    task: Any = declaring(ends=3)
    task.fallen = still
    with pytest.raises(rcssgym.ArgumentError, match="ends: 3 is not a sequence of terms"):
        WorldVectorEnv(task, 2)


@pytest.mark.parametrize("ends", [still, lambda _: np.zeros(3, np.bool_), lambda _: None])
def test_functions_that_end_episodes_return_flags(ends: Any) -> None:
    envs = WorldVectorEnv(declaring(ends=("fallen", ends)), 2)
    envs.reset(seed=0)
    with pytest.raises(rcssgym.TaskError, match=r"Mine\.declare\(\): end 1: returned .* of bool"):
        envs.step(np.zeros((2, 23)))


def test_other_robots_are_told() -> None:
    class Six(RobotTask):
        robot = ANT

        def declare(self) -> Terms:
            return Terms(processes=("feet",))

    with pytest.raises(rcssgym.ArgumentError, match="needs a robot with two feet, not 0"):
        WorldVectorEnv(Six, 1)
