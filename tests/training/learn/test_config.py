"""Arguments of the training runs: shared ones, defaults, presets, what makes no sense."""

from pathlib import Path

import pytest

from eurogym.training.learn.config import CONFIGS, MaskableConfig, PPOConfig, config_from, presets


def test_every_argument_has_a_help_line():
    for cls in CONFIGS.values():
        assert all(declared.metadata["help"] for declared in cls.__dataclass_fields__.values())


def test_what_both_algorithms_are_told_is_declared_once():
    shared, own = set(CONFIGS["ppo"].__dataclass_fields__), {"learner_seat"}
    assert set(CONFIGS["maskable"].__dataclass_fields__) - shared == own
    assert PPOConfig(game="toy").opponents == ["past"] and MaskableConfig(game="toy").opponents == ["greedy"]
    assert PPOConfig(game="toy").hidden is not PPOConfig(game="toy").hidden


@pytest.mark.parametrize(
    ("algorithm", "changes", "words"),
    [
        ("ppo", dict(steps=0), "limit"),
        ("ppo", dict(reward="luck"), "reward is 'luck'"),
        ("ppo", dict(reward="margin"), "called lead"),
        ("ppo", dict(difficulty=["hard"]), "players 1"),
        ("ppo", dict(opponent_fraction=2), "opponent_fraction"),
        ("ppo", dict(minibatch=0), "minibatch is 0"),
        ("ppo", dict(past_kept=0), "past_kept is 0"),
        ("ppo", dict(seed=-1), "seed is -1; it must not be negative"),
        ("maskable", dict(players=[2, 3]), "one player count"),
        ("maskable", dict(reward="luck"), "reward is 'luck'"),
        ("maskable", dict(steps=0), "limit"),
        ("maskable", dict(learner_seat="first"), "learner_seat is 'first'"),
    ],
)
def test_senseless_arguments_are_refused_in_words(algorithm, changes, words):
    with pytest.raises(ValueError, match=words):
        config_from(algorithm, {"game": "toy", "steps": 100, **changes}).check()


def test_unknown_and_old_arguments_of_a_preset_are_named():
    with pytest.raises(ValueError, match="no argument 'speed'"):
        config_from("ppo", {"game": "toy", "speed": 3})
    with pytest.raises(ValueError, match="margin_weight is called lead_weight now"):
        config_from("ppo", {"game": "toy", "margin_weight": 3})


def test_option_sets_have_every_player_count_and_combination():
    solo = PPOConfig(game="toy", players=[1], difficulty=["normal", "hard"], option=["x=1"], steps=1)
    assert solo.option_sets() == [
        {"num_players": 1, "x": 1, "difficulty": "normal"},
        {"num_players": 1, "x": 1, "difficulty": "hard"},
    ]
    several = PPOConfig(game="villagers", players=[2, 4], steps=1)
    assert several.option_sets()[0] == {"num_players": 2, "pad_seats": 4}
    assert MaskableConfig(game="toy", difficulty=["hard"]).option_sets() == [
        {"num_players": 1, "difficulty": "hard"}
    ]


def test_difficulty_and_vary_combine():
    config = PPOConfig(
        game="villagers", players=[1], difficulty=["normal", "hard"], vary={"x": [1, 2]}, steps=1
    )
    assert [(values["difficulty"], values["x"]) for values in config.option_sets()] == [
        ("normal", 1),
        ("normal", 2),
        ("hard", 1),
        ("hard", 2),
    ]


def test_default_folders_tell_runs_apart():
    assert str(PPOConfig(game="villagers", players=[2, 3], seed=4).folder()) == "runs/villagers_23_s4"
    assert str(PPOConfig(game="villagers", players=[1]).folder()) == "runs/villagers_solo_s1"
    assert str(MaskableConfig(game="villagers").folder()) == "runs/villagers_solo_maskable_s1"


def test_presets_are_named_after_their_games():
    assert {"villagers_solo", "keyflower_multi"} <= set(presets())


def test_a_checkpoint_does_not_say_where_files_lie_here():
    home = Path.cwd() / "somebody"
    told = [
        PPOConfig("toy", steps=1, out=str(home / "run"), start=start).portable()
        for start in (str(home / "policy.npz"), "runs/first/policy.npz", "shipped:toy_multi", "")
    ]
    assert [one["start"] for one in told] == [
        "policy.npz", "runs/first/policy.npz", "shipped:toy_multi", ""
    ]  # fmt: skip
    assert {one["out"] for one in told} == {"run"}
    assert "start" not in MaskableConfig("toy", steps=1).portable()
