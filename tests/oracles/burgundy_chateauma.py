"""The automated opponent Chateauma of The Castles of Burgundy (rules C1-C13, readings in burgundy.py).

It takes no decision: its whole turn is one call of `turn`. `table` is the BurgundyOracle. What it does with the
modules of the box: burgundy_chateauma_modules.py.
"""

import json
from pathlib import Path

from .burgundy_chateauma_modules import ChateaumaModules

DATA = Path(__file__).resolve().parents[2] / "envs" / "castles_of_burgundy" / "data"
AUTOMA = json.loads((DATA / "chateauma.json").read_text(encoding="utf-8"))
BOARDS = {
    board["id"]: board
    for board in json.loads((DATA / "duchies.json").read_text(encoding="utf-8"))["chateauma_boards"]
}
RESERVE_ORDER = [colour for colour in AUTOMA["reserve_order"] if colour != "wild"]
LEFT, RIGHT = 0, 1
LEFT_FACES = AUTOMA["slots"]["left"]
BLACK_PRICE = 2
CARDS_LIKE_8 = (8, 16)
NOT_CLAIMED, LARGE, SMALL, NOTHING_LEFT = 0, 1, 2, 3


class Laid:
    """A tile on a card or in the duchy; a joker lies face down."""

    def __init__(self, tile, face_up=True):
        self.tile, self.face_up = tile, face_up


class Card:
    """A territory card with its spaces in reading order."""

    def __init__(self, entry, level, third_space_of_8):
        self.id = entry["id"]
        self.colours = [space["color"] for space in entry["spaces"]]
        if self.id in CARDS_LIKE_8:
            self.colours[2] = third_space_of_8
        self.sells = [bool(space.get("sell")) for space in entry["spaces"]]
        self.doubles = [bool(space.get("double_tile")) for space in entry["spaces"]]
        self.border_post, self.shield = entry["border_post_symbol"], entry["shield_symbol"]
        self.points = entry["vp"][level]
        self.spaces = [None] * len(self.colours)

    def empty(self):
        return [space for space, laid in enumerate(self.spaces) if laid is None]

    def is_full(self):
        return not self.empty()


