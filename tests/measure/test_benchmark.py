"""eurogym-bench-v0: its tasks are frozen, submissions add up and can be played again, and the report's statistics."""

import json
import re
import sys

import numpy as np
import pytest
from scipy.stats import hypergeom, trim_mean

from eurogym.cli import main as cli
from eurogym.common.deals import PURPOSES
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.errors import FileError
from eurogym.measure.benchmark import benchmark, suite
from eurogym.measure.benchmark.progression import progression as progression_of
from eurogym.measure.report.report import write_results
from tests.playing import shipped_games

FROZEN = "cf01bb16a45e5d340ca65e3b97a698726a3ce804cf10d2583a83f7c31dd7aa18"


@pytest.fixture(scope="module")
def submissions():
    """What random play, greedy and the heuristic come to in one game."""
    return {
        agent: benchmark.run_benchmark(agent, "tiny", ["village"])
        for agent in ("random", "greedy", "heuristic")
    }


def test_the_tasks_are_those_of_v0():
    assert benchmark.load_benchmark().frozen == FROZEN, "published tasks never change; begin eurogym-bench-v1"


def test_the_tasks_are_tables_of_the_games_on_deals_of_their_own():
    bench = benchmark.load_benchmark()
    assert {task.game for task in bench.tasks} == set(shipped_games())
    assert sum(task.seats > 1 for task in bench.tasks) == 12
    assert len({task.id for task in bench.tasks}) == len(bench.tasks)
    for task in bench.tasks:
        registry.game(task.game).options_class.from_kwargs(**task.options)
    purposes = {"test" if one.name == "testing" else one.name: one.roots for one in PURPOSES}
    assert {name: range(*ends) for name, ends in bench.deals.items()} == purposes
    ends = sorted(bench.deals.values())
    assert all(before[1] <= after[0] for before, after in zip(ends, ends[1:], strict=False))
    assert bench.test_root in range(*bench.deals["test"])


def test_progression_is_0_for_random_play_and_100_for_the_heuristic(submissions):
    for agent, expected in (("random", 0.0), ("heuristic", 100.0)):
        scores = [one.mean for one in benchmark.task_scores(submissions[agent]).values()]
        assert scores == pytest.approx([expected] * len(scores))
    for name, rows in benchmark.rows_of(submissions["greedy"]).items():
        assert rows[:, 1:] == pytest.approx(benchmark.rows_of(submissions["heuristic"])[name][:, 1:])


def test_a_submission_is_played_again_to_the_digit_and_changes_are_seen(submissions, tmp_path):
    found = json.loads(json.dumps(submissions["greedy"]))
    path = tmp_path / "greedy.json"
    path.write_text(json.dumps(found))
    assert benchmark.verify(benchmark.read_submission(path), sample=2).other == ()
    found["tasks"][0]["scores"][0][0] += 1
    path.write_text(json.dumps(found))
    with pytest.raises(FileError, match="was changed after it was written"):
        benchmark.read_submission(path)
    found["hash"] = benchmark.hash_of(found)  # whoever writes a hash of his own is found out by playing
    assert benchmark.verify(found, sample=100).other == ((found["tasks"][0]["id"], 0),)
    found["games"]["village"] += 1
    with pytest.raises(InputError, match="version"):
        benchmark.verify(found)


def test_what_scores_are_measured_by_is_played_again(submissions):
    """Given a heuristic that is said to be worse than it is; then the agent's games alone would not tell."""
    found = json.loads(json.dumps(submissions["greedy"]))
    found["tasks"][1]["heuristic"][0] -= 20
    seen = benchmark.verify(found, sample=1)
    assert seen.yardsticks == (found["tasks"][1]["id"],) and seen.other == () and not seen.holds
    assert benchmark.verify(submissions["greedy"], sample=1).holds


