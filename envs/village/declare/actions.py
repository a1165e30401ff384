"""The action space of Village: the flat layout of the rules page, 377 ids."""

from __future__ import annotations

from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.village.declare.enums import (
    CHURCH_PAYMENT,
    CITY_NAMES,
    COLOUR,
    COUNCIL_PAYMENT,
    CRAFT,
    FEE,
    GOOD,
    INFLUENCE,
    MAX_SLOTS,
    NUM_CHURCH_STAGES,
    NUM_COIN_MASKS,
    NUM_COUNCIL_STAGES,
    NUM_GENERATIONS,
    NUM_INFLUENCE,
    NUM_ROADS,
    NUM_SENDS,
    NUM_VISIBLE,
    PLACE,
    PLACE_NAMES,
    SPACE,
    WELL_CUBES,
)
from eurogym.envs.village.declare.tables import CRAFT_PAYMENTS, CRAFT_WAYS, ROAD_FROM, ROAD_TO, SEND_TO

# --- what the index of an action says, for its text and for explain.py ---


def well_payment(i: int) -> tuple[int, int]:
    """(colour, coins) of the range ``well``."""
    return divmod(i, WELL_CUBES)


def home_comer(i: int) -> tuple[int, int]:
    """(place, generation) of the range ``return``."""
    place, generation = divmod(i, NUM_GENERATIONS)
    return PLACE.wainwright + place, generation


def sale(i: int) -> tuple[int, int]:
    """(slot, fee) of the range ``serve``."""
    return divmod(i, FEE.COUNT)


def climber(i: int) -> tuple[int, int, int]:
    """(stage that is left 0-2, generation, payment) of the range ``council``; of ``enter_council`` the last two."""
    member, payment = divmod(i, COUNCIL_PAYMENT.COUNT)
    return *divmod(member, NUM_GENERATIONS), payment


def monk(i: int) -> tuple[int, int]:
    """(generation, payment) of the range ``church``."""
    return divmod(i, CHURCH_PAYMENT.COUNT)


def churchgoer(i: int) -> tuple[int, int]:
    """(stage that is left 0-2, generation) of the range ``advance``."""
    return divmod(i, NUM_GENERATIONS)


# --- texts ---


def _words(name: str) -> str:
    return name.replace("_", " ")


def _take(i: int) -> str:
    return f"take {COLOUR.NAMES[i % COLOUR.COUNT]} from {SPACE.NAMES[i // COLOUR.COUNT]}"


def _well(i: int) -> str:
    colour, coins = well_payment(i)
    return f"well paying {WELL_CUBES - coins} {INFLUENCE[colour]}" + (f" {coins} coin" if coins else "")


def _return(i: int) -> str:
    place, generation = home_comer(i)
    return f"return {generation + 1} from {PLACE_NAMES[place]}"


def _craft(kind: int, help: str) -> ActionRange:  # noqa: A002 - as in ActionRange
    good, payments = CRAFT.NAMES[kind], CRAFT_PAYMENTS[kind]
    ways = ["trained", *(f"training {generation + 1}" for generation in range(NUM_GENERATIONS))]
    ways += [f"paying {' '.join(payment)}" for payment in payments]
    return ActionRange(good, int(CRAFT_WAYS[kind]), tuple(f"{good} {way}" for way in ways), help, rules="D2c")


def _serve(i: int) -> str:
    slot, fee = sale(i)
    return f"serve {slot} {FEE.NAMES[fee]}"


def _send(i: int) -> str:
    generation, edge = divmod(i, NUM_SENDS)
    return f"send {generation + 1} to {CITY_NAMES[SEND_TO[edge]]}"


def _move(i: int) -> str:
    generation, road = divmod(i, NUM_ROADS)
    return f"move {generation + 1} from {CITY_NAMES[ROAD_FROM[road]]} to {CITY_NAMES[ROAD_TO[road]]}"


def _enter(i: int) -> str:
    _, generation, payment = climber(i)
    return f"enter council with {generation + 1} paying {_words(COUNCIL_PAYMENT.NAMES[payment])}"


def _climb(i: int) -> str:
    stage, generation, payment = climber(i)
    paid = _words(COUNCIL_PAYMENT.NAMES[payment])
    return f"advance {generation + 1} from council {stage + 1} paying {paid}"


def _church(i: int) -> str:
    generation, payment = monk(i)
    return f"church with {generation + 1} paying {CHURCH_PAYMENT.NAMES[payment]}"


def _advance(i: int) -> str:
    stage, generation = churchgoer(i)
    return f"advance {generation + 1} from church {stage + 1}"


