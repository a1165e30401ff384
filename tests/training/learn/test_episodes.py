"""Games of agents as data sets: a recovered environment repeats them, and Minari's own loader reads them."""

import gymnasium
import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.training.learn.episodes import episodes


def repeated(env, episode):
    """Whether an environment gives what was recorded, and ends where it ended."""
    seen, _ = env.reset(seed=int(episode["seed"]))
    for t, action in enumerate(episode["actions"]):
        assert all(np.array_equal(seen[name], rows[t]) for name, rows in episode["observations"].items())
        seen, reward, terminated, truncated, _ = env.step(int(action))
        recorded = (episode[name][t] for name in ("rewards", "terminations", "truncations"))
        assert (reward, terminated, truncated) == tuple(recorded)
    return terminated and np.array_equal(seen["observation"], episode["observations"]["observation"][-1])


def test_an_episode_is_what_the_environment_gives_again():
    """Its deal draws the agent, the opponents and all that they choose by chance; all games asked for are there."""
    arguments = {"num_players": 3, "opponents": {"random": 1.0, "greedy": 2.0}, "mask_in": "observation"}
    env = gymnasium.make(registry.entry("toy").gymnasium_id, obs_dtype="uint8", **arguments)
    agents = {"greedy": 1.0, "random": 1.0}
    found = list(episodes(env.spec, "toy", agents, 130, 5))
    assert [one["seed"] for one in found] == list(range(5, 135))
    assert all(repeated(env, one) for one in found[:3] + found[-3:])
    (again,) = episodes(env.spec, "toy", agents, 1, 5 + 129)
    assert all(np.array_equal(again[name], found[-1][name]) for name in ("actions", "rewards"))


@pytest.mark.slow
def test_minari_reads_what_a_command_records(tmp_path, monkeypatch, capsys):
    minari = pytest.importorskip("minari", reason="the extra data (Minari) is not installed")
    command = ["learn", "record", "village", "--agents", "greedy", "--episodes", "4", "--out"]
    monkeypatch.chdir(tmp_path)
    assert cli.main([*command, "greedy-v0"]) == 0
    assert cli.main([*command, "greedy-v0"]) == 2 and "contains a data set" in capsys.readouterr().err
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    data = minari.load_dataset("greedy-v0")
    seeds = data.storage.get_episode_metadata(range(4))
    env = data.recover_environment()
    for one, about in zip(data.iterate_episodes(), seeds, strict=True):
        assert repeated(env, {"seed": about["seed"], **vars(one)})
