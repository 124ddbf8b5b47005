"""Films: ``rcssgym record`` of log files, environments and games, and overlays on them."""

import threading
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from browser.games import Crowd, running
from numpy.typing import NDArray
from rcssgym import ArgumentError, WorldBatch, policies
from rcssgym.cli import main
from rcssgym.policy import Policy
from rcssgym.soccer import FIFA7vs7SoccerField, SSim2026Rules
from rcssgym.view.page import Page
from rcssgym.view.recordings import open_recording
from rcssgym.view.studio import Studio

SIZE = (320, 180)
SECONDS = 0.4
"""Length of ten pictures, s."""
SAME = 6.0
"""Largest mean difference of pixels for a compressed picture to count as equal, of 255."""
Pictures = NDArray[np.uint8]


def recorded(file: Path, *arguments: str) -> Pictures:
    """Return the pictures of a film ``(N, height, width, 3)``."""
    moviepy = pytest.importorskip("moviepy", reason="films need moviepy")
    size = ["--width", str(SIZE[0]), "--height", str(SIZE[1]), "--seconds", str(SECONDS)]
    assert main(["record", str(file), *size, *arguments]) == 0
    with moviepy.VideoFileClip(str(file)) as film:
        pictures = np.array(list(film.iter_frames()))
        # If ffmpeg has already ended by then, moviepy leaves the pipes open.
        for pipe in (film.reader.proc.stdout, film.reader.proc.stderr):
            pipe.close()
    return pictures


