"""Extra hex tiles of The Castles of Burgundy: E2 (crane, geese, monasteries 27, 28), E5 (white castles), E6 (inns).

ExtraTiles is a mixin of BurgundyOracle. Geese and the crane at the end are counted in burgundy_pieces.py, monastery 27
in `turn_order`, monastery 28 in `_free_texts`, buying and placing an inn with the purchase and with `may_cover`.

READINGS
- E2.4: CRANE_EFFECT "town hall" needs a legal pair of stored tile and space, whatever could be bought first; the town
  hall that follows is asked like any other.
- E5.4: monasteries 8-12 work on the white value as on a die; its workers are paid at the moment of choice.
- E6.1: the inns on the slot count for nothing else than the purchase (and A-7); `supply_left` does not show them.
- E6.5: also an area of one space filled by an inn (X6.3: 3 VP).
"""

from .burgundy_turn import BUILDINGS, PICKS, WHITE, is_free

ALWAYS = ("boarding_house", "bank", "watchtower")


class ExtraTiles:
    # ------------------------------------------------------------------ E2.4: the crane
    def _crane(self, player):
        """CRANE_EFFECT: the effect of a building type of choice, or none."""
        text = yield from self._ask(player.seat, "CRANE_EFFECT", lambda: [*self._crane_texts(player), "pass"])
        if text != "pass":
            name = text.split()[1]
            yield from self._building(player, name)

    def _crane_texts(self, player):
        names = [name for name in BUILDINGS if self._could_do_something(player, name)]
        return [f"effect {name}" for name in names + (["white_castle"] if self.has("e5") else [])]

    def _could_do_something(self, player, name):
        if name in PICKS:
            return bool(self._take_texts(player, None, PICKS[name]))
        if name == "warehouse":
            return any(player.goods)
        if name == "town_hall":
            return bool(self._place_texts(player, None))
        return name in ALWAYS

    # ------------------------------------------------------------------ E5.4: white castles
    def _white_castle(self, player):
        """WHITE_ACTION: a die action with the white die's value; free actions leave it standing."""
        player.white = self.white
        while True:
            text = yield from self._ask(player.seat, "WHITE_ACTION", lambda: self._white_texts(player))
            if text == "pass":
                return
            yield from self._act(player, text, WHITE)
            if not is_free(text):
                return

    def _white_texts(self, player):
        return self._die_texts(player, WHITE) + self._free_texts(player) + self._stop_text(player)
