"""A slow, plain reading of the rules of Keyflower (2-6 players): the table, the seasons and the turns.

What happens inside one village is in keyflower_village.py, final scoring in keyflower_scoring.py.
The rules are told as one generator per phase that stops at every decision; nothing is clever.
Rule numbers (R..., A..., 14...) name the rules specification of the game.

READINGS: places where the text leaves something open, and the reading used here.
- R3.2d / 14.1: the winter tiles stay dealt (and the auction empty) until the last player has selected.
- R3.3: `passes` is shown as it stood at the end of the turns until the next season begins.
- R4.3: a tile has a colour from the first placement to the end of the season, kept as such; on-colour
  groups and workers are those that have it.
- R4.3 + 4a: an own group beside the tile forces its colour also when no other group is left there.
- R5.1: the own group beside the target counts whether it is losing or winning.
- R6.2: "number placed for the previous use" is the whole placement, 4b workers of all colours included.
- R6.6 Peddler, Store, Fair: the extra worker goes to the bag first, then green is taken.
- R7.1: 2b is looked up when the use takes effect (it cannot change during turns).
- R7.3: resources and skills of the cost leave before the tile is turned.
- R9.1-R9.4: done before the first BOAT; the gained tiles wait in `to_place` from R9.3 on.
- R9.5b: the winner of the purple tile is start player when that tile comes up, before picking the boat.
- R9.5e / A6: all winning turn-order bids go into the bag before the first boat is chosen.
- R9.5f: boat cargo first, then the extra workers of 1a / 1b. An empty boat counts as well.
- R9.6: a turn-order tile is taken when it comes up, before its winner picks a boat; tiles nobody bid on
  stay among `turn_order_tiles` and belong to nobody.
- R9.7 / A9: a summer boat works from R9.3 until it is set aside; setting aside happens when none of
  the player's remaining tiles has a spot.
- R10.1 4a: the other player's group may be losing or winning; turn-order tiles never (A12).
- R10.1 4a: the switch is tested for the tiles from which the placement took a group, only there.
- R12: scores() before the end uses the tiles placed so far, the present faces and the present purple holder.
- R12.7 / A10: `purple_only_if_won`: purple counts for the winner of the purple tile at the last end of a season; at the
  end of the game that is winter.
- R12.3 locked: gold on a yard and, with 3b, everything on a store tile counts there and so must stay.
- R12.6 / A5: with boat3b_counts_as_gold off only the 1 VP of an unassigned resource is dropped; the
  Jeweller still takes any resource as gold.
- R12.7: purple as a resource may also stand in a Mercer set or a Windmill group.
- summer_sides: boats stay listed once revealed, also when nobody bought them.
"""

from .keyflower_scoring import final_points
from .keyflower_village import (
    COLOURS,
    DATA,
    GREEN,
    RESOURCES,
    SEASONS,
    SKILLS,
    Village,
    VillageRules,
    last_word,
    tiles_with,
)
from .story import Question, Story

DEFAULTS = {
    "num_players": 2,
    "store_resources_locked": False,
    "boat3b_counts_as_gold": True,
    "sea_bastion_multi_loop": False,
    "purple_only_if_won": False,
    "data_overrides": None,
}
TILE_LIMIT = 6  # workers on a tile, R6.2
SCREEN_CAP = 20  # 14.2
MOST_TURNS = 400  # MAIN decisions of a season, 14.2
WINTER = 3


class Group:
    """R1.4: all workers of one player beside one tile; they share a colour."""

    def __init__(self, colour):
        self.colour, self.size = colour, 0


class Standing:
    """Workers on a tile, R6.2."""

    def __init__(self):
        self.workers, self.last, self.uses = [0, 0, 0, 0], 0, 0


class Boat:
    def __init__(self):
        self.workers, self.skills, self.taken = [0, 0, 0, 0], [0, 0, 0], False


