"""A fuzzer of checkpoints: `python -m tests.agents.spoilt COUNT SEED` opens so many spoilt ones and plays with them.

Every file must either be refused with a CheckpointError or play legal actions. What a file might start writes to a
marker, which is looked for at the end. A crash or a file that takes too long ends the process.
"""

import faulthandler
import io
import json
import random
import sys
import tempfile
from pathlib import Path

import numpy as np

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import describe_batch, save_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from tests import toy
from tests.agents.networks import judge, policy
from tests.files.spoiling import spoilt as damaged

PATIENCE = 60.0  # seconds for one file
DECISIONS = 3
HUGE = 2**62


def networks(folder, batch):
    """A sound checkpoint of every kind: (path, the agent that plays it)."""
    told = describe_batch(batch) | {"heuristic": "greedy", "base": "", "beta": 0.5}
    upon, after = policy(batch, upon="greedy"), judge(batch)
    value = judge(batch, of_actions=False)
    return [
        (save_checkpoint(folder / "plain.npz", policy(batch), told), "ppo:sample=true,path={}"),
        (save_checkpoint(folder / "upon.npz", upon, told, pack=True), "ppo:path={}"),
        (save_checkpoint(folder / "after.npz", after, told), "ppo:path={}"),
        (save_checkpoint(folder / "value.npz", value, told), "mc:sims=2,depth=1,leaf={}"),
    ]


BOT = "class Evil:\n    def act(self, batch, games):\n        return [0 for _ in games]\n"


def evil(folder):
    """A bot whose file leaves a marker where it is run, and the marker."""
    bot, marker = folder / "evil.py", folder / "marker"
    bot.write_text(f"open({str(marker)!r}, 'a').write('x')\n{BOT}")
    return bot, marker


def hostile(bot, rng):
    """A value that metadata should not have; some would leave a marker if they were believed."""
    values = [
        f"{bot}:Evil", f"program:command={sys.executable} {bot}", "tests.agents.spoilt:hostile", "random", "mc",
        "ppo:path=/dev/zero", "", "x" * 10_000, None, True, -1, 0, 1, HUGE, 10**400, -1e300, 0.5, [], {}, [[]],
        ["a"], {"a": 1}, "NaN", "../../etc/passwd", [0, HUGE],
    ]  # fmt: skip
    return values[rng.integers(len(values))]


LIKELY = tuple("heuristic base architecture beta parts actions game".split())


def spoilt_json(told, bot, rng):
    """The same metadata with one or two leaves or branches replaced, removed or added."""
    told = json.loads(json.dumps(told))
    for _ in range(rng.integers(1, 3)):
        branch, ahead = told, [told]
        while ahead:  # a random path down
            branch = ahead.pop()
            below = branch.values() if isinstance(branch, dict) else branch
            below = [one for one in below if isinstance(one, (dict, list)) and one]
            if below and rng.random() < 0.6:
                ahead.append(below[rng.integers(len(below))])
        keys = list(branch) if isinstance(branch, dict) else list(range(len(branch)))
        key = keys[rng.integers(len(keys))]
        if branch is told and rng.random() < 0.5:
            key = LIKELY[rng.integers(len(LIKELY))]
        if isinstance(branch, dict) and "activation" in branch and rng.random() < 0.5:
            key = "residual"
        if rng.random() < 0.15:
            branch.pop(key, None) if isinstance(branch, dict) else branch.pop(key)
        else:
            branch[key] = hostile(bot, rng)
    return told


def spoilt(content, bot, rng):
    """The bytes of a checkpoint: with other metadata, or damaged as any file may be."""
    if rng.random() < 0.6:
        return damaged(content, random.Random(int(rng.integers(2**32))))
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    told = spoilt_json(json.loads(str(arrays["metadata"][()])), bot, rng)
    whole = io.BytesIO()
    np.savez(whole, **arrays | {"metadata": np.array(json.dumps(told))})
    return whole.getvalue()


def main(count, seed):
    """Open the files; prints how many were refused."""
    rng, refused = np.random.default_rng(seed), 0
    np.seterr(all="ignore")  # of spoiling
    batch = toy.batch(num_envs=3, num_players=2, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        path, (bot, marker) = Path(folder, "spoilt.npz"), evil(Path(folder))
        kinds = [(where.read_bytes(), spec) for where, spec in networks(Path(folder), batch)]
        for number in range(count):
            content, spec = kinds[number % len(kinds)]
            path.write_bytes(spoilt(content, bot, rng) if number >= len(kinds) else content)
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            try:
                agent = agents.make(spec.format(path))
                for _ in range(DECISIONS):
                    batch.step(agent.act(batch, np.arange(3)))
            except CheckpointError as error:
                assert number >= len(kinds), error
                refused += 1
            faulthandler.cancel_dump_traceback_later()
        assert not marker.exists(), "a checkpoint ran code"
    print(f"{count} files, {refused} refused")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
