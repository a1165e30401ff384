"""A slow, plain reading of the rules of The Castles of Burgundy: the table and the turn.

Base game (2-4 seats); the automated opponent is in burgundy_chateauma.py, the solo mode E10 in burgundy_solo.py.
The options and pieces (tile kinds, duchies, player boards) stand at the top of burgundy_solo.py.
The rules are told as one generator per effect that stops at every decision; nothing is clever.
Rule numbers: R..., D..., Q... are those of rules.md; C... = rules_chateauma.md; S... = solo mode E10.

READINGS: places where the text leaves something open, and the reading used here.
- R2.5 / S9.1: the solo mode ignores the duchy options (no chance, no SIDE).
- R2 / D7: during SIDE and START_CASTLE the depots and the black depot are shown empty, no goods of
  phase A are visible yet (round_goods is empty); supply_left shows the full supplies.
- R3.4: round_goods are the goods of the phase still on round spaces; the one of the running round is gone.
- R8.5 ship: first goods, then turn order. The marker moves after SHIP_DEPOT, GOOD and SHIP_ADJ are done,
  so these nodes still show the old track (D2 allows moving it at once, nothing depends on it).
- D2 SHIP_ADJ: monastery 5 also when the depot chosen in SHIP_DEPOT was empty (Q6).
- R11.2: `vp` never contains final scoring, also not after the end; scores() adds it at any time.
- R12 / S9.10: a monastery's standing effect holds from the covering, so also for the effects of the same
  placement (a town filled under monastery 1, a ship placed by a castle after monastery 5, ...).
- R4.1: `used` of a seat stays (True, True) after its turn until the next dice are rolled.
- R12.1 for jokers (S9.6): f = 0, monasteries 9-11 do not fit them (0.8b of rules_expansions.md).
- R8.2 for jokers: a joker has no type; it neither breaks nor makes a building limit.
- R11.3 with the Chateauma: the last tie-break between humans uses the places of the whole track.
- C1.8, modifier C: the start seat stays the human drawn; it is first among the humans and the setup
  decisions, and second on the track.
- C2, C8: duchy counts and claimed colours are shown in the order of the other colour lists (COLOURS),
  only `reserve` in RESERVE_ORDER. duchy_tiles holds stacked tiles and the face-up tiles of modifier B.
- C7: `sel` is the position of the remaining card also while the nested effects of an extra turn run;
  the place of a completed card counts as no card for BONUS_CHOOSE and TOWN_HALL until cards are drawn.
- C12.2: modifier A takes the tiles from the top of the black supply; they leave supply_left.
- S9.3: with a white die on an empty depot, goods go to that depot, only the removal goes on clockwise.
- S9.5 EXCHANGE with full storage: "DISCARD after the choice" is read as after the choice to exchange,
  so before the five goods and before EXCHANGE_TILE; the joker goes to the lowest free position.
- S9.5: each of the five goods leaves storage at its EXCHANGE_GOOD.
- S9.8: the black tile stays in the black depot until COLOUR_SPACE is answered (it goes directly).
- S9.9: "right after a gain": the purchase follows each single gain, inside any action or pool item.
- S9.10: an item being carried out is no longer in the pool.
- S9.7: monastery 26 scores the colours completed when its effect is carried out.
- S9.11: the win is checked right after the cover, before anything is put into the pool.
"""

from .burgundy_chateauma import Chateauma
from .burgundy_solo import (
    BOARD,
    CASTLE,
    COLOURS,
    KINDS,
    POOLS,
    TILES,
    Player,
    SoloRules,
    SoloWonError,
    checked_options,
    duchy_board,
    solo_board,
)

SUPPLIES = [*COLOURS, "black"]
PICKS = {
    "market": ("ship", "livestock"),
    "carpenter": ("building",),
    "church": ("mine", "monastery", "castle"),
}
DEPOTS = range(1, 7)
GOODS = range(1, 7)
LAST_SPACE = BOARD["turn_order_track"]["last_space"]
GOODS_TYPES_MAX = BOARD["goods_types_in_storage_max"]
SHEET_COPIES = 4
BUY_PRICE = 2  # silver
HIRE_PRICE = 2  # workers


