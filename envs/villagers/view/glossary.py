"""What cards, events and Developments do, each with an example: made from the component tables where they say it."""

from __future__ import annotations

from typing import Any

from eurogym.envs.core.words import counted
from eurogym.envs.villagers.declare.components import components, copies_in_game
from eurogym.envs.villagers.declare.overrides import cards_with
from eurogym.envs.villagers.view.expansion_text import (
    BASE_LINES,
    DEVELOPMENT_LINES,
    SYMBOLS,
    lines_with,
)

NUMBER_OF_SYMBOLS = 5  # in the examples of Silver
EVENT_LINES = {
    "betrayer": (
        "one of your top villagers goes to the Countess; not a basic one, not the Founders",
        "you give her a cooper: she has its 4 Gold at the markets, and what lay under it is visible again",
    ),
    "black_market": (
        "you and the Countess each gain what the visible Silver of the own village counts",
        "your log_rafter counts 6 and she has no Silver: you gain 6 Gold, she none",
    ),
    "bribes": (
        "coins of the Bank go on one keyring villager of the Countess, as many as its keyring says",
        "on a chandler with keyring 4: 4 coins, which she scores at both markets",
    ),
    "customs": (
        "you pay her 1 Gold for each villager of the suit of which your village holds most",
        "4 hay and 3 ore villagers: you pay 4",
    ),
    "guild_conspiracy": (
        "2 coins of the Bank go on every keyring villager of the Countess",
        "with 3 of them: 6 coins, which she scores at both markets",
    ),
    "land_claim": (
        "you pay her 2 Gold for each basic villager of yours, covered ones too",
        "3 basic villagers: you pay 6",
    ),
    "mood_swing": (
        "it is replaced by a new event of the same deck, which is resolved at once",
        "the new one is land claim: you pay 2 per basic villager, now",
    ),
    "serfdom": (
        "in the Build Phase: the card that you give for a basic villager goes to the village of the Countess",
        "you give a fisher for a miner: she has its 3 Gold at the markets",
    ),
    "sinister_banquet": ("the Countess gains 2 Gold per Food in her village", "3 Food: she gains 6"),
    "temporary_employment": (
        "the Countess gains 2 Gold per different suit in your hand",
        "a hand of 2 hay, 1 ore and 1 wood: she gains 6",
    ),
    "countess_bank": (
        "in the Build Phase: unlocking at the Bank costs 3 Gold",
        "a padlock that nobody's villager opens costs you 3 in place of 2",
    ),
    "value_added_tax": ("you pay her 1 Gold per visible Gold symbol", "6 cards that show Gold: you pay 6"),
    "abduction": ("you discard one card of your hand", "you choose which; an empty hand loses nothing"),
    "arrest": (
        "you discard one of your top villagers; not a basic one, not the Founders",
        "its coins go to your supply, and what lay under it is visible again",
    ),
    "arson": (
        "in the Build Phase: one build action less, or you pay 3 Gold to the Bank",
        "with 1 visible Builder you place 2 cards in place of 3, or pay 3",
    ),
    "blackmail": (
        "the Countess gains the highest Gold that a visible card of yours shows",
        "your best card is a spelunker: she gains 10",
    ),
    "conscription": (
        "the Countess takes the top card of a stack, or of the Reserve; you choose which",
        "a stack that becomes empty counts for the markets",
    ),
    "dark_mood": (
        "when it is revealed it is discarded, and two others are revealed",
        "two events are resolved in its place",
    ),
    "it_was_you": (
        "the Jester has to be used before the end of this round",
        "he discards another event that is face up, and is gone for the rest of the game",
    ),
    "protection_money": (
        "you pay her as many Gold as coins lie on one of your villagers",
        "4 coins lie on your carpenter and 2 on your cooper: you choose the cooper, and pay 2 of your supply",
    ),
    "rats": (
        "in the Draft Phase: you draft one card less, or pay 3 Gold to the Bank",
        "with 1 visible Food you draft 2 cards in place of 3, or pay 3",
    ),
    "spy_network": (
        "the Countess gains what one Silver symbol of yours counts",
        "your priest counts 6: she gains 6; without Silver she gains nothing",
    ),
    "trade_network": (
        "the Countess gains what one Silver symbol of hers counts",
        "her log_rafter counts 3: she gains 3",
    ),
    "tribute": ("you pay her 1 Gold per card in your hand", "5 cards in hand: you pay 5"),
}
EXAMPLES = {  # of cards whose rule is more than its numbers
    "founders": "with the Gold side up they show 2 Gold until a card of grains covers them; a village without any "
    "visible Food at the end of the Build Phase turns them to the Food side",
    "monk": "a truffler lies on a swineherd: with a Monk in hand it is placed without one, the Monk below it on the "
    "Founders, for 2 build actions",
    "apprentice": "it takes the place of a wheeler that a cartwright covers, and the wheeler is placed in your village",
    "tinner": "in this build turn a spelunker needs no chandler and costs no coins",
    "smuggler": "of a visible spelunker (10 Gold) it brings 5 Gold from the Bank; of 3 Gold it brings 2, rounded up",
    "alchemist": "your log_rafter counts 7: the Alchemist scores 3 this round",
    "arkwright": "coins lie on 3 of your villagers: 6 Gold this round",
    "captain": "4 of your visible cards show Gold: 4 Gold this round",
    "carter": "a miner with two blacksmiths is a pile of 3 cards: 1 Gold this round",
    "freelancer": "you put 1 Gold on a Freelancer of another village and place 3 cards in place of 2; the coin stays "
    "there and scores for its owner",
    "wholesaler": "3 ore, 2 hay and 2 wood symbols are 2 sets: 6 Gold",
    "benefactor": "you place a grazier before you draft: its Food counts at once, and you draft one card more",
    "nun": "your village has one priest, which counts 6: at the Second Market the Nun brings 6 more",
    "pigeoneer": "of the next 6 cards of the Reserve you keep one, and put 5 back in the order you like",
    "prophet": "you draft any card of a stack in place of its top card; nothing is refilled",
    "recruiter": "you pay 1 Gold and draft two cards before the next player drafts",
    "barbarian": "3 coins lie on the Road: you take them, its 6 cards are discarded and 6 others laid out",
    "courier": "another player is about to draft a jeweler: you take it to your hand first",
    "flaker": "you take a card of another Square to your hand; its owner drafts again",
    "noble": "of a hand with 2 ore and 1 Special card you may take one of the ore cards",
    "schemer": "a jeweler on top of another pile goes to your hand; its coins go to the supply of its owner",
    "sheriff": "a Thief with 6 coins is discarded: you gain 6 Gold",
    "thief": "at the end of each of your build turns 3 Gold of another player who has them go on it; at the markets "
    "they are your coins",
}
DEVELOPMENT_EXAMPLE = "alone in front after the Build Phase you get it; where two are level nobody does"


