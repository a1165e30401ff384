"""What tiles and boats do, each with an example: from the component tables."""

from __future__ import annotations

from typing import Any

from eurogym.envs.core.words import counted
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.components import faces, tile_ids, upgradable_tiles
from eurogym.envs.keyflower.declare.enums import COLOUR, KIND, SKILL
from eurogym.envs.keyflower.declare.overrides import tiles_with
from eurogym.envs.keyflower.view.text import cost_text, effect_text, gained, listed

USED = "one worker on it"
BOATS = {  # by what a winter boat scores
    "vp_per_transport_capacity": "a home with transport 2 and a farrier with transport 3: {} points",
    "vp_per_tile_on_road_loop": "a walk of roads over 6 tiles and back to where it began: {} points",
    "river_chain": "this boat and another in line from the water of your home: {} points",
    "fixed_plus_free_upgrade": "after all tiles are placed you turn over one tile of your village without paying",
    "fixed": "in your village at the end of winter: {} points",
    "per_item": "4 workers that no other tile counts: {} points",
}
SUMMER_BOATS = (  # side a, side b
    (
        "at the end of summer, autumn and winter 2 more workers of the bag",
        "at the same times 1 green worker of the supply",
    ),
    (
        "your home sends goods over a field edge, and a road may lie against a field",
        "a home with transport 1 and 1 upgrade has 2 of each",
    ),
    ("an upgrade for 1 stone is paid with a wood", "3 wood on the blacksmith count there as 3 iron"),
    (
        "others have bid blue on a tile: you may bid yellow",
        "another player used a tile with one red worker: you use it with a blue and a yellow one",
    ),
)
SETS = 3  # of things in the examples of scoring


def _points(row: dict) -> str:
    scoring = row["winter_scoring"]
    kind, each = scoring["type"], scoring.get("vp", 0)
    chain = scoring.get("vp_by_chain_length", [0, 0, 0])
    numbers = {"vp_per_transport_capacity": 5 * each, "vp_per_tile_on_road_loop": 6 * each}
    numbers |= {"river_chain": chain[2], "fixed": each, "per_item": 4 * each}
    return BOATS[kind].format(numbers.get(kind, ""))


def _scoring(row: dict) -> str:
    """Return points of a tile that scores in winter, counted out; "" for others."""
    scoring = row.get("front", {}).get("scoring", {"type": "fixed"})
    each = scoring.get("vp", scoring.get("vp_each", 0))
    if scoring["type"] == "score_resources_on_tile":
        kind = "wood" if scoring["resource"] == "any" else scoring["resource"]
        return f"{SETS} {kind} lie on it at the end of winter: {SETS * each} points"
    if scoring["type"] == "per_item":
        return f"with {SETS} {scoring['item']} at the end of winter: {SETS * each} points"
    if scoring["type"] == "per_set":
        things = " + ".join(f"{SETS} {one}" for one in scoring["set"])
        return f"with {things} at the end of winter: {SETS * each} points"
    if scoring["type"] == "per_item_of_one_type":
        return f"with {SETS} of one kind at the end of winter: {SETS * each} points"
    if scoring["type"] == "per_n_any":
        return f"with {2 * scoring['n'] + 1} at the end of winter: {2 * each} points, one is left over"
    return ""


def _use(tile: int, row: dict) -> str:
    """Return what its user pays and gets; "" for a tile without an action."""
    effect, draws = int(T.EFFECT[tile, 0]), int(T.DRAWS[tile, 0])
    gain = listed(gained(faces(row)[0]["action"]), " and ")
    if effect == KIND.none:
        return ""
    if effect == KIND.transport_upgrade:
        far = counted(int(T.TRANSPORT[tile, 0]), "step")
        upgrades = counted(int(T.ALLOWANCE[tile, 0]), "tile")
        return f"{USED}: resources go {far} in all along the roads of your village, then you may upgrade {upgrades}"
    workers, skills = counted(draws, "worker"), counted(draws, "skill tile")
    words = {
        KIND.gain_resources: f"you get {gain}, on the tile, or on your home if the tile is not yours",
        KIND.gain_resource_choice: "you get 1 stone, if you like, on the tile, or on your home if it is not yours",
        KIND.draw_workers: f"{workers} out of the bag",
        KIND.draw_skills: f"{skills} out of the pile",
    }
    if effect in words:
        return f"{USED}: {words[effect]}"
    paid = {
        KIND.skill_for_resources: f"one {SKILL.NAMES[T.PAID_SKILL[tile]]} paid: {gain}",
        KIND.skill_for_workers: f"a skill tile paid: {workers} out of the bag",
        KIND.skill_for_skills: f"a skill tile paid: {skills} out of the pile",
        KIND.worker_for_green: f"a {COLOUR.NAMES[T.PAID_COLOUR[tile]]} worker paid: {draws} green",
        KIND.worker_for_workers: f"another worker paid: {workers} out of the bag",
    }[effect]
    return f"{USED} and {paid}"


def _example(tile: int, overrides: str | None) -> str:
    row = tiles_with(overrides)[tile]
    if 0 <= tile - E.FIRST_SUMMER_BOAT < E.NUM_SUMMER_BOATS:
        sides = zip("ab", SUMMER_BOATS[tile - E.FIRST_SUMMER_BOAT], strict=True)
        return "; ".join(f"side {side}: {one}" for side, one in sides)
    if tile >= E.FIRST_BOAT:
        return _points(row)
    if tile >= E.FIRST_TURN_ORDER:
        return "4 tiles of your village lie beside it: 4 points"
    words = [one for one in (_use(tile, row), _scoring(row)) if one]
    if not words and (cost := cost_text(tile, overrides)):
        words = [f"upgraded for {cost} it gives {counted(faces(row)[1]['vp'], 'point')}"]
    return "; ".join(words) or f"in your village at the end: {counted(faces(row)[0]['vp'], 'point')}"


def entries(options: Any = None) -> dict[str, tuple[str, str]]:
    """Name -> what it does, and an example; boats and home tiles included. With the numbers of the options."""
    overrides = None if options is None else options.data_overrides
    upgradable = set(upgradable_tiles())
    named = {}
    for tile, name in enumerate(tile_ids()):
        does = effect_text(tile, 0, overrides=overrides)
        if 0 <= tile - E.FIRST_SUMMER_BOAT < E.NUM_SUMMER_BOATS:
            does += f"; {effect_text(tile, 0, 1, overrides)}"
        if tile in upgradable:
            does += (
                f"; upgraded for {cost_text(tile, overrides)}: {effect_text(tile, 1, overrides=overrides)}"
            )
        named[name] = (does, _example(tile, overrides))
    return named


def absent(options) -> set[str]:
    """Return names of what no game with these options has: every tile may come."""
    return set()


def rules(options) -> list[tuple[str, tuple[str, ...]]]:
    """Pages of docs/rules with the sections that hold in games of these options."""
    return [("keyflower", tuple(map(str, range(1, 13))))]