class Question:
    """A decision: who is asked what, and a function that lists the legal answers right now."""

    def __init__(self, seat, name, options):
        self.seat, self.name, self.options = seat, name, options


class BurgundyOracle(SoloRules):
    kinds, castle = KINDS, CASTLE

    def __init__(self, chance, **options):
        self.options = checked_options(options)
        self.chance = chance
        n = self.options["num_players"]
        self.solo = n == 1 and self.options["chateauma"] is None
        self.players = [Player(seat) for seat in range(n)]
        self.automa = Chateauma(self, n, self.options) if self.options["chateauma"] else None
        self.seats = [*self.players, self.automa] if self.automa else list(self.players)
        self.P = len(self.seats)
        self.phase = self.round = self.white = 0
        self._set_up()
        self._flow = self._game()
        self._answer(None)

    # ================================================================== interface
    def decision(self):
        return None if self._question is None else (self._question.seat, self._question.name)

    def legal(self):
        return [] if self._question is None else sorted(set(self._question.options()))

    def apply(self, text):
        if text not in self.legal():
            raise ValueError(f"not legal at {self.decision()}: {text!r}")
        self._answer(text)

    def scores(self):
        """VP with what R11.2 / C10 would add now; solo: covered spaces."""
        if self.solo:
            return [37 - self.players[0].empty_hexes()]
        scores = [player.vp + player.final_points() for player in self.players]
        return scores + ([self.automa.vp + self.automa.final_points()] if self.automa else [])

    def winners(self):
        """R11.3; C10: the Chateauma wins ties; S9.11."""
        scores = self.scores()
        if self.solo:
            return [0] if scores[0] == 37 else []
        if self.automa and scores[self.automa.seat] == max(scores):
            return [self.automa.seat]
        places = self.turn_order()
        best = max(self.players, key=lambda p: (scores[p.seat], -p.empty_hexes(), places.index(p.seat)))
        return [best.seat]

    def public(self):
        players, seats = self.players, self.seats
        view = {
            "phase": self.phase,
            "round": self.round,
            "white": self.white,
            "start_seat": self.start_seat,
            "depots": [list(slots) for slots in self.depots],
            "depot_goods": [list(goods) for goods in self.depot_goods],
            "black": list(self.black),
            "round_goods": list(self.round_goods),
            "order": self.turn_order(),
            "track": list(self.track),
            "dice": [list(p.dice) for p in players],
            "used": [list(p.used) for p in players],
            "vp": [s.vp for s in seats],
            "silver": [s.silver for s in seats],
            "workers": [s.workers for s in seats],
            "goods": [list(s.goods) for s in seats],
            "sold": [list(s.sold) for s in seats],
            "storage": [list(p.storage) for p in players],
            "duchy": [list(p.tiles) for p in players],
            "duchy_number": [p.board.number if p.board else 0 for p in players],
            "bonus_left": [list(self.bonus_left[colour]) for colour in COLOURS],
            "bonus_owned": [s.bonus_ranks(COLOURS) for s in seats],
            "bought": any(p.bought for p in players),
            "hired": any(p.hired for p in players),
            "supply_left": [len(self.supplies[supply]) for supply in SUPPLIES],
        }
        if self.automa:
            view["automa"] = self.automa.public(COLOURS)
        if self.solo:
            view["solo"] = self._solo_public()
        return view

    # ------------------------------------------------------------------ machinery of decisions
    def _answer(self, text):
        try:
            self._question = self._flow.send(text)
        except StopIteration:
            self._question = None

    def _ask(self, seat, name, options):
        return (yield Question(seat, name, options))

    # ================================================================== setup (R2, C1, S9.1)
    def _set_up(self):
        """R2.1-R2.8; all chance of the setup in the agreed order."""
        n = len(self.players)
        self.bonus_left = {colour: [True, True] for colour in COLOURS}
        self.depot_goods = [[0] * 6 for _ in DEPOTS]
        layout = self._depot_colours(phase=0)
        self.depots = [[None] * len(colours) for colours in layout]
        spaces = BOARD["black_depot_spaces"][str(max(self.P, 2))]
        self.black = [None] * (self.options["black_depot_spaces"] or spaces)
        self.round_goods = []
        self._deal_duchies()
        self._deal_goods()
        self.start_seat = 0 if self.solo else self.chance.below("start", n)
        self._shuffle_supplies()
        if self.automa:
            self.automa.set_up()
        self._set_up_turn_order()
        if self.solo:
            self._setup_solo()

    def _deal_duchies(self):
        """R2.5"""
        self.sheets = [None] * len(self.players)
        if self.solo:
            self.players[0].board = solo_board(self.options["solo_board"])
            return
        first, last = POOLS[self.options["duchy_pool"]]
        pool = list(range(first, last + 1))
        if self.options["duchies"] != "random":
            numbers = self.options["duchies"]
        elif not self.options["side_choice"]:
            numbers = [pool[self.chance.below("duchy", len(pool))] for _ in self.players]
        else:
            sheets = [sheet for sheet in range(len(pool) // 2) for _ in range(SHEET_COPIES)]
            dealt = list(self.chance.shuffle("duchy", sheets))
            self.sheets = [pool[2 * sheet : 2 * sheet + 2] for sheet in dealt[: len(self.players)]]
            return
        for player, number in zip(self.players, numbers, strict=True):
            player.board = duchy_board(number)

    def _deal_goods(self):
        """R2.3, R2.6; C1.2: one tile of each type is set aside for the Chateauma."""
        copies = TILES["goods"]["tiles_per_type"] - (1 if self.automa else 0)
        order = list(self.chance.shuffle("goods", [g for g in GOODS for _ in range(copies)]))
        self.stacks = [order[5 * phase : 5 * phase + 5] for phase in range(5)]
        rest = order[25:]
        for player in self.players:
            for _ in range(BOARD["start_goods"]):
                player.goods[rest.pop(0) - 1] += 1

    def _shuffle_supplies(self):
        """R2.2; the starting castles (R2.9, C1.6) are taken out before."""
        self.supplies = {}
        for supply in SUPPLIES:
            tiles = [k.id for k in KINDS.values() if k.base for _ in range(k.copies.get(supply, 0))]
            if supply == "castle":
                tiles = tiles[self.P :]
            self.supplies[supply] = list(self.chance.shuffle("supply", tiles))

    def _set_up_turn_order(self):
        """R2.8; C1.8: the Chateauma is last, with modifier C first."""
        n = len(self.players)
        order = [(self.start_seat + i) % n for i in range(n)]
        if self.automa:
            order.insert(0 if "C" in self.options["modifiers"] else n, n)
        self.track = [0] * self.P
        self.clock = 0
        self.arrival = [-order.index(seat) for seat in range(self.P)]
        for player in self.players:
            position = order.index(player.seat)
            player.workers = BOARD["start_workers_by_turn_position"][position]

    def _choose_sides(self):
        """SIDE"""
        for player in self._from_start_seat():
            sheet = self.sheets[player.seat]
            if sheet:
                text = yield from self._ask(player.seat, "SIDE", lambda: ["side 0", "side 1"])
                player.board = duchy_board(sheet[int(text.split()[1])])

    def _place_starting_castles(self):
        """R2.9: no effect, scores nothing."""
        for player in self._from_start_seat():
            hexes = player.board.castle_hexes
            texts = [f"place 0 on {h} with die 0" for h in hexes]
            text = yield from self._ask(player.seat, "START_CASTLE", lambda texts=texts: texts)
            player.tiles[int(text.split()[3])] = CASTLE

    def _from_start_seat(self):
        return self.players[self.start_seat :] + self.players[: self.start_seat]

    # ================================================================== phases and rounds
    def _game(self):
        """D1"""
        yield from self._choose_sides()
        yield from self._place_starting_castles()
        try:
            for phase in range(5):
                self._start_phase(phase)
                for number in range(5):
                    self._start_round(number)
                    yield from self._play_round()
                self._end_phase()
        except SoloWonError:
            self.players[0].bought = self.players[0].hired = False

    def _start_phase(self, phase):
        """R3"""
        self.phase, self.round = phase, 0
        for depot, colours in enumerate(self._depot_colours(phase)):
            self.depots[depot] = [self._draw(colour) for colour in colours]
        self.black = [self._draw("black") for _ in self.black]
        self.round_goods = list(self.stacks[phase])

    def _depot_colours(self, phase):
        """R3.2 with the special slot of three players"""
        layout = BOARD["depots"][str(max(self.P, 2))]
        colours = [list(layout[str(depot)]) for depot in DEPOTS]
        if self.P == 3:
            special = BOARD["three_player_3BD"]
            key = "color_in_phases_B_D" if phase in (1, 3) else "color_in_phases_A_C_E"
            colours[special["depot"] - 1][special["slot"]] = special[key]
        return colours

    def _draw(self, supply):
        """R3.5"""
        return self.supplies[supply].pop(0) if self.supplies[supply] else None

    def _start_round(self, number):
        """R4.1, R4.2; S9.3"""
        self.round = number
        for player in self.players:
            player.dice = [1 + self.chance.below("dice", 6) for _ in range(2)]
            player.used = [False, False]
        self.white = 1 + self.chance.below("white", 6)
        self.depot_goods[self.white - 1][self.round_goods.pop(0) - 1] += 1
        if self.solo:
            self._remove_a_tile()

    def _play_round(self):
        """R4.3: the order is fixed at the start of the round."""
        for seat in self.turn_order():
            if self.automa and seat == self.automa.seat:
                self.automa.turn()
            else:
                yield from self._turn(self.players[seat])

    def _end_phase(self):
        """R11.1, C3.3"""
        for player in self.players:
            mines = player.count("mine")
            player.silver += mines
            player.workers += mines if player.owns(2) else 0
        if self.automa:
            self.automa.pay_mines()

    def turn_order(self):
        """R4.3: furthest along first, upper markers before lower ones."""
        return sorted(range(self.P), key=lambda seat: (-self.track[seat], -self.arrival[seat]))

    def advance_marker(self, seat):
        """R8.5: one space forward, on top; on the last space to the top of its stack."""
        self.clock += 1
        self.track[seat] = min(LAST_SPACE, self.track[seat] + 1)
        self.arrival[seat] = self.clock

    def clockwise(self, depot):
        """The six depots from one on (ring 1-2-3-4-5-6-1)."""
        return [(depot - 1 + i) % 6 + 1 for i in range(6)]

    # ================================================================== turn (R5)
    def _turn(self, player):
        player.bought = player.hired = False
        while not all(player.used) or self._free_texts(player):
            text = yield from self._ask(player.seat, "MAIN", lambda: self._main_texts(player))
            if text == "pass":
                break
            yield from self._act(player, text, free=False)
            if self.solo:
                yield from self._settle_pool()
        player.bought = player.hired = False

    def _main_texts(self, player):
        texts = self._free_texts(player)
        for die in (0, 1):
            if not player.used[die]:
                texts += self._die_texts(player, die)
        return texts + (["pass"] if all(player.used) else [])

    def _die_texts(self, player, die):
        """R5.1: the four die actions; die None = a value of the player's choice."""
        return [
            *self._take_texts(player, die),
            *self._place_texts(player, die),
            *self._sell_texts(player, die),
            f"workers with die {die or 0}",
        ]

    def _free_texts(self, player):
        """R5.3: BUY and HIRE"""
        texts = []
        if player.silver >= BUY_PRICE and not player.bought:
            texts += self._black_texts()
        if player.owns(6) and player.workers >= HIRE_PRICE and not player.hired:
            for depot in DEPOTS:
                for slot, tile in enumerate(self.depots[depot - 1]):
                    if tile is not None and KINDS[tile].color == "building":
                        texts.append(f"hire {depot}.{slot}")
        return texts

    def _black_texts(self):
        return [f"buy {slot}" for slot, tile in enumerate(self.black) if tile is not None]

    def _take_texts(self, player, die, colours=COLOURS):
        """R6.1, R8.6"""
        texts = []
        for depot in DEPOTS:
            if die is not None and player.take_cost(die, depot) > player.workers:
                continue
            for slot, tile in enumerate(self.depots[depot - 1]):
                if tile is not None and KINDS[tile].color in colours:
                    texts.append(f"take {depot}.{slot} with die {die or 0}")
        return texts

    def _place_texts(self, player, die):
        """R8.1"""
        texts = []
        for k, tile in enumerate(player.storage):
            for h in range(37):
                if tile is None or not player.may_cover(tile, h):
                    continue
                if die is None or player.place_cost(die, tile, h) <= player.workers:
                    texts.append(f"place {k} on {h} with die {die or 0}")
        return texts

    def _sell_texts(self, player, die):
        """R7.1"""
        return [
            f"sell {g} with die {die or 0}"
            for g in GOODS
            if player.goods[g - 1] and (die is None or player.sell_cost(die, g) <= player.workers)
        ]

    def _goods_texts(self, counts):
        return [f"goods {g}" for g in GOODS if counts[g - 1]]

    # ------------------------------------------------------------------ actions
    def _act(self, player, text, free):
        """Carry out one choice of MAIN, EXTRA, TOWNHALL, PICK or SALE; `free`: no die, no workers."""
        verb, *words = text.replace(".", " ").split()
        numbers = [int(word) for word in words if word.isdigit()]
        if verb == "buy":
            yield from self._buy(player, numbers[0])
            return
        if verb == "hire":
            yield from self._hire(player, *numbers)
            return
        if not free:
            self._spend_die(player, verb, *numbers)
        if verb == "take":
            yield from self._take(player, numbers[0], numbers[1])
        elif verb == "place":
            yield from self._place(player, numbers[0], numbers[1])
        elif verb == "sell":
            yield from self._sell(player, numbers[0])
        elif verb == "workers":
            self._take_workers(player)

    def _spend_die(self, player, verb, *numbers):
        """D2: the die is used and its workers are paid at the moment of choice."""
        die = numbers[-1]
        cost = 0
        if verb == "take":
            cost = player.take_cost(die, numbers[0])
        elif verb == "place":
            cost = player.place_cost(die, player.storage[numbers[0]], numbers[1])
        elif verb == "sell":
            cost = player.sell_cost(die, numbers[0])
        player.used[die] = True
        player.workers -= cost

    def _take(self, player, depot, slot):
        """R6"""
        tile = self.depots[depot - 1][slot]
        self.depots[depot - 1][slot] = None
        yield from self._store(player, tile)

    def _store(self, player, tile):
        """D3: lowest empty position; R6.2: DISCARD when storage is full."""
        if None in player.storage:
            player.storage[player.storage.index(None)] = tile
            return
        text = yield from self._ask(player.seat, "DISCARD", lambda: [f"discard {k}" for k in range(3)])
        player.storage[int(text.split()[1])] = tile

    def _buy(self, player, slot):
        """R10"""
        player.bought = True
        player.silver -= BUY_PRICE
        tile, self.black[slot] = self.black[slot], None
        yield from self._store(player, tile)

    def _hire(self, player, depot, slot):
        """R12, monastery 6"""
        player.hired = True
        player.workers -= HIRE_PRICE
        yield from self._take(player, depot, slot)

    def _sell(self, player, g):
        """R7: silver, worker, VP"""
        number = player.goods[g - 1]
        player.goods[g - 1] = 0
        player.sold[g - 1] += number
        player.silver += 2 if player.owns(3) else 1
        player.workers += 1 if player.owns(4) else 0
        yield from self._gain(player, number * self.sale_points())

    def sale_points(self):
        return BOARD["goods_sale_vp_per_tile"][str(max(self.P, 2))]

    def _take_workers(self, player):
        """R13.1, R12.2"""
        player.workers += 4 if player.owns(14) else 2
        player.silver += 1 if player.owns(13) else 0

    def _place(self, player, k, h):
        """R8.1"""
        tile, player.storage[k] = player.storage[k], None
        yield from self._cover(player, tile, h)

    # ------------------------------------------------------------------ covering a hex (R8.4, R9)
    def _cover(self, player, tile, h):
        """R8.4: (a) cover, (b) area and colour, (c) the tile's effect. Solo: S9.10."""
        player.tiles[h] = tile
        if self.solo:
            self._solo_cover(player, tile, h)
            return
        area = player.board.area(h)
        if player.all_covered(area):
            yield from self._gain(player, self.area_points(len(area)) + self.phase_points())
        colour = player.board.colours[h]
        if player.colour_complete(colour):
            player.bonus[colour], points = self.take_bonus_tile(colour)
            yield from self._gain(player, points)
        yield from self._effect(player, tile, h)

    def area_points(self, size):
        """R9.1"""
        return BOARD["area_size_vp"][str(size)]

    def phase_points(self):
        return BOARD["phase_area_bonus"][BOARD["phases"][self.phase]]

    def take_bonus_tile(self, colour):
        """R9.2: (1 large / 2 small / 0 none, VP)"""
        for rank, name in ((1, "first"), (2, "second")):
            if self.bonus_left[colour][rank - 1]:
                self.bonus_left[colour][rank - 1] = False
                return rank, TILES["bonus_tiles"]["per_color"][name][str(self.P)]
        return 0, 0

    def _gain(self, player, points):
        if self.solo:
            yield from self._solo_gain(player, points)
        else:
            player.vp += points

    # ------------------------------------------------------------------ effects (R8.5, R8.6)
    def _effect(self, player, tile, h):
        kind = KINDS[tile]
        if kind.color == "castle":
            yield from self._extra_action(player)
        elif kind.color == "ship":
            yield from self._ship(player)
        elif kind.color == "livestock":
            yield from self._gain(player, player.pasture_points(kind, h))
        elif kind.color == "building":
            yield from self._building(player, kind.name)
        elif kind.color == "monastery" and self.solo:
            yield from self._solo_monastery(player, kind)

    def _extra_action(self, player):
        """EXTRA: one die action with a free value; purchases leave it standing."""
        while True:
            text = yield from self._ask(
                player.seat, "EXTRA", lambda: self._die_texts(player, None) + self._free_texts(player)
            )
            yield from self._act(player, text, free=True)
            if not text.startswith(("buy", "hire")):
                return

    def _building(self, player, name):
        """R8.6"""
        if name in PICKS:
            yield from self._pick(player, PICKS[name])
        elif name == "warehouse":
            yield from self._warehouse(player)
        elif name == "boarding_house":
            player.workers += 4
        elif name == "bank":
            player.silver += 2
        elif name == "town_hall":
            yield from self._town_hall(player)
        elif name == "watchtower":
            yield from self._gain(player, 4)

    def _pick(self, player, colours):
        """PICK: market, carpenter, church; skipped if there is no such tile."""
        if self._take_texts(player, None, colours):
            text = yield from self._ask(
                player.seat, "PICK", lambda: [*self._take_texts(player, None, colours), "pass"]
            )
            yield from self._act(player, text, free=True)

    def _warehouse(self, player):
        """SALE: skipped without goods"""
        if any(player.goods):
            text = yield from self._ask(
                player.seat, "SALE", lambda: [*self._sell_texts(player, None), "pass"]
            )
            yield from self._act(player, text, free=True)

    def _town_hall(self, player):
        """TOWNHALL: a stored tile on a hex of any number; purchases leave it standing."""
        while self._place_texts(player, None) or self._free_texts(player):
            text = yield from self._ask(
                player.seat,
                "TOWNHALL",
                lambda: [*self._place_texts(player, None), *self._free_texts(player), "pass"],
            )
            yield from self._act(player, text, free=True)
            if not text.startswith(("buy", "hire")):
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
                number and (player.goods[g] or self._free_goods_spaces(player))
                for g, number in enumerate(self.depot_goods[other - 1])
            )
        ]

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
