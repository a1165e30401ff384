"""Numbers of the heuristic that only games with expansions use, in points of Gold; set by hand."""

from __future__ import annotations

from eurogym.agents.framework.weights import weights

X, (EXPANSION_WEIGHTS,) = weights("eurogym.agents.villagers.expansion_weights", (
    # name, value, meaning
    ("BRONZE_SHARE", 0.85, "share of what Bronze adds per round that counts"),
    ("BRONZE_GROWTH", 0.25, "growth of a Bronze value per later round"),
    ("FREELANCER", 2.0, "a Freelancer, per market ahead (payments of others, own build actions)"),
    ("SET_SYMBOL", 0.8, "a symbol that the Wholesalers of a village lack for their next set, per Wholesaler"),
    ("METRIC_SHARE", 0.45, "share of a Development's reward that counts per round in which a card wins it"),
    ("METRIC_ROUNDS", 2.5, "rounds at most for which a lead is thought to last"),
    ("HELD_SYMBOL", 2.0, "the Builder or Food of a token, in a round"),
    ("CHURCH_CARD", 2.5, "a face-down card to hand"),
    ("TAVERN_BASIC", 1.5, "a basic villager"),
    ("BENEFACTOR", 3.0, "a Benefactor in hand"),
    ("PROPHET", 3.0, "a Prophet in hand"),
    ("PIGEONEER", 3.0, "a Pigeoneer in hand"),
    ("RECRUITER", 0.6, "a Recruiter placed, per later round"),
    ("NUN_GROWTH", 0.5, "growth of the Silver that a Nun repeats, per later round"),
    ("BENEFACTOR_NOW", 4.0, "score of the villager from which the Benefactor plays it"),
    ("PROPHET_PER_CARD", 0.5, "what the choice among the cards of a stack adds to its top card, per card"),
    ("RECRUIT_NOW", 7.0, "worth of the second best villager on the Road from which the Recruiter is paid"),
    ("BARBARIAN", 3.0, "a Barbarian in hand"),
    ("COURIER", 4.0, "a Courier in hand"),
    ("FLAKER", 4.0, "a Flaker in hand"),
    ("NOBLE", 4.0, "a Noble in hand"),
    ("SCHEMER", 5.0, "a Schemer in hand"),
    ("SHERIFF", 2.0, "a Sheriff in hand"),
    ("THIEF", 1.6, "a Thief placed, per later round and market, of the 3 Gold it takes"),
    ("BARBARIAN_NOW", 4.0, "coins on the Road from which the Barbarian comes"),
    ("FLAKER_NOW", 9.0, "worth of a card in a Square from which the Flaker takes it"),
    ("FLAKER_OWN", 5.0, "one more draft by the Flaker"),
    ("COURIER_NOW", 10.0, "worth of a card on the Road from which the Courier takes it"),
    ("SCHEME_NOW", 12.0, "score of a top villager from which the Schemer takes it"),
    ("SCHEME_HARM", 1.0, "share of what the owner of a villager taken loses, at a table of two"),
    ("PAY_FREELANCER", 1.5, "score of a play that waits from which a Freelancer is paid"),
))  # fmt: skip
