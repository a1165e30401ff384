"""Games of other packages, from outside: installed, found, used by every command, and what is said of broken ones."""

import re
import tomllib

import pytest

from eurogym.cli.commands.games.new import check_name
from eurogym.common.errors import InputError
from tests.strangers import EXAMPLE, ROOT, RULES, UNCOMPILED, changed, run, write_package

PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
PLAY = ("-m", "eurogym", "play")
AGAINST = ("--opponents", "random")


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A folder in which the example is installed, as .ci/run does by pip."""
    folder = tmp_path_factory.mktemp("installed")
    points = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "entry-points"
    ]
    write_package(folder, "high_card", points["eurogym.games"], {"high_card.py": RULES})
    return folder


def test_the_example_is_small():
    files = sorted(EXAMPLE.glob("*.py"))
    assert [path.name for path in files] == ["high_card.py", "test_high_card.py"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 150


def test_every_door_leads_to_the_game(outside):
    script = """
import importlib, pickle
import eurogym, gymnasium, numpy as np, pettingzoo
from eurogym import high_card_v0
from eurogym.cli.main import main
assert "high_card" in eurogym.games()
assert main(["games"]) == 0
assert importlib.import_module("eurogym.high_card_v0") is high_card_v0
assert high_card_v0.GAME.id == "high_card_v0"
for env in (
    eurogym.make("high_card", num_players=3),
    eurogym.make("high_card_v0", num_players=3),
    high_card_v0.env(num_players=3),
    pettingzoo.make("aec", "eurogym/high_card-v0", num_players=3),
):
    env.reset(seed=5)
    seen = env.last()[0]["observation"]
    assert seen.shape == high_card_v0.batch(num_envs=1, num_players=3).layout.scale.shape
single = gymnasium.make("eurogym/HighCard-v0", num_players=2)
assert gymnasium.make(type(single.spec).from_json(single.spec.to_json())).reset(seed=1)[0] is not None
many = gymnasium.make_vec("eurogym/HighCard-v0", num_envs=4, num_players=2)
assert many.reset(seed=1)[0].shape[0] == 4
batch = pickle.loads(pickle.dumps(high_card_v0.batch(num_envs=2, num_players=4, seed=1)))
assert batch.options.num_players == 4 and pickle.loads(pickle.dumps(high_card_v0.env)) is high_card_v0.env
assert high_card_v0.GAME.draw(batch.state(0), batch.options, 0).startswith("<svg")

from types import SimpleNamespace
from eurogym.agents.framework.networks import manifest
assert manifest.shipped("high_card", manifest.POLICY) == []
try:
    manifest.ship(SimpleNamespace(metadata={"game": "high_card"}, network=None), "mine.npz")
except manifest.InstallationError as error:  # a game of one file ships no network into other folders
    assert str(error).endswith("high_card/__init__.py"), error
else:
    raise AssertionError("a network of one file")
"""
    assert "eurogym/HighCard-v0" in run(outside, "-c", script, **UNCOMPILED)  # .ci/run plays it compiled


def test_it_is_played_and_its_docstring_is_read_as_its_rules(outside):
    """In the terminal, in the browser and by who plays in words; parts of the table have the words of their fields."""
    typed = "r\nr takes a trick\n? table\n? 3\n1\nq\n"
    told = run(outside, *PLAY, "high_card", *AGAINST, typed=typed, **UNCOMPILED)
    assert re.search(r"player 2[^:\n]*: play", told) and "seat 0" not in told
    told = " ".join(told.split())
    assert told.count("A trick scores a point for each card in it") == 2 and "has no glossary" in told
    assert "table: value on the table, 0 for none" in told
    script = """
from eurogym.envs.core import registry
from eurogym.play.room import Room
from eurogym.play.table import Table
from eurogym.text import TextTable
told = TextTable("high_card", opponents="random").rules()
assert "two for a 6." in told and "Shortened" not in told and "play 1 ... play 6" in told
game = registry.game("high_card")
room = Room(Table(game, game.options_class(), 1), [0, 1], {})
assert "the highest card takes the trick" in str(room.rules())
"""
    run(outside, "-c", script, **UNCOMPILED)


@pytest.mark.slow
def test_a_learner_of_others_learns_the_game(outside):
    recipe = str(ROOT / "docs" / "recipes" / "sb3_maskable_ppo.py")
    assert "against greedy" in run(outside, recipe, "1000", "eurogym/HighCard-v0")


AGENT = """
from eurogym.agents.framework.legal import first_legal
from eurogym.envs.core.compile.kernels import kernel

@kernel
def choose(state, mask, rng):
    return first_legal(mask, 0, len(mask))
"""


@pytest.mark.parametrize(
    "mode", [UNCOMPILED, pytest.param({}, marks=pytest.mark.slow)], ids=["uncompiled", "compiled"]
)
def test_agents_and_networks_lie_with_the_game(tmp_path, mode):
    """Given a package with a folder of agents; then its heuristic plays under its own name."""
    files = {
        "high_card/__init__.py": RULES,
        "high_card/agents/__init__.py": 'HEURISTIC = "miser"\nHELP = "plays its lowest card"\n',
        "high_card/agents/heuristic.py": AGENT,
    }
    write_package(tmp_path, "high_card", {"high_card_v3": "high_card"}, files)
    script = """
