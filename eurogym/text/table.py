"""A game for players who read and write: turns and answers are texts, and refusals say why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.arguments import checked_count, checked_seed, one_of
from eurogym.envs.core.declare.standing import margins
from eurogym.envs.core.errors import OptionError, StateError
from eurogym.measure.games.matches import forfeited as put_last
from eurogym.play import legend
from eurogym.play.table import MAPS, Table
from eurogym.play.words import describe_options
from eurogym.text import rule_text
from eurogym.text.answers import Offer, UnclearAnswer, understood
from eurogym.text.transcript import Transcript

LEGAL = ("list", "on_error", "none")
RETRIES = 3
MOST_RETRIES = 100
FORFEIT = (
    "A seat has this many retries at each decision. When they are used up, the seat has lost: from then on it is "
    "played at random, and at the end it is put last, below the lowest score of the others."
)
FALLBACK = (
    "You have this many retries at each decision. When they are used up, a legal action drawn at random is played for "
    "you, and the game goes on."
)
WRONG = {"forfeit": FORFEIT, "fallback": FALLBACK}  # what wrong answers cost when no retry is left
PLAYED, ILLEGAL, UNPARSABLE, FORFEITED = "played", "illegal", "unparsable", "forfeited"
FELL_BACK = "fallback"
REFUSED = (ILLEGAL, UNPARSABLE)  # outcomes after which the same decision is asked for again
HOW = {
    "list": "Answer with one of these actions: its words or its number, in <action> </action>.",
    "on_error": "Answer with one action in words, as the rules say how actions are written, in <action> </action>. "
    "Legal actions are listed after a wrong answer.",
    "none": "Answer with one action in words, as the rules say how actions are written, in <action> </action>. "
    "Legal actions are not listed.",
}


@dataclass(frozen=True)
class Reply:
    """The outcome of an answer.

    Attributes:
        outcome: "played", "illegal" (the action exists but is not allowed now), "unparsable" (the answer does not mean
            one action) or, when the last retry is used up, "forfeited" or "fallback" (a random action was played).
        text: the same in words, for the player.
        action: id of the action, or None if none was understood.
        wrong: of a wrong answer, its kind in a few words: "illegal", or one of `eurogym.text.answers.KINDS`.
    """

    outcome: str
    text: str
    action: int | None = None
    wrong: str = ""

    @property
    def refused(self) -> bool:
        """Whether the same decision is asked for again."""
        return self.outcome in REFUSED


@dataclass(frozen=True)
class SeatResult:
    """The result of a game for a seat that answered in words.

    Attributes:
        seat: the seat, counted from 0.
        score: its points.
        margin: points ahead of the best rival; in solo play the points.
        placement: from 1 for the first to -1 for the last.
        forfeited: whether the seat lost by wrong answers.
        decisions: number of answers that were played.
        illegal, unparsable: number of wrong answers for this reason.
        fallbacks: number of decisions that were drawn at random because no retry was left.
    """

    seat: int
    score: int
    margin: float
    placement: float
    forfeited: bool
    decisions: int
    illegal: int
    unparsable: int
    fallbacks: int = 0

    @property
    def reward(self) -> float:
        """What a learner is paid: the placement."""
        return self.placement

    @property
    def figures(self) -> dict[str, float]:
        """The figures that interfaces report, by their names."""
        names = ("placement", "margin", "score", "forfeited", "illegal", "unparsable", "fallbacks")
        return {name: float(getattr(self, name)) for name in names}


class TextTable:
    """A game in which some seats answer in words and agents play the others.

    The same arguments and answers give the same texts, unless an opponent is limited by time.

    Args:
        game: a game or its name.
        seats: the seat or the seats that answer in words, counted from 0.
        options: options of the game by name, or the game's options object.
        seed: the deal, which also fixes the random choices of the opponents.
        opponents: the agent of all other seats, or a list with one for each of them, as for `eurogym.agents.make`.
        legal: whether turns list the legal actions: "list", "on_error" (after a wrong answer) or "none".
        retries: number of wrong answers that each decision allows; what one more costs is said by `illegal`.
        last: 0 plays the whole game. Otherwise the heuristic first plays all seats until, if it played on, each of
            `seats` would have at most `last` decisions left: a shorter task, such as a round or a season.
        illegal: "forfeit" (the seat has lost) or "fallback" (a legal action drawn at random is played and counted).
        opening: actions that are taken from the deal on before anybody is asked, in place of those that `last` means.
        maps: "drawn", or "listed": hexes with their neighbours, which is shorter and needs no eye for drawings.

    Raises:
        OptionError: a game, option, seat or mode is unknown.
        AgentError: an opponent is unknown or cannot play this game.
    """

    def __init__(
        self,
        game: Any,
        seats: int | Sequence[int] = 0,
        options: Any = None,
        seed: int = 0,
        opponents: Any = "heuristic",
        legal: str = "list",
        retries: int = RETRIES,
        last: int = 0,
        illegal: str = "forfeit",
        opening: Sequence[int] = (),
        maps: str = MAPS[0],
    ):
        self.game = registry.game(game) if isinstance(game, str) else game
        values = options or {}
        if not isinstance(values, Mapping | self.game.options_class):
            raise OptionError(f"options={options!r} is neither a mapping nor options of {self.game.name}")
        self.options = (
            self.game.options_class.from_kwargs(**values) if isinstance(values, Mapping) else values
        )
        self.seats = self._checked_seats(seats)
        self.legal = one_of("legal", legal, LEGAL)
        self.retries = checked_count("retries", retries, 0, MOST_RETRIES)
        self.last = checked_count("last", last, 0)
        self.illegal = one_of("illegal", illegal, tuple(WRONG))
        self.opening = list(opening)
        self.maps = one_of("maps", maps, MAPS)
        self.opponents = self._each_opponent(opponents)
        self.seed: int = checked_seed(seed)
        self.reset()

    def _checked_seats(self, seats: int | Sequence[int]) -> tuple[int, ...]:
        named = tuple(seats) if isinstance(seats, Iterable) else (seats,)
        allowed = range(self.options.num_players)
        if not named or len(set(named)) < len(named) or any(seat not in allowed for seat in named):
            raise OptionError(
                f"seats={seats!r} is not allowed; allowed: different seats from 0 to {allowed.stop - 1} (0 is player 1)"
            )
        return tuple(sorted(int(seat) for seat in named))

    def _each_opponent(self, opponents: Any) -> dict[int, Any]:
        others = [seat for seat in range(self.options.num_players) if seat not in self.seats]
        each = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * len(others)
        if len(each) != len(others):
            raise OptionError(
                f"{len(each)} opponents for {len(others)} seats; give one, or one for each seat"
            )
        if not agents.has_heuristic(self.game):
            each = [agents.heuristic_name(self.game) if one == "heuristic" else one for one in each]
        return {seat: agents.make(one, game=self.game) for seat, one in zip(others, each, strict=True)}

    # -- the course of a game

    def reset(self, seed: int | None = None) -> str:
        """Deal, let the others play up to the first turn, and return its text; without a seed, repeat the deal."""
        self.seed = self.seed if seed is None else checked_seed(seed)
        self.table = Table(self.game, self.options, self.seed, maps=self.maps)
        self.forfeited: set[int] = set()
        self.counts = {
            seat: dict.fromkeys((PLAYED, ILLEGAL, UNPARSABLE, FELL_BACK), 0) for seat in self.seats
        }
        self.refused = 0  # answers at this decision
        self.heard: dict[int, list[str]] = {
            seat: [] for seat in self.seats
        }  # by each seat that answers in words, from the deal on
        self._read = dict.fromkeys(self.seats, 0)  # how much of it earlier turns have told
        self._seen = {seat: self.table.view(seat) for seat in self.seats}  # before the next choice
        self.transcript = Transcript(self._head())
        self._by = {seat: self._seated(agent, seat) for seat, agent in self.opponents.items()}
        known = self.opening or opening(self.game, self.options, self.seed, self.seats, self.last)
        heard = self._heard_from(known) if self.opening else 0
        for number, action in enumerate(known):
            if number == heard:
                self._seen = {seat: self.table.view(seat) for seat in self.seats}
            if self.table.seat in self.seats:
                self._read[self.table.seat] = len(self.heard[self.table.seat])
            self._take(action, "opening", number >= heard)
        self._others_play()
        return self.turn()

    def _seated(self, agent: Any, seat: int) -> Any:
        agent.reset(derive_seed(self.seed, "opponent", seat))
        return agent

    def _head(self) -> dict[str, Any]:
        return {
            "transcript": self.game.name,
            "version": self.game.version,
            "options": self.options.as_dict(),
            "seed": self.seed,
            "players": [seat + 1 for seat in self.seats],
            "opponents": [agent.name for agent in self.opponents.values()],
            "legal": self.legal,
            "retries": self.retries,
            "last": self.last,
            "illegal": self.illegal,
            "maps": self.maps,
        }

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.over

    @property
    def seat(self) -> int:
        """The seat that has to answer, counted from 0; raises StateError at the end of the game."""
        if self.over:
            raise StateError("the game is over; call reset for a new deal")
        return self.table.seat

    def _heard_from(self, actions: Sequence[int]) -> int:
        """Return the number of the action from which on somebody who answers has not decided again before the end."""
        play, last = Table(self.game, self.options, self.seed), dict.fromkeys(self.seats, 0)
        for number, action in enumerate(actions):
            if play.seat in last:
                last[play.seat] = number
            play.take(action, reversible=False)
        return min(last.values())

    def _take(self, action: int, by: str, heard: bool = True) -> None:
        """Apply an action, and record for every seat that answers in words what it hears and sees of it."""
        table = self.table
        seat, name = table.seat, self.game.name_of_seat(self.options, table.seat)
        words = {one: table.words_of(action, one) for one in self.seats if heard}
        if by != PLAYED:
            self.transcript.lines.append(
                {"player": seat + 1, "by": by, "action": int(action), "words": table.text_of(action)}
            )
        table.take(action, reversible=False)
        for one in words:
            line = f"- {'you' if one == seat else name}: {words[one]}"
            seen = table.view(one)
            happened = legend.events(self.game, self._seen[one], seen)
            self._seen[one] = seen
            self.heard[one].append("\n".join([line, *(f"    * {event}" for event in happened)]))

    def _others_play(self) -> None:
        """Let agents decide, and chance for seats that have lost, until a text is asked for or the game is over."""
        while not self.over and (self.table.seat not in self.seats or self.table.seat in self.forfeited):
            seat = self.table.seat
            if seat in self.forfeited:
                self._take(self._drawn("forfeit"), "forfeit")
            else:
                self._take(legend.sample(self.table, self._by[seat]), self.opponents[seat].name)
        if self.over and "result" not in (self.transcript.lines or [{}])[-1]:
            self.transcript.lines.append({"result": [asdict(one) for one in self.result()]})

    def _drawn(self, purpose: str) -> int:
        """Return a legal action that follows from the deal and the number of actions so far."""
        number = derive_seed(self.seed, purpose, len(self.table.actions))
        return int(self.table.legal[number % len(self.table.legal)])

    # -- texts

    def rules(self, length: str = "short") -> str:
        """Return the rules for this table: "short" (at most 1,500 words) or "full"."""
        line = rule_text.rules(self.game, self.options, length)
        return f"{line}\n\n## Wrong answers\n- {retries_text(self.retries)}. {WRONG[self.illegal]}\n"

    def turn(self) -> str:
        """Return what the seat to move reads: news, table, question and how to answer; at the end, the result."""
        return self._ending() if self.over else self._turn(self._words())

    def _table_parts(self) -> list[str]:
        """Return who one is, the news and the table, as paragraphs."""
        seat = self.seat
        parts = [f"{self.game.title}, {describe_options(self.options)}. You are player {seat + 1}."]
        if news := self.heard[seat][self._read[seat] :]:
            parts.append("\n".join(["Since you last read:", *news]))
        return [*parts, self.table.text(seat).rstrip()]

    def _turn(self, words: list[str]) -> str:
        parts = [*self._table_parts(), f"You are asked: {legend.asked(self.table)}"]
        if self.numbered:
            parts.append(_numbered(words))
        parts.append(f"{HOW[self.legal]} {self._cost()}")
        return "\n\n".join(parts)

    def _cost(self) -> str:
        """Return what wrong answers cost."""
        more = {
            "forfeit": "you have lost the game: random moves are made for you, and you are put last.",
            "fallback": "a random move is made for you, and the game goes on.",
        }
        return f"Wrong answers allowed at a decision: {self.retries}. With one more {more[self.illegal]}"

    @property
    def numbered(self) -> bool:
        """Whether the list of legal actions is shown at this decision."""
        return self.legal == "list" or (self.legal == "on_error" and self.refused > 0)

    def history(self, seat: int, most: int = 40) -> str:
        """Return what this seat has heard of the last `most` choices of the game."""
        return "\n".join(self.heard[seat][-most:]) or "nothing yet"

    def legal_actions(self) -> str:
        """Return the legal actions as a numbered list."""
        return _numbered(self._words())

    def _words(self) -> list[str]:
        return [self.table.words_of(action) for action in self.table.legal.tolist()]

    def _ending(self) -> str:
        lines = ["The game is over."]
        names = {seat: agent.name for seat, agent in self.opponents.items()}
        scores, placements = self._final()
        for seat in np.argsort(-placements, kind="stable").tolist():
            who = self.game.name_of_seat(self.options, seat)
            who += f" ({names[seat]})" if seat in names else ""
            lost = ", forfeited" if seat in self.forfeited else ""
            lines.append(f"  {int(scores[seat])} points, {who}{lost}")
        return "\n".join(lines)

    # -- answers

    def answer(self, text: str, cut_off: bool = False) -> Reply:
        """Read an answer of the seat to move, and play it if it is legal.

        A wrong answer changes nothing but the count of retries. When no retry is left, the seat has lost (`FORFEIT`).

        Args:
            text: the answer.
            cut_off: whether it ended at a limit of tokens, so that its last words may be missing.

        Raises:
            StateError: the game is over.
        """
        seat, table = self.seat, self.table
        shown, wrong = self._words(), ""
        prompt, action = self._turn(shown), None
        offer = Offer(seat + 1, table.batch.catalog, table.legal.tolist(), shown, self.numbered)
        try:
            action = understood(text, offer, cut_off)
            outcome, wrong = (PLAYED, "") if action in offer.legal else (ILLEGAL, ILLEGAL)
            words = table.words_of(action) if outcome == PLAYED else self._why_illegal(action)
        except UnclearAnswer as error:
            outcome, words, wrong = UNPARSABLE, str(error), error.kind
        self.counts[seat][outcome] += 1
        if outcome == PLAYED:
            reply = Reply(PLAYED, f"You played: {words}", action)
        else:
            self.refused += 1
            reply = replace(self._refusal(outcome, words, action), wrong=wrong)
        self.transcript.add(seat + 1, prompt, text, asdict(reply))
        if reply.outcome in (PLAYED, FELL_BACK):
            self._read[seat] = len(self.heard[seat])
            self._take(int(reply.action or 0), reply.outcome)
        elif reply.outcome == FORFEITED:
            self.forfeited.add(seat)
        if not reply.refused:
            self.refused = 0
            self._others_play()
        return reply

    def _why_illegal(self, action: int) -> str:
        """Return the engine's explanation without its list of legal actions, which not every table shows."""
        words = self.table.batch.explain_illegal(0, action).partition("; legal:")[0]
        words = re.sub(r"^action \d+ \((.*)\) is not", r"\1 is not", words)
        return f"{words}; you are asked: {legend.asked(self.table)}"

    def _refusal(self, outcome: str, words: str, action: int | None) -> Reply:
        left = self.retries - self.refused + 1
        kind = "Not legal" if outcome == ILLEGAL else "Not understood"
        if left <= 0 and self.illegal == "fallback":
            self.counts[self.seat][FELL_BACK] += 1
            drawn = self._drawn(FELL_BACK)
            line = f"No retry is left; this was drawn and played for you: {self.table.words_of(drawn)}"
            return Reply(FELL_BACK, f"{kind}: {words}. {line}", drawn)
        if left <= 0:
            return Reply(
                FORFEITED,
                f"{kind}: {words}. No retry is left: you have lost, and random play continues for you.",
                action,
            )
        parts = [f"{kind}: {words}. Nothing was played. Retries left: {left - 1}."]
        if self.numbered:
            parts.append(self.legal_actions())
        return Reply(outcome, "\n".join([*parts, HOW[self.legal]]), action)

    # -- results

    def _final(self) -> tuple[np.ndarray, np.ndarray]:
        """Return final scores and placements (T,), with seats that forfeited put last."""
        batch = self.table.batch
        lost = np.zeros((1, batch.num_seats), bool)
        lost[0, sorted(self.forfeited)] = True
        scores, placements = put_last(batch.final_scores, batch.final_placements, lost)
        return scores[0], placements[0]

    def result(self) -> list[SeatResult]:
        """Return the result for each seat that answered in words, in order; raise StateError before the end."""
        if not self.over:
            raise StateError("the game is not over yet")
        scores, placements = self._final()
        ahead = margins(scores[None].astype(float), self.options.num_teams)[0]
        return [
            SeatResult(
                seat,
                int(scores[seat]),
                float(ahead[seat]),
                round(float(placements[seat]), 6),
                seat in self.forfeited,
                self.counts[seat][PLAYED],
                self.counts[seat][ILLEGAL],
                self.counts[seat][UNPARSABLE],
                self.counts[seat][FELL_BACK],
            )
            for seat in self.seats
        ]


def opening(game: Any, options: Any, seed: int, seats: Sequence[int], last: int) -> list[int]:
    """Return what the heuristic plays in all seats before each of `seats` has at most `last` decisions left."""
    if not last:
        return []
    play = Table(game, options, seed)
    heuristic = agents.make(agents.heuristic_name(game), game=game)
    heuristic.reset(derive_seed(seed, "opening"))
    moved: list[int] = []
    while not play.over:
        moved.append(play.seat)
        play.take(legend.sample(play, heuristic), reversible=False)
    left = {seat: [n for n, one in enumerate(moved) if one == seat][-last:] for seat in seats}
    return play.actions[: max((numbers[0] for numbers in left.values() if numbers), default=0)]


def retries_text(count: int) -> str:
    """Return a number of retries in words."""
    return "1 retry" if count == 1 else f"{count} retries"


def _numbered(words: Sequence[str]) -> str:
    return "\n".join(f"{number:>3}. {one}" for number, one in enumerate(words, 1))
