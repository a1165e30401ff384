"""Shields of The Castles of Burgundy (SH; rules E10.1-E10.8, E0.7, E0.10).

Shields is a mixin of BurgundyOracle. Told elsewhere: 1, 17, 18 and the values 6, 10, 13 in burgundy_pieces.py; 2, 7, 9,
12 in burgundy_turn.py; 8 with the mines in burgundy.py.

READINGS
- E0.7, E10.8: whether 14 or 15 acts is looked at when its moment comes (one gained by a castle placed with 14 acts as
  15 if its moment is still to come; one replaced meanwhile does not act).
- E10.8 and S9.8 alike: the tile stays where it lies until its space is chosen.
- E10.3: an old shield that is replaced leaves the game before the new one works; losing shield 4 is settled then, with
  the new shield in place already.
- E10.4: the tribute of a seat concerns the shields it owns when its turn to pay comes.
- E10.7 (2): every event in which another seat gains workers, also monastery 2, 4, 28 and the bonuses of routes and
  vineyards; one worker each.
- E10.7 (3), A-19: workers pay for shield 3 itself, and for others while shield 3 is owned (it is asked first, so it has
  been kept then).
- E10.7 (5): only when a ship's goods are asked at all, so not when all depots are empty; before the marker moves.
- E10.7 (6): naming somebody is a free action of MAIN; with both dice used MAIN stays open for it (and for `pass`).
- E10.7 (11): a castle tile caused the EXTRA (by any placing), not a route, a vineyard or the crane; also at the end of
  a phase (it needs no dice).
- E10.7 (16): once per turn, in MAIN; the stored value changes and stays until the next roll.
"""

from .burgundy_pieces import BOARD, CASTLE
from .burgundy_turn import DEPOTS, GOODS, is_free

SHIELDS = range(1, 19)
NOT_WITH_CHATEAUMA = 2
PER_DEPOT = {2: (1, 1, 1, 1, 1, 1), 3: (1, 2, 1, 2, 1, 2), 4: (2, 2, 2, 2, 2, 2)}
KEY_SPACES = BOARD["storage_spaces"]


