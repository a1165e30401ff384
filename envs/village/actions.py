"""The action space of Village: the flat layout of the rules page, 377 ids."""

from __future__ import annotations

from eurogym.envs.core.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.village.enums import (
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
from eurogym.envs.village.tables import CRAFT_PAYMENTS, CRAFT_WAYS, ROAD_FROM, ROAD_TO, SEND_TO

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
    return ActionRange(good, int(CRAFT_WAYS[kind]), tuple(f"{good} {way}" for way in ways), help)


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
    "eurogym.envs.village.actions",
    ActionSection(
        "base",
        (
            ActionRange("take", SPACE.COUNT * COLOUR.COUNT, _take, "D1: take a cube"),
            ActionRange("well", NUM_INFLUENCE * WELL_CUBES, _well, "D1: use the well"),
            ActionRange("well_coins", 1, f"well paying {WELL_CUBES} coin", "D1: use the well"),
            ActionRange(
                "do",
                SPACE.COUNT,
                lambda i: f"do {SPACE.NAMES[i]}",
                "D1f: target of the well or of the free last turn",
            ),
            ActionRange("pass", 1, "pass", "decline, pass, stop, no privilege"),
            ActionRange("harvest", 1, "harvest", "D2a"),
            ActionRange("birth", 1, "birth", "D2b: lowest unborn member to the farm"),
            ActionRange(
                "return",
                (NUM_VISIBLE - PLACE.wainwright) * NUM_GENERATIONS,
                _return,
                "D2b: member to the farm",
            ),
            _craft(CRAFT.wagon, "D2c: wainwright"),
            _craft(CRAFT.horse, "D2c: stables"),
            _craft(CRAFT.ox, "D2c: stables"),
            _craft(CRAFT.scroll, "D2c: office"),
            _craft(CRAFT.plough, "D2c: smith"),
            ActionRange("mill", 1, "mill", "D2c: two coins"),
            ActionRange("serve", MAX_SLOTS * FEE.COUNT, _serve, "D2d: customer on a blue slot"),
            ActionRange("send", NUM_GENERATIONS * NUM_SENDS, _send, "D2e: farm to city"),
            ActionRange("move", NUM_GENERATIONS * NUM_ROADS, _move, "D2e: city to city"),
            ActionRange(
                "pay_edge",
                NUM_COIN_MASKS,
                ("pay cubes", "pay coin for first", "pay coin for second", "pay two coins"),
                "D2f: coins in place of the two cubes of the edge",
            ),
            ActionRange("enter_council", NUM_GENERATIONS * COUNCIL_PAYMENT.COUNT, _enter, "D2g"),
            ActionRange(
                "council", (NUM_COUNCIL_STAGES - 1) * NUM_GENERATIONS * COUNCIL_PAYMENT.COUNT, _climb, "D2g"
            ),
            ActionRange("privilege_only", 1, "privilege only", "D2g"),
            ActionRange("privilege", NUM_COUNCIL_STAGES, lambda i: f"privilege {i + 1}", "D2h"),
            ActionRange("cube", COLOUR.COUNT, lambda i: f"cube {COLOUR.NAMES[i]}", "D0, D2i, D6"),
            ActionRange("good", GOOD.COUNT, lambda i: f"good {GOOD.NAMES[i]}", "D2j"),
            ActionRange(
                "church", NUM_GENERATIONS * CHURCH_PAYMENT.COUNT, _church, "D2k: member into the black bag"
            ),
            ActionRange(
                "death", NUM_VISIBLE, lambda i: f"death at {PLACE_NAMES[i]}", "D3: the generation is forced"
            ),
            ActionRange(
                "pick", NUM_GENERATIONS, lambda i: f"pick {i + 1}", "D4: member from the black bag for a coin"
            ),
            ActionRange("advance", (NUM_CHURCH_STAGES - 1) * NUM_GENERATIONS, _advance, "D5"),
        ),
    ),
)
A = ACTIONS.ids
CRAFT_ACTIONS = tuple(getattr(A, good) for good in CRAFT.NAMES)
