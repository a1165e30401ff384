"""A slow, plain reading of the rules of Village (2-5 players and solo): the table and the turn.

Carla is in village_solo.py; names, tables and options are in village_data.py.
The rules are told as one generator per effect that stops at every decision; nothing is clever.
Rule numbers (R..., A..., D...) are those of the rules specification of the game.

READINGS: places where the text leaves something open, and the reading used here.
- R1.12: everything that asks nobody (grain, random cube, seat 5's coin) is given before COMPENSATION.
- R2.2: the green bag is filled when the round begins; in COMPENSATION it is empty and all cubes are in supply.
- R3.6 / R15: `end_triggered` is set with the placing. Who has a last turn is fixed at the end check: at the
  end of the running turn (after its D3; after the market day, R15.5), in solo at the end of Carla's step,
  her reaction included. `last_turns` of a player stays set until the end of his last turn (before
  Carla's cube): it is still set at his TURN and at the decisions of the turn.
- R15.3: the board is looked at when the last turn begins; there is no well then. Pass ends the turn.
- R15.1: only putting a member on a space can trigger; a category or cemetery blocked from the start does not.
- R15.4: before the trigger nobody can be without a grave, after it he is removed.
- R8.3: the move of a player who can only pass is asked; he is asked as long as a customer is there.
- R8.4: the free sale is bound to the initiator's first move; passing it means being out (A10).
- R8.6 with A2: only a crossing made by a market payment is resolved inside the market day.
- R8.7: the refill comes after a death caused by the last sale, before the initiator's own D3 of the turn.
- R9.5: privilege 1 needs the marker on the council chamber; a player who holds it himself cannot use it.
- R5: harvesting with 5 grain is legal (and gives nothing).
- R11.4: the payment lies in the supply before the target is judged and before cubes are taken from there.
- R12.2: a picked member stands on church stage 1 at once; D4 is asked again after each pick (also if only pass
  is left), until four pieces are taken; D5 likewise until pass.
- R12.5, R17.6, R18.11: marker, Carla's marker coin and Carla's cubes are put back after the mass, when
  the new round begins; not after the final mass (also the one of round 30).
- A1 strict: living means visible or in the black bag (A6); if no member of the lowest generation among these is
  visible, nobody dies.
- A36: `coins` shows real coins only; the marker is shown in `marker`. Spending it comes first (A14).
- R17.6: in solo the holder is seat 0 only while the marker is unspent.
- R18.2 (3) (4), R18.6: D6 is asked also when the forced space holds one kind of cube.
- A15 strict: with one influence colour left Carla takes it without D6 (from s, else the next space with it);
  with plague cubes alone D6 is asked as in R18.6.
- R18.8: a completed set is shuffled right after the effect of its third tile, before the reaction.
- R19.3: Carla serves also after a pass of the human's first move, before anything else happens.
- R19.4: in her market day the human is not asked if no customer is left after hers.
- R19.7: Carla's own trigger counts as not the human's, so he always has his last turn after her step ends.
"""

from .story import Question, Story
from .village_data import (
    BAG,
    CATEGORY_OF_PLACE,
    CEMETERY,
    CHURCH,
    CITIES,
    COLOURS,
    COUNCIL,
    COUNCIL_PAYMENTS,
    CRAFTS,
    CUBES,
    CUBES_PER_COLOUR,
    DEFAULTS,
    GENERATIONS,
    GOODS,
    LAST_ROUND,
    LIVING,
    MAJORITY_PRESTIGE,
    MAKER,
    MASS_PIECES,
    MONKS,
    PLAGUE_CUBES,
    PLAGUE_TIME,
    QUEUE,
    REMOVED,
    RESERVE,
    SPACES,
    Player,
    Tables,
    pick_nth,
    table,
)
from .village_solo import CarlaRules

ACTIONS = {  # space -> decision, what a player may choose, what is done then
    "travel": ("TRAVEL", Player.travel_options, "_travel"),
    "council_chamber": ("COUNCIL", Player.council_options, "_council"),
    "grain_harvest": ("HARVEST", Player.harvest_options, "_harvest"),
    "family": ("FAMILY", Player.family_options, "_family"),
    "church": ("CHURCH", Player.church_options, "_church"),
    "crafts": ("CRAFTS", Player.crafts_options, "_craft"),
}


