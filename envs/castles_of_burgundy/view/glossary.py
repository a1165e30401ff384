"""What tiles and shields do, each with an example: from the component tables."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds
from eurogym.envs.castles_of_burgundy.declare.overrides import replaced_numbers, tables_with
from eurogym.envs.castles_of_burgundy.declare.tables import SHIELD_VP
from eurogym.envs.castles_of_burgundy.view.names import SHIELD_WORDS, effect_of
from eurogym.envs.core.words import counted

COLOUR_WORDS = {
    "livestock": "{number} points, and those of the animals of its kind that lie in the same pasture",
    "ship": "take all goods of a depot; your marker goes ahead on the turn order track",
    "castle": "take at once an action of any number",
    "mine": "{number} silver at the end of every phase",
}
COLOUR_EXAMPLES = {
    "livestock": "a tile with 3 of the kind lies in the pasture: {total} points; later tiles count this one again",
    "ship": "2 goods of type 1 and 1 of type 5 lie on depot 4: you take all three, as far as you have free places",
    "castle": "you place a stored tile on a 6 although no die shows a 6",
    "mine": "with 3 mines you get 3 silver at the end of a phase, 15 in a game that has them from the beginning",
}
EXAMPLES = {  # by name
    "market": "a cow on depot 2 goes to your storage without a die",
    "carpenter": "a bank on depot 5 goes to your storage without a die",
    "church": "a castle on depot 1 goes to your storage without a die",
    "warehouse": "3 goods of a type are sold for 6 points and 1 silver with 2 players, whatever the dice show",
    "boarding house": "4 workers change one die by 3 and the other by 1, or each by 2",
    "bank": "2 silver buy a tile of the black depot in this turn",
    "town hall": "a stored ship goes on a blue hex with a 6, beside a covered hex, whatever the dice show",
    "watchtower": "4 points at once, and more where it completes the town",
    "crane": "you choose the watchtower: 4 points",
    "geese": "beside cows 3 and 4 in the pasture: 9 points",
    "white castle": "the white die shows a 5: an action with a 5",
    "inn": "a town of 3 hexes with an inn is completed as one of 4",
    "monastery 1": "two banks may lie in one town",
    "monastery 2": "3 mines: 3 silver and 3 workers at the end of a phase",
    "monastery 3": "a sale brings 2 silver",
    "monastery 4": "a sale brings 1 silver and 1 worker",
    "monastery 5": "the goods of depot 3, and then those of depot 2 or 4",
    "monastery 6": "2 workers bring a carpenter of depot 6 to your storage, beside both dice",
    "monastery 7": "3 tiles score: 3 points more",
    "monastery 8": "a 2 becomes a 4 for one worker",
    "monastery 9": "a 3 places a building on a 4 without a worker",
    "monastery 10": "a 3 places a ship on a 2 without a worker",
    "monastery 11": "a 6 places a mine on a 1 without a worker",
    "monastery 12": "a 5 takes a tile of depot 6 without a worker",
    "monastery 13": "a die for workers brings 2 workers and 1 silver",
    "monastery 14": "a die for workers brings 4 workers",
    "monastery 15": "goods of 5 types sold: 10 points",
    "monastery 24": "cows, pigs and sheep in your duchy: 12 points",
    "monastery 25": "9 goods sold: 9 points",
    "monastery 26": "2 bonus tiles: 6 points",
    "monastery 27": "on a space with others you are before them in turn order",
    "monastery 28": "3 silver buy 6 workers",
    "monastery 29": "2 white castles: 8 points",
}
BUILDING_MONASTERIES = range(16, 24)
SHIELD_EXAMPLES = (
    "a cow placed scores with the cows of all your pastures",
    "another player takes workers with a die: you gain 1 worker",
    "3 shields: 1 silver and 2 workers pay the tribute of a phase",
    "a fifth tile waits in your storage",
    "a ship takes the goods of depot 2, and all of type 4 wherever they lie",
    "another player has monastery 14: a die for workers brings you 4",
    "a bonus tile for 5 points brings 10",
    "3 mines bring 6 silver",
    "4 goods of a type sold bring 4 silver",
    "monastery 15 with 5 types sold brings 20 points",
    "you place a castle and take a shield of depot 3 in place of its action",
    "4 goods sold at a table of 3 players: 24 points in place of 12",
    "with this one and another of 12 points: 32 points",
    "a ship of depot 1 lies in your duchy at once, and takes goods",
    "a mine of the black depot lies in your duchy at once",
    "an unused 2 becomes a 6 without workers",
    "an area of 3 hexes scores 10 in place of 6, and the phase's points",
    "a tile may lie apart from all others, on a hex of its colour and number",
)


SOLO_SCORING = (*range(15, 27), 29)  # monasteries that score when they are placed there
SOLO_WORDS = {  # by name, in the solo mode
    "ship": (
        "take all goods of a depot, those of the others leave the game; then 5 goods may buy a joker",
        "2 goods of type 1 and 1 of type 5 lie on depot 4: you take all three, and the other depots are emptied",
    ),
    "monastery_26": (
        "when placed: 3 points per colour completed so far",
        "2 colours completed: 6 points",
    ),
}


def _example(name: str, colour: str, animals: int) -> str:
    plain = name.replace("_", " ")
    number = plain.removeprefix("monastery ")
    if number.isdecimal() and int(number) in BUILDING_MONASTERIES:
        return "with 2 of them in your duchy: 8 points"
    if plain in EXAMPLES:
        return EXAMPLES[plain]
    return COLOUR_EXAMPLES[colour].format(total=(animals or 0) + 3)


def entries(options: object = None) -> dict[str, tuple[str, str]]:
    """Name -> what it does, and an example."""
    named = {}
    overrides = getattr(options, "data_overrides", None)
    for kind in (*kinds(), *more_kinds()):
        (number,) = tables_with(overrides)["tiles"].get(kind["name"], {"": ""}).values()
        words = effect_of(kind, overrides) or COLOUR_WORDS.get(kind["color"], "").format(number=number)
        colour = "" if words and kind["color"] in kind["name"] else kind["color"]
        does = ": ".join(filter(None, (colour, words)))
        named[kind["name"]] = (does, _example(kind["name"], kind["color"], kind.get("animals")))
    if getattr(options, "solo", False):
        for number in SOLO_SCORING:
            does, example = named[f"monastery_{number}"]
            named[f"monastery_{number}"] = (does.replace("end: ", "when placed: "), example)
        named |= SOLO_WORDS
    for number, (words, example) in enumerate(zip(SHIELD_WORDS, SHIELD_EXAMPLES, strict=True), 1):
        points = counted(int(SHIELD_VP[number]), "point")
        named[f"shield {number}"] = (f"{words}; {points} at the end", example)
    if replaced_numbers(overrides):
        named = {name: (does, f"as printed, {example}") for name, (does, example) in named.items()}
    return named


def absent(options) -> set[str]:
    """Return names of what no game with these options has."""
    shields = set() if options.shields else {f"shield {number}" for number in range(1, len(SHIELD_WORDS) + 1)}
    more = {"e2": ("crane", "geese", "monastery 27", "monastery 28"), "e5": ("white_castle", "monastery 29")}
    gone = {name for module, names in more.items() if module not in options.modules for name in names}
    return shields | gone | (set() if "e6" in options.modules else {"inn"})


def rules(options) -> list[tuple[str, tuple[str, ...]]]:
    """Pages of docs/rules with the sections that hold in games of these options."""
    own = {"1": "e1", "2": "e2", "4": "e4", "5": "e5", "6": "e6", "7": "e8", "8": "team", "10": "shields"}
    own["11"] = "vineyards"
    chapters = tuple(chapter for chapter, module in own.items() if module in options.modules)
    pages = [("castles_of_burgundy", tuple(f"R{number}" for number in range(1, 14)))]
    pages += [("castles_of_burgundy_expansions", chapters)] if chapters else []
    pages += [("castles_of_burgundy_solo", ("9",))] if options.solo else []
    if options.automa:
        pages.append(("castles_of_burgundy_chateauma", tuple(map(str, range(1, 13)))))
    return pages
