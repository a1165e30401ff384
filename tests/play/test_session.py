"""A person at a table in the terminal: keys, choices found by their words, hints, taken back, asked for again."""

import io
import re

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.envs.core.replay import Replay
from eurogym.envs.core.replay import play as play_out
from eurogym.play import legend
from eurogym.play.choices import choices
from eurogym.play.colour import CODES, Painter, wanted
from eurogym.play.session import KEYS, Leave, Session
from eurogym.play.table import ENDS, LUCK, PASSES, REVEALS, Table
from eurogym.training import cli
from tests import toy
from tests.playing import shipped_games

registry.register(toy.GAME, toy)


def table(num_players=2, seed=1, **options):
    game = registry.game("toy")
    return Table(game, game.options_class.from_kwargs(num_players=num_players, **options), seed)


def session(answers, num_players=2, seed=1, **settings):
    """A session in which seat 0 gives the answers one by one and then leaves."""
    script = iter(answers)
    written = []

    def read(prompt):
        written.append(prompt)
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    seated = {seat: agents.make("random") for seat in range(1, num_players)}
    settings = {"width": 100, "confirm": True} | settings
    one = Session(table(num_players, seed), 0, seated, read=read, write=written.append, **settings)
    return one, written


def talk(answers, **settings):
    """What is written while the answers are given."""
    one, written = session(answers, seed=first_seat_begins(), **settings)
    with pytest.raises(Leave):
        one.run()
    return one, "\n".join(written)


def first_seat_begins(num_players=2):
    """A seed whose deal lets seat 0 begin."""
    return next(seed for seed in range(50) if table(num_players, seed).seat == 0)


# --- taking back -------------------------------------------------------------------------------------------------


def test_a_choice_that_reveals_nothing_can_be_undone():
    one = table(seed=first_seat_begins())
    before = one.batch.get_state(0)
    action = int(one.legal[0])  # a card; the stake is asked next, of the same seat
    assert one.why_final(action) == ""
    one.take(action, reversible=True)
    assert one.batch.get_state(0) != before and one.undoable == 1
    assert one.undo() and one.batch.get_state(0) == before and one.actions == []
    assert not one.undo() and one.undoable == 0


def test_a_choice_that_passes_the_turn_cannot_be_undone():
    one = table(seed=first_seat_begins())
    one.take(int(one.legal[0]), reversible=True)
    assert one.why_final(int(one.legal[0])) == PASSES
    one.take(int(one.legal[0]), reversible=False)
    assert not one.undo()


def test_a_choice_that_turns_up_a_card_cannot_be_undone():
    one = table(num_players=1)
    one.take(int(one.legal[0]), reversible=True)
    assert one.why_final(int(one.legal[0])) == REVEALS  # the rival turns the top card of the deck


def test_a_choice_that_ends_the_game_cannot_be_undone():
    one = table(num_players=1)
    while one.why_final(int(one.legal[0])) != ENDS:
        one.take(int(one.legal[0]), reversible=False)
    one.take(int(one.legal[0]), reversible=False)
    assert one.over


def test_luck_that_is_drawn_without_being_shown_counts(monkeypatch):
    """Given a choice that draws from a stream and shows nothing of it: it cannot be taken back."""
    one = table(seed=first_seat_begins())
    step = one._probe.step

    def step_and_draw(actions):
        step(actions)
        one._probe.states["stream_counter"][:, 0] += 1

    monkeypatch.setattr(one._probe, "step", step_and_draw)
    assert one.why_final(int(one.legal[0])) == LUCK


def test_decisions_of_others_that_are_forced_count():
    """Given a table where the others have a single card left each and forced decisions are taken by the engine."""
    one = table(seed=first_seat_begins())
    rng = np.random.default_rng(0)
    seen = set()
    while not one.over:
        action = int(rng.choice(one.legal))
        seat, decisions = one.seat, int(one.batch.states["num_decisions"][0])
        why = one.why_final(action)
        one.take(action, reversible=not why)
        by_others = int(one.batch.states["num_decisions"][0]) - decisions > 1
        seen.add((why, by_others))
        assert why or one.seat == seat
    assert (PASSES, True) in seen


def test_the_prober_needs_worlds_that_agree():
    """Given a position whose next choice reveals the deck, every copy shows something else."""
    one = table(num_players=1, seed=3)
    one.take(int(one.legal[0]), reversible=True)
    seen = set()
    for probe in range(8):
        one._probe.load(np.repeat(one.batch.states.copy(), 64) | 0 if False else _stepwise(one))
        one._probe.determinize(0, 0, probe)
        one._probe.step([int(one.legal[0])], games=[0])
        seen.add(one._probe.observe(0, 0).tobytes())
    assert len(seen) > 1


