"""Code that needs a missing optional library names the extra to install."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import rcssgym
from rcssgym.optional import needed_by

ROOT = Path(__file__).parents[2]
ALWAYS_THERE = {"gymnasium", "numpy", "tqdm", "rcssgym", *sys.stdlib_module_names}
IMPORTED_AS = {
    "pygame-ce": "pygame",
    "rsl-rl-lib": "rsl_rl",
    "stable-baselines3": "stable_baselines3",
}

SAVE = (
    "from rcssgym.policy import save; "
    "save('no.onnx', [([[1.0]], [0.0])], mean=[0.0], std=[1.0], strings={})"
)
LOAD = "from rcssgym.policy import Policy; Policy.load('policies/T1Walk.onnx')"
SHOW = "from rcssgym.envs import WorldEnv; WorldEnv('T1Stand', render_mode='human').reset(seed=0)"
CHECK = "from rcssgym.match.series import check_machine; check_machine('127.0.0.1', ())"
PLOT = "from rcssgym.match.plot import plot; plot(None, None)"


CASES = [
    ("import rcssgym.adapters.sb3", "stable_baselines3", "sb3"),
    ("import rcssgym.adapters.rsl_rl", "rsl_rl", "rslrl"),
    ("import rcssgym.adapters.skrl", "skrl", "skrl"),
    ("import rcssgym.envs.games.parallel", "pettingzoo", "pettingzoo"),
    ("import rcssgym; rcssgym.parallel_env()", "pettingzoo", "pettingzoo"),
    (SAVE, "onnx", "train"),
    (LOAD, "onnxruntime", "play"),
    (SHOW, "pygame", "render"),
    (PLOT, "matplotlib", "match"),
    (CHECK, "scipy", "match"),
    ("import examples.ppo", "torch", "train"),
    ("import examples.ppo", "matplotlib", "train"),
    ("import examples.ppo", "tensorboard", "train"),
    ("import examples.ppo", "onnx", "train"),
    ("import examples.record_video", "moviepy", "render"),
    ("import examples.ray_collect", "ray", "rllib"),
]
"""What to run without which library, and the extra that has it."""
EACH = """
import json, sys
import rcssgym

kept = {*sys.modules}
for script, library in json.loads(sys.argv[1]):
    # Modules of ours are imported anew, libraries are not.
    for name in {*sys.modules} - kept:
        if name.split(".")[0] in ("rcssgym", "examples"):
            del sys.modules[name]
    found = {name: sys.modules[name] for name in sys.modules if name.split(".")[0] == library}
    sys.modules.update(dict.fromkeys([library, *found]))
    try:
        exec(script, {})
    except BaseException as error:
        print(json.dumps([f"{type(error).__module__}.{type(error).__qualname__}", str(error)]))
    else:
        print(json.dumps(["nothing", ""]))
    del sys.modules[library]
    sys.modules.update(found)
"""


@pytest.fixture(scope="module")
def said() -> dict[tuple[str, str], tuple[str, str]]:
    """Run all cases in one process, which imports large libraries once."""
    cases = [(script, library) for script, library, _ in CASES]
    command = [sys.executable, "-c", EACH, json.dumps(cases)]
    shown = {**os.environ, "SDL_VIDEODRIVER": "dummy"}  # as if there was a display
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=shown)
    answers = [tuple(json.loads(line)) for line in done.stdout.splitlines() if line[:1] == "["]
    return dict(zip(cases, answers, strict=True))


@pytest.mark.parametrize(("script", "library", "extra"), CASES)
def test_it_says_what_to_install(
    script: str, library: str, extra: str, said: dict[tuple[str, str], tuple[str, str]]
) -> None:
    kind, message = said[script, library]
    assert kind == "rcssgym.errors.MissingLibraryError", message
    assert f"needs {library}: pip install 'rcssgym[{extra}]'" in message


def test_a_program_ends_with_what_to_install() -> None:
    program = "import sys; sys.modules['onnx'] = None; " + SAVE
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("rcssgym.errors.MissingLibraryError: ")
    assert "needs onnx: pip install 'rcssgym[train]'" in last


def test_it_is_an_import_error_that_names_the_library() -> None:
    with pytest.raises(ImportError) as caught, needed_by("this", "all", "no_such_library"):
        import no_such_library.part  # type: ignore[import-not-found] # noqa: F401
    assert isinstance(caught.value, rcssgym.RcssGymError)
    assert caught.value.name == "no_such_library"


@pytest.mark.parametrize("missing", [None, "another"])
def test_other_failures_of_an_import_stay_as_they_are(missing: str | None) -> None:
    with (
        pytest.raises(ModuleNotFoundError, match="broken") as caught,
        needed_by("this", "all", "library"),
    ):
        raise ModuleNotFoundError("broken", name=missing)
    assert not isinstance(caught.value, rcssgym.RcssGymError)


def extras() -> dict[str, set[str]]:
    """Return the modules of the optional libraries of every extra."""
    text = (ROOT / "pyproject.toml").read_text()
    table = text.split("[project.optional-dependencies]")[1].split("\n[")[0]
    found = {}
    for name, listed in re.findall(r"^(\w+) = \[(.*?)\]$", table, re.DOTALL | re.MULTILINE):
        libraries = re.findall(r"\"([\w-]+)", listed)
        found[name] = {IMPORTED_AS.get(library, library) for library in libraries}
    return found


def imports(
    node: ast.AST, allowed: dict[str, str], where: str
) -> Iterator[tuple[str, str, str | None]]:
    """Yield module, place and extra (``None`` outside of ``needed_by``) of every import."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.With):
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "needed_by":
                extra, *libraries = (ast.literal_eval(one) for one in call.args[1:])
                allowed = {**allowed, **dict.fromkeys(libraries, extra)}
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [node.module or ""]
    for name in names:
        library = name.partition(".")[0]
        yield library, f"{where}:{getattr(node, 'lineno', 0)}", allowed.get(library)
    for child in ast.iter_child_nodes(node):
        yield from imports(child, allowed, where)


def test_every_import_of_an_optional_library_says_what_to_install() -> None:
    known = extras()
    seen = set()
    for path in [*(ROOT / "python").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]:
        where = str(path.relative_to(ROOT))
        siblings = {one.stem for one in path.parent.glob("*.py")}
        for library, place, extra in imports(ast.parse(path.read_text()), {}, where):
            if library not in ALWAYS_THERE | siblings:
                assert extra is not None, f"{place} imports {library} outside of needed_by"
                assert library in known[extra], f"{place}: {library} is not in the extra {extra}"
                seen.add(library)
    assert {"torch", "onnx", "onnxruntime", "pygame", "pettingzoo", "ray", "scipy"} <= seen
