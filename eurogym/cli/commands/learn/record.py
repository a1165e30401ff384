"""Write games of agents as a data set in Minari's format, for learning without an environment.

An episode is what the learner of `gymnasium.make` sees and does in a game.
Needs the extra `data`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym.cli.arguments import add_game, add_option, add_seed, command_line, positive
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.training.learn.episodes import write_episodes

EXAMPLES = """examples:
  eurogym learn record villagers --agents heuristic --episodes 1000 --out data/heuristic-v0
  eurogym learn record village --agents random greedy ppo --opponents heuristic ppo --players 3 --out data/mixed-v0
  MINARI_DATASETS_PATH=data python -c "import minari; print(minari.load_dataset('mixed-v0').recover_environment())"

In every game one of --agents plays a seat, drawn anew, and one of --opponents
all others. The deal decides who: the environment that the data set recovers
repeats an episode, reset with its seed. Observations are codes (uint8) with
the mask of legal actions beside them.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `record`."""
    add_game(parser)
    parser.add_argument(
        "--agents", nargs="+", required=True, metavar="AGENT", help="whose decisions are recorded"
    )
    parser.add_argument("--opponents", nargs="+", default=["random"], metavar="AGENT",
                        help="who plays the other seats")  # fmt: skip
    parser.add_argument("--players", type=positive, default=2, help="seats at the table")
    add_option(parser)
    parser.add_argument("--episodes", type=positive, default=1000, help="number of games")
    parser.add_argument("--reward", default="outcome", choices=("outcome", "margin", "score"),
                        help="what the last decision of a game is paid")  # fmt: skip
    add_seed(parser, words="the first deal")
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="folder for the data set, whose name it has"
    )


def main(args: argparse.Namespace) -> int:
    """Play the games and write them."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    check_folder(args.out, "--out")
    agents, opponents = (dict.fromkeys(names, 1.0) for names in (args.agents, args.opponents))
    if args.players == 1 and args.opponents != ["random"]:
        raise InputError("--opponents has no effect in solo play; name more players (--players)")
    make_ready(args.game, [*agents, *opponents])
    folder = Path(args.out)
    chosen = {"num_players": args.players, "opponents": opponents, "reward": args.reward, **options}
    decisions = write_episodes(
        folder, args.game, agents, args.episodes, args.seed, command_line(args), **chosen
    )
    print(f"{args.episodes} episodes, {decisions:,} decisions\nwritten: {folder}")
    return 0
