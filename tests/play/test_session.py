"""A person at a table in the terminal: keys, choices found by their words, hints, taken back, asked for again."""

import io
import os
import re

import numpy as np
import pytest

from eurogym import agents
from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.faces.replay import play as play_out
from eurogym.play import legend
from eurogym.play.choices import choices
from eurogym.play.colour import CODES, Painter, wanted
from eurogym.play.session import KEYS, Leave, Session
from eurogym.play.table import ENDS, LUCK, PASSES, REVEALS
from tests import toy
from tests.play.tables import table
from tests.playing import shipped_games

registry.register(toy.GAME, toy)


def session(answers, **settings):
    """A session in which seat 0, who begins, gives the answers one by one and then leaves."""
    script, written = iter([*answers, None]), []

    def read(prompt):
        written.append(prompt)
        if (answer := next(script)) is None:
            raise EOFError
        return answer

    settings = {"width": 100, "confirm": True} | settings
    one = table("toy", BEGINS)
    return Session(one, 0, {1: agents.make("random")}, read=read, write=written.append, **settings), written


def talk(answers, **settings):
    """What is written while the answers are given."""
    one, written = session(answers, **settings)
    with pytest.raises(Leave):
        one.run()
    return one, "\n".join(written)


BEGINS = next(seed for seed in range(50) if table("toy", seed).seat == 0)  # a deal that lets seat 0 begin


def test_decisions_of_others_that_are_forced_count():
    """A choice after which only forced decisions of others follow is final all the same."""
    one, rng, seen = table("toy", BEGINS), np.random.default_rng(0), set()
    while not one.over:
        action, seat, before = int(rng.choice(one.legal)), one.seat, int(one.batch.states["num_decisions"][0])
        why = one.why_final(action)
        one.take(action, reversible=not why)
        seen.add((why, int(one.batch.states["num_decisions"][0]) - before > 1))
        assert why or one.seat == seat
    assert (PASSES, True) in seen


def test_a_choice_that_reveals_nothing_can_be_undone_and_others_cannot():
    one = table("toy", BEGINS)
    before = one.batch.states[0].tobytes()
    action = int(one.legal[0])  # a card; the stake is asked next, of the same seat
    assert one.why_final(action) == ""
    one.take(action, reversible=True)
    assert one.batch.states[0].tobytes() != before and one.undoable == 1
    assert one.undo() and one.batch.states[0].tobytes() == before and one.actions == []
    assert not one.undo() and one.undoable == 0
    one.take(action, reversible=True)
    assert one.why_final(int(one.legal[0])) == PASSES
    one.take(int(one.legal[0]), reversible=False)
    assert not one.undo()


def test_alone_a_card_of_the_rival_is_turned_up_and_the_last_choice_ends_the_game():
    one, why = table("toy", num_players=1), []
    while not one.over:
        why.append(one.why_final(int(one.legal[0])))
        one.take(int(one.legal[0]), reversible=True)
    assert why[:2] == ["", REVEALS] and why[-1] == ENDS


def test_luck_that_is_drawn_without_being_shown_counts(monkeypatch):
    """Given a choice that draws from a stream and shows nothing of it: it cannot be taken back."""
    one = table("toy", BEGINS)
    step = one._probe.step

    def step_and_draw(actions):
        step(actions)
        one._probe.states["stream_counter"][:, 0] += 1

    monkeypatch.setattr(one._probe, "step", step_and_draw)
    assert one.why_final(int(one.legal[0])) == LUCK


def test_actions_are_found_by_number_and_by_words():
    one = table("toy", BEGINS)
    cards = [one.text_of(action) for action in one.legal]
    assert len(cards) > 1
    for typed, found in (
        ("1", cards[:1]),
        (str(len(cards)), cards[-1:]),
        (cards[0], cards[:1]),
        (cards[0].upper(), cards[:1]),
        (f"p {cards[0][-1]}", cards[:1]),
        (f"pla {cards[0][-1]}", cards[:1]),
        ("play", cards),
        ("p", cards),
        *((typed, []) for typed in ("99", "dance", "ay", "")),
    ):
        assert [one.text_of(action) for action in choices(one, typed)] == found