class Chateauma(ChateaumaModules):
    def __init__(self, table, seat, options):
        self.table, self.seat = table, seat
        self.modifiers = set(options["modifiers"])
        self.empty_sale_vp = options["empty_sale_vp"]
        self.level = options["chateauma"]
        self.third_space_of_8 = options["card8_third_space"]
        self.board = BOARDS[36 if self.modifiers & set("ABD") else 35]
        self.vp, self.silver, self.workers = 0, table.numbers.start_silver, 0
        self.goods, self.sold = [1] * 6, [0] * 6
        self.reserve = {colour: [] for colour in RESERVE_ORDER}
        self.jokers = []
        self.covered = dict.fromkeys(RESERVE_ORDER, 0)
        self.duchy = []
        self.claimed = dict.fromkeys(RESERVE_ORDER, NOT_CLAIMED)
        self.selected, self.placed = LEFT, []
        self.set_up_modules()

    # ------------------------------------------------------------------ setup
    def set_up(self):
        """C1.5, C1.6, modifiers A and B of C12.2"""
        draw = list(self.table.chance.shuffle("territory", list(self.deck_ids())))
        left = next(card for card in map(self.new_card, draw) if "castle" in card.colours)
        others = [card for card in self.deck_ids() if card != left.id]
        self.deck = list(self.table.chance.shuffle("territory", others))
        self.discard = []
        left.spaces[left.colours.index("castle")] = Laid(self.table.castle)
        self.cards = [left, self.new_card(self.deck.pop(0))]
        if "A" in self.modifiers:
            for colour, number in self.board["A_prefilled_face_down"].items():
                for _ in range(number):
                    self.cover_ahead(colour, Laid(self.table.supplies["black"].pop(0), face_up=False))
        if "B" in self.modifiers:
            for colour in ("building", "mine", "castle"):
                for _ in range(self.board["B_prefilled_face_up"][colour]):
                    self.cover_ahead(colour, Laid(self.table.supplies[colour].pop(0)))

    def cover_ahead(self, colour, laid):
        """C13.2: a pre-covered space; no effects."""
        self.covered[colour] += 1
        self.duchy.append(laid)

    def new_card(self, card_id):
        cards = AUTOMA["cards_base"] + AUTOMA["cards_vineyard"]
        entry = next(entry for entry in cards if entry["id"] == card_id)
        return Card(entry, self.level, self.third_space_of_8)

    # ------------------------------------------------------------------ small helpers
    def colour(self, tile):
        return self.table.kinds[tile].color

    def scarcest(self, colours):
        """The colour with the fewest tiles in reserve, the leftmost of several."""
        return min([c for c in RESERVE_ORDER if c in colours], key=lambda c: len(self.reserve[c]))

    def capacity(self, colour):
        return self.board["capacity"][colour]

    def find(self, depot, colour):
        """The first tile of a colour in the slot order of a depot (C2), taken away; None if there is none."""
        slots = self.table.depots[depot - 1]
        for slot, tile in enumerate(slots):
            if tile is not None and self.colour(tile) == colour:
                slots[slot] = None
                return tile
        return None

    def face_up(self):
        """All face-up tiles on the cards and in the duchy."""
        on_cards = [laid for card in self.cards if card for laid in card.spaces if laid]
        return [laid.tile for laid in on_cards + self.duchy if laid.face_up]

    def has_room(self, place):
        return self.cards[place] is not None and not self.cards[place].is_full()

    # ------------------------------------------------------------------ turn
    def turn(self):
        """C3.1, C3.2: the six steps, each finished before the next begins."""
        self.placed = []
        self.selected = LEFT if self.table.white in LEFT_FACES else RIGHT
        die = 1 + self.table.chance.below("automa", 6)
        self.choose(die, self.selected, full=True)
        self.resolve_symbols()
        self.complete_cards()
        self.claim_bonus_tiles()
        self.buy()

    def choose(self, start, place, full):
        """C4 (CHOOSE); says whether a tile or joker was placed."""
        card = self.cards[place]
        for depot in self.table.clockwise(start):
            for space in card.empty():
                tile = self.find(depot, card.colours[space])
                if tile is not None:
                    self.put_with_effect(card, space, tile)
                    return True
        for space in card.empty():
            pile = self.reserve[card.colours[space]]
            if pile:
                self.put_with_effect(card, space, pile.pop())
                return True
        if self.jokers and card.empty():
            self.put(card, card.empty()[0], Laid(self.jokers.pop(), face_up=False))
            return True
        if full:
            self.take_joker_or_silver()
        return False

    def take_joker_or_silver(self):
        """C4: first tile of the black depot face down to the reserve, or 2 silver."""
        for slot, tile in enumerate(self.table.black):
            if tile is not None:
                self.table.black[slot] = None
                self.jokers.append(tile)
                return
        self.silver += 2

    def put(self, card, space, laid):
        card.spaces[space] = laid
        self.placed.append((card, space))

    def put_with_effect(self, card, space, tile):
        self.put(card, space, Laid(tile))
        self.effect(tile)

    # ------------------------------------------------------------------ effects (C5)
    def effect(self, tile):
        kind = self.table.kinds[tile]
        if kind.color == "castle":
            self.bonus_choose()
        elif kind.color == "ship":
            self.ship()
        elif kind.color == "livestock":
            self.livestock(kind)
        elif kind.color == "building":
            self.building(kind.name)

    def building(self, name):
        if name == "bank":
            self.silver += self.table.numbers.tiles[name]
        elif name == "boarding_house":
            self.vp += 2
        elif name == "watchtower":
            self.vp += self.table.numbers.tiles[name]
        elif name == "warehouse":
            self.sell()
        elif name == "carpenter":
            self.take(["building"])
        elif name == "church":
            self.take(["castle", "mine", "monastery"])
        elif name == "market":
            self.take(["ship", "livestock"])
        elif name == "town_hall":
            self.town_hall()
        elif name == "crane":
            self.crane()
        elif name == "white_castle":
            self.white_castle()

    def bonus_choose(self):
        """C5 (BONUS_CHOOSE), Q-4, Q-5"""
        if self.has_room(self.selected):
            self.choose(self.table.white, self.selected, full=True)
            return
        other = 1 - self.selected
        if self.has_room(other) and self.choose(self.table.white, other, full=False):
            return
        self.sell()

    def take(self, colours):
        """C5 (TAKE): into the reserve; the colours in order of preference."""
        for colour in colours:
            for depot in self.table.clockwise(self.table.white):
                tile = self.find(depot, colour)
                if tile is not None:
                    self.reserve[colour].append(tile)
                    return

    def town_hall(self):
        """C5 (TOWN_HALL), Q-6: no jokers."""
        for place in (self.selected, 1 - self.selected):
            card = self.cards[place]
            if card is None:
                continue
            wanted = {card.colours[space] for space in card.empty()}
            colours = [colour for colour in RESERVE_ORDER if self.reserve[colour] and colour in wanted]
            if colours:
                colour = max(colours, key=lambda c: len(self.reserve[c]))  # the first of the greatest
                space = next(space for space in card.empty() if card.colours[space] == colour)
                self.put_with_effect(card, space, self.reserve[colour].pop())
                return

    def livestock(self, kind):
        """C5: all face-up animals of the species, the new tile included (Q-15)."""
        kinds = [self.table.kinds[tile] for tile in self.face_up()]
        self.vp += self.herd(kinds, kind.species)
        self.vp += self.geese_points(kind, kinds)

    def herd(self, kinds, species):
        return sum(self.table.numbers.tiles[kind.name] for kind in kinds if kind.species == species)

    def ship(self):
        """C5 (SHIP)"""
        most = max(sum(goods) for goods in self.table.depot_goods)
        if most > 0:
            around = self.table.clockwise(self.table.white)
            depot = next(depot for depot in around if sum(self.table.depot_goods[depot - 1]) == most)
            for goods_type, number in enumerate(self.table.depot_goods[depot - 1]):
                self.goods[goods_type] += number
            self.table.depot_goods[depot - 1] = [0] * 6
        self.table.advance_marker(self.seat)

    def sell(self):
        """C5 (SELL), Q-3"""
        if not any(self.goods):
            self.vp += self.empty_sale_vp
            return
        goods_type = self.goods.index(max(self.goods))
        self.silver += self.table.numbers.sale_silver
        self.vp += self.goods[goods_type] * self.table.sale_points()
        self.trade_route_point()
        self.goods[goods_type] = 0

    # ------------------------------------------------------------------ steps 3 to 6
    def resolve_symbols(self):
        """C6: symbols covered this turn, in order of covering."""
        for card, space in self.placed:
            if card.sells[space]:
                self.sell()
            if card.doubles[space]:
                self.take_double()

    def complete_cards(self):
        """C7"""
        while True:
            full = [place for place in (LEFT, RIGHT) if self.cards[place] and self.cards[place].is_full()]
            if not full:
                break
            extra_turns = sum([self.complete(place) for place in full])
            for _ in range(extra_turns):
                self.extra_turn()
        if self.cards[LEFT] is None and self.cards[RIGHT] is not None:
            self.cards = [self.cards[RIGHT], None]
        for place in (LEFT, RIGHT):
            if self.cards[place] is None:
                self.cards[place] = self.draw_card()

    def complete(self, place):
        """C7: points, tiles to the duchy, card discarded; returns the extra turns won (modifier D)."""
        card = self.cards[place]
        self.vp += card.points
        self.complete_symbols(card)
        extra_turns = sum([self.move_to_duchy(laid.tile) for laid in card.spaces])
        self.discard.append(card.id)
        self.cards[place] = None
        return extra_turns

    def move_to_duchy(self, tile):
        """C7, Q-7: face up; on a full colour it is stacked; 1 if an extra-turn symbol was covered."""
        colour = self.colour(tile)
        self.duchy.append(Laid(tile))
        if self.covered[colour] == self.capacity(colour):
            return 0
        self.covered[colour] += 1
        if "D" not in self.modifiers:
            return 0
        return int(self.covered[colour] in self.board["D_extra_turn_ordinals"].get(colour, []))

    def extra_turn(self):
        """C7 (modifier D), Q-18"""
        rest = [place for place in (LEFT, RIGHT) if self.has_room(place)]
        if not rest:
            self.sell()
            return
        self.selected = rest[0]
        self.placed = []
        self.choose(self.table.white, self.selected, full=True)
        self.resolve_symbols()

    def draw_card(self):
        """C7, Q-8"""
        if not self.deck:
            self.deck = list(self.table.chance.shuffle("territory", sorted(self.discard)))
            self.discard = []
        return self.new_card(self.deck.pop(0))

    def claim_bonus_tiles(self):
        """C8"""
        for colour in RESERVE_ORDER:
            if self.claimed[colour] == NOT_CLAIMED and self.covered[colour] == self.capacity(colour):
                rank, points = self.table.take_bonus_tile(colour)
                self.claimed[colour] = rank or NOTHING_LEFT
                self.vp += points

    def buy(self):
        """C9; C11.6: the shop first."""
        if self.buy_double() or self.silver < BLACK_PRICE:
            return
        present = {self.colour(tile) for tile in self.table.black if tile is not None}
        if not present:
            return
        colour = self.scarcest(present)
        slots = [
            s for s, tile in enumerate(self.table.black) if tile is not None and self.colour(tile) == colour
        ]
        self.silver -= BLACK_PRICE
        self.reserve[colour].append(self.table.black[slots[0]])
        self.table.black[slots[0]] = None

    # ------------------------------------------------------------------ end of a phase, end of the game
    def pay_mines(self):
        """C3.3"""
        mines = sum(self.colour(tile) == "mine" for tile in self.face_up())
        self.silver += mines * self.table.numbers.tiles["mine"]

    def final_points(self):
        """C10: what final scoring would add now."""
        end = AUTOMA["end_vp"]
        on_cards = sum(laid is not None for card in self.cards if card for laid in card.spaces)
        in_reserve = sum(len(pile) for pile in self.reserve.values()) + len(self.jokers)
        return (
            end["monastery_face_up"] * sum(self.colour(tile) == "monastery" for tile in self.face_up())
            + end["unsold_goods"] * sum(self.goods)
            + end["silver"] * self.silver
            + end["reserve_tile"] * in_reserve
            + end["tile_on_incomplete_card"] * on_cards
            + self.module_points()
        )
