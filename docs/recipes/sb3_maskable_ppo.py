"""MaskablePPO of sb3-contrib learns to beat a random player; Stable-Baselines3's own helpers make the environments.

Install: pip install ".[train]". Run: python sb3_maskable_ppo.py [decisions]; 30,000 take 30 s of processor time.
A second argument names another game, also one of another package: eurogym/HighCard-v0.
"""

import re
import sys

from judged import judge
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
game = sys.argv[2] if len(sys.argv) > 2 else "eurogym/Villagers-v0"
name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", game.split("/")[1].split("-")[0]).lower()


def games(number, seed):
    """Environments that also keep the final scores; MaskablePPO finds the masks by itself."""
    return make_vec_env(
        f"eurogym:{game}",
        n_envs=number,
        seed=seed,
        env_kwargs={"num_players": 2, "opponents": "random"},
        monitor_kwargs={"info_keywords": ("score",)},
    )


model = MaskablePPO(
    "MlpPolicy", games(8, seed=0), n_steps=128, batch_size=256, learning_rate=1e-3, seed=0, device="cpu"
)


def choose(seen, masks):
    return model.predict(seen, action_masks=masks, deterministic=True)[0]


judge("before", choose, name)
model.learn(decisions)
scores = [game["score"] for game in model.ep_info_buffer]
print(f"mean score of the last {len(scores)} games of training: {sum(scores) / max(1, len(scores)):.1f}")
judge(f"after {model.num_timesteps} decisions", choose, name)