import pathlib
import numpy as np
from eurogym import agents, high_card_v3
from eurogym.agents.framework.networks import manifest
from eurogym.agents.framework import ladder
assert agents.heuristic_name("high_card") == "miser" and "miser" in agents.available("high_card")
batch = high_card_v3.batch(num_envs=3, seed=2)
chosen = agents.make("miser", game="high_card").act(batch, np.arange(3))
assert (chosen == batch.action_masks.argmax(axis=1)).all()
home = pathlib.Path("high_card").resolve()
assert manifest.folder_of("high_card") == home / "weights"
assert ladder.path_of("high_card") == home / "agents" / "ladder.json"
assert manifest.shipped("high_card", manifest.POLICY) == [] and agents.make("greedy", game="high_card")
(home / "agents" / "ladder.json").write_text("{}")
try:
    ladder.rungs("high_card")
except agents.AgentError as error:
    assert "duels is missing; eurogym games agents --measure writes this file" in str(error)
else:
    raise AssertionError("a ladder without duels")
"""
    run(tmp_path, "-c", script, **mode)


def test_a_glossary_may_ask_for_the_options_and_bring_no_rules(tmp_path):
    glossary = """def entries(options):
    return {"ace": (f"beats all of {options.num_players} players", "it wins")}
"""
    files = {
        "high_card/__init__.py": RULES.partition('"""')[2].partition('"""')[2],
        "high_card/glossary.py": glossary,
    }
    write_package(tmp_path, "high_card", {"high_card_v3": "high_card"}, files)
    typed = "? ace\n? nonsense\nr\nq\n"
    told = " ".join(run(tmp_path, *PLAY, "high_card", *AGAINST, typed=typed, **UNCOMPILED).split())
    assert "beats all of 2 players" in told and "nothing here is called 'nonsense'" in told
    assert "High Card comes without rules to read" in told


LATER = changed(RULES, "max_decisions=16", "max_decisions=16, contract=9")
BROKEN = [  # versioned name, module, its file and what is in it, what is said
    (
        "crash_v0",
        "crash",
        "crash.py",
        "import nothing_here\n",
        r"'crash' of the package d0 cannot be imported",
    ),
    ("hollow_v0", "hollow", "hollow/readme.txt", "", r"imports the folder .*hollow, which has no __init"),
    ("void_v0", "void", "void.py", "\n", "the module void has no GAME"),
    ("other_v0", "hoarder", "hoarder.py", RULES, "says that it is 'hoarder' in the package 'hoarder'"),
    ("plain", "plain", "plain.py", RULES, "plain_v0"),
    ("village_v0", "village_too", "village_too.py", RULES, "eurogym has a game of this name"),
    ("later_v0", "later", "later.py", LATER, "version 9 of the contract"),
    ("twin_v0", "twin_a", "twin_a.py", RULES, "several packages provide a game 'twin'"),
    ("twin_v0", "twin_b", "twin_b.py", RULES, "several packages provide a game 'twin'"),
]


def test_what_is_wrong_with_a_package_is_told_in_a_sentence_and_other_games_go_on(tmp_path):
    for number, (name, module, path, text, _) in enumerate(BROKEN):
        write_package(tmp_path, f"d{number}", {name: module}, {path: text})
    write_package(tmp_path, "sound", {"high_card_v0": "high_card"}, {"high_card.py": RULES})
    told = " ".join(run(tmp_path, "-m", "eurogym", "games").split())
    for *_, words in BROKEN:
        assert re.search(words, told), words
    script = """
import eurogym
assert eurogym.games() == ["castles_of_burgundy", "high_card", "keyflower", "village", "villagers"]
eurogym.make("high_card").reset(seed=1)
for name in ("crash", "twin", "void"):
    try:
        eurogym.make(name)
    except eurogym.OptionError as error:
        assert name in str(error)
    else:
        raise AssertionError(name)
assert eurogym.make("village").unwrapped.game.package == "eurogym.envs.village"
"""
    run(tmp_path, "-c", script, **UNCOMPILED)


@pytest.mark.slow
def test_a_new_game_passes_its_tests(tmp_path):
    run(tmp_path, "-m", "eurogym", "games", "new", "pebble_pile", "--into", "pile")
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "pile").iterdir()}
    assert set(written) == {"pebble_pile.py", "test_pebble_pile.py", "pyproject.toml", "README.md"}
    assert 'pebble_pile_v0 = "pebble_pile"' in written["pyproject.toml"]
    assert "NAME" not in "".join(written.values()).replace("__name__", "")
    write_package(tmp_path, "pebble_pile", {"pebble_pile_v0": "pebble_pile"}, written)
    assert "9 passed" in run(tmp_path, "-m", "pytest", *PYTEST, "test_pebble_pile.py")


@pytest.mark.parametrize("name", ["village", "Two Words", "json", "class"])
def test_names_that_cannot_be_a_game_are_refused(name):
    with pytest.raises(InputError, match=name):
        check_name(name)
