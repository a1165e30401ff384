"""Positions of The Castles of Burgundy built in words, and the plain-Python reading of a state.

Tiles go by the names of ``data/tiles.json`` ("bank", "sheep_3", "monastery_12", "joker"). Depots, goods types and
dice count from 1, slots, storage positions, hexes and seats from 0. Decisions are taken by their texts.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SPECIES, STEP, D, M, R
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.core.compile.random import draw_py
from tests.castles_of_burgundy.teams import TEAMS, team_board, team_tiles
from tests.positions import Position

NAMES = KIND.NAMES
NUMBER = {name: number for number, name in enumerate(NAMES)}
NOT_COPIED = 27  # of the monasteries
KINDS = (*kinds(), {}, *more_kinds())  # by kind; nothing of the joker
PHASES = "ABCDE"
# Where `owns` lays monasteries on duchy 1: first those that touch the fewest hexes a test looks at.
MONASTERY_HEXES = (3, 34, 35, 30, 7, 12)


def kind_row(kind: int) -> dict[str, Any]:
    """The row of a kind in tiles.json; nothing for an empty place, the joker, a double tile."""
    return KINDS[kind] if 0 <= kind < len(KINDS) else {}


def names_of(tiles) -> list[str | None]:
    """Tile names of kind numbers, None for an empty place."""
    return [NAMES[kind] if kind >= 0 else None for kind in np.asarray(tiles).tolist()]


# --- a state read anew -------------------------------------------------------------------------------------------

SUMS = ("covered", "open_hexes", "blocked", "owns", "placed_kinds", "seat_map", "inn_areas", "connected")


def recomputed(state) -> dict[str, np.ndarray]:
    """The sums that a state keeps over its duchies, counted from the tiles that lie there."""
    sums = {name: np.zeros(state[name].shape, dtype=np.int64) for name in SUMS}
    for board, tiles, seats in duchies(state):
        _count_duchy(board, tiles, sums, seats)
        if state["castle_connection"]:
            sums["connected"][seats[0]] = _bits(_connected(board, tiles))
    laid = sums["owns"].copy()
    for seat in np.flatnonzero(state["named"]):  # E10.7 (6): by whoever owns shield 6
        if state["shield"][seat, 6]:
            named = state["named"][seat] - 1
            copied = laid[named].copy() if named < state["num_seats"] else _shown_by_automa(state)
            copied[NOT_COPIED] = 0
            sums["owns"][seat] |= copied
    return sums


def duchies(state) -> list[tuple[dict[str, Any], list[int], tuple[int, ...]]]:
    """Board, tile per hex and the seats that keep it, 37 hexes each."""
    if state["team"]:
        return [(team_board(state), team_tiles(state, team), TEAMS[team]) for team in range(2)]
    seats = [seat for seat in range(E.MAX_SEATS) if state["board"][seat] >= 0]
    return [(boards()[int(state["board"][seat])], state["tile"][seat].tolist(), (seat,)) for seat in seats]


def _shown_by_automa(state) -> np.ndarray:
    """C11.5: the monasteries in its duchy, and face up on its cards."""
    kinds = [*np.flatnonzero(state["automa_kinds"]), *state["card_tile"][state["card_joker"] == 0]]
    shown = np.zeros(state["owns"].shape[1], dtype=np.int64)
    shown[[kind_row(kind)["number"] for kind in kinds if "number" in kind_row(kind)]] = 1
    return shown


def _bits(hexes) -> int:
    return sum(1 << h for h in hexes)


def _count_duchy(board: dict[str, Any], tiles: list[int], sums: dict[str, np.ndarray], seats) -> None:
    covered = {h for h, kind in enumerate(tiles) if kind >= 0}
    opened = {n for h in covered for n in board["neighbours"][h]} - covered
    rows = {h: kind_row(tiles[h]) for h in covered}
    types = (*KIND.NAMES[: E.NUM_BUILDINGS], "crane", "white_castle")
    towns = {
        name: {n for h in covered if rows[h].get("name") == name for n in board["area"][h]}
        for name in (*types, "inn")
    }
    owns = [row["number"] for row in rows.values() if "number" in row]
    for half, seat in enumerate(seats):

        def kept(hexes, first=half * E.NUM_HEXES):
            return _bits(h - first for h in hexes if first <= h < first + E.NUM_HEXES)

        sums["covered"][seat], sums["open_hexes"][seat] = kept(covered), kept(opened)
        sums["inn_areas"][seat] = kept(towns["inn"])
        sums["blocked"][seat] = [kept(towns[name]) for name in types]
        sums["owns"][seat, owns] = 1
        np.add.at(sums["placed_kinds"][seat], [tiles[h] for h in covered], 1)
        sums["seat_map"][seat] = _draw_map(board, tiles, opened, M.TOWNS in owns, half * E.NUM_HEXES)


def _connected(board: dict[str, Any], tiles: list[int]) -> set[int]:
    """E1.4: hexes next to a castle, and hexes that covered ones of their own area link to such."""
    found = {n for h in range(E.NUM_HEXES) if tiles[h] == KIND.castle for n in board["neighbours"][h]}
    links = [h for h in found if tiles[h] >= 0]
    while links:
        h = links.pop()
        more = set(board["neighbours"][h]) & set(board["area"][h]) - found
        found |= more
        links += [n for n in more if tiles[n] >= 0]
    return found


def _draw_map(
    board: dict[str, Any], tiles: list[int], opened: set[int], free_towns: bool, first: int
) -> np.ndarray:
    """What is kept of 37 hexes for the observation, field by field."""
    colour = np.zeros((E.NUM_HEXES, COLOUR.COUNT), dtype=np.int64)
    animals = np.zeros((E.NUM_HEXES, SPECIES.COUNT), dtype=np.int64)
    shown, is_open, size, left = np.zeros((4, E.NUM_HEXES), dtype=np.int64)
    places = np.zeros((E.NUM_PLACE_ROWS, 6), dtype=np.int64)
    for h in range(first, min(first + E.NUM_HEXES, len(tiles))):
        area, place = board["area"][h], h - first
        for row in (kind_row(tiles[other]) for other in area):
            if row.get("species") in SPECIES.NAMES:
                animals[place, SPECIES.NAMES.index(row["species"])] += row["animals"]
        if tiles[h] < 0:
            colour[place, board["colours"][h]] = 1
            size[place] = len(area)
            left[place] = sum(tiles[other] < 0 for other in area)
        shown[place] = tiles[h] + 1 if tiles[h] <= KIND.joker else 0
        if h not in opened:
            continue
        is_open[place] = 1
        if board["colours"][h] == COLOUR.building:
            in_town = {tiles[other] for other in area}
            for kind in range(E.NUM_BUILDINGS):
                places[kind, board["dice"][h] - 1] += free_towns or kind not in in_town
        else:
            places[E.NUM_BUILDINGS + board["colours"][h] - 1, board["dice"][h] - 1] += 1
    return np.concatenate([colour.ravel(), shown, is_open, size, left, animals.ravel(), places.ravel()])


def check_sums(state) -> None:
    """Kept sums are the recounted ones, and all lies where it may."""
    for name, wanted in recomputed(state).items():
        assert (state[name] == wanted).all(), f"{name} is {state[name].tolist()}, counted {wanted.tolist()}"
    check_places(state)


def check_places(state) -> None:
    """Every tile lies on a hex of its colour; at most 3 goods types stored; partners hold what their team shares."""
    for board, tiles, (seat, *partner) in duchies(state):
        for h, kind in enumerate(tiles):
            colour = kind_row(kind).get("color", "any")
            printed = COLOUR.NAMES[board["colours"][h]]
            assert colour in (printed, "any"), f"{NAMES[kind]} on a {printed} hex"
        assert state["solo"] or (state["goods"][seat] > 0).sum() <= E.GOODS_TYPES_STORED
        for other in partner:
            assert state["tile"][other][-1] == E.EMPTY
            assert (state["storage"][seat][2:] == state["storage"][other][2:]).all()
            for name in ("workers", "silver", "goods", "sold", "bonus_owned"):
                assert (state[name][seat] == state[name][other]).all(), name


# --- a game played in words --------------------------------------------------------------------------------------


class Table(Position):
    """One game in a position of one's own making.

    Setters replace what they name and return the table; readers give numbers and tile names; ``act`` takes actions
    by their texts. Every decision is shown (``auto_forced=False``) unless the options say otherwise. After each
    action the kept sums are checked. Setters speak of seat 0 where no seat is given.
    """

    game = GAME

    def check(self) -> None:
        """The sums and places that every state keeps."""
        check_sums(self.state)

    # --- given ---

    def castles(self, *hexes: int) -> Self:
        """Answer all START_CASTLE decisions, in the order of asking; one hex serves for all."""
        asked = 0
        while self.decision == "START_CASTLE":
            self.act(f"place 0 on {hexes[min(asked, len(hexes) - 1)]} with die 0")
            asked += 1
        return self

    def sweep(self) -> Self:
        """Nothing on the depots; no goods, workers, silver, points or stored tiles; seat 0 to move in phase A."""
        self.set(depot=E.EMPTY, black=E.EMPTY, depot_goods=0, goods=0, sold=0, storage=E.EMPTY)
        self.set(workers=0, silver=0, vp=0, track=0, turn_order=range(E.MAX_SEATS))
        return self.turn(0)

    def turn(self, seat: int = 0, dice: tuple[int, int] = (1, 1)) -> Self:
        """The seat begins its turn with these dice; the seats before it have had theirs."""
        self.set(round_order=self.state["turn_order"], current_seat=seat, bought=0, hired=0, num_pending=0)
        self.set(pending=0, pending_arg=0, step=STEP.TURN, decision=D.MAIN)
        self.set(turn=self.state["round_order"].tolist().index(seat) + 1)
        self.state["used"][seat] = 0
        return self.dice(*dice, seat=seat)

    def dice(self, *values: int, seat: int = 0) -> Self:
        """What the own dice show."""
        self.state["dice"][seat] = values
        return self.set()

    def used(self, *flags: int, seat: int = 0) -> Self:
        """Which dice are used."""
        self.state["used"][seat] = flags
        return self.set()

    def workers(self, number: int, seat: int = 0) -> Self:
        """Workers of a seat."""
        self.state["workers"][self._sharing(seat)] = number
        return self.set()

    def silver(self, number: int, seat: int = 0) -> Self:
        """Silver of a seat."""
        self.state["silver"][self._sharing(seat)] = number
        return self.set()

    def vp(self, number: int, seat: int = 0) -> Self:
        """Points of a seat."""
        self.state["vp"][seat] = number
        return self.set()

    def storage(self, *tiles: str | None, seat: int = 0) -> Self:
        """Stored tiles from position 0; None is an empty position."""
        self._fill(self.state["storage"][seat], tiles)
        if self.state["team"]:
            self.state["storage"][self._sharing(seat), 2:] = self.state["storage"][seat, 2:]
        return self.set()

    def depot(self, number: int, *tiles: str | None) -> Self:
        """Tiles of depot 1-6 from slot 0."""
        self._fill(self.state["depot"][number - 1], tiles)
        return self.set()

    def black(self, *tiles: str | None) -> Self:
        """Tiles of the black depot from slot 0."""
        self._fill(self.state["black"], tiles)
        return self.set()

    @staticmethod
    def _fill(place, tiles) -> None:
        place[...] = E.EMPTY
        place[: len(tiles)] = [E.EMPTY if tile is None else NUMBER[tile] for tile in tiles]

    def goods_on(self, number: int, *types: int) -> Self:
        """Goods tiles on depot 1-6 by type, one entry per tile."""
        self.state["depot_goods"][number - 1] = [types.count(goods) for goods in range(1, 7)]
        return self.set()

    def goods(self, *types: int, seat: int = 0) -> Self:
        """Stored goods tiles by type, one entry per tile."""
        self.state["goods"][self._sharing(seat)] = [types.count(goods) for goods in range(1, 7)]
        return self.set()

    def sold(self, *types: int, seat: int = 0) -> Self:
        """The sold pile by type, one entry per tile."""
        self.state["sold"][seat] = [types.count(goods) for goods in range(1, 7)]
        return self.set()

    def put(self, seat: int = 0, **tiles: int | list[int]) -> Self:
        """Tiles that lie in the duchy already, without scoring: ``put(bank=11, ship=[19, 20])``."""
        for name, hexes in tiles.items():
            for h in hexes if isinstance(hexes, list) else [hexes]:
                place = self._place(h, seat)
                assert self.state["tile"][place] == E.EMPTY, f"hex {h} is covered"
                self.state["tile"][place] = NUMBER[name]
        return self.recount()

    def lift(self, *hexes: int, seat: int = 0) -> Self:
        """Take tiles out of the duchy."""
        self.state["tile"][seat][list(hexes)] = E.EMPTY
        return self.recount()

    def owns(self, *monasteries: int, seat: int = 0) -> Self:
        """Monasteries in a duchy 1, on MONASTERY_HEXES."""
        free = [h for h in MONASTERY_HEXES if self.state["tile"][seat, h] == E.EMPTY]
        tiles = {f"monastery_{number}": h for number, h in zip(monasteries, free, strict=False)}
        assert len(tiles) == len(monasteries)
        return self.put(seat, **tiles)

    def fill(self, hexes, seat: int = 0) -> Self:
        """Cover hexes with tiles of their colour that have no say in anything a test asks."""
        plain = {"building": "boarding_house", "livestock": "chicken_2", "monastery": "monastery_23"}
        whole = self.state["team"]
        colours = self.state["team_colour"] if whole else boards()[int(self.state["board"][seat])]["colours"]
        for h in hexes:
            place, colour = self._place(h, seat), COLOUR.NAMES[colours[h]]
            if self.state["tile"][place] == E.EMPTY:
                self.state["tile"][place] = NUMBER[plain.get(colour, colour)]
        return self.recount()

    def _sharing(self, seat: int) -> list[int]:
        """The seats that hold what this one is given: in the team game its partner too (E8.6)."""
        return [seat, (seat + 2) % 4] if self.state["team"] else [seat]

    def _place(self, h: int, seat: int) -> tuple[int, int]:
        """Where the state keeps a hex of a seat's duchy."""
        half, place = divmod(h, E.NUM_HEXES)
        return (seat % 2 + 2 * half if self.state["team"] else seat), place

    def recount(self) -> Self:
        """Bring the sums over the duchies up to date with their tiles."""
        for name, sums in recomputed(self.state).items():
            self.state[name] = sums
        return self.set()

    def phase(self, letter: str, round_number: int = 1) -> Self:
        """Phase A-E, round 1-5."""
        return self.set(phase=PHASES.index(letter), round_index=round_number - 1)

    def track(self, **stacks: str) -> Self:
        """Markers: ``track(s2="0", s1="21")``: seat 0 on space 2, seats 2 (on top) and 1 on space 1."""
        spaces = {int(space[1:]): [int(seat) for seat in seats] for space, seats in stacks.items()}
        order = [seat for space in sorted(spaces, reverse=True) for seat in spaces[space]]
        for space, seats in spaces.items():
            self.state["track"][seats] = space
        order += [seat for seat in range(E.MAX_SEATS) if seat not in order]
        return self.set(turn_order=order)

    def rolls(self, stream: int, value: int) -> Self:
        """The next roll of a six-sided die of this random stream shows the value."""
        counter = 0
        while 1 + ((draw_py(int(self.state["seed"]), stream, counter) >> 32) * 6 >> 32) != value:
            counter += 1
        self.state["stream_counter"][stream] = counter
        return self.set()

    # --- given, with the Châteauma ---

    def card(self, place: str, number: int, *tiles: str | None) -> Self:
        """A territory card "left" or "right" with tiles from its first space; "?name" lies face down."""
        row = ("left", "right").index(place)
        self.state["card"][row] = number
        for card in range(1, E.NUM_CARDS):
            self.state["discarded"][card] = 0
        self._fill(self.state["card_tile"][row], [tile and tile.lstrip("?") for tile in tiles])
        self.state["card_joker"][row] = 0
        self.state["card_joker"][row][: len(tiles)] = [bool(tile) and tile[0] == "?" for tile in tiles]
        taken = self.state["card"].tolist()
        return self.deck(*[other for other in range(1, E.NUM_CARDS) if other not in taken])

    def deck(self, *cards: int, discarded: tuple[int, ...] = ()) -> Self:
        """The face-down territory cards, top first, and the discard pile."""
        self.set(deck=0, discarded=0, deck_size=len(cards))
        self.state["deck"][: len(cards)] = cards
        self.state["discarded"][list(discarded)] = 1
        return self.set()

    def reserve(self, *tiles: str) -> Self:
        """The Châteauma's reserve; of one colour the last named lies on top."""
        self.set(reserve=0, reserve_size=0)
        for tile in tiles:
            colour = COLOUR.NAMES.index(KINDS[NUMBER[tile]]["color"])
            self.state["reserve"][colour, self.state["reserve_size"][colour]] = NUMBER[tile]
            self.state["reserve_size"][colour] += 1
        return self.set()

    def jokers(self, *tiles: str) -> Self:
        """Its face-down tiles, the last on top."""
        self.set(joker=0, num_jokers=len(tiles))
        self.state["joker"][: len(tiles)] = [NUMBER[tile] for tile in tiles]
        return self.set()

    def automa_duchy(self, *tiles: str, **covered: int) -> Self:
        """Face-up tiles in its duchy; ``covered``: spaces per colour, where they are not one per tile."""
        self.set(automa_kinds=0, automa_covered=0)
        for tile in tiles:
            self.state["automa_kinds"][NUMBER[tile]] += 1
            self.state["automa_covered"][COLOUR.NAMES.index(KINDS[NUMBER[tile]]["color"])] += 1
        for colour, number in covered.items():
            self.state["automa_covered"][COLOUR.NAMES.index(colour)] = number
        return self.set()

    def automa_turn(self, white: int, die: int = 1) -> Self:
        """The Châteauma has its turn with these rolls; then seat 0 begins its own."""
        order = [self.automa, *range(self.automa)]
        self.rolls(R.automa, die).set(white=white, turn=0, step=STEP.NEXT_TURN)
        self.state["round_order"][: len(order)] = order
        return self._run_on()

    @property
    def automa(self) -> int:
        """The Châteauma's seat."""
        return int(self.state["num_seats"])

    # --- going to a place in the game ---

    def end_of_round(self) -> Self:
        """All seats have had their turns: the engine ends the round and goes on to the next decision."""
        return self.set(turn=self.batch.table_seats, step=STEP.NEXT_TURN)._run_on()

    def end_of_phase(self) -> Self:
        """The fifth round of the phase ends."""
        return self.set(round_index=E.ROUNDS_PER_PHASE - 1).end_of_round()

    def _run_on(self) -> Self:
        """Let the engine go on from where the state says: a pass in a decision that is put there for it."""
        self.set(num_pending=1, pending=0, pending_arg=0, decision=D.PICK)
        self.state["pending"][0] = D.PICK
        return self.act("pass")

    # --- when ---

    def gain(self, *texts: str, seat: int = 0) -> tuple[int, int, int]:
        """Take actions; the change of points, silver and workers of a seat."""
        before = self.wealth(seat)
        self.act(*texts)
        after = self.wealth(seat)
        return tuple(new - old for new, old in zip(after, before, strict=True))

    def points(self, *texts: str, seat: int = 0) -> int:
        """Take actions; the change of points of a seat."""
        return self.gain(*texts, seat=seat)[0]

    # --- then ---

    def wealth(self, seat: int = 0) -> tuple[int, int, int]:
        """Points, silver, workers."""
        return tuple(int(self.state[name][seat]) for name in ("vp", "silver", "workers"))

    def stored(self, seat: int = 0) -> list[str | None]:
        """Tiles in storage by position."""
        return names_of(self.state["storage"][seat][: E.NUM_STORAGE + self.state["more_spaces"][seat]])

    def in_depot(self, number: int) -> list[str | None]:
        """Tiles of depot 1-6 by slot."""
        return names_of(self.state["depot"][number - 1])

    def in_black(self) -> list[str | None]:
        """Tiles of the black depot by slot."""
        return names_of(self.state["black"])

    def tile(self, hexagon: int, seat: int = 0) -> str | None:
        """Tile on a hex."""
        return names_of([self.state["tile"][self._place(hexagon, seat)]])[0]

    def goods_in(self, depot: int) -> list[int]:
        """Goods types on depot 1-6, one entry per tile."""
        return _spread(self.state["depot_goods"][depot - 1])

    def goods_of(self, seat: int = 0) -> list[int]:
        """Stored goods types, one entry per tile."""
        return _spread(self.state["goods"][seat])

    def sold_by(self, seat: int = 0) -> list[int]:
        """Sold goods types, one entry per tile."""
        return _spread(self.state["sold"][seat])

    def order(self) -> list[int]:
        """Seats by the turn-order track as it stands."""
        return self.state["turn_order"][: self.batch.table_seats].tolist()

    def score(self, seat: int = 0) -> int:
        """Points with final scoring as if the game ended now."""
        return self.scores()[seat]

    def winners(self) -> list[int]:
        """Seats that have won, if any: alone one may lose, two teams may share it."""
        placements = self.batch.final_placements[0].tolist()
        best = max(placements) if self.state["team"] else 1
        return [seat for seat, place in enumerate(placements) if place == best]

    def ranking(self) -> list[int]:
        """Seats from the best standing on."""
        rows = self.batch.scores()[0].tolist()
        return sorted(range(len(rows)), key=lambda seat: rows[seat], reverse=True)

    def hexes(self, position: int = 0, die: int = 0) -> set[int]:
        """Hexes on which a stored tile may be placed now with a die."""
        start = f"place {position} on "
        return {int(text.split()[3]) for text in self.legal(start) if text.endswith(f"die {die}")}

    def sources(self, die: int = 0) -> set[int]:
        """Depots from which a tile may be taken now with a die."""
        return {int(text.split()[1][0]) for text in self.legal("take") if text.endswith(f"die {die}")}

    def card_tiles(self, place: str) -> list[str | None]:
        """Tiles on the spaces of a territory card; "?name" lies face down."""
        row = ("left", "right").index(place)
        size = len(CARD_SPACES[int(self.state["card"][row])])
        tiles = names_of(self.state["card_tile"][row])[:size]
        flags = self.state["card_joker"][row]
        return [f"?{tile}" if down else tile for tile, down in zip(tiles, flags, strict=False)]

    def cards(self) -> list[int]:
        """Numbers of the left and the right territory card."""
        return self.state["card"].tolist()

    def in_reserve(self) -> list[str]:
        """Tiles in the Châteauma's reserve by colour, bottom first."""
        tiles = []
        for colour in range(COLOUR.COUNT):
            tiles += names_of(self.state["reserve"][colour][: self.state["reserve_size"][colour]])
        return tiles

    def automa_covered(self) -> dict[str, int]:
        """Covered spaces of its duchy by colour, where there are any."""
        covered = zip(COLOUR.NAMES, self.state["automa_covered"].tolist(), strict=True)
        return {colour: number for colour, number in covered if number}

    def held_jokers(self) -> list[str]:
        """Its face-down tiles, bottom first."""
        return names_of(self.state["joker"][: self.state["num_jokers"]])

    def automa_wealth(self) -> tuple[int, int]:
        """Its points and silver."""
        return self.wealth(self.automa)[:2]


