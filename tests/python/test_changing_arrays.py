"""Arrays that change while they are read give wrong numbers at worst, never other memory.

The cases run in a process of their own, which a fault would end or hang.
"""

import json
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from rcssgym import ArgumentError, WorldBatch
from worlds import mixed

PRELUDE = """
    import threading, warnings
    import numpy as np
    import rcssgym
    from rcssgym.perceptions import JointStatePerception, MicrophonePerception

    warnings.simplefilter("ignore")
    MANY = 2048


    class Changing:
        '''Does something when it is read as an array.'''

        def __init__(self, do, value):
            self.do, self.value = do, value

        def __array__(self, dtype=None, copy=None):
            self.do()
            return np.asarray(self.value)


    class Texts(list):
        '''Does something when it is read as a sequence.'''

        def __init__(self, do, items):
            super().__init__(items)
            self.do = do

        def __iter__(self):
            self.do()
            return super().__iter__()


    def shrink(array):
        array.resize((1,), refcheck=False)

    def retype(array):
        array.dtype = np.int8

    def refill(array):
        array.__setstate__((1, (1,), np.dtype("f8"), False, b"8 bytes."))

    def while_resizing(array, work):
        '''Does some work again and again while a thread makes the array small and large.'''
        shape, ended = array.shape, threading.Event()

        def resize():
            while not ended.is_set():
                shrink(array)
                array.resize(shape, refcheck=False)

        thread = threading.Thread(target=resize)
        thread.start()
        for _ in range(25):
            try:
                work()
            except rcssgym.ArgumentError as error:
                assert "shape (1,)" in str(error)
        ended.set()
        thread.join()


    def check_step(change):
        '''An argument changes while the next one is read; it counts as it was.'''
        worlds, twin = rcssgym.WorldBatch(MANY), rcssgym.WorldBatch(MANY)
        targets = worlds.joint_positions + 0.1
        before = targets.copy()
        worlds.step(targets, velocities=Changing(lambda: change(targets), np.float32(0.5)))
        assert targets.shape != before.shape
        twin.step(before, velocities=0.5)
        assert worlds.qpos.tobytes() == twin.qpos.tobytes()
"""

CASES = {
    "resized by another argument": "check_step(shrink)",
    "retyped by another argument": "check_step(retype)",
    "refilled by another argument": "check_step(refill)",
    "state resized by another argument": """
        worlds, other = rcssgym.WorldBatch(MANY), rcssgym.WorldBatch(MANY)
        other.step(other.joint_positions + 0.1)
        qpos, qvel = other.qpos, other.qvel
        worlds.set_state(qpos, Changing(lambda: shrink(qpos), qvel))
        assert worlds.qpos.tobytes() == other.qpos.tobytes()
    """,
    "resized in another thread during steps": """
        worlds = rcssgym.WorldBatch(MANY)
        targets = worlds.joint_positions
        while_resizing(targets, lambda: worlds.step(targets))
    """,
    "out resized in another thread": """
        worlds = rcssgym.WorldBatch(MANY)
        out = worlds.qvel
        while_resizing(out, lambda: worlds.forward(out=out))
    """,
    "out resized in another thread while it is read": """
        worlds = rcssgym.WorldBatch(MANY)
        out = worlds.qpos
        while_resizing(out, lambda: worlds.read("qpos", out=out))
    """,
    "resized by the conversion of another array": """
        class Shrinking(np.ndarray):
            def astype(self, *args, **kwargs):
                shrink(targets)
                return np.ones(self.shape)

        worlds, twin = rcssgym.WorldBatch(MANY), rcssgym.WorldBatch(MANY)
        targets = worlds.joint_positions
        worlds.step(targets, torques=np.zeros(23, np.float32).view(Shrinking))
        assert targets.shape == (1,)
        twin.step(twin.joint_positions, torques=1.0)
        assert worlds.qpos.tobytes() == twin.qpos.tobytes()
    """,
    "a subclass that becomes something else": """
        class Liar(np.ndarray):
            def astype(self, *args, **kwargs):
                return np.zeros(self.shape, np.int8)

        worlds = rcssgym.WorldBatch(2)
        targets = np.zeros((2, 1, 23), np.float32).view(Liar)
        try:
            worlds.step(targets)
        except rcssgym.ArgumentError as error:
            assert "targets: " in str(error)
        else:
            raise AssertionError("taken")
    """,
    "joints of a perception": """
        angles = np.arange(50_000.0)
        speeds = Texts(lambda: shrink(angles), [1.0, 2.0])
        text = JointStatePerception(["a", "b"], angles, speeds).to_sexp()
        assert text == "(HJ (n a)(ax 0.0)(vx 1.0))(HJ (n b)(ax 1.0)(vx 2.0))", text
    """,
    "more joints than there is memory": """
        from rcssgym.soccer import FIFA7vs7SoccerField, SSim2026Rules

        simulation = rcssgym.SoccerSimulation(FIFA7vs7SoccerField(), SSim2026Rules())
        simulation.init()
        (agent,) = simulation.add_players([rcssgym.InitRequest("T1", "Blues", 1)])
        for many in (24, 2**36, 2**50, 2**59):
            try:
                agent.init_joints(np.broadcast_to(0.0, (many,)))
            except rcssgym.ArgumentError as error:
                assert str(error) == f"pos: {many} values, must be at most 23", error
            else:
                raise AssertionError("taken")
    """,
    "more numbers of a perception than there is memory": """
        for many in (2**50, 2**59):
            try:
                JointStatePerception(["a"], np.broadcast_to(0.0, (many,)), [1.0]).to_sexp()
            except MemoryError as error:
                assert str(many) in str(error), error
            else:
                raise AssertionError("taken")
    """,
    "environments stepped by two threads": """
        import gymnasium

        envs = gymnasium.make_vec("rcssgym/T1Walk-v0", num_envs=256).unwrapped
        envs.reset(seed=0)
        actions, refused = np.zeros((256, 23), np.float32), []

        def work(call):
            for _ in range(20):
                try:
                    call()
                except rcssgym.BusyError:
                    refused.append(call)

        calls = [lambda: envs.step(actions)] * 2 + [lambda: envs.task.core.observations]
        threads = [threading.Thread(target=work, args=(call,)) for call in calls]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert refused
        envs.step(actions)
    """,
    "sounds of a perception": """
        azimuths = np.arange(50_000)
        messages = Texts(lambda: shrink(azimuths), [b"a", b"b"])
        MicrophonePerception("mic", azimuths, messages).to_sexp()
    """,
}


