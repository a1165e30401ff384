"""Arguments of the training runs: groups, defaults, files nested and flat, presets, what makes no sense."""

import json
from pathlib import Path

import pytest

from eurogym.common.errors import InputError
from eurogym.training.learn.arguments import arguments_of, groups_of
from eurogym.training.learn.config import CONFIGS, MaskableConfig, PPOConfig, config_from, load_preset
from eurogym.training.learn.shared import Limits, Optimiser, Tables


def ppo(**values):
    return config_from("ppo", {"game": "toy", "steps": 1, **values})


def test_every_argument_has_a_help_line_and_a_name_of_its_own():
    for cls in CONFIGS.values():
        found = arguments_of(cls)
        assert all(one.words for one in found.values())
        assert len(found) == sum(map(len, [cls("toy").flat()]))
        assert not found.keys() & groups_of(cls).keys()


def test_defaults_are_those_of_the_algorithm_and_of_no_other_config():
    maskable = MaskableConfig("toy")
    assert PPOConfig("toy").company.opponents == ["past"] and maskable.company.opponents == ["random"]
    assert (maskable.tables.players, maskable.optimiser.epochs) == ([1], PPOConfig("toy").optimiser.epochs)
    assert PPOConfig("toy").shape.hidden is not PPOConfig("toy").shape.hidden


def test_a_config_is_the_same_nested_flat_or_written_down():
    """Given all of them: as dataclasses, as groups of a file, flat, and mixed."""
    tables = Tables(players=[2, 3], vary={"x": [1]})
    made = PPOConfig("toy", tables=tables, optimiser=PPOConfig("toy").optimiser, limits=Limits(9))
    nested = {"tables": {"players": [2, 3], "vary": {"x": [1]}}, "limits": {"steps": 9}}
    flat = {"players": [2, 3], "vary": {"x": [1]}, "steps": 9}
    mixed = {"tables": {"players": [2, 3]}, "vary": {"x": [1]}, "steps": 9}
    for values in (nested, flat, mixed):
        assert config_from("ppo", {"game": "toy", **values}) == made
    recorded = json.loads(json.dumps(made.recorded()))
    assert recorded.pop("algo") == "ppo" and "resume" not in recorded["files"]
    assert config_from("ppo", recorded) == made == config_from("ppo", made.flat())
    assert made.changed(steps=3).limits.steps == 3 and made.limits.steps == 9


def test_a_preset_takes_what_it_does_not_say_from_another(tmp_path):
    """Given a file upon a preset, with arguments in their groups: they alone differ."""
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"preset": "village_residual", "optimiser": {"epochs": 9}, "players": [3]}))
    assert load_preset(str(path)) == load_preset("village_residual") | {"epochs": 9, "players": [3]}


@pytest.mark.parametrize(
    ("algorithm", "changes", "words"),
    [
        ("ppo", dict(steps=0), "limit"),
        ("ppo", dict(reward="luck"), "reward is 'luck'; allowed: outcome"),
        ("ppo", dict(difficulty=["hard"]), "players 1"),
        ("ppo", dict(opponent_fraction=2), "opponent_fraction is 2; it must be between 0 and 1"),
        ("ppo", dict(gamma=5.0), "gamma is 5.0; it must be between 0 and 1"),
        ("ppo", dict(num_envs=10**30), "num_envs is 1000"),
        ("ppo", dict(hidden=[8, 0]), "hidden is 0; it must be at least 1"),
        ("ppo", dict(seed=-1), "seed is -1; it must not be negative"),
        ("ppo", dict(speed=3), "no argument 'speed'"),
        ("ppo", dict(optimiser=3), "optimiser is 3; it must be an object of arguments"),
        ("ppo", dict(optimiser={"players": [2]}), "optimiser has no argument 'players'"),
        ("ppo", dict(limits={"steps": 2}), "steps is given twice, in limits and outside it"),
        ("ppo", dict(reward="lead"), "reward is 'lead'; allowed: "),
        ("ppo", dict(keep="first"), "keep is 'first'; allowed: last, best"),
        ("ppo", dict(keep="best", residual=True, eval_every=0), "keep best needs"),
        ("ppo", dict(keep="best", residual=True, players=[1]), "keep best needs"),
        ("ppo", dict(keep_against="greedy"), "keep_against .* has no effect with keep last"),
        ("ppo", dict(start_sharpened=0), "start_sharpened is 0; it must be above 0"),
        ("dqn", {}, "algo is 'dqn'; allowed: maskable, ppo"),
        ("maskable", dict(players=[2, 3]), "one player count"),
        ("maskable", dict(vary={"auto_forced": [True, False]}), "one value of each option"),
    ],
)
def test_senseless_arguments_are_refused_in_words(algorithm, changes, words):
    with pytest.raises(InputError, match=words):
        config_from(algorithm, {"game": "toy", "steps": 100, **changes}).check()


def test_option_sets_have_every_player_count_and_combination():
    levels = ["normal", "hard"]
    solo = ppo(players=[1], difficulty=levels, option=["x=1"], vary={"y": [1, 2]}).option_sets()
    one = {"num_players": 1, "x": 1}
    assert solo == [one | {"difficulty": level, "y": y} for level in levels for y in (1, 2)]
    several = ppo(game="villagers", players=[2, 4])
    assert several.option_sets()[0] == {"num_players": 2, "pad_seats": 4}
    varied = {"expansions": ["", "scoundrels"], "courier_enabled": [False, True]}
    kept = [
        tuple(one.values())[:3] for one in ppo(game="villagers", players=[2, 5], vary=varied).option_sets()
    ]
    assert kept == [
        (2, "", False),
        (2, "scoundrels", False),
        (2, "scoundrels", True),
        (5, "", False),
        (5, "scoundrels", True),
    ]


def test_default_folders_tell_runs_apart():
    assert str(ppo(game="villagers", players=[2, 3], seed=4).folder()) == "runs/villagers_23_s4"
    assert str(ppo(game="villagers", players=[1]).folder()) == "runs/villagers_solo_s1"
    assert str(MaskableConfig("villagers").folder()) == "runs/villagers_solo_maskable_s1"


def test_a_checkpoint_does_not_say_where_files_lie_here():
    home = Path.cwd() / "somebody"
    places = {str(home / "policy.npz"): "policy.npz"}
    for start, told in (places | {name: name for name in ("runs/a/policy.npz", "shipped:toy")}).items():
        found = ppo(out=str(home / "run"), start=start).portable()
        assert (found["beginning"]["start"], found["files"]["out"]) == (told, "run")
    assert "beginning" not in MaskableConfig("toy").portable()


def test_ranges_are_those_of_the_declaration():
    config = PPOConfig("toy", limits=Limits(1), optimiser=PPOConfig("toy").optimiser)
    for name, one in arguments_of(PPOConfig).items():
        high = one.declared.metadata.get("high")
        if high is not None and one.kind in ("int", "float"):
            with pytest.raises(InputError, match=f"{name} is "):
                config.changed(**{name: high + 1}).check()
    assert Optimiser().minibatch == config.optimiser.minibatch
