"""How good a policy of these recipes is: the mean placement in [-1, 1] on 100 deals, from both seats."""

from types import SimpleNamespace

import numpy as np

from eurogym import measure


def judge(when, choose, game="villagers"):
    """Print the placement against random and greedy of `choose(observations float32 (n, F), masks bool (n, A))`."""

    def act(batch, games):
        codes = batch.observe(games, batch.current_seat[games])
        return np.asarray(choose(batch.layout.scaled(codes).astype(np.float32), batch.action_masks[games]))

    player = SimpleNamespace(name="policy", reset=lambda seed: None, act=act)
    duels = measure.run_duels(game, player, ["random", "greedy"], [2], deals=100, seed=1)
    print(f"{when}:", ", ".join(f"{duel.outcome.mean:+.2f} against {duel.opponent}" for duel in duels))