def test_nobody_knows_beforehand_which_games_are_played_again(submissions, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        benchmark.Player, "play", lambda self, block: drawn.append((self.cell.options, block)) or 1 / 0
    )
    for _ in range(30):
        with pytest.raises(ZeroDivisionError):
            benchmark.verify(submissions["greedy"], sample=1)
    assert len({str(one) for one in drawn}) > 1


def in_first_task(**changed):
    """A change of the first task of a submission: new values, or functions of the old ones."""

    def change(data):
        row = data["tasks"][0]
        new = {name: value(row[name]) if callable(value) else value for name, value in changed.items()}
        return data | {"tasks": [row | new, *data["tasks"][1:]]}

    return change


def one(value):
    """The first score becomes another one."""
    return in_first_task(scores=lambda old: [[value, *old[0][1:]], *old[1:]])


REFUSED = [
    (lambda d: d | {"track": "50M"}, "track is '50M'; allowed: open"),
    (lambda d: d | {"budget": "full"}, "options or deals are not those"),
    (lambda d: d | {"games": d["games"] | {"keyflower": 0}}, "does not contain the version and all tasks"),
    (lambda d: d | {"run": True}, "run: True is not a whole number"),
    (lambda d: d | {"verified": True}, "unknown 'verified'"),
    (lambda d: d | {"tasks": []}, "tasks: [] is not a list of 1 to"),
    (lambda d: d | {"tasks": d["tasks"][:-1]}, "does not contain the version and all tasks"),
    (lambda d: d | {"tasks": d["tasks"][:1] * 2}, "its tasks are not tasks of the benchmark"),
    (in_first_task(id="village/4"), "its tasks are not tasks of the benchmark"),
    (in_first_task(options={}), "village/2: options or deals are not those"),
    (in_first_task(options={"num_players": 2.0}), "village/2: options or deals are not those"),
    (in_first_task(scores=[[1], [1, 2]]), "village/2.scores: "),
    (in_first_task(scores=lambda old: [[*row, 0] for row in old]), "scores[0]: "),
    (in_first_task(scores=lambda old: old[:-1]), "is not a list of 4 entries"),
    (one(10**9), "village/2.scores[0][0]: 1000000000 is not a whole number from -1 to 3000"),
    (one(-2), "village/2.scores[0][0]: -2 is not"),
    (one(50.0), "tasks[0].scores[0][0]: 50.0 is not"),
    (in_first_task(lengths=[1]), "village/2.lengths: [1] is not a list of 4 entries"),
    (in_first_task(lengths=lambda old: [10**6, *old[1:]]), "village/2.lengths[0]: 1000000 is not"),
    (
        in_first_task(heuristic=lambda old: [4000.0, *old[1:]]),
        "village/2.heuristic[0]: 4000.0 is not a number",
    ),
    (in_first_task(random=lambda old: [old[0] + 0.25, *old[1:]]), "no means of whole points over 2 seats"),
    (lambda d: d | {"agent": "heuristic"}, "the margins of heuristic are not those that its scores"),
]


@pytest.mark.parametrize("change, told", REFUSED, ids=range(len(REFUSED)))
def test_what_no_game_can_come_to_is_refused_without_playing(submissions, tmp_path, change, told):
    """With a hash that fits."""
    found = change(json.loads(json.dumps(submissions["greedy"])))
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(found | {"hash": benchmark.hash_of(found)}))
    with pytest.raises(FileError, match=re.escape(told)):
        benchmark.read_submission(path)


def permuted(row):
    """The deals in another order."""
    for name in ("scores", "lengths"):
        row[name] = row[name][2:] + row[name][:2]


def swapped(row):
    """The agent is said to have had the other's score."""
    row["scores"] = [scores[::-1] for scores in row["scores"]]


def repeated(row):
    """The best game of the agent in the first seat in place of the others there."""
    best = max((0, 2), key=lambda k: row["scores"][k][0] - row["scores"][k][1])
    for name in ("scores", "lengths"):
        row[name][0] = row[name][2] = row[name][best]


