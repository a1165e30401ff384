"""The tests that ship find the mistakes that people make, and say where they are.

The games are the example with something changed. They are played uncompiled, all in one process.
"""

import json
import re

import pytest

from eurogym.envs.core import registry
from eurogym.testing import checking
from tests.strangers import EXAMPLE, RULES, UNCOMPILED, changed, run, write_package

TURN = "state.current_seat = (state.current_seat + 1) % state.num_seats"
LEGAL = "mask[kind] = state.hand[state.current_seat, kind] > 0"
TAKE = "state.hand[state.current_seat, action] -= 1"
TOP = "state.top = state.deck[state.deck_size - 1] + 1"
SIZES = "VALUES, COPIES, TRICKS, HIGHEST = 6, 3"
BOUND = "max_decisions=16"
PICTURE = """from eurogym.envs.core.draw.drawing import PLAIN, Canvas


def picture(state, options, seat=None, marks=PLAIN):
    canvas = Canvas((300, 100), {}, marks)
    canvas.text(10, 50, f"hands {state['hand'].tolist()}", 15)
    return canvas.finish("x")


"""
TEAMS = """from dataclasses import dataclass

from eurogym.declare import GameOptions, option


@dataclass(frozen=True)
class Teams(GameOptions):
    num_players: int = option(4, range=(4, 4))
    num_teams = 2


"""
PEEKS = """from eurogym.declare import kernel


@kernel
def choose(state, mask, rng):
    best = 0
    for kind in range(len(mask)):
        if mask[kind] and (mask[best] == 0 or state.hand[1 - state.current_seat, kind] == 0):
            best = kind
    return best
"""
KEEP = "@kernel\ndef keep(state, seat, seed):\n    return\n\n\n"
SWAP = """@kernel
def swap(state, seat, seed):
    reseed(state, seed)
    state.hand[1 - seat, seed % VALUES] += 1
    state.hand[1 - seat, state.hand[1 - seat].argmax()] -= 1


"""
LUCK = """R = names("dice")


@kernel
def deal_luck(state):
    for player in range(state.num_seats):
        state.luck[player] = next_below(state, R.dice, VALUES)


@kernel
def keep_luck(state, seat, seed):
    reseed(state, seed)


"""
ELSEWHERE = (
    LUCK.replace("VALUES", "2")
    .replace("keep_luck", "turn_luck")
    .replace(
        "reseed(state, seed)", "reseed(state, seed)\n    state.luck[1 - seat] = 1 - state.luck[1 - seat]"
    )
)
MISTAKES = {  # name -> the test, what of the example is changed into what, what is said, further files
    "misspelt": (
        "testing.kernel_test(game)",
        ("state.trick += 1", "state.trik += 1"),
        r"misspelt/__init__.py, line \d+: kernel end_trick: the state has no field 'trik'; did you mean 'trick'",
    ),
    "writing": (
        "testing.kernel_test(game)",
        (LEGAL, f"{LEGAL}\n    state.trick += 0"),
        r"writing/__init__.py, line \d+: kernel legal: writes state.trick, but may only read the state",
    ),
    "drawing": (
        "testing.kernel_test(game)",
        (
            *(
                "kernel, number",
                "kernel, next_below, number",
                "GAME = game(",
                "R = names('dice')\nGAME = game(",
            ),
            *("import actions,", "import names, actions,", BOUND, f"{BOUND}, streams=R"),
            *(LEGAL, f"{LEGAL} and next_below(state, R.dice, 9) < 9"),
        ),
        r"random.py, line \d+: kernel \w+: writes state.stream_counter",
    ),
    "same_words": (
        "batches.words_test(table, 5)",
        (BOUND, f"{BOUND}, explain=lambda *_: 'play'"),
        "the words 'play' are not read as the action|two legal actions are called 'play'",
    ),
    "next_card": (
        "leaks.bonds_test(table)",
        (
            *('number("trick"', 'number("top", VALUES),\n    number("trick"'),
            *(
                "state.table[state.current_seat] = action",
                f"{TOP}\n    state.table[state.current_seat] = action",
            ),
        ),
        r"field top reveals hidden information to player \d: after \d decisions? of each game two games with .*deck",
    ),
    "shown": (
        "hidden.views_test(table)",
        ('"deck", each=TRICKS,', '"deck", each=TRICKS, seen="others",'),
        "player 1 learns what it cannot know .*: the legal actions; seed 1, after 0 decisions",
    ),
    "peeking": (
        "hidden.masks_test(table)",
        (LEGAL, f"{LEGAL} and (kind < 3 or state.deck[0] != kind)"),
        "may do depends on what it cannot know: 'play [456]'",
    ),
    "future": (
        "hidden.worlds_test(table)",
        ("GAME = game", f"{KEEP}GAME = game", BOUND, f"{BOUND}, determinize=keep"),
        r"it must begin with reseed\(state, seed\)",
    ),
    "unshuffled": (
        "hidden.worlds_test(table)",
        (
            *("import actions,", "import reseed, actions,", "GAME = game", f"{SWAP}GAME = game"),
            *(BOUND, f"{BOUND}, determinize=swap"),
        ),
        r"determinize never changes the order of deck, which nobody sees",
    ),
    "elsewhere": (
        "leaks.bonds_test(table)",
        (
            *("import actions,", "import names, next_below, reseed, actions,", "GAME = game"),
            *(f"{ELSEWHERE}GAME = game", 'number("trick"'),
            'number("luck", 1, per_seat=True, seen="own"),\n    number("trick"',
            *(BOUND, f"{BOUND}, streams=R, begin=deal_luck, determinize=turn_luck"),
        ),
        r"determinize never imagines the truth: in 80 games seats.*luck.* always differs from the true one",
    ),
    "kept": (
        "leaks.secrets_test(table)",
        (
            *(
                "import actions,",
                "import names, next_below, reseed, actions,",
                "GAME = game",
                f"{LUCK}GAME = game",
            ),
            *('number("trick"', 'number("luck", VALUES, per_seat=True, seen="own"),\n    number("trick"'),
            *(BOUND, f"{BOUND}, streams=R, begin=deal_luck, determinize=keep_luck"),
        ),
        "determinize never changes hand, luck, which not all seats see",
    ),
    "blind": (
        "batches.deal_test(table)",
        (SIZES, "VALUES, COPIES, TRICKS, HIGHEST = 1, 16"),
        "500 of 500 deals are over before any player has a choice",
    ),
    "idle": ("batches.turns_test(table)", (TURN, "pass"), "player 2 had nothing to decide"),
    "waiting": (
        "stalls.stalls_test(game)",
        (
            *(
                "for name in NAMES])",
                'for name in NAMES], wait="wait")',
                LEGAL,
                f"{LEGAL}\n    mask[VALUES] = 1",
            ),
            *(TAKE, f"if action == VALUES:\n        return\n    {TAKE}", BOUND, "max_decisions=200"),
        ),
        r"choose the last legal action never come to an end: the game goes on after 200 decisions.*"
        r"the last choices repeat \d+ times: player \d: wait\); give the rules an end",
    ),
    "narrow": (
        "batches.positions_test(table, 0)",
        ('number("table", VALUES', 'number("table", 2'),
        r"observation field seat\d.table has codes above its declared high",
    ),
    "foreign": (
        "batches.repeat_test(table, (0, 1))",
        (
            *("from eurogym", "import numpy as np\nfrom eurogym", "state.trick += 1"),
            "state.trick += 1\n    state.points[winner] += np.random.randint(0, 2)",
        ),
        "the same deal and choices give different games; chance must come only from the streams of the state",
    ),
    "buried": (
        "hidden.announcements_test(table)",
        (
            *('"deck", each=TRICKS,', '"deck", each=TRICKS), hands("buried", "deck", each=0,'),
            *(
                "state.table[state.current_seat] = action + 1",
                "state.buried[state.current_seat, action] += 1",
            ),
        ),
        r"player 2 hears 'play \d' or 'play \d', but is shown the same after both.*announce\(",
    ),
    "drawn": (
        "hidden.pictures_test(table)",
        ("GAME = game", f"{PICTURE}GAME = game", BOUND, f"{BOUND}, picture=picture"),
        r"player 1 learns what it cannot know .*: the picture, at .*hands \[\[.*; seed 13, after \d decisions",
    ),
    "eventless": (
        "testing.modules_test(game)",
        (),
        "events of events.py gives 'a card', not a list of sentences; seed 8, after 1 decisions",
        {"events.py": "def events(before, after):\n    return 'a card'\n"},
    ),
    "unsettled": (
        "modules.settings_test(game)",
        (),
        r"settings.py: GOLDEN: '2p': \w+: no option 'num_player'; did you mean 'num_players'",
        {"settings.py": "GOLDEN = {'2p': {'num_player': 2}}\n"},
    ),
    "partners": (
        "batches.ends_test(table)",
        ("GAME = game", f"{TEAMS}GAME = game", "players=(2, 4)", "options=Teams"),
        "partners differ in their scores; seat s plays for team s modulo num_teams, 2",
    ),
    "plain": (
        "batches.descriptions_test(table)",
        (BOUND, f"{BOUND}, to_dict=lambda state, options, seat=None: {{'trick': state['trick']}}"),
        r"to_dict, under trick: .*cannot be written as JSON.*; int\(...\) makes a plain number",
    ),
    "looking": (
        "checking.heuristic_test(game)",
        (),
        r"the heuristic miser chooses 'play \d' for player \d, "
        r"but 'play \d' in a game that this seat cannot distinguish from it",
        {"agents/__init__.py": 'HEURISTIC = "miser"\nHELP = "peeks"\n', "agents/heuristic.py": PEEKS},
    ),
    "numbered": (
        "batches.words_test(table, 5)",
        ('f"play {name}"', "name"),
        "an action is called '1'; when typed, a number is a place in the list",
    ),
    "counting": (
        "testing.differential_test(game, oracle(), {'num_players': 2})",
        ("points += 1 + (", "points += 2 + ("),
        r"scores: engine \[.*\], oracle \[.*options \{'num_players': 2\}, seed 0",
    ),
}
SCRIPT = """
import importlib, json, runpy
from eurogym import testing
from eurogym.testing import batches, checking, hidden, leaks, modules, stalls
from eurogym.testing.tables import Table
leaks.GAMES, leaks.LEAST_GAMES, leaks.LOOKS, checking.GAMES = 80, 60, (1, 2), 5  # uncompiled
stalls.AT_RANDOM = stalls.FAVOURITES = 3
oracle = lambda: runpy.run_path("oracle.py")["Oracle"]
said = {}
for name, test in json.load(open("tests.json")).items():
    game = importlib.import_module(name).GAME
    table = Table(game, {})
    try:
        eval(test)
        said[name] = ""
    except AssertionError as error:
        said[name] = str(error)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said(request, tmp_path_factory):
    """What the tests say about each of the games that are asked for."""
    items = [item for item in request.session.items if item.module is request.module]
    asked = {item.callspec.params["name"] for item in items if "name" in item.fixturenames}
    folder = tmp_path_factory.mktemp("mistakes")
    for name in asked:
        _, pairs, _, *files = MISTAKES[name]
        texts = {"__init__.py": changed(RULES, *pairs), **dict(*files)}
        write_package(
            folder, name, {f"{name}_v0": name}, {f"{name}/{file}": text for file, text in texts.items()}
        )
    (folder / "oracle.py").write_text((EXAMPLE / "test_high_card.py").read_text(encoding="utf-8"))
    (folder / "tests.json").write_text(json.dumps({name: MISTAKES[name][0] for name in asked}))
    return json.loads(run(folder, "-c", SCRIPT, **UNCOMPILED).splitlines()[-1])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_words(said, name):
    assert re.search(MISTAKES[name][2], said[name]), said[name]


AGENT = """
from eurogym.declare import kernel