ACTIONS = ActionSpace(
    "eurogym.envs.village.declare.actions",
    ActionSection(
        "base",
        (
            ActionRange(
                "take",
                SPACE.COUNT * COLOUR.COUNT,
                _take,
                "take a cube and use the space it lay on",
                rules="D1",
            ),
            ActionRange(
                "well",
                NUM_INFLUENCE * WELL_CUBES,
                _well,
                "three cubes or coins for any one action",
                rules="D1",
            ),
            ActionRange(
                "well_coins",
                1,
                f"well paying {WELL_CUBES} coin",
                "three cubes or coins for any one action",
                rules="D1",
            ),
            ActionRange(
                "do",
                SPACE.COUNT,
                lambda i: f"do {SPACE.NAMES[i]}",
                "the action of a space",
                rules="D1f",
            ),
            ActionRange("pass", 1, "pass", "decline, pass, or stop"),
            ActionRange("harvest", 1, "harvest", "harvest grain", rules="D2a"),
            ActionRange("birth", 1, "birth", "lowest unborn member to the farm", rules="D2b"),
            ActionRange(
                "return",
                (NUM_VISIBLE - PLACE.wainwright) * NUM_GENERATIONS,
                _return,
                "a member comes back to the farm",
                rules="D2b",
            ),
            _craft(CRAFT.wagon, "make a wagon at the wainwright"),
            _craft(CRAFT.horse, "breed an animal at the stables"),
            _craft(CRAFT.ox, "breed an animal at the stables"),
            _craft(CRAFT.scroll, "make a scroll at the office"),
            _craft(CRAFT.plough, "make a plough at the smith"),
            ActionRange("mill", 1, "mill", "grain to the mill for two coins", rules="D2c"),
            ActionRange(
                "serve", MAX_SLOTS * FEE.COUNT, _serve, "sell to the customer on a blue slot", rules="D2d"
            ),
            ActionRange(
                "send",
                NUM_GENERATIONS * NUM_SENDS,
                _send,
                "a member travels from the farm to a city",
                rules="D2e",
            ),
            ActionRange(
                "move", NUM_GENERATIONS * NUM_ROADS, _move, "a member travels from city to city", rules="D2e"
            ),
            ActionRange(
                "pay_edge",
                NUM_COIN_MASKS,
                ("pay cubes", "pay coin for first", "pay coin for second", "pay two coins"),
                "coins in place of the two cubes of the edge",
                rules="D2f",
            ),
            ActionRange(
                "enter_council",
                NUM_GENERATIONS * COUNCIL_PAYMENT.COUNT,
                _enter,
                "a member of the farm enters the council chamber",
                rules="D2g",
            ),
            ActionRange(
                "council",
                (NUM_COUNCIL_STAGES - 1) * NUM_GENERATIONS * COUNCIL_PAYMENT.COUNT,
                _climb,
                "a member advances in the council chamber",
                rules="D2g",
            ),
            ActionRange(
                "privilege_only", 1, "privilege only", "a privilege without a member moving", rules="D2g"
            ),
            ActionRange(
                "privilege",
                NUM_COUNCIL_STAGES,
                lambda i: f"privilege {i + 1}",
                "a privilege of the council",
                rules="D2h",
            ),
            ActionRange(
                "cube",
                COLOUR.COUNT,
                lambda i: f"cube {COLOUR.NAMES[i]}",
                "a cube of a colour",
                rules="D0, D2i, D6",
            ),
            ActionRange("good", GOOD.COUNT, lambda i: f"good {GOOD.NAMES[i]}", "a good", rules="D2j"),
            ActionRange(
                "church",
                NUM_GENERATIONS * CHURCH_PAYMENT.COUNT,
                _church,
                "a member goes into the black bag",
                rules="D2k",
            ),
            ActionRange(
                "death",
                NUM_VISIBLE,
                lambda i: f"death at {PLACE_NAMES[i]}",
                "place where a member dies; the oldest generation first",
                rules="D3",
            ),
            ActionRange(
                "pick",
                NUM_GENERATIONS,
                lambda i: f"pick {i + 1}",
                "member from the black bag for a coin",
                rules="D4",
            ),
            ActionRange(
                "advance",
                (NUM_CHURCH_STAGES - 1) * NUM_GENERATIONS,
                _advance,
                "a member advances in the church for grain",
                rules="D5",
            ),
        ),
    ),
)
A = ACTIONS.ids
CRAFT_ACTIONS = tuple(getattr(A, good) for good in CRAFT.NAMES)
