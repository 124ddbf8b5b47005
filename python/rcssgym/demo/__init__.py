"""A soccer game for demonstration: the robots play with the policies that come with the package."""

from rcssgym.demo.game import DemoGame

__all__ = ["DemoGame"]
