"""The tunable numbers of the Villagers heuristic: names, values (points of Gold), meanings.

The values were found by the cross-entropy method in self-play: weights drawn around the best ones so far play one
seat against them, placement and margin averaged over 2 to 5 players (or over the three solo levels).
"""

from __future__ import annotations

from eurogym.agents.framework.weights import weights
from eurogym.envs.villagers.declare.enums import SUIT

# fmt: off
W, (TABLE_WEIGHTS, SOLO_WEIGHTS) = weights("eurogym.agents.villagers.weights", (
    # name, value with 2-5 players, value in the solo mode, meaning
    ("FOOD", 1.81, 0.97, "one more card drafted per later round"),
    ("FOOD_BALANCE", 0.46, 0.26, "added to FOOD per Builder that the Food falls behind"),
    ("BUILDER", 2.5, 1.39, "one more build action per later round"),
    ("BUILDER_BALANCE", 0.26, 0.25, "added to BUILDER per Food that the Builders fall behind"),
    ("BUILDER_HAND", 0.44, 0.03, "added to BUILDER per card in hand above four"),
    ("RETURNS", 0.96, 0.96, "cards a seat returns to the stacks per round (exchanges)"),
    ("HAND_SILVER", 0.47, 0.37, "share of a held Silver card that counts when symbols are valued"),
    ("SILVER_GROWTH", 0.32, 0.89, "growth of a Silver value per later round, as a share of its step"),
    ("AGENT_GROWTH", 0.74, 0.79, "growth of the largest coin pile per later round"),
    ("LOCK_HELD", 0.61, 0.9, "share of the gain of an own unlocker while it is still in hand"),
    ("LOCK_OTHER", 0.27, 0.28, "share of the coins on a foreign unlocker that hurts"),
    ("KEY_HELD", 0.78, 0.94, "share of the padlock cards held that an unlocker will serve"),
    ("KEY_OTHERS", 0.16, 0.2, "padlocks opened by others per keyring, later round and other seat"),
    ("CHAIN", 0.59, 0.91, "share of the next card of a chain that counts for the card below it"),
    ("CHAIN_HELD", 0.69, 0.57, "chance to place on a predecessor that is in hand"),
    ("CHAIN_ROAD", 0.39, 0.46, "chance to get a missing predecessor that lies on the Road"),
    ("CHAIN_MISSING", 0.19, 0.17, "chance to get a missing predecessor seen nowhere"),
    ("CHAIN_HOPE", 0.04, 0.03, "share of the Gold of successors seen nowhere"),
    ("EXCHANGE", 1.52, 1.98, "cost of a basic villager (the card given for it)"),
    ("CROWDED", 0.3, 0.26, "chance to find a place on Founders wanted by other cards as well"),
    ("SCRAP", 0.82, 0.72, "least worth of any card: it pays for a basic villager"),
    ("MONK", 2.16, 2.56, "a Monk in hand"),
    ("APPRENTICE", 1.72, 1.61, "an Apprentice in hand"),
    ("TINNER", 0.94, 1.14, "a Tinner in hand"),
    ("SMUGGLER", 2.21, 2.64, "a Smuggler in hand"),
    ("LATE_GOLD", 0.68, 0.99, "share of the markets that a card drafted now is placed in time for"),
    ("BLIND", 3.2, 3.27, "a face-down card, per market ahead"),
    ("URGENCY", 0.97, 1.09, "weight of what is lost by placing a card one round later"),
    ("CALM", 0.33, 0.4, "weight of the whole gain of a card while there are later rounds"),
    ("MONK_PLACED", 0.89, 0.69, "cost of placing with a Monk (the Monk and the action)"),
    ("BASIC", 1.36, 1.24, "share of the gain of the cards a new basic villager serves"),
    ("FODDER", 0.55, 0.51, "share of the worth of the card given for a basic villager that is lost"),
    ("SMUGGLE_NOW", 6.28, 5.37, "gain from which the Smuggler is used before the last round"),
    ("JESTER", 7.47, 8.02, "harm of an event from which the Jester is spent on it"),
    ("COUNTESS_OWN", 0.36, 0.27, "share of a card's own worth that counts when the Countess takes it"),
    ("LATER_SHARE", 0.67, 0.49, "share of a card's gain next round when it is kept in hand"),
    ("BIAS", 0.4, 0.34, "share of the corrections of bias.py that counts in the draft"),
    ("PILE_EARLY", 3.42, 3.68, "stack (0-5) for cards given for basic villagers before the First Market"),
    ("PILE_LATE", 3.5, 3.8, "the same afterwards"),
    ("STACK_EARLY", -0.01, 0.0, "preference per stack for later ones, drafting face-down before the First Market"),
    ("STACK_LATE", 0.08, 0.08, "the same afterwards"),
    ("RETURNED", 0.94, 1.04, "taken off a face-down card that another seat has returned"),
    ("EXPANSIONS", 1.0, 1.0, "share of what expansions add to a card that counts; 0 plays as if there were none"),
    ("BLIND_GRAINS", -0.51, 0.63, "added for a face-down card with the back of grains"),
    ("BLIND_WOOD", 1.37, 0.33, "the same for wood"),
    ("BLIND_HAY", 0.26, 0.08, "the same for hay"),
    ("BLIND_ORE", 0.63, -0.68, "the same for ore"),
    ("BLIND_GRAPES", -2.19, -0.45, "the same for grapes"),
    ("BLIND_WOOL", -0.74, -0.69, "the same for wool"),
    ("BLIND_LEATHER", -2.03, -0.01, "the same for leather"),
    ("BLIND_SOLITARY", 2.76, 1.18, "the same for solitary"),
    ("BLIND_SPECIAL", -1.44, -0.14, "the same for special"),
))
# fmt: on

IGNORING_WEIGHTS = TABLE_WEIGHTS.copy()  # cards of the expansions are scrap, whatever is offered is declined
IGNORING_WEIGHTS[W.EXPANSIONS] = 0.0

NAMES = W.NAMES
if NAMES[W.BLIND_GRAINS :] != tuple(f"BLIND_{suit.upper()}" for suit in SUIT.NAMES):  # W.BLIND_GRAINS + suit
    raise ValueError("the weights of face-down cards must come last, in the order of the suits")
