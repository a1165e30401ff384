"""Positions of Keyflower built in words, and what every state has to keep.

Workers, skills and resources are words like ``"3 blue 1 green"``, tiles go by their ids, cells by (q, r), seats count
from 0. Decisions are taken by their texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from eurogym.envs.core.compile.random import PyStreams
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import cells, tile_ids
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, RESOURCE, SEASON, SKILL, STEP, D
from eurogym.envs.keyflower.game import GAME
from tests.keyflower.derived import CELL, TILES, check_derived, derive
from tests.positions import Position

X, Y, Z = 0, 1, 2  # seats of the worked cases
NUMBER = {name: number for number, name in enumerate(tile_ids())}
TURN_ORDER_TILES = {2: 1, 3: 2, 4: 3, 5: 4, 6: 4}
FAR = [(q, r) for r in (6, 4, -4, -6) for q in range(-6, 7, 2) if abs(q + r) <= 6]  # cells without neighbours


def counted(words: str, names) -> list[int]:
    """``counted("3 blue 1 green", COLOURS)`` -> how many of each name."""
    parts = words.split()
    found = dict(zip(parts[1::2], map(int, parts[::2]), strict=True))
    assert set(found) <= set(names), words
    return [found.get(name, 0) for name in names]


def worded(counts, names) -> str:
    """The inverse of :func:`counted`."""
    return " ".join(f"{count} {name}" for name, count in zip(names, counts, strict=True) if count)


def is_boat(tile: int) -> bool:
    """Is it one of the ten boats?"""
    return tile >= E.FIRST_BOAT or 0 <= tile - E.FIRST_SUMMER_BOAT < E.NUM_SUMMER_BOATS


# --- what every state keeps --------------------------------------------------------------------------------------


def check_position(state) -> None:
    """Components are conserved, each lies in one place, and nothing is out of its bounds."""
    seats = range(int(state["num_seats"]))
    check_stocks(state, state["taken_groups"])
    for tile in range(E.NUM_TILES):
        owners = [seat for seat in seats if state["owned"][seat, tile]]
        place = int(state["place"][tile])
        assert len(owners) == (place in (PLACE.TO_PLACE, PLACE.VILLAGE, PLACE.SET_ASIDE)), (
            tile_ids()[tile],
            place,
        )
        if place == PLACE.AWAY:
            assert not state["stock"][tile].any() and not state["on_tile"][tile].any()
        if place == PLACE.VILLAGE:
            assert state["grid"][owners[0], state["tile_cell"][tile]] == tile + 1
    for seat in seats:
        laid = [int(tile) - 1 for tile in state["grid"][seat] if tile]
        assert len(laid) == len(set(laid)), laid
        assert all(state["owned"][seat, tile] and state["place"][tile] == PLACE.VILLAGE for tile in laid)
    check_known(state)
    check_bids(state)
    check_uses(state)
    check_derived(state)


def check_stocks(state, groups_on_the_way: Any = 0) -> None:
    """Workers 40, 40, 40, 20, skills 16 each, resources 24, 24, 24, 48."""
    workers = state["screen"].sum(axis=0) + state["bids"].sum(axis=(0, 1)) + state["on_tile"].sum(axis=0)
    workers = workers + state["bag"] + state["boat_workers"].sum(axis=0)
    workers[COLOUR.green] += state["green_supply"]
    assert (workers + groups_on_the_way).tolist() == list(E.WORKERS_EACH), workers.tolist()
    skills = state["skills"].sum(axis=0) + state["pile"] + state["boat_skills"].sum(axis=0)
    assert (skills == E.SKILLS_EACH).all(), skills.tolist()
    resources = state["stock"].sum(axis=0) + state["supply"]
    assert resources.tolist() == list(E.RESOURCES_EACH), resources.tolist()
    for name in ("green_supply", "bag", "pile", "supply", "stock", "boat_workers", "bids"):
        assert (state[name] >= 0).all(), name


def check_known(state) -> None:
    """What all know of a screen is there."""
    assert (state["screen_known"] >= 0).all() and (state["skills_known"] >= 0).all()
    assert (state["screen_known"] <= state["screen"]).all()
    assert (state["skills_known"] <= state["skills"]).all()


def check_bids(state) -> None:
    """Groups have one colour, lie beside tiles in the auction, and the leader's is the largest by far."""
    for rank in range(E.NUM_AUCTIONED):
        groups = state["bids"][:, rank]
        sizes = groups.sum(axis=1)
        assert ((groups > 0).sum(axis=1) <= 1).all(), groups.tolist()
        leader = int(state["leader"][rank])
        if not sizes.any():
            assert leader == E.NONE
            continue
        assert state["place"][rank + E.FIRST_AUCTIONED] == PLACE.AUCTION
        assert (sizes == sizes.max()).sum() == 1 and leader == sizes.argmax(), (rank, sizes.tolist(), leader)