def difference(one: Any, other: Any) -> float:
    return float(np.abs(np.subtract(one, other, dtype=float)).mean())


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the log file of a game whose ball is shot through the air."""
    path = tmp_path_factory.mktemp("logs") / "game.log"
    simulation = Crowd(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
    server = rcssgym.SoccerSimServer(
        simulation, agent_port=0, monitor_port=0, log_file=path, render=False
    )
    with running(server):
        simulation.request_place_ball((0.0, 1.0, 0.5), (4.0, 0.0, 3.0))
        while simulation.sim_time < 1.5:
            threading.Event().wait(0.02)
    return path


def test_a_log_file_is_recorded(log: Path, tmp_path: Path) -> None:
    film = recorded(tmp_path / "film.mp4", "--log", str(log), "--start", "0:00.5")
    assert film.shape == (10, SIZE[1], SIZE[0], 3)
    reel, studio = open_recording(log), Studio(*SIZE)
    for index, picture in enumerate(film):
        expected = reel.show(studio, 0.5 + index / 25, {"title": log.name})
        assert difference(picture, expected) < SAME
    other = reel.show(Studio(*SIZE, "pitch"), 0.5, {"title": log.name})
    assert difference(film[0], other) > SAME


def test_another_film_stays_where_nothing_can_be_recorded(log: Path, tmp_path: Path) -> None:
    file = tmp_path / "film.mp4"
    file.write_bytes(b"another")
    assert main(["record", str(file), "--log", str(log), "--start", "99"]) == 2
    assert file.read_bytes() == b"another"


def test_an_environment_is_recorded_with_its_policy(tmp_path: Path) -> None:
    """As in a loop in which the policy acts."""
    film = recorded(tmp_path / "film.mp4", "--env", "rcssgym/T1GetUp-v1", "--policy", "T1GetUp")
    policy, studio = policies.load("T1GetUp"), Studio(*SIZE)
    envs: Any = gym.make_vec("rcssgym/T1GetUp-v1", num_envs=1).unwrapped
    observations, _ = envs.reset(seed=0)
    expected: list[Any] = []
    while len(expected) < len(film):
        for _ in range(2):
            observations, _, _, _, info = envs.step(policy.act(observations))
        terms = {n: float(np.ravel(v)[0]) for n, v in info["reward"].items() if n[0] != "_"}
        curves = [{"name": name, "value": value} for name, value in terms.items()]
        notes = {"title": "rcssgym/T1GetUp-v1", "curves": curves}
        expected.append(studio.show_world(envs.worlds, 0, notes))
    envs.close()
    assert len(film) == 10
    assert max(map(difference, film, expected)) < SAME
    # Without the rewards it would differ more, so the film shows them.
    without = Studio(*SIZE, captions=False).show_world(envs.worlds)
    assert difference(film[-1], expected[-1]) < 0.5 * difference(film[-1], without)
    assert len(curves) > 2


@pytest.mark.parametrize("skip", [1, 2])
def test_the_policy_may_be_a_file(tmp_path: Path, skip: int) -> None:
    """The environment has its frame skip and history; a film is as fast as the game."""
    from policy.files import linear, strings

    name, file = "rcssgym/T1GetUp-v1", tmp_path / "a policy.onnx"
    rng = np.random.default_rng(0)
    props = strings("T1GetUp-v1", frame_skip=skip, history=2)
    linear(file, props, rng.normal(scale=0.3, size=(150, 23)))
    film = recorded(tmp_path / "film.mp4", "--env", name, "--policy", str(file))
    policy, studio = Policy.load(file), Studio(*SIZE)
    envs: Any = gym.make_vec(name, num_envs=1, frame_skip=skip, history=2).unwrapped
    observations, _ = envs.reset(seed=0)
    assert len(film) == 10
    for picture in film:
        for _ in range(2 // skip):
            observations, _, _, _, info = envs.step(policy.act(observations))
        terms = {n: float(np.ravel(v)[0]) for n, v in info["reward"].items() if n[0] != "_"}
        notes = {"curves": [{"name": name, "value": value} for name, value in terms.items()]}
        assert difference(picture, studio.show_world(envs.worlds, 0, notes)) < SAME
    envs.close()


def test_a_2d_environment_is_recorded_with_its_policy(tmp_path: Path) -> None:
    """One picture per cycle, as in a loop in which the policy acts."""
    name = "rcssgym/Disc-HFO-1v1-Skills-v0"
    film = recorded(tmp_path / "film.mp4", "--env", name, "--policy", "DiscHFO1v1")
    policy, studio = policies.load("DiscHFO1v1"), Studio(*SIZE)
    envs: Any = gym.make_vec(name, num_envs=1).unwrapped
    observations, _ = envs.reset(seed=0)
    expected: list[Any] = []
    for _ in film:
        observations, _, _, _, info = envs.step(policy.act(observations))
        terms = {n: float(np.ravel(v)[0]) for n, v in info["reward"].items() if n[0] != "_"}
        notes = {"curves": [{"name": name, "value": value} for name, value in terms.items()]}
        expected.append(studio.show_disc_world(envs.worlds, 0, notes))
    assert len(film) == 4  # ten a second
    assert max(map(difference, film, expected)) < SAME
    without = Studio(*SIZE, captions=False).show_disc_world(envs.worlds)
    assert difference(film[-1], expected[-1]) < 0.5 * difference(film[-1], without)
    envs.reset(seed=1)
    assert difference(expected[-1], studio.show_disc_world(envs.worlds)) > SAME / 2
    envs.close()


def test_a_policy_of_a_game_is_recorded_commanding_every_player(tmp_path: Path) -> None:
    name = "rcssgym/Disc-Soccer-5v5-High-v0"
    film = recorded(tmp_path / "film.mp4", "--env", name, "--policy", "DiscSoccer5v5")
    policy, studio = policies.load("DiscSoccer5v5"), Studio(*SIZE)
    envs: Any = gym.make_vec(name, num_envs=1).unwrapped
    observations, _ = envs.reset(seed=0)
    assert observations.shape[:2] == (1, 10)
    for picture in film:
        observations, _, _, _, info = envs.step(policy.act(observations))
        terms = {n: float(np.ravel(v)[0]) for n, v in info["reward"].items() if n[0] != "_"}
        notes = {"curves": [{"name": name, "value": value} for name, value in terms.items()]}
        assert difference(picture, studio.show_disc_world(envs.worlds, 0, notes)) < SAME
    envs.close()


@pytest.mark.parametrize(("overlay", "least"), [("sight", 200), ("joints", 2000)])
def test_overlays_of_a_log_file(log: Path, overlay: Any, least: int) -> None:
    """They follow from poses; in a log, a robot's poses are those of its nodes."""
    reel = open_recording(log)
    studios = (Studio(640, 360, "robot", captions=False, overlays=some) for some in ((), [overlay]))
    plain, over = (np.asarray(reel.show(studio, 0.1, {})) for studio in studios)
    assert (plain != over).any(axis=-1).sum() > least


