"""What the Chateauma does with the modules of the box (C11.1-C11.7, C5).

ChateaumaModules is a mixin of Chateauma.

READINGS
- C5, geese: the livestock effect of another species adds 2 for the geese if they lie face up; the geese themselves give
  2 and the animals of the species with most animals (other than geese), ties to the lowest species index.
- C11.2: a completed card counts at once; two cards completed together count one after the other, the left one first.
- C11.3: +1 VP per sale in which goods are sold, also sales of step 3.
- C11.4: shields are taken when the card is completed, from the white die's depot on (the one of the round).
- C11.5: face-up monasteries on the cards and in the duchy, face-up tiles of modifier B included.
- C11.6: TAKE_DOUBLE starts at the position whose numbers include the white die's value; card 16 follows
  card8_third_space as card 8 does (C13.1).
"""

from .burgundy_pieces import SHIELD_VP
from .burgundy_vineyards import DEPOT_NUMBERS

SPECIES = ("cow", "sheep", "pig", "chicken")  # C2: their index; geese last
GEESE = "geese"
SHIELD_TABLE = (0, 8, 15, 25, 40)
DOUBLE_TABLE = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91)
DOUBLE_PRICE = 2
BASE_DECK = list(range(1, 10))
VINEYARD_DECK = [1, *range(10, 18)]


class ChateaumaModules:
    def set_up_modules(self):
        self.border_cards, self.border = 0, 0
        self.shields, self.doubles = [], 0

    def deck_ids(self):
        """C1.5"""
        return VINEYARD_DECK if self.table.has("vineyards") else BASE_DECK

    # ------------------------------------------------------------------ E2, E5 (C5, C11.1)
    def geese_points(self, kind, kinds):
        """All face-up kinds, the new one included."""
        if kind.species != GEESE:
            return self.herd(kinds, GEESE)
        return max(self.herd(kinds, species) for species in SPECIES)

    def crane(self):
        self.bonus_choose()

    def white_castle(self):
        """C5 (WHITE_CASTLE), Q-16: the first depot with a tile; its colour with the fewest tiles in reserve."""
        for depot in self.table.clockwise(self.table.white):
            present = {self.colour(tile) for tile in self.table.depots[depot - 1] if tile is not None}
            if present:
                colour = self.scarcest(present)
                self.reserve[colour].append(self.find(depot, colour))
                return
        self.silver += 1

    # ------------------------------------------------------------------ cards (C11.2, C11.4)
    def complete_symbols(self, card):
        if card.border_post and self.table.has("e4"):
            self.complete_border_card()
        if card.shield and self.table.has("shields"):
            self.take_shield()

    def complete_border_card(self):
        self.border_cards += 1
        if self.border_cards == 2:
            self.vp += self.table.phase_points()
        elif self.border_cards == 3:
            self.border, points = self.table.take_border_tile()
            self.vp += points

    def take_shield(self):
        """C11.4, Q-17"""
        for depot in self.table.clockwise(self.table.white):
            there = [n for n in self.table.depot_shields[depot - 1] if n is not None]
            if there:
                by_vp = self.table.options["shield_pick"] == "lowest_vp"
                number = min(there, key=lambda n: (SHIELD_VP[n] if by_vp else 0, n))
                shields = self.table.depot_shields[depot - 1]
                shields[shields.index(number)] = None
                self.shields.append(number)
                return

    def trade_route_point(self):
        """C11.3: for each sale."""
        if self.table.has("e8"):
            self.vp += 1

    # ------------------------------------------------------------------ vineyards (C11.6)
    def take_double(self):
        """TAKE_DOUBLE: from the white die's position to the right, wrapping."""
        numbers = DEPOT_NUMBERS[self.table.P]
        start = next(i for i, those in enumerate(numbers) if self.table.white in those)
        self.take_from_row(self.table.double_depot, start)

    def buy_double(self):
        """C11.6: the shop before the black depot; says whether it bought."""
        if not self.table.has("vineyards") or self.silver < DOUBLE_PRICE:
            return False
        shop = self.table.double_shop
        start = 0 if len(shop) == 1 else (self.table.white - 1) // 2
        if not self.take_from_row(shop, start):
            return False
        self.silver -= DOUBLE_PRICE
        return True

    def take_from_row(self, row, start):
        for step in range(len(row)):
            position = (start + step) % len(row)
            if row[position] is not None:
                row[position] = None
                self.doubles += 1
                return True
        return False

    # ------------------------------------------------------------------ final scoring, view
    def module_points(self):
        """C11.4, C11.6"""
        shields = SHIELD_TABLE[min(len(self.shields), len(SHIELD_TABLE) - 1)]
        return shields + DOUBLE_TABLE[min(self.doubles, len(DOUBLE_TABLE) - 1)]

    def shown_monasteries(self):
        """C11.5: what shield 6 copies."""
        kinds = [self.table.kinds[tile] for tile in self.face_up()]
        return [kind for kind in kinds if kind.color == "monastery"]
