"""What players perceive and know, in simulations and batches."""

import re

import numpy as np
import pytest
import rcssgym
from rcssgym import say
from rcssgym.disc import SENSED_COLUMNS, BodyCommand, DiscBatch, DiscPlayer, DiscSimulation


def game(version: int | None = 19, seed: int = 4, **options: object) -> DiscSimulation:
    """Return a game of two teams of 11 in play."""
    sim = DiscSimulation(seed=seed, senses=version, **options)  # type: ignore[arg-type]
    for team in ("left", "right"):
        for unum in range(1, 12):
            sim.add_player(team, goalie=unum == 1)
    return sim


def spread(sim: DiscSimulation, start: str = "(start)") -> None:
    """Move all players to their places."""
    for index, player in enumerate(sim.players):
        x, y = -40 + 16 * (index % 11 // 4), -24 + 16 * (index % 11 % 4)
        sign = 1 if player.side == "l" else -1
        sim.trainer(f"(move (player {player_team(player)} {player.unum}) {sign * x} {sign * y} 0)")
    sim.trainer(start)


def player_team(player: DiscPlayer) -> str:
    return "left" if player.side == "l" else "right"


def test_messages_are_those_of_the_version() -> None:
    sim = DiscSimulation(seed=1, senses=19)
    new, old = sim.add_player("A"), sim.add_player("A", version=8)
    sim.step()
    assert new.messages[0].startswith(
        "(sense_body 0 (view_mode high normal) (stamina 8000 1 130600)"
    )
    assert "(change_focus 0)" in new.messages[0]
    assert "focus_point" in new.messages[0]
    assert "(stamina 8000 1) " in old.messages[0]
    assert "collision" not in old.messages[0]
    sim.step()
    assert any(message.startswith("(see 0 (") for message in new.messages)
    sense = new.body_sense
    assert sense is not None
    assert sense.view_width == "normal"
    assert sense.stamina == 8000


def test_objects_say_what_messages_say() -> None:
    sim = game()
    spread(sim)
    seen = 0
    for cycle in range(30):
        for player in sim.players:
            player.send(f"(turn {20 - cycle})(turn_neck 7)(say m{player.unum})")
        sim.step()
        for player in sim.players:
            see = [message for message in player.messages if message.startswith("(see")]
            sight = player.sight
            assert (sight is not None) == bool(see)
            heard = [message for message in player.messages if message.startswith("(hear")]
            said = [text for text in heard if " referee " not in text]
            assert len(said) == len(player.heard)
            assert len(said) in (2, 3)
            for one, text in zip(player.heard, said, strict=True):
                assert one.text is not None
                assert f'"{one.text}"' in text
            if sight is None:
                continue
            seen += 1
            objects = re.findall(r"\(\((.*?)\) ([^()]*)\)", see[0])
            things = len(sight.landmarks) + len(sight.players) + len(sight.lines)
            assert len(objects) == things + (sight.ball is not None)
            for landmark, (name, numbers) in zip(sight.landmarks, objects, strict=False):
                distance, direction = numbers.split(" ")[:2]
                assert name in (landmark.name, landmark.name[0].upper())
                assert landmark.seen.distance == pytest.approx(float(distance), rel=1e-5)
                assert landmark.seen.direction == int(direction)
    assert seen == 22 * 15


def test_full_state_and_referee_are_told() -> None:
    sim = game(server_params={"fullstate_l": True})
    spread(sim)
    sim.step()
    left, right = sim.players[0].messages, sim.players[11].messages
    assert "(hear 0 referee kick_off_l)" in left
    assert "(hear 0 referee kick_off_l)" in right
    assert any(message.startswith("(fullstate 1 (pmode kick_off_l)") for message in left)
    assert not any(message.startswith("(fullstate") for message in right)


def test_chance_decides_what_is_seen() -> None:
    asked: set[str] = set()

    def chance(kind: str, *_: DiscPlayer | float | None) -> bool | None:
        asked.add(kind)
        return False if kind in ("seen_number", "seen_change") else None

    sim = game(chance=chance)
    spread(sim)
    sim.step()
    sim.step()
    for player in sim.players:
        sight = player.sight
        assert sight is not None
        clear = [other for other in sight.players if (other.seen.distance or 99) < 40]
        assert all(other.unum is not None for other in clear if not other.seen.near)
    assert {"seen_number", "seen_change"} <= asked


def test_memory_is_near_the_truth() -> None:
    sim = game()
    spread(sim, "(change_mode play_on)")
    for _ in range(40):
        for player in sim.players:
            player.send("(dash 40)(turn_neck 15)")
        sim.step()
    for player in sim.players:
        own = player.memory.own
        assert own.pos_count <= 2
        assert np.hypot(own.position[0] - player.x, own.position[1] - player.y) < 0.5
        for other in player.memory.players:
            truth = sim.players[(other.unum or 0) - 1 + (0 if other.side == "l" else 11)]
            off = np.hypot(other.position[0] - truth.x, other.position[1] - truth.y)
            assert off < 1 + 0.12 * 80 + other.pos_count


def test_a_game_is_the_same_with_and_without_senses() -> None:
    with_senses, without = game(), game(None)
    for sim in (with_senses, without):
        spread(sim)
        for _ in range(20):
            for player in sim.players:
                player.send("(dash 80 10)")
            sim.step()
    states = [[player.state for player in sim.players] for sim in (with_senses, without)]
    assert states[0] == states[1]


def test_a_snapshot_holds_senses_and_memories() -> None:
    sim = game()
    spread(sim)
    for _ in range(7):
        sim.step()
    snapshot = sim.snapshot()
    runs = []
    for _ in range(2):
        for player in sim.players:
            player.send("(dash 60)(turn_neck -9)")
        for _ in range(5):
            sim.step()
        runs.append([(player.messages, player.memory) for player in sim.players])
        sim.restore(snapshot)
    assert runs[0] == runs[1]
    with pytest.raises(rcssgym.SnapshotError, match="sense or remember otherwise"):
        game(None).restore(snapshot)


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(rcssgym.ArgumentError, match="senses"):
        DiscSimulation(senses=20)
    sim = DiscSimulation()
    player = sim.add_player("A")
    for read in ("messages", "body_sense", "sight", "heard", "memory"):
        with pytest.raises(rcssgym.ArgumentError, match="senses=19"):
            getattr(player, read)
    with pytest.raises(rcssgym.ArgumentError, match="version"):
        sim.add_player("A", version=19)
    with pytest.raises(rcssgym.ArgumentError, match="version"):
        DiscSimulation(senses=19).add_player("A", version=0)
    with pytest.raises(rcssgym.ArgumentError, match="sensed=True"):
        _ = DiscBatch(1).sensed


def test_a_batch_senses_as_simulations_do() -> None:
    batch = DiscBatch(2, seed=4, sensed=True)
    sims = [game(seed=4), game(seed=5)]
    for sim in sims:
        sim.trainer("(change_mode play_on)")
    batch.change_mode("play_on")
    for cycle in range(12):
        power = 40 + 5 * cycle
        for sim in sims:
            for player in sim.players:
                player.send(f"(dash {power} 0)(turn_neck 11)")
            sim.step()
        kind = int(BodyCommand.DASH)
        batch.step(kind, np.array([power, 0.0]), turn_neck=11.0)
    sensed = batch.sensed
    assert sensed.shape == (2, 22, 32, len(SENSED_COLUMNS))
    np.testing.assert_array_equal(sensed, batch.read("sensed"))
    for sim, world in zip(sims, sensed, strict=True):
        for player, row in zip(sim.players, world, strict=True):
            memory = player.memory
            assert tuple(row[0, :2]) == memory.own.position
            assert tuple(row[0, 2:4]) == memory.own.velocity
            assert row[0, 6] == memory.own.pos_count
            assert tuple(row[1, :2]) == memory.ball.position
            for other in memory.players:
                place = (other.unum or 0) - 1 + (0 if other.side == "l" else 11)
                assert tuple(row[2 + place, :2]) == other.position
                assert tuple(row[2 + place, 6:9]) == (
                    other.pos_count,
                    other.vel_count,
                    other.body_count,
                )
            assert (row[2:24, 6] < 1000).sum() == len(memory.players)


def test_a_batch_hears_as_simulations_do() -> None:
    """Texts of all players, capacity and attention; memories decode the say messages."""
    batch = DiscBatch(2, seed=4, sensed=True)
    sims = [game(seed=4), game(seed=5)]
    random = np.random.default_rng(0)
    place = random.uniform(-30, 30, (22, 2)).round(2)
    for sim in sims:
        for player, (x, y) in zip(sim.players, place, strict=True):
            sim.trainer(f"(move (player {player_team(player)} {player.unum}) {x} {y} 0)")
    batch.set_state(position=place, body=0.0)
    heard = 0
    for cycle in range(30):
        texts = np.full((2, 22), "", "U10")
        for world, player in random.integers(0, [2, 22], (20, 2)):
            unit: list[say.Unit] = [
                say.OurPos(*place[player]),
                say.BallPos(1.0 + cycle, 3, 2),
                say.OurPos(1, 2),
            ]
            texts[world, player] = say.encode(unit[:2] if cycle % 2 else unit[1:])
        listens = random.integers(-2, 22, (2, 22))
        listens[listens == np.arange(22)] = -2
        for world, sim in enumerate(sims):
            for index, player in enumerate(sim.players):
                if texts[world, index]:
                    player.send(f'(say "{texts[world, index]}")')
                to = listens[world, index]
                if to >= 0:
                    player.send(f"(attentionto {'left' if to < 11 else 'right'} {to % 11 + 1})")
                elif to == -1:
                    player.send("(attentionto off)")
            sim.step()
        batch.step(0, attentionto=listens, say=texts)
        for sim, world in zip(sims, batch.heard, strict=True):
            players = enumerate(sim.players)
            assert world == [(i, *one) for i, player in players for one in player.heard]
            heard += len(world)
        for sim, world in zip(sims, batch.sensed, strict=True):
            for player, row in zip(sim.players, world, strict=True):
                ball = player.memory.ball
                assert (*row[1, :2], row[1, 6]) == (*ball.position, ball.pos_count)
                for other in player.memory.players:
                    at = (other.unum or 0) - 1 + (0 if other.side == "l" else 11)
                    assert tuple(row[2 + at, :2]) == other.position
    assert heard > 500
    assert (batch.counts[..., 8] > 0).any()


def test_memories_take_in_what_team_mates_tell() -> None:
    """A player that looks away knows what it hears, in its team's own frame, and the age of
    this."""
    sim = DiscSimulation(seed=1, senses=19)
    left, mate, right, other = (sim.add_player(team) for team in ("L", "L", "R", "R"))
    for name, at in (("L 1", -20), ("L 2", -10), ("R 1", 20), ("R 2", 10)):
        sim.trainer(f"(move (player {name}) {at} 10 90)")
    sim.trainer("(move (ball) 0 -30)")
    sim.trainer("(change_mode play_on)")
    text = say.encode([say.BallPos(3, 4, 2), say.OurPos(-10, 10)])
    for speaker in (mate, other):
        speaker.send(f'(say "{text}")')
    sim.step()
    for listener, sign in ((left, 1), (right, -1)):
        memory = listener.memory
        assert memory.ball.pos_count == 3
        assert memory.ball.seen_pos_count == 1000
        half = np.array([53, 34]) / 73 + 1e-9
        assert (abs(sign * np.array(memory.ball.position) - [3, 4]) <= half).all()
        seen_mate = next(p for p in memory.players if p.unum == 2 and p.side == listener.side)
        assert seen_mate.pos_count == 1
        assert (abs(sign * np.array(seen_mate.position) - [-10, 10]) <= half).all()
    sim.step()
    assert left.memory.ball.pos_count == 4
    mate.send(f'(say "{say.encode([say.BallPos(40, 4, 3)])}")')
    sim.step()
    x, _ = left.memory.ball.position
    assert x == pytest.approx(40, abs=53 / 73), "newer than what they know"
    mate.send(f'(say "{say.encode([say.BallPos(-40, 4, 9)])}")')
    sim.step()
    x, _ = left.memory.ball.position
    assert x == pytest.approx(40, abs=53 / 73), "older than what they know"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([["a"] * 21], r"say: .*broadcast"),
        ('a"b', r'say: "a\\"b" with .* at world 0, player 0 \(left 1\): must be of A-Z'),
        (
            "a\u00e4",
            r'say: "a\u00e4" with .\u00e4. at world 0, player 0 \(left 1\): must be of A-Z',
        ),
    ],
)
def test_what_cannot_be_said_changes_nothing(texts: object, message: str) -> None:
    batch = DiscBatch(2, seed=2, sensed=True)
    before = batch.snapshot()
    with pytest.raises(rcssgym.ArgumentError, match=message):
        batch.step(0, say=texts)  # type: ignore[arg-type]
    assert batch.snapshot() == before
    batch.step(0, say="longer than ten")
    assert not batch.counts[..., 8].any()
    assert batch.heard == [[], []]
    with pytest.raises(rcssgym.ArgumentError, match=r"heard: .*sensed=True"):
        _ = DiscBatch(1).heard


def test_a_sensed_batch_restores_and_resets() -> None:
    batch = DiscBatch(3, seed=2, sensed=True)
    batch.start()
    first = batch.sensed
    batch.advance(9)
    snapshot, known = batch.snapshot(), batch.sensed
    batch.advance(9)
    after = batch.sensed
    batch.restore(snapshot)
    np.testing.assert_array_equal(batch.sensed, known)
    batch.advance(9)
    np.testing.assert_array_equal(batch.sensed, after)
    batch.reset()
    np.testing.assert_array_equal(batch.sensed, first)
    with pytest.raises(rcssgym.SnapshotError):
        DiscBatch(3, seed=2).restore(snapshot)
