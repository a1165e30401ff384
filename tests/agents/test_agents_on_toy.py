"""The shared agents on the toy game, where the best play is known: the two highest cards, and the stake."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework import base
from eurogym.agents.framework.opinion import opinion_of
from eurogym.agents.framework.search import searching
from eurogym.envs.core import registry
from tests import toy
from tests.agents.networks import judge, policy, saved, seeded
from tests.toy.game import best_action

TREE = "search:guide=heuristic"


def play(agent, num_players=2, games=20, seed=3, other="random", **options):
    """Final placements (games,) of `agent` in seat 0 against `other`, and every decision of `agent`."""
    batch = toy.batch(num_envs=games, num_players=num_players, seed=seed, autoreset=False, **options)
    rival = agents.make(other)
    for one in (agent, rival):
        one.reset(seed)
    decisions = []
    while batch.action_masks.any():
        running = np.flatnonzero(batch.action_masks.any(axis=1))
        mine = running[batch.current_seat[running] == 0]
        others = running[batch.current_seat[running] != 0]
        actions = np.zeros(games, np.int64)
        if len(mine):
            actions[mine] = agent.act(batch, mine)
            decisions += [(batch.action_masks[g].copy(), int(actions[g])) for g in mine]
        if len(others):
            actions[others] = rival.act(batch, others)
        batch.step(actions[running], running)
    return batch.final_placements[:, 0].copy(), decisions


SPECS = (  # of every kind; in braces networks, `blank` without an opinion upon greed, which draws lots
    *("random", "greedy", "mc:sims=8", "mc:sims=8,depth=2", "mc:ms=0.5", "mc:sims=20,depth=2,leaf={values}"),
    *(f"{TREE},sims=8", f"{TREE},ms=0.5", f"{TREE},sims=40,depth=2,leaf={{values}}"),
    *(f"{TREE},sims=1", f"{TREE},sims=20,depth=1"),
    *("ppo:path={policy}", "ppo:path={judge}", "ppo:path={blank}"),
    *("search:path={policy},sims=12", "search:path={policy},sims=12,width=0.3,depth=1"),
    *("search:path={policy},ms=0.5", "search:path={policy},sims=6,playout=random"),
    *("search:path={policy},sims=30,width=0.6,playout=policy", "search:path={blank},sims=4,width=0"),
)
REPEATED = [spec for spec in SPECS if "ms=" not in spec]  # whose choices do not depend on the clock


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """Networks made with three seats, which play at smaller tables as well."""
    folder, batch = tmp_path_factory.mktemp("networks"), toy.batch(num_envs=1, num_players=3, seed=1)
    blank = policy(batch)
    blank.policy[-1] = tuple(0 * part for part in blank.policy[-1])
    obedient = judge(batch)
    obedient.points.stay[:] = 1e6
    return {
        "policy": saved(folder, batch, policy(batch), "policy"),
        "judge": saved(folder, batch, judge(batch), "judge"),
        "obedient": saved(folder, batch, obedient, "obedient"),
        "values": saved(folder, batch, judge(batch, of_actions=False), "values"),
        "blank": saved(folder, batch, blank, "blank", beta=4.0),
    }


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_every_action_is_legal_and_the_games_stay_as_they_were(paths, spec, num_players):
    batch = toy.batch(num_envs=4, num_players=num_players, seed=2, autoreset=False)
    agent, decisions = seeded(spec.format(**paths)), 0
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        before = batch.states.tobytes()
        actions = agent.act(batch, games)
        assert batch.states.tobytes() == before and batch.action_masks[games, actions].all()
        decisions += len(games)
        batch.step(actions, games)
    assert decisions > 5


def whole_games(spec, tell, first=0, **options):
    """The actions of games from a slot on to the sixth, in every call those that `tell` names."""
    agent, batch = seeded(spec, 11), toy.batch(num_envs=6, seed=5, autoreset=False, **options)
    part = batch.new_like(6 - first)
    part.load(np.asarray(batch.states)[first:])
    agent.first_slot, played = first, [[] for _ in range(6)]
    while part.action_masks.any():
        for games in tell(np.flatnonzero(part.action_masks.any(axis=1))):
            actions = agent.act(part, games)
            for game, action in zip(games.tolist(), actions.tolist(), strict=True):
                played[first + game].append(action)
            part.step(actions, games)
    return played


@pytest.mark.parametrize("spec", REPEATED)
@pytest.mark.parametrize("num_players", [1, 2])
def test_choices_depend_on_seed_and_slot_only(paths, spec, num_players):
    """Not on the games that are asked for at once, in which order, nor on those before them."""
    spec = spec.format(**paths)
    together = whole_games(spec, lambda games: [games], num_players=num_players)
    assert whole_games(spec, lambda games: [games], num_players=num_players) == together
    assert whole_games(spec, lambda games: games[::-1, None], num_players=num_players) == together
    later = whole_games(spec, lambda games: [games], 3, num_players=num_players)
    assert later[3:] == together[3:]


@pytest.mark.parametrize("spec", ["ppo:path={blank}", "search:path={blank},width=0", "ppo:path={obedient}"])
def test_the_heuristic_below_a_network_has_the_luck_of_its_slot(paths, spec):
    """Greedy breaks ties at random: its luck must not depend on how games are told off into batches."""
    batch = toy.batch(num_envs=64, num_players=2, seed=5, autoreset=False)
    part, spec = batch.new_like(32), spec.format(**paths)
    part.load(np.asarray(batch.states)[32:])
    half = agents.make(spec)
    half.first_slot = 32
    half.reset(7)
    assert half.act(part, np.arange(32)).tolist() == seeded(spec).act(batch, np.arange(64))[32:].tolist()


def dealt_anew(times=20):
    """Pairs of tables of the toy game that differ only in what the seat to move cannot know."""
    batch = toy.batch(num_envs=2, num_players=3, seed=8, autoreset=False)
    for redealt in range(times):
        batch.copy_game(0, 1)
        batch.determinize(1, int(batch.current_seat[1]), redealt)
        tables = [batch.new_like(1), batch.new_like(1)]
        for game, table in enumerate(tables):
            table.load(np.asarray(batch.states)[[game]])
        yield tables


@pytest.mark.parametrize(
    "spec",
    [
        *("greedy", "mc:sims=60", "mc:sims=60,depth=2,leaf={values}", f"{TREE},sims=60", "ppo:path={judge}"),
        *(f"{TREE},sims=60,depth=2,leaf={{values}}", "ppo:path={policy}"),
        "search:path={policy},sims=60,width=0.3",
    ],
)
def test_agents_do_not_see_hidden_cards(paths, spec):
    """Nor at the next decision of the turn; sampled values may differ, since shuffles begin elsewhere."""
    for tables in dealt_anew():
        met = []
        for batch in tables:
            agent = seeded(spec.format(**paths), 2)
            for _ in range(2):
                opinion = opinion_of(agent, batch)
                met.append((batch.action_masks.tolist(), opinion.action, list(opinion.numbers)))
                batch.step([int(agent.act(batch, np.array([0]))[0])])
                met.append(batch.current_seat.tolist())
        assert met[:4] == met[4:]


def test_greedy_plays_the_highest_card_but_does_not_see_the_stake():
    _, decisions = play(agents.make("greedy"), games=10)
    for mask, action in decisions:
        if mask[5]:  # a stake costs a point now
            assert action == 6
        else:
            assert action == best_action(mask)


@pytest.mark.parametrize("spec", ["mc:sims=60", f"{TREE},sims=60", "search:path={policy},sims=80"])
def test_search_finds_the_stake(paths, spec):
    """Greed does not see it, and a policy may think ill of it."""
    _, decisions = play(agents.make(spec.format(**paths)), games=30)
    stakes = [action for mask, action in decisions if mask[5]]
    assert len(stakes) > 20 and np.mean(np.array(stakes) == 5) > 0.9


def test_a_tree_that_is_never_used_leaves_flat_search_as_it_is():
    flat, tree = agents.make("mc:sims=40"), agents.make("search:guide=heuristic,sims=40,prior=1,explore=1e9")
    batch = toy.batch(num_envs=30, num_players=2, seed=4, autoreset=False)
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        for agent in (flat, tree):
            agent.reset(1)
        actions = flat.act(batch, games)
        assert actions.tolist() == tree.act(batch, games).tolist()
        batch.step(actions, games)


def test_the_tree_knows_what_every_seat_would_rather_do(monkeypatch):
    batch = toy.batch(num_envs=1, num_players=2, seed=4, autoreset=False)
    agent, kept = agents.make("search:guide=heuristic,sims=4000,explore=1,prior=0"), []
    grow = searching.empty_trees
    monkeypatch.setattr(searching, "empty_trees", lambda *sizes: kept.append(grow(*sizes)) or kept[-1])
    played = agent.act(batch, np.array([0]))[0]
    records, sums = kept[0][0][0], kept[0][1][0]
    child, following, key, visits = range(4)

    def children(record):
        record = records[record, child]
        while record:
            yield record
            record = records[record, following]

    in_use = records[0, visits]
    assert in_use <= len(records) and (np.abs(sums[:in_use]) <= records[:in_use, visits] + 1e-9).all()
    own = [node for node in children(1 + played) if records[node, key] >= 0]
    assert len(own) == 1  # staking or passing comes next, whatever is dealt
    tried = {int(records[edge, key]): edge for edge in children(own[0])}
    assert tried.keys() == {5, 6}
    mean = {action: sums[edge] / records[edge, visits] for action, edge in tried.items()}
    assert mean[5] > mean[6] and records[tried[5], visits] > records[tried[6], visits]  # the stake is better
    others = [node for node in children(tried[5]) if records[node, key] < 0]
    assert len(others) == 1 and records[others[0], key] == -1 - (1 - int(batch.current_seat[0]))
    cards = {int(records[edge, key]): edge for edge in children(others[0])}
    most = max(cards, key=lambda card: records[cards[card], visits])
    assert most == max(cards)  # the other seat plays for itself: its highest card


def test_a_full_tree_stops_growing(monkeypatch):
    monkeypatch.setattr(searching, "MOST_RECORDS", 12)
    _, decisions = play(agents.make("search:guide=heuristic,sims=60"), games=4)
    assert all(mask[action] for mask, action in decisions)


def test_monte_carlo_plays_as_suits_the_game_unless_it_is_told(monkeypatch):
    table, alone = (toy.batch(num_envs=1, num_players=players) for players in (2, 1))

    def effort(spec, batch):
        parts = agents.make(spec).parts(batch)
        return parts.sims, parts.depth

    assert effort("mc", table) == (200, 0)  # nothing is known of the toy game
    known = base.GameKernels("tests.toy", search={"sims": 7, "depth": 3})
    monkeypatch.setattr(searching, "game_kernels", lambda game: known)
    assert effort("mc", table) == (7, 3)
    assert effort("mc:depth=0", table) == (7, 0)
    assert effort("mc:sims=50", table) == (50, 3)
    assert effort("mc", alone) == (200, 0)
    assert effort("mc:sims=50", alone) == (50, 0)


@pytest.mark.parametrize("name", [name for name in registry.games() if name != "toy"])
def test_every_game_says_how_it_is_searched(name):
    search = base.game_kernels(registry.game(name)).search
    assert search.keys() == {"sims", "depth"} and search["sims"] >= 1 and search["depth"] >= 0
