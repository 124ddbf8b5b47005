"""Our worlds compared with MuJoCo's C engine, rcsssmj and EnvPool, interleaved in one process.

`make bench`, or `python benches/compare.py --quick`. Everything runs on one core except where
threads are compared. Every engine gets the same initial states and motor targets. The servers run
in processes of their own; a third process, a program that `cargo` builds, loads them.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from benches import (  # noqa: E402
    disc,
    disc_server,
    disc_tasks,
    environments,
    monitors,
    moving,
    overheads,
    playmaker,
    pooled,
    server,
    walking,
)
from benches.apart import Apart  # noqa: E402
from benches.contestants import Contestant, EnvPool, Managed, MuJoCo, Ours, Rcsssmj  # noqa: E402
from benches.measure import interleave  # noqa: E402
from benches.report import Comparison, Results, describe_machine, plot, table  # noqa: E402
from benches.workloads import Workload  # noqa: E402

SECTIONS = (
    "speed",
    "moving",
    "game",
    "envs",
    "env-threads",
    "threads",
    "scaling",
    "python",
    "memory",
    "server",
    "disc",
)

# worlds, players, standing, least ratio to mj_step on one core
SPEED = (
    (1, 1, True, 5.0),
    (1, 1, False, 5.0),
    (1, 14, True, 6.0),
    (1, 14, False, 6.0),
    (256, 1, True, 15.0),
    (256, 1, False, 12.0),
    (16, 14, True, 10.0),
    (16, 14, False, 10.0),
)

# players, standing, least ratio to rcsssmj of action objects, step and perception objects
GAME = ((1, True, 8.0), (1, False, 8.0), (14, True, 12.0), (14, False, 12.0))

# players, worlds, least ratio of env-steps to rcsssmj's, observations included: random, others
ENVS = ((1, 256, 50.0, 60.0), (2, 128, None, None), (14, 16, 25.0, 40.0))
PARTS = 2048
"""Number of worlds of the environment whose serial part is reported."""


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="benches", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="fewer and shorter rounds, which take a minute"
    )
    parser.add_argument(
        "--only", nargs="+", choices=SECTIONS, default=SECTIONS, help="measure only these"
    )
    parser.add_argument(
        "--match", default="", help="run only those comparisons whose name contains this"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of recorded motions (default 0)")
    parser.add_argument("--rounds", type=int, help="rounds per comparison (default 9, quick 3)")
    parser.add_argument(
        "--seconds", type=float, help="seconds per engine and round (default 0.5, quick 0.1)"
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / "benches" / "results",
        help="folder for compare.json and the plots",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (3 if options.quick else 9)
    options.seconds = options.seconds or (0.1 if options.quick else 0.5)
    return options


def measure(options: argparse.Namespace) -> Results:
    """Run the chosen sections."""
    results = Results(describe_machine())
    if "speed" in options.only:
        _speed(options, results)
    if "moving" in options.only:
        _moving(options, results)
    if "game" in options.only:
        _game(options, results)
    if "envs" in options.only:
        _envs(options, results)
    if "env-threads" in options.only:
        _env_threads(options, results)
    if "threads" in options.only:
        workload = Workload(256, 1, standing=False)
        pair: list[Contestant] = [Ours(workload, threads=count) for count in (1, 2)]
        results.threads = interleave(pair, options.rounds, options.seconds)
        if (os.cpu_count() or 1) < 2:
            results.notes.append("one core only: two threads cannot be faster")
    if "scaling" in options.only:
        for worlds in (64, 256) if options.quick else (64, 256, 1024, 4096):
            batch: list[Contestant] = [Ours(Workload(worlds, 1, standing=False))]
            (timing,) = interleave(batch, options.rounds, options.seconds)
            results.scaling[worlds] = timing.wall
    if "python" in options.only:
        results.python = overheads.python_share(Workload(256, 1, standing=True), options.rounds)
    if "memory" in options.only and Path("/proc/self/statm").exists():
        results.memory = {
            1: overheads.bytes_per_world(1, 64, 1024),
            14: overheads.bytes_per_world(14, 8, 72),
        }
    if "server" in options.only:
        try:
            results.servers = server.measure(options.rounds, options.match)
            if options.match in "monitors":
                results.monitors = monitors.measure(options.rounds)
            if options.match in "disc_server":
                results.disc_loads = disc_server.measure(options.rounds)
            if options.match in "playmaker":
                results.playmakers = playmaker.measure(options.rounds)
        except server.NoClientsError as error:
            results.notes.append(str(error))
    if "disc" in options.only:
        _disc(options, results)
    return results


def _speed(options: argparse.Namespace, results: Results) -> None:
    try:
        envpool: EnvPool | None = EnvPool()
    except ImportError:
        envpool = None
        results.notes.append("envpool is not installed: its row is missing")
    for worlds, players, standing, goal in SPEED:
        workload = Workload(worlds, players, standing)
        if options.match not in workload.name:
            continue
        ours, mujoco = Ours(workload), MuJoCo(workload)
        contestants: list[Contestant] = [ours, mujoco]
        if worlds == 1:
            contestants.append(Rcsssmj(workload))
        if envpool is not None and players == 1 and standing:
            contestants.append(envpool)
        timings = interleave(contestants, options.rounds, options.seconds)
        notes = [_alike(ours, mujoco)]
        results.comparisons.append(Comparison(workload.name, timings, {ours.name: goal}, notes))
        print(f"measured {workload.name}", file=sys.stderr)


def _moving(options: argparse.Namespace, results: Results) -> None:
    # With many short rounds, a recording is replayed several times, and other load on the machine
    # hardly affects the ratios.
    rounds, seconds = 8 * options.rounds, options.seconds / 20
    for row in moving.rows():
        if options.match not in row.name:
            continue
        timings = interleave(moving.contestants(row.record(options.seed)), rounds, seconds)
        results.comparisons.append(Comparison(row.name, timings, row.least(), row.notes()))
        print(f"measured {row.name}", file=sys.stderr)


def _game(options: argparse.Namespace, results: Results) -> None:
    for players, standing, goal in GAME:
        workload = Workload(1, players, standing)
        if options.match not in workload.name:
            continue
        managed = Managed(workload)
        timings = interleave([managed, Rcsssmj(workload)], options.rounds, options.seconds)
        steps = max(1, round(options.seconds / timings[0].wall))
        share = managed.advance(steps), managed.perceiving
        note = f"perception objects: {100 * share[1].cpu / share[0].cpu:.0f} % of our cycle"
        name = f"the game, {workload.name}"
        goals = {managed.name: goal}
        results.games.append(Comparison(name, timings, goals, [note], reference=Rcsssmj.name))
        print(f"measured {name}", file=sys.stderr)


def _envs(options: argparse.Namespace, results: Results) -> None:
    for players, worlds, *goals in ENVS:
        for motion in (*environments.MOTIONS, walking.MOTION):
            name = f"environment, {worlds} worlds x {players} T1, {motion.name}"
            if options.match not in name:
                continue
            ours: environments.OurEnv
            if motion is walking.MOTION:
                alone = players == 1
                ours = walking.OurWalk(worlds) if alone else walking.OurWalkingGame(players, worlds)
                contestants: list[Contestant] = [ours, walking.RcsssmjWalk(players)]
            else:
                ours = environments.OurEnv(players, motion, worlds)
                contestants = [ours, environments.Rcsssmj(players, motion)]
            if players == 1 and motion is not walking.MOTION:
                try:
                    contestants.append(environments.EnvPool(motion))
                except ImportError:
                    results.notes.append(
                        f"envpool is not installed: its row in '{name}' is missing"
                    )
            pool = _pool(motion, results) if players == 1 and motion.name != "walking" else None
            contestants += [pool] if pool is not None else []
            timings = interleave(contestants, options.rounds, options.seconds)
            notes = []
            if (parts := ours.parts(20 * options.rounds)) is not None:
                notes.append(parts.note())
            if pool is not None:
                pool.close()
                notes.append(
                    f"mjbatch {pool.versions['mjbatch']}, MuJoCo {pool.versions['mujoco']}"
                )
            if isinstance(ours, walking.OurWalkingGame):
                notes.append(f"{100 * ours.upright():.0f} % are on their feet at the end")
            goal = goals[0 if motion is environments.MOTIONS[0] else 1]
            reached = {} if goal is None else {ours.name: goal}
            comparison = Comparison(name, timings, reached, notes, reference=Rcsssmj.name)
            results.envs.append(comparison)
            print(f"measured {name}", file=sys.stderr)


def _pool(motion: environments.Motion, results: Results) -> pooled.ThreadPool | None:
    try:
        return pooled.ThreadPool(motion)
    except pooled.NoPoolError as error:
        results.notes.append(str(error))
        return None


def _env_threads(options: argparse.Namespace, results: Results) -> None:
    """Measure one environment on 1, 2 and 4 threads, and programs that share nothing."""
    for motion in environments.MOTIONS:
        name = f"threads, {PARTS} worlds x 1 T1, {motion.name}"
        if options.match not in name:
            continue
        envs = [environments.OurEnv(1, motion, PARTS, count) for count in (1, 2, 4)]
        with ExitStack() as stack:
            programs = [
                stack.enter_context(
                    Apart(count, partial(environments.OurEnv, 1, motion, PARTS // count))
                )
                for count in (2, 4)
            ]
            timings = interleave([*envs, *programs], options.rounds, options.seconds)
        parts = envs[0].parts(4 * options.rounds)
        notes = [] if parts is None else [parts.note()]
        if (cores := os.cpu_count() or 1) < 4:
            notes.append(f"{cores} cores: more threads than that cannot be faster")
        comparison = Comparison(name, timings, {}, notes, reference=environments.OurEnv.name)
        results.envs.append(comparison)
        print(f"measured {name}", file=sys.stderr)


def _disc(options: argparse.Namespace, results: Results) -> None:
    """Measure games of the 2D world, and its environments."""
    games = [disc.DiscGames(threads=count) for count in (1, 2)]
    with Apart(2, partial(disc.DiscGames, disc.WORLDS // 2), f"{disc.WORLDS} worlds") as programs:
        results.disc = interleave([*games, programs], options.rounds, options.seconds)
    results.disc_bytes = games[0].batch.world_bytes
    shares = ", ".join(f"{100 * game.in_play():.0f} %" for game in games)
    results.notes.append(f"2D games in play at the end: {shares}")
    half = disc_tasks.ENVS // 2
    reach = partial(disc_tasks.DiscTask, "Disc-ReachBall")
    with (
        Apart(2, partial(reach, half), "Disc-ReachBall") as reaching,
        Apart(2, partial(disc_tasks.keepaway, half), "Disc-Keepaway-3v2 (cycles)") as keeping,
    ):
        tasks: list[Contestant] = [
            reach(),
            reach(threads=2),
            reaching,
            disc_tasks.DiscTask("Disc-HFO-2v2"),
            disc_tasks.keepaway(),
            disc_tasks.keepaway(threads=2),
            keeping,
            disc_tasks.keepaway(steps="decisions"),
            disc_tasks.soccer("state"),
            disc_tasks.soccer("sensed", 64),
        ]
        results.disc_tasks = interleave(tasks, options.rounds, options.seconds)


def _alike(ours: Ours, mujoco: MuJoCo) -> str:
    """Say whether both engines ended in the same situation."""
    upright = [100 * float((side.heights() > 0.5).mean()) for side in (ours, mujoco)]
    contacts = [side.contacts() for side in (ours, mujoco)]
    return (
        f"upright at the end: ours {upright[0]:.0f} %, MuJoCo {upright[1]:.0f} %; "
        f"contacts in a world: {contacts[0]:.1f} and {contacts[1]:.1f}"
    )


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write the results."""
    options = parse(arguments)
    results = measure(options)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "compare.json").write_text(results.to_json())
    print(results.to_json() if options.json else table(results))
    try:
        files = plot(results, options.results)
    except ImportError:
        print("matplotlib is not installed: no plots", file=sys.stderr)
        return
    for file in files:
        print(f"plot: {file}", file=sys.stderr)


if __name__ == "__main__":
    main()