@kernel
def choose(state, mask, rng):
    return {choice}
"""
ENDLESS = "turn = 0\n    while turn >= 0:\n        turn += 0"
WRITES = f"{LEGAL}\n    for points in (state.points,):\n        points[0] = state.trick"
PLACE = r"spin\d?.py, line \d+"


@pytest.mark.one_in(10)  # each is a command that plays uncompiled
@pytest.mark.parametrize(
    ("pairs", "choice", "words"),
    [
        (
            ("state.table[state.current_seat] = action", "state.table[state.current_seat + 9] = action"),
            "",
            rf"{PLACE}, in apply: IndexError: index 9 is out of bounds",
        ),
        (
            ("for turn in range(state.num_seats):", ENDLESS),
            "",
            rf"{PLACE}, in end_trick: a decision does not end within 2 s",
        ),
        (("state.done = state.trick == TRICKS", "pass"), "", r"the game cannot continue: .*the last: player"),
        (
            ("state.trick += 1", "state.trick += 1\n    state.points[winner] -= 9"),
            "",
            r"state.points\[\d\] is -\d, but is declared from 0 to 32; .*after \d choices, the last: player",
        ),
        (
            ("out[player, 0] = state.points[player]", "out[player, 0] = state.points[player] / 2"),
            "",
            r"the kernel scores gives \d+.5; scores are whole numbers",
        ),
        ((LEGAL, WRITES), "", rf"{PLACE}: kernel legal writes to the state \(points\)"),
        ((), "5", "the heuristic miser chooses 'play 6' for player [12], which is not legal"),
        ((), "TRICK", r"heuristic.py, line \d+, in choose: NameError: name 'TRICK' is not defined"),
    ],
)
def test_check_says_where_the_rules_and_the_heuristic_go_wrong(tmp_path, pairs, choice, words):
    files = {"spin/__init__.py": changed(RULES, *pairs)} if choice else {"spin.py": changed(RULES, *pairs)}
    if choice:
        files["spin/agents/__init__.py"] = 'HEURISTIC = "miser"\nHELP = "plays"\n'
        files["spin/agents/heuristic.py"] = AGENT.format(choice=choice)
    write_package(tmp_path, "spin", {"spin_v0": "spin"}, files)
    told = run(tmp_path, "-m", "eurogym", "games", "check", "spin", "--seconds", "2", answer=1)
    assert re.search(words, told), told


DECLARATIONS = [
    (('"deck", each=TRICKS,', '"deck", each=TRICKS, seen="visible",'), rf"{PLACE}: ValueError: hand: seen="),
    (
        ("def scores(state, out):", "def scores(state):"),
        r"scores takes \(state\); it is called with \(state, o",
    ),
    (
        ('[f"play {name}" for name in NAMES]', '["play"] * VALUES'),
        rf"{PLACE}: ValueError: two actions have the same text, 'play': play\[0\] and play\[1\]",
    ),
    (
        ('[f"play {name}" for name in NAMES]', "[*range(VALUES)]"),
        rf"{PLACE}: ValueError: the text of action play\[0\] is 0, not a string",
    ),
    (
        (BOUND, f"{BOUND}, announce=lambda text: text"),
        rf"{PLACE}: ValueError: spin4: the function announce takes \(text\); it is called with \(state, options, ",
    ),
    (("from eurogym", "import nothing_here\nfrom eurogym"), rf"{PLACE}: ModuleNotFoundError: No module"),
]


def test_check_says_where_declarations_go_wrong(tmp_path):
    """Given packages with a mistake each, and an entry point without a module."""
    points = {f"spin{number}_v0": f"spin{number}" for number in range(len(DECLARATIONS))}
    files = {f"spin{number}.py": changed(RULES, *pairs) for number, (pairs, _) in enumerate(DECLARATIONS)}
    write_package(tmp_path, "spin", points | {"spon_v0": "spon"}, files)
    script = "from eurogym.testing.checking import declared; print(*map(declared, NAMES), sep='\\n---\\n')"
    names = [name.removesuffix("_v0") for name in points] + ["spon", "spim"]
    told = run(tmp_path, "-c", script.replace("NAMES", repr(names))).split("\n---\n")
    for (_, words), text in zip(DECLARATIONS, told, strict=False):
        assert re.search(words, text), text
    assert "the entry point spon_v0 = 'spon' names a module that does not exist, spon" in told[-2]
    assert "no game is called 'spim'" in told[-1]


WRONG = {
    "return len([turn for turn in (0, 1)])": "it creates an object; kernels have no lists",
    "return plain(1)": "Untyped global name 'plain': Cannot determine Numba type of",
}


def test_what_numba_does_not_compile_is_told_with_its_line(tmp_path):
    text, places = f"{RULES}\n\ndef plain(x):\n    return x\n", {}
    for number, line in enumerate(WRONG):
        text += f"\n\n@kernel\ndef wrong{number}():\n    {line}\n"
        places[line] = len(text.splitlines())
    write_package(tmp_path, "spin", {"spin_v0": "spin"}, {"spin.py": text})
    script = "import spin; from eurogym.testing import checking as c; "
    script += "print(*(c._said_by(lambda _: wrong(), 'spin') for wrong in (spin.wrong0, spin.wrong1)))"
    told = run(tmp_path, "-c", script)
    for line, words in WRONG.items():
        assert f"spin.py, line {places[line]}: numba does not compile this kernel: {words}" in told, told


def test_actions_that_are_never_legal_are_named():
    one, all_of_them = (
        checking.never_legal("castles_of_burgundy", [{"num_players": n} for n in some])
        for some in ((2,), (2, 3, 4))
    )
    assert "take 1.3 with die 0" in one and "take 1.3 with die 0" not in all_of_them


def test_options_that_no_option_set_tries_are_named():
    village = registry.game("village")
    assert {"num_players", "carla_rule"} <= {*checking.untried(village, [{}])}
    assert not {"num_players", "carla_rule"} & {
        *checking.untried(village, [{"num_players": 1, "carla_rule": "die"}])
    }
