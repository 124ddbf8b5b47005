"""The subcommand that evaluates a trained policy: ``evaluate``."""

from __future__ import annotations

import argparse
from functools import partial

from tqdm import tqdm

from rcssgym.cli.options import Parser, add_physics, add_web, positive, tell_where
from rcssgym.cli.policy import add_command, add_policy, load_policy
from rcssgym.envs.task_options import read_options
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.policy.agent.schedule import velocity
from rcssgym.policy.evaluate import evaluate
from rcssgym.view.live import Pace

SECONDS = 20.0


def fill(evaluation: Parser) -> None:
    """Give ``rcssgym evaluate`` its arguments."""
    evaluation.description = (
        "Let a trained policy act for an episode in each of many worlds and report "
        "return, falls, distance and how well it follows its commands."
    )
    evaluation.set_defaults(run=_evaluate)
    add_policy(evaluation)
    evaluation.add_argument(
        "--worlds", type=positive(int), default=64, metavar="N", help="number of worlds"
    )
    evaluation.add_argument(
        "--seconds",
        type=positive(float),
        default=SECONDS,
        metavar="S",
        help="maximum length of an episode, s",
    )
    evaluation.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the first world; the others have the seeds after it",
    )
    add_command(
        evaluation,
        "command in all worlds: velocity forwards and to the left, m/s, and of turning, rad/s; "
        "default: drawn by the task",
    )
    add_physics(evaluation)
    evaluation.add_argument(
        "--delay",
        type=_delay,
        default=0,
        metavar="N[,N]",
        help="delay of all observations, in control steps of 20 ms; or its minimum and maximum, "
        "between which each episode draws one",
    )
    evaluation.add_argument(
        "--task-options",
        metavar="JSON",
        help='options of the task, as for rcssgym train, such as {"opponents": "scripted:0.5"}; '
        "default: those that the task has by itself",
    )
    add_web(evaluation)
    evaluation.add_argument(
        "--json", action="store_true", help="print JSON, with the values of every world"
    )


def _delay(text: str) -> int | tuple[int, int]:
    try:
        numbers = [int(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    match numbers:
        case [steps]:
            return steps
        case [low, high]:
            return low, high
    raise argparse.ArgumentTypeError(f"must be N or N,N, not {text!r}")


def _view(port: int | None, envs: WorldVectorEnv) -> None:
    if port is not None:
        tell_where(envs.view(port).url)


def _evaluate(options: argparse.Namespace) -> int:
    policy = load_policy(options)
    command = None if options.velocity is None else velocity(options.velocity)
    text = options.task_options
    task_options = read_options(text) if text else None
    cycle = policy.task.cycle
    pace = None if options.web is None else Pace()
    done = 0
    with tqdm(total=round(options.seconds / cycle), unit="step", disable=None) as progress:

        def tell(steps: int) -> None:
            nonlocal done
            done += steps
            progress.update(steps)
            if pace is not None:
                pace.wait(done * cycle)

        found = evaluate(
            policy,
            worlds=options.worlds,
            seconds=options.seconds,
            seed=options.seed,
            command=command,
            threads=options.threads,
            precision=options.precision,
            delay=options.delay,
            task_options=task_options,
            tell=tell,
            show=partial(_view, options.web),
        )
    print(found.json() if options.json else found.table())
    return 0
