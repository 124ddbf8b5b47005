"""Perceptions from the network."""

import numpy as np
import pytest
import rcssgym
from rcssgym.policy.agent import ProtocolError
from rcssgym.policy.agent.body import read_body

GOOD = (
    "(time (now 1.2))(GS (t 0.0)(pm PlayOn)(tl A)(sl 0)(sr 0))"
    "(quat (n torso_quat) (q 0.999 0.0 0.0 -0.001))(pos (n torso_pos) (p -3.25 1.0 0.667))"
    "(GYR (n torso_gyro) (rt 0.0 90.0 -180.0))(ACC (n torso_acc) (a 0.0 0.0 9.81))"
    "(HJ (n q_hj1)(ax 90.0)(vx -0.0))(HJ (n q_hj2)(ax -0.02)(vx 180.0))"
    "(MIC hear (-10 aGk=))(See (B (pol 3.0 1.0 2.0))(P (team o'neil;)(id 2)(head (pol 1 2 3))))"
)


def test_reads_what_robots_perceive() -> None:
    """In one of our worlds, whose text is that of rcsssmj."""
    worlds = rcssgym.WorldBatch(1, left=["T1", "K1"], right=["T1"], rules="ssim", seed=3)
    rng = np.random.default_rng(0)
    for _ in range(5):
        worlds.step(rng.uniform(-0.5, 0.5, (1, 3, 23)))
        before = worlds.joint_positions
        worlds.step(np.zeros((1, 3, 23)), substeps=1)  # sensors show the state at its start
        seen = worlds.perceive(vision=True)
        for robot, joints in ((0, 23), (1, 22), (2, 23)):
            perceptions = worlds.perceptions(0, robot, vision=True)
            body = read_body("".join(one.to_sexp() for one in perceptions).encode())
            assert body.play_mode == "BeforeKickOff"
            assert body.time == seen.time[0]
            np.testing.assert_array_equal(body.position, seen.position[0, robot])
            orientation = seen.orientation[0, robot]
            np.testing.assert_allclose(
                body.quaternion, orientation / np.linalg.norm(orientation), atol=1e-15
            )
            np.testing.assert_allclose(body.gyro, np.radians(seen.gyro[0, robot]))
            np.testing.assert_allclose(body.angles, np.radians(seen.joint_axs[0, robot, :joints]))
            np.testing.assert_allclose(body.speeds, np.radians(seen.joint_vxs[0, robot, :joints]))
            # The perceived joints are in the order of the robot's motors.
            np.testing.assert_allclose(
                body.angles, before[0, robot, :joints], atol=np.radians(0.0101)
            )


def test_reads_the_forms_of_the_protocol_document() -> None:
    text = GOOD.replace("(p -3.25", "(pos -3.25").replace(")(HJ", ") (HJ").replace("(ax", " (ax")
    body, same = read_body(text.encode()), read_body(GOOD.encode())
    np.testing.assert_array_equal(body.position, [-3.25, 1.0, 0.667])
    np.testing.assert_allclose(body.angles, np.radians([90.0, -0.02]))
    np.testing.assert_allclose(body.speeds, [0.0, np.pi])
    np.testing.assert_allclose(body.gyro, [0.0, np.pi / 2, -np.pi])
    assert np.linalg.norm(body.quaternion) == pytest.approx(1.0)
    assert (same.time, same.play_mode) == (1.2, "PlayOn")


def test_of_two_sensors_the_first_counts() -> None:
    text = GOOD + "(GYR (n other) (rt 1.0 1.0 1.0))"
    np.testing.assert_allclose(read_body(text.encode()).gyro, [0.0, np.pi / 2, -np.pi])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(time (now 1.2))", "", "without (time"),
        ("(GS", "(GX", "without (GS"),
        ("(pm PlayOn)", "", "without play mode"),
        ("(quat", "(quot", "without (quat"),
        ("(pos (n", "(poz (n", "without (pos"),
        ("(GYR", "(gyr", "without (GYR"),
        ("(HJ", "(HK", "without (HJ"),
        ("(q 0.999 0.0 0.0 -0.001)", "(q 0 0 0 0)", "quaternion 0 0 0 0"),
        ("(q 0.999 0.0 0.0 -0.001)", "(q 1 0 0)", "not 4 finite numbers"),
        ("(p -3.25 1.0", "(p nan 1.0", "not 3 finite numbers"),
        ("(rt 0.0", "(rt zero", "zero"),
        ("(rt 0.0", "(rt (0.0)", "where a number or name belongs"),
        ("(ax 90.0)", "(ax inf)", "not 2 finite numbers"),
        ("(now 1.2)", "(now 1.2", "leaves a list open"),
    ],
)
def test_refuses(old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    with pytest.raises(ProtocolError) as raised:
        read_body(GOOD.replace(old, new).encode())
    assert complaint in str(raised.value)
