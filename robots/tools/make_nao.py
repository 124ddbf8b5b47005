"""Write `nao.xml` and `nao1.xml` to `nao4.xml`: the Nao of SimSpark and its heterogeneous types.

    python robots/tools/make_nao.py

The figures are those of SimSpark's scene files (rcssserver3d 0.7.3, `nao/nao_hetero.rsg`): masses,
shapes, offsets, axes, anchors, ranges, the motors' torque. There x is to the right and y forward;
here, as of all our robots, x is forward and y to the left. What a joint resists with (armature,
damping, friction), contacts and sensors are the league's, as of T1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt
from pathlib import Path

FOLDER = Path(__file__).parents[1]
Vector = tuple[float, float, float]

TORQUE = 10.0
"""Most that a motor gives, N m."""
SOLE = 0.16
"""Length of a foot, m."""
TOE = 0.035517656
"""Length of the toe of type 4, m."""


@dataclass(frozen=True)
class Kind:
    """What types differ by, m."""

    hip: float = 0.055
    thigh: float = 0.04
    ankle: float = 0.055
    elbow: float = 0.07
    has_toes: bool = False


KINDS = (
    Kind(),
    Kind(thigh=0.05832, ankle=0.07332, elbow=0.10664),
    Kind(),
    Kind(hip=0.072954143, thigh=0.067868424, ankle=0.082868424, elbow=0.125736848),
    Kind(has_toes=True),
)
"""Type 2 differs by the speed of its ankles, which is not in its file, and in how it looks."""


@dataclass(frozen=True)
class Shape:
    """A body's only shape, in SimSpark's axes; its mass is spread evenly."""

    kind: str
    size: Vector
    """Whole sides of a box; radius of a sphere; radius and length of a capsule along z. m"""
    mass: float
    """kg"""
    collides: bool = True

    def inertia(self) -> Vector:
        """Moments about the axes, kg m^2."""
        mass, (x, y, z) = self.mass, self.size
        if self.kind == "box":
            return (
                mass / 12.0 * (y * y + z * z),
                mass / 12.0 * (x * x + z * z),
                mass / 12.0 * (x * x + y * y),
            )
        if self.kind == "sphere":
            return (0.4 * mass * x * x,) * 3
        # A cylinder of length y between two half spheres, by volume.
        cylinder, ball = pi * x * x * y, 4.0 / 3.0 * pi * x**3
        part = mass / (cylinder + ball)
        cylinder, ball = part * cylinder, part * ball
        along = 0.5 * cylinder * x * x + 0.4 * ball * x * x
        across = cylinder * (x * x / 4.0 + y * y / 12.0)
        across += ball * (0.4 * x * x + 0.375 * x * y + y * y / 4.0)
        return across, across, along


@dataclass(frozen=True)
class Joint:
    """A hinge between a body and its parent, in SimSpark's axes."""

    name: str
    axis: Vector
    anchor: Vector
    """In the child's frame, m."""
    low: float
    """deg"""
    high: float


@dataclass(frozen=True)
class Body:
    """A body, in the order in which SimSpark makes them."""

    name: str
    parent: str | None
    offset: Vector
    """From the parent while all angles are 0, in SimSpark's axes, m."""
    shape: Shape
    joint: Joint | None = None


def box(mass: float, *size: float) -> Shape:
    x, y, z = size
    return Shape("box", (x, y, z), mass)


def pivot(mass: float) -> Shape:
    """A little sphere between two hinges, which nothing touches."""
    return Shape("sphere", (0.01, 0.0, 0.0), mass, collides=False)


