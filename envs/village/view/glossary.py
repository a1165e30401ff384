"""What spaces, goods and buildings are for, each with an example: from the component tables."""

from __future__ import annotations

from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.view import text

PRIVILEGE_EXAMPLES = (
    "in the next round you take the first cube",
    "you take an orange and a brown cube of the supply, if you like",
    "you take a wagon for your next journey",
    f"a coin, worth 1 point at the end, brings {T.PRIVILEGE_PRESTIGE} points",
)


SOLO_WORDS = {  # beside Carla
    "market": (
        "customers want goods; if you took the cube your first sale is without a fee, then Carla serves the first "
        f"customer; each further sale costs a green cube and {T.FEE_TIME} time; if she took it she serves before you",
        "a customer wants an ox and a wagon and gives 6 points: you give both tiles back and keep the customer",
    ),
    "privilege 1": (text.PRIVILEGES[0], "alone you spend it like a coin, until the next round begins"),
}


def _chronicle() -> str:
    points = ", ".join(
        f"{int(points)} for {count}" for count, points in enumerate(T.CHRONICLE_POINTS) if int(points)
    )
    return f"points at the end by how many of yours lie there: {points} and more"


def entries(options: object = None) -> dict[str, tuple[str, str]]:
    """Name -> what it is for, and an example."""
    church, council, cities = T.CHURCH_POINTS, T.COUNCIL_POINTS, T.CITY_POINTS
    named = {
        "market": (
            "customers want goods; whoever took the cube sells first and without a fee, each further sale costs a "
            f"green cube and {T.FEE_TIME} time; all players may sell",
            "a customer wants an ox and a wagon and gives 6 points: you give both tiles back and keep the customer",
        ),
        "travel": (
            f"a member goes to a neighbouring city for the road's cubes, a wagon and {T.TRAVEL_TIME} time; the "
            "first time that you reach a city it brings its reward",
            f"3 cities reached in the course of the game are {int(cities[3])} points at the end, 6 are "
            f"{int(cities[6])}",
        ),
        "council chamber": (
            "members go up its stages for a scroll or green cubes, and time, and use a privilege",
            f"a member on stage 4 is {int(council[3])} points at the end, one on stage 2 {int(council[1])}",
        ),
        "grain harvest": (
            f"{T.HARVEST} grain with a member on the farm; {T.HARVEST_HORSE} with plough and horse, {T.HARVEST_OX} "
            "with plough and ox; a farm holds 5",
            f"with a plough and an ox on the farm: {T.HARVEST_OX} grain, and both stay",
        ),
        "family": (
            "a member is born on the farm, or one comes home to it",
            "your next member of generation 2 comes on the farm; or the one in the stables, who is free to travel then",
        ),
        "church": (
            f"a member goes into the black bag for a brown cube, a coin, or {T.CHURCH_TIME} time",
            f"taken from the bag at the mass it stands on stage 1, {int(church[0])} points at the end; on stage "
            f"4 it is {int(church[3])}",
        ),
        "crafts": (
            "make a good by a member who has trained, by training one, or by paying; or bring grain to the mill",
            "a wagon: by a trained member for time alone, or for an orange and a pink cube without any member",
        ),
        "well": (
            "three cubes of a colour, or coins, for any one action",
            "2 green cubes and a coin: a market day although no cube lies there",
        ),
        "plague": (
            f"a black cube: {T.PLAGUE_TIME} time",
            "you take it for the action and lose the time at once",
        ),
        "plough": (
            "more grain at the harvest, with a horse or an ox; customers want it",
            "plough and horse: 3 grain",
        ),
        "horse": ("more grain at the harvest, with a plough; customers want it", "horse and plough: 3 grain"),
        "ox": ("most grain at the harvest, with a plough; customers want it", "ox and plough: 4 grain"),
        "wagon": ("pays for a journey; customers want it", "each road travelled costs one"),
        "scroll": (
            "pays for a step in the council chamber; customers want it",
            "a scroll in place of 2 green cubes",
        ),
        "grain": (
            "pays the church's stages and the stables, customers want it; 2 grain are 2 coins at the mill",
            f"{T.STABLES_GRAIN} grain buy a horse or an ox without a trained member",
        ),
        "coin": ("stands for any cube; 1 point at the end", "a cost of 2 green: 1 green and a coin"),
        "mill": (
            f"{T.MILL_GRAIN} grain for {T.MILL_COINS} coins, {T.MILL_TIME} time",
            f"{T.MILL_COINS} coins: {T.MILL_COINS} points at the end, or cubes of any colour",
        ),
        "black bag": (
            f"at the mass {T.PIECES_PER_MASS} pieces are taken from it; members among them enter the church",
            "for a coin each you choose your own; the rest is drawn from members and monks",
        ),
        "chronicle": ("remembers those who have died, by where they worked", _chronicle()),
        "cemetery": (
            "takes those for whom the chronicle has no room",
            "a third member dies in the crafts where they have 2 graves: the cemetery, no points",
        ),
        "quill": (
            "time spent is counted round the farm; who passes the quill loses a member of the lowest generation",
            "8 time spent, 3 to pay: you pass the quill and choose which member of generation 1 dies",
        ),
    }
    privileges = zip(text.PRIVILEGES, PRIVILEGE_EXAMPLES, strict=True)
    named |= {f"privilege {number}": words for number, words in enumerate(privileges, 1)}
    return named | (SOLO_WORDS if getattr(options, "solo", False) else {})


def absent(options) -> set[str]:
    """Return names of what no game with these options has."""
    return set()


def rules(options) -> list[tuple[str, tuple[str, ...]]]:
    """Pages of docs/rules with the sections that hold in games of these options."""
    return [("village", tuple(f"R{number}" for number in range(1, 20 if options.solo else 17)))]
