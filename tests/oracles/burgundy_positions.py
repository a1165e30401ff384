"""Positions of The Castles of Burgundy for the tests of the oracle: set up, put, place, play on; what is conserved."""

from collections import Counter

import pytest

from .burgundy import BurgundyOracle
from .burgundy_chateauma import Laid
from .burgundy_pieces import JOKER, KINDS
from .burgundy_vineyards import COPIES, TYPES
from .chance import FixedChance

K = {kind.name: kind.id for kind in KINDS.values()}
# What random games prefer, so that much comes into play.
LIVELY = ("place", "buy", "hire", "shield", "bonus", "effect", "free", "pay", "retrieve", "name")


def started(num_players=2, hexes=18, chance=None, **options):
    """A game in the first MAIN, all boards emptied, players without goods, workers and silver."""
    oracle = BurgundyOracle(chance or FixedChance(), num_players=num_players, **options)
    while oracle.decision()[1] != "MAIN":
        start = f"place 0 on {hexes} with die 0"
        oracle.apply(start if oracle.decision()[1] == "START_CASTLE" else oracle.legal()[0])
    sweep(oracle)
    return oracle, oracle.players[oracle.decision()[0]]


def sweep(oracle):
    oracle.depots = [[None] * len(slots) for slots in oracle.depots]
    oracle.depot_goods = [[0] * 6 for _ in range(6)]
    oracle.black = [None] * len(oracle.black)
    oracle.inns = 0
    for row in (oracle.double_depot, oracle.double_shop, *oracle.depot_shields):
        row[:] = [None] * len(row)
    for seat in oracle.seats:
        seat.goods, seat.silver, seat.workers, seat.vp = [0] * 6, 0, 0, 0


def solo(board=33, castle=6, chance=None, **options):
    return started(1, castle, chance, solo_board=board, **options)


def put(player, **tiles):
    """put(player, bank=11): tiles that lie in the duchy already; a list of hexes is possible."""
    for name, hexes in tiles.items():
        for h in hexes if isinstance(hexes, list) else [hexes]:
            player.tiles[h] = JOKER if name == "joker" else K[name]


def owns(player, *numbers):
    """These monasteries lie in the duchy, on hexes of the last monastery area (duchy 1)."""
    for h, number in zip((35, 34, 30), numbers, strict=False):
        player.tiles[h] = K[f"monastery_{number}"]


def hand(player, *names):
    tiles = [JOKER if name == "joker" else K[name] for name in names]
    player.storage = tiles + [None] * (3 - len(tiles))


def dice(player, *values):
    player.dice, player.used = list(values), [False] * 2


def goods(**types):
    """goods(t1=2): counts per type"""
    return [types.get(f"t{g}", 0) for g in range(1, 7)]


def place(oracle, player, name, h):
    """Put a tile into storage position 0 and place it with a die of the right number."""
    player.storage[0] = JOKER if name == "joker" else K[name]
    player.dice[0], player.used[0] = player.board.dice[h], False
    before = player.vp
    oracle.apply(f"place 0 on {h} with die 0")
    return player.vp - before


def texts(oracle, start):
    return [text for text in oracle.legal() if text.startswith(start)]


def refused(oracle, text):
    """Illegal, and the game stays as it was."""
    before = (oracle.decision(), oracle.public(), oracle.legal())
    with pytest.raises(ValueError):
        oracle.apply(text)
    return before == (oracle.decision(), oracle.public(), oracle.legal())


def finish_turn(oracle):
    """Use the dice of the running turn for workers and end it."""
    seat = oracle.decision()[0]
    for die in (0, 1):
        if oracle.decision() == (seat, "MAIN") and not oracle.players[seat].used[die]:
            oracle.apply(f"workers with die {die}")
    if oracle.decision() == (seat, "MAIN") and all(oracle.players[seat].used):
        oracle.apply("pass")


def play_on(oracle, rng, until=lambda oracle: False, check=None):
    while oracle.decision() and not until(oracle):
        legal = oracle.legal()
        lively = [text for text in legal if text.split()[0] in LIVELY] or legal
        oracle.apply(rng.choice(lively if rng.random() < 0.7 else legal))
        if check:
            check(oracle)
    return oracle


def chateauma(num_players=1, level="medium", chance=None, **options):
    oracle, player = started(num_players, chance=chance, chateauma=level, **options)
    return oracle, oracle.automa


def card(automa, number, **filled):
    """card(automa, 7, s0="bank"): a card with some spaces covered"""
    made = automa.new_card(number)
    for space, name in filled.items():
        made.spaces[int(space[1:])] = Laid(K[name])
    return made


def turn(oracle, white, die):
    """The Chateauma's turn with these dice."""
    oracle.white = white
    oracle.chance.rolls["automa"] = [die - 1]
    oracle.automa.turn()


def names(spaces):
    return [None if laid is None else KINDS[laid.tile].name for laid in spaces]


# ---------------------------------------------------------------------- what is conserved
def own_duchies(oracle):
    """The seats whose duchies are different ones (team game: one of each team)."""
    return [player.seat for player in oracle._one_per_duchy()]


