"""The report on a game itself: figures against computation by hand, and the pages of all games."""

import csv
import json
import re

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.design.components import component_figures, dead, ranked
from eurogym.design.course import TIMES, fit_chances
from eurogym.design.figures import control, seats
from eurogym.design.page import Page
from eurogym.design.record import GRID, Observer, declared, labels_of, lead_changes, settled
from eurogym.design.report import changes, figures_of
from eurogym.design.tables import Band, Table, band_of, play, sizes_of
from eurogym.envs.core import registry
from eurogym.measure.games.matches import Cell, MatchResults, Player, deal_seeds
from eurogym.measure.report.document import Commands
from eurogym.measure.stats.statistics import benjamini_hochberg, clustered_fit
from tests.playing import shipped_games

NAMING = {  # ranges of actions whose words name the component
    "castles_of_burgundy": ("take", "buy"),
    "keyflower": ("use",),
    "village": ("take", "serve", "wagon", "ox"),
    "villagers": ("draft_road", "play", "take_basic"),
}


class Listener(Observer):
    """Writes down beside the records what was taken or placed, as the words of the game say it."""

    def __init__(self, batch):
        super().__init__(batch)
        self.told, self.asked = [], 0

    def before(self, games, actions):
        batch, counts = self.batch, self.taken + self.placed
        super().before(games, actions)
        self.asked += len(games)
        for game, seat, number in np.argwhere(self.taken + self.placed > counts):
            action = int(actions[list(games).index(game)])
            name = batch.catalog.locate(action)[0]
            assert seat == batch.current_seat[game]
            if name in NAMING[batch.game.name]:
                words = batch.catalog.texts[action]
                if batch.game.name != "keyflower":  # what a text points at
                    words = batch.game.explain_action(batch.state(int(game)), batch.options, action)
                self.told.append((name, int(number), words))


@pytest.mark.parametrize("game", shipped_games())
def test_records_name_the_components_that_the_words_of_the_game_name(game):
    listeners = []

    def watch(batch, seating):
        listeners.append(Listener(batch))
        return listeners[-1]

    cell = Cell(game, ["heuristic"], np.zeros((3, 2), int), deal_seeds(4, 3), watch=watch)
    results = Player(cell).play(range(3))
    labels, met = labels_of(declared(registry.game(game))), set()
    for name, number, words in listeners[0].told:
        met.add(name)
        component = labels[number].partition(": ")[2]
        name = (re.search(r"\((.*)\)", component) or [0, component])[1]
        assert all(word in words.lower() for word in re.findall("[a-z]+", name))
    assert met == set(NAMING[game])
    facts = results.facts
    assert facts["real"].sum() == listeners[0].asked
    assert (facts["points"].sum(axis=2) == results.scores).all()  # the columns of the score sheet add up
    assert (facts["course"][:, -1] == results.scores).all()
    assert (facts["from_others"] >= 0).all() and (facts["wait"] <= facts["longest_wait"]).all()
    assert (facts["gains"].sum(axis=2) + facts["course"][:, 0] == results.scores).all()


def test_lead_changes_and_the_moment_that_settles_a_game_by_hand():
    standings = np.array([[0, 0], [2, 1], [2, 2], [1, 2], [3, 2], [3, 3], [3, 4]])
    assert lead_changes(standings) == 3  # 1, then 2, then 1, then 2; level moments change nothing
    assert settled(standings, 1) == 5 / 7
    assert settled(standings[:2], 0) == 0.0


def test_false_discoveries_are_controlled_as_in_the_example_of_the_paper():
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
         0.7590, 1.0]  # fmt: skip
    rates = benjamini_hochberg([*p, np.nan])
    assert (rates[:15] <= 0.05).sum() == 4 and np.isnan(rates[15])
    assert rates[3] == pytest.approx(0.0095 * 15 / 4)


