"""A slow, plain reading of the rules of The Castles of Burgundy: the table and the turn.

Base game (2-4 seats); the automated opponent is in burgundy_chateauma.py, the solo mode E10 in burgundy_solo.py, the
turn in burgundy_turn.py, pieces and seats in burgundy_pieces.py. Modules of the box:
burgundy_tiles.py (E2, E5, E6), burgundy_duchies.py (E1, E4), burgundy_routes.py (E8), burgundy_shields.py (SH),
burgundy_vineyards.py (VY), burgundy_team.py (E9); their words: burgundy_words.md.
The rules are told as one generator per effect that stops at every decision; nothing is clever.
Rule numbers: R..., D..., Q... are those of rules.md; C... = rules_chateauma.md; S... = solo mode E10, 9.x; E... =
rules_expansions.md (E4.3 is its 4.3, A-... its section 13).

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
- D2 with modules: MAIN is asked again while any free action is legal (also TRADE and NAME_PLAYER).
- A-41: after PASS with dice unused both dice count as used.
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
from .burgundy_duchies import DuchyRules
from .burgundy_numbers import Numbers
from .burgundy_pieces import BOARD, CASTLE, COLOURS, KINDS, TILES, Player, duchy_board, solo_board
from .burgundy_routes import TradeRoutes
from .burgundy_shields import Shields
from .burgundy_solo import SoloRules, SoloWonError
from .burgundy_team import TeamGame
from .burgundy_tiles import ExtraTiles
from .burgundy_turn import DEPOTS, GOODS, TurnRules
from .burgundy_vineyards import Vineyards
from .story import Question, Story

SUPPLIES = [*COLOURS, "black"]
LAST_SPACE = BOARD["turn_order_track"]["last_space"]
SHEET_COPIES = 4
POOLS = {"1-30": (1, 30), "1-10": (1, 10), "11-18": (11, 18), "19-22": (19, 22), "23-30": (23, 30)}

DEFAULTS = {
    "num_players": 2,
    "chateauma": None,
    "modifiers": "",
    "modules": (),
    "duchies": 1,
    "duchy_pool": "1-30",
    "side_choice": False,
    "black_depot_spaces": 0,
    "empty_sale_vp": 0,
    "card8_third_space": "livestock",
    "solo_board": 33,
    "solo_target": 50,
    "solo_area_gains": "two",
    "solo_order": "player",
    "castle_connection": False,
    "border_connection": "straight_line",
    "route_order": "random",
    "team_board": "beginner",
    "team_tiebreak": "more_empty",
    "key_space_cap": 12,
    "limit_vines": False,
    "shield_pick": "lowest_vp",
    "data_overrides": None,
}


class BurgundyOracle(
    TurnRules, ExtraTiles, DuchyRules, TradeRoutes, Shields, Vineyards, TeamGame, SoloRules, Story
):
    kinds, castle = KINDS, CASTLE

    def __init__(self, chance, **options):
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        n = self.options["num_players"]
        self.solo = n == 1 and self.options["chateauma"] is None
        self.numbers = Numbers(self.options["data_overrides"])
        self.players = self._team_members() if self.has("team") else [Player(seat) for seat in range(n)]
        for player in self.players:
            player.numbers, player.silver = self.numbers, self.numbers.start_silver
        self.automa = Chateauma(self, n, self.options) if self.options["chateauma"] else None
        self.seats = [*self.players, self.automa] if self.automa else list(self.players)
        self.P = len(self.seats)
        self.phase = self.round = self.white = self.turns = 0
        self.round_order = []
        self._set_up()
        self._tell(self._game())

    def has(self, module):
        return module in self.options["modules"]

    # ================================================================== results
    def scores(self):
        """VP with what R11.2 / C10 would add now; solo: covered spaces."""
        if self.solo:
            return [37 - self.players[0].empty_hexes()]
        if self.has("team"):
            return self._team_scores()
        scores = [player.vp + player.final_points() for player in self.players]
        return scores + ([self.automa.vp + self.automa.final_points()] if self.automa else [])

    def winners(self):
        """R11.3; C10: the Chateauma wins ties; S9.11."""
        scores = self.scores()
        if self.solo:
            return [0] if scores[0] == 37 else []
        if self.has("team"):
            return self._team_winners()
        return self.ranking()[:1]

    def ranking(self):
        """All seats, the best first (R11.3, C10)."""
        scores, places = self.scores(), self.turn_order()
        last = self.automa.seat if self.automa else None

        def standing(seat):
            if seat == last:
                return scores[seat], 1
            return scores[seat], 0, -self.players[seat].empty_hexes(), places.index(seat)

        return sorted(range(self.P), key=standing, reverse=True)

    def _ask(self, seat, name, options):
        return (yield Question(seat, name, options))

    # ================================================================== setup (R2, C1, S9.1)
    def _set_up(self):
        """R2.1-R2.8; all chance of the setup in the agreed order."""
        n = len(self.players)
        self.bonus_left = {colour: [True, True] for colour in COLOURS}
        self.border_left = [True, True]
        self.own_turn, self.inns, self.castle_pile = False, 0, 0
        self.depot_goods = [[0] * 6 for _ in DEPOTS]
        layout = self._depot_colours(phase=0)
        self.depots = [[None] * len(colours) for colours in layout]
        spaces = BOARD["black_depot_spaces"][str(max(self.P, 2))]
        self.black = [None] * (self.options["black_depot_spaces"] or spaces)
        self.round_goods = []
        self._deal_duchies()
        self._deal_goods()
        duchies = (
            2 if self.has("team") else n
        )  # E8.2: the team that starts is drawn, its first seat has its number
        self.start_seat = 0 if self.solo else self.chance.below("start", duchies)
        self._shuffle_supplies()
        self._deal_routes()
        self._lay_out_shields()
        self._set_up_vineyards()
        if self.automa:
            self.automa.set_up()
        self._set_up_turn_order()
        if self.solo:
            self._setup_solo()
        if self.has("team"):
            self._set_up_teams()
        for player in self.players:
            player.castle_connection = self.options["castle_connection"]

    def _deal_duchies(self):
        """R2.5"""
        self.sheets = [None] * len(self.players)
        if self.solo:
            self.players[0].board = solo_board(self.options["solo_board"])
            return
        if self.has("team"):
            self._lay_out_team_boards()
            return
        first, last = POOLS[self.options["duchy_pool"]]
        pool = list(range(first, last + 1))
        if self.options["duchies"] != "random":
            numbers = self.options["duchies"]
            numbers = [numbers] * len(self.players) if isinstance(numbers, int) else numbers
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
        self.other_goods = order[25:]  # the players' first, then those that stay in the box
        dealt = iter(self.other_goods)
        for player in self._one_per_duchy():
            for _ in range(BOARD["start_goods"]):
                player.goods[next(dealt) - 1] += 1

    def _shuffle_supplies(self):
        """R2.2; the starting castles (R2.9, C1.6) are taken out before."""
        self.supplies = {}
        for supply in SUPPLIES:
            kinds = [kind for kind in KINDS.values() if kind.base or self.has(kind.module)]
            tiles = [kind.id for kind in kinds for _ in range(kind.copies.get(supply, 0))]
            if supply == "castle":
                tiles = tiles[2 if self.has("team") else self.P :]
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
            player.workers = self.numbers.start_workers[position]

    def _choose_sides(self):
        """SIDE"""
        for player in self._from_start_seat():
            sheet = self.sheets[player.seat]
            if sheet:
                text = yield from self._ask(player.seat, "SIDE", lambda: ["side 0", "side 1"])
                player.board = duchy_board(sheet[int(text.split()[1])])

    def _place_starting_castles(self):
        """R2.9: no effect, scores nothing."""
        if self.has("team"):
            yield from self._place_team_castles()
            return
        for player in self._from_start_seat():
            hexes = player.board.castle_hexes
            texts = [f"place 0 on {h} with die 0" for h in hexes]
            text = yield from self._ask(player.seat, "START_CASTLE", lambda texts=texts: texts)
            player.tiles[int(text.split()[3])] = CASTLE

    def _from_start_seat(self):
        return self.players[self.start_seat :] + self.players[: self.start_seat]

    def _one_per_duchy(self):
        """All seats; in the team game the seats 0 and 1 for their teams (E8.6)."""
        return self.players[:2] if self.has("team") else self.players

    # ================================================================== phases and rounds
    def _game(self):
        """D1"""
        yield from self._choose_sides()
        yield from self._place_starting_castles()
        yield from self._order_routes()
        try:
            for phase in range(5):
                self._start_phase(phase)
                for number in range(5):
                    self._start_round(number)
                    yield from self._play_round()
                yield from self._finish_phase()
            yield from self._name_at_the_end()
        except SoloWonError:
            self.players[0].bought = self.players[0].hired = False

    def _start_phase(self, phase):
        """R3"""
        self.phase, self.round = phase, 0
        self._collect_castles()
        for depot, colours in enumerate(self._depot_colours(phase)):
            self.depots[depot] = [self._draw(colour) for colour in colours]
        self.black = [self._draw("black") for _ in self.black]
        self.round_goods = list(self.stacks[phase])
        self._fill_vineyard_depots()
        self.inns += 1 if self.has("e6") else 0  # E6.1

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
        self.round_order, self.turns = self.turn_order(), 0

    def _play_round(self):
        """R4.3: the order is fixed at the start of the round; `turns`: how many of them have begun."""
        while self.turns < self.P:
            seat = self.round_order[self.turns]
            self.turns += 1
            if self.automa and seat == self.automa.seat:
                self.automa.turn()
            else:
                yield from self._turn(self.players[seat])

    def _finish_phase(self):
        """E0.7: shields 14 and 15, tribute, then the mines."""
        yield from self._end_of_phase_shields()
        self._end_phase()

    def _end_phase(self):
        """R11.1, C3.3; E10.7 (8): double silver."""
        for player in self._one_per_duchy():
            mines = player.count("mine")
            player.silver += mines * self.numbers.tiles["mine"] * (2 if player.has_shield(8) else 1)
            if mines and player.owns(2):
                self._gain_workers(player, mines * self.numbers.tiles["monastery_2"])
        if self.automa:
            self.automa.pay_mines()

    def turn_order(self):
        """R4.3: furthest along first, upper markers before lower ones; E2.2: monastery 27 lies on top."""

        def place(seat):
            on_top = seat < len(self.players) and self.players[seat].owns(27)
            return -self.track[seat], not on_top, -self.arrival[seat]

        return sorted(range(self.P), key=place)

    def advance_marker(self, seat):
        """R8.5: one space forward, on top; on the last space to the top of its stack."""
        self.clock += 1
        self.track[seat] = min(LAST_SPACE, self.track[seat] + 1)
        self.arrival[seat] = self.clock

    def take_bonus_tile(self, colour):
        """R9.2: (1 large / 2 small / 0 none, VP)"""
        return self._larger_one_left(self.bonus_left[colour])

    def take_border_tile(self):
        """E4.5: as take_bonus_tile"""
        return self._larger_one_left(self.border_left)

    def _larger_one_left(self, left):
        for rank in (1, 2):
            if left[rank - 1]:
                left[rank - 1] = False
                return rank, self.numbers.bonus[rank][str(self.P)]
        return 0, 0

    def clockwise(self, depot):
        """The six depots from one on (ring 1-2-3-4-5-6-1)."""
        return [(depot - 1 + i) % 6 + 1 for i in range(6)]
