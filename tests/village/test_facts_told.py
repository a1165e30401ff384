"""What explanations tell (costs, gains, points, deaths) is what the kernels do.

At positions of random games every legal action is explained, then taken in a copy; the numbers in the words are held
against the change of the state.
"""

import re
from collections import Counter

import numpy as np
import pytest

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.core.words import GLUE
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.actions import climber, monk, sale
from eurogym.envs.village.game import GAME
from eurogym.envs.village.view.names import SPACES
from eurogym.envs.village.view.text import customer, customer_text, dying_seat, mortal, points_of
from tests.positions import write_states
from tests.village.games import REPLACED, played

SETTINGS = (
    {"num_players": 2},
    {"num_players": 4, "data_overrides": REPLACED[2]},
    {"num_players": 5, "data_overrides": REPLACED[0], "strict_lowest_invisible_saves": True},
    {"num_players": 1},
    {"num_players": 1, "carla_rule": "die"},
)


class Change:
    """A state before and after an action, and what was said of the action: its words, and what follows."""

    def __init__(self, before, after, words):
        self.before, self.after = before, after
        self.act, _, more = words.partition(" (")
        self.words = more.removesuffix(")")
        self.seat = int(before["current_seat"])
        self.points = points_of(before, self.seat), points_of(after, self.seat)

    def of(self, name, *place):
        """Change of a seat's field."""
        index = (self.seat, *place)
        return int(self.after[name][index]) - int(self.before[name][index])

    def member(self, generation, row, stage=0):
        """Change of the members at a place."""
        return self.of("members", generation - 1, getattr(E.PLACE, row) + stage)

    def scored(self, name):
        """Change of points of a kind."""
        return self.points[1][name] - self.points[0][name]

    def purse(self):
        """Change of the coins, the solo marker included."""
        held = [int(state["marker"] == E.MARKER.held) for state in (self.before, self.after)]
        return self.of("coins") + held[1] - held[0]

    def numbers(self, pattern):
        """The numbers of the first match in what was said; None where there is none."""
        found = re.search(pattern, self.words)
        return None if found is None else [int(number) for number in found.groups()]

    def paid(self):
        """Cubes, coins and grain said to be paid, as "1 orange and 1 coin"."""
        said = Counter()
        for number, what in re.findall(r"(\d) (orange|green|brown|pink|coin|grain)s?\b", self.act):
            said[what] += int(number)
        return said

    def check_paid(self, **also):
        """The cubes, coins and grain said are gone; also: what came in besides."""
        said = self.paid()
        for colour, name in enumerate(E.INFLUENCE):
            assert self.of("cubes", colour) == -said[name]
        assert self.purse() == also.get("coins", 0) - said["coin"]
        assert self.of("grain") == -said["grain"]

    def check_time(self):
        """The time said has passed, and a death is due where the quill was said to be passed."""
        (time,) = self.numbers(r"(\d+) time") or (0,)
        position = int(self.before["time"][self.seat]) + time
        past = "past the quill: a death" in self.words
        assert int(self.after["time"][self.seat]) == position - E.STEPS_PER_LAP * past
        due = bool(self.after["death_due"][self.seat]) or dying_seat(self.after) == self.seat
        if past:
            assert due or mortal(self.after, self.seat) is None
        else:
            assert due <= bool(self.before["death_due"][self.seat])


def check_take(change, i):
    """What the action allows is held against the kernels in test_text.py."""
    if i % E.COLOUR.COUNT == E.COLOUR.plague:
        change.check_time()


def check_well(change, i):
    assert change.words == "then any one action" and change.after["decision"] == E.D.TARGET


def check_harvest(change, i):
    gain, then = change.numbers(r"^\+(\d) grain, then (\d)$")
    assert change.of("grain") == gain and change.after["grain"][change.seat] == then


def check_birth(change, i):
    (generation,) = change.numbers(r"^a member of generation (\d) is born$")
    assert change.member(generation, "farm") == 1 == -change.member(generation, "reserve")


def check_return(change, i):
    (points,) = change.numbers(r"^gives up (\d) points there$") or (0,)
    assert change.scored("church") + change.scored("council") == -points


def check_craft(change, i):
    if "time" not in change.words:
        change.check_paid()
        assert change.of("time") == 0
        return
    change.check_time()
    assert not change.paid() and change.purse() == 0
    trained = re.search(r"a (\d) from the farm to the (\w+)$", change.words)
    if trained:
        assert change.member(int(trained[1]), "farm") == -1 == -change.member(int(trained[1]), trained[2])
    else:
        building = re.search(r"a member is at the (\w+)$", change.words)[1]
        assert change.before["members"][change.seat, :, getattr(E.PLACE, building)].any()


