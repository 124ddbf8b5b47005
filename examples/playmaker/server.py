"""A playmaker: tells agents that ask what a team's players, coach and goalie should do."""

from __future__ import annotations

import argparse
import contextlib

from rcssgym import ArgumentError, ServerError
from rcssgym.playmaker import Playmaker, serve
from rcssgym.playmaker.messages import (
    DoHeliosSubstitute,
    GameModeType,
    HeliosBasicMove,
    HeliosGoalie,
    HeliosOffensivePlanner,
    HeliosPenalty,
    HeliosSetPlay,
    HeliosShoot,
    Message,
    State,
)


class Sample(Playmaker):
    """The common strategy: with the ball, shoot or follow a plan; without it, move."""

    def player(self, state: State) -> list[Message]:
        """Return the actions that a player tries, in this order."""
        world = state.world_model
        if world.is_penalty_kick_mode:
            return [HeliosPenalty()]
        if world.game_mode_type != GameModeType.PlayOn:
            return [HeliosSetPlay()]
        if world.self.is_goalie:
            return [HeliosGoalie()]
        plan = HeliosOffensivePlanner(
            lead_pass=True, short_dribble=True, cross=True, simple_pass=True
        )
        return [HeliosShoot(), plan] if world.self.is_kickable else [HeliosBasicMove()]

    def coach(self, _: State) -> list[Message]:
        """Return the coach's action, which gives the players their types."""
        return [DoHeliosSubstitute()]


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=50051, help="port to listen on (50051)")
    options = parser.parse_args()
    try:
        server = serve(Sample(), options.port)
    except ArgumentError as error:
        parser.error(str(error))
    except ServerError as error:
        parser.exit(1, f"{parser.prog}: error: {error}\n")
    with server:
        print(f"a playmaker on {server.address}", flush=True)
        server.wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
