"""Whole games of two teams of all sizes, with skills, and with acts of a high level."""

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


class High(DiscSoccer):
    """A game whose players choose acts that find points by themselves, by what may come of them."""

    actions = "high"
    features = "high"


class DiscSoccer1v1High(High):
    """One against one, by acts of a high level."""

    size = "1v1"


class DiscSoccer2v2High(High):
    """Two against two, by acts of a high level."""

    size = "2v2"


class DiscSoccer3v3High(High):
    """Three against three, by acts of a high level."""

    size = "3v3"


class DiscSoccer5v5High(High):
    """Five against five, by acts of a high level."""

    size = "5v5"


class DiscSoccer7v7High(High):
    """Seven against seven, by acts of a high level."""

    size = "7v7"


class DiscSoccer11v11High(High):
    """Eleven against eleven, by acts of a high level."""

    size = "11v11"
