"""The action space of Village: the flat layout of the rules page, 377 ids."""

from __future__ import annotations

from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.things import At, Given, at
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import things as X
from eurogym.envs.village.declare.tables import CRAFT_GOODS, CRAFT_PAYMENTS, ROAD_FROM, ROAD_TO, SEND_TO

# --- what the index of an action says, for its text and for explain.py ---


def well_payment(i: int) -> tuple[int, int]:
    """(colour, coins) of the range ``well``."""
    return divmod(i, E.WELL_CUBES)


def home_comer(i: int) -> tuple[int, int]:
    """(place, generation) of the range ``return``."""
    place, generation = divmod(i, E.NUM_GENERATIONS)
    return E.PLACE.wainwright + place, generation


def sale(i: int) -> tuple[int, int]:
    """(slot, fee) of the range ``serve``."""
    return divmod(i, E.FEE.COUNT)


def climber(i: int) -> tuple[int, int, int]:
    """(stage that is left 0-2, generation, payment) of the range ``council``; of ``enter_council`` the last two."""
    member, payment = divmod(i, E.COUNCIL_PAYMENT.COUNT)
    return *divmod(member, E.NUM_GENERATIONS), payment


def monk(i: int) -> tuple[int, int]:
    """(generation, payment) of the range ``church``."""
    return divmod(i, E.CHURCH_PAYMENT.COUNT)


def churchgoer(i: int) -> tuple[int, int]:
    """(stage that is left 0-2, generation) of the range ``advance``."""
    return divmod(i, E.NUM_GENERATIONS)


# --- texts ---


def _words(name: str) -> str:
    return name.replace("_", " ")


def _take(i: int) -> str:
    return f"take {E.COLOUR.NAMES[i % E.COLOUR.COUNT]} from {E.SPACE.NAMES[i // E.COLOUR.COUNT]}"


def _well(i: int) -> str:
    colour, coins = well_payment(i)
    return f"well paying {E.WELL_CUBES - coins} {E.INFLUENCE[colour]}" + (f" {coins} coin" if coins else "")


def _return(i: int) -> str:
    place, generation = home_comer(i)
    return f"return {generation + 1} from {E.PLACE_NAMES[place]}"


def _craft(kind: int, help: str) -> ActionRange:  # noqa: A002 - as in ActionRange
    good, payments = E.CRAFT.NAMES[kind], CRAFT_PAYMENTS[kind]
    ways = ["trained", *(f"training {generation + 1}" for generation in range(E.NUM_GENERATIONS))]
    ways += [f"paying {' '.join(payment)}" for payment in payments]
    pays = X.payments(
        "trained", *["training"] * E.NUM_GENERATIONS, *(" and ".join(one) for one in CRAFT_PAYMENTS[kind])
    )
    generations = [*range(-1, E.NUM_GENERATIONS), *[-1] * len(payments)]
    about = {
        "good": Given(X.GOODS, [CRAFT_GOODS[kind]] * len(pays)),
        "generation": Given(X.GENERATIONS, generations),
    }
    texts = tuple(f"{good} {way}" for way in ways)
    return ActionRange(good, pays, texts, help, "D2c", "craft", about)


# --- what actions concern besides what their index says ---

_CUSTOMER = at("slot", "slot")
_WANTED = {name: at("wishes", _CUSTOMER, wish) for wish, name in enumerate(E.WISH.NAMES)}
_WANTED |= {"customer": at("slot", "slot", things=X.CUSTOMERS), "points": at("points", _CUSTOMER)}


def _journey(cities, places) -> dict[str, At | Given]:
    """Of journeys for each generation: where they begin and end, what they cost, and the reward."""
    return {
        "city": Given(X.CITIES, [*cities] * E.NUM_GENERATIONS),
        "place": Given(X.PLACES, [*places] * E.NUM_GENERATIONS),
        "colour": at("edge_cubes", "edge", 0, things=X.COLOURS),
        "second_colour": at("edge_cubes", "edge", 1, things=X.COLOURS),
        "reward": at("rewards", "city", things=X.REWARDS),
    }


def _arrival(table: str, cost: str, stages) -> dict[str, At | Given]:
    """Of members who come to a stage of the council or the church: the stage, and what its table says of it."""
    return {"stage": Given(X.STAGES, stages), cost: at(table, "stage")}


def _serve(i: int) -> str:
    slot, fee = sale(i)
    return f"serve {slot} {E.FEE.NAMES[fee]}"


def _send(i: int) -> str:
    generation, edge = divmod(i, E.NUM_SENDS)
    return f"send {generation + 1} to {E.CITY_NAMES[SEND_TO[edge]]}"


def _move(i: int) -> str:
    generation, road = divmod(i, E.NUM_ROADS)
    return f"move {generation + 1} from {E.CITY_NAMES[ROAD_FROM[road]]} to {E.CITY_NAMES[ROAD_TO[road]]}"


def _enter(i: int) -> str:
    _, generation, payment = climber(i)
    return f"enter council with {generation + 1} paying {_words(E.COUNCIL_PAYMENT.NAMES[payment])}"


def _climb(i: int) -> str:
    stage, generation, payment = climber(i)
    paid = _words(E.COUNCIL_PAYMENT.NAMES[payment])
    return f"advance {generation + 1} from council {stage + 1} paying {paid}"


