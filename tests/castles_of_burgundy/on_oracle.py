"""What the oracle of The Castles of Burgundy tells of its table."""

from __future__ import annotations

import json

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, POOL, STEP
from eurogym.envs.castles_of_burgundy.game import GAME
from tests.oracles.burgundy import DEFAULTS, SUPPLIES, BurgundyOracle
from tests.oracles.burgundy_pieces import JOKER, is_double
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


def kind_of(tile: int | str | None) -> int:
    """A tile of the oracle, as the state has it."""
    if tile in (None, JOKER):
        return E.EMPTY if tile is None else KIND.joker
    return tile + (tile >= KIND.joker)


def kinds_of(tiles) -> list[int]:
    return [kind_of(tile) for tile in tiles]


class Chance(EngineChance):
    """The oracle has spaces in the names of its purposes."""

    def shuffle(self, purpose: str, items: list) -> list:
        return super().shuffle(purpose.replace(" ", "_"), items)


class OracleTable(OracleSide):
    """The oracle knows all that lies on the table."""

    known = (
        "phase", "round_index", "turn", "start_seat", "white", "round_order", "turn_order", "track", "dice", "used",
        "bought", "hired", "depot", "depot_goods", "black", "bonus_left", "goods_order", "goods_shown", "goods_next",
        "supply", "supply_size", "supply_next", *PLAIN, "goods", "sold", "storage", "sheet", "bonus_owned", "board",
        "tile", "target", "pool", *AUTOMA, *MODULES,
    )  # fmt: skip
    game = GAME
    chance_class = Chance

    def new_oracle(self, chance):
        options = {name: getattr(self.options, name) for name in DEFAULTS if hasattr(self.options, name)}
        options["data_overrides"] = json.loads(options["data_overrides"] or "null")
        return BurgundyOracle(chance, **options)

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