def test_a_robot_of_a_log_file_comes_and_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Logs of games begin before anybody has joined, and players leave."""
    log = tmp_path / "game.log"
    simulation = rcssgym.SoccerSimulation(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
    server = rcssgym.SoccerSimServer(
        simulation, agent_port=0, monitor_port=0, log_file=log, render=False
    )
    with running(server):
        wait = threading.Event().wait
        while simulation.sim_time < 0.3:
            wait(0.02)
        simulation.add_players([rcssgym.InitRequest("ant", "Blues", 2)])
        while simulation.sim_time < 0.8:
            wait(0.02)
        simulation.remove_players([simulation.left_players[2]])
        while simulation.sim_time < 1.1:
            wait(0.02)
    arguments = ["--log", str(log), "--seconds", "1", "--camera", "robot", "--overlay", "joints"]
    film = recorded(tmp_path / "film.mp4", *arguments, "--robot", "left:2")
    reel, usual = open_recording(log), Studio(*SIZE)
    robot = Studio(*SIZE, "robot", overlays=["joints"], robot=(0, 2))
    for index, studio in ((0, usual), (14, robot), (24, usual)):
        expected = reel.show(studio, index / 25, {"title": log.name})
        assert difference(film[index], expected) < SAME
    other = tmp_path / "other.mp4"
    assert main(["record", str(other), *arguments, "--robot", "left:3"]) == 2
    assert "there is no left #3" in capsys.readouterr().err
    assert not other.exists()


def test_a_2d_log_has_no_overlays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = Path(__file__).parents[1] / "disc" / "recordings" / "game_v6.rcg.gz"
    film = tmp_path / "film.mp4"
    assert main(["record", str(film), "--log", str(log), "--overlay", "sight"]) == 2
    assert not film.exists()
    assert "--overlay: films of 2D log files have none" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--log", "game.log", "--overlay", "sight,forces"], "does not contain forces"),
        (["--game", "disc", "--overlay", "joints"], "the 2D game has only sight"),
        (["--game", "disc", "--robot", "left:1"], "show all players alike"),
        (["--game", "demo", "--robot", "left:9", "--camera", "robot"], "there is no left #9"),
        (["--game", "disc", "--camera", "ball"], "the 2D game is seen from above, not ball"),
        (["--env", "rcssgym/Disc-ReachBall-v0", "--overlay", "sight"], "have none"),
        (["--env", "rcssgym/Disc-ReachBall-v0", "--robot", "left:1"], "show all players alike"),
        (["--env", "CartPole-v1"], "has no worlds"),
        (["--game", "demo", "--policy", "T1Walk"], "T1Walk can only act in an environment"),
        (["--game", "demo", "--start", "5"], "--start: 5.0 s is for a log file"),
        (["--env", "rcssgym/T1Walk-v1", "--policy", "no.onnx"], "'no.onnx': cannot be read"),
        (["--env", "rcssgym/T1Walk-v1", "--trust-task"], "--trust-task: only the file of a policy"),
        (["--env", "rcssgym/T1Walk-v1", "--policy", "T1Kick"], "T1Kick was trained for T1Kick-v1"),
        (["--env", "rcssgym/T1Fly-v1"], "--env: Environment"),
        (["--env", "rcssgym/T1Walk-v1", "--seed", "-1"], "--seed: must be from 0 to 2**64 - 1"),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    film = tmp_path / "film.mp4"
    assert main(["record", str(film), "--seconds", "1", *arguments]) == 2
    assert not film.exists()
    assert reason in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("command", "pictures"),
    [(["record", "--game", "disc", "--seconds"], 0.1), (["disc", "game", "--cycles"], 1)],
)
@pytest.mark.parametrize("times", [1, 40])
def test_a_film_for_which_there_is_no_room_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    pictures: float,
    times: int,
) -> None:
    """Whether the disk is full when the film begins, or when it ends."""
    pytest.importorskip("moviepy", reason="films need moviepy")
    film = tmp_path / "film.mp4"
    film.symlink_to("/dev/full")
    where = [str(film)] if command[0] == "record" else ["--film", str(film)]
    assert main([*command, f"{pictures * times:g}", *where]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (
        "",
        f"rcssgym: error: [Errno 28] No space left on device: '{film}'\n",
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--overlay", "smell"], "there is no 'smell', only sight, forces, joints"),
        (["--robot", "middle:2"], "must be left:N or right:N with N up to 99, not 'middle:2'"),
        (["--robot", "left:99999999999999999999"], "N up to 99, not 'left:99999999999999999999'"),
    ],
)
def test_what_cannot_be_drawn_over_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    with pytest.raises(SystemExit):
        main(["record", "film.mp4", "--game", *arguments])
    assert reason in capsys.readouterr().err


def worlds() -> WorldBatch:
    """Return one world with a standing robot per team."""
    batch = WorldBatch(1, left=["T1"], right=["T1"], rules="ssim")
    for _ in range(3):
        batch.step(np.zeros((1, 2, 23)), kp=60.0, kd=2.0)
    return batch


def drawn(*overlays: Any, robot: tuple[int, int] | None = None) -> NDArray[np.bool_]:
    """Return which pixels differ with these overlays."""
    batch = worlds()
    plain, over = (
        Studio(640, 360, "robot", captions=False, overlays=some, robot=robot)
        for some in ((), overlays)
    )
    over.show_world(batch)  # contacts are kept starting at the next step
    batch.step(np.zeros((1, 2, 23)), kp=60.0, kd=2.0)
    return np.asarray((plain.show_world(batch) != over.show_world(batch)).any(axis=-1))


def test_overlays_are_about_the_robot() -> None:
    assert not drawn().any()
    rows, columns = np.nonzero(drawn("joints"))
    assert columns.min() > 400  # a panel at the right
    assert np.ptp(rows) > 200
    rows, columns = np.nonzero(drawn("forces"))
    # Forces start at the feet of the robot in the middle.
    assert 200 < np.median(columns) < 440
    assert len(rows) > 10
    assert drawn("sight").sum() > 200
    with pytest.raises(ArgumentError, match="there is no right #9"):
        drawn("joints", robot=(1, 9))
    with pytest.raises(ArgumentError, match='there is no "smell"'):
        drawn("smell")


@pytest.mark.parametrize("value", [np.nan, -np.inf, np.float32(0.5), np.int64(3)])
def test_numbers_of_notes_may_be_of_numpy_and_need_not_be_finite(value: Any) -> None:
    notes = {"curves": [{"name": "term", "value": value}]}
    assert Studio(*SIZE).show_world(WorldBatch(1), notes=notes).shape == (*SIZE[::-1], 3)
    with Page(0) as page:
        page.show_world(WorldBatch(1), notes=notes)
        page.tell({"kind": "event", "text": "now", "value": value})


def test_notes_that_cannot_be_represented_are_named() -> None:
    with pytest.raises(ArgumentError, match="notes: Object of type object is not JSON"):
        Studio(*SIZE).show_world(WorldBatch(1), notes={"title": object()})


def test_a_picture_of_a_2d_game_shows_goals_and_where_players_face() -> None:
    def picture(body: float) -> Pictures:
        return Studio(1280, 720).show_discs(0.0, (0.0, 5.0), [(0, 7, -20.0, 0.0, body)])

    # The pitch and 3 m around it fill 93 % of the height.
    scale = 0.93 * 720 / 74.0
    back = round(640 + scale * (52.5 + 2.44 - 0.07))
    assert picture(0.0)[360, back - 2 : back + 3].min(axis=-1).max() > 160
    x = round(640 - scale * 20.0)
    player = np.s_[350:371, x - 10 : x + 11]
    assert difference(picture(0.0)[player], picture(np.pi)[player]) > 5.0