def bodies(kind: Kind) -> list[Body]:
    found = [
        Body("torso", None, (0.0, 0.0, 0.0), box(1.2171, 0.1, 0.1, 0.18)),
        Body(
            "neck",
            "torso",
            (0.0, 0.0, 0.09),
            Shape("capsule", (0.015, 0.08, 0.0), 0.05),
            Joint("hj1", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), -120.0, 120.0),
        ),
        Body(
            "head",
            "neck",
            (0.0, 0.0, 0.065),
            Shape("sphere", (0.065, 0.0, 0.0), 0.35),
            Joint("hj2", (1.0, 0.0, 0.0), (0.0, 0.0, -0.005), -45.0, 45.0),
        ),
    ]
    for side in (-1.0, 1.0):
        found += arm(kind, side)
    for side in (-1.0, 1.0):
        found += leg(kind, side)
    return found


def mirrored(side: float, low: float, high: float) -> tuple[float, float]:
    """A range given for the right side, on either."""
    return (low, high) if side > 0.0 else (-high, -low)


def arm(kind: Kind, side: float) -> list[Body]:
    s = "r" if side > 0.0 else "l"
    return [
        Body(
            f"{s}shoulder",
            "torso",
            (side * 0.098, 0.0, 0.075),
            pivot(0.07),
            Joint(f"{s}aj1", (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), -120.0, 120.0),
        ),
        Body(
            f"{s}upperarm",
            f"{s}shoulder",
            (side * 0.01, 0.02, 0.0),
            box(0.15, 0.07, 0.08, 0.06),
            Joint(
                f"{s}aj2",
                (0.0, 0.0, 1.0),
                (-side * 0.01, -0.02, 0.0),
                *mirrored(side, -95.0, 1.0),
            ),
        ),
        Body(
            f"{s}elbow",
            f"{s}upperarm",
            (-side * 0.01, kind.elbow, 0.009),
            pivot(0.035),
            Joint(f"{s}aj3", (0.0, 1.0, 0.0), (0.0, 0.0, 0.0), -120.0, 120.0),
        ),
        Body(
            f"{s}lowerarm",
            f"{s}elbow",
            (0.0, 0.05, 0.0),
            box(0.2, 0.05, 0.11, 0.05),
            Joint(f"{s}aj4", (0.0, 0.0, 1.0), (0.0, -0.05, 0.0), *mirrored(side, -1.0, 90.0)),
        ),
    ]


def leg(kind: Kind, side: float) -> list[Body]:
    s, half = "r" if side > 0.0 else "l", sqrt(0.5)
    toe = TOE if kind.has_toes else 0.0
    share = 0.5 * toe / SOLE
    forward = (SOLE - toe) / 2.0 - 0.05
    found = [
        Body(
            f"{s}hip1",
            "torso",
            (side * kind.hip, -0.01, -0.115),
            pivot(0.09),
            Joint(f"{s}lj1", (-half, 0.0, side * half), (0.0, 0.0, 0.0), -90.0, 1.0),
        ),
        Body(
            f"{s}hip2",
            f"{s}hip1",
            (0.0, 0.0, 0.0),
            pivot(0.125),
            Joint(f"{s}lj2", (0.0, 1.0, 0.0), (0.0, 0.0, 0.0), *mirrored(side, -45.0, 25.0)),
        ),
        Body(
            f"{s}thigh",
            f"{s}hip2",
            (0.0, 0.01, -kind.thigh),
            box(0.275, 0.07, 0.07, 0.14),
            Joint(f"{s}lj3", (1.0, 0.0, 0.0), (0.0, -0.01, kind.thigh), -25.0, 100.0),
        ),
        Body(
            f"{s}shank",
            f"{s}thigh",
            (0.0, 0.005, -0.125),
            box(0.225, 0.08, 0.07, 0.11),
            Joint(f"{s}lj4", (1.0, 0.0, 0.0), (0.0, -0.01, 0.045), -130.0, 1.0),
        ),
        Body(
            f"{s}ankle",
            f"{s}shank",
            (0.0, -0.01, -kind.ankle),
            pivot(0.125),
            Joint(f"{s}lj5", (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), -45.0, 75.0),
        ),
        Body(
            f"{s}foot",
            f"{s}ankle",
            (0.0, forward, -0.04),
            box(0.2 * (1.0 - share), 0.08, SOLE - toe, 0.02),
            # The hinge is at the ankle, wherever the middle of the foot is.
            Joint(f"{s}lj6", (0.0, 1.0, 0.0), ANKLE, *mirrored(side, -25.0, 45.0)),
        ),
    ]
    if kind.has_toes:
        found.append(
            Body(
                f"{s}toe",
                f"{s}foot",
                (0.0, 0.08, -0.005),
                box(0.2 * share, 0.08, toe, 0.01),
                Joint(f"{s}lj7", (1.0, 0.0, 0.0), (0.0, -toe / 2.0, -0.005), -1.0, 70.0),
            )
        )
    return found