def _spread(counts) -> list[int]:
    return [goods + 1 for goods, count in enumerate(counts.tolist()) for _ in range(count)]


# C13.1, typed off the rules page: B building, L livestock, S ship, Y monastery, M mine, C castle
CARD_SPACES = {
    0: "",
    1: "MLY",
    2: "BBLY",
    3: "SBLB",
    4: "BCYMB",
    5: "YBLY",
    6: "SYBS",
    7: "BCBLS",
    8: "CMLS",
    9: "LBBY",
}


def dealt(num_players: int = 2, seed: int = 1, **options: Any) -> Table:
    """A game as it is dealt."""
    return Table(num_players, seed, **options)


def deals(num_players: int, number: int, **options: Any) -> np.ndarray:
    """The states of many games at their first decision."""
    return Table.deals(num_players, number, **options)


def table(num_players: int = 2, **options: Any) -> Table:
    """A game at a swept table, starting castles on hex 18 of duchy 1, seat 0 to move with dice 1 and 1."""
    return Table(num_players, **options).castles(18).sweep()


def solo(castle: int = 6, **options: Any) -> Table:
    """A swept solo game, the starting castle on a hex of board 33, at its first turn with dice 1 and 1."""
    return Table(1, **options).castles(castle).sweep()


def against(num_players: int = 1, level: str = "medium", **options: Any) -> Table:
    """A swept game against the Châteauma: it has no goods, silver, points or reserve, and cards 4 and 6 are empty."""
    game = Table(num_players, chateauma=level, **options).castles(18).sweep()
    game.set(white=1).reserve().jokers().automa_duchy()
    return game.card("left", 4).card("right", 6)
