"""Random robots with every attribute of the supported subset of MJCF that concerns dynamics.

Left out are what has no exact answer (cylinders that meet anything but plane and spheres, and
hulls) and friction near zero, which leaves too few digits.
"""

from __future__ import annotations

import random
from xml.etree import ElementTree

Attributes = dict[str, str]

SHAPES = {"sphere": 1, "capsule": 2, "box": 3}
ROLES = {"motor": "_tau", "position": "_pos", "velocity": "_vel"}


class Maker:
    """Draws one model. Its root body and free joint have the names of rcsssmj's."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.radian = self.maybe(0.3)
        self.classes: list[str] = []
        self.bodies: list[str] = []
        self.hinges: list[str] = []

    def text(self) -> str:
        root = ElementTree.Element("mujoco", model="own")
        compiler = ElementTree.SubElement(
            root, "compiler", angle="radian" if self.radian else "degree"
        )
        if self.maybe(0.3):
            compiler.set("eulerseq", "".join(self.random.choices("xyzXYZ", k=3)))
        if self.maybe(0.3):
            compiler.set("inertiafromgeom", "true")
        self.add_class(root, "main", ("a", "b"))
        self.add_body(ElementTree.SubElement(root, "worldbody"), depth=0)
        actuators = ElementTree.SubElement(root, "actuator")
        for hinge in self.hinges:
            for tag, suffix in ROLES.items():
                self.add_actuator(actuators, tag, hinge, suffix)
        if len(self.bodies) > 2:
            first, second = self.random.sample(self.bodies, 2)
            contact = ElementTree.SubElement(root, "contact")
            ElementTree.SubElement(contact, "exclude", body1=first, body2=second)
        return ElementTree.tostring(root, encoding="unicode")

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def numbers(self, count: int, low: float, high: float) -> str:
        return " ".join(f"{self.random.uniform(low, high):.5g}" for _ in range(count))

    def angles(self, count: int, low: float, high: float) -> str:
        unit = 1.0 if self.radian else 57.3
        return self.numbers(count, unit * low, unit * high)

    def some(self, chance: float, **choices: str) -> Attributes:
        """Each of these attributes with a probability."""
        return {name: value for name, value in choices.items() if self.maybe(chance)}

    def solref(self) -> str:
        # All have two numbers: a class may pass on the other form.
        forms = (
            f"{self.numbers(1, 0.002, 0.05)} {self.numbers(1, 0.3, 1.5)}",
            f"-{self.numbers(1, 100, 5000)} -{self.numbers(1, 1, 100)}",
        )
        return self.random.choice(forms)

    def solimp(self) -> str:
        plain = [self.numbers(1, low, high) for low, high in ((0.1, 0.95), (0.5, 0.99))]
        shape = [self.numbers(1, 0.0005, 0.05), self.numbers(1, 0.1, 0.9), "3"]
        beyond = ["-1", "2", "-1", "2", "0.5"]
        chosen = beyond if self.maybe(0.1) else plain + shape
        return " ".join(chosen[: self.random.randint(1, 5)])

    def orientation(self) -> Attributes:
        forms = {
            "quat": self.numbers(4, -1, 1),
            "axisangle": f"{self.numbers(3, -1, 1)} {self.angles(1, -2, 2)}",
            "euler": self.angles(3, -2, 2),
            "xyaxes": self.numbers(6, -1, 1),
            "zaxis": self.numbers(3, -1, 1),
        }
        name = self.random.choice(["", *forms])
        return {name: forms[name]} if name else {}

    def geom_attributes(self) -> Attributes:
        return self.some(
            0.2,
            condim=self.random.choice("1346"),
            priority=self.random.choice(("-1", "1", "2")),
            friction=f"{self.numbers(1, 0.1, 1.5)} {self.numbers(2, 0.001, 0.02)}",
            solref=self.solref(),
            solimp=self.solimp(),
            solmix=self.random.choice(("0", "1.5", "3")),
            margin=self.numbers(1, 0, 0.05),
            gap=self.numbers(1, 0, 0.03),
            contype=self.random.choice("0123"),
            conaffinity=self.random.choice("0123"),
        )

    def joint_attributes(self) -> Attributes:
        return self.some(
            0.3,
            damping=self.numbers(1, 0, 2),
            armature=self.numbers(1, 0, 0.1),
            frictionloss=self.numbers(1, 0, 1),
            margin=self.numbers(1, -0.1, 0.03),
            solreflimit=self.solref(),
            solimplimit=self.solimp(),
            solreffriction=self.solref(),
            solimpfriction=self.solimp(),
            actuatorfrcrange=f"-{self.numbers(1, 1, 5)} {self.numbers(1, 1, 5)}",
        )

    def class_of(self, attribute: str) -> Attributes:
        return self.some(0.3, **{attribute: self.random.choice(self.classes)})

    def add_class(self, parent: ElementTree.Element, name: str, nested: tuple[str, ...]) -> None:
        self.classes.append(name)
        own = ElementTree.SubElement(parent, "default", {"class": name})
        ElementTree.SubElement(own, "joint", self.joint_attributes())
        ElementTree.SubElement(own, "geom", self.geom_attributes())
        if nested:
            self.add_class(own, nested[0], nested[1:])

    def add_body(self, parent: ElementTree.Element, depth: int) -> None:
        name = f"body{len(self.bodies)}" if depth else "torso"
        self.bodies.append(name)
        position = self.numbers(3, -0.2, 0.2) if depth else "0 0 0.8"
        place = self.orientation() | self.class_of("childclass")
        body = ElementTree.SubElement(parent, "body", {"name": name, "pos": position, **place})
        if depth:
            for _ in range(self.random.choice((0, 1, 1, 1, 2, 3))):
                self.add_hinge(body)
        else:
            ElementTree.SubElement(body, "freejoint", name="root")
        if self.maybe(0.4):
            self.add_inertial(body)
        for index in range(self.random.randint(1, 3)):
            self.add_geom(body, f"{name}-{index}", has_mass=index == 0)
        children = self.random.randint(0, 2) if depth else 2
        for _ in range(children if depth < 3 else 0):
            self.add_body(body, depth + 1)

    def add_hinge(self, body: ElementTree.Element) -> None:
        name = f"hinge{len(self.hinges)}"
        self.hinges.append(name)
        bounds = {"range": f"{self.angles(1, -1, 0)} {self.angles(1, 0.1, 1)}"}
        optional = self.some(0.3, ref=self.angles(1, -0.5, 0.5))
        ElementTree.SubElement(
            body,
            "joint",
            {"name": name, "axis": self.numbers(3, -1, 1), "pos": self.numbers(3, -0.1, 0.1)}
            | optional
            | (bounds if self.maybe(0.6) else {})
            | self.some(0.2, limited="false")
            | self.class_of("class")
            | self.joint_attributes(),
        )

    def add_inertial(self, body: ElementTree.Element) -> None:
        moments = self.numbers(3, 0.02, 0.035)
        mass = {"mass": self.numbers(1, 0.2, 2), "pos": self.numbers(3, -0.05, 0.05)}
        if self.maybe(0.5):
            inertia = {"diaginertia": moments, **self.orientation()}
        else:
            inertia = {"fullinertia": f"{moments} {self.numbers(3, -0.002, 0.002)}"}
        ElementTree.SubElement(body, "inertial", mass | inertia)

    def add_geom(self, body: ElementTree.Element, name: str, has_mass: bool) -> None:
        shape = self.random.choice(list(SHAPES))
        form = {"name": name, "type": shape}
        if shape != "sphere" and self.maybe(0.4):
            form |= {"size": self.numbers(1, 0.02, 0.1), "fromto": self.numbers(6, -0.15, 0.15)}
        else:
            form |= {
                "size": self.numbers(SHAPES[shape], 0.02, 0.1),
                "pos": self.numbers(3, -0.1, 0.1),
                **self.orientation(),
            }
        weights = [{"density": self.numbers(1, 100, 2000)}, {"mass": self.numbers(1, 0.1, 1)}]
        weight = self.random.choice(weights if has_mass else [*weights, {"mass": "0"}])
        ElementTree.SubElement(
            body, "geom", form | weight | self.class_of("class") | self.geom_attributes()
        )

    def add_actuator(
        self, actuators: ElementTree.Element, tag: str, hinge: str, suffix: str
    ) -> None:
        limits = self.some(
            0.3,
            gear=self.numbers(1, -3, 3),
            ctrlrange=f"-{self.numbers(1, 0.2, 2)} {self.numbers(1, 0.2, 2)}",
            forcerange=f"-{self.numbers(1, 0.2, 5)} {self.numbers(1, 0.2, 5)}",
        )
        ElementTree.SubElement(actuators, tag, {"name": hinge + suffix, "joint": hinge} | limits)