def check_mill(change, i):
    coins, grain = change.numbers(r"^(\d) coins for (\d) grain")
    assert change.of("coins") == coins and change.of("grain") == -grain
    change.check_time()


def check_serve(change, i):
    wishes = re.search(r"who wants (.*) (without|for)", change.act)[1]
    for number, name in (wish.split() for wish in wishes.split(" and ")):
        good = {"oxen": "ox"}.get(name, name.removesuffix("s"))
        given = change.of("grain") if good == "grain" else change.of("goods", E.GOOD.NAMES.index(good))
        assert given == -(int(number) if number.isdecimal() else 1)
    assert [change.of("customer_points")] == change.numbers(r"^(\d+) points")
    change.check_time()


def check_journey(change, i):
    """The cubes of the road; what else is said is checked when it has been paid for."""
    cubes, _ = change.words.split(", a wagon, ")
    first, second = (E.INFLUENCE[colour] for colour in change.after["edge_cubes"][int(change.after["edge"])])
    assert cubes == (f"2 {first}" if first == second else f"{first} and {second}")


def check_arrival(change, paid):
    """The journey said and its payment, of which no words are left to be said."""
    assert change.of("goods", E.GOOD.wagon) == -1
    change.check_time()
    worth = change.numbers(r"city (\d): \+(\d+) points at the end$")
    rewards = {"prestige": 0, "cubes of choice": 0, "coin": 0}
    if worth is None:
        assert "no reward" in change.words and change.scored("cities") == 0
    else:
        assert change.after["disc"][change.seat].sum() == worth[0] and change.scored("cities") == worth[1]
        number, name = re.search(r"; (\d) ([a-z ]+), city", change.words).groups()
        rewards[name] = int(number)
    assert change.of("prestige") == rewards["prestige"]
    assert change.purse() == rewards["coin"] - paid["coin"]
    if change.after["decision"] == E.D.CUBE:
        assert change.after["cube_picks"] == rewards["cubes of choice"]
    else:
        assert rewards["cubes of choice"] == 0 or not change.after["supply"][: E.NUM_INFLUENCE].any()


def check_pay_edge(change, i):
    said = change.paid()
    assert sum(said.values()) == 2
    assert [-change.of("cubes", colour) for colour in range(E.NUM_INFLUENCE)] == [
        said[name] for name in E.INFLUENCE
    ]


def check_climb(change, i):
    stage, points = change.numbers(r"stage (\d): (\d) points at the end; privileges up to \1: ")
    arrived = change.after["members"][change.seat] - change.before["members"][change.seat]
    assert arrived[:, E.PLACE.council + stage - 1].sum() == 1
    given_up = points_at(change.before, "council", stage - 1)
    assert change.scored("council") == points - given_up and change.after["privilege_stage"] == stage
    change.check_time()


def check_privilege_only(change, i):
    assert change.numbers(r"^up to (\d)$") == [change.after["privilege_stage"]]


def check_privilege(change, i):
    privilege = change.act.partition(": ")[2]
    if "marker" in privilege:
        holder = 0 if change.after["marker"] == E.MARKER.held else int(change.after["marker_holder"])
        assert holder == change.seat
    elif "cubes" in privilege:
        assert int(re.match(r"(\d) cubes of choice$", privilege)[1]) == change.after["cube_picks"]
    elif "good" in privilege:
        assert change.after["decision"] == E.D.GOOD
    else:
        prestige, coins = map(int, re.match(r"(\d) prestige for (\d) coin$", privilege).groups())
        assert change.of("prestige") == prestige and change.purse() == -coins


def check_cube(change, colour):
    if change.before["decision"] != E.D.CARLA_CUBE:
        supply, owned = change.numbers(r"^(\d+) in the supply, (\d+) owned$")
        assert (
            supply == change.before["supply"][colour]
            and change.after["cubes"][change.seat, colour] == owned + 1
        )
        return
    space, place = re.match(r"from (.+) to space (\d+) of Carla's loop", change.words).groups()
    assert change.after["carla_space"] == SPACES.index(space)
    assert change.after["loop_next"] == (int(place) + 1) % change.after["loop_spaces"]
    turned = (change.before["tile"] != change.after["tile"]).any()
    assert turned == ("a fate tile is turned up" in change.words)


def check_good(change, good):
    assert change.after["goods"][change.seat, good] == change.numbers(r"^(\d+) owned$")[0] + 1


def check_church(change, i):
    pieces, monks = change.numbers(r"then (\d+) pieces in the bag, (\d+) of them monks$")
    found = monks + int(
        change.after["members"][:, :, E.PLACE.black_bag].sum() + change.after["carla_bag"].sum()
    )
    hers = int(
        change.after["carla_bag"].sum() - change.before["carla_bag"].sum()
    )  # her reaction comes behind
    assert found == pieces + hers
    if i % E.CHURCH_PAYMENT.COUNT == E.CHURCH_PAYMENT.time:
        change.check_time()