class Offered:
    """A table with these actions on offer: their texts in files, and the words of players."""

    def __init__(self, offered):
        self.texts, self.full = tuple(offered), tuple(offered.values())
        self.legal = np.arange(len(offered))

    def text_of(self, action):
        return self.texts[action]

    def words_of(self, action):
        return self.full[action]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("draft road 1", [0]),  # the text in files
        ("draft Cooper from Road 1", [0]),
        ("draft Cooper from Road 12 (with 1 coin)", [2]),
        ("d c f r 1", [0]),
        ("d r 12", [2]),
        ("dr co", [0, 2]),
        ("coop", [0, 2]),
        ("cooper coin", [2]),  # what follows
        ("cooper draft", []),  # not in this order
        ("hay", [1]),
        ("take 6.0 with die 1", [4]),
        ("bank 5", [3]),
        ("take the bank from depot 6 with the 3", [4]),
        ("no", [5]),
        ("oad", []),
        ("(", []),
    ],
)
def test_actions_are_found_by_their_words(typed, found):
    one = Offered(
        {
            "draft road 1": "draft Cooper from Road 1",
            "draft road 2": "draft Hayer from Road 2",
            "draft road 12": "draft Cooper from Road 12 (with 1 coin)",
            "take 6.0 with die 0": "take the bank from depot 6 with the 5 and 1 worker",
            "take 6.0 with die 1": "take the bank from depot 6 with the 3",
            "coin_pass": "put no coin",
        }
    )
    assert choices(one, typed) == found


def test_an_ambiguous_text_lists_what_it_can_mean():
    one, text = talk(["play", "dance"])
    listed = text.partition("'play' can mean:")[2].partition("> ")[0]
    assert all(one.table.text_of(action) in listed for action in one.table.legal)
    count = len(one.table.legal)
    assert f"'dance' is not the beginning of an action on offer; type a number from 1 to {count}" in text


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
    for letter, word, _ in KEYS:
        assert re.search(rf"^  {re.escape(letter)}, {word}  ", text, re.MULTILINE)


def test_hints_come_from_the_agent_asked_for_and_change_nothing():
    one, text = talk(["h", "h random", "hint mc:sims=20", "h nobody", "h mc:sims=0", "h ppo"])
    assert (
        one.table.batch.states[0].tobytes() == table("toy", BEGINS).batch.states[0].tobytes()
        and not one.table.actions
    )
    assert "greedy would choose: play" in text  # the toy has no heuristic of its own
    assert "random would choose: play" in text and "mc:sims=20 would choose: play" in text
    assert re.search(r"^ +[+-]\d+\.\d\d  play", text, re.MULTILINE) and "  (points at once" in text
    assert "no hint: no agent called 'nobody'" in text and "no hint: agent 'mc:sims=0'" in text
    assert "no hint: no trained policy ships for toy" in text


def test_colour_changes_no_letter():
    answers = ["?", "1", "y", "h"]
    one, plain = talk(answers)
    _, painted = talk(answers, paint=Painter(one.table.game, one.table.options))
    assert "\x1b[1;34mplayer 1\x1b[0m" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain


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
    monkeypatch.setattr(os, "environ", variables)
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    assert wanted(setting, stream) == expected


@pytest.mark.parametrize("width", [20, 40])
def test_a_narrow_terminal_has_room(width):
    _, text = talk(["?", "play", "dance", "u", "h", "1", "n"], width=width)
    own = [line for line in text.splitlines() if not line.startswith(("Keepsakes", ">", "  player"))]
    assert max(map(len, own)) <= width


def test_words_of_the_keys_are_keys_too():
    _, text = talk(["help", "hint", "table", "log", "undo", "T", "quit"])
    assert all(words in text for words in ("Keys:", "would choose", "nothing yet", "Nothing to take back"))
    assert text.count("You are asked") == 4  # the screen, the explanation, the table twice


def test_a_session_undoes_asks_again_and_finishes():
    one, written = session(["1", "u", "dance", "1", "stake", "n", "stake", "y"] + ["1", "y"] * 6)
    one.run()
    assert one.table.over
    text = "\n".join(written)
    for words in ("taken back", "this cannot be taken back, because it passes the turn.", "not sent"):
        assert words in text
    replay = one.table.replay()
    assert replay.finished and Replay.loads(replay.dumps(), replay.game).execute() is not None


