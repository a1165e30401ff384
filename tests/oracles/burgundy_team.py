"""The team game E9 of The Castles of Burgundy (rules E8.1-E8.9): two teams of two with a common duchy.

TeamGame is a mixin of BurgundyOracle. Seat s belongs to team s mod 2; both members' `Player.duchy` is the same object.

READINGS
- E8.2, A-33: on the advanced board the start castle lies on a castle hex numbered 1 or 6, chosen by the first player of
  each team in the order of play; on the beginner board it is laid without a decision.
- E8.5: the member that takes a tile chooses the place, also with a single free one; positions 0-1 are private, 2-3
  shared.
- E8.6: "once per turn" effects (purchase, monastery 6) are counted per player's turn, as in the base game.
- E8.7: the points of a completed area, colour or tile go to the acting member's marker.
- E8.9: shared leftovers and monasteries count once; `scores` shows the total of the team for both its seats.
"""

from .burgundy_pieces import CASTLE, Duchy, Player, team_board

SEATS = 4
TEAM_SILVER = 2
WORKERS_FIRST, WORKERS_SECOND = 3, 5
PRIVATE = 2  # positions 0 and 1


class TeamStorage:
    """Two private and two shared key spaces of a member, positions 0-3 (E8.5)."""

    def __init__(self, shared):
        self.own, self.shared = [None] * PRIVATE, shared

    def __len__(self):
        return PRIVATE + len(self.shared)

    def __getitem__(self, k):
        return (self.own + self.shared)[k]

    def __setitem__(self, k, tile):
        if k < PRIVATE:
            self.own[k] = tile
        else:
            self.shared[k - PRIVATE] = tile


class TeamGame:
    # ------------------------------------------------------------------ setup (E8.1, E8.2)
    def _team_members(self):
        players = [Player(seat) for seat in range(SEATS)]
        duchies, shared = [Duchy(), Duchy()], [[None] * 2, [None] * 2]
        for player in players:
            player.duchy = duchies[player.seat % 2]
            player.storage = TeamStorage(shared[player.seat % 2])
        return players

    def _lay_out_team_boards(self):
        for player in self.players[:2]:
            player.board = team_board(self.options["team_board"])
            player.tiles = [None] * len(player.board.hexes)

    def _set_up_teams(self):
        """E8.2: silver and workers of the teams."""
        first, second = self.players[self.start_seat], self.players[1 - self.start_seat]
        first.workers, second.workers = WORKERS_FIRST, WORKERS_SECOND
        first.silver = second.silver = TEAM_SILVER

    def _place_team_castles(self):
        """START_SPACE on the advanced board, in the order of play."""
        for player in self._from_start_seat()[:2]:
            (h, *others) = player.board.castle_hexes
            if others:
                texts = [f"place 0 on {h} with die 0" for h in player.board.castle_hexes]
                text = yield from self._ask(player.seat, "START_SPACE", lambda texts=texts: texts)
                h = int(text.split()[3])
            player.tiles[h] = CASTLE

    # ------------------------------------------------------------------ storage (E8.5)
    def _store_in_team(self, player, tile):
        """STORE_DEST; DISCARD when all four positions are full."""
        if None in list(player.storage):
            text = yield from self._ask(player.seat, "STORE_DEST", lambda: self._places(player))
            k = int(text.split()[1])
        else:
            k = yield from self._discard(player)
        player.storage[k] = tile

    def _places(self, player):
        return [f"store {k}" for k, tile in enumerate(player.storage) if tile is None]

    # ------------------------------------------------------------------ final scoring (E8.9)
    def _team_scores(self):
        totals = [
            one.vp + other.vp + one.final_points()
            for one, other in zip(self.players[:2], self.players[2:], strict=True)
        ]
        return totals * 2

    def _team_winners(self):
        """A-12: most VP, then empty spaces as agreed; else the win is shared."""
        sign = 1 if self.options["team_tiebreak"] == "more_empty" else -1
        totals = self._team_scores()
        keys = [(totals[team], sign * self.players[team].empty_hexes()) for team in (0, 1)]
        return [seat for seat in range(SEATS) if keys[seat % 2] == max(keys)]