class Plan:
    """A placement being put together (14.2).

    `low`..`high` new workers are needed, `free[c]` of colour c may come from the screen, `most` in all;
    `groups` are the losing groups that may be moved (tile -> size), `taken` those chosen so far.
    """

    def __init__(self, seat, target, is_bid, colours):
        self.seat, self.target, self.is_bid, self.colours = seat, target, is_bid, colours
        self.low, self.high = 1, 10**6
        self.free, self.most = [0, 0, 0, 0], 0
        self.groups, self.taken = {}, []
        self.screen = [0, 0, 0, 0]

    def size(self):
        return sum(self.groups[tile] for tile in self.taken) + sum(self.screen)

    def from_screen(self, colours):
        """The most that the screen still gives in these colours."""
        return min(sum(self.free[c] for c in colours), self.most - sum(self.screen))

    def takeable(self):
        """Groups in ascending rank, each with a legal completion left."""
        later = sorted(t for t in self.groups if not self.taken or t > self.taken[-1])
        return [
            tile
            for i, tile in enumerate(later)
            if self._completable(self.size() + self.groups[tile], later[i + 1 :])
        ]

    def possible(self):
        return self.low <= self.high and self._completable(0, sorted(self.groups))

    def _completable(self, size, later):
        """Some of the later groups and the screen can bring this size to low..high."""
        if size > self.high:
            return False
        if size + self.from_screen(self.colours) >= self.low:
            return True
        return any(
            self._completable(size + self.groups[tile], later[i + 1 :]) for i, tile in enumerate(later)
        )

    def numbers(self, colour, later_colours):
        """n of "n from the screen" for this colour, with others still to come."""
        return [
            n
            for n in range(min(self.free[colour], SCREEN_CAP, self.most - sum(self.screen)) + 1)
            if self.size() + n <= self.high
            and self.size() + min(n + sum(self.free[c] for c in later_colours), self.most - sum(self.screen))
            >= self.low
        ]