def test_nothing_is_asked_again_unless_wanted_and_leaving_at_the_question_leaves():
    one, written = session(["1"] * 40, confirm=False)
    one.run()
    assert one.table.over and "cannot be taken back" not in "".join(written)
    one, _ = talk(["1", "1", "q", "1"])
    assert len(one.table.actions) == 1


def test_without_standard_input_it_is_left():
    def lost(prompt):
        raise RuntimeError("input(): lost sys.stdin")

    with pytest.raises(Leave):
        Session(table("toy", BEGINS), 0, {1: agents.make("random")}, read=lost, write=str).run()


def test_the_command_plays_with_a_script(tmp_path, monkeypatch, capsys):
    answers = iter(["?", "h", "1", "u", "1", "1", "y", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    path = str(tmp_path / "game.jsonl")
    assert cli.main(["play", "toy", "--seed", str(BEGINS), "--opponents", "random", "--save", path]) == 0
    assert "You are asked" in capsys.readouterr().out and Replay.load(path).decisions


def test_a_game_left_in_the_middle_goes_on(tmp_path, monkeypatch, capsys):
    path, other = tmp_path / "one.jsonl", tmp_path / "two.jsonl"

    def play(typed, *more, game="villagers"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = cli.main(["play", game, *map(str, more)])
        return status, capsys.readouterr()

    _, said = play("1\n1\nq\n", "--opponents", "random", "--players", 3, "--seed", 4, "--save", path)
    assert said.out.splitlines()[-1].strip() == f"eurogym play villagers --resume {path}"
    before = Replay.load(path)
    assert not before.finished and len(before.decisions) >= 2
    assert cli.main(["replay", str(path), "--table"]) == 0
    assert "not finished" in capsys.readouterr().out
    status, said = play("l\nq\n", "--resume", path, "--save", other)
    again = Replay.load(other)
    assert status == 0 and again.decisions[: len(before.decisions)] == before.decisions
    assert again.options == before.options and again.seed == 4
    assert again.players == before.players == ("", "random", "random"), "who sat there is known from the file"
    assert said.out.count("draft ") >= 2, "what was played is told"
    over = tmp_path / "over.jsonl"
    play_out(before.game, before.options, 4).save(over)
    for more, game, words in (
        ((path, "--seed", 4), "villagers", "--resume takes --seed from the file"),
        ((path, "--players", 3), "villagers", "--resume takes --players from the file"),
        ((tmp_path / "none",), "villagers", "No such file"),
        ((over,), "villagers", "this game is over"),
        ((over,), "village", "is a game of villagers, not of village"),
    ):
        status, said = play("", "--resume", *more, game=game)
        assert status == 2 and words in said.err
    for more in ((), ("--resume", path)):
        status, said = play("", *more, "--save", over)
        assert status == 2 and "this file already exists" in said.err and Replay.load(over).finished
        assert not said.out, "the table is announced only when its file can be written"


def test_a_failing_opponent_leaves_the_replay(tmp_path, monkeypatch, capsys):
    bot, path = tmp_path / "bad_bot.py", str(tmp_path / "game.jsonl")
    bot.write_text("class Bad:\n    def act(self, batch, games):\n        return [-1]\n")
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    words = ["play", "toy", "--seed", str(BEGINS), "--opponents", f"{bot}:Bad", "--save", path]
    assert cli.main(words) == 2
    assert "bad_bot.py:Bad', game 0: action -1" in capsys.readouterr().err
    assert Replay.load(path).decisions


@pytest.mark.parametrize("name", shipped_games())
def test_every_game_explains_its_signs(name):
    rows = legend.signs(registry.game(name))
    assert len(rows) > 8 and all(sign and meaning and not meaning.endswith(".") for sign, meaning in rows)
    assert len({sign for sign, _ in rows}) == len(rows)


def test_a_game_without_a_legend_is_asked_by_its_actions():
    one = table("toy", BEGINS)
    assert legend.signs(one.game) == () and legend.asked(one) == "score a card of the hand"


@pytest.mark.parametrize("name", shipped_games())
def test_no_action_is_explained_by_numbers_of_rules_or_names_of_the_code(name):
    for section in registry.game(name).actions.sections:
        for one in section.ranges:
            assert one.help and not re.search(r"\b[A-Z]{1,2}\d|[A-Z]{3,}|\bseat|relative", one.help), one.name
