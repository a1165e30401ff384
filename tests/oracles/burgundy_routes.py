"""Trade routes of The Castles of Burgundy (E8; rules E7.1-E7.6).

TradeRoutes is a mixin of BurgundyOracle. The tiles are written down here from the table of trade-route tiles.

READINGS
- E7.2: with the random order the deal itself is the row (first tile dealt on the left).
- E7.3: a sale is complete (silver, worker, VP) before its tiles are laid; tiles on the route are sold goods at once.
- E7.5: the bonus "place" is a TOWNHALL node (free actions may come in between), "free action" a yes/no before EXTRA.
"""

TILES_PER_SEAT = {2: 5, 3: 4, 4: 3}
TAKES = {
    "ship or livestock": ("ship", "livestock"),
    "building": ("building",),
    "castle, mine or monastery": ("castle", "mine", "monastery"),
}
SHORT = {
    "M": "ship or livestock", "C": "building", "K": "castle, mine or monastery", "A": "action", "P": "place",
    "G": "sell", "W": "workers", "S": "silver", "V": "vp",
}  # fmt: skip
# Twelve tiles of three spaces from left to right: goods number and bonus.
ROUTE_TILES = [
    [(int(space[0]), SHORT[space[1]]) for space in line.split()]
    for line in (
        "2C 4K 1W", "1M 2S 5P", "4A 1V 2M", "3P 5V 6M", "6P 4M 3G", "4W 1G 6C",
        "5A 6S 1C", "4P 3K 2W", "1S 6A 5C", "6V 3S 4G", "5G 2K 3V", "3W 5K 2A",
    )
]  # fmt: skip


class Route:
    """The row of a seat: tiles in hand and laid, goods laid from the left."""

    def __init__(self, dealt):
        self.hand, self.tiles, self.goods = list(dealt), [], []

    def lay_tile(self, tile):
        self.hand.remove(tile)
        self.tiles.append(tile)

    def spaces(self):
        return [space for tile in self.tiles for space in ROUTE_TILES[tile]]

    def lay_good(self, g):
        """E7.3: on the next free space; the bonus if the numbers agree, else None; "pile" if there is no space."""
        if len(self.goods) == len(self.spaces()):
            return "pile"
        number, bonus = self.spaces()[len(self.goods)]
        self.goods.append(g)
        return bonus if number == g else None


class TradeRoutes:
    # ------------------------------------------------------------------ setup (E7.1, E7.2)
    def _deal_routes(self):
        if not self.has("e8"):
            return
        order = list(self.chance.shuffle("routes", list(range(len(ROUTE_TILES)))))
        number = TILES_PER_SEAT[self.P]
        for player in self.players:
            player.route = Route(order[player.seat * number : (player.seat + 1) * number])
            if self.options["route_order"] == "random":
                for tile in list(player.route.hand):
                    player.route.lay_tile(tile)

    def _order_routes(self):
        """ROUTE_ORDER: seats from the first player, each its whole row."""
        for player in self._from_start_seat():
            while player.route and player.route.hand:
                hand = player.route.hand
                text = yield from self._ask(
                    player.seat, "ROUTE_ORDER", lambda hand=hand: [f"lay {tile}" for tile in hand]
                )
                player.route.lay_tile(int(text.split()[1]))

    # ------------------------------------------------------------------ sales (E7.3, E7.6)
    def _fill_route(self, player, g, number):
        """Lay the whole stack, then the bonuses won from left to right."""
        results = [player.route.lay_good(g) for _ in range(number)]
        for bonus in results:
            if bonus not in (None, "pile"):
                yield from self._route_bonus(player, bonus)

    def _route_bonus(self, player, bonus):
        """E7.5"""
        if bonus in TAKES:
            yield from self._pick(player, TAKES[bonus])
        elif bonus == "action":
            text = yield from self._ask(player.seat, "ROUTE_FREE", lambda: ["free action", "pass"])
            if text != "pass":
                yield from self._extra_action(player)
        elif bonus == "place":
            yield from self._town_hall(player)
        elif bonus == "sell":
            yield from self._warehouse(player)
        elif bonus == "workers":
            self._gain_workers(player, 4)
        elif bonus == "silver":
            player.silver += 2
        elif bonus == "vp":
            yield from self._gain(player, 4)