class VillageOracle(CarlaRules, Story):
    def __init__(self, chance, **options):
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        n = self.options["num_players"]
        self.solo = n == 1
        self.tables = Tables(n, self.options["data_overrides"])
        self.players = [Player(seat, self.tables) for seat in range(n)]
        self._set_up_table()
        self._tell(self._game())

    # ================================================================== results
    def scores(self):
        return [player.score() for player in self.players]

    def winners(self):
        """R16.2, A30"""
        rank = [(p.score(), p.grain, len(p.at(*LIVING))) for p in self.players]
        return [player.seat for player in self.players if rank[player.seat] == max(rank)]

    # ================================================================== setup
    def _set_up_table(self):
        """R1"""
        self.round = 0
        self.first_player = 0
        self.marker = "council"  # next-first-player marker: council, a seat, or (solo) spent
        self.spaces = {space: dict.fromkeys(CUBES, 0) for space in SPACES}
        self.supply = {**CUBES_PER_COLOUR, "plague": PLAGUE_CUBES}
        self.green_bag = dict.fromkeys(CUBES, 0)
        self.monks_in_bag = MONKS
        self.chronicle_open = dict(self.tables.chronicle)
        self.cemetery_open = self.tables.cemetery
        self.end_triggered, self.triggered_by = False, None
        self.last_turns = [False for _ in self.players]
        self._set_up_market()
        if self.solo:
            self._set_up_carla()

    def _set_up_market(self):
        """R1.6, A20"""
        tiles = list(self.chance.shuffle("customers", list(range(len(self.tables.customers)))))
        blue = self.tables.blue_slots
        self.slots = tiles[:blue]
        self.queue = tiles[blue : blue + QUEUE]
        self.stack = tiles[blue + QUEUE :]

    def _compensation(self):
        """R1.12, A16"""
        if self.solo or not self.options["start_compensation"]:
            return
        n = len(self.players)
        self.players[1].gain_grain(1)
        if n >= 3:
            self._take_from_supply(self.players[2], COLOURS[self.chance.below("start_cube", len(COLOURS))])
        if n >= 5:
            self.players[4].coins += 1
        if n >= 4:
            text = yield Question(3, "COMPENSATION", lambda: [f"cube {colour}" for colour in COLOURS])
            self._take_from_supply(self.players[3], text.split()[1])

    # ================================================================== rounds
    def _game(self):
        """R1.12, R2.1"""
        yield from self._compensation()
        while True:
            self.round += 1
            self._fill_green_bag()
            self._seed_spaces()
            yield from self._solo_turns() if self.solo else self._turns(self.first_player)
            yield from self._mass()
            if self.end_triggered or self.round == LAST_ROUND:
                return  # without a trigger the mass of round 30 is the final mass
            self._new_round()

    def _fill_green_bag(self):
        """R2.2"""
        added = {**self.tables.cubes_added, "plague": self.supply["plague"]}
        for cube, number in added.items():
            number = min(number, self.supply[cube])
            self.supply[cube] -= number
            self.green_bag[cube] += number

    def _seed_spaces(self):
        """R2.3, R2.4, A7"""
        places = [space for space in SPACES for _ in range(self.tables.cubes_on_space[space])]
        in_bag = sum(self.green_bag.values())
        if in_bag >= len(places):
            for space in places:
                number = self.chance.below("bag", sum(self.green_bag.values()))
                self._move_from_bag(pick_nth(self.green_bag.items(), number), space)
        else:
            cubes = [cube for cube in CUBES for _ in range(self.green_bag[cube])]
            for cube, space in zip(cubes, self.chance.shuffle("bag", places), strict=False):
                self._move_from_bag(cube, space)

    def _move_from_bag(self, cube, space):
        self.green_bag[cube] -= 1
        self.spaces[space][cube] += 1

    def _turns(self, seat):
        """R2.5"""
        while self._cube_on_board():
            yield from self._turn(self.players[seat])
            if self.end_triggered:
                yield from self._all_last_turns(seat)
                return
            seat = (seat + 1) % len(self.players)

    def _all_last_turns(self, active):
        """R15.2, R15.5: `active` has had the turn in which the end was triggered."""
        order = self._clockwise(active + 1)
        if self.triggered_by == active:
            order.remove(active)
        self.last_turns = [seat in order for seat in range(len(self.players))]
        for seat in order:
            yield from self._turn(self.players[seat])
            self.last_turns[seat] = False

    def _new_round(self):
        """R12.5, R17.5, R17.6"""
        if self.solo:
            self._carla_returns_cubes()
            self.players[0].marker_coin = False
        elif self.marker != "council":
            self.first_player = self.marker
        self.marker = "council"

    def _clockwise(self, seat):
        """All seats, beginning with this one."""
        n = len(self.players)
        return [(seat + k) % n for k in range(n)]

    def _cube_on_board(self):
        return any(any(cubes.values()) for cubes in self.spaces.values())

    # ================================================================== a turn
    def _turn(self, player):
        """R3; returns (space, cube) of the cube taken, None if none was taken (well, free last turn)."""
        taken = None
        if self._cube_on_board():
            text = yield Question(player.seat, "TURN", lambda: self._turn_options(player))
            if text.startswith("well "):
                self._pay_for_well(player, text)
                space = yield from self._choose_target(player, may_pass=False)
            else:
                taken = self._take_cube(player, text)
                space = taken[0]
        else:
            space = yield from self._choose_target(player, may_pass=True)  # R15.3
        if space is not None:
            yield from self._action(player, space, took_cube=taken is not None)
        if player.death_pending:
            yield from self._death(player)
        return taken

    def _turn_options(self, player):
        """D1, R3.1, R11.4, R11.5, A5"""
        options = [f"take {cube} from {s}" for s in SPACES for cube in CUBES if self.spaces[s][cube]]
        coins = player.coins_to_spend()
        for colour in COLOURS:
            for paid_in_coins in range(3):
                if player.cubes[colour] >= 3 - paid_in_coins and coins >= paid_in_coins:
                    rest = f" {paid_in_coins} coin" if paid_in_coins else ""
                    options.append(f"well paying {3 - paid_in_coins} {colour}{rest}")
        if coins >= 3:
            options.append("well paying 3 coin")
        return options

    def _take_cube(self, player, text):
        """R3.2-R3.4"""
        _, cube, _, space = text.split()
        self.spaces[space][cube] -= 1
        if cube == "plague":
            self.supply["plague"] += 1
            player.spend_time(PLAGUE_TIME)
        else:
            player.cubes[cube] += 1
        return space, cube

    def _pay_for_well(self, player, text):
        """R11.4"""
        words = text.split()[2:]
        for number, what in zip(words[::2], words[1::2], strict=True):
            self._pay(player, [what] * int(number))

    def _choose_target(self, player, may_pass):
        """D1f, A35; None for pass."""

        def options():
            targets = [f"do {space}" for space in SPACES if self._executable(player, space)]
            return [*targets, "pass"] if may_pass else targets

        text = yield Question(player.seat, "TARGET", options)
        return None if text == "pass" else text.split()[1]

    @staticmethod
    def _executable(player, space):
        return space == "market" or ACTIONS[space][1](player) != ["pass"]

    def _action(self, player, space, took_cube):
        """R3.5"""
        if space == "market":
            yield from self._market_day(player, took_cube)
            return
        name, options, carry_out = ACTIONS[space]
        text = yield Question(player.seat, name, lambda: options(player))
        if text != "pass":
            more = getattr(self, carry_out)(player, text)
            if more is not None:
                yield from more

    # ================================================================== paying
    def _pay(self, player, things):
        for thing in things:
            if thing == "coin":
                self._pay_coin(player)
            else:
                player.cubes[thing] -= 1
                self.supply[thing] += 1

    def _pay_coin(self, player):
        """A14: the marker first."""
        if player.marker_coin:
            self.marker, player.marker_coin = "spent", False
        else:
            player.coins -= 1

    def _take_from_supply(self, player, colour):
        self.supply[colour] -= 1
        player.cubes[colour] += 1

    def _choose_cubes(self, player, number):
        """D2i, A8"""
        for _ in range(number):
            if any(self.supply[colour] for colour in COLOURS):
                text = yield Question(player.seat, "CUBE", self._cubes_in_supply)
                self._take_from_supply(player, text.split()[1])

    def _cubes_in_supply(self):
        return [f"cube {colour}" for colour in COLOURS if self.supply[colour]]

    # ================================================================== harvest and family
    def _harvest(self, player, text):
        """R5"""
        fitting = [
            row["grain"]
            for row in table("harvest")["yields"]
            if all(player.goods[good] >= number for good, number in row["needs"].items())
        ]
        player.gain_grain(max(fitting))

    def _family(self, player, text):
        """R6.1, R6.2"""
        if text == "birth":
            member = player.find(player.generations(RESERVE)[0], RESERVE)
        else:
            _, generation, _, place = text.split(maxsplit=3)
            member = player.find(int(generation), place)
        member.place = "farm"

    # ================================================================== crafts
    def _craft(self, player, text):
        """R7.2-R7.5"""
        if text == "mill":
            player.spend_time(CRAFTS["mill"]["always_pay"]["time"])
            player.grain -= CRAFTS["mill"]["always_pay"]["grain"]
            player.coins += 2
            return
        good, way, *what = text.split()
        building = MAKER[good]
        if way == "trained":
            player.spend_time(building["produce_time"])
        elif way == "training":
            player.find(int(what[0]), "farm").place = building["id"]
            player.spend_time(building["train_time"] + building["produce_time"])
        elif what == ["grain"]:
            player.grain -= building["resource_cost"]["grain"]
        else:
            self._pay(player, what)
        player.goods[good] += 1

    # ================================================================== market
    def _market_day(self, initiator, took_cube):
        """R8; in solo with R19.3."""
        order = [self.players[seat] for seat in self._clockwise(initiator.seat)]
        yield from self._market_moves(order, first_is_free=True, carla_follows=self.solo and took_cube)
        self._refill_market()

    def _market_moves(self, order, first_is_free, carla_follows=False):
        """R8.3-R8.6"""
        free = first_is_free
        while self._available() and not all(player.passed for player in order):
            for player in order:
                if player.passed or not self._available():
                    continue
                yield from self._market_move(player, free)
                free = False
                if carla_follows:
                    self._carla_serves()
                    carla_follows = False
        for player in order:
            player.passed = False

    def _available(self):
        """R8.2: occupied blue slots."""
        return [slot for slot, tile in enumerate(self.slots) if tile is not None]

    def _market_move(self, player, free):
        text = yield Question(player.seat, "MARKET", lambda: player.market_options(self.slots, free))
        if text == "pass":
            player.passed = True
            return
        _, slot, payment = text.split()
        self._deliver(player, int(slot))
        if payment != "free":
            self._pay(player, [payment])
            if player.spend_time(1):
                yield from self._death(player)

    def _deliver(self, player, slot):
        """R8.2"""
        tile = self.slots[slot]
        for thing, number in self.tables.customers[tile]["requires"].items():
            if thing == "grain":
                player.grain -= number
            else:
                player.goods[thing] -= number
        player.customers.append(tile)
        self.slots[slot] = None

    def _refill_market(self):
        """R8.7"""
        for slot, tile in enumerate(self.slots):
            if tile is None and self.queue:
                self.slots[slot] = self.queue.pop(0)
        while len(self.queue) < QUEUE and self.stack:
            self.queue.append(self.stack.pop(0))

    # ================================================================== council chamber
    def _council(self, player, text):
        """R9.2-R9.4, A21"""
        if text == "privilege only":
            highest = max(COUNCIL.index(member.place) for member in player.at(*COUNCIL))
        else:
            move, payment = text.split(" paying ")
            generation = next(int(word) for word in move.split() if word.isdigit())
            if move.startswith("enter"):
                highest = 0
                member = player.find(generation, "farm")
            else:
                _, start = move.split(" from ")
                highest = COUNCIL.index(start) + 1
                member = player.find(generation, start)
            scrolls, greens, coins = COUNCIL_PAYMENTS[payment]
            player.goods["scroll"] -= scrolls
            self._pay(player, ["green"] * greens + ["coin"] * coins)
            player.spend_time(self.tables.council_time[highest])
            member.place = COUNCIL[highest]
        yield from self._privilege(player, highest + 1)

    def _privilege(self, player, highest):
        """R9.5, D2h"""
        text = yield Question(player.seat, "PRIVILEGE", lambda: self._privilege_options(player, highest))
        if text == "privilege 1":
            self.marker, player.marker_coin = player.seat, self.solo
        elif text == "privilege 2":
            yield from self._choose_cubes(player, 2)
        elif text == "privilege 3":
            text = yield Question(player.seat, "GOOD", lambda: [f"good {good}" for good in GOODS])
            player.goods[text.split()[1]] += 1
        elif text == "privilege 4":
            self._pay_coin(player)
            player.prestige += 3

    def _privilege_options(self, player, highest):
        usable = {
            1: self.marker == "council",
            2: bool(self._cubes_in_supply()),
            3: True,
            4: player.coins_to_spend() >= 1,
        }
        return ["pass"] + [f"privilege {k}" for k in usable if k <= highest and usable[k]]

    # ================================================================== travel
    def _travel(self, player, text):
        """R10"""
        words = text.split()
        generation, city = int(words[1]), words[-1]
        start = words[3] if words[0] == "move" else "village"
        cubes = self.tables.edges[start, city]
        text = yield Question(player.seat, "TRAVEL_PAYMENT", lambda: player.travel_payments(cubes))
        self._pay(player, player.things(cubes, text))
        player.goods["wagon"] -= 1
        player.spend_time(2)
        player.find(generation, "farm" if start == "village" else start).place = city
        if city not in player.discs:
            player.discs.add(city)
            yield from self._city_reward(player, city)

    def _city_reward(self, player, city):
        """R10.3"""
        reward = self.tables.rewards[CITIES.index(city)]
        player.prestige += reward.get("prestige", 0)
        player.coins += reward.get("coin", 0)
        yield from self._choose_cubes(player, reward.get("influence_cubes_of_choice", 0))

    # ================================================================== church
    def _church(self, player, text):
        """R11.1"""
        words = text.split()
        if words[-1] == "time":
            player.spend_time(3)
        else:
            self._pay(player, [words[-1]])
        player.find(int(words[2]), "farm").place = BAG

    # ================================================================== mass
    def _mass(self):
        """R12.1, A17"""
        order = [self.players[seat] for seat in self._clockwise(self.first_player)]
        taken = yield from self._pick_members(order)
        self._draw_pieces(MASS_PIECES - taken)
        for player in order:
            yield from self._advance_in_church(player)
        self._majority()

    def _pick_members(self, order):
        """R12.2, D4, A26, A27"""
        taken = 0
        for player in order:
            text = None
            while taken < MASS_PIECES and text != "pass":
                text = yield Question(player.seat, "PICK", lambda player=player: player.pick_options())
                if text != "pass":
                    self._pay_coin(player)
                    player.find(int(text.split()[1]), BAG).place = CHURCH[0]
                    taken += 1
        return taken

    def _draw_pieces(self, number):
        """R12.2: monks drawn stay out until all draws are done."""
        for _ in range(number):
            pieces = [("monk", self.monks_in_bag)]
            for player in self.players:
                pieces += [((player, g), player.counts(BAG)[g - 1]) for g in GENERATIONS]
            if self.solo:
                pieces += [(("carla", g), self.carla.bag[g]) for g in GENERATIONS]
            drawn = pick_nth(pieces, self.chance.below("mass", sum(count for _, count in pieces)))
            if drawn == "monk":
                self.monks_in_bag -= 1
            elif drawn[0] == "carla":
                self._carla_enters_track(drawn[1])
            else:
                drawn[0].find(drawn[1], BAG).place = CHURCH[0]
        self.monks_in_bag = MONKS

    def _advance_in_church(self, player):
        """R12.3, D5"""
        text = None
        while text != "pass":
            text = yield Question(player.seat, "ADVANCE", lambda: player.advance_options())
            if text != "pass":
                _, generation, _, start = text.split(maxsplit=3)
                reached = CHURCH.index(start) + 1
                player.grain -= self.tables.church_cost[reached]
                player.find(int(generation), start).place = CHURCH[reached]

    def _majority(self):
        """R12.4, A9; solo R19.6"""
        stages = {p: [CHURCH.index(member.place) for member in p.at(*CHURCH)] for p in self.players}
        if self.solo:
            stages["carla"] = [stage for stage in range(4) if self.carla.track[stage]]
        rank = {who: (len(places), max(places)) for who, places in stages.items() if places}
        for player in self.players:
            if player in rank and rank[player] == max(rank.values()):
                player.prestige += MAJORITY_PRESTIGE

    # ================================================================== death and end
    def _death(self, player):
        """R14.1, R14.2, D3"""
        places = player.death_places(self.options["strict_lowest_invisible_saves"])
        if places:
            text = yield Question(player.seat, "DEATH", lambda: [f"death at {place}" for place in places])
            place = text.removeprefix("death at ")
            member = player.find(player.generations(place)[0], place)
            member.place = self._grave(CATEGORY_OF_PLACE[place], player.seat)
        player.death_pending = False

    def _grave(self, category, who):
        """R14.4, R15.1, R15.4: takes a space for a dead member and tells its name; category None = cemetery."""
        if category is not None and self.chronicle_open[category]:
            self.chronicle_open[category] -= 1
            if not any(self.chronicle_open.values()):
                self._trigger_end(who)
            return f"chronicle {category}"
        if self.cemetery_open:
            self.cemetery_open -= 1
            if not self.cemetery_open:
                self._trigger_end(who)
            return CEMETERY
        return REMOVED

    def _trigger_end(self, who):
        """R15.1, A28: only the first trigger counts."""
        if not self.end_triggered:
            self.end_triggered, self.triggered_by = True, who