def check_uses(state) -> None:
    """At most six workers and three uses of a tile; a tile with workers beside or on it has a colour."""
    for tile in range(E.NUM_TILES):
        standing, uses = int(state["on_tile"][tile].sum()), int(state["uses"][tile])
        assert standing <= E.ROOM_ON_TILE and uses <= 3 and (standing > 0) == (uses > 0)
        assert state["last_use"][tile] <= standing and (uses > 0) == (state["last_use"][tile] > 0)
        rank = tile - E.FIRST_AUCTIONED
        beside = state["bids"][:, rank].any() if 0 <= rank < E.NUM_AUCTIONED else False
        assert (state["tile_colour"][tile] > 0) == bool(standing or beside)
        assert not standing or TILES[tile]["usable"]


# --- a game played in words --------------------------------------------------------------------------------------


class Table(Position):
    """One game in a position of one's own making.

    Setters replace what they name and return the table; readers give words and numbers; ``act`` takes actions by
    their texts and checks the position after each. Every decision is shown. Workers, skills and resources that lie
    nowhere else are in the bag (green: in the supply), in the pile, in the supply.
    """

    game = GAME
    checked = True

    def check(self) -> None:
        """The sums and places that every state keeps."""
        if self.checked:
            check_position(self.state)

    # --- given ---

    def set(self, **fields: Any) -> Self:
        """Write fields of the state, and what it keeps of them."""
        super().set(**fields)
        derive(self.state)
        return self

    def _refresh(self) -> None:
        self._dirty |= derive(self.state)  # fields may have been written without `set`
        super()._refresh()

    def sweep(self, season: str = "spring") -> Self:
        """Homes 1, 2, ... by seat, empty screens, empty boats, only turn-order tiles in the auction, X to move."""
        state = self.state
        self.set(screen=0, screen_known=0, skills=0, skills_known=0, boat_workers=0, boat_skills=0, stock=0)
        self.set(bids=0, on_tile=0, last_use=0, uses=0, tile_colour=0, leader=E.NONE, dealt=E.NONE, offer=0)
        self.set(
            place=PLACE.AWAY,
            owned=0,
            upgraded=0,
            grid=0,
            tile_cell=E.NONE,
            rotation=0,
            ability=0,
            home=E.NONE,
        )
        self.set(season=SEASON.NAMES.index(season), purple=0, turns=0)
        for seat in range(self.options.num_players):
            state["home"][seat] = seat
            self.put(tile_ids()[seat], (0, 0), seat=seat)
        first = E.FIRST_TURN_ORDER
        state["place"][first : first + TURN_ORDER_TILES[self.options.num_players]] = PLACE.AUCTION
        return self.turn(X)

    def turn(self, seat: int, passes: int = 0) -> Self:
        """This seat's turn."""
        self.set(
            active=seat,
            current_seat=seat,
            decision=D.MAIN,
            step=STEP.TURN,
            asked=1,
            passes=passes,
            target=E.NONE,
        )
        return self._settle()

    def _settle(self) -> Self:
        """What lies nowhere else lies in bag, supply and pile."""
        state = self.state
        workers = state["screen"].sum(axis=0) + state["bids"].sum(axis=(0, 1)) + state["on_tile"].sum(axis=0)
        workers = np.array(E.WORKERS_EACH) - workers - state["boat_workers"].sum(axis=0)
        state["green_supply"] = workers[COLOUR.green]
        workers[COLOUR.green] = 0
        self.set(
            bag=workers, pile=E.SKILLS_EACH - state["skills"].sum(axis=0) - state["boat_skills"].sum(axis=0)
        )
        return self.set(supply=np.array(E.RESOURCES_EACH) - state["stock"].sum(axis=0))

    def auction(self, *names: str) -> Self:
        """Village tiles in the auction."""
        for name in names:
            self.state["place"][NUMBER[name]] = PLACE.AUCTION
        return self.set()

    def put(
        self, name: str, cell: tuple[int, int], rotation: int = 0, seat: int = X, upgraded: bool = False
    ) -> Self:
        """A tile in a village."""
        tile = NUMBER[name]
        self.state["owned"][:, tile] = 0
        self.state["owned"][seat, tile] = 1
        self.state["place"][tile] = PLACE.VILLAGE
        self.state["grid"][seat, CELL[cell]] = tile + 1
        self.state["tile_cell"][tile] = CELL[cell]
        self.state["rotation"][tile] = rotation
        self.state["upgraded"][tile] = upgraded
        return self.set()

    def own(self, *names: str, seat: int = X, upgraded: bool = False) -> Self:
        """Tiles of a village on cells of their own, without neighbours."""
        free = [cell for cell in FAR if self.state["grid"][seat, CELL[cell]] == 0]
        for name, cell in zip(names, free, strict=False):
            self.put(name, cell, seat=seat, upgraded=upgraded)
        return self

    def boat(self, ability: str, seat: int = X) -> Self:
        """A summer boat in a village: "2a"."""
        number, side = int(ability[0]) - 1, "ab".index(ability[1])
        self.state["side"][number] = side
        self.state["ability"][seat, 2 * number + side] = 1
        return self.own(f"summer_boat_{number + 1}", seat=seat)

    def lift(self, *names: str) -> Self:
        """Take tiles out of a village, out of the game."""
        for name in names:
            tile = NUMBER[name]
            self.state["grid"][self.state["grid"] == tile + 1] = 0
            self.state["owned"][:, tile] = 0
            self.state["place"][tile] = PLACE.AWAY
            self.state["tile_cell"][tile] = E.NONE
        return self.set()

    def wins(self, name: str, seat: int = X) -> Self:
        """A tile that waits to be placed."""
        self.state["owned"][:, NUMBER[name]] = 0
        self.state["owned"][seat, NUMBER[name]] = 1
        self.state["place"][NUMBER[name]] = PLACE.TO_PLACE
        return self.set()

    def have(self, workers: str | None = None, skills: str | None = None, seat: int = X) -> Self:
        """What lies behind a screen, unknown to all others."""
        if workers is not None:
            self.state["screen"][seat] = counted(workers, COLOUR.NAMES)
            self.state["screen_known"][seat] = 0
        if skills is not None:
            self.state["skills"][seat] = counted(skills, SKILL.NAMES)
            self.state["skills_known"][seat] = 0
        return self._settle()

    def bag(self, workers: str, rest: int = Y) -> Self:
        """What the bag holds; the other workers, green ones aside, lie behind the screen of ``rest``."""
        wanted = np.array(counted(workers, COLOUR.NAMES))
        self._settle()
        self.state["green_supply"] -= wanted[COLOUR.green]
        spare = self.state["bag"] - wanted
        spare[COLOUR.green] = 0
        self.state["screen"][rest] += spare
        return self.set(bag=wanted)

    def pile(self, skills: str, rest: int = Y) -> Self:
        """What the pile holds; the other skill tiles lie behind the screen of ``rest``."""
        wanted = np.array(counted(skills, SKILL.NAMES))
        self.state["skills"][rest] += self.state["pile"] - wanted
        return self.set(pile=wanted)

    def supply(self, rest: str = "home_2", **left: int) -> Self:
        """So many resources of some types in the supply; the others of theirs lie on a tile."""
        for name, count in left.items():
            number = RESOURCE.NAMES.index(name)
            self.state["stock"][NUMBER[rest], number] += self.state["supply"][number] - count
            self.state["supply"][number] = count
        return self.set()

    def stock(self, name: str, resources: str) -> Self:
        """Resources on a tile."""
        self.state["stock"][NUMBER[name]] = counted(resources, RESOURCE.NAMES)
        return self._settle()

    def bid(self, name: str, workers: str, seat: int = X) -> Self:
        """A seat's group beside a tile; the first of a tile gives it its colour."""
        rank = NUMBER[name] - E.FIRST_AUCTIONED
        self.state["bids"][seat, rank] = counted(workers, COLOUR.NAMES)
        sizes = self.state["bids"][:, rank].sum(axis=1)
        self.state["leader"][rank] = sizes.argmax() if sizes.any() else E.NONE
        self._colour(NUMBER[name], workers)
        return self._settle()

    def on(self, name: str, workers: str, last: int | None = None, uses: int = 1) -> Self:
        """Workers standing on a tile; the last use was theirs all, unless said otherwise."""
        tile = NUMBER[name]
        self.state["on_tile"][tile] = counted(workers, COLOUR.NAMES)
        self.state["last_use"][tile] = last or self.state["on_tile"][tile].sum()
        self.state["uses"][tile] = uses
        self._colour(tile, workers)
        return self._settle()

    def _colour(self, tile: int, workers: str) -> None:
        if not self.state["tile_colour"][tile]:
            self.state["tile_colour"][tile] = 1 + COLOUR.NAMES.index(workers.split()[1])

    def cargo(self, name: str, workers: str = "", skills: str = "") -> Self:
        """What a boat carries."""
        self.state["boat_workers"][NUMBER[name] - E.FIRST_BOAT] = counted(workers, COLOUR.NAMES)
        self.state["boat_skills"][NUMBER[name] - E.FIRST_BOAT] = counted(skills, SKILL.NAMES)
        return self._settle()

    def deal(self, seat: int, *names: str) -> Self:
        """Winter tiles in the hand of a seat."""
        self.state["dealt"][seat] = E.NONE
        self.state["dealt"][seat, : len(names)] = sorted(NUMBER[name] for name in names)
        return self.set()

    def draws(self, stream: int, bound: int, *values: int) -> Self:
        """The next numbers below ``bound`` of a random stream are these."""
        seed = int(self.state["seed"])
        streams = PyStreams(seed)
        first, drawn = 0, [streams.below(stream, bound) for _ in range(len(values))]
        while drawn != list(values):
            drawn = [*drawn[1:], streams.below(stream, bound)]
            first += 1
        self.state["stream_counter"][stream] = first
        return self.set()

    # --- when ---

    def may(self, text: str) -> bool:
        """Is the action legal?"""
        return text in self.legal()

    def use(self, name: str, count: int = 1, colour: str | None = None) -> Self:
        """Use a tile with workers of the screen; the colour is named where it is asked."""
        return self._place(f"use {name}", count, colour)

    def bids(self, name: str, count: int, colour: str | None = None) -> Self:
        """Bid with workers of the screen."""
        return self._place(f"bid {name}", count, colour)

    def _place(self, text: str, count: int, colour: str | None) -> Self:
        self.act(text)
        if self.decision == "COLOUR":
            self.act(f"colour {colour}")
        return self.act(f"{count} from the screen")

    def carry(self, source: str, resource: str, side: int) -> Self:
        """A step of transport."""
        return self.act(f"tile {source}", f"resource {resource}", f"direction {side}")

    def place(self, name: str, cell: tuple[int, int], rotation: int = 0) -> Self:
        """Place a tile that was won."""
        return self.act(f"tile {name}", "cell {} {}".format(*cell), f"rotate {rotation}")

    def all_pass(self) -> Self:
        """Everybody passes: the season's turns end."""
        while not self.done and self.decision == "MAIN":
            self.act("pass")
        return self

    def boats(self, *names: str) -> list[int]:
        """Take boats in the order of asking; the seats that chose."""
        seats = []
        for name in names:
            assert self.decision == "BOAT"
            seats.append(self.seat)
            self.act(f"board {name}")
        return seats

    # --- then ---

    @property
    def purple(self) -> int:
        """The holder of the purple worker."""
        return int(self.state["purple"])

    def screen(self, seat: int = X) -> str:
        """Workers behind a screen."""
        return worded(self.state["screen"][seat], COLOUR.NAMES)

    def skills(self, seat: int = X) -> str:
        """Skill tiles behind a screen."""
        return worded(self.state["skills"][seat], SKILL.NAMES)

    def stock_of(self, name: str) -> str:
        """Resources on a tile."""
        return worded(self.state["stock"][NUMBER[name]], RESOURCE.NAMES)

    def group(self, name: str, seat: int = X) -> str:
        """A seat's group beside a tile."""
        return worded(self.state["bids"][seat, NUMBER[name] - E.FIRST_AUCTIONED], COLOUR.NAMES)

    def leader(self, name: str) -> int:
        """The seat whose group beside a tile wins, -1 for none."""
        return int(self.state["leader"][NUMBER[name] - E.FIRST_AUCTIONED])

    def on_tile(self, name: str) -> str:
        """Workers on a tile."""
        return worded(self.state["on_tile"][NUMBER[name]], COLOUR.NAMES)

    def colour(self, name: str) -> str | None:
        """Tile colour."""
        number = int(self.state["tile_colour"][NUMBER[name]])
        return COLOUR.NAMES[number - 1] if number else None

    def in_bag(self) -> str:
        """Workers in the bag."""
        return worded(self.state["bag"], COLOUR.NAMES)

    def in_pile(self) -> str:
        """Skill tiles in the pile."""
        return worded(self.state["pile"], SKILL.NAMES)

    def at(self, place: int) -> list[str]:
        """Tiles in a place: AWAY, AUCTION, TO_PLACE, VILLAGE, SET_ASIDE."""
        return [tile_ids()[tile] for tile in np.flatnonzero(self.state["place"] == place)]

    def village(self, seat: int = X) -> dict[str, tuple[tuple[int, int], int]]:
        """Tiles of a village with their cells and rotations."""
        found = {}
        for cell, number in zip(cells(), self.state["grid"][seat].tolist(), strict=True):
            if number:
                found[tile_ids()[number - 1]] = cell, int(self.state["rotation"][number - 1])
        return found

    def upgraded(self, name: str) -> bool:
        """Does the tile show its back?"""
        return bool(self.state["upgraded"][NUMBER[name]])

    def score(self, seat: int = X) -> int:
        """Points if the game ended now."""
        return self.scores()[seat]


def dealt(num_players: int = 2, seed: int = 1, **options: Any) -> Table:
    """A game as it is dealt."""
    return Table(num_players, seed, **options)


def deals(num_players: int, number: int) -> Sequence[np.void]:
    """The states of many games at their first decision."""
    return Table.deals(num_players, number)


def table(num_players: int = 2, season: str = "spring", **options: Any) -> Table:
    """A swept game: homes 1, 2, ... by seat, nothing behind the screens, X to move."""
    return Table(num_players, **options).sweep(season)


def allowances(game: Table, name: str) -> tuple[int, int]:
    """Steps of transport and upgrades that one use of a tile gives X, who takes them all."""
    tiles = ("woodcutter", "timber_yard", "quarryman", "stone_yard")
    game.put("keywood", (0, -1)).own(*tiles).stock("home_1", "1 wood").have("1 red", "9 saw 9 pick").use(name)
    steps = upgrades = 0
    while game.decision == "TRANSPORT_SRC":
        game.carry(*(("home_1", "wood", 3), ("keywood", "wood", 0))[steps % 2])
        steps += 1
    while game.decision == "UPGRADE":
        game.act(game.legal("upgrade")[0])
        upgrades += 1
    return steps, upgrades