def _church(i: int) -> str:
    generation, payment = monk(i)
    return f"church with {generation + 1} paying {E.CHURCH_PAYMENT.NAMES[payment]}"


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
                (X.SPACES, X.COLOURS),
                _take,
                "take a cube and use the space it lay on",
                rules="D1",
            ),
            ActionRange(
                "well",
                (X.INFLUENCES, X.COINS[: E.WELL_CUBES]),
                _well,
                "three cubes or coins for any one action",
                rules="D1",
            ),
            ActionRange(
                "well_coins",
                X.COINS[E.WELL_CUBES :],
                f"well paying {E.WELL_CUBES} coin",
                "three cubes or coins for any one action",
                rules="D1",
            ),
            ActionRange(
                "do",
                X.SPACES,
                lambda i: f"do {E.SPACE.NAMES[i]}",
                "the action of a space",
                rules="D1f",
            ),
            ActionRange("pass", 1, "pass", "decline, pass, or stop"),
            ActionRange("harvest", 1, "harvest", "harvest grain", rules="D2a"),
            ActionRange("birth", 1, "birth", "lowest unborn member to the farm", rules="D2b"),
            ActionRange(
                "return",
                (X.PLACES[E.PLACE.wainwright : E.NUM_VISIBLE], X.GENERATIONS),
                _return,
                "a member comes back to the farm",
                rules="D2b",
            ),
            _craft(E.CRAFT.wagon, "make a wagon at the wainwright"),
            _craft(E.CRAFT.horse, "breed an animal at the stables"),
            _craft(E.CRAFT.ox, "breed an animal at the stables"),
            _craft(E.CRAFT.scroll, "make a scroll at the office"),
            _craft(E.CRAFT.plough, "make a plough at the smith"),
            ActionRange("mill", 1, "mill", "grain to the mill for two coins", rules="D2c"),
            ActionRange(
                "serve",
                (X.SLOTS[: E.MAX_SLOTS], X.payments(*E.FEE.NAMES)),
                _serve,
                "sell to the customer on a blue slot",
                rules="D2d",
                about=_WANTED,
            ),
            ActionRange(
                "send",
                (X.GENERATIONS, X.SENDS),
                _send,
                "a member travels from the farm to a city",
                rules="D2e",
                about=_journey(SEND_TO, [E.PLACE.farm] * E.NUM_SENDS),
            ),
            ActionRange(
                "move",
                (X.GENERATIONS, X.ROADS),
                _move,
                "a member travels from city to city",
                rules="D2e",
                about=_journey(ROAD_TO, ROAD_FROM + E.PLACE.city),
            ),
            ActionRange(
                "pay_edge",
                X.payments("cubes", "coin for first", "coin for second", "two coins"),
                ("pay cubes", "pay coin for first", "pay coin for second", "pay two coins"),
                "coins in place of the two cubes of the edge",
                rules="D2f",
                about={"city": at("to_place", less=E.PLACE.city, things=X.CITIES)},
            ),
            ActionRange(
                "enter_council",
                (X.GENERATIONS, X.payments(*E.COUNCIL_PAYMENT.NAMES)),
                _enter,
                "a member of the farm enters the council chamber",
                rules="D2g",
                about=_arrival("council_time", "time", [0] * E.NUM_GENERATIONS * E.COUNCIL_PAYMENT.COUNT),
            ),
            ActionRange(
                "council",
                (X.COUNCIL[:-1], X.GENERATIONS, X.payments(*E.COUNCIL_PAYMENT.NAMES)),
                _climb,
                "a member advances in the council chamber",
                rules="D2g",
                about=_arrival(
                    "council_time",
                    "time",
                    [
                        1 + climber(i)[0]
                        for i in range(
                            (E.NUM_COUNCIL_STAGES - 1) * E.NUM_GENERATIONS * E.COUNCIL_PAYMENT.COUNT
                        )
                    ],
                ),
            ),
            ActionRange(
                "privilege_only", 1, "privilege only", "a privilege without a member moving", rules="D2g"
            ),
            ActionRange(
                "privilege",
                X.PRIVILEGES,
                lambda i: f"privilege {i + 1}",
                "a privilege of the council",
                rules="D2h",
            ),
            ActionRange(
                "cube",
                X.COLOURS,
                lambda i: f"cube {E.COLOUR.NAMES[i]}",
                "a cube of a colour",
                rules="D0, D2i, D6",
            ),
            ActionRange("good", X.GOODS, lambda i: f"good {E.GOOD.NAMES[i]}", "a good", rules="D2j"),
            ActionRange(
                "church",
                (X.GENERATIONS, X.payments(*E.CHURCH_PAYMENT.NAMES)),
                _church,
                "a member goes into the black bag",
                rules="D2k",
            ),
            ActionRange(
                "death",
                X.PLACES[: E.NUM_VISIBLE],
                lambda i: f"death at {E.PLACE_NAMES[i]}",
                "place where a member dies; the oldest generation first",
                rules="D3",
            ),
            ActionRange(
                "pick",
                X.GENERATIONS,
                lambda i: f"pick {i + 1}",
                "member from the black bag for a coin",
                rules="D4",
            ),
            ActionRange(
                "advance",
                (X.CHURCH[:-1], X.GENERATIONS),
                _advance,
                "a member advances in the church for grain",
                rules="D5",
                about=_arrival(
                    "church_cost",
                    "grain",
                    [1 + churchgoer(i)[0] for i in range((E.NUM_CHURCH_STAGES - 1) * E.NUM_GENERATIONS)],
                ),
            ),
        ),
    ),
)
A = ACTIONS.ids
CRAFT_ACTIONS = tuple(getattr(A, good) for good in E.CRAFT.NAMES)