ANKLE = (0.0, -0.03, 0.035)
"""Anchor of the last hinge of a leg, in the foot's frame, m; the same for type 4."""


def turned(vector: Vector) -> Vector:
    """From SimSpark's axes to ours."""
    x, y, z = vector
    return y, -x, z


def text(*numbers: float) -> str:
    return " ".join(f"{number + 0.0:.10g}" for number in numbers)


SITES = {
    "torso": [
        '<site name="torso"/>',
        '<site name="jersey" class="badge" size="0.002 0.03 0.04" pos="-0.051 0 0.02"/>',
        '<site name="jersey-front" class="badge" size="0.002 0.03 0.04" pos="0.051 0 0.02"/>',
    ],
    "head": [
        '<site name="head-vismarker"/>',
        '<site name="camera"/>',
        '<site name="visor" class="badge" size="0.005 0.03 0.012" pos="0.062 0 0.01"/>',
        '<site name="say_a-speaker"/>',
        '<site name="hear_a-micro"/>',
    ],
    "lfoot": ['<site name="lfoot-vismarker"/>'],
    "rfoot": ['<site name="rfoot-vismarker"/>'],
    "llowerarm": ['<site name="llowerarm-vismarker"/>'],
    "rlowerarm": ['<site name="rlowerarm-vismarker"/>'],
}


def element(body: Body, all_bodies: list[Body], depth: int, height: float) -> list[str]:
    """Lines of a body with all that hangs from it."""
    pad, inner = "  " * depth, "  " * (depth + 1)
    shape = body.shape
    offset = (0.0, 0.0, height) if body.parent is None else body.offset
    lines = [f'{pad}<body name="{body.name}" pos="{text(*turned(offset))}">']
    if (joint := body.joint) is None:
        lines.append(f'{inner}<freejoint name="root"/>')
    else:
        lines.append(
            f'{inner}<joint name="{joint.name}" axis="{text(*turned(joint.axis))}" '
            f'pos="{text(*turned(joint.anchor))}" range="{text(joint.low, joint.high)}"/>'
        )
    x, y, z = shape.inertia()
    lines.append(
        f'{inner}<inertial mass="{text(shape.mass)}" pos="0 0 0" diaginertia="{text(y, x, z)}"/>'
    )
    lines.append(f"{inner}{geom(body)}")
    lines += [inner + site for site in SITES.get(body.name, [])]
    for child in all_bodies:
        if child.parent == body.name:
            lines += element(child, all_bodies, depth + 1, height)
    return [*lines, f"{pad}</body>"]


def geom(body: Body) -> str:
    shape, (x, y, z) = body.shape, body.shape.size
    if not shape.collides:
        return f'<geom name="{body.name}" class="pivot" size="{text(x)}"/>'
    size = {
        "box": (y / 2.0, x / 2.0, z / 2.0),
        "sphere": (x,),
        "capsule": (x, y / 2.0),
    }[shape.kind]
    kind = "" if shape.kind == "sphere" else f' type="{shape.kind}"'
    return f'<geom name="{body.name}" class="solid"{kind} size="{text(*size)}"/>'


