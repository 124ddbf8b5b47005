"""Pictures of 2D games: positions and colours of their parts, and invalid arguments."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym import DiscBatch, DiscSimulation
from rcssgym.disc import Arc, Circle, Film, FilmWriter, Line, Point, Polygon, Text

Picture = NDArray[np.uint8]
SIZE: dict[str, Any] = {"width": 640, "height": 480}
VIEW = (-16.0, -12.0, 16.0, 12.0)
"""This is 20 px per metre in a picture of that size."""
BLUE, TEAL, RED, ORANGE = (36, 92, 214), (0, 150, 160), (214, 44, 44), (232, 128, 20)
WHITE, YELLOW = (255, 255, 255), (255, 226, 120)


def batch(num_worlds: int = 1, **arguments: Any) -> DiscBatch:
    """Two against two: left players at (-5, 0) and (-5, 5), right players at (5, 0) and (5, 5)."""
    worlds = DiscBatch(num_worlds, 2, 2, **arguments)
    worlds.change_mode("play_on")
    position = [[-5, 0], [-5, 5], [5, 0], [5, 5]]
    worlds.set_state(position=position, body=[0, 90, 180, -90], ball_position=[0, -6])
    return worlds


def drawn(games: DiscBatch, **look: Any) -> Picture:
    asked: dict[str, Any] = {"view": VIEW, "board": False, "numbers": False, **SIZE, **look}
    return games.render(**asked)


def pixel(picture: Picture, x: float, y: float) -> tuple[int, ...]:
    """Return the colour at a point of the pitch in a picture of `VIEW`."""
    return tuple(int(part) for part in picture[round(240 + 20 * y), round(320 + 20 * x)])


def near(one: tuple[int, ...], other: tuple[int, ...], tolerance: int = 4) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def changed(one: Picture, other: Picture) -> NDArray[np.bool_]:
    return np.asarray((one != other).any(axis=-1))


def test_players_and_ball_are_where_they_are() -> None:
    picture = drawn(batch())
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8
    for place, colour in zip(
        [(-5, 0), (-5, 5), (5, 0), (5, 5), (0, -6)], [TEAL, BLUE, ORANGE, RED, WHITE], strict=True
    ):
        assert near(pixel(picture, *place), colour), place
        assert not near(pixel(picture, place[0] + 1.5, place[1]), colour, 60), place
    # Check a point on the halfway line, and one beside it.
    assert min(pixel(picture, 0, 8)) > 220
    assert max(pixel(picture, 0.3, 8)) < 150


def test_bodies_and_heads_look_somewhere() -> None:
    worlds = batch()
    worlds.set_state(neck=[90, -90, -90, 90])
    picture = drawn(worlds)
    # A player has 13 px: tips reach to 1.56 times that, heads are from 1.16 to 2.05 times that.
    tip, head = 1.25 * 13 / 20, 1.85 * 13 / 20
    for x, y in ((-5 + tip, 0), (-5, 5 + tip), (5 - tip, 0), (5, 5 - tip)):
        assert near(pixel(picture, x, y), WHITE, 20), (x, y)
    for x, y in ((-5, head), (-5 + head, 5), (5, head), (5 + head, 5)):
        assert near(pixel(picture, x, y), YELLOW, 20), (x, y)


def test_rings_show_stamina() -> None:
    worlds = batch()
    worlds.set_state(stamina=[8000, 4000, 1, 3000])
    picture, without = drawn(worlds), drawn(worlds, stamina=False)
    ring = (13 + 0.9 + 1.3) / 20

    def sides(x: float, y: float) -> list[tuple[int, ...]]:
        """Return the colours of the ring, left and right."""
        return [pixel(picture, x + side * ring, y) for side in (-1, 1)]

    assert all(green > 180 > 120 > red for red, green, _ in sides(-5, 0)[:1])
    for x, y, red, green in ((-5, 5, 248, 226), (5, 5, 248, 169)):
        dark, bright = sides(x, y)
        assert max(dark) < 100
        assert near(bright[:2], (red, green), 20)
    assert max(sides(5, 0)[1]) < 100
    assert not near(pixel(without, -5 + ring, 5), (248, 226, 52), 60)


def test_who_plays_the_ball_and_who_lies_differ() -> None:
    worlds = batch()
    worlds.set_state(ball_position=[-4.4, 0])
    before = drawn(worlds)
    worlds.step([[3, 0, 0, 4]], [50.0, 0.0])
    after = drawn(worlds)
    ring = (13 - 0.8) / 20
    assert near(pixel(after, -5, -ring), WHITE, 40)
    assert not near(pixel(before, -5, -ring), WHITE, 60)
    assert near(pixel(after, 5, 5), tuple(int(0.45 * part) for part in RED))
    worlds.trainer(0, "(start)")


def test_cones_of_view_cover_what_is_seen() -> None:
    worlds = batch()
    worlds.set_state(neck=0)
    plain, cones = drawn(worlds), drawn(worlds, view_cones=6)
    seen = changed(plain, cones)

    def at(x: float, y: float) -> bool:
        return bool(seen[round(240 + 20 * y), round(320 + 20 * x)])

    # The first player looks along x: 45 degrees to both sides, up to 6 m.
    assert at(-1.5, 0)
    assert at(-3, -1.8)
    assert not at(-3, -2.2)
    assert not at(-7, 0)
    assert not at(-13, 0)
    # The third player looks the other way.
    assert at(3, -1.5)
    assert not at(8, -2)
    assert not changed(drawn(worlds, view_cones=0), plain).any()


def test_the_trail_fades_towards_its_begin() -> None:
    worlds = batch()
    trail = np.array([[-10.0, -6], [np.nan, np.nan], [-5, -6], [-2, -6]])
    plain, trailed = drawn(worlds), drawn(worlds, trail=trail)
    changes = np.abs(plain.astype(int) - trailed).sum(axis=-1)[(240 - 20 * 6)]
    old, new = changes[320 - 20 * 9], changes[320 - 20 * 1]
    assert 0 < old < new
    assert not changes[: 320 - 20 * 11].any()


def test_drawings_are_where_they_are_said_to_be() -> None:
    worlds = batch()
    plain = drawn(worlds)

    def covers(*drawings: Any) -> Any:
        seen = changed(plain, drawn(worlds, drawings=drawings))
        return lambda x, y: bool(seen[round(240 + 20 * y), round(320 + 20 * x)])

    circle = covers(Circle((8, -8), 3))
    assert circle(11, -8)
    assert not circle(8, -8)
    assert covers(Circle((8, -8), 3, fill=True))(8, -8)
    arc = covers(Arc((8, -8), 1, 3, start=0, span=90, fill=True))
    assert arc(9.4, -6.6)
    assert not any(arc(*place) for place in ((8, -8), (6.6, -6.6), (9.4, -9.4), (11, -5)))
    three_quarters = covers(Arc((8, -8), 1, 3, start=90, span=270, fill=True))
    assert not three_quarters(9.4, -6.6)
    assert all(three_quarters(*place) for place in ((6.6, -6.6), (9.4, -9.4), (6.6, -9.4)))
    polygon = covers(Polygon([(-12, -10), (-8, -10), (-8, -4), (-10, -8), (-12, -4)], fill=True))
    assert polygon(-10, -9)
    assert not polygon(-10, -5)
    line = covers(Line([(-14, 8), (-10, 8), (-10, 10)]))
    assert line(-12, 8)
    assert line(-10, 9)
    assert not line(-12, 9)
    assert covers(Point((-12, 10)))(-12, 10)
    text = drawn(worlds, drawings=[Text((10, 10), "I", size=40, color="#ff0000")])
    assert near(pixel(text, 10, 10), (255, 0, 0))
    assert not changed(plain, drawn(worlds, drawings=[Text((10, 10), "")])).any()
    red = drawn(worlds, drawings=[Line([(2, 9), (8, 9)], (1.0, 0.0, 0.0), width=9)])
    half = drawn(worlds, drawings=[Line([(2, 9), (8, 9)], "#ff000080", width=9)])
    assert pixel(red, 4, 9) == (255, 0, 0)
    assert pixel(red, 4, 9)[0] > pixel(half, 4, 9)[0] > pixel(plain, 4, 9)[0] + 50


def test_the_board_tells_teams_score_time_and_mode() -> None:
    def top(worlds: DiscBatch) -> Picture:
        return worlds.render(**SIZE)[: round(0.048 * 640)]

    worlds, named = batch(), batch(team_names=("Alpha", "right"))
    other = changed(top(worlds), top(named))
    assert other.any()
    assert not other[:, 320:].any()
    before = top(worlds)
    worlds.change_mode("goal_kick_l")
    mode = changed(before, top(worlds))
    assert mode[:, 480:].any()
    assert not mode[:, :480].any()
    worlds = batch()
    worlds.advance(20)
    clock = changed(before, top(worlds))
    assert clock[:, :160].any()
    assert not clock[:, 160:].any()
    assert not changed(worlds.render(**SIZE), worlds.render(**SIZE, board=True)).any()
    assert changed(worlds.render(**SIZE), worlds.render(**SIZE, board=False)).any()


def test_the_board_tells_the_goals_of_a_shoot_out() -> None:
    short = {"auto_mode": True, "kick_off_wait": 10, "half_time": 1, "nr_extra_halfs": 0}
    names = ("Alpha", "Beta")
    games = DiscBatch(1, teams=("scripted", "scripted"), team_names=names, server_params=short)
    while not games.penalties.any():
        before = games.render(**SIZE)[: round(0.048 * 640)]
        games.advance(1)
        assert games.play_mode[0] != rcssgym.disc.PLAY_MODES.index("time_over")
    other = changed(before, games.render(**SIZE)[: round(0.048 * 640)])
    # Between the clock and the play mode, the counts stand before both names.
    assert other[:, 160:320].any()
    assert other[:, 320:480].any()


def test_numbers_are_on_the_players() -> None:
    worlds = batch()
    with_numbers = changed(drawn(worlds), drawn(worlds, numbers=True))
    rows, columns = np.nonzero(with_numbers)
    for x, y in zip((columns - 320) / 20, (rows - 240) / 20, strict=True):
        assert min(np.hypot(x - 5 * a, y - b) for a in (-1, 1) for b in (0, 5)) < 0.65
    assert with_numbers.sum() > 100


def test_worlds_are_drawn_alone_as_together() -> None:
    worlds = batch(5, threads=3)
    worlds.step(1, [100.0, 0.0])
    trail = np.random.default_rng(0).uniform(-10, 10, (5, 6, 2))
    pictures = drawn(worlds, worlds=range(5), trail=trail)
    assert pictures.shape == (5, 480, 640, 3)
    for world in range(5):
        alone = drawn(worlds, worlds=world, trail=trail[world])
        np.testing.assert_array_equal(pictures[world], alone)
    chosen = drawn(worlds, worlds=[True, False, False, True, False], trail=trail[[0, 3]])
    np.testing.assert_array_equal(chosen, pictures[[0, 3]])
    assert len({picture.tobytes() for picture in pictures}) == 5


def test_a_simulation_is_drawn_like_a_world() -> None:
    worlds = DiscBatch(2, 1, 1, seed=4)
    sim = DiscSimulation(seed=5)
    sim.add_player("left", goalie=True)
    sim.add_player("right", goalie=True)
    for _ in range(3):
        sim.step()
    worlds.advance(3)
    np.testing.assert_array_equal(sim.render(), worlds.render(1))
    assert sim.render().shape == (760, 1056, 3)
    np.testing.assert_array_equal(
        sim.render(300, 200, view=VIEW, drawings=[Circle((0, 0), 2)], trail=[[0, 0], [3, 3]]),
        worlds.render(1, 300, 200, view=VIEW, drawings=[Circle((0, 0), 2)], trail=[[0, 0], [3, 3]]),
    )


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"width": 0}, "width: must be from 1 to 4096, not 0"),
        ({"height": 5000}, "height: must be from 1 to 4096, not 5000"),
        ({"worlds": 2}, "worlds: must be from 0 to 1, not 2"),
        ({"worlds": [0, 0]}, "worlds: world 0 is listed twice"),
        ({"view": (0, 0, 0, 9)}, "view: (0, 0, 0, 9) is not a rectangle of 0.5 to 2000 m a side"),
        ({"view": (0, 0, 9)}, "view: shape (3,), must be (4,)"),
        ({"view": (0, 0, np.nan, 9)}, "view: NaN at index 2: must be finite"),
        ({"view_cones": -1}, "view_cones: must be from 0 to 1000 m, not -1"),
        ({"trail": [1, 2]}, "trail: shape (2,), must be (0, 2)"),
        ({"trail": np.zeros((2, 3, 2))}, "trail: shape (2, 3, 2), must be (3, 2)"),
        ({"drawings": 3}, "drawings: must be drawings, not int"),
        ({"drawings": ["x"]}, "drawings: item 0 is not a drawing but str"),
        (
            {"drawings": [Circle((0, np.nan), 1)]},
            "drawings: (0, NaN) is not a point within 10000 m",
        ),
        ({"drawings": [Circle((0, 0), -1)]}, "drawings: -1 is not a size from 0 to 10000"),
        ({"drawings": [Arc((0, 0), 0, 1, np.inf, 1)]}, "are not angles of an arc"),
        ({"drawings": [Circle((0, 0, 0), 1)]}, "drawings: (0, 0, 0) is not a point (x, y)"),
        ({"drawings": [Polygon([(0, 0)])]}, "drawings: a polygon has at least three points, not 1"),
        (
            {"drawings": [Circle((0, 0), 1, "reddish")]},
            "color: there is no 'reddish', only #rrggbb",
        ),
        ({"drawings": [Circle((0, 0), 1, "#12345g")]}, "color: there is no '#12345g'"),
        ({"drawings": [Circle((0, 0), 1, (2, 0, 0))]}, "color: must be three or four numbers"),
        ({"board": 1}, "board: must be True or False, not int"),
        ({"numbers": "no"}, "numbers: must be True or False, not str"),
        ({"stamina": 0}, "stamina: must be True or False, not int"),
    ],
)
def test_what_cannot_be_drawn_is_refused(look: dict[str, Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
        drawn(batch(2), **look)


def test_odd_wishes_can_be_drawn() -> None:
    worlds = batch()
    worlds.set_state(position=[1e9, -1e9], ball_position=[1e8, 0])
    for look in (
        {"width": 1, "height": 1},
        {"width": 4096, "height": 1},
        {"width": 1, "height": 200},
        {"view": (500, 500, 501, 501)},
        {"view": (-1000, -1000, 1000, 1000), "view_cones": 1000},
    ):
        assert np.isfinite(drawn(worlds, **look)).all()


def test_films_have_a_frame_for_every_shot(tmp_path: Path) -> None:
    worlds = batch(2)
    worlds.set_state(ball_velocity=[2.5, 0])
    film = Film(worlds, world=1, trail=3, width=160, height=120)
    sim = DiscSimulation()
    own = Film(sim, width=64, height=48)
    for _ in range(6):
        worlds.advance()
        film.shoot()
        sim.step()
        own.shoot(board=False)
    assert len(film.frames) == 6
    assert film.frames[0].shape == (120, 160, 3)
    assert own.frames[0].shape == (48, 64, 3)
    assert changed(film.frames[-1], worlds.render(1, 160, 120)).any()
    for name in ("film.gif", "film.mp4"):
        film.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 500
    with pytest.raises(rcssgym.ArgumentError, match="no picture has been taken"):
        Film(sim).save(tmp_path / "film.gif")
    with pytest.raises(rcssgym.ArgumentError, match="world: 2 is not from 0 to 1"):
        FilmWriter(tmp_path / "film.mp4", worlds, world=2)
    with pytest.raises(rcssgym.ArgumentError, match="width"):
        FilmWriter(tmp_path / "film.mp4", worlds, width=0)
    with pytest.raises(rcssgym.ArgumentError, match="size: 161 x 120 pixels: films need even"):
        FilmWriter(tmp_path / "film.mp4", worlds, width=161, height=120)
    assert (tmp_path / "film.mp4").stat().st_size > 500  # what was there is kept
