"""A game of soccer to look at: robots that play by the policies that come with the package."""

from rcssgym.demo.game import DemoGame

__all__ = ["DemoGame"]
