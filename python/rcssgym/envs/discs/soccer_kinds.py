"""Whole games of two teams of all sizes, with skills, and with high-level acts."""

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
    """A game whose acts choose their target points by themselves; agents observe their chances."""

    actions = "high"
    features = "high"


class DiscSoccer1v1High(High):
    """One against one, with high-level acts."""

    size = "1v1"


class DiscSoccer2v2High(High):
    """Two against two, with high-level acts."""

    size = "2v2"


class DiscSoccer3v3High(High):
    """Three against three, with high-level acts."""

    size = "3v3"


class DiscSoccer5v5High(High):
    """Five against five, with high-level acts."""

    size = "5v5"


class DiscSoccer7v7High(High):
    """Seven against seven, with high-level acts."""

    size = "7v7"


class DiscSoccer11v11High(High):
    """Eleven against eleven, with high-level acts."""

    size = "11v11"
