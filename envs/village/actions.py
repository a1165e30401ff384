"""The action space of Village: the flat layout of the rules page, 377 ids."""

from __future__ import annotations

from functools import cache

from envs.core.actions import ActionCatalog, ActionRange
from envs.village import enums as E
from envs.village.tables import ROAD_FROM, ROAD_TO, SEND_TO

# --- first id of each range ---
A_TAKE = 0
A_WELL = A_TAKE + E.NUM_SPACES * E.NUM_COLOURS
A_WELL_COINS = A_WELL + 3 * E.NUM_INFLUENCE
A_DO = A_WELL_COINS + 1
A_PASS = A_DO + E.NUM_SPACES
A_HARVEST = A_PASS + 1
A_BIRTH = A_HARVEST + 1
A_RETURN = A_BIRTH + 1
A_WAGON = A_RETURN + 4 * (E.NUM_VISIBLE - 1)
A_HORSE = A_WAGON + 9
A_OX = A_HORSE + 6
A_SCROLL = A_OX + 6
A_PLOUGH = A_SCROLL + 7
A_MILL = A_PLOUGH + 9
A_SERVE = A_MILL + 1
A_SEND = A_SERVE + 3 * E.MAX_SLOTS
A_MOVE = A_SEND + 8
A_PAY_EDGE = A_MOVE + 4 * E.NUM_ROADS
A_ENTER = A_PAY_EDGE + 4
A_COUNCIL = A_ENTER + 16
A_PRIVILEGE_ONLY = A_COUNCIL + 48
A_PRIVILEGE = A_PRIVILEGE_ONLY + 1
A_CUBE = A_PRIVILEGE + E.NUM_STAGES
A_GOOD = A_CUBE + E.NUM_COLOURS
A_CHURCH = A_GOOD + E.NUM_GOODS
A_DEATH = A_CHURCH + 12
A_PICK = A_DEATH + E.NUM_VISIBLE
A_ADVANCE = A_PICK + E.NUM_GENERATIONS
NUM_ACTIONS = A_ADVANCE + 12

# first id of each craft, in the order of tables.CRAFT_GOODS
CRAFT_ACTIONS = (A_WAGON, A_HORSE, A_OX, A_SCROLL, A_PLOUGH)
PAID_WITH_TWO = ("orange pink", "coin pink", "orange coin", "coin coin")  # by coin mask
COUNCIL_PAYMENTS = ("scroll", "two green", "green coin", "two coins")


def catalog(options) -> ActionCatalog:
    """The catalog; the same for all options."""
    return _catalog()


def _take(i: int) -> str:
    return f"take {E.COLOURS[i % E.NUM_COLOURS]} from {E.SPACES[i // E.NUM_COLOURS]}"


def _well(i: int) -> str:
    colour, coins = divmod(i, 3)
    return f"well paying {3 - coins} {E.COLOURS[colour]}" + (f" {coins} coin" if coins else "")


def _craft(good: str, payments: tuple[str, ...]):
    words = ["trained", *(f"training {g}" for g in range(1, 5)), *(f"paying {what}" for what in payments)]
    return tuple(f"{good} {word}" for word in words)


def _city(number: int) -> str:
    return E.PLACES[E.CITY + number]


@cache
def _catalog() -> ActionCatalog:
    payments = ("free", "green", "coin")
    ranges = [
        ActionRange("take", 35, _take, "D1: take a cube"),
        ActionRange("well", 12, _well, "D1: use the well"),
        ActionRange("well_coins", 1, "well paying 3 coin", "D1: use the well"),
        ActionRange(
            "do", 7, lambda i: f"do {E.SPACES[i]}", "D1f: target of the well or of the free last turn"
        ),
        ActionRange("pass", 1, "pass", "decline, pass, stop, no privilege"),
        ActionRange("harvest", 1, "harvest", "D2a"),
        ActionRange("birth", 1, "birth", "D2b: lowest unborn member to the farm"),
        ActionRange(
            "return",
            72,
            lambda i: f"return {i % 4 + 1} from {E.PLACES[i // 4 + 1]}",
            "D2b: member to the farm",
        ),
        ActionRange("wagon", 9, _craft("wagon", PAID_WITH_TWO), "D2c: wainwright"),
        ActionRange("horse", 6, _craft("horse", ("grain",)), "D2c: stables"),
        ActionRange("ox", 6, _craft("ox", ("grain",)), "D2c: stables"),
        ActionRange("scroll", 7, _craft("scroll", ("pink", "coin")), "D2c: office"),
        ActionRange("plough", 9, _craft("plough", PAID_WITH_TWO), "D2c: smith"),
        ActionRange("mill", 1, "mill", "D2c: two coins"),
        ActionRange(
            "serve", 15, lambda i: f"serve {i // 3} {payments[i % 3]}", "D2d: customer on a blue slot"
        ),
        ActionRange(
            "send", 8, lambda i: f"send {i // 2 + 1} to {_city(SEND_TO[i % 2])}", "D2e: farm to city"
        ),
        ActionRange(
            "move",
            56,
            lambda i: f"move {i // 14 + 1} from {_city(ROAD_FROM[i % 14])} to {_city(ROAD_TO[i % 14])}",
            "D2e: city to city",
        ),
        ActionRange(
            "pay_edge",
            4,
            ("pay cubes", "pay coin for first", "pay coin for second", "pay two coins"),
            "D2f: coins in place of the two cubes of the edge",
        ),
        ActionRange(
            "enter_council",
            16,
            lambda i: f"enter council with {i // 4 + 1} paying {COUNCIL_PAYMENTS[i % 4]}",
            "D2g",
        ),
        ActionRange(
            "council",
            48,
            lambda i: f"advance {i // 4 % 4 + 1} from council {i // 16 + 1} paying {COUNCIL_PAYMENTS[i % 4]}",
            "D2g",
        ),
        ActionRange("privilege_only", 1, "privilege only", "D2g"),
        ActionRange("privilege", 4, lambda i: f"privilege {i + 1}", "D2h"),
        ActionRange("cube", 5, lambda i: f"cube {E.COLOURS[i]}", "D0, D2i, D6"),
        ActionRange("good", 5, lambda i: f"good {E.GOODS[i]}", "D2j"),
        ActionRange(
            "church",
            12,
            lambda i: f"church with {i // 3 + 1} paying {('brown', 'coin', 'time')[i % 3]}",
            "D2k: member into the black bag",
        ),
        ActionRange("death", 19, lambda i: f"death at {E.PLACES[i]}", "D3: the generation is forced"),
        ActionRange("pick", 4, lambda i: f"pick {i + 1}", "D4: member from the black bag for a coin"),
        ActionRange("advance", 12, lambda i: f"advance {i % 4 + 1} from church {i // 4 + 1}", "D5"),
    ]
    return ActionCatalog(ranges)