def raised(row):
    """A few points more in one game."""
    row["scores"][3][1] += 5


@pytest.mark.one_in(4)
@pytest.mark.parametrize("forge", [permuted, swapped, repeated, raised])
def test_what_a_game_could_have_come_to_is_found_out_by_playing_all(submissions, tmp_path, forge):
    """Given a forgery with a hash that fits; then its file is read, and playing all games again finds it."""
    found = json.loads(json.dumps(submissions["greedy"]))
    forge(found["tasks"][0])
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(found | {"hash": benchmark.hash_of(found)}))
    seen = benchmark.verify(benchmark.read_submission(path), benchmark.EVERYTHING)
    assert seen.other and {task for task, _ in seen.other} == {found["tasks"][0]["id"]}
    assert seen.played == seen.games == sum(len(row["scores"]) for row in found["tasks"])


def test_results_of_another_agent_are_found_out_by_any_sample(submissions):
    found = submissions["random"] | {"agent": "greedy"}
    seen = benchmark.verify(found, 1, seed=2)
    assert not seen.holds and len(seen.other) == seen.played and not seen.files_match


def test_the_games_that_count_most_are_always_played_again(submissions, monkeypatch):
    """Given one game far above all others; then every sample of four groups has it, whatever is drawn."""
    monkeypatch.setattr(benchmark, "_other_yardsticks", lambda submission, bench: [])
    forged = json.loads(json.dumps(submissions["greedy"]))
    forged["tasks"][1]["scores"][2][2] = 400
    for seed in range(3):
        found = benchmark.verify(forged, 4, seed)
        assert found.groups == 3 and found.other == ((forged["tasks"][1]["id"], 2),)


def test_games_that_repeat_each_other_are_played_again_before_others(submissions):
    forged = json.loads(json.dumps(submissions["greedy"]))
    repeated = forged["tasks"][2]
    for name in ("scores", "lengths"):
        repeated[name] = [repeated[name][-1]] * 10
    bench, rows = benchmark.load_benchmark(), {row["id"]: row for row in forged["tasks"]}
    groups = [(name, range(len(row["scores"]))) for name, row in rows.items()]
    assert (repeated["id"], range(10)) in benchmark._telling(bench, rows, groups)[:2]
    assert sorted(map(str, benchmark._telling(bench, rows, groups))) == sorted(map(str, groups))


