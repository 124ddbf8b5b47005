"""A run from its options to its files."""

from __future__ import annotations

import argparse
import fcntl
import math
import os
import shlex
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, fields
from pathlib import Path
from tempfile import TemporaryFile
from types import FrameType
from typing import Any, ClassVar, TypeAlias

from tqdm import tqdm

from rcssgym.envs.registration import is_registered
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.regular import without_nul
from rcssgym.training.config import RESUMABLE, Config, add_options, configured
from rcssgym.training.estimate import learn_to_estimate
from rcssgym.training.imitation import imitate
from rcssgym.training.network import begin_with
from rcssgym.training.ppo import SAVED, Trainer
from rcssgym.training.presets import PRESETS
from rcssgym.training.reports import Board, Curves, report, wandb_module
from rcssgym.training.sources import known_of, read_checkpoint

Handler: TypeAlias = Callable[[int, FrameType | None], Any] | signal.Handlers
"""What the program does on a signal."""
EARLY = 20
"""Updates before the first evaluation."""
FINE = 0.05
"""Factor on the initial step size if a policy continues learning."""


class Ending:
    """Lets Ctrl-C and SIGTERM end a run after the current update and write its files.

    Batch systems and containers send SIGTERM some seconds before they end a program by force. A
    second signal ends the run at once.
    """

    HANDLERS: ClassVar[Mapping[signal.Signals, Handler]] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
    }
    """The signals, with what Python does on them by default."""

    is_asked_for = False

    def __enter__(self) -> Ending:
        self.before = {number: signal.signal(number, self.ask) for number in self.HANDLERS}
        return self

    def ask(self, *_: object) -> None:
        """Note the first signal, and let the next one have its usual effect."""
        self.is_asked_for = True
        for number, usual in self.HANDLERS.items():
            signal.signal(number, usual)
        tqdm.write("saving after this update; Ctrl-C once more to stop at once")

    def __exit__(self, *_: object) -> None:
        for number, before in self.before.items():
            signal.signal(number, before)


def train(trainer: Trainer, run_dir: Path) -> None:
    """Train to the end, with reports."""
    config, folder = trainer.config, run_dir.stat()
    started, curves = time.perf_counter(), Curves(run_dir / "curves.png")
    with (
        Board(trainer, run_dir) as board,
        Ending() as ending,
        kept_on_error(trainer, run_dir, folder),
    ):
        if is_done := trainer.steps >= config.total_steps:
            # Resumed after the last update, whose report may have been interrupted.
            is_missing = "evaluation/return" not in trainer.history[-1]
            found = saved_and_reported(trainer, run_dir, curves, is_last=True)
            if is_missing:
                board.show(found, trainer.steps)
        while not is_done:
            row = trainer.update()
            trainer.history.append({"steps": trainer.steps, **row})
            check_is_there(run_dir, folder)
            is_late = time.perf_counter() - started > 60.0 * config.minutes
            is_done = trainer.steps >= config.total_steps or is_late or ending.is_asked_for
            # Shown before it is saved: a resumed run shows only what comes after its checkpoint.
            board.show(row, trainer.steps)
            if trainer.updates % config.save_every == 0 or trainer.updates == EARLY or is_done:
                found = saved_and_reported(trainer, run_dir, curves, is_last=is_done)
                board.show(found, trainer.steps)
    total = sum(trainer.seconds.values())
    for part, seconds in trainer.seconds.items():
        print(f"{part:9} {seconds:8.1f} s {seconds / total:6.1%}")
    # The run's steps do not include those of an imitation.
    total -= trainer.seconds.get("imitation", 0.0)
    files = "curves are" if trainer.agent.memory else "policy and curves are"
    print(f"{trainer.steps / total:,.0f} steps/s; {files} in {run_dir}")


def saved_and_reported(
    trainer: Trainer, run_dir: Path, curves: Curves, *, is_last: bool
) -> dict[str, float]:
    """Write the checkpoint, make a report, and return its evaluation."""
    begun = time.perf_counter()
    # A report takes long, and whatever interrupts it must not cost what was learned.
    trainer.save(run_dir / "checkpoint.pt")
    found = report(trainer, run_dir, curves, is_last=is_last)
    trainer.seconds["reports"] += time.perf_counter() - begun
    trainer.save(run_dir / "checkpoint.pt")
    return found


@contextmanager
def kept_on_error(trainer: Trainer, run_dir: Path, folder: os.stat_result) -> Iterator[None]:
    """Write a checkpoint if an error, such as one of the task, ends the run.

    The checkpoint before it stays if the policy has diverged, or if nothing has been learned.
    """
    try:
        yield
    except Exception:
        is_new = trainer.updates > 0 or bool(trainer.config.imitate)
        try:
            check_is_there(run_dir, folder)
            trainer.abandon_update()
            if is_new and trainer.is_finite():
                trainer.save(run_dir / "checkpoint.pt")
                tqdm.write(f"saved after {trainer.steps:,} steps; the run ends by an error")
        except Exception as error:  # the first error says why the run ends
            tqdm.write(f"not saved: {error}")
        raise


def check_is_there(run_dir: Path, folder: os.stat_result) -> None:
    """Refuse to write to another folder than the run's own, in which another run may be."""
    try:
        is_own = os.path.samestat(run_dir.stat(), folder)
    except FileNotFoundError:
        is_own = False
    if not is_own:
        raise RcssGymError(f"run_dir: {run_dir} was deleted or moved during the run")


# --- how it begins