def _does(card: dict[str, Any], overrides: str | None) -> str:
    silver_lines, card_lines = lines_with(overrides)
    facts = [f"{card['suit']} villager"]
    if card["id"] == "founders":
        gold, food = (card["sides"][f"{side}_side"][side] for side in ("gold", "food"))
        facts.append(f"{gold} Gold on one side, {food} Food on the other; production begins on them")
    facts += [f"{card['gold']} Gold"] if card["gold"] else []
    if card["id"] in silver_lines:
        facts.append(f"Silver, worth at a market {silver_lines[card['id']]}")
    facts += [f"{card['food']} Food: so many more cards to draft"] if card["food"] else []
    facts += [f"Builder {card['builders']}: so many more cards to place"] if card["builders"] else []
    if card["padlock"]:
        facts.append(f"a padlock: 2 coins go on a {card['padlock']} of any village, or to the Bank")
    facts += ["a keyring: unlocks other cards"] if card["keyring"] else []
    below = card["predecessor"]
    facts += [f"placed on {'the Founders' if below == 'founders' else f'a {below}'}"] if below else []
    facts += [lines[card["id"]] for lines in (BASE_LINES, card_lines) if card["id"] in lines]
    return "; ".join(facts)


def _silver_example(silver: dict[str, Any]) -> str:
    if silver["kind"] == "sum_visible_gold_of_suit":
        return f"visible {silver['suit']} villagers with 4 and 3 Gold: it brings 7 Gold at the Second Market"
    if silver["kind"] == "max_coins_on_one_villager":
        return "6 coins lie on your blacksmith and 2 on your cooper: it brings 6 Gold at the Second Market"
    symbol, step = silver["symbol"], silver["symbols_per_step"]
    suit = symbol.removeprefix("suit:")
    what = f"{suit} symbol" if suit != symbol else SYMBOLS.get(symbol, symbol)
    what = f"visible {what}" if silver["scope"] == "visible" else what
    worth = NUMBER_OF_SYMBOLS // step * silver["gold_per_step"]
    some = f"{NUMBER_OF_SYMBOLS} {what}" if what.endswith("Food") else counted(NUMBER_OF_SYMBOLS, what)
    return f"with {some} it brings {worth} Gold at the Second Market"