def test_intervals_of_the_fit_hold_where_rows_of_a_cluster_hang_together():
    rng = np.random.default_rng(0)
    misses = 0
    for _ in range(200):
        clusters = np.repeat(np.arange(60), 4)
        x = rng.normal(size=60)[
            clusters
        ]  # the same within a cluster: the worst case for rows taken as independent
        y = 2 * x + rng.normal(size=60)[clusters] + 0.3 * rng.normal(size=240)
        found, covariance = clustered_fit(np.stack([np.ones(240), x], axis=1), y, clusters)
        misses += abs(found[1] - 2) > 1.96 * np.sqrt(covariance[1, 1])
    assert 2 <= misses <= 26  # 10 of 200 expected, a few more with 60 clusters


@pytest.mark.slow
def test_kinds_of_which_every_table_has_the_same_number_have_intervals():
    """Given the boats of Keyflower with two and three players: their columns add up to nothing, but for rounding."""
    games = play("keyflower", [Band("heuristic", 300)], [2, 3], duels=False)
    found = component_figures(games.tables, registry.game("keyflower"))
    effects = [one for one in found if one.name == "points above its kind"]
    assert len(effects) > 50
    for one in effects:
        assert 0.3 < one.high - one.low < 60, one


def test_the_chance_to_win_is_found_again_where_it_is_known():
    rng = np.random.default_rng(1)
    course = np.cumsum(rng.normal(size=(3000, GRID, 3)), axis=1)
    odds = 0.2 * course[:, GRID // 2]
    chance = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    wins = np.eye(3)[[rng.choice(3, p=one) for one in chance]]
    model = fit_chances(course, wins)
    assert model.worth(TIMES[[GRID // 2]])[0] == pytest.approx(0.2, abs=0.06)
    assert model.against_one(0.0, TIMES) == pytest.approx(np.full(GRID, 0.5))
    assert model.of(course, TIMES).sum(axis=2) == pytest.approx(np.ones((3000, GRID)))


def made_up(games: int, seed: int = 0) -> Table:
    """A table of Village in which customer 3 is worth 5 points to who has it, and the second in turn order 2."""
    rng = np.random.default_rng(seed)
    total = len(labels_of(declared(registry.game("village"))))
    taken = np.zeros((games, 2, total), int)
    taken[np.arange(games)[:, None], rng.integers(0, 2, (games, 24)), np.arange(24)] = 1
    starters = rng.integers(0, 2, games)
    scores = rng.normal(50, 6, (games, 2)) + 5 * taken[:, :, 3] + rng.normal(0, 20, (games, 1))
    scores[np.arange(games), 1 - starters] += 2
    scores = np.round(scores).astype(int)
    ahead = np.sign(scores - scores[:, ::-1])
    nothing = np.zeros((games, total), bool)
    facts = {"taken": taken, "placed": np.zeros_like(taken), "offered": nothing | (np.arange(total) < 24)}
    results = MatchResults(np.zeros((games, 2), int), np.arange(games), starters, scores, ahead.astype(float),
                           np.full(games, 100), np.zeros(1), facts)  # fmt: skip
    return Table("village", "heuristic", 2, results)


def test_a_planted_component_is_named_first_with_its_worth_whatever_the_deal_and_seat_do():
    figures = component_figures([made_up(400)], registry.game("village"))
    control(figures)
    first, *others = ranked(figures, "heuristic")
    assert first.of.startswith("customer: 3 ") and first.sure
    assert first.low < 5 * 23 / 24 < first.high and first.high - first.low < 4
    assert sum(one.sure for one in others) <= 2
    assert not dead(figures, "heuristic")


def test_shares_by_turn_order_are_those_counted_by_hand():
    table = made_up(60)
    won = [one for one in seats(table) if one.name == "games won"]
    first, second = (one for one in won if one.of.startswith("turn order"))
    begins = [table.wins[game, table.results.starters[game]] for game in range(60)]
    assert first.value == pytest.approx(np.mean(begins)) and first.value + second.value == pytest.approx(1)
    assert first.low < first.value < first.high


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", shipped_games())
def test_every_game_has_a_page(game):
    options = {"data_overrides": "short"} if game == "village" else {}
    games = play(game, [Band("random", 32), Band("heuristic", 32)], [2], options=options)
    figures = figures_of(games)
    parts = set("seats length points course lead time comeback ranks components skill".split())
    assert {one.part for one in figures} >= parts
    for one in figures:
        assert np.isfinite(one.value), one
        assert np.isnan(one.low) or one.low <= one.value + 1e-9 <= one.high + 2e-9, one
    page = Page(games, figures, "eurogym design report").document()
    html = page.html()
    assert page.elements[0].text.endswith("(short)") == (game == "village")
    assert html.count("<svg") >= 5 and "nan" not in re.sub(r"\w*nan\w+|\w+nan\w*", "", html)
    parts = "Seats and turn order", "Length and choices", "Course", "Components", "Skill against luck"
    assert all(f"<details><summary><h2>{heading}</h2>" in html for heading in parts)
    verdict = page.elements[1].items
    assert 4 <= len(verdict) <= 8 and any("**Turn order**" in text for text in verdict)
    (step,) = (one for one in figures if one.part == "skill" and one.name == "games won")
    assert step.value > 0.9


@pytest.mark.parametrize(
    ("game", "options", "commands"),
    [
        (
            "villagers",
            {"expansions": ["saints", "profiteers"]},
            [
                "design report villagers --option expansions=saints,profiteers --against-variant ",
                "design balance villagers --option expansions=saints,profiteers --entry ",
            ],
        ),
        (
            "village",
            {"data_overrides": "growing_bag", "start_compensation": False},
            ["design balance village --table growing_bag --option start_compensation=False --entry "],
        ),
        ("village", {}, ["design report village --against-variant ", "design balance village --entry "]),
    ],
)
def test_commands_of_the_page_are_those_of_the_game_that_was_played(game, options, commands):
    games = play(game, [Band("random", 100)], [2], options=options, duels=False)
    (shown,) = (
        block.lines
        for block in Page(games, figures_of(games), "eurogym design report").document().elements
        if isinstance(block, Commands) and "--entry" in block.lines[-1]
    )
    assert len(shown) == len(commands)
    for line, begun in zip(shown, commands, strict=True):
        assert line.startswith(f"eurogym {begun}")


def test_page_csv_and_json_say_the_same_and_a_variant_is_told_on_the_same_deals(tmp_path, capsys):
    free = tmp_path / "free_church.json"
    free.write_text(json.dumps({"church": {"advance_cost_grain": [0, 0, 0, 0]}}))
    words = f"design report village --players 2 --bands random@40 --quiet --jobs 1 --out {tmp_path / 'out'}"
    assert cli.main([*words.split(), "--against-variant", str(free)]) == 0
    shown = capsys.readouterr().out
    assert "All that free_church changes" in shown and "learned the printed tables" in shown
    data = json.loads((tmp_path / "out" / "report.json").read_text())
    with (tmp_path / "out" / "report.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["value"] for row in rows] == [str(one["value"]) for one in data["figures"]]
    of_games = [one for one in data["figures"] if one["part"] == "change" and one["of"] == "game"]
    (points,) = (one for one in of_games if one["name"] == "points")
    plain, free_church = (
        play("village", [Band("random", 40)], [2], options=options, duels=False)
        for options in ({}, {"data_overrides": str(free)})
    )
    both = [games.tables[0].scores.mean(axis=1) for games in (plain, free_church)]
    assert points["value"] == pytest.approx((both[1] - both[0]).mean())
    assert not any(one.value for one in changes(plain, plain) if one.of == "game")
    assert "report.html" in "".join(path.name for path in (tmp_path / "out").iterdir())


def test_bands_of_slow_agents_play_a_part_of_the_deals():
    assert band_of("ppo", 1000) == Band("ppo", 100) and band_of("ppo@7", 1000) == Band("ppo", 7)
    assert band_of("heuristic", 1000).games == 1000 and sizes_of("castles_of_burgundy") == [2, 3, 4]
