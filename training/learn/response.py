"""Learning a best response to an agent: one seat learns while the frozen agent has all the others."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eurogym import agents
from eurogym.agents.framework.bots.ppo import PpoAgent
from eurogym.agents.framework.networks.manifest import policy_for
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.residual import START
from eurogym.agents.framework.registry import HEURISTIC
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.measure import exploit
from eurogym.measure.exploit import HALF_WIDTH, MOST_DEALS, Candidate, Exploit, check_exploit
from eurogym.measure.games.blocks import ALONE, Work
from eurogym.measure.games.matches import check_agents
from eurogym.training.learn import part
from eurogym.training.learn.arguments import check_range
from eurogym.training.learn.config import PPOConfig
from eurogym.training.learn.folder import CONFIG, FILES, POLICY
from eurogym.training.learn.shared import MOST_SEED
from eurogym.training.learn.short import preset_of, short_run

__all__ = ["Response", "run_exploit"]

MINUTES = 30.0
PPO, AUTO = "ppo", "auto"  # where learning begins, besides HEURISTIC
STARTS = (AUTO, HEURISTIC, PPO)
NOTHING = "nothing"  # learning from scratch, in a game without hand-written play
NO_SEARCH = "none"
# For the short run: every game has one learning seat, and the network that does best against the agent is kept.
SETTINGS: dict[str, Any] = {
    "opponent_fraction": 1.0,
    "opponents_mixed": False,
    "anchor": 0.0,
    "keep": "best",
}
# From the heuristic, there is more to learn in the time: sampled play stays near it, and there are many gradient steps.
FROM_HEURISTIC: dict[str, Any] = {
    "start": "",
    "residual": True,
    "residual_start": 6.0,
    "learning_rate": 5e-4,
    "minibatch": 1024,
}
FROM_NOTHING: dict[str, Any] = FROM_HEURISTIC | {"residual": False, "residual_start": START}


@dataclass(frozen=True)
class Response:
    """The result of `run_exploit`.

    Attributes:
        exploit: the measured lead and the candidates.
        start: where learning began: HEURISTIC, PPO or NOTHING.
        minutes: the time limit of learning, or 0.
        steps: the number of decisions played, in whole updates, if they were limited instead of the time; else 0.
        learned: number of decisions that were learned from.
        seconds: seconds of learning, and of choosing and measuring.
    """

    exploit: Exploit
    start: str
    minutes: float
    steps: int
    learned: int
    seconds: tuple[float, float]

    @property
    def budget(self) -> str:
        """The budget of learning, in words."""
        return f"{self.steps:,} decisions" if self.steps else f"{self.minutes:g} minutes"


def going_on(
    game: str, agent: str, num_players: int, options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return settings of a run that continues from the agent's own policy, if it plays one, else from the shipped one.

    The network has the same shape. It is residual to the heuristic if the policy is, or if it adds to the heuristic's
    choice when it plays.

    Raises:
        InputError: there is no policy.
    """
    made = agents.make(agent, game=game)
    own = made if isinstance(made, PpoAgent) else None
    batch = registry.module(game).batch(num_envs=1, num_players=num_players, **(options or {}))
    try:
        found = own.checkpoint(batch) if own else policy_for(batch)
        if not found.network.policy:  # it only predicts values of actions
            own, found = None, policy_for(batch)
        found.network_for(batch)
    except CheckpointError as misfit:
        raise InputError(f"--start {PPO}: there is no policy to start from: {misfit}") from None
    plain, beta = (own.plain, own.beta) if own else (False, 0.0)
    if not plain:
        beta = beta or float(found.metadata.get("beta", 0.0))
    return {
        "start": found.path,
        "hidden": [len(bias) for _, bias in found.network.policy[:-1]],
        "residual": found.network.residual is not None or beta > 0,
        "residual_start": beta or START,
    }


def check_learning(start: str, minutes: float, steps: int, seed: int) -> None:
    """Raise InputError for a beginning, a limit or a seed that makes no sense; they are as for `run_exploit`."""
    if start not in STARTS:
        raise InputError(f"--start {start!r:.40}; allowed: {', '.join(STARTS)}")
    if not steps and not minutes > 0:
        raise InputError(f"--minutes {minutes:g} is not a time above 0")
    check_range("seed", seed, {"low": 0, "high": MOST_SEED})


def response_run(
    game: str,
    agent: str,
    num_players: int,
    folder: Path,
    minutes: float = MINUTES,
    steps: int = 0,
    seed: int = 0,
    start: str = AUTO,
    options: dict[str, Any] | None = None,
    preset: str = "",
) -> tuple[PPOConfig, str]:
    """Return the checked config of the training run of a response, and where learning begins.

    `preset` is a preset or a JSON file; "": the game's residual preset, or the defaults if it has none. The other
    arguments are as for `run_exploit`.

    Raises:
        InputError: an argument makes no sense.
    """
    check_learning(start, minutes, steps, seed)
    start, begins = _beginning(game, agent, num_players, start, options)
    # under the name of the learner's heuristic, so that it is not called twice
    name = agents.heuristic_name(game) if agent == HEURISTIC else agent
    config = short_run(
        preset or preset_of(game), game, [num_players], options or {}, seed, folder,
        **SETTINGS, **begins, opponents=[name], keep_against=name,
        minutes=0.0 if steps else minutes, steps=steps,
    )  # fmt: skip
    config.check()
    return config, start