def _example(card: dict[str, Any], overrides: str | None) -> str:
    """One thing that the card does, in numbers: the first of what it has."""
    if card["id"] in EXAMPLES:
        return _written(EXAMPLES[card["id"]], overrides)
    if card["silver"]:
        return _silver_example(card["silver"])
    if card["padlock"]:
        return (
            f"with a {card['padlock']} in your village the Bank puts 2 coins on it; with one in another village alone "
            "you put 2 Gold there; with none you pay 2 Gold to the Bank"
        )
    if card["builders"]:
        return (
            f"visible at the start of your build turn, you place {2 + card['builders']} cards in place of 2"
        )
    if card["food"]:
        return f"while it is visible you draft {2 + card['food']} cards a round in place of 2"
    if card["gold"]:
        return f"visible at both markets it brings {card['gold']} Gold twice"
    if card["successors"]:
        return f"a {card['successors'][0]} is placed on it"
    return f"it counts as {counted(card['suit_symbols'], card['suit'] + ' symbol')}, covered ones too"


def _written(example: str, overrides: str | None) -> str:
    return example if overrides is None else f"{example} (with the printed numbers)"


def entries(options: Any = None) -> dict[str, tuple[str, str]]:
    """Name -> what it does, and an example; with the numbers of the options, which may replace those printed."""
    overrides = None if options is None else options.data_overrides
    named = {
        name: (_does(card, overrides), _example(card, overrides))
        for name, card in cards_with(overrides).items()
    }
    for event in components()["solo"]["events"]:
        does, example = EVENT_LINES[event["id"]]
        named[event["id"]] = (f"event: {does}", _written(example, overrides))
    named |= {name: (f"Development: {line}", DEVELOPMENT_EXAMPLE) for name, line in DEVELOPMENT_LINES.items()}
    return {
        name: (does.replace("_", " "), example.replace("_", " ")) for name, (does, example) in named.items()
    }


def absent(options) -> set[str]:
    """Return names of what no game with these options has."""
    sets = {"base", *(name for name in ("saints", "scoundrels", "profiteers") if getattr(options, name))}
    players = options.num_players
    cards = {
        card["id"]
        for card in cards_with(options.data_overrides).values()
        if card["set"] not in sets or not copies_in_game(card, players)
    }
    events = set() if players == 1 else {event["id"] for event in components()["solo"]["events"]}
    return cards | events | (set() if options.developments else set(DEVELOPMENT_LINES))


def rules(options) -> list[tuple[str, tuple[str, ...]]]:
    """Pages of docs/rules with the sections that hold in games of these options."""
    chapters = [*map(str, range(1, 12)), *(["12"] if options.solo else [])]
    more = {
        "13": options.saints,
        "14": options.scoundrels,
        "15": options.profiteers,
        "16": options.developments,
    }
    return [("villagers", (*chapters, *(chapter for chapter, present in more.items() if present)))]
