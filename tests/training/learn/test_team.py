"""Workers that learn one network together."""

import multiprocessing
import os
import signal

import pytest
import torch

from eurogym.common.errors import InputError
from eurogym.envs.core.step import threads
from eurogym.training.learn import ppo, shared, team
from eurogym.training.learn.config import config_from
from eurogym.training.learn.ppo.run import PPORun
from tests.training.learn.test_resuming import AGENTS, SHARED, Stop, results

KIND = SHARED | AGENTS | dict(players=[2, 3], past_every=2, eval_against=["random"], workers=2)


def config(folder, **changes):
    return config_from("ppo", KIND | {"out": str(folder)} | changes)


class Killing(PPORun):
    """Ends one of its workers after the fourth update."""

    def end_update(self):
        super().end_update()
        if self.update == 4 and self.team.size > 1:
            os.kill(self.team._others.processes[0].pid, signal.SIGKILL)


def test_gloo_is_given_the_interface_of_an_address():
    """By itself it takes what the machine's name resolves to, often 127.0.1.1, and other machines wait for an hour."""
    assert team._interface_of("127.0.0.1") == "lo" and team._interface_of("192.0.2.1") == ""


@pytest.mark.slow
def test_a_run_of_two_workers_repeats_and_goes_on_bit_for_bit(tmp_path, monkeypatch):
    """The whole run, and one that was interrupted and went on, are the same to the last bit; all games are counted."""
    curve = ppo.train(config(tmp_path / "whole"))
    assert [row["steps"] for row in curve] == [12 * 7 * number for number in range(1, 9)]
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        Stop(patched, 45)
        ppo.train(config(tmp_path / "run"))
    ppo.train(config(tmp_path / "run", resume=True))
    assert results(tmp_path / "run") == results(tmp_path / "whole")


def test_what_workers_send_is_a_copy():
    """A pipe's own way shares the memory of tensors, and a worker would see weights of a later step."""
    here, there = multiprocessing.Pipe()
    weights = torch.ones(3)
    team._send(here, weights)
    weights.zero_()
    assert team._received(there).tolist() == [1, 1, 1]


@pytest.mark.slow
def test_a_run_goes_on_without_a_worker_that_was_killed(tmp_path, monkeypatch, capsys):
    """At most the update at work is lost; games begin anew, and one worker is left."""
    monkeypatch.setattr("eurogym.training.learn.ppo.run.PPORun", Killing)
    curve = ppo.train(config(tmp_path / "run"))
    said = capsys.readouterr().err
    assert "1 of 2 workers have ended; the run goes on with 1 from update 4" in said
    assert "other tables or workers than before: new games begin" in said
    assert [row["update"] for row in curve] == list(range(1, 9))
    assert len(curve[-1]["eval_won_against_random/2p"].hex()) > 1


@pytest.mark.slow
def test_what_ends_a_worker_is_told(tmp_path, monkeypatch):
    """An error of one worker is raised by the run, as it was told there."""
    bot = tmp_path / "bots.py"
    bot.write_text(
        "import multiprocessing\n"
        "class Bot:\n"
        "    def act(self, batch, games):\n"
        "        if multiprocessing.parent_process():\n"
        "            raise RuntimeError('not in a process')\n"
        "        return batch.action_masks[games].argmax(axis=1)\n"
    )
    with pytest.raises(Exception, match="not in a process"):
        ppo.train(config(tmp_path / "run", opponents=[f"{bot}:Bot"], opponent_fraction=1.0))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"workers": 13}, "workers is 13, more than the 12 games"),
        ({"device": "cuda"}, "several learn on a CPU only"),
    ],
)
def test_workers_that_cannot_be_are_refused(tmp_path, given, said):
    with pytest.raises(InputError, match=said):
        config(tmp_path, **given).check()
    with pytest.raises(InputError, match="one process"):
        config_from("maskable", {"game": "toy", "workers": 2, "steps": 1, "players": [1]}).check()


def test_a_short_run_has_one_worker_and_a_long_one_what_the_cores_allow(monkeypatch):
    monkeypatch.setattr(team, "usable_cores", lambda: 4)
    for given, number in (
        ({"steps": 1000}, 1), ({"steps": 0, "minutes": 5}, 4), ({"minutes": 0.5}, 1), ({"steps": 10**7}, 4),
        ({"steps": 10**7, "num_envs": 64}, 2), ({"steps": 10**7, "num_envs": 8}, 1),
    ):  # fmt: skip
        made = config_from("ppo", {"game": "toy", "num_envs": 256, "device": "cpu"} | given)
        assert team.default_workers(made) == number, given
    assert shared.num_threads(0) == threads.usable_cores()


def test_the_games_are_shared_out():
    assert [team.Team(3, rank).share(13) for rank in range(3)] == [5, 4, 4]
    assert team.Team(1).seed(7) == 7 != team.Team(2, 1).seed(7)


def test_one_worker_takes_everything_as_it_is():
    alone, weights = team.Team(1), torch.zeros(2, requires_grad=True)
    weights.grad = torch.tensor([1.0, 3.0])
    assert alone.average([weights], {"kl": 0.5}, rows=8) == {"kl": 0.5} and weights.grad.tolist() == [1, 3]
    assert alone.total(2, 3) == [2, 3] and alone.gather(7) == [7] and alone.broadcast(7) == 7


def test_a_worker_without_rows_takes_the_steps_of_the_others(monkeypatch):
    """Given sums over two workers in one process, of which the second adds nothing."""
    sent = []

    def added(self, parts, times):
        sent.append(torch.cat(parts) * times)
        return sum(sent)

    monkeypatch.setattr(team.Team, "_sum", added)
    for rank, rows in enumerate((8, 0)):
        first, second = torch.zeros(2, requires_grad=True), torch.zeros(1, requires_grad=True)
        first.grad = torch.tensor([1.0, 3.0]) if rows else None
        means = {"kl": torch.tensor(0.5)} if rows else {}
        assert team.Team(2, rank).average([first, second], means, rows) == {"kl": 0.5}
        assert first.grad.tolist() == [1.0, 3.0] and second.grad.tolist() == [0.0]