def check_death(change, i):
    generation = int(re.search(r"generation (\d)", change.act)[1])
    hers = int(change.after["carla_dead"] - change.before["carla_dead"])  # she may lose somebody behind it
    if "chronicle" in change.words:
        name, open_then = re.search(r"the chronicle: ([\w ]+), (\d+) open then", change.words).groups()
        category = E.CATEGORY.NAMES.index(name.replace(" ", "_"))
        assert change.member(generation, "chronicle", category) == 1
        assert 0 <= int(open_then) - change.after["chronicle_open"][category] <= hers
    elif "cemetery" in change.words:
        (open_then,) = change.numbers(r"into the cemetery, (\d+) open then")
        assert change.member(generation, "cemetery") == 1
        assert 0 <= open_then - change.after["cemetery_open"] <= hers
    else:
        assert "leaves the game" in change.words and change.member(generation, "removed") == 1
    if not hers:
        triggered = bool(change.after["end_triggered"]) and not change.before["end_triggered"]
        assert triggered == ("this triggers the end" in change.words)


def check_pick(change, i):
    coins, stage = int(re.search(r"for (\d) coin", change.act)[1]), *change.numbers(r"^to church stage (\d)")
    assert change.purse() == -coins and change.member(i + 1, "church", stage - 1) == 1
    taken, of = change.numbers(r"(\d) of (\d) pieces taken$")
    assert change.after["pieces"] == taken + 1 <= of


def check_advance(change, i):
    cost, grain = change.numbers(r"^(\d) of (\d) grain")
    assert change.of("grain") == -cost and change.before["grain"][change.seat] == grain
    stage, points = change.numbers(r"stage (\d): (\d) points at the end$")
    arrived = change.after["members"][change.seat] - change.before["members"][change.seat]
    assert arrived[:, E.PLACE.church + stage - 1].sum() == 1
    assert change.scored("church") == points - points_at(change.before, "church", stage - 1)


def points_at(state, row, stage):
    """Points of a member on a stage (1-4); 0: he is not there yet."""
    if not stage:
        return 0
    alone = state.copy()
    alone["members"][0] = 0
    alone["members"][0, 0, getattr(E.PLACE, row) + stage - 1] = 1
    return points_of(alone, 0)[row]


CHECKS = {
    "take": check_take,
    "well": check_well,
    "well_coins": check_well,
    "harvest": check_harvest,
    "birth": check_birth,
    "return": check_return,
    **dict.fromkeys(E.CRAFT.NAMES, check_craft),
    "mill": check_mill,
    "serve": check_serve,
    "send": check_journey,
    "move": check_journey,
    "pay_edge": check_pay_edge,
    "enter_council": check_climb,
    "council": check_climb,
    "privilege_only": check_privilege_only,
    "privilege": check_privilege,
    "cube": check_cube,
    "good": check_good,
    "church": check_church,
    "death": check_death,
    "pick": check_pick,
    "advance": check_advance,
}
UNTOLD = {"do", "pass"}  # what they allow, or nothing
SELDOM = {"well_coins", "pick", "good"}  # not in every setting
GAMES = (("village", 31), ("village", 36), ("busy", 32), ("busy", 33), ("busy", 34), ("random", 35))


def copies(batch, number):
    """The first game of a batch, as often as asked for."""
    many = BatchedGame(GAME, batch.options, number, autoreset=False, observe=False)
    write_states(many, np.asarray(batch.states))
    return many


def follow(many, changes, words):
    """Every journey is paid for, the first way that is open: (change, cubes and coins said to be paid)."""
    for one in range(many.num_envs):
        if changes[one] is None:
            continue
        set_out = many.state(one).copy()
        action = int(np.flatnonzero(many.action_masks[one])[0])
        paid = Change(set_out, set_out, said(set_out, many.options, action)).paid()
        many.step([action], games=[one])
        yield Change(changes[one].before, many.state(one), words[one]), paid


def said(state, options, action):
    """The words of an action."""
    return GAME.explain_action(state, options, action)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("values", SETTINGS, ids=str)
