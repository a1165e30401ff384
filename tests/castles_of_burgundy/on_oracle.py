"""Positions of The Castles of Burgundy played by the oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, POOL, STEP
from tests.castles_of_burgundy.positions import Table, check_places
from tests.oracles.burgundy import SUPPLIES, BurgundyOracle
from tests.oracles.burgundy_chateauma import Laid
from tests.oracles.burgundy_options import DEFAULTS
from tests.oracles.burgundy_pieces import JOKER, Double, duchy_board, is_double, solo_board
from tests.playing import EngineChance
from tests.sides import OracleSide

PLAIN = ("vp", "silver", "workers")  # numbers of a seat, of the same name on both sides
AUTOMA = (
    "card", "card_tile", "card_joker", "deck", "deck_size", "discarded", "reserve", "reserve_size", "joker",
    "num_jokers", "automa_covered", "automa_kinds",
)  # fmt: skip
MODULES = (
    "castle_pile", "crane_for", "border_left", "border_owned", "border_paid", "border_cards", "inns", "route",
    "route_hand", "route_goods", "route_filled", "depot_shield", "shield", "named", "die_set", "automa_shield",
    "double_depot", "double_shop", "double_bag", "bag_size", "bag_next", "vineyard", "vine_tiles", "vine_supply",
    "automa_doubles", "more_spaces",
)  # fmt: skip


def tile_of(kind: int) -> int | str | None:
    """A tile of the state, as the oracle has it."""
    return {E.EMPTY: None, KIND.joker: JOKER}.get(kind, kind - (kind > KIND.joker))


def kind_of(tile: int | str | None) -> int:
    """The inverse of :func:`tile_of`."""
    if tile in (None, JOKER):
        return E.EMPTY if tile is None else KIND.joker
    return tile + (tile >= KIND.joker)


def tiles_of(kinds) -> list[int | str | None]:
    return [tile_of(kind) for kind in kinds.tolist()]


def kinds_of(tiles) -> list[int]:
    return [kind_of(tile) for tile in tiles]


class Chance(EngineChance):
    """The oracle has spaces in the names of its purposes."""

    def shuffle(self, purpose: str, items: list) -> list:
        return super().shuffle(purpose.replace(" ", "_"), items)


class OracleTable(OracleSide, Table):
    """The oracle knows all that lies on the table. It begins at MAIN, or between two turns."""

    known = (
        "phase", "round_index", "turn", "start_seat", "white", "round_order", "turn_order", "track", "dice", "used",
        "bought", "hired", "depot", "depot_goods", "black", "bonus_left", "goods_order", "goods_shown", "goods_next",
        "supply", "supply_size", "supply_next", *PLAIN, "goods", "sold", "storage", "sheet", "bonus_owned", "board",
        "tile", "target", "pool", *AUTOMA, *MODULES,
    )  # fmt: skip
    entered = ("MAIN",)
    chance_class = Chance

    def check(self) -> None:
        """Tiles and goods lie where they may; sums over the duchies, only the engine keeps."""
        check_places(self.state)

    def new_oracle(self, chance):
        options = {name: getattr(self.options, name) for name in DEFAULTS if hasattr(self.options, name)}
        options["data_overrides"] = json.loads(options["data_overrides"] or "null")
        return BurgundyOracle(chance, **options)

    def story(self, oracle: BurgundyOracle) -> Iterator:
        """The rest of a turn, where one has begun, and of the game."""
        if self.state["step"] == STEP.NEXT_TURN:
            return oracle._play_on()
        return oracle._play_on(oracle._rest_of_turn(oracle.players[self.seat]))

    def _run_on(self):
        self.begin(self.story)
        self.check()
        return self

    # --- from the state ---

    def load(self, oracle: BurgundyOracle) -> None:
        state, seats = self.state, oracle.P
        oracle.phase, oracle.round = self.number("phase"), self.number("round_index")
        oracle.start_seat, oracle.white = self.number("start_seat"), self.number("white")
        oracle.round_order, oracle.turns = state["round_order"][:seats].tolist(), self.number("turn")
        oracle.track, oracle.clock = state["track"][:seats].tolist(), 0
        oracle.arrival = [-self.order().index(seat) for seat in range(seats)]
        oracle.depots = [
            tiles_of(row[: len(slots)]) for row, slots in zip(state["depot"], oracle.depots, strict=True)
        ]
        oracle.depot_goods, oracle.black = (
            state["depot_goods"].tolist(),
            tiles_of(state["black"][: len(oracle.black)]),
        )
        goods = (1 + state["goods_order"]).tolist()
        oracle.stacks = [goods[first : first + 5] for first in range(0, 25, 5)]
        oracle.other_goods = goods[25 : 25 + len(oracle.other_goods)]
        oracle.round_goods = goods[self.number("goods_next") : self.number("goods_shown")]
        for number, supply in enumerate(SUPPLIES):
            oracle.supplies[supply] = [tile_of(kind) for kind in self.undrawn(number)]
        for colour, left in zip(COLOUR.NAMES, state["bonus_left"], strict=True):
            oracle.bonus_left[colour] = [bool(left == 2), bool(left >= 1)]
        for player in oracle.players:
            self._load_player(oracle, player)
        if oracle.solo:
            oracle.target = self.number("target")
        self._load_modules(oracle)
        if oracle.automa:
            self._load_automa(oracle.automa)

    def _load_player(self, oracle, player) -> None:
        state, seat = self.state, player.seat
        for name in PLAIN:
            setattr(player, name, self.number(name, seat))
        player.dice, player.used = state["dice"][seat].tolist(), (state["used"][seat] == 1).tolist()
        for name in ("bought", "hired"):
            setattr(player, name, bool(state[name]) and seat == self.seat)
        player.goods, player.sold = state["goods"][seat].tolist(), state["sold"][seat].tolist()
        self._load_storage(player)
        player.bonus = dict(zip(COLOUR.NAMES, state["bonus_owned"][seat].tolist(), strict=True))
        if oracle.has("team"):
            player.tiles = tiles_of(state["tile"][[seat % 2, seat % 2 + 2]].ravel()[: E.TEAM_HEXES])
            return
        player.tiles = tiles_of(state["tile"][seat])
        number = board_numbers()[state["board"][seat]] if state["board"][seat] != E.NONE else None
        if oracle.sheets[seat]:
            low = board_numbers()[state["sheet"][seat]]
            oracle.sheets[seat] = [low, low + 1]
        if number and (player.board is None or player.board.number != number):
            player.board = solo_board(number) if oracle.solo else duchy_board(number)

    def _load_storage(self, player) -> None:
        """With shield 4 there are more positions; a double tile stands at two of them."""
        codes = self.state["storage"][player.seat, : E.NUM_STORAGE + self.number("more_spaces", player.seat)]
        stored: list = []
        for code in codes.tolist():
            if code >= E.FIRST_BLOCKED:
                stored.append(stored[code - E.FIRST_BLOCKED])
            else:
                stored.append(Double(code - E.FIRST_DOUBLE) if code >= E.FIRST_DOUBLE else tile_of(code))
        if self.state["team"]:
            for place, tile in enumerate(stored):
                player.storage[place] = tile
        else:
            player.storage = stored

    def _load_modules(self, oracle) -> None:
        """What the modules of the box add to the table and to the players."""
        state = self.state
        for name in ("castle_pile", "inns"):
            setattr(oracle, name, self.number(name))
        oracle.border_left = [state["border_left"] == 2, state["border_left"] >= 1]
        for row, shields in zip(oracle.depot_shields, state["depot_shield"].tolist(), strict=True):
            row[:] = [number or None for number in shields[: len(row)]]
        if oracle.has("vineyards"):
            for name in ("double_depot", "double_shop"):
                row = getattr(oracle, name)
                row[:] = [double - 1 if double else None for double in state[name][: len(row)].tolist()]
            oracle.bag = state["double_bag"][state["bag_next"] : state["bag_size"]].tolist()
            oracle.vine_supply = state["vine_supply"].tolist()
        for player in oracle.players:
            self._load_modules_of(oracle, player)

    def _load_modules_of(self, oracle, player) -> None:
        state, seat, duchy = self.state, player.seat, player.duchy
        player.crane_for = self.number("crane_for")
        player.die_set = bool(state["die_set"]) and seat == self.seat
        if oracle.has("e4"):
            duchy.border, duchy.border_paid = (
                self.number("border_owned", seat),
                bool(state["border_paid"][seat]),
            )
            duchy.border_done = oracle._all_linked(oracle._linked_pairs(player))
        if oracle.has("e8"):
            route, hand = player.route, self.number("route_hand", seat)
            route.tiles = [tile - 1 for tile in state["route"][seat].tolist() if tile]
            route.hand = [tile for tile in route.hand if hand >> tile & 1]
            route.goods = state["route_goods"][seat][: state["route_filled"][seat]].tolist()
        if oracle.has("shields"):
            hexes = state["shield"][seat].tolist()
            player.shields = {place - 1: number for number, place in enumerate(hexes) if place}
            player.named = oracle.seats[state["named"][seat] - 1] if state["named"][seat] else None
        if oracle.has("vineyards"):
            pairs = (state["vineyard"][seat].reshape(-1, 2) - 1).tolist()
            player.vineyard.spaces = [None if E.EMPTY in pair else pair for pair in pairs]
            player.vineyard.bonus_tiles = state["vine_tiles"][seat].tolist()

    def _load_automa(self, automa) -> None:
        state, seat = self.state, automa.seat
        automa.vp, automa.silver = self.number("vp", seat), self.number("silver", seat)
        automa.goods, automa.sold = state["goods"][seat].tolist(), state["sold"][seat].tolist()
        automa.claimed = dict(zip(COLOUR.NAMES, state["bonus_owned"][seat].tolist(), strict=True))
        automa.cards = [automa.new_card(number) for number in state["card"].tolist()]
        for card, tiles, jokers in zip(automa.cards, state["card_tile"], state["card_joker"], strict=True):
            for space in range(len(card.spaces)):
                if tiles[space] != E.EMPTY:
                    card.spaces[space] = Laid(tile_of(int(tiles[space])), face_up=not jokers[space])
        automa.deck, automa.discard = (
            state["deck"][: state["deck_size"]].tolist(),
            np.flatnonzero(state["discarded"]).tolist(),
        )
        for colour, pile, size in zip(COLOUR.NAMES, state["reserve"], state["reserve_size"], strict=True):
            automa.reserve[colour] = tiles_of(pile[:size])
        automa.jokers = tiles_of(state["joker"][: state["num_jokers"]])
        automa.covered = dict(zip(COLOUR.NAMES, state["automa_covered"].tolist(), strict=True))
        face_up = np.repeat(np.arange(KIND.COUNT), state["automa_kinds"])
        automa.duchy = [Laid(tile) for tile in tiles_of(face_up)]
        automa.shields = [number for number in state["automa_shield"].tolist() if number]
        automa.doubles, automa.border_cards = self.number("automa_doubles"), self.number("border_cards")
        automa.border = self.number("border_owned", seat)

    # --- into the state ---

    def write(self, oracle: BurgundyOracle) -> None:
        state, seats = self.state, oracle.P
        state["phase"], state["round_index"] = oracle.phase, oracle.round
        state["start_seat"], state["white"] = oracle.start_seat, oracle.white
        state["step"], state["turn"] = STEP.TURN, oracle.turns
        if oracle.white:
            state["round_order"][:seats] = oracle.round_order
            state["goods_shown"] = 5 * oracle.phase + 5
        state["goods_next"] = state["goods_shown"] - len(oracle.round_goods)
        state["turn_order"][:seats], state["track"][:seats] = oracle.turn_order(), oracle.track
        for row, slots in zip(state["depot"], oracle.depots, strict=True):
            row[: len(slots)] = kinds_of(slots)
        state["depot_goods"], state["black"][: len(oracle.black)] = oracle.depot_goods, kinds_of(oracle.black)
        goods = sum(oracle.stacks, []) + oracle.other_goods
        state["goods_order"][: len(goods)] = [one - 1 for one in goods]
        for number, supply in enumerate(SUPPLIES):
            self._write_supply(number, kinds_of(oracle.supplies[supply]))
        state["bonus_left"] = [sum(oracle.bonus_left[colour]) for colour in COLOUR.NAMES]
        for name in ("bought", "hired"):
            state[name] = any(getattr(player, name) for player in oracle.players)
        for seat in oracle.seats:
            for name in (*PLAIN, "goods", "sold"):
                state[name][seat.seat] = getattr(seat, name)
        for player in oracle.players:
            self._write_player(oracle, player)
        if oracle.solo:
            counts = [sum(item.kind == kind for item in oracle.pool) for kind in POOL.NAMES]
            state["target"], state["pool"] = oracle.target, counts
        self._write_modules(oracle)
        if oracle.automa:
            self._write_automa(oracle.automa)

    def _write_supply(self, number: int, left: list[int]) -> None:
        """What has been drawn stays in its row; a row that was shuffled otherwise begins anew."""
        state, size = self.state, self.number("supply_size", number)
        if state["supply"][number][size - len(left) : size].tolist() != left:
            size = state["supply_size"][number] = len(left)
            state["supply"][number][:size] = left
        state["supply_next"][number] = size - len(left)

    def _write_player(self, oracle, player) -> None:
        state, seat = self.state, player.seat
        state["dice"][seat], state["used"][seat] = player.dice, player.used
        stored = list(player.storage)
        state["storage"][seat], state["more_spaces"][seat] = E.EMPTY, len(stored) - E.NUM_STORAGE
        for place, tile in enumerate(stored):
            first = stored.index(tile)
            code = E.FIRST_DOUBLE + tile.kind if is_double(tile) else kind_of(tile)
            blocked = is_double(tile) and first < place
            state["storage"][seat, place] = E.FIRST_BLOCKED + first if blocked else code
        if oracle.has("team"):
            half = kinds_of(player.tiles)[seat // 2 * E.NUM_HEXES :][: E.NUM_HEXES]
            state["tile"][seat][: len(half)] = half
        else:
            state["tile"][seat] = kinds_of(player.tiles)
        state["bonus_owned"][seat] = [player.bonus[colour] for colour in COLOUR.NAMES]
        state["board"][seat] = board_numbers().index(player.board.number) if player.board else E.NONE
        if oracle.sheets[seat]:
            state["sheet"][seat] = board_numbers().index(oracle.sheets[seat][0])

    def _write_modules(self, oracle) -> None:
        state = self.state
        state["castle_pile"], state["inns"] = oracle.castle_pile, oracle.inns
        state["die_set"] = any(player.die_set for player in oracle.players)
        if oracle.has("e2"):
            state["crane_for"] = oracle.players[0].crane_for
        if oracle.has("e4"):
            state["border_left"] = sum(oracle.border_left)
        for row, shields in zip(state["depot_shield"], oracle.depot_shields, strict=True):
            row[: len(shields)] = [number or 0 for number in shields]
        if oracle.has("vineyards"):
            for name in ("double_depot", "double_shop"):
                row = getattr(oracle, name)
                state[name][: len(row)] = [0 if double is None else double + 1 for double in row]
            size, left = self.number("bag_size"), oracle.bag
            if state["double_bag"][size - len(left) : size].tolist() != left:
                size = state["bag_size"] = len(left)
                state["double_bag"][:size] = left
            state["bag_next"], state["vine_supply"] = size - len(left), oracle.vine_supply
        for player in oracle.players:
            self._write_modules_of(oracle, player)

    def _write_modules_of(self, oracle, player) -> None:
        state, seat = self.state, player.seat
        if oracle.has("e4"):
            state["border_owned"][seat] = player.duchy.border
            state["border_paid"][seat] = player.duchy.border_paid
        if oracle.has("e8"):
            route = player.route
            for name, row in (("route", [tile + 1 for tile in route.tiles]), ("route_goods", route.goods)):
                state[name][seat] = 0
                state[name][seat, : len(row)] = row
            state["route_hand"][seat] = sum(1 << tile for tile in route.hand)
            state["route_filled"][seat] = len(route.goods)
        if oracle.has("shields"):
            state["shield"][seat] = 0
            for hexagon, number in player.shields.items():
                state["shield"][seat, number] = hexagon + 1
            named = player.named if player.has_shield(6) else None
            state["named"][seat] = named.seat + 1 if named else 0
        if oracle.has("vineyards"):
            spaces = [pair or (E.EMPTY, E.EMPTY) for pair in player.vineyard.spaces]
            state["vineyard"][seat] = 1 + np.array(spaces).ravel()
            state["vine_tiles"][seat] = player.vineyard.bonus_tiles

    def _write_automa(self, automa) -> None:
        state = self.state
        state["bonus_owned"][automa.seat] = [automa.claimed[colour] for colour in COLOUR.NAMES]
        for name in AUTOMA:
            state[name] = E.EMPTY if name == "card_tile" else 0
        for place, card in enumerate(automa.cards):
            state["card"][place] = card.id
            for space, laid in enumerate(card.spaces):
                if laid:
                    state["card_tile"][place, space], state["card_joker"][place, space] = (
                        kind_of(laid.tile),
                        not laid.face_up,
                    )
        state["deck"][: len(automa.deck)], state["deck_size"] = automa.deck, len(automa.deck)
        state["discarded"][automa.discard] = 1
        for number, colour in enumerate(COLOUR.NAMES):
            pile = kinds_of(automa.reserve[colour])
            state["reserve"][number, : len(pile)], state["reserve_size"][number] = pile, len(pile)
            state["automa_covered"][number] = automa.covered[colour]
        state["joker"][: len(automa.jokers)] = kinds_of(automa.jokers)
        state["num_jokers"] = len(automa.jokers)
        for laid in automa.duchy:
            state["automa_kinds"][kind_of(laid.tile)] += laid.face_up
        state["automa_shield"] = 0
        state["automa_shield"][: len(automa.shields)] = automa.shields
        state["automa_doubles"], state["border_cards"] = automa.doubles, automa.border_cards
        state["border_owned"][automa.seat] = automa.border

    # --- then ---

    def ranking(self):
        self._refresh()
        return self.oracle.ranking()
