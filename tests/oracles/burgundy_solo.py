"""What only the solo mode E10 of The Castles of Burgundy needs (rules S9.1-S9.11).

SoloRules is a mixin of BurgundyOracle (readings in burgundy.py): the pool of pending effects, the moving target,
jokers, the exchange of goods and the black tile for a completed colour.

READINGS with the modules e2 and e5
- E2.4: the crane is given to the first of 16-23 and 29 that is laid while it lies in the duchy ("placed"), also when
  that monastery's effect is carried out later; the four points come with that monastery's own gain.
- E2.3: monastery 28 is a free action like the purchase; the pool is empty before it (S9.10).
- E5.4: the white castle's action uses the white die of the round.
"""

from .burgundy_pieces import JOKER, KINDS

SOLO_WORKERS = 2
EXCHANGE_PRICE = 5
TARGET_STEP = 5
FIXED_ORDER = ("effect", "area", "phase", "colour", "reset")
MONASTERIES_THAT_SCORE = (*range(15, 27), 29)


class SoloWonError(Exception):
    """S9.11: the last space was covered; the game ends at once, pending effects are dropped."""


class PoolItem:
    """A pending (partial) effect: its kind and the story that carries it out."""

    def __init__(self, kind, story):
        self.kind, self.story = kind, story


class SoloRules:
    # ------------------------------------------------------------------ setup and round
    def _setup_solo(self):
        """S9.1"""
        self.pool = []
        self.target = self.options["solo_target"]
        self.players[0].workers = SOLO_WORKERS

    def _remove_a_tile(self):
        """S9.3: first tile in slot order of the white die's depot, else of the next one clockwise."""
        for depot in self.clockwise(self.white):
            for slot, tile in enumerate(self.depots[depot - 1]):
                if tile is not None:
                    self.depots[depot - 1][slot] = None
                    return

    # ------------------------------------------------------------------ covering a space
    def _solo_cover(self, player, tile, h):
        """S9.10, S9.11: the space is covered already; everything it causes is put into the pool."""
        if player.empty_hexes() == 0:
            raise SoloWonError
        self._give_crane_to(player, tile)
        area = player.board.area(h)
        if player.all_covered(area):
            size, phase = self.area_points(len(area)), self.phase_points()
            if self.options["solo_area_gains"] == "one":
                self._pend("area", lambda: self._gain(player, size + phase))
            else:
                self._pend("area", lambda: self._gain(player, size))
                self._pend("phase", lambda: self._gain(player, phase))
        if player.colour_complete(player.board.colours[h]):
            self._pend("colour", lambda: self._black_tile_for_colour(player))
        if self._has_solo_effect(tile):
            self._pend("effect", lambda: self._effect(player, tile, h))

    def _has_solo_effect(self, tile):
        """decisions E10: castle, ship, livestock, buildings and monasteries 15-26, 29; S9.6: no joker."""
        if tile == JOKER:
            return False
        kind = KINDS[tile]
        if kind.color == "monastery":
            return kind.number in MONASTERIES_THAT_SCORE
        return kind.color != "mine"

    def _pend(self, kind, story):
        self.pool.append(PoolItem(kind, story))

    # ------------------------------------------------------------------ the pool
    def _settle_pool(self):
        """S9.10: carry out what is pending, in the order the player likes, until nothing is left."""
        while self.pool:
            item = self._newest(self._fixed_choice() or (yield from self._ask_order()))
            self.pool.remove(item)
            yield from item.story()

    def _pending_kinds(self):
        return [kind for kind in FIXED_ORDER if any(item.kind == kind for item in self.pool)]

    def _fixed_choice(self):
        """The kind that is taken without a decision, if so."""
        kinds = self._pending_kinds()
        if len(kinds) == 1 or self.options["solo_order"] == "fixed":
            return kinds[0]
        return None

    def _ask_order(self):
        """SOLO_ORDER"""
        text = yield from self._ask(0, "SOLO_ORDER", lambda: [f"resolve {k}" for k in self._pending_kinds()])
        return text.split()[1]

    def _newest(self, kind):
        return [item for item in self.pool if item.kind == kind][-1]

    # ------------------------------------------------------------------ points and target
    def _solo_gain(self, player, points):
        """S9.9: one gain of VP with the purchases that may follow it."""
        if points <= 0:
            return
        player.vp += points
        while player.vp < self.target and player.silver >= 1:
            if (yield from self._ask(0, "BUY_VP", lambda: ["buy a point", "pass"])) == "pass":
                break
            player.silver -= 1
            player.vp += 1
        if player.vp >= self.target:
            player.vp = 0
            self.target = max(TARGET_STEP, self.target - TARGET_STEP)
            self._pend("reset", lambda: self._extra_action(player))

    # ------------------------------------------------------------------ ship
    def _solo_after_ship(self, player):
        """S9.5: the goods of all other depots leave the game, then one exchange is possible."""
        self.depot_goods = [[0] * 6 for _ in range(6)]
        if sum(player.goods) < EXCHANGE_PRICE or not any(tile is not None for tile in self.black):
            return
        if (yield from self._ask(0, "EXCHANGE", lambda: ["exchange", "pass"])) == "pass":
            return
        if None not in player.storage:  # decisions E10: DISCARD comes after the choice to exchange
            yield from self._discard(player)
        for _ in range(EXCHANGE_PRICE):
            text = yield from self._ask(0, "EXCHANGE_GOOD", lambda: self._goods_texts(player.goods))
            player.goods[int(text.split()[1]) - 1] -= 1
        text = yield from self._ask(0, "EXCHANGE_TILE", self._black_texts)
        self.black[int(text.split()[1])] = None
        yield from self._store(player, JOKER)

    # ------------------------------------------------------------------ monasteries and colours
    def _solo_monastery(self, player, kind):
        """S9.7: scored once, by the state at the moment this effect is carried out."""
        points = player.monastery_points(kind, self._colours_completed(player))
        if player.crane_for == kind.number:
            points += self.numbers.tiles[kind.name]
        yield from self._gain(player, points)

    def _give_crane_to(self, player, tile):
        """E2.4: the first of 16-23 and 29 that is placed while the crane lies in the duchy counts it."""
        if tile != JOKER and KINDS[tile].scores_building and player.count("crane") and not player.crane_for:
            player.crane_for = KINDS[tile].number

    def _colours_completed(self, player):
        return sum(player.colour_complete(colour) for colour in set(player.board.colours))

    def _black_tile_for_colour(self, player):
        """S9.8: COLOUR_TILE, COLOUR_SPACE; lost if no tile of the black depot has a legal space."""
        if not self._placeable_black(player):
            return
        text = yield from self._ask(0, "COLOUR_TILE", lambda: self._placeable_black(player))
        slot = int(text.split()[1])
        tile = self.black[slot]
        text = yield from self._ask(0, "COLOUR_SPACE", lambda: self._space_texts(player, tile))
        self.black[slot] = None
        yield from self._cover(player, tile, int(text.split()[3]))

    def _placeable_black(self, player):
        return [
            f"buy {slot}"
            for slot, tile in enumerate(self.black)
            if tile is not None and self._space_texts(player, tile)
        ]

    def _space_texts(self, player, tile):
        return [f"place 0 on {h} with die 0" for h in range(37) if player.may_cover(tile, h)]
