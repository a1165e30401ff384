"""MaskablePPO of sb3-contrib learns to beat a random player; Stable-Baselines3's own helpers make the environments.

Install: pip install ".[train]". Run: python sb3_maskable_ppo.py [decisions]; 30,000 take 30 s of processor time.
A second argument names another game, also one of another package: eurogym/HighCard-v0.
"""

import sys

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
game = sys.argv[2] if len(sys.argv) > 2 else "eurogym/Villagers-v0"


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
before, _ = evaluate_policy(model, games(4, seed=100), n_eval_episodes=50)
model.learn(decisions)
after, _ = evaluate_policy(model, games(4, seed=100), n_eval_episodes=50)
scores = [game["score"] for game in model.ep_info_buffer]
print(f"mean outcome of 50 games: {before:.2f} before, {after:.2f} after {model.num_timesteps} decisions")
print(f"mean score of the last {len(scores)} games of training: {sum(scores) / max(1, len(scores)):.1f}")