class KeyflowerOracle(VillageRules, Story):
    def __init__(self, chance, **options):
        self.options = {**DEFAULTS, **options}
        self.tiles = tiles_with(self.options["data_overrides"])
        self.by_id = {tile.id: tile for tile in self.tiles}
        self.chance = chance
        self.n = self.options["num_players"]
        self.table = DATA["setup_by_players"][str(self.n)]
        self._set_up()
        self._tell(self._game())

    # ================================================================== results
    def scores(self):
        """R12 as if the game ended now; only workers behind the screens."""
        return [
            final_points(
                self.villages[seat],
                self.screens[seat],
                self.skills[seat],
                self._has_purple(seat),
                self.abilities(seat),
                self.options,
                self.by_id,
            )
            for seat in range(self.n)
        ]

    def winners(self):
        """R12.9: equal totals share the victory."""
        scores = self.scores()
        return [seat for seat in range(self.n) if scores[seat] == max(scores)]

    # ------------------------------------------------------------------ small things
    def _clockwise(self, first):
        return [(first + i) % self.n for i in range(self.n)]

    def abilities(self, seat):
        """R10.1: of the summer boats taken and not set aside."""
        mine = [p.tile.index for p in self.villages[seat].placed] + self.to_place[seat]
        boats = [index for index in mine if self.tiles[index].is_summer_boat]
        return sorted(self.tiles[index].ability(self.summer_sides[index]) for index in boats)

    def _has_purple(self, seat):
        """R12.7, A10."""
        return seat == self.start_player and (self.purple_won or not self.options["purple_only_if_won"])

    def _owner(self, index):
        """Seat whose village holds the tile, or None."""
        return next((s for s in range(self.n) if self.villages[s].find(self.tiles[index])), None)

    # ================================================================== R2 setup
    def _set_up(self):
        totals, n = DATA["totals"], self.n
        self.bag = [totals["workers"][colour] for colour in COLOURS[:GREEN]] + [0]
        self.green_supply = totals["workers"]["green"]
        self.supply = [totals["resources"][name] for name in RESOURCES]
        self.pile = [totals["skills"][name] for name in SKILLS]
        self.season, self.passes, self.purple_won = 0, 0, False
        homes = [tile.index for tile in self.tiles if tile.kind == "home"]
        homes = self.chance.shuffle("home", homes)[:n]
        self.villages = [Village(self.tiles[home]) for home in homes]
        self.start_player = homes.index(min(homes))  # R2.3
        stacks = {}
        for season in SEASONS:
            stacks[season] = self.chance.shuffle("tiles", [t.index for t in self.tiles if t.season == season])
        self.stacks = {season: stacks[season][: self.table[season]] for season in SEASONS[:WINTER]}
        each = self.table["winter_dealt_per_player"]
        self.dealt_winter = [sorted(stacks["winter"][seat * each :][:each]) for seat in range(n)]
        self.screens = [self._draw_workers(self.table["start_workers_per_player"]) for _ in range(n)]
        self.skills = [[0, 0, 0] for _ in range(n)]
        ships = [t for t in self.tiles if t.kind == "boat" and t.row["min_players"] <= n]
        self.boats = {tile.index: Boat() for tile in ships}  # R2.5
        order = [t.index for t in self.tiles if t.kind == "turn_order"]
        self.turn_order_tiles = order[: self.table["turn_order"]]  # R2.6
        self.purple_tile = self.turn_order_tiles[-1]
        self.auction, self.bids, self.on_tile, self.colour = [], {}, {}, {}
        self.summer_sides = {}
        self.to_place, self.set_aside = [[] for _ in range(n)], [[] for _ in range(n)]

    # ================================================================== R3 the seasons
    def _game(self):
        for season in range(4):
            self.season, self.passes = season, 0
            if season == WINTER:
                self._empty_boats()
                yield from self._winter_selection()
            else:
                self._fill_boats(SEASONS[season])
                self._reveal(SEASONS[season])
            yield from self._turns()
            yield from self._end_of_season()

    def _empty_boats(self):
        """R3.2b: winter side up, nobody has claimed one."""
        for boat in self.boats.values():
            boat.taken = False

    def _fill_boats(self, season):
        """R3.2b: round after round, one for each boat that is short; workers, then skills."""
        self._empty_boats()
        cargo = {index: self.tiles[index].row["cargo"][season] for index in sorted(self.boats)}
        self._fill("workers", cargo, self.bag, self._draw_workers)
        self._fill("skills", cargo, self.pile, self._draw_skills)

    def _fill(self, what, cargo, stock, draw):
        while True:
            short = [i for i in cargo if sum(getattr(self.boats[i], what)) < cargo[i][what]]
            if not short or not sum(stock):
                return
            for index in short:
                self._add(getattr(self.boats[index], what), draw(1))

    def _reveal(self, season):
        """R3.2c"""
        self.auction = list(self.stacks[season])
        for index in sorted(self.auction):
            if self.tiles[index].is_summer_boat:
                self.summer_sides[index] = self.chance.below("side", 2)

    def _winter_selection(self):
        """R3.2d: all are revealed when the last player has selected."""
        chosen = []
        for seat in self._clockwise(self.start_player):
            text = yield Question(seat, "WINTER_SELECT", self._offer_texts, seat)
            chosen += [self.dealt_winter[seat][int(slot)] for slot in text.split()[1:]]
        self.dealt_winter = [[] for _ in range(self.n)]
        self.auction = chosen

    def _offer_texts(self, seat):
        slots = range(len(self.dealt_winter[seat]))
        masks = range(1, 2 ** len(slots))
        return ["offer " + " ".join(str(s) for s in slots if mask >> s & 1) for mask in masks]

    def _turns(self):
        """R3.3, R3.4"""
        seat, turns = self.start_player, 0
        while self.passes < self.n and turns < MOST_TURNS:
            text = yield Question(seat, "MAIN", self._main_texts, seat)
            turns += 1
            if text == "pass":
                self.passes += 1
            else:
                target = self.by_id[last_word(text)].index
                yield from self._place_workers(seat, target, is_bid=text.startswith("bid "))
            seat = (seat + 1) % self.n

    def _main_texts(self, seat):
        texts = ["pass"]
        for tile in self.tiles:
            if tile.auctioned and self._plans(seat, tile.index, is_bid=True):
                texts.append(f"bid {tile.id}")
            if tile.usable and self._plans(seat, tile.index, is_bid=False):
                texts.append(f"use {tile.id}")
        return texts

    # ================================================================== R4, R5, R6.1-R6.3 placing workers
    def _is_losing(self, seat, tile):
        """R1.4"""
        groups = self.bids.get(tile, {})
        return seat in groups and any(g.size > groups[seat].size for g in groups.values())

    def _losing_groups(self, seat):
        return {tile: self.bids[tile][seat] for tile in sorted(self.bids) if self._is_losing(seat, tile)}

    def _plans(self, seat, target, is_bid):
        """One feasible plan for every colour that may be chosen; none when the location is not possible."""
        if is_bid:
            if target not in self.auction and target not in self.turn_order_tiles:
                return []
            plans = [self._bid_plan(seat, target, c) for c in self._bid_colours(seat, target)]
        else:
            if not self._usable(seat, target):
                return []
            plans = [self._use_plan(seat, target, colours) for colours in self._use_colours(seat, target)]
        return [plan for plan in plans if plan.possible()]

    def _bid_colours(self, seat, target):
        """R4.3; 4a; an own group beside the tile forces its colour."""
        groups = self.bids.get(target, {})
        if seat in groups:
            return [groups[seat].colour]
        if target not in self.colour or self._may_counter(seat, target):
            return list(range(4))
        return [self.colour[target]]

    def _may_counter(self, seat, target):
        """R10.1 4a: on a village tile with another player's bid, coloured blue, red or yellow."""
        others = [s for s in self.bids.get(target, {}) if s != seat]
        can = "4a" in self.abilities(seat) and target in self.auction
        return bool(can and others and self.colour[target] != GREEN)

    def _bid_plan(self, seat, target, colour):
        """R5.3, 14.2"""
        plan = Plan(seat, target, True, [colour])
        groups = self.bids.get(target, {})
        own = groups[seat].size if seat in groups else 0
        largest = max((g.size for s, g in groups.items() if s != seat), default=0)
        plan.low = max(1, largest + 1 - own)
        plan.free[colour] = plan.most = min(self.screens[seat][colour], SCREEN_CAP)
        losing = self._losing_groups(seat)
        plan.groups = {t: g.size for t, g in losing.items() if g.colour == colour and t != target}
        return plan

    def _usable(self, seat, target):
        """R6.1, and the mandatory payment exists (R6.3, A3)."""
        if target not in self.auction and self._owner(target) is None:
            return False
        action, screen = self._action(target), self.screens[seat]
        if action["type"] == "worker_for_green":
            return screen[COLOURS.index(action["pay_worker_colour"])] >= 1
        if action["type"] == "worker_for_workers":
            return sum(screen) >= 1
        if action["type"] == "skill_for_resources":
            return self.skills[seat][SKILLS.index(action["pay_skill"])] >= 1
        if action["type"] in ("skill_for_workers", "skill_for_skills"):
            return sum(self.skills[seat]) >= 1
        return True

    def _action(self, target):
        """The action of the face that is up."""
        owner = self._owner(target)
        upgraded = owner is not None and self.villages[owner].find(self.tiles[target]).upgraded
        return self.tiles[target].action(upgraded)

    def _use_colours(self, seat, target):
        """Sets of colours for one placement: one colour, or with 4b on a coloured tile all of them mixed."""
        if target not in self.colour:
            return [[colour] for colour in range(4)]
        if "4b" in self.abilities(seat):
            return [list(range(4))]
        return [[self.colour[target]]]

    def _use_plan(self, seat, target, colours):
        """R6.2, 14.2; the extra worker of the payment stays behind the screen."""
        plan = Plan(seat, target, False, colours)
        on = self.on_tile.get(target, Standing())
        plan.low, plan.high = on.last + 1, TILE_LIMIT - sum(on.workers)
        action, screen = self._action(target), self.screens[seat]
        plan.most = sum(screen)
        for colour in colours:
            plan.free[colour] = screen[colour]
        if action["type"] == "worker_for_green":
            extra = COLOURS.index(action["pay_worker_colour"])
            plan.free[extra] = max(0, plan.free[extra] - 1)
        if action["type"] == "worker_for_workers":
            plan.most -= 1
        losing = self._losing_groups(seat)
        plan.groups = {tile: g.size for tile, g in losing.items() if g.colour in colours}
        return plan

    def _place_workers(self, seat, target, is_bid):
        """R3.3: one placement; a use takes effect at once (R6.3)."""
        plans = self._plans(seat, target, is_bid)
        plan = plans[0]
        if len(plans) > 1:
            text = yield Question(seat, "COLOUR", self._colour_texts, plans)
            plan = next(p for p in plans if COLOURS[p.colours[0]] == last_word(text))
        yield from self._collect(plan)
        self._put_down(plan)
        if not is_bid:
            yield from self._effect(seat, target)

    @staticmethod
    def _colour_texts(plans):
        return [f"colour {COLOURS[plan.colours[0]]}" for plan in plans]

    def _collect(self, plan):
        """14.1 SOURCE / SOURCE4B: losing groups in ascending rank, then workers from the screen."""
        name = "SOURCE" if len(plan.colours) == 1 else "SOURCE4B"
        asked = [c for c in plan.colours if self.screens[plan.seat][c]] or plan.colours[:1]
        text = yield Question(plan.seat, name, self._first_source_texts, plan, asked)
        while text.startswith("take "):
            plan.taken.append(self.by_id[last_word(text)].index)
            text = yield Question(plan.seat, name, self._first_source_texts, plan, asked)
        plan.screen[asked[0]] = int(text.split()[0])
        for i, colour in enumerate(asked[1:], start=1):
            text = yield Question(plan.seat, name, self._screen_texts, plan, colour, asked[i + 1 :])
            plan.screen[colour] = int(text.split()[0])

    def _first_source_texts(self, plan, asked):
        groups = [f"take group from {self.tiles[tile].id}" for tile in plan.takeable()]
        return groups + self._screen_texts(plan, asked[0], asked[1:])

    @staticmethod
    def _screen_texts(plan, colour, later):
        return [f"{n} from the screen" for n in plan.numbers(colour, later)]

    def _put_down(self, plan):
        """The workers leave screen and groups and go to the target."""
        seat, target, workers = plan.seat, plan.target, list(plan.screen)
        for tile in plan.taken:
            group = self.bids[tile].pop(seat)
            workers[group.colour] += group.size
        for colour in range(4):
            self.screens[seat][colour] -= plan.screen[colour]
        if target not in self.colour:
            self.colour[target] = plan.colours[0]
        if plan.is_bid:
            group = self.bids.setdefault(target, {}).setdefault(seat, Group(plan.colours[0]))
            group.size += sum(workers)
        else:
            on = self.on_tile.setdefault(target, Standing())
            self._add(on.workers, workers)
            on.last = sum(workers)
            on.uses += 1
        for tile in plan.taken:
            self._switch_colour(tile)
        self.passes = 0

    def _switch_colour(self, tile):
        """R10.1 4a: nothing on-colour left beside or on the tile: the off-colour takes over."""
        colour = self.colour[tile]
        on = self.on_tile.get(tile, Standing())
        off = [g.colour for g in self.bids[tile].values() if g.colour != colour]
        if off and len(off) == len(self.bids[tile]) and not on.workers[colour]:
            self.colour[tile] = off[0]

    # ================================================================== R9 end of the season
    def _end_of_season(self):
        self._losing_groups_return()
        self._unwanted_tiles_leave()
        self._winners_take_tiles()
        self._workers_come_home()
        yield from self._boats()
        yield from self._expand_villages()
        if self.season == WINTER:
            yield from self._free_upgrade()

    def _losing_groups_return(self):
        """R9.1"""
        for seat in range(self.n):
            for tile, group in self._losing_groups(seat).items():
                self.screens[seat][group.colour] += group.size
                del self.bids[tile][seat]

    def _unwanted_tiles_leave(self):
        """R9.2"""
        for tile in [t for t in self.auction if t not in self.bids]:
            self.auction.remove(tile)
            if tile in self.on_tile:
                self._add(self.bag, self.on_tile.pop(tile).workers)

    def _winners_take_tiles(self):
        """R9.3: only winning groups are left beside the tiles."""
        for seat in self._clockwise(self.start_player):
            for tile in [t for t in self.auction if seat in self.bids.get(t, {})]:
                self.to_place[seat].append(tile)
                self._bid_into_the_bag(tile)
        self.auction = []

    def _bid_into_the_bag(self, tile):
        """The seat of the winning group, whose workers go into the bag."""
        ((seat, group),) = self.bids.pop(tile).items()
        self.bag[group.colour] += group.size
        return seat

    def _workers_come_home(self):
        """R9.4: from all tiles in the village, the new ones included."""
        for tile, on in self.on_tile.items():
            owner = next(s for s in range(self.n) if tile in self.to_place[s] or self._owner(tile) == s)
            self._add(self.screens[owner], on.workers)
        self.on_tile, self.colour = {}, {}

    def _boats(self):
        """R9.5, R9.6"""
        winners = {t: self._bid_into_the_bag(t) for t in self.turn_order_tiles if t in self.bids}
        served = []
        for tile, seat in sorted(winners.items()):
            if self.season == WINTER:
                self.turn_order_tiles.remove(tile)
                self.to_place[seat].append(tile)
            if tile == self.purple_tile:
                self.start_player = seat
                self.purple_won = True
            if seat not in served:
                yield from self._take_boat(seat)
                served.append(seat)
        for seat in self._clockwise(self.start_player):
            if seat not in served:
                yield from self._take_boat(seat)
        if self.purple_tile not in winners:
            self.purple_won = False
            self.start_player = (self.start_player + 1) % self.n

    def _take_boat(self, seat):
        """R9.5a, f; winter: the boat tile itself (R9.6)."""
        text = yield Question(seat, "BOAT", self._boat_texts)
        index = self.by_id[last_word(text)].index
        boat = self.boats[index]
        self._add(self.screens[seat], boat.workers)
        self._add(self.skills[seat], boat.skills)
        boat.workers, boat.skills, boat.taken = [0, 0, 0, 0], [0, 0, 0], True
        if self.season == WINTER:
            self.to_place[seat].append(index)
        abilities = self.abilities(seat)
        if "1a" in abilities:
            self._workers_arrive(seat, 2)
        if "1b" in abilities:
            self._take_green(seat, 1)

    def _boat_texts(self):
        return [f"board {self.tiles[index].id}" for index, boat in self.boats.items() if not boat.taken]
