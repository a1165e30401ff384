"""Leaks that are made of several hidden things are found, and honest games are not accused.

The game is one of hidden hands (`tests/expedition.py`) with something added that gives them away.
"""

import json
import re

import pytest

from tests.strangers import ROOT, changed, run, write_package

HONEST = (ROOT / "tests" / "expedition.py").read_text(encoding="utf-8")
TOLD = '    number("told", 255, per_seat=True, help="what is given away"),\n'
TURNS, MOVE_ON = '    number("turns"', "    state.decision = D.PLAY\n    state.current_seat = 1 - me\n"
SECRET = TOLD.replace('"told", 255', '"told", 255, seen="nobody"')
HELD = "    for kind in range(COLOURS * RANKS):\n        if state.hand[me, kind] > 0:\n            "
YELLOW = f"    state.told[me] = 0\n{HELD}state.told[me] += kind < RANKS\n"
IMAGINED = '''@kernel
def imagined(state, seat, seed):
    """Hidden cards are dealt again, and what was told of them stays."""
    reseed(state, seed)
    unknown = state.deck_size + 0
    for kind in range(COLOURS * RANKS):
        if state.hand[1 - seat, kind] > 0:
            state.hand[1 - seat, kind] = 0
            state.deck[unknown] = kind
            unknown += 1
    shuffle(state, R.deck, state.deck, unknown)
    while unknown > state.deck_size:
        unknown -= 1
        state.hand[1 - seat, state.deck[unknown]] = 1


'''
WORDS = """def words(state, options, seat=None):
    return f"told {state['told'].tolist()}"


"""
BEGIN = """@kernel
def begin(state):
    for me in range(2):
        for kind in range(COLOURS * RANKS):
            if state.hand[me, kind] > 0:
                state.told[me] = (state.told[me] + kind) % 2


"""


def tells(line: str) -> tuple[str, ...]:
    """The changes after which all see a number that is computed at the end of each turn."""
    return TURNS, TOLD + TURNS, MOVE_ON, line + MOVE_ON


def hides(line: str, functions: str, arguments: str) -> tuple[str, ...]:
    """The same for a number that no field of the observation has, but something else."""
    return (
        *(TURNS, SECRET + TURNS, MOVE_ON, line + MOVE_ON),
        *("number\n", "number, reseed, shuffle\n"),
        *('D = names("PLAY", "DRAW")', 'D = names("PLAY", "DRAW")\nR = names("deck")'),
        *("GAME = game(", f"{IMAGINED}{functions}GAME = game("),
        *("decisions=D,", f"decisions=D,\n    determinize=imagined,\n    {arguments}"),
    )


FIELD = r"observation field seat[01].told reveals"
LEAKS = {  # name -> what is changed, what is said
    "highest": (tells(f"{HELD}state.told[me] = kind\n"), FIELD),
    "parity": (tells(f"    state.told[me] = 0\n{HELD}state.told[me] = (state.told[me] + kind) % 2\n"), FIELD),
    "colour": (tells(YELLOW), FIELD),
    "legality": (
        (
            *hides(YELLOW, "", ""),
            *("state.height[colour] > 0\n", "state.height[colour] > (4 if state.told[1 - me] > 1 else 0)\n"),
        ),
        "whether 'take the open .* card' is legal reveals",
    ),
    "text": (hides(YELLOW, WORDS, "to_text=words,"), r"of to_text \(.*\) reveals"),
    "deal": (
        (
            TURNS,
            TOLD + TURNS,
            "GAME = game(",
            f"{BEGIN}GAME = game(",
            "decisions=D,",
            "decisions=D,\n    begin=begin,",
        ),
        FIELD,
    ),
}
SCRIPT = """
import importlib, json
from eurogym.testing import leaks, same_actions
from eurogym.testing.tables import Table
leaks.LOOKS = (0, 4)
said = {}
for name in json.load(open("names.json")):
    said[name] = ""
    try:
        table = Table(importlib.import_module(name).GAME)
        same_actions.same_actions_test(table, most=5)
        leaks.bonds_test(table)
    except AssertionError as error:
        said[name] = str(error)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said(request, tmp_path_factory):
    """What the tests of hidden information say about each of the games that are asked for."""
    items = [item for item in request.session.items if item.module is request.module]
    asked = {item.callspec.params["name"] for item in items if "name" in getattr(item, "fixturenames", ())}
    folder = tmp_path_factory.mktemp("leaks")
    texts = {name: changed(HONEST, *LEAKS.get(name, [()])[0]) for name in asked}
    for name, text in texts.items():
        write_package(folder, name, {f"{name}_v0": name}, {f"{name}.py": text})
    (folder / "names.json").write_text(json.dumps(sorted(texts)))
    return json.loads(run(folder, "-c", SCRIPT).splitlines()[-1])


@pytest.mark.slow  # each is compiled; tests/test_checking.py finds two leaks in every run
@pytest.mark.parametrize("name", LEAKS)
def test_what_gives_hidden_cards_away_is_found(said, name):
    assert re.search(LEAKS[name][1], said[name]), said[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["expedition"])
def test_an_honest_game_is_not_accused(said, name):
    """Those of examples/games are checked in tests/test_adding_a_game.py."""
    assert said[name] == ""