def _stepwise(one):
    states = np.repeat(np.asarray(one.batch.states), 64)
    states["auto_forced"] = 0
    return states


# --- words -------------------------------------------------------------------------------------------------------


def texts_of(one, typed):
    return [one.text_of(action) for action in choices(one, typed)]


def test_actions_are_found_by_number_and_by_words():
    one = table(seed=first_seat_begins())
    cards = [one.text_of(action) for action in one.legal]
    assert len(cards) > 1 and texts_of(one, "1") == cards[:1] and texts_of(one, str(len(cards))) == cards[-1:]
    assert texts_of(one, cards[0]) == texts_of(one, cards[0].upper()) == cards[:1]
    assert texts_of(one, f"p {cards[0][-1]}") == texts_of(one, f"pla {cards[0][-1]}") == cards[:1]
    assert texts_of(one, "play") == texts_of(one, "p") == cards
    assert texts_of(one, "99") == texts_of(one, "dance") == texts_of(one, "ay") == texts_of(one, "") == []


class Words:
    """A table with these actions on offer, and what they point at."""

    def __init__(self, *texts):
        self.texts = [text.partition(" (")[0] for text in texts]
        self.full, self.legal = texts, np.arange(len(texts))

    def text_of(self, action):
        return self.texts[action]

    def words_of(self, action):
        return self.full[action]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("draft road 1", [0]),  # exactly, though others go on from there
        ("draft road 1 (cooper)", [0]),
        ("d r 1", [0]),
        ("d r 12", [2]),
        ("dr ro", [0, 1, 2]),
        ("coop", [0, 2]),  # what it points at
        ("draft cooper +", [2]),
        ("cooper draft", []),  # not in this order
        ("hay", [1]),
        ("take 6.0", [3, 4]),
        ("take 6.0 1", [4]),
        ("ta 6.0 with die 1", [4]),
        ("take 6", [3, 4]),  # the beginning, letter by letter
        ("no", [5]),
        ("oad", []),
        ("(", []),
    ],
)
def test_beginnings_of_words(typed, found):
    one = Words(
        "draft road 1 (cooper)",
        "draft road 2 (hayer)",
        "draft road 12 (cooper +1)",
        "take 6.0 with die 0",
        "take 6.0 with die 1",
        "no coin",
    )
    assert choices(one, typed) == found


def test_an_ambiguous_text_lists_what_it_can_mean():
    one, text = talk(["play", "dance"])
    listed = text.partition("'play' can mean:")[2].partition("> ")[0]
    assert [one.table.text_of(action) in listed for action in one.table.legal] == [True] * len(
        one.table.legal
    )
    assert (
        f"'dance' is not the beginning of an action on offer; type a number from 1 to {len(one.table.legal)}"
        in text
    )


# --- screens -----------------------------------------------------------------------------------------------------


def test_every_screen_says_what_is_asked_and_the_keys():
    one, text = talk(["1"])
    screens = text.split("You are asked: ")[1:]
    assert len(screens) == 2
    assert screens[0].startswith("score a card of the hand") and "STAKE" not in screens[1]
    for number, screen in enumerate(screens):
        for letter, word, _ in KEYS:
            assert (f"{letter} {word}" in screen) == (letter != "u" or number == 1)


def test_a_question_mark_explains():
    _, text = talk(["?"])
    assert "Actions on offer" in text and "Keys:" in text and "A choice can be taken back" in text
    assert all(
        re.search(rf"^  {re.escape(letter)}, {word}  ", text, re.MULTILINE) for letter, word, _ in KEYS
    )


def test_hints_come_from_the_agent_asked_for():
    _, text = talk(["h", "h random", "hint mc:sims=20", "h nobody", "h mc:sims=0", "h ppo"])
    assert "greedy would choose: play" in text  # the toy has no heuristic of its own
    assert "random would choose: play" in text and "mc:sims=20 would choose: play" in text
    assert re.search(r"^ +[+-]\d+\.\d\d  play", text, re.MULTILINE) and "  (points at once" in text
    assert "no hint: no agent called 'nobody'" in text and "no hint: agent 'mc:sims=0'" in text
    assert "no hint: no trained policy ships for toy" in text


def test_hints_change_nothing():
    one, _ = session(["h", "h mc:sims=30", "h random"], seed=first_seat_begins())
    before = one.table.batch.get_state(0)
    with pytest.raises(Leave):
        one.run()
    assert one.table.batch.get_state(0) == before and not one.table.actions