def tiles_in_play(view, oracle):
    duchies = [view["duchy"][seat] for seat in own_duchies(oracle)]
    everywhere = [
        view["depots"],
        own_storages(view, oracle),
        duchies,
        [view["black"]],
        oracle.supplies.values(),
    ]
    tiles = [tile for group in everywhere for part in group for tile in part]
    if oracle.automa:
        automa = oracle.automa
        tiles += [laid.tile for card in automa.cards for laid in card.spaces if laid]
        tiles += [laid.tile for laid in automa.duchy] + automa.jokers
        tiles += [tile for pile in automa.reserve.values() for tile in pile]
    return Counter(tile for tile in tiles if isinstance(tile, int))


def own_storages(view, oracle):
    """Storage without counting the shared spaces of a team twice."""
    if not oracle.has("team"):
        return view["storage"]
    return [stored if seat < 2 else stored[:2] for seat, stored in enumerate(view["storage"])]


def automa_seat(oracle):
    return [oracle.automa.seat] if oracle.automa else []


def check_goods(view, oracle):
    seats, sat = own_duchies(oracle), oracle.automa is not None
    shown = [view[key][seat] for key in ("goods", "sold") for seat in [*seats, *automa_seat(oracle)]]
    later = oracle.stacks[view["phase"] + 1 :] if any(view["dice"][0]) else oracle.stacks
    count = sum(map(sum, view["depot_goods"] + shown)) + sum(map(len, later)) + len(view["round_goods"])
    total = 25 + 3 * len(seats) + 6 * sat
    assert count == total if not (sat or oracle.solo) else count <= total
    limit = 6 if oracle.solo else 3
    assert all(sum(g > 0 for g in view["goods"][seat]) <= limit for seat in seats)


def check_duchy(player):
    for h, tile in enumerate(player.tiles):
        assert tile in (None, JOKER, K["inn"]) or KINDS[tile].color == player.board.colours[h]
    for area in player.board.areas:
        assert sum(player.tiles[h] == K["inn"] for h in area) <= 1
    assert all(player.tiles[h] == K["castle"] for h in player.shields)


def check_modules(view, oracle):
    if oracle.has("e4"):
        ranks = [*view["border_owned"], *([oracle.automa.border] if oracle.automa else [])]
        assert view["border_left"].count(False) == sum(rank > 0 for rank in ranks)
    if oracle.has("e6"):
        assert view["inns"] + tiles_in_play(view, oracle)[K["inn"]] <= view["phase"] + 1
    if oracle.has("e8"):
        for laid, sold, tiles in zip(view["route_goods"], view["sold"], view["routes"], strict=False):
            on_route = Counter(laid)
            assert len(laid) <= 3 * len(tiles) and all(on_route[g] <= sold[g - 1] for g in on_route)
    if oracle.has("shields"):
        check_shields(view, oracle)
    if oracle.has("vineyards"):
        check_doubles(view, oracle)
    cap = oracle.options["key_space_cap"]
    for player, stored in zip(oracle.players, view["storage"], strict=True):
        size = 4 if oracle.has("team") else 3
        asked = oracle.decision() and oracle.decision()[1] in ("DISCARD", "SHIELD_SPOT")
        assert len(stored) == (cap if player.has_shield(4) else size) or asked


def check_shields(view, oracle):
    """Every shield dealt is on a depot, in a duchy, with the Chateauma, or has left the game."""
    lying = [n for numbers in view["shields"] for n in numbers if n is not None]
    owned = [n for seat in view["shields_owned"] for _, n in seat]
    everywhere = lying + owned + (oracle.automa.shields if oracle.automa else [])
    gone = sum(times for key, times in oracle.resolved.items() if key.endswith(("replaced", "given up")))
    on_the_way = bool(oracle.decision() and oracle.decision()[1] == "SHIELD_SPOT")
    assert len(everywhere) == len(set(everywhere))
    assert len(everywhere) + gone + on_the_way == {2: 6, 3: 9, 4: 12}[oracle.P]
    assert not (oracle.automa and 2 in everywhere)


def check_doubles(view, oracle):
    lying = [n for row in (view["double_depot"], view["double_shop"]) for n in row if n is not None]
    stored = [int(tile.split()[1]) for s in view["storage"] for tile in s if str(tile).startswith("double")]
    blocked = sum(tile == "blocked" for s in view["storage"] for tile in s)
    assert len(stored) == blocked
    laid = [TYPES.index(tuple(sorted(pair))) for yard in view["vineyard"] for pair in yard if pair]
    for number, times in Counter(lying + stored + laid + oracle.bag).items():
        assert times <= COPIES[number]
    owned = sum(map(sum, view["vine_tiles"])) + sum(view["vine_supply"])
    assert owned in (24, 20, 16)


# ---------------------------------------------------------------------- shields
def shielded(*numbers, modules=("shields",), n=2, castles=(6, 1, 2), **options):
    """A game in which seat 0 owns these shields: the first on 18, the others on castles at 6, 1, 2."""
    oracle, player = started(n, modules=modules, **options)
    for h, number in zip((18, *castles), numbers, strict=False):
        player.tiles[h] = K["castle"]
        player.shields[h] = number
    return oracle, player


def end_of_phase(oracle):
    """Let the end of a phase begin now: shields 14 and 15, tribute, mines; the game ends after it."""
    oracle.own_turn = False
    oracle._flow = oracle._finish_phase()
    oracle._answer(None)
    return oracle
