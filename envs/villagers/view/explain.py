"""Actions of Villagers in the words of players, and what follows from them.

Every explainer gets the position inside its range. It yields the words of the action, which no other legal action has,
then what follows; nothing for what cannot be chosen now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from eurogym.envs.core.words import counted, ordinal
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import BASICS, HAND_TYPES, MAX_PILES, VILLAGERS
from eurogym.envs.villagers.declare.components import card_ids
from eurogym.envs.villagers.declare.enums import CARD, EVENT, SIDE, D
from eurogym.envs.villagers.declare.overrides import cards_with
from eurogym.envs.villagers.view.expansion_text import bronze_of, lines_with, owner_of_freelancer
from eurogym.envs.villagers.view.names import NAMES, named
from eurogym.envs.villagers.view.text import card_or_none, seat_name

# ranges of actions that tell of hidden cards -> what the other seats hear
HEARD = {
    "give": "put a card back",
    "next_card": "put a card back",
    "next_number": "put a card back",
    "pigeoneer_card": "take a card of the Reserve",
    "noble_card": "take a card of the hand",
}


def explain(state, options, range_name: str, index: int, text: str) -> str:
    """Return an action in the words of players: ``draft Cooper from Road 3 (with 1 coin)``."""
    kind = range_name.partition("_")[0]  # every module has its own range of cards played and given
    teller, argument = (_BY_TEXT[kind], text) if kind in _BY_TEXT else (_EXPLAIN[range_name], index)
    words = [word for word in teller(state, options, argument) if word]
    if not words:
        return text
    said = "; ".join(words[1:])
    return f"{words[0]} ({said})" if said else words[0]


def announce(state, options, range_name: str, index: int, text: str) -> str:
    """Return an action as the other seats hear it: a card is given unseen (B4a), put back or taken unseen (R13.3,
    R13.4).
    """
    known = "give" if range_name.startswith("give") else range_name
    return HEARD.get(known) or explain(state, options, range_name, index, text)


def _whose(state, options, offset: int, thing: str) -> str:
    """Something of a player by the distance in turn order: ``your Cooper``, ``the Cooper of player 2``."""
    if not offset:
        return f"your {thing}"
    return f"the {thing} of {_player(state, options, offset)}"


def _player(state, options, offset: int) -> str:
    name = seat_name(options, (int(state["current_seat"]) + offset) % int(state["table_seats"]))
    return "the Countess" if name == "Countess" else name


def _card(number) -> str:
    return named(card_or_none(number) or "card")


def _on_road(words: str, state, options, slot: int) -> Iterator[str]:
    card, coins = card_or_none(state["road"][slot]), int(state["road_coins"][slot])
    if card is not None:
        yield words.format(card=named(card), slot=slot + 1)
        yield f"with {counted(coins, 'coin')}" if coins else ""


def _said(words: str, state, options, index: int) -> Iterator[str]:
    """Yield an action whose words do not depend on the state: of a single one, or with its number counted from 1."""
    yield words.format(index + 1)


def _of(names, words: str, state, options, index: int) -> Iterator[str]:
    """Yield an action that names a card or an event."""
    yield words.format(NAMES[names[index]])


def _by_decision(names, words: dict[int, str], usual: str, state, options, index: int) -> Iterator[str]:
    yield words.get(int(state["decision"]), usual).format(NAMES[names[index]])


def _play(state, options, text: str) -> Iterator[str]:
    """``play cooper``, of the base game or of a module."""
    card = text.removeprefix("play ")
    yield f"play {NAMES[card]}"
    yield lines_with(options.data_overrides)[1].get(card, "")


def _give(state, options, text: str) -> Iterator[str]:
    lost = state["decision"] == D.ABDUCTION
    yield f"{'lose' if lost else 'put back'} {NAMES[text.removeprefix('give ')]}"


def _pile(state, options, stack: int) -> Iterator[str]:
    taken = state["decision"] == D.CONSCRIPTION
    yield (
        f"let the Countess take the top card of stack {stack + 1}"
        if taken
        else f"put it on stack {stack + 1}"
    )


def _pile_reserve(state, options, index: int) -> Iterator[str]:
    taken = state["decision"] == D.CONSCRIPTION
    yield "let the Countess take the top card of the Reserve" if taken else "put it on the Reserve"


def _place(state, options, how: int) -> Iterator[str]:
    below = card_or_none(state["pending_role"])
    if below is not None:
        name, article = NAMES[below], "the" if below == "founders" else "a"
        yield (
            f"put it on {article} {name} beside another card",
            f"put it on {article} free {name}",
            f"put it on a Monk in place of {article} {name}",
        )[how]


def _unlock(state, options, index: int) -> Iterator[str]:
    offset, copy = divmod(index, E.MAX_COPIES)
    lock = (
        cards_with(None)[card_ids()[int(state["pending_card"])]]["padlock"]
        if state["pending_card"] >= 0
        else None
    )
    if lock:
        owner = (int(state["current_seat"]) + offset) % int(state["table_seats"])
        several = int(state["village"][owner, card_ids().index(lock)]) > 1
        name = f"{ordinal(copy + 1)} {NAMES[lock]}" if several else NAMES[lock]
        yield f"unlock with {_whose(state, options, offset, name)}"
        yield (
            f"{E.UNLOCK_COST} coins of the Bank go on it"
            if not offset
            else f"your {E.UNLOCK_COST} Gold go on it"
        )


def _village(state, options, offset: int) -> Iterator[str]:
    yield f"choose {_whose(state, options, offset, 'village')}"


def _their(state, options, index: int) -> Iterator[str]:
    of_countess = state["decision"] == D.COUNTESS_TARGET
    name = NAMES[VILLAGERS[index]]
    yield f"choose the {name} of the Countess" if of_countess else f"take the place of {name}"


def _limit(state, options, index: int) -> Iterator[str]:
    yield (
        f"accept one {'draft' if state['decision'] == D.LIMIT_RATS else 'card'} less",
        f"pay {T.EVENT_FEE} Gold",
    )[index]


def _freelancer(state, options, index: int) -> Iterator[str]:
    yield (
        f"pay 1 Gold to the Freelancer of {owner_of_freelancer(state, options)}"
        if not index
        else "pay nobody"
    )


def _bronze(state, options, index: int) -> Iterator[str]:
    card = card_ids()[T.BRONZE_CARDS[index]]
    yield f"score the Bronze of {NAMES[card]}"
    yield f"{bronze_of(state, int(state['current_seat']), card)} Gold"


def _church(state, options, pile: int) -> Iterator[str]:
    yield f"take the top card of {f'stack {pile + 1}' if pile < E.NUM_STACKS else 'the Reserve'}"


def _looked(words: str, state, options, index: int) -> Iterator[str]:
    """Yield a card that the Pigeoneer looks at, by its number from the top."""
    looked = state["looked"].tolist()
    if index + 1 in looked:
        place = looked.index(index + 1)
        card = _card(state["reserve"][int(state["reserve_count"]) - 1 - place])
        yield words.format(card=card, number=index + 1)


def _flaker(state, options, index: int) -> Iterator[str]:
    offset, place = divmod(index, E.LIMIT_CAP)
    owner = (int(state["current_seat"]) + offset) % options.num_players
    row = state["square"][owner][: int(state["square_count"][owner])].tolist()
    if place < len(row):
        which = f"{ordinal(row[:place].count(row[place]) + 1)} " if row.count(row[place]) > 1 else ""
        square = "your Square" if not offset else f"the Square of {_player(state, options, offset)}"
        yield f"take {'the ' if which else ''}{which}{_card(row[place])} of {square}"


def _visit(words: str, first: int, state, options, index: int) -> Iterator[str]:
    yield words.format(_player(state, options, index + first))


def _schemer_seat(state, options, offset: int) -> Iterator[str]:
    yield f"visit {_whose(state, options, offset, 'village')}"


def _sheriff(state, options, index: int) -> Iterator[str]:
    offset, copy = divmod(index, E.MAX_COPIES)
    owner = (int(state["current_seat"]) + offset) % options.num_players
    several = int(state["village"][owner, CARD.thief]) > 1
    yield f"discard {_whose(state, options, offset, f'{ordinal(copy + 1)} Thief' if several else 'Thief')}"
    yield f"+{int(state['coins'][owner, T.COIN_INDEX[CARD.thief], copy])} Gold"


def _side(state, options, side: int) -> Iterator[str]:
    yield f"turn your Founders to the {SIDE.NAMES[side].capitalize()} side"


def _copy(state, options, index: int) -> Iterator[str]:
    yield f"choose the {ordinal(index + 1)} copy"


_EXPLAIN: dict[str, Callable[..., Iterator[str]]] = {
    "draft_road": partial(_on_road, "draft {card} from Road {slot}"),
    "draft_stack": partial(_said, "draft the top card of stack {}"),
    "draft_reserve": partial(_said, "draft the top card of the Reserve"),
    "coin": partial(_on_road, "put a coin on {card} on Road {slot}"),
    "coin_pass": partial(_said, "put no coin"),
    "take_basic": partial(_of, BASICS, "exchange a card for {}"),
    "end_build": partial(_said, "end your build turn"),
    "pile": _pile,
    "pile_reserve": _pile_reserve,
    "place": _place,
    "unlock_free": partial(_said, "unlock it with the Tinner"),
    "unlock": _unlock,
    "unlock_bank": partial(_said, "unlock it at the Bank"),
    "own_villager": partial(_by_decision, VILLAGERS, {D.SMUGGLE: "smuggle the Gold of {}"}, "choose your {}"),
    "village": _village,
    "their_villager": _their,
    "founders_side": _side,
    "limit": _limit,
    "countess_takes": partial(_on_road, "let the Countess take {card} from Road {slot}"),
    "jester": partial(_of, EVENT.NAMES, "discard {} with the Jester"),
    "resolve": partial(_of, EVENT.NAMES, "resolve {}"),
    "resolve_dealt": partial(_said, "let the dealt event resolve"),
    "copy": _copy,
    "in_pile": partial(_said, "put it in pile {}"),
    "in_later_pile": lambda state, options, index: _said(
        "put it in pile {}", state, options, MAX_PILES + index
    ),
    "freelancer": _freelancer,
    "bronze": _bronze,
    "church": _church,
    "tavern": partial(_of, BASICS, "take {} into your village"),
    "pay_recruiter": partial(_said, "pay 1 Gold to draft twice"),
    "prophet_stack": partial(_said, "look through stack {}"),
    "prophet_card": partial(_of, HAND_TYPES, "draft {}"),
    "next_card": partial(_of, HAND_TYPES, "put back {} next"),
    "pigeoneer_card": partial(_looked, "take {card}, card {number} of the Reserve"),
    "next_number": partial(_looked, "put back {card}, card {number}, next"),
    "courier": partial(_on_road, "take {card} from Road {slot} with the Courier"),
    "no_courier": partial(_said, "keep the Courier"),
    "flaker": _flaker,
    "noble_seat": partial(_visit, "visit {}", 1),
    "noble_card": partial(_of, HAND_TYPES, "take {}"),
    "schemer_seat": _schemer_seat,
    "schemer_card": partial(_of, HAND_TYPES, "take {}"),
    "thief": partial(_visit, "rob {}", 1),
    "sheriff": _sheriff,
}
_BY_TEXT: dict[str, Callable[..., Iterator[str]]] = {"play": _play, "give": _give}