def _beginning(
    game: str, agent: str, num_players: int, start: str, options: dict[str, Any] | None
) -> tuple[str, dict[str, Any]]:
    """Return where learning begins, and the settings of a run that begins there."""
    if start in (AUTO, PPO):
        try:
            return PPO, going_on(game, agent, num_players, options)
        except InputError:
            if start == PPO:
                raise
    if not agents.has_heuristic(game):
        return NOTHING, FROM_NOTHING
    return HEURISTIC, FROM_HEURISTIC


def run_exploit(
    game: str,
    agent: str,
    num_players: int = 2,
    minutes: float = MINUTES,
    seed: int = 0,
    start: str = AUTO,
    options: dict[str, Any] | None = None,
    *,
    steps: int = 0,
    search: str = AUTO,
    preset: str = "",
    most_deals: int = MOST_DEALS,
    half_width: float = HALF_WIDTH,
    keep: str | None = None,
    command: str = "",
    quiet: bool = True,
    work: Work = ALONE,
) -> Response:
    """Estimate how exploitable a frozen agent is: find responses by learning and search, and measure the best one.

    One seat learns against `agent` in all other seats. Of its networks, the one with the best placement against the
    agent on checking deals becomes a candidate. Further candidates are a search and the next stronger agent of this
    package. The candidate that does best on tuning deals is measured on testing deals.

    Args:
        game: name of the game.
        agent: spec string of the agent.
        num_players: number of seats.
        minutes: time limit of learning.
        seed: seed of learning, deals and agents.
        start: where learning begins: "heuristic" (the policy begins as the heuristic, or from scratch in a game without
            one), "ppo" (it continues from the agent's own policy, or from the shipped one) or "auto" ("ppo" if there is
            such a policy, else "heuristic").
        options: game options without num_players.
        steps: number of decisions to learn for, in place of `minutes`; the same seed then gives the same result.
        search: spec of the search; "auto" for one that models the agent as well as it can; "none" for no other
            candidates than the learned one.
        preset: preset or JSON file that replaces the game's residual preset.
        most_deals, half_width: as for `exploited`.
        keep: folder for the learned network; None: it is not kept.
        command: recorded in the network's file.
        quiet: show no progress.
        work: how games are played.

    Raises:
        OptionError: the options or the number of seats are not allowed.
        InputError: an argument makes no sense. Whatever an agent raises is passed on.
    """
    check_exploit(game, agent, num_players, options)
    learning = part("ppo.run")
    searches = _searches(game, agent, num_players, search, options)
    seated = [agents.make(spec, game=game) for spec in (agent, *(one.spec for one in searches))]
    check_agents(game, seated, [(options or {}) | {"num_players": num_players}])
    with tempfile.TemporaryDirectory(prefix="eurogym") as elsewhere:
        folder = Path(elsewhere if keep is None else keep)
        config, begun = response_run(
            game, agent, num_players, folder, minutes, steps, seed, start, options, preset
        )
        config.command, config.files.progress, config.files.overwrite = command, not quiet, True
        lost = "not kept (--keep FOLDER keeps it)" if keep is None else ""
        own = Candidate("learned", f"ppo:path={folder / POLICY}", f"begun as {begun}", lost)
        kept = [name for name in FILES if (folder / name).exists()]
        if kept not in ([], [CONFIG]):  # [CONFIG]: a run that was stopped before it had learned anything
            raise InputError(
                f"--keep: {folder} already contains a run ({', '.join(kept)}); name another folder"
            )
        began = time.perf_counter()
        run = learning.PPORun(config)
        run.train()
        learned = time.perf_counter()
        found = exploit.exploited(
            game, agent, [own, *searches], num_players, most_deals, seed, half_width, options, quiet=quiet, work=work
        )  # fmt: skip
    taken = (learned - began, time.perf_counter() - learned)
    return Response(found, begun, config.limits.minutes, run.steps if steps else 0, run.learned, taken)


def _searches(
    game: str, agent: str, num_players: int, search: str, options: dict[str, Any] | None
) -> list[Candidate]:
    """Return the other candidates: a search and the next stronger agent of this package, or none for "none"."""
    if search == NO_SEARCH:
        return []
    found = (
        exploit.searcher(game, agent, num_players, options) if search == AUTO else Candidate("search", search)
    )
    better = exploit.shipped(game, agent, num_players, options)
    return [found] if better is None or better.spec == search else [found, better]


def as_data(found: Response, command: str = "") -> dict[str, Any]:
    """Return the result as plain JSON-able data."""
    learning, measuring = found.seconds
    about = {
        "command": command,
        "start": found.start,
        "minutes": found.minutes,
        "steps": found.steps,
        "learned": found.learned,
        "hours": sum(found.seconds) / 3600,
        "seconds_learning": learning,
        "seconds_measuring": measuring,
        "words": exploit.verdict(found.exploit, found.budget),
    }
    return exploit.as_data(found.exploit, about)


def response_text(found: Response) -> str:
    """Return the result, and the decisions and hours it took, as text."""
    learning, measuring = found.seconds
    return (
        f"{exploit.exploit_text(found.exploit, found.budget)}\n\n"
        f"{found.learned:,} decisions learned from in {learning / 3600:.2f} hours, begun as {found.start}; "
        f"choosing and measuring took {measuring / 3600:.2f} hours"
    )