def test_colour_changes_no_letter():
    plain, without = session(["?", "1", "y", "h"], seed=first_seat_begins())
    painter = Painter(plain.table.game, plain.table.options)
    coloured, painted = session(["?", "1", "y", "h"], seed=first_seat_begins(), paint=painter)
    for one in (plain, coloured):
        with pytest.raises(Leave):
            one.run()
    assert "\x1b[1;34mplayer 1\x1b[0m" in "".join(painted)
    assert [re.sub(r"\x1b\[[\d;]*m", "", text) for text in painted] == without


@pytest.mark.parametrize("game", shipped_games())
def test_games_paint_whole_words(game):
    one = registry.game(game)
    words = one.part("legend").PAINT
    assert words and set(words.values()) <= set(CODES)
    paint = Painter(one, one.options_class())
    word = next(iter(words))
    assert paint(word) == f"\x1b[{CODES[words[word]]}m{word}\x1b[0m"
    assert paint(f"un{word} {word}y-{word}") == f"un{word} {word}y-{word}"


@pytest.mark.parametrize(
    ("setting", "terminal", "variables", "expected"),
    [
        ("auto", True, {"TERM": "xterm"}, True),
        ("auto", False, {"TERM": "xterm"}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {}, False),
        ("auto", True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {"TERM": "xterm"}, False),
    ],
)
def test_where_there_is_colour(monkeypatch, setting, terminal, variables, expected):
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    assert wanted(setting, stream) == expected


@pytest.mark.parametrize("width", [20, 40])
def test_a_narrow_terminal_has_room(width):
    one, written = session(["?", "play", "dance", "u", "h", "1", "n"], seed=first_seat_begins(), width=width)
    with pytest.raises(Leave):
        one.run()
    board = set(one.table.text(0).splitlines())
    own = [
        line
        for text in written
        for line in text.splitlines()
        if not line.startswith(("Keepsakes", ">", "  player"))
    ]
    assert max(map(len, own)) <= width and board


def test_words_of_the_keys_are_keys_too():
    _, text = talk(["help", "hint", "table", "log", "undo", "T", "quit"])
    assert (
        "Keys:" in text
        and "would choose" in text
        and "nothing yet" in text
        and "Nothing to take back" in text
    )
    assert text.count("You are asked") == 4  # the screen, the explanation, the table twice


def test_a_session_undoes_asks_again_and_finishes():
    seed = first_seat_begins()
    one, written = session(["1", "u", "dance", "1", "stake", "n", "stake", "y"] + ["1", "y"] * 6, seed=seed)
    one.run()
    assert one.table.over
    text = "\n".join(written)
    assert (
        "taken back" in text and "it cannot be taken back, it passes the turn." in text and "not sent" in text
    )
    replay = one.table.replay()
    assert replay.finished and Replay.loads(replay.dumps(), replay.game).execute() is not None


def test_nothing_is_asked_again_unless_wanted():
    seated, written, script = {1: agents.make("random")}, [], iter(["1"] * 40)
    one = Session(
        table(seed=first_seat_begins()), 0, seated, read=lambda prompt: next(script), write=written.append
    )
    one.run()
    assert one.table.over and "cannot be taken back" not in "".join(written)


def test_leaving_at_the_question_leaves(tmp_path):
    one, _ = session(["1", "1", "q", "1"], seed=first_seat_begins())
    with pytest.raises(Leave):
        one.run()
    assert len(one.table.actions) == 1


def test_a_session_can_be_left_and_saved(tmp_path, capsys):
    one, _ = session([], seed=first_seat_begins())
    with pytest.raises(Leave):
        one.run()
    path = tmp_path / "game.jsonl"
    one.table.replay().save(path)
    assert cli.main(["replay", str(path), "--table"]) == 0
    assert "not finished" in capsys.readouterr().out


def test_without_standard_input_it_is_left():
    def lost(prompt):
        raise RuntimeError("input(): lost sys.stdin")

    one, _ = session([], seed=first_seat_begins())
    one.read = lost
    with pytest.raises(Leave):
        one.run()


