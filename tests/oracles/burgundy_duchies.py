"""Printed duchies of The Castles of Burgundy: castle connection and retrieval (E1), border posts (E4).

DuchyRules is a mixin of BurgundyOracle. The legality test of E1.3a is `Player.castle_connected`.

READINGS
- E1.2b, A-2: the pile holds the castles still on the numbered depots and in the black depot when the board is cleared
  at the start of phases B to E.
- E1.3c: "both dice unused" is the state of the dice alone: purchases made before do not matter.
- E4.5: whoever links all three posts when both tiles are gone gets nothing, also not later.
- E4.3 any_path: two posts are connected when a chain of covered spaces leads from a space that touches one to a space
  that touches the other; posts connect through one another in both variants.
"""

from .burgundy_pieces import CASTLE, DUCHIES

RETRIEVAL_VP = 5
POSTS = DUCHIES["border_posts"]["posts"]
LINES = DUCHIES["border_posts"]["straight_lines"]


class DuchyRules:
    # ------------------------------------------------------------------ E1.3c: castle retrieval
    def _collect_castles(self):
        """E1.2b: castles cleared from the board lie beside it."""
        if self.options["castle_connection"]:
            on_board = [tile for slots in [*self.depots, self.black] for tile in slots]
            self.castle_pile += on_board.count(CASTLE)

    def _castle_back_texts(self, player):
        allowed = self.options["castle_connection"] and not any(player.used)
        return ["retrieve castle"] if allowed and player.vp >= RETRIEVAL_VP and self.castle_pile else []

    def _retrieve_castle(self, player):
        """Both dice and 5 VP for a castle of the pile."""
        player.used = [True, True]
        player.vp -= RETRIEVAL_VP
        self.castle_pile -= 1
        yield from self._store(player, CASTLE)

    # ------------------------------------------------------------------ E4: border posts
    def _check_border_posts(self, player):
        """E4.4, E4.5: after every tile that covers a space."""
        duchy, linked = player.duchy, self._linked_pairs(player)
        if linked and not duchy.border_paid:
            duchy.border_paid = True
            yield from self._gain(player, self.phase_points())
        if self._all_linked(linked) and not duchy.border_done:
            duchy.border_done = True
            duchy.border, points = self.take_border_tile()
            yield from self._gain(player, self.bonus_points(player, points))

    def _linked_pairs(self, player):
        """E4.3: pairs of posts connected by a covered line, or by any covered path."""
        if self.options["border_connection"] == "straight_line":
            return [line["posts"] for line in LINES if player.all_covered(line["hexes"])]
        pairs = [(one["id"], other["id"]) for one in POSTS for other in POSTS if one["id"] < other["id"]]
        return [pair for pair in pairs if self._joined(player, *(POSTS[post]["touches"] for post in pair))]

    def _joined(self, player, starts, goals):
        reached = [h for h in starts if player.tiles[h] is not None]
        for h in reached:  # grows while it is walked through
            reached += [
                other
                for other in player.board.neighbours[h]
                if player.tiles[other] is not None and other not in reached
            ]
        return any(h in reached for h in goals)

    def _all_linked(self, pairs):
        """Two different pairs of three posts always join all of them."""
        return len(pairs) >= 2