class Shields:
    # ------------------------------------------------------------------ setup (E10.1)
    def _lay_out_shields(self):
        self.depot_shields = [[] for _ in DEPOTS]
        if not self.has("shields"):
            return
        numbers = [n for n in SHIELDS if not (self.automa and n == NOT_WITH_CHATEAUMA)]
        order = list(self.chance.shuffle("shields", numbers))
        for depot, number in enumerate(PER_DEPOT[self.P]):
            self.depot_shields[depot] = [order.pop(0) for _ in range(number)]

    # ------------------------------------------------------------------ taking a shield (E10.2, E10.3)
    def _take_shield_texts(self, player):
        """TAKE_SHIELD: with both dice."""
        if any(player.used):
            return []
        depots = [depot for depot in DEPOTS if player.shield_cost(depot) <= player.workers]
        return self._shield_texts(depots)

    def _castle_shield_texts(self, player):
        """E10.7 (11)"""
        return self._shield_texts(DEPOTS) if player.has_shield(11) else []

    def _shield_texts(self, depots):
        return [
            f"shield {depot}.{position}"
            for depot in depots
            for position, number in enumerate(self.depot_shields[depot - 1])
            if number is not None
        ]

    def _take_shield(self, player, depot, position):
        """SHIELD_SPOT: on a castle tile; one that lies there leaves the game."""
        number = self.depot_shields[depot - 1][position]
        self.depot_shields[depot - 1][position] = None
        text = yield from self._ask(player.seat, "SHIELD_SPOT", lambda: self._spot_texts(player))
        h = int(text.split()[1])
        player.shields[h] = number
        yield from self._settle_key_spaces(player)

    def _spot_texts(self, player):
        return [f"spot {h}" for h in player.board.hexes if player.tiles[h] == CASTLE]

    def _settle_key_spaces(self, player):
        """E10.7 (4), E0.11: more positions with shield 4; without it discard down to three, then close up."""
        cap = self.options["key_space_cap"]
        if player.has_shield(4):
            player.storage += [None] * (cap - len(player.storage))
            return
        if len(player.storage) == KEY_SPACES:
            return
        while len(player.storage) - player.storage.count(None) > KEY_SPACES:
            yield from self._discard(player)
        rest = [tile for tile in player.storage if tile is not None]
        player.storage = rest + [None] * (KEY_SPACES - len(rest))

    # ------------------------------------------------------------------ single abilities
    def _may_stop(self, player):
        """A-41: nobody has to feed another seat's shield 2."""
        return any(other.has_shield(2) for other in self.players if other is not player)

    def _set_die_texts(self, player):
        """SET_DIE, E10.7 (16)"""
        if not player.has_shield(16) or player.die_set:
            return []
        return [
            f"set die {die} to {value}"
            for die in (0, 1)
            for value in range(1, 7)
            if not player.used[die] and value != player.dice[die]
        ]

    def _set_die(self, player, die, value):
        player.dice[die] = value
        player.die_set = True

    def _name_texts(self, player):
        """NAME_PLAYER, E10.7 (6): once."""
        if not player.has_shield(6) or player.named is not None:
            return []
        return [f"name {n}" for n in range(1, self.P)]

    def _name(self, player, n):
        player.named = self.seats[(player.seat + n) % self.P]

    def _name_at_the_end(self):
        """E10.7 (6): whoever has named nobody when final scoring begins does so now."""
        for player in self.players:
            if self._name_texts(player):
                text = yield from self._ask(player.seat, "NAME_PLAYER", lambda p=player: self._name_texts(p))
                self._name(player, int(text.split()[1]))

    def _load_a_type(self, player):
        """SHIP_TYPE, E10.7 (5): all goods of one type from all depots."""
        if not self._type_texts(player):
            return
        text = yield from self._ask(player.seat, "SHIP_TYPE", lambda: [*self._type_texts(player), "pass"])
        if text != "pass":
            for pile in self.depot_goods:
                self._load_type(player, pile, int(text.split()[1]) - 1)

    def _type_texts(self, player):
        lying = [sum(pile[g - 1] for pile in self.depot_goods) for g in GOODS]
        return [f"goods {g}" for g in GOODS if lying[g - 1] and self._can_load(player, g - 1)]

    # ------------------------------------------------------------------ end of a phase (E0.7)
    def _end_of_phase_shields(self):
        if not self.has("shields"):
            return
        for player in self._in_turn_order():
            for number in (14, 15):
                if player.has_shield(number):
                    yield from self._place_from_board(player, number)
        for player in self._in_turn_order():
            yield from self._tribute(player)

    def _in_turn_order(self):
        return [self.players[seat] for seat in self.turn_order() if seat < len(self.players)]

    def _place_from_board(self, player, number):
        """E10.8: SHIELD_TILE, SHIELD_SPACE; free actions leave SHIELD_TILE standing."""
        while self._placeable_texts(player, number):
            text = yield from self._ask(
                player.seat,
                "SHIELD_TILE",
                lambda: [*self._placeable_texts(player, number), *self._free_texts(player), "pass"],
            )
            if text == "pass":
                return
            if is_free(text) and not text.startswith("buy"):
                yield from self._act(player, text, None)
                continue
            space = yield from self._ask(
                player.seat, "SHIELD_SPACE", lambda text=text: self._space_texts_of(player, text)
            )
            yield from self._place_directly(player, text, space)
            return

    def _placeable_texts(self, player, number):
        texts = self._take_texts(player, None) if number == 14 else self._black_texts()
        return [text for text in texts if self._space_texts_of(player, text)]

    def _space_texts_of(self, player, text):
        """The legal spaces of the tile that a text names."""
        if text.startswith("buy double"):
            return self._double_space_texts(player, 0, self._tile_of(text), None)
        tile = self._tile_of(text)
        return [f"place 0 on {h} with die 0" for h in player.board.hexes if player.may_cover(tile, h)]

    def _place_directly(self, player, text, space):
        tile = self._remove_from_board(text)
        if text.startswith("buy double"):
            words = space.replace(".", " ").split()
            yield from self._lay_double(player, tile, int(words[4]), int(words[5]))
        else:
            yield from self._cover(player, tile, int(space.split()[3]))

    def _tile_of(self, text):
        """The tile that `take D.S ...`, `buy B`, `buy inn` or `buy double I` names; it stays there."""
        words = text.replace(".", " ").split()
        if words[0] == "take":
            return self.depots[int(words[1]) - 1][int(words[2])]
        return self._tile_of_black_depot(text)

    def _remove_from_board(self, text):
        words = text.replace(".", " ").split()
        if words[0] == "buy":
            return self._from_black_depot(text)
        depot, slot = int(words[1]), int(words[2])
        tile, self.depots[depot - 1][slot] = self.depots[depot - 1][slot], None
        return tile

    # ------------------------------------------------------------------ tribute (E10.4)
    def _tribute(self, player):
        """TRIBUTE: shield 3 first, then in the order of the castle hexes."""
        owned = sorted(player.shields, key=lambda h: (player.shields[h] != 3, h))
        for h in owned:
            number = player.shields[h]
            while True:
                text = yield from self._ask(
                    player.seat, "TRIBUTE", lambda n=number: self._tribute_texts(player, n)
                )
                if not is_free(text):
                    break
                yield from self._act(player, text, None)
            yield from self._pay_tribute(player, h, text)

    def _tribute_texts(self, player, number):
        texts = [f"give up shield {number}", *self._free_texts(player)]
        if player.silver:
            texts.append(f"pay silver for shield {number}")
        if player.workers and player.has_shield(3):
            texts.append(f"pay a worker for shield {number}")
        return texts

    def _pay_tribute(self, player, h, text):
        if text.startswith("pay silver"):
            player.silver -= 1
        elif text.startswith("pay a worker"):
            player.workers -= 1
        else:
            del player.shields[h]
            yield from self._settle_key_spaces(player)