EACH = """
    import json

    for name, case in CASES.items():
        try:
            case()
        except BaseException:
            error = traceback.format_exc()
        else:
            error = ""
        print(json.dumps([name, error]), flush=True)
"""


@pytest.fixture(scope="module")
def ended() -> dict[str, str]:
    """Run all cases in one process, and return what became of each; a fault ends those after it."""
    script = [textwrap.dedent(PRELUDE), "import sys, traceback", "CASES = {}"]
    for name, case in CASES.items():
        body = textwrap.indent(textwrap.dedent(case).strip(), "    ")
        script += [f"def case():\n{body}", f"CASES[{name!r}] = case"]
    script.append(textwrap.dedent(EACH))
    command = [sys.executable, "-c", "\n".join(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    errors = dict.fromkeys(CASES, f"has not ended; exit code {done.returncode}: {done.stderr}")
    return {**errors, **dict(json.loads(line) for line in done.stdout.splitlines())}


@pytest.mark.parametrize("name", CASES)
def test_an_array_that_changes_meanwhile_does_no_harm(name: str, ended: dict[str, str]) -> None:
    assert ended[name] == ""


def test_every_byte_but_zero_chooses_a_world() -> None:
    worlds = mixed()
    worlds.advance()
    mask = np.array([0, 2, 255], np.uint8).view(bool)
    worlds.reset(mask)
    assert worlds.time.tolist() == [worlds.timestep * 4, 0.0, 0.0]


def test_out_must_lie_at_whole_numbers() -> None:
    worlds = WorldBatch(2)
    out = np.empty(17, np.int8)[1:].view(np.float64)
    with pytest.raises(ArgumentError, match="out: must be aligned"):
        worlds.read("time", out=out)


def test_arrays_of_any_layout_are_read_alike() -> None:
    worlds = mixed()
    rng = np.random.default_rng(0)
    targets = worlds.joint_positions + rng.uniform(-0.1, 0.1, worlds.joint_positions.shape)
    unaligned = np.empty(8 * targets.size + 1, np.int8)[1:].view(np.float64).reshape(targets.shape)
    unaligned[...] = targets
    wide = np.zeros((*targets.shape[:2], 2 * targets.shape[2]))
    wide[..., ::2] = targets
    layouts = [
        np.asfortranarray(targets),
        targets[::-1].copy()[::-1],
        targets[..., ::-1].copy()[..., ::-1],
        wide[..., ::2],
        unaligned,
        targets.astype(">f8"),
    ]
    gains = np.broadcast_to(rng.uniform(20.0, 30.0, (3, 1, 1)), targets.shape)
    worlds.step(targets, kp=gains.copy())
    for layout in layouts:
        twin = mixed()
        twin.step(layout, kp=gains)
        assert twin.qpos.tobytes() == worlds.qpos.tobytes()
