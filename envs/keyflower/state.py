"""The state of one game of Keyflower: one fixed-size record.

Tiles are the indices of components.json, auctioned tiles are also counted from 0 ("rank": index less 6). Workers
are counted by colour, resources and skills by kind. ``-1`` means "none". Signed fields throughout: mixing unsigned
and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from envs.core.compile import I8, I16
from envs.keyflower import enums as E
from envs.keyflower.enums import ABILITY, COLOUR, RESOURCE, SEASON, SKILL

S, T, A = E.MAX_SEATS, E.NUM_TILES, E.NUM_AUCTIONED

FIELDS = [
    # --- where the game stands ---
    ("season", I8),
    ("purple", I8),  # seat of the start player
    ("purple_won", I8),  # 1 = won by a bid at the last end of a season
    ("active", I8),  # whose turn it is
    ("served", I8),  # seats, or turn-order tiles and seats, served in this step
    ("passes", I8),  # one after another
    ("turns", I16),  # MAIN decisions of this season
    # --- the placement being made ---
    ("target", I8),  # tile, -1
    ("is_use", I8),  # 1 = workers go on the tile, 0 = beside it
    ("colour", I8),  # -1 before it is chosen
    ("need", I16),  # workers that the placement must have at least
    ("room", I16),  # at most
    ("taken_groups", I16, (COLOUR.COUNT,)),  # workers of own losing groups taken so far
    ("taken_screen", I16, (COLOUR.COUNT,)),  # workers of the screen taken so far (SOURCE4B)
    ("last_rank", I8),  # rank of the group taken last, -1
    ("screen_colour", I8),  # SOURCE4B: colour of the screen asked for, -1 = groups may still be taken
    # --- the effect being carried out ---
    ("capacity", I8),  # transport steps left
    ("allowance", I8),  # upgrades left
    ("source_tile", I8),  # TRANSPORT_RES, TRANSPORT_DIR
    ("resource", I8),  # TRANSPORT_DIR
    ("upgrading", I8),  # tile whose cost is being paid, -1
    ("units_left", I8, (5,)),  # of its cost: wood, stone, iron, gold, any
    ("skills_left", I8, (4,)),  # anvil, pick, saw, any
    # --- end of season ---
    ("order_winner", I8, (E.NUM_TURN_ORDER,)),  # winners of the turn-order tiles, -1
    ("has_boat", I8, (S,)),
    ("placing", I8),  # tile being placed, -1
    ("cell", I16),  # PLACE_ROT: cell chosen
    # --- tiles ---
    ("place", I8, (T,)),  # AWAY, AUCTION, TO_PLACE, VILLAGE, SET_ASIDE
    ("owned", I8, (S, T)),  # 1 = the seat has the tile (to place or in the village)
    ("upgraded", I8, (T,)),
    ("side", I8, (E.NUM_SUMMER_BOATS,)),  # 0 = a, 1 = b
    ("stock", I8, (T, RESOURCE.COUNT)),  # resources on the tile
    ("on_tile", I8, (T, COLOUR.COUNT)),  # workers on the tile
    ("last_use", I8, (T,)),  # size of the last use this season
    ("uses", I8, (T,)),
    ("tile_colour", I8, (T,)),  # colour + 1 of R4.3, 0 = none
    ("bids", I8, (S, A, COLOUR.COUNT)),  # bid groups, each of one colour
    ("leader", I8, (A,)),  # seat of the winning group, -1
    ("ability", I8, (S, ABILITY.COUNT)),  # summer boats in force
    ("deck", I8, (SEASON.winter, E.TILES_PER_SEASON)),  # of spring, summer, autumn, shuffled at the start
    ("dealt", I8, (S, 3)),  # winter tiles before the choice, ascending, -1
    ("offer", I8, (S,)),  # winter: bits of the slots chosen, hidden until all have chosen
    # --- villages ---
    ("home", I8, (S,)),  # the home tile
    ("grid", I8, (S, E.NUM_CELLS)),  # tile + 1, 0 = empty
    ("tile_cell", I16, (T,)),
    ("rotation", I8, (T,)),
    # --- workers, skills, supplies ---
    ("screen", I8, (S, COLOUR.COUNT)),  # hidden
    ("screen_known", I8, (S, COLOUR.COUNT)),  # of these, surely there by public knowledge
    ("screen_plain", I8, (S,)),  # of the others, surely not green: drawn while the bag held no green worker
    ("skills", I8, (S, SKILL.COUNT)),  # hidden
    ("skills_known", I8, (S, SKILL.COUNT)),
    ("bag", I8, (COLOUR.COUNT,)),  # hidden but for its size
    ("green_supply", I8),
    ("pile", I8, (SKILL.COUNT,)),  # hidden but for its size
    ("supply", I8, (RESOURCE.COUNT,)),
    ("boat_workers", I8, (E.NUM_BOATS, COLOUR.COUNT)),
    ("boat_skills", I8, (E.NUM_BOATS, SKILL.COUNT)),
    ("boat_open", I8, (E.NUM_BOATS,)),  # 1 = in play and not yet chosen this season
]