def test_the_chance_to_meet_a_forged_game_is_the_hypergeometric_one():
    for marked, drawn, pool in ((1, 4, 100), (10, 64, 1000), (3, 100, 100), (5, 0, 40), (7, 98, 100)):
        expected = 1 - hypergeom.pmf(0, pool, marked, drawn)
        assert benchmark.chance_to_meet(marked, drawn, pool) == pytest.approx(expected)
    for games in (8, 100, 1000, 10000):
        hundredth = -(-games // 100)
        drawn = benchmark.enough(games)
        assert benchmark.chance_to_meet(hundredth, drawn, games) >= 0.95
        assert benchmark.chance_to_meet(hundredth, drawn - 1, games) < 0.95


def test_verify_says_how_much_it_has_played_and_what_it_would_have_found(submissions, tmp_path, capsys):
    path = tmp_path / "greedy.json"
    path.write_text(json.dumps(submissions["greedy"]))
    assert cli.main(["benchmark", "verify", str(path), "--sample", "2", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    played = re.search(r"(\d+) of \1 games that were played again, of 24 in all", said)
    assert (
        played and "one forged game with" in said and "one of ten with" in said and "(1 in 100) with" in said
    )
    assert cli.main(["benchmark", "verify", str(path), "--all"]) == 0
    said = capsys.readouterr().out
    assert "24 of 24 games that were played again" in said
    assert "Every game was played again" in said
    assert cli.main(["benchmark", "verify", str(path), "--all", "--sample", "2"]) == 2


def test_the_suite_score_gives_every_game_the_same_weight():
    tasks = benchmark.load_benchmark().tasks
    scores = {task.id: 100.0 * (task.game == "keyflower") for task in tasks}
    assert benchmark.suite_score(scores)[0] == pytest.approx(25.0)
    whole, games = benchmark.suite_score(
        {name: value for name, value in scores.items() if "village/" in name}
    )
    assert np.isnan(whole) and games == {"village": 0.0}


@pytest.mark.slow
def test_the_commands_run_report_and_verify(tmp_path, capsys):
    paths = [str(tmp_path / f"{agent}.json") for agent in ("random", "greedy")]
    for agent, path in zip(("random", "greedy"), paths, strict=True):
        words = f"run {agent} --budget tiny --games village --out {path} --quiet --jobs 1".split()
        assert cli.main(["benchmark", *words]) == 0
    assert "suite score: none" in capsys.readouterr().out
    assert cli.main(["benchmark", "report", *paths]) == 0
    shown = capsys.readouterr().out
    assert "random over greedy" in shown and "interquartile mean" in shown
    assert cli.main(["benchmark", "verify", paths[1], "--sample", "1"]) == 0
    assert "come out as greedy has reported" in capsys.readouterr().out
    assert cli.main(["benchmark"]) == 0 and benchmark.load_benchmark().tasks[0].id in capsys.readouterr().out


def test_code_from_elsewhere_runs_where_it_is_named_once_more(submissions, tmp_path, capsys):
    agent = f"program:command={sys.executable} -c pass"
    found = submissions["greedy"] | {"agent": agent}
    path = tmp_path / "program.json"
    path.write_text(json.dumps(found | {"hash": benchmark.hash_of(found)}))
    assert cli.main(["benchmark", "verify", str(path)]) == 2
    assert "which runs code from elsewhere" in (said := capsys.readouterr().err) and "--agent '" in said
    assert cli.main(["benchmark", "verify", str(path), "--agent", "greedy"]) == 2
    assert "the submission was played by" in capsys.readouterr().err
    assert (
        cli.main(["benchmark", "verify", str(path), "--agent", agent, "--sample", "1"]) != 0
    )  # it does not play
    assert "runs code from elsewhere" not in capsys.readouterr().err


def test_progression_of_a_ratio():
    rows = np.array([[5, 0, 10], [6, 0, 10], [4, 0, 10]], float)
    found = progression_of(rows)
    assert found.mean == pytest.approx(50) and found.games == 3
    half = 100 * 4.3027 * 0.1 / np.sqrt(3)  # heuristic and random play never vary
    assert found[1:3] == pytest.approx((50 - half, 50 + half), rel=1e-3)
    varied = progression_of([*rows, (9, 0, 20), (1, 0, 4)])
    assert varied.low < varied.mean < varied.high < 100
    assert np.isnan(progression_of([(1, 1, 1)]).mean) and np.isnan(progression_of([]).mean)


def entry(agent, *progressions, runs=1, deals=40, spread=1.0, seed=0):
    """An agent with these progressions in tasks of Village, where 100 points are all of the way."""
    rng = np.random.default_rng(seed)
    tasks = tuple(task.id for task in benchmark.load_benchmark().tasks if task.game == "village")[
        : len(progressions)
    ]
    cells = []
    for progression in progressions:
        own = progression + rng.normal(0, spread, (runs, deals))
        cells.append(np.stack([own, np.zeros_like(own), np.full_like(own, 100.0)], axis=2))
    return suite.Entry(agent, tasks, tuple(cells))


def test_an_interquartile_mean_leaves_the_ends_out():
    assert suite.interquartile_mean([0, 10, 20, 1000]) == 15 and suite.interquartile_mean([7, 9]) == 8
    rng = np.random.default_rng(0)
    for count in range(1, 30):
        scores = rng.normal(size=count)
        assert suite.interquartile_mean(scores) == pytest.approx(trim_mean(scores, 0.25))
    assert np.isnan(suite.interquartile_mean([1, 2, 3, np.nan]))


def test_a_summary_holds_what_the_runs_hold():
    found = suite.summary(entry("a", 20, 60, 110, runs=3, spread=5.0), resamples=200)
    assert found.runs == 3 and np.isnan(found.suite[0])
    value, low, high = found.games["village"]
    assert low < value < high and value == pytest.approx(190 / 3, abs=2) and high - low < 5
    assert found.profile[:2] == (1.0, pytest.approx(2 / 3)) and found.profile[-1] == 0


def test_the_chance_of_improvement():
    better, level, worse = (
        suite.improvement(entry("a", *[x] * 3, seed=1), entry("b", *[50] * 3), resamples=100)
        for x in (60, 50, 40)
    )
    assert better[0] == 1 and worse[0] == 0 and level[1] < 0.5 < level[2]


def test_a_profile_is_the_share_that_reaches_a_level():
    scores = np.array([[10.0, np.nan], [50.0, 120.0]])
    assert suite.profile(scores, [-5, 10, 10.5, 50, 121]).tolist() == [0.75, 0.75, 0.5, 0.5, 0]


def test_a_report_is_written_with_all_that_it_shows_and_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    entries = [entry("a", 20, 60, runs=3), entry("b", 90, 110)]
    found = [suite.summary(one, resamples=20) for one in entries]
    pairs = {("a", "b"): suite.improvement(*entries, resamples=20)}
    plot = suite.plot_profiles(entries, resamples=20)
    write_results(str(tmp_path / "report"), suite.as_data("bench", found, pairs), suite.as_rows(found), plot)
    data = json.loads((tmp_path / "report.json").read_text())
    assert [one["agent"] for one in data["agents"]] == ["a", "b"] and data["agents"][0]["runs"] == 3
    assert data["agents"][0]["suite"] is None  # of one game alone
    assert data["agents"][0]["village_low"] < data["agents"][0]["village"] == pytest.approx(40, abs=2)
    assert list(data["agents"][1]["tasks"].values()) == pytest.approx([90, 110], abs=2)
    assert data["agents"][1]["profile"]["75"] == 1 and data["agents"][1]["profile"]["100"] == 0.5
    (pair,) = data["pairs"]  # never better on any deal, which leaves it open whether it ever is
    assert (pair["chance"], pair["chance_low"]) == (0, 0) and 0 < pair["chance_high"] < 0.2
    assert (tmp_path / "report.csv").read_text().startswith("agent,track,runs,suite,suite_low,suite_high")
    assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")


def test_where_the_heuristic_is_not_ahead_there_is_no_score():
    assert np.isnan(suite.scores_of(np.zeros((2, 5, 3)))).all()


def test_runs_of_an_agent_are_put_together_and_told_apart(submissions):
    greedy = submissions["greedy"]
    (both,) = suite.entries_of([greedy, greedy | {"run": 1}])
    assert both.margins[0].shape == (2, 2, 3)
    with pytest.raises(InputError, match="two submissions are run 0"):
        suite.entries_of([greedy, greedy])
    with pytest.raises(InputError, match="runs of greedy belong to the tracks open and 2M"):
        suite.entries_of([greedy, greedy | {"run": 1, "track": "2M"}])
    with pytest.raises(
        InputError, match="greedy is the agent of one submission and the name of what another is about"
    ):
        suite.entries_of([greedy, submissions["random"] | {"run": 1, "about": "greedy"}])
    with pytest.raises(InputError, match="versions 0 and 1 of village"):
        suite.entries_of([greedy, submissions["random"] | {"games": {"village": 1}}])
    with pytest.raises(InputError, match="differ in tasks or deals"):
        suite.entries_of([greedy, submissions["random"] | {"tasks": submissions["random"]["tasks"][:1]}])