def configure(arguments: list[str]) -> tuple[Config, dict[str, Any] | None]:
    """Return the settings, and the checkpoint to continue from, if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    return settings(vars(parser.parse_args(arguments)))


def settings(given: dict[str, Any]) -> tuple[Config, dict[str, Any] | None]:
    """Return the settings given by options, and the checkpoint to continue from.

    Raises :class:`ArgumentError` for options that a resumed run has from its checkpoint, and for a
    checkpoint that cannot be resumed.
    """
    given = dict(given)
    whole, trust = None, given.pop("trust_task")
    if (resume := given.pop("resume")) is not None:
        if other := given.keys() - set(RESUMABLE):
            raise ArgumentError(f"{sorted(other)[0]}: a resumed run has that from its checkpoint")
        whole = read_checkpoint(resume, "resume")
        check_resumed(whole, trust)
        given = {**whole["config"], "minutes": math.inf, **given}
    elif trust:
        raise ArgumentError("trust_task: only a checkpoint of --resume names a task to import")
    return configured(given), whole


def check_resumed(whole: dict[str, Any], trust: bool) -> None:
    """Refuse a checkpoint with unknown settings, or with a task that must not be imported."""
    needed = {*SAVED, "optimizer", "envs", "observations", "known", "random", "episodes", "pending"}
    needed |= {"critic_optimizer"} if whole["config"].get("critic_epochs") else set()
    if missing := needed - whole.keys():
        raise ArgumentError(f"resume: the checkpoint has no {sorted(missing)[0]}")
    if other := whole["config"].keys() ^ {field.name for field in fields(Config)}:
        raise ArgumentError(f"resume: its settings are not this version's: {sorted(other)[0]}")
    task = str(whole["config"]["task"])
    if ":" in task and not trust and not is_registered(task):
        raise ArgumentError(
            f"resume: its task {task!r} would be imported: allow it by --trust-task"
        )


def begun(config: Config, whole: dict[str, Any] | None, web: int | None = None) -> Trainer:
    """Return a run at its beginning, or where its checkpoint was written.

    :param web: port at which browsers see its worlds.
    """
    trainer = Trainer(config) if whole is None else Trainer.restored(config, whole)
    if web is not None:  # before an imitation, which takes long: the port may be taken
        print(f"watch at {trainer.envs.view(web).url}", flush=True)
    if whole is None and config.initialize:
        known, task = known_of(config.initialize, "initialize", config.task)
        begin_with(trainer.agent, known, trainer.envs.task, task)
        if trainer.symmetry is not None:
            trainer.symmetry.check()
    if whole is None and config.imitate:
        imitate(trainer)
    if whole is None and (config.initialize or config.imitate):
        trainer.warm_up = config.critic_updates
        # Larger steps would destroy what it has learned before the step size adapts.
        trainer.optimizer.param_groups[0]["lr"] = FINE * config.learning_rate
    elif whole is None and config.over:
        trainer.warm_up = config.critic_updates
    if whole is None and config.estimate:
        share = learn_to_estimate(trainer)
        print(f"estimated: {config.estimate}, {share:.0%} of the variance explained", flush=True)
    return trainer


def run(given: dict[str, Any]) -> None:
    """Train according to the options that :func:`add_options` has added to a parser."""
    given = dict(given)
    web = given.pop("web", None)
    config, whole = settings(given)
    run_dir = Path(config.run_dir)
    kept, resumed = run_dir / "checkpoint.pt", given.get("resume")
    made = [one for one in (run_dir, *run_dir.parents) if not one.exists()]
    check_reports(config, run_dir)
    with held(run_dir), not_left_empty(made):
        if kept.exists() and not (resumed is not None and kept.samefile(resumed)):
            raise ArgumentError(f"run_dir: {run_dir} has a run already: resume it or name another")
        if whole is None:
            print(in_words(config), flush=True)
        train(begun(config, whole, web), run_dir)


def check_reports(config: Config, run_dir: Path) -> None:
    """Make the run's folder; refuse a folder that cannot be written, and a missing library.

    With imitation the error would otherwise only come hours later.
    """
    if config.wandb:
        wandb_module()
    try:
        without_nul(run_dir).mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=run_dir).close()
    except OSError as error:
        raise ArgumentError(f"run_dir: cannot write to {run_dir}: {error.strerror}") from error


@contextmanager
def held(run_dir: Path) -> Iterator[None]:
    """Keep a folder for one run: two would write the same files.

    Raises :class:`ArgumentError` if another run has it.
    """
    folder = os.open(run_dir, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ArgumentError(f"run_dir: another run is writing to {run_dir}") from error
        except OSError:
            pass  # the file system has no locks
        yield
    finally:
        os.close(folder)


@contextmanager
def not_left_empty(made: list[Path]) -> Iterator[None]:
    """Remove the folders made for a run, the innermost first, if it ends without any file."""
    try:
        yield
    except BaseException:
        with suppress(OSError):  # others have written to one
            for folder in made:
                folder.rmdir()
        raise


def in_words(config: Config) -> str:
    """Return a command line that gives these settings.

    It has all that differ from the general defaults, and those that are equal to them where the
    task has others, such as ``--initialize ''``.
    """
    words = ["rcssgym", "train"]
    own = PRESETS.get(config.task, {})
    for name, value in asdict(config).items():
        if value != getattr(Config, name) or value != own.get(name, value):
            words += ["--" + name.replace("_", "-"), str(value)]
    return shlex.join(words)


def main(arguments: list[str]) -> None:
    """Train according to a command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    run(vars(parser.parse_args(arguments)))