def test_the_command_plays_with_a_script(tmp_path, monkeypatch, capsys):
    answers = iter(["?", "h", "1", "u", "1", "1", "y", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    path = tmp_path / "game.jsonl"
    words = ["play", "toy", "--seed", str(first_seat_begins()), "--opponents", "random", "--save", str(path)]
    assert cli.main(words) == 0
    assert "You are asked" in capsys.readouterr().out and Replay.load(path).decisions


def test_a_game_left_in_the_middle_goes_on(tmp_path, monkeypatch, capsys):
    path, other = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    command = ["play", "villagers", "--opponents", "random"]

    def play(typed, *more):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = cli.main([*command, *map(str, more)])
        return status, capsys.readouterr()

    _, said = play("1\n1\nq\n", "--players", 3, "--seed", 4, "--save", path)
    assert said.out.splitlines()[-1].strip() == f"eurogym play villagers --resume {path} --opponents random"
    before = Replay.load(path)
    assert not before.finished and len(before.decisions) >= 2
    status, said = play("l\nq\n", "--resume", path, "--save", other)
    again = Replay.load(other)
    assert status == 0 and again.decisions[: len(before.decisions)] == before.decisions
    assert again.options == before.options and again.seed == 4
    assert said.out.count("draft ") >= 2, "what was played is told"
    for more, words in (
        (("--resume", path, "--seed", 4), "--seed is that of the file"),
        (("--resume", path, "--players", 3), "--players is that of the file"),
        (("--resume", tmp_path / "none"), "No such file"),
    ):
        status, said = play("", *more)
        assert status == 2 and words in said.err
    finished = play_out(before.game, before.options, 4)
    finished.save(path)
    status, said = play("", "--resume", path)
    assert status == 2 and "this game is over" in said.err
    status = cli.main(["play", "village", "--resume", str(path)])
    assert status == 2 and "is a game of villagers, not of village" in capsys.readouterr().err


def test_a_failing_opponent_leaves_the_replay(tmp_path, monkeypatch, capsys):
    (tmp_path / "bad_bot.py").write_text(
        "class Bad:\n    def act(self, batch, games):\n        return [-1]\n"
    )
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    path = tmp_path / "game.jsonl"
    bot = f"{tmp_path / 'bad_bot.py'}:Bad"
    words = [
        "play",
        "toy",
        "--seed",
        str(first_seat_begins()),
        "--opponents",
        bot,
        "--save",
        str(path),
    ]
    assert cli.main(words) == 2
    assert "bad_bot.py:Bad', game 0: action -1" in capsys.readouterr().err
    assert Replay.load(path).decisions


# --- the games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_games())
def test_every_game_explains_its_signs(name):
    rows = legend.signs(registry.game(name))
    assert len(rows) > 8 and all(sign and meaning and not meaning.endswith(".") for sign, meaning in rows)
    assert len({sign for sign, _ in rows}) == len(rows)


def test_a_game_without_a_legend_is_asked_by_its_actions():
    one = table(seed=first_seat_begins())
    assert legend.signs(one.game) == () and legend.asked(one) == "score a card of the hand"


@pytest.mark.parametrize(
    ("name", "asked", "words"),
    [
        (
            "villagers",
            "agent",
            "Silver, worth at a market the most coins on one villager",
        ),
        ("villagers", "Horse_Trader", "Silver, worth at a market 3 per 2 hay symbols"),
        ("castles_of_burgundy", "bank", "bank: building: gain 2 silver"),
        (
            "castles_of_burgundy",
            "monastery 2",
            "monastery 2: monastery: end of phase: +1 worker per own mine",
        ),
        (
            "keyflower",
            "tavern",
            "draw 2 workers; upgraded for 1 wood + 1 stone + 1 iron: any worker -> draw 3 workers",
        ),
        ("village", "church", "church: a member goes into the black bag"),
    ],
)
def test_every_game_explains_its_components(name, asked, words):
    game, written = registry.game(name), []
    answers = iter([f"? {asked}", "help nonsense", "?"])
    one = Session(
        Table(game, game.options_class.from_kwargs(num_players=2), 1), 0, {}, width=200, write=written.append
    )
    one.seat, one.read = one.table.seat, lambda prompt: next(answers)
    with pytest.raises(StopIteration):
        one.run()
    text = "\n".join(written)
    assert words in text and "nothing here is called 'nonsense'" in text
    told = legend.meanings(game, "")
    assert all(words for _, words in told) and len({name for name, _ in told}) == len(told) > 15
    for line in [words for _, words in told] + [text.partition("Actions on offer")[2]]:
        assert not re.search(r"\b[A-Z]\d+\.\d|\b[BSD]\d+[a-k]?:|\b[A-Z]+_[A-Z]+\b", line)


@pytest.mark.parametrize("name", shipped_games())
def test_no_action_is_explained_by_numbers_of_rules_or_names_of_the_code(name):
    for section in registry.game(name).actions.sections:
        for one in section.ranges:
            assert one.help and not re.search(r"\b[A-Z]{1,2}\d|[A-Z]{3,}|\bseat|relative", one.help), one.name
