"""A turn of The Castles of Burgundy: the texts of its actions, placing, effects and ships (R5-R10, R13).

TurnRules is a mixin of BurgundyOracle (readings in burgundy.py). What the modules add is told in their own files; the
calls of them stand here where the rules put them (E0.8b).
"""

from .burgundy_pieces import BOARD, COLOURS, INN, KINDS, WHITE, Double, is_double

PICKS = {
    "market": ("ship", "livestock"),
    "carpenter": ("building",),
    "church": ("mine", "monastery", "castle"),
}
BUILDINGS = (*PICKS, "warehouse", "boarding_house", "bank", "town_hall", "watchtower")
DEPOTS = range(1, 7)
GOODS = range(1, 7)
GOODS_TYPES_MAX = BOARD["goods_types_in_storage_max"]
BUY_PRICE = 2  # silver
HIRE_PRICE = 2  # workers
DIE = "an own die"  # what pays an action: an own die, the white die, or (None) nothing
FREE_ACTIONS = ("buy", "hire", "trade", "set", "name", "retrieve")  # D2: they leave their node standing


def is_free(text):
    return text.split()[0] in FREE_ACTIONS


def shown(die):
    """The die in the text of an action; 0 where no own die is used."""
    return die if die in (0, 1) else 0


class TurnRules:
    # ================================================================== turn (R5)
    def _turn(self, player):
        player.bought = player.hired = player.die_set = False
        self.own_turn = True
        while not all(player.used) or self._free_texts(player) or self._name_texts(player):
            text = yield from self._ask(player.seat, "MAIN", lambda: self._main_texts(player))
            if text == "pass":
                break
            yield from self._act(player, text, DIE)
            if self.solo:
                yield from self._settle_pool()
        player.used = [True, True]
        player.bought = player.hired = player.die_set = False
        self.own_turn = False

    def _main_texts(self, player):
        texts = self._free_texts(player) + self._name_texts(player) + self._castle_back_texts(player)
        texts += self._set_die_texts(player) + self._take_shield_texts(player)
        for die in (0, 1):
            if not player.used[die]:
                texts += self._die_texts(player, die)
        may_pass = all(player.used) or self._may_stop(player)
        return texts + (["pass"] if may_pass else [])

    def _die_texts(self, player, die):
        """R5.1: the four die actions, E11.7, E11.8; die None = a value of the player's choice."""
        return [
            *self._take_texts(player, die),
            *self._place_texts(player, die),
            *self._sell_texts(player, die),
            f"workers with die {shown(die)}",
            *self._take_double_texts(player, die),
            *self._place_double_texts(player, die),
        ]

    def _free_texts(self, player):
        """R5.3: BUY, HIRE and TRADE; E0.10: at the end of a phase TRADE and NAME_PLAYER."""
        trade = ["trade"] if player.owns(28) and player.silver else []
        if not self.own_turn:
            return trade + self._name_texts(player)
        texts = trade
        if player.silver >= BUY_PRICE and not player.bought:
            texts += self._black_texts()
        if player.owns(6) and player.workers >= HIRE_PRICE and not player.hired:
            for depot in DEPOTS:
                for slot, tile in enumerate(self.depots[depot - 1]):
                    if tile is not None and KINDS[tile].color == "building":
                        texts.append(f"hire {depot}.{slot}")
        return texts

    def _black_texts(self):
        """The black depot with its inn (E6.2) and the shop (E11.11)."""
        texts = [f"buy {slot}" for slot, tile in enumerate(self.black) if tile is not None]
        return texts + (["buy inn"] if self.inns else []) + self._shop_texts()

    def _take_texts(self, player, die, colours=COLOURS):
        """R6.1, R8.6"""
        texts = []
        for depot in DEPOTS:
            if die is not None and player.take_cost(die, depot) > player.workers:
                continue
            for slot, tile in enumerate(self.depots[depot - 1]):
                if tile is not None and KINDS[tile].color in colours:
                    texts.append(f"take {depot}.{slot} with die {shown(die)}")
        return texts

    def _place_texts(self, player, die):
        """R8.1"""
        texts = []
        for k, tile in player.stored():
            for h in player.board.hexes:
                if not player.may_cover(tile, h):
                    continue
                if die is None or player.place_cost(die, tile, h) <= player.workers:
                    texts.append(f"place {k} on {h} with die {shown(die)}")
        return texts

    def _sell_texts(self, player, die):
        """R7.1"""
        return [
            f"sell {g} with die {shown(die)}"
            for g in GOODS
            if player.goods[g - 1] and (die is None or player.sell_cost(die, g) <= player.workers)
        ]

    def _goods_texts(self, counts):
        return [f"goods {g}" for g in GOODS if counts[g - 1]]

    # ------------------------------------------------------------------ actions
    def _act(self, player, text, pays):
        """Carry out one choice; `pays`: an own die, the white die, or None (no die, no workers)."""
        words = text.replace(".", " ").split()
        verb, numbers = words[0], [int(word) for word in words if word.isdigit()]
        if is_free(text):
            yield from self._free_action(player, text, numbers)
            return
        if pays is not None:
            self._pay(player, text, numbers, pays)
        if verb == "shield":
            yield from self._take_shield(player, *numbers)
        elif words[1] == "double":
            yield from self._double_action(player, verb, numbers)
        elif verb == "take":
            yield from self._take(player, numbers[0], numbers[1])
        elif verb == "place":
            yield from self._place(player, numbers[0], numbers[1])
        elif verb == "sell":
            yield from self._sell(player, numbers[0])
        elif verb == "workers":
            self._take_workers(player)

    def _free_action(self, player, text, numbers):
        verb = text.split()[0]
        if verb == "buy":
            yield from self._buy(player, text)
        elif verb == "hire":
            yield from self._hire(player, *numbers)
        elif verb == "trade":
            self._trade(player)
        elif verb == "set":
            self._set_die(player, *numbers)
        elif verb == "name":
            self._name(player, numbers[0])
        elif verb == "retrieve":
            yield from self._retrieve_castle(player)

    def _pay(self, player, text, numbers, pays):
        """D2: the die is used and its workers are paid at the moment of choice."""
        verb = text.split()[0]
        if verb == "shield":
            player.workers -= player.shield_cost(numbers[0])
            player.used = [True, True]
            return
        die = numbers[-1] if pays == DIE else WHITE
        cost = 0
        if "double" in text:
            cost = self._double_cost(player, verb, numbers, die)
        elif verb == "take":
            cost = player.take_cost(die, numbers[0])
        elif verb == "place":
            cost = player.place_cost(die, player.storage[numbers[0]], numbers[1])
        elif verb == "sell":
            cost = player.sell_cost(die, numbers[0])
        player.workers -= cost
        if pays == DIE:
            player.used[die] = True

    def _take(self, player, depot, slot):
        """R6"""
        tile = self.depots[depot - 1][slot]
        self.depots[depot - 1][slot] = None
        yield from self._store(player, tile)

    def _store(self, player, tile):
        """D3: lowest empty position; R6.2: DISCARD when storage is full; E0.11: two positions for a double tile."""
        if self.has("team"):
            yield from self._store_in_team(player, tile)
            return
        size = 2 if is_double(tile) else 1
        while player.storage.count(None) < size:
            yield from self._discard(player)
        for _ in range(size):
            player.storage[player.storage.index(None)] = tile

    def _discard(self, player):
        """R6.2: a stored tile leaves the game; says which position is free now."""
        text = yield from self._ask(
            player.seat, "DISCARD", lambda: [f"discard {k}" for k, _ in player.stored()]
        )
        k = int(text.split()[1])
        player.remove_stored(k)
        return k

    def _buy(self, player, text):
        """R10, E6.2, E11.11"""
        player.bought = True
        player.silver -= BUY_PRICE
        yield from self._store(player, self._from_black_depot(text))

    def _from_black_depot(self, text):
        """Take what a text `buy ...` names off its place."""
        words = text.split()
        tile = self._tile_of_black_depot(text)
        if words[1] == "inn":
            self.inns -= 1
        elif words[1] == "double":
            self.double_shop[int(words[2])] = None
        else:
            self.black[int(words[1])] = None
        return tile

    def _tile_of_black_depot(self, text):
        """The tile that `buy B`, `buy inn` or `buy double I` names."""
        words = text.split()
        if words[1] == "inn":
            return INN
        return Double(self.double_shop[int(words[2])]) if words[1] == "double" else self.black[int(words[1])]

    def _hire(self, player, depot, slot):
        """R12, monastery 6"""
        player.hired = True
        player.workers -= HIRE_PRICE
        yield from self._take(player, depot, slot)

    def _trade(self, player):
        """E2.3"""
        player.silver -= 1
        self._gain_workers(player, 2)

    def _gain_workers(self, player, number):
        """One event; E10.7 (2): the owner of shield 2 gets a worker."""
        if number == 0:
            return
        player.workers += number
        for other in self.players:
            if other is not player and other.has_shield(2):
                other.workers += 1

    def _sell(self, player, g):
        """R7: silver, worker, VP; E7.3: then the trade route; E10.7 (9, 12)"""
        number = player.goods[g - 1]
        player.goods[g - 1] = 0
        player.sold[g - 1] += number
        player.silver += self.numbers.tiles["monastery_3"] if player.owns(3) else self.numbers.sale_silver
        player.silver += number - 1 if player.has_shield(9) else 0
        if player.owns(4):
            self._gain_workers(player, self.numbers.tiles["monastery_4"])
        yield from self._gain(player, number * self.sale_points() * (2 if player.has_shield(12) else 1))
        if player.route:
            yield from self._fill_route(player, g, number)

    def sale_points(self):
        return self.numbers.sale[str(max(self.P, 2))]

    def _take_workers(self, player):
        """R13.1, R12.2"""
        self._gain_workers(player, self.numbers.tiles["monastery_14"] if player.owns(14) else 2)
        player.silver += self.numbers.tiles["monastery_13"] if player.owns(13) else 0

    def _place(self, player, k, h):
        """R8.1"""
        tile = player.remove_stored(k)
        yield from self._cover(player, tile, h)

    # ------------------------------------------------------------------ covering a hex (R8.4, R9)
    def _cover(self, player, tile, h):
        """R8.4: (a) cover, (b) area, colour, border posts, (c) the tile's effect. Solo: S9.10."""
        player.tiles[h] = tile
        if self.solo:
            self._solo_cover(player, tile, h)
            return
        area = player.board.area(h)
        if player.all_covered(area):
            yield from self._gain(player, self.area_points(player.scored_size(area)) + self.phase_points())
        colour = player.board.colours[h]
        if player.colour_complete(colour):
            player.bonus[colour], points = self.take_bonus_tile(colour)
            yield from self._gain(player, self.bonus_points(player, points))
        if self.has("e4"):
            yield from self._check_border_posts(player)
        yield from self._effect(player, tile, h)

    def _gain(self, player, points):
        if self.solo:
            yield from self._solo_gain(player, points)
        else:
            player.vp += points

    def area_points(self, size):
        """R9.1, E0.2"""
        return self.numbers.areas[str(size)]

    def phase_points(self):
        return self.numbers.phases[BOARD["phases"][self.phase]]

    def bonus_points(self, player, points):
        """E10.7 (7): new bonus tiles give double."""
        if points and player.has_shield(7):
            return 2 * points
        return points

    # ------------------------------------------------------------------ effects (R8.5, R8.6)
    def _effect(self, player, tile, h):
        kind = KINDS[tile]
        if kind.color == "castle":
            yield from self._extra_action(player, by_castle=True)
        elif kind.color == "ship":
            yield from self._ship(player)
        elif kind.color == "livestock":
            yield from self._gain(player, player.pasture_points(kind, h))
        elif kind.color == "building":
            yield from self._building(player, kind.name)
        elif kind.color == "monastery" and self.solo:
            yield from self._solo_monastery(player, kind)

    def _extra_action(self, player, by_castle=False):
        """EXTRA: one die action with a free value; free actions leave it standing. E10.7 (11): by a castle tile."""

        def texts():
            shields = self._castle_shield_texts(player) if by_castle else []
            return (
                self._die_texts(player, None) + self._free_texts(player) + shields + self._stop_text(player)
            )

        while True:
            text = yield from self._ask(player.seat, "EXTRA", texts)
            if text == "pass":
                return
            yield from self._act(player, text, None)
            if not is_free(text):
                return

    def _stop_text(self, player):
        return ["pass"] if self._may_stop(player) else []

    def _building(self, player, name):
        """R8.6, E2.4, E5.4"""
        if name in PICKS:
            yield from self._pick(player, PICKS[name])
        elif name == "warehouse":
            yield from self._warehouse(player)
        elif name == "boarding_house":
            self._gain_workers(player, self.numbers.tiles[name])
        elif name == "bank":
            player.silver += self.numbers.tiles[name]
        elif name == "town_hall":
            yield from self._town_hall(player)
        elif name == "watchtower":
            yield from self._gain(player, self.numbers.tiles[name])
        elif name == "crane":
            yield from self._crane(player)
        elif name == "white_castle":
            yield from self._white_castle(player)

    def _pick(self, player, colours):
        """PICK: market, carpenter, church; skipped if there is no such tile."""
        if self._take_texts(player, None, colours):
            text = yield from self._ask(
                player.seat, "PICK", lambda: [*self._take_texts(player, None, colours), "pass"]
            )
            if text != "pass":
                yield from self._act(player, text, None)

    def _warehouse(self, player):
        """SALE: skipped without goods"""
        if any(player.goods):
            text = yield from self._ask(
                player.seat, "SALE", lambda: [*self._sell_texts(player, None), "pass"]
            )
            if text != "pass":
                yield from self._act(player, text, None)

    def _town_hall(self, player):
        """TOWNHALL: a stored tile on a hex of any number; free actions leave it standing."""
        while self._place_texts(player, None) or self._free_texts(player):
            text = yield from self._ask(
                player.seat,
                "TOWNHALL",
                lambda: [*self._place_texts(player, None), *self._free_texts(player), "pass"],
            )
            if text == "pass":
                return
            yield from self._act(player, text, None)
            if not is_free(text):
                return

    # ------------------------------------------------------------------ ships
    def _ship(self, player):
        """R8.5: first goods, then turn order. Solo: S9.5."""
        if any(sum(goods) for goods in self.depot_goods):
            text = yield from self._ask(player.seat, "SHIP_DEPOT", lambda: [f"depot {d}" for d in DEPOTS])
            depot = int(text.split()[1])
            yield from self._load(player, depot)
            if player.owns(5) and self._adjacent_texts(player, depot):
                text = yield from self._ask(
                    player.seat, "SHIP_ADJ", lambda: [*self._adjacent_texts(player, depot), "pass"]
                )
                if text != "pass":
                    yield from self._load(player, int(text.split()[1]))
            if player.has_shield(5):
                yield from self._load_a_type(player)
        if self.solo:
            yield from self._solo_after_ship(player)
        else:
            self.advance_marker(player.seat)

    def _adjacent_texts(self, player, depot):
        """Monastery 5: ring neighbours with a goods tile that can be stored."""
        ring = self.clockwise(depot)
        return [
            f"depot {other}"
            for other in (ring[1], ring[5])
            if any(
                number and self._can_load(player, g) for g, number in enumerate(self.depot_goods[other - 1])
            )
        ]

    def _can_load(self, player, g):
        return player.goods[g] > 0 or self._free_goods_spaces(player) > 0

    def _free_goods_spaces(self, player):
        """R8.5: at most three types in storage; S9.2: no limit."""
        limit = 6 if self.solo else GOODS_TYPES_MAX
        return limit - sum(number > 0 for number in player.goods)

    def _load(self, player, depot):
        """R8.5: everything that can be stored; GOOD when several new types compete for the spaces."""
        pile = self.depot_goods[depot - 1]
        for g in range(6):
            if player.goods[g]:
                self._load_type(player, pile, g)
        while any(pile) and self._free_goods_spaces(player) > 0:
            new_types = [g for g in range(6) if pile[g]]
            if len(new_types) <= self._free_goods_spaces(player):
                for g in new_types:
                    self._load_type(player, pile, g)
            else:
                text = yield from self._ask(player.seat, "GOOD", lambda: self._goods_texts(pile))
                self._load_type(player, pile, int(text.split()[1]) - 1)

    def _load_type(self, player, pile, g):
        player.goods[g] += pile[g]
        pile[g] = 0