def test_what_is_told_happens(values):
    checked = set()
    for player, seed in GAMES:
        for batch, rng in played(values | {"auto_forced": False}, seed, player):
            if batch.states["done"][0] or rng.integers(3):
                continue
            legal = np.flatnonzero(batch.action_masks[0])
            located = [batch.catalog.locate(int(action)) for action in legal]
            before, many = batch.state(0).copy(), copies(batch, len(legal))
            words = [said(before, batch.options, int(action)) for action in legal]
            many.step(legal)
            changes = [Change(before, many.state(one).copy(), words[one]) for one in range(len(legal))]
            for (name, i), change in zip(located, changes, strict=True):
                if name not in UNTOLD:
                    CHECKS[name](change, i)
                    checked.add(name)
            journeys = [
                change if name in ("send", "move") else None
                for (name, _), change in zip(located, changes, strict=True)
            ]
            for change, paid in follow(many, journeys, words):
                check_arrival(change, paid)
    assert checked >= set(CHECKS) - SELDOM


def test_every_kind_of_action_is_told_of():
    assert set(CHECKS) | UNTOLD == {one.name for one in GAME.catalog(GAME.options_class()).ranges}


# --- what the action of a space allows ----------------------------------------------------------------------------


def offered(many, one):
    """Range -> indices of what may be done in a game of the batch."""
    found: dict[str, list[int]] = {}
    for action in np.flatnonzero(many.action_masks[one]).tolist():
        name, i = many.catalog.locate(action)
        found.setdefault(name, []).append(i)
    return found


def market_words(state, legal):
    slots = sorted({sale(i)[0] for i in legal.get("serve", ())})
    able = [customer_text(customer(state, state["slot"][slot])).replace(GLUE, " ") for slot in slots]
    return f"market day; can serve {', '.join(able) or 'nobody'}"


def travel_words(state, legal):
    cities = {int(T.SEND_TO[i % E.NUM_SENDS]) for i in legal.get("send", ())}
    cities |= {int(T.ROAD_TO[i % E.NUM_ROADS]) for i in legal.get("move", ())}
    names = ", ".join(E.CITY_NAMES[city] for city in sorted(cities))
    return f"travel to {names}" if names else "no journey possible"


def council_words(state, legal):
    stages = sorted({climber(i)[0] + 1 for i in legal.get("council", ())})
    words = ["enter"] if "enter_council" in legal else []
    words += [f"advance from {', '.join(map(str, stages))}"] if stages else []
    members = state["members"][int(state["current_seat"])].sum(axis=0)[E.PLACE.council : E.PLACE.council_stop]
    words += [f"privileges up to {np.flatnonzero(members)[-1] + 1}"] if "privilege_only" in legal else []
    return ", ".join(words) or "no way to enter"


def crafts_words(state, legal):
    return f"make {', '.join(name for name in (*E.CRAFT.NAMES, 'mill') if name in legal) or 'nothing'}"


def church_words(state, legal):
    if "church" not in legal:
        return "no member on the farm"
    ways = {monk(i)[1] for i in legal["church"]}
    brown, coin = E.CHURCH_PAYMENT.brown in ways, E.CHURCH_PAYMENT.coin in ways
    instead = "1 brown or " if brown else "1 coin or " if coin else ""
    return f"a member into the black bag for {instead}{T.CHURCH_TIME} time"


def family_words(state, legal):
    lowest = np.flatnonzero(state["members"][int(state["current_seat"]), :, E.PLACE.reserve])
    words = [f"have a child of generation {lowest[0] + 1}"] if "birth" in legal else []
    words += ["bring a member home"] if "return" in legal else []
    return " or ".join(words) or "nothing to do"


WORDS = {
    "market": market_words,
    "travel": travel_words,
    "council_chamber": council_words,
    "family": family_words,
    "church": church_words,
    "crafts": crafts_words,
}


@pytest.mark.parametrize("values", SETTINGS, ids=str)
def test_what_is_said_to_be_possible_is(values):
    """Given any turn; when the cube is taken or the target chosen; then the action offers what was said, no more."""
    met = set()
    for batch, rng in played(values | {"auto_forced": False}, 8):
        state = batch.state(0)
        if batch.states["done"][0] or state["decision"] not in (E.D.TURN, E.D.TARGET) or rng.integers(3):
            continue
        legal = offered(batch, 0)
        actions = [batch.catalog.id(name, i) for name in ("take", "do") for i in legal.get(name, ())]
        many = copies(batch, len(actions))
        many.step(actions)
        for one, action in enumerate(actions):
            follows = said(state, batch.options, action).partition(" (")[2].removesuffix(")")
            told = re.sub(r"^\d time(, past the quill: a death)?; ", "", follows)
            after = many.state(one)
            space = E.SPACE.NAMES[int(after["action_space"])]
            market_over = space == "market" and not after["market_open"]
            follow_up = (
                {} if market_over or after["current_seat"] != state["current_seat"] else offered(many, one)
            )
            if space == "grain_harvest":
                assert told.startswith("+") == ("harvest" in follow_up)
            else:
                assert told == WORDS[space](after, follow_up)
            met.add(space)
    assert met >= set(WORDS)
