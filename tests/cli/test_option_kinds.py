"""Options that are lists or subsets, and automated opponents beside agents, reach every command and face."""

import json

import pytest

from eurogym import agents
from eurogym.cli import main as cli
from eurogym.common.options import game_options, label, varying_names
from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.faces.replay import Replay, play
from eurogym.measure.evaluate import run_duels
from eurogym.measure.tournament import run_tournament, standings_text
from eurogym.play.demo import solo_agents
from eurogym.play.words import describe_options
from tools.pages import reference_page

NAME = "castles_of_burgundy"


@pytest.fixture(scope="module")
def game():
    return registry.game(NAME)


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (["duchies=1,5"], {"duchies": [1, 5]}),
        (["duchies=[1, 5]"], {"duchies": [1, 5]}),
        (["duchies=7"], {"duchies": 7}),
        (["duchies=random", "duchy_pool=11-18"], {"duchies": "random", "duchy_pool": "11-18"}),
        (["chateauma=hard", "modifiers=BA"], {"chateauma": "hard", "modifiers": "AB"}),
        (["chateauma=easy", "modifiers="], {"modifiers": ""}),
        (["chateauma=none", "modifiers=none"], {"chateauma": None, "modifiers": ""}),
        (["side_choice=true", "duchies=random"], {"side_choice": True}),
    ],
)
def test_texts_of_the_command_line_become_options(game, texts, kept):
    options = game.options_class.from_kwargs(num_players=2, **game_options(NAME, texts, {}))
    assert options.as_dict().items() >= kept.items()
    assert game.options_class.from_kwargs(**json.loads(json.dumps(options.as_dict()))) == options


@pytest.mark.parametrize("text", ["duchies=1,31", "duchies=x", "modifiers=E", "chateauma=brutal"])
def test_wrong_texts_are_answered_in_words(game, text):
    name, _, value = text.partition("=")
    with pytest.raises(OptionError, match=f"{NAME}: {name}='{value}' is not allowed; allowed: "):
        game.options_class.from_kwargs(**game_options(NAME, [text], {}))


def test_replays_tell_lists_apart(game, tmp_path, capsys):
    options = game.options_class.from_kwargs(num_players=2, duchies=[1, 5])
    replay = play(game, options, seed=6)
    path = tmp_path / "game.jsonl"
    replay.save(path)
    assert Replay.load(path) == replay and replay.options.duchies == (1, 5)
    assert cli.main(["replay", str(path), "--check"]) == 0
    assert "2 players, duchies: 1 and 5" in capsys.readouterr().out
    alone = game.options_class.from_kwargs(num_players=1, chateauma="hard", modifiers="DA")
    assert describe_options(alone) == "solo, chateauma: hard, modifiers: AD"


def test_option_tables_say_what_is_allowed(game, capsys):
    page, allowed = (
        reference_page(game),
        "a number 1 to 30, a list of one number per seat (typed: 3,5), or 'random'",
    )
    assert f"| `duchies` | `1` | {allowed} |" in page and "| `modifiers` | `''` |" in page
    assert cli.main(["games", NAME]) == 0
    shown = capsys.readouterr().out
    assert "a list of one number per seat" in shown and "''" in shown


def test_option_sets_have_short_names():
    sets = [{"level": "easy"}, {"level": "hard", "parts": "AB"}, {"board_number": 3}, {"list": [1, 2]}]
    names = varying_names(sets)
    assert names == ["level", "parts", "board_number", "list"]
    assert [label(one, names) for one in sets] == ["easy", "hard AB", "number 3", "list 1 2"]
    assert label({}, []) == "default" and varying_names(sets[:1]) == []


def test_declared_option_sets_exist(game):
    for name in registry.games():
        settings = settings_of(registry.game(name))
        named = [*settings.speed.values(), *settings.golden.values(), *settings.encodings.values()]
        for values in [*named, *({"num_players": 1, **one} for one in (*settings.solo, *settings.demo))]:
            registry.game(name).options_class.from_kwargs(**values)
    assert set(settings_of(game).harder) <= set(game.options_class.names())


def test_every_encoding_of_a_game_is_documented(game):
    """Given option sets with the fields of one page section: their layouts and catalogs are those shown there.

    Of some modules alone every field and range is shown beside those of the others.
    """

    def names(options):
        layout = game.layout(options)
        parts = (*layout.global_fields, *layout.seat_fields, *game.catalog(options).ranges)
        return {part.name for part in parts}

    settings = settings_of(game)
    encodings = [game.options_class.from_kwargs(**values) for values in settings.encodings.values()]
    shown = {(game.layout(one).block_start, game.catalog(one).n) for one in encodings}
    for values in (*settings.speed.values(), *settings.golden.values()):
        options = game.options_class.from_kwargs(**values)
        if options.modules:
            assert any(names(options) <= names(one) for one in encodings)
        else:
            assert (game.layout(options).block_start, game.catalog(options).n) in shown


def test_a_tournament_beside_an_automated_opponent():
    options = {"chateauma": "medium", "modifiers": "A"}
    result = run_tournament(NAME, 2, ["random", "random"], deals=3, seed=1, options=options)
    assert result.matches.scores.shape == (6, 3) and result.payoff.shape == (2, 2)
    (automated,) = result.automated
    assert automated.agent == "Châteauma" and automated.seats == 6 and automated.rating is None
    firsts = 2 * next(one.first[0] for one in result.standings) + automated.first[0]
    assert 0 <= firsts <= 2
    assert sum(one.outcome[0] for one in (*result.standings, automated)) == pytest.approx(0, abs=1e-5)
    assert "Châteauma" in standings_text(result)


def test_a_duel_beside_an_automated_opponent(tmp_path, capsys):
    duel = run_duels(NAME, "random", ["random"], [2], deals=3, seed=1, options={"chateauma": "hard"})[0]
    assert duel.games == 6 and duel.automated_score[0] > 100
    out = tmp_path / "duel.json"
    words = "--agent random --against random --players 2 --deals 2 --quiet --option chateauma=hard --out"
    assert cli.main(["compare", "evaluate", NAME, *words.split(), str(out)]) == 0
    assert "automated score" in capsys.readouterr().out
    assert json.loads(out.read_text())["duels"][0]["automated_score"] > 100


@pytest.mark.parametrize(
    "who", ["tournament --agents random random", "compare evaluate --agent random --against random"]
)
def test_too_many_seats_beside_it_are_refused(who, capsys):
    command, agents = who.split(" --", 1)
    words = [*command.split(), NAME, *f"--{agents}".split()]
    assert cli.main([*words, "--players", "4", "--option", "chateauma=hard"]) == 2
    assert "num_players=4 is not allowed with the Châteauma" in capsys.readouterr().err


def test_the_agent_of_a_game_is_found_by_the_registry(game):
    assert agents.heuristic_name("villagers") == "villagers"
    assert agents.heuristic_name("nothing of the kind") == "greedy"
    names = solo_agents(registry.game("villagers"), "ppo")
    assert names == ["random", "greedy", "villagers", "ppo"]
    assert len(set(solo_agents(game, None))) == len(solo_agents(game, None))
