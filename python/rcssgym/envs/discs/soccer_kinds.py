"""Whole games of two teams of all sizes, with skills."""

from rcssgym.envs.discs.soccer import DiscSoccer


class Skilled(DiscSoccer):
    """A game whose players act by skills."""

    actions = "skills"


class DiscSoccer1v1Skills(Skilled):
    """One against one, with skills."""

    size = "1v1"


class DiscSoccer2v2Skills(Skilled):
    """Two against two, with skills."""

    size = "2v2"


class DiscSoccer3v3Skills(Skilled):
    """Three against three, with skills."""

    size = "3v3"


class DiscSoccer5v5Skills(Skilled):
    """Five against five, with skills."""

    size = "5v5"


class DiscSoccer7v7Skills(Skilled):
    """Seven against seven, with skills."""

    size = "7v7"


class DiscSoccer11v11Skills(Skilled):
    """Eleven against eleven, with skills."""