def height(kind: Kind) -> float:
    """Of the torso's middle over the soles while all angles are 0, m."""
    return 0.115 + kind.thigh + 0.125 + kind.ankle + 0.04 + 0.01


ORDER = ["h", "la", "ra", "ll", "rl"]
"""Of motors, as of our other humanoids."""


def model(number: int, kind: Kind) -> str:
    name = f"nao{number or ''}"
    found = bodies(kind)
    joints = [body.joint for body in found if body.joint is not None]
    joints.sort(key=lambda joint: (ORDER.index(joint.name.split("j")[0]), joint.name))
    solid = [body.name for body in found if body.shape.collides]
    lines = [
        "<!--",
        f"  The Nao of SimSpark, heterogeneous type {number}. Made by tools/make_nao.py, where the",
        "  source is named. Lengths in m, masses in kg, angles in degrees, torques in N m.",
        "-->",
        f'<mujoco model="{name}">',
        '  <compiler angle="degree"/>',
        "",
        "  <default>",
        f'    <joint limited="true" armature="0.01" damping="0.01" frictionloss="0.1" '
        f'actuatorfrcrange="{text(-TORQUE, TORQUE)}"/>',
        '    <default class="solid">',
        '      <geom priority="1" friction="1 0.01 0.005" material="white"/>',
        "    </default>",
        '    <default class="pivot">',
        '      <geom group="2" contype="0" conaffinity="0" density="0" material="gray"/>',
        "    </default>",
        '    <default class="badge">',
        '      <site type="box" group="3"/>',
        "    </default>",
        "  </default>",
        "",
        "  <asset>",
        '    <material name="white" rgba="0.9 0.9 0.9 1"/>',
        '    <material name="gray" rgba="0.4 0.4 0.4 1"/>',
        "  </asset>",
        "",
        "  <!-- What is in the team's colour, and what in that of neither team. -->",
        "  <custom>",
        '    <text name="kit" data="torso lupperarm rupperarm lthigh rthigh"/>',
        '    <text name="white" data="neck head llowerarm rlowerarm lshank rshank lfoot rfoot"/>',
        "  </custom>",
        "",
        "  <worldbody>",
        *element(found[0], found, 2, height(kind)),
        "  </worldbody>",
        "",
        "  <actuator>",
    ]
    for joint in joints:
        motor = joint.name.replace("j", "e", 1) if joint.name[0] != "h" else "he" + joint.name[2:]
        for tag, suffix in (("motor", "tau"), ("position", "pos"), ("velocity", "vel")):
            lines.append(f'    <{tag} name="{motor}_{suffix}" joint="{joint.name}"/>')
    lines += ["  </actuator>", "", "  <sensor>"]
    lines += [
        '    <framequat name="torso_quat" objtype="site" objname="torso"/>',
        '    <framepos name="torso_pos" objtype="site" objname="torso"/>',
        '    <gyro name="torso_gyro" site="torso"/>',
        '    <accelerometer name="torso_acc" site="torso"/>',
    ]
    lines += [f'    <jointpos name="q_{joint.name}" joint="{joint.name}"/>' for joint in joints]
    lines += [f'    <jointvel name="dq_{joint.name}" joint="{joint.name}"/>' for joint in joints]
    lines += [
        "  </sensor>",
        "",
        "  <!-- In SimSpark nothing of one robot touches another part of it. -->",
    ]
    lines.append("  <contact>")
    for index, first in enumerate(solid):
        lines += [
            f'    <exclude body1="{first}" body2="{second}"/>' for second in solid[index + 1 :]
        ]
    lines += ["  </contact>", "</mujoco>", ""]
    return "\n".join(lines)


def main() -> None:
    for number, kind in enumerate(KINDS):
        (FOLDER / f"nao{number or ''}.xml").write_text(model(number, kind))


if __name__ == "__main__":
    main()
