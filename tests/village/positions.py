"""Positions of Village built in words, and what every state has to keep.

Cubes, goods and members are named one by one: ``"orange orange pink"``, ``"scroll wagon"``, ``"1 1 3"``. Customers go
by what they ask for: ``"horse plough"``, ``"3 grain"``. Seats count from 0. Decisions are taken by their texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from eurogym.envs.core.compile.random import PyStreams
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import table as component_table
from eurogym.envs.village.game import GAME
from tests.positions import Position

A, M, S = 0, 1, 2  # Ambra, Massimo and Simona of the worked examples
CUSTOMERS = component_table("customers")
CUBES = (33, 33, 33, 33, 6)
BORN = (4, 3, 2, 2)
PLACE = {name.replace(" ", "_"): number for number, name in enumerate(E.PLACE_NAMES)}


def counted(words: str, names) -> list[int]:
    """``counted("pink pink", COLOURS)`` -> how often each name stands there."""
    found = Counter(words.split())
    assert set(found) <= set(names), words
    return [found[name] for name in names]


def spread(counts, names) -> str:
    """The inverse of :func:`counted`."""
    return " ".join(name for name, count in zip(names, counts, strict=True) for _ in range(int(count)))


def wishes(words: str) -> dict[str, int]:
    """``"2 scroll grain"`` -> what a customer asks for."""
    asked: dict[str, int] = {}
    count = 1
    for word in words.split():
        if word.isdigit():
            count = int(word)
        else:
            asked[word], count = count, 1
    return asked


def tile(words: str, taken=()) -> int:
    """The first customer who asks for exactly this and is not taken."""
    return next(
        number
        for number, one in enumerate(CUSTOMERS)
        if one["requires"] == wishes(words) and number not in taken
    )


def check_position(state) -> None:
    """Cubes and members are conserved, and nothing is out of its bounds."""
    seats = slice(int(state["num_seats"]))
    found = state["space"].sum(axis=0) + state["supply"] + state["bag"] + state["carla_cubes"]
    found[: E.NUM_INFLUENCE] += state["cubes"][seats].sum(axis=0)
    assert found.tolist() == list(CUBES), found.tolist()
    for name in ("space", "supply", "bag", "cubes", "carla_cubes", "goods", "coins", "members", "prestige"):
        assert (state[name] >= 0).all(), name
    members = state["members"][seats].sum(axis=2)
    assert (members == BORN).all(), members.tolist()
    assert ((state["grain"] >= 0) & (state["grain"] <= E.MAX_GRAIN)).all()
    assert ((state["time"] >= 0) & (state["time"] < E.STEPS_PER_LAP)).all()
    assert (state["chronicle_open"] >= 0).all() and state["cemetery_open"] >= 0
    if state["solo"]:
        hers = int(state["beside"].sum() + state["waiting"].sum() + state["carla_bag"].sum())
        hers += int((state["carla_track"] > 0).sum()) + int(state["carla_dead"])
        assert hers == sum(BORN), hers


class Table(Position):
    """One game in a position of one's own making.

    Setters replace what they name and return the table; readers give words and numbers; ``act`` takes actions by
    their texts. Every decision is shown unless the options say otherwise. Cubes that are nowhere else lie in the
    supply, members that are nowhere else are unborn. After each action the position is checked.
    """

    game = GAME
    defaults = {"auto_forced": False, "start_compensation": False}

    def check(self) -> None:
        """The sums and places that every state keeps."""
        check_position(self.state)

    # --- given ---

    def _settle(self) -> Self:
        """What lies nowhere else lies in the supply."""
        state = self.state
        elsewhere = state["space"].sum(axis=0) + state["bag"] + state["carla_cubes"]
        elsewhere[: E.NUM_INFLUENCE] += state["cubes"].sum(axis=0)
        return self.set(supply=np.array(CUBES) - elsewhere)

    def board(self, **spaces: str) -> Self:
        """Only these cubes lie on the action spaces: ``board(market="green", crafts="orange plague")``."""
        self.set(space=0)
        for name, cubes in spaces.items():
            self.state["space"][E.SPACE.NAMES.index(name)] = counted(cubes, E.COLOUR.NAMES)
        return self._settle()

    def bag(self, cubes: str) -> Self:
        """What the green bag holds."""
        return self.set(bag=counted(cubes, E.COLOUR.NAMES))._settle()

    def supply(self, **colours: int) -> Self:
        """So many cubes of some colours in the supply; the others of theirs lie in the green bag."""
        for colour, count in colours.items():
            number = E.COLOUR.NAMES.index(colour)
            self.state["bag"][number] += self.state["supply"][number] - count
        return self._settle()

    def have(self, cubes: str | None = None, goods: str | None = None, seat: int = A, **fields: int) -> Self:
        """A seat's cubes, goods, and any of coins, grain, time, prestige, customer_points, customers."""
        if cubes is not None:
            self.state["cubes"][seat] = counted(cubes, E.COLOUR.NAMES[: E.NUM_INFLUENCE])
        if goods is not None:
            self.state["goods"][seat] = counted(goods, E.GOOD.NAMES)
        for name, value in fields.items():
            self.state[name][seat] = value
        return self._settle()

    def stand(self, seat: int = A, **places: str) -> Self:
        """Where a seat's members are: ``stand(farm="1 1", church_1="2")``; the others are unborn."""
        members = np.zeros((E.NUM_GENERATIONS, E.PLACE.STOP), int)
        for name, generations in places.items():
            members[:, PLACE[name]] = counted(generations, "1234")
        members[:, E.PLACE.reserve] = BORN - members.sum(axis=1)
        assert (members >= 0).all(), places
        self.state["members"][seat] = members
        return self.set()

    def discs(self, cities: str, seat: int = A) -> Self:
        """Cities with a disc of the seat."""
        self.state["disc"][seat] = counted(cities, E.CITY_NAMES)
        return self.set()

    def market(
        self, *slots: str | None, queue: tuple[str, ...] | None = None, stack: tuple[str, ...] | None = None
    ) -> Self:
        """Customers on blue slots; the others follow in the order of the file, or as named."""
        taken: list[int] = []

        def named(names) -> list[int]:
            row = []
            for words in names:
                row.append(E.NONE if words is None else tile(words, taken))
                taken.append(row[-1])
            return row

        row = named(slots)
        assert len(row) == self.state["num_slots"]
        waiting, pile = named(queue or ()), named(stack or ())
        rest = [number for number in range(E.NUM_CUSTOMERS) if number not in taken]
        if queue is None:
            waiting, rest = rest[: E.QUEUE_LENGTH], rest[E.QUEUE_LENGTH :]
        if stack is None:
            pile = rest
        self.set(slot=E.NONE, queue=E.NONE, stack=0, stack_size=len(pile))
        self.state["slot"][: len(row)] = row
        self.state["queue"][: len(waiting)] = waiting
        self.state["stack"][: len(pile)] = pile
        return self.set()

    def graves(self, cemetery: int | None = None, **categories: int) -> Self:
        """Open spaces of the cemetery and of categories of the chronicle."""
        for category, count in categories.items():
            self.state["chronicle_open"][E.CATEGORY.NAMES.index(category)] = count
        return self.set() if cemetery is None else self.set(cemetery_open=cemetery)

    def turn(self, seat: int) -> Self:
        """It is this seat's turn."""
        return self.set(asked=1, step=E.STEP.END_TURN, decision=E.D.TURN, current_seat=seat, active=seat)

    def luck(self, stream: int, *draws: tuple[int, int]) -> Self:
        """The next draws of a random stream: ``luck(R.mass, (7, 6), (6, 4))`` is 6 of 7, then 4 of 6."""
        counter = 0
        while True:
            streams = PyStreams(int(self.state["seed"]), [counter] * E.R.COUNT)
            if all(streams.below(stream, n) == value for n, value in draws):
                break
            counter += 1
        self.state["stream_counter"][stream] = counter
        return self.set()

    # --- given, with Carla ---

    def carla(self, **fields: Any) -> Self:
        """Carla's fields: loop_next, quill, tile, beside, waiting, carla_bag, carla_track; the rest of her is dead."""
        self.set(**fields)
        alive = sum(int(self.state[name].sum()) for name in ("beside", "waiting", "carla_bag"))
        alive += int((self.state["carla_track"] > 0).sum())
        return self.set(carla_dead=sum(BORN) - alive)._settle()

    def quill_ahead(self) -> Self:
        """Carla's next cube turns up the quill of the top set."""
        return self.carla(loop_next=1, quill=(0, 0))

    # --- when ---

    def legal(self, start: str = "") -> list[str]:
        """Texts of the legal actions that begin so, in alphabetical order."""
        return sorted(super().legal(start))

    def pass_until(self, *decisions: str) -> Self:
        """All pass until one of these decisions, or the end of the game; there has to be a pass."""
        while not self.done and self.decision not in decisions:
            self.act("pass")
        return self

    def to_mass(self) -> Self:
        """The seat to move takes the last cube, put there for it, and does nothing: the first pick is asked."""
        return self.board(family="pink").act("take pink from family", "pass")

    # --- then ---

    def on(self, space: str) -> str:
        """Cubes on an action space."""
        return spread(self.state["space"][E.SPACE.NAMES.index(space)], E.COLOUR.NAMES)

    def cubes(self, seat: int = A) -> str:
        """Cubes of a seat."""
        return spread(self.state["cubes"][seat], E.COLOUR.NAMES[: E.NUM_INFLUENCE])

    def goods(self, seat: int = A) -> str:
        """Goods of a seat."""
        return spread(self.state["goods"][seat], E.GOOD.NAMES)

    def in_supply(self, colour: str) -> int:
        """Cubes of a colour in the supply."""
        return int(self.state["supply"][E.COLOUR.NAMES.index(colour)])

    def at(self, place: str, seat: int = A) -> str:
        """Members of a seat at a place: ``"1 1 3"``."""
        return spread(self.state["members"][seat, :, PLACE[place]], "1234")

    def open_graves(self) -> dict[str, int]:
        """Open spaces of the chronicle by category, and of the cemetery."""
        chronicle = zip(E.CATEGORY.NAMES, self.state["chronicle_open"].tolist(), strict=True)
        return dict(chronicle) | {"cemetery": int(self.state["cemetery_open"])}

    def slots(self) -> list[int | None]:
        """Customers on blue slots."""
        row = self.state["slot"][: int(self.state["num_slots"])].tolist()
        return [None if one == E.NONE else one for one in row]

    def queue(self) -> list[int]:
        """Customers in the queue, front first."""
        return [one for one in self.state["queue"].tolist() if one != E.NONE]

    def stack(self) -> list[int]:
        """Customers in the stack, the next first."""
        return self.state["stack"][: int(self.state["stack_size"])].tolist()

    def last_turns(self) -> list[int]:
        """Seats whose last turn is still to come; a turn that has begun does not count."""
        return np.flatnonzero(self.state["last_turn"]).tolist()

    def score(self, seat: int = A) -> int:
        """Points if the game ended now."""
        return self.scores()[seat]

    def winners(self) -> list[int]:
        """Seats with the best standing."""
        rows = self.batch.scores()[0].tolist()
        return [seat for seat, row in enumerate(rows) if row == max(rows)]

    def loop_cubes(self) -> str:
        """Cubes on Carla's board."""
        return spread(self.state["carla_cubes"], E.COLOUR.NAMES)

    def tiles(self) -> str:
        """Fate tiles: ? hidden, - blank, Q quill."""
        return "".join("?-Q"[face] for face in self.state["tile"].tolist())


def dealt(num_players: int = 2, seed: int = 1, **options: Any) -> Table:
    """A game as it is dealt."""
    return Table(num_players, seed, **options)


def deals(num_players: int, number: int) -> Sequence[np.void]:
    """The states of many games at their first decision."""
    return Table.deals(num_players, number)


def table(num_players: int = 2, board: dict[str, str] | None = None, **options: Any) -> Table:
    """A game at the first turn of seat 0; nobody has cubes, goods or coins, the green bag is empty.

    Args:
        num_players: seats; 1 is the solo mode.
        board: cubes on the action spaces; by default one pink cube on the family space.
        options: of the game.
    """
    game = Table(num_players, **options)
    while game.decision == "COMPENSATION":
        game.act("cube pink")
    game.set(cubes=0, goods=0, coins=0, grain=0, bag=0)
    return game.board(**({"family": "pink"} if board is None else board))


def solo(board: dict[str, str] | None = None, **options: Any) -> Table:
    """The same against Carla."""
    return table(1, board, **options)
