"""How hard is the solo mode? The page for people who design games, from a record of games."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from eurogym.agents.framework import ladder
from eurogym.common.settings import SoloMode, settings_of
from eurogym.design.solo import pictures as solo_pictures
from eurogym.design.solo import rasch
from eurogym.design.solo.calibrate import Handicap, handicap
from eurogym.design.solo.scale import ERRORS, RATES, Place, Scale, Squares, lead_for, scale_of
from eurogym.envs.core import registry
from eurogym.envs.core.extras import require
from eurogym.measure.report.document import Commands, Document, Heading, Picture, Points, Table, Text
from eurogym.measure.solo import has_opponent
from eurogym.measure.solo_games import Outcomes, SoloGames
from eurogym.play import solo_levels
from eurogym.play.solo_levels import EVEN

LOOSE = 1.2  # mean square of what is less regular than the model says; its inverse: of what is more so
SURPRISING = 2.0  # outfit from which on it is reported
WORST_CELLS = 8
SURE = 0.9  # a deal is all but decided where the win rate is above this, or below its opposite

SHOWN = 5  # settings that get a sentence
ROWS = 16  # settings of the short table
ODD = 0.05  # win rates below this, and above its opposite, are not worth a sentence
FAR_OFF = 0.2  # from a wanted win rate: no setting has it
TEMPTED = (0.25, 0.75)  # win rates at which a setting is worth playing
HALF = 0.5

HOW_TO_READ = (
    "Levels are those of `eurogym play --level`: 1 plays at random, 6 is the game's heuristic, 8 what was learned. 9 "
    "and 10 are left out, since they think for a time, and what they win depends on the machine. How often a level "
    "beats the heuristic is measured at tables of two. Everybody plays the same deals in all settings; intervals are "
    "95 %, over deals. Agents are not people, so look for the level that plays as you do."
)
FIT_IN_WORDS = (
    "Model: logit of a win = skill - difficulty + luck of the deal + luck of this agent on this deal, fitted by "
    "marginal likelihood (`eurogym.design.solo.rasch`; docs/measuring.md says how well it holds). One unit (of log "
    "odds) turns 50 % into 73 % on the same deal, two units into 88 %; zero is the mean of the settings. Infit says "
    "how far games are from what the model expects, near the agent's own level: 1 is as expected, 1.5 half as much "
    "again (it wins and loses less regularly), 0.5 half as much (its results follow difficulty more strictly). Outfit "
    "weighs all settings alike, so a few very surprising games raise it."
)


def solo_page(
    record: SoloGames,
    modes: Sequence[SoloMode],
    scaled: Callable[[SoloGames, SoloMode], Scale] = scale_of,
) -> Document:
    """Return the page of a game: a part for every mode of which the record has games; scaled: who fits their scales."""
    game = registry.game(record.game)
    page = Document()
    page.add(Heading(1, f"{game.title}: how hard is the solo mode?"), Text(HOW_TO_READ))
    scales = [scaled(record, mode) for mode in modes if record.of_mode(mode)]
    for scale in scales:
        page.add(Heading(2, _title(scale)), Points(tuple(_sentences(record, scale))), *_people(scale))
        page.add(*_settings(scale))
    for scale in scales:
        name = _title(scale)
        page.add(Heading(2, f"{name}: more", folded=True), *_harder(scale), *_luck(scale))
        page.add(*_wanted(scale), *_targets(record, scale))
        page.add(Heading(2, f"{name}: the model and its fit", folded=True), Text(FIT_IN_WORDS))
        page.add(*_ladder(scale), *_agents(scale), *_doubts(scale))
    page.add(Heading(2, "How this was measured", folded=True))
    if record.refused:
        page.add(Text("Agents that do not play with some numbers of seats:"))
        page.add(Points(tuple(_refusals(record))))
    page.add(Text("Commands that played the games:"), Commands(tuple(record.commands)))
    return page


def _title(scale: Scale) -> str:
    return scale.mode.name[0].upper() + scale.mode.name[1:]


def _refusals(record: SoloGames) -> list[str]:
    agents: dict[str, list[int]] = {}
    for agent, players in record.refused:
        agents.setdefault(agent, []).append(players)
    return [
        f"`{agent}`: {' and '.join(map(str, sorted(seats)))} player{'s' * (max(seats) > 1)}"
        for agent, seats in agents.items()
    ]


# --- texts of numbers -------------------------------------------------------------------------------------------------


def place_text(place: Place) -> str:
    """`1.23 (1.01 to 1.45)`; a bound beyond the scale."""
    if not math.isnan(place.value):
        return f"{place.value:.2f} ({place.low:.2f} to {place.high:.2f})"
    if math.isfinite(place.low):
        return f"above {place.low:.1f}"
    return f"below {place.high:.1f}" if math.isfinite(place.high) else "unknown"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if 0.095 <= share <= 0.905 else f"{100 * share:.1f} %"


def _square_texts(squares: Squares | None) -> tuple[str, str]:
    return ("-", "-") if squares is None else (f"{squares.infit:.2f}", f"{squares.outfit:.2f}")


def _name(scale: Scale, agent: int) -> str:
    return f"`{scale.agents[agent]}`"


# --- in words ---------------------------------------------------------------------------------------------------------


def fraction(share: float) -> str:
    """Return a share as people say it: `one in five`, `almost never`."""
    if share < 0.02:
        return "almost never"
    if share > 0.98:
        return "almost always"
    part, whole = min(SAID, key=lambda one: abs(math.log(one[0] / (one[1] - one[0]) * (1 - share) / share)))
    return f"{NUMBERS[part]} in {NUMBERS[whole]}"


SAID = (
    *((1, whole) for whole in (20, 10, 8, 6, 5, 4, 3, 2)),
    *((3, 10), (2, 5), (3, 5), (2, 3), (7, 10), (3, 4), (4, 5), (5, 6), (7, 8), (9, 10), (19, 20)),
)
NUMBERS = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    19: "nineteen", 20: "twenty",
}  # fmt: skip


def levels_of(agents: Sequence[str]) -> dict[int, str]:
    """Return the levels for people that some agents are: level -> agent."""
    known = {f"level:n={level}" if slips else agent: level for level, (agent, slips) in ladder.LEVELS.items()}
    return dict(sorted((known[agent], agent) for agent in agents if agent in known))


def beats(game: str, level: int) -> float:
    """Return the share of games at a table of two in which a level is ahead of the heuristic; nan if not measured."""
    rung = ladder.levels(game, 2).get(level)
    if rung is None:
        return math.nan
    return rung.share if not math.isnan(rung.share) else 1 / (1 + math.exp(-rung.place / ladder.ELO))


def _who(game: str, level: int) -> str:
    """Return a level in words."""
    share = beats(game, level)
    if level == EVEN:
        return f"somebody who beats the heuristic in one game of two (level {level})"
    if math.isnan(share) or (often := fraction(share)).startswith("almost"):
        return f"level {level}"
    return f"who beats it in {often.replace(' in ', ' of ')} (level {level})"


def _sentences(record: SoloGames, scale: Scale) -> list[str]:
    """Return what to remember of a mode."""
    if scale.fit is None:
        return ["No agent both won and lost in the same settings as another: there is no scale."]
    players = scale.thresholds[0].players
    order = [k for k in scale.threshold_order if scale.thresholds[k].players == players]
    count = min(SHOWN, len(order))
    picked = [order[round(k * (len(order) - 1) / max(1, count - 1))] for k in range(count)]
    items = [text for threshold in dict.fromkeys(picked) if (text := _of_setting(scale, threshold))]
    items += [*_head_starts(record, scale), _luck_words(scale), *_order_words(scale)]
    return items + _elsewhere(scale, order)


def _of_setting(scale: Scale, threshold: int) -> str:
    """Return how often the heuristic wins in a setting, and the levels for which it is neither lost nor won."""
    cells = {scale.agents[cell.agent]: cell for cell in scale.cells if cell.threshold == threshold}
    known = {level: cells[agent].rate for level, agent in levels_of(scale.agents).items() if agent in cells}
    if not known:
        return ""
    chosen = {EVEN} & set(known)
    open_to = [level for level, rate in known.items() if ODD < rate < 1 - ODD]
    chosen |= {min(open_to, key=lambda level: abs(known[level] - rate)) for rate in TEMPTED if open_to}
    parts = [
        f"{_who(scale.game, level)} wins {fraction(known[level])}"
        for level in sorted(chosen, key=lambda level: (level != EVEN, level))
    ]
    return f"**{scale.thresholds[threshold].name}**: {'; '.join(parts)}."


def _head_starts(record: SoloGames, scale: Scale) -> list[str]:
    """Return how many points make it even for the heuristic, in the settings of the short table."""
    found = {str(one.setting): one for one in _plain(record, scale.mode) if one.agent == ladder.BASE}
    game, parts, against = registry.game(record.game), [], True
    for threshold in scale.threshold_order:
        at = scale.thresholds[threshold]
        one = found.pop(str(at.setting), None) if at.players == 1 else None
        if one is not None:
            against = has_opponent(game, at.setting, one.players, {})
            name = at.name if at.score is None else at.name.removesuffix(f" {at.score} points")
            parts.append(f"{name} {handicap_text(handicap(one.points, HALF, not against))}")
    if not parts:
        return []
    if not against:
        return [f"The heuristic reaches this score in one game of two: {'; '.join(parts)}."]
    return [
        f"Points that the opponent may start with so that the heuristic wins one in two (negative: the heuristic "
        f"starts with them): {'; '.join(parts)}."
    ]


def _order_words(scale: Scale) -> list[str]:
    against = sum(step.easier for step in scale.steps)
    pairs = sum(step.harder + step.easier + step.open for step in scale.steps)
    if not pairs:
        return []
    words = (
        "in none is it easier beyond chance"
        if not against
        else f"**in {against} it is easier beyond chance**"
    )
    harder = sum(step.harder for step in scale.steps)
    return [
        f"In {harder} of {pairs} pairs of settings, what is meant to be harder is harder beyond chance; {words}."
    ]


def _elsewhere(scale: Scale, order: Sequence[int]) -> list[str]:
    """Settings of other games that are as hard for their heuristic."""
    base = scale.agents.index(ladder.BASE) if ladder.BASE in scale.agents else -1
    rates = {cell.threshold: cell.rate for cell in scale.cells if cell.agent == base}
    near = min((k for k in order if k in rates), key=lambda k: abs(rates[k] - HALF), default=None)
    if near is None:
        return []
    parts = []
    for name in registry.games():
        there = (
            [one for one in solo_levels.scale(name) if ladder.BASE in one.games] if name != scale.game else []
        )
        shares = {k: one.games[ladder.BASE][0] / one.games[ladder.BASE][1] for k, one in enumerate(there)}
        if shares:
            k = min(shares, key=lambda k: abs(shares[k] - rates[near]))
            parts.append(f"{registry.game(name).title}, {there[k].words()} ({100 * shares[k]:.0f} %)")
    if not parts:
        return []
    name = scale.thresholds[near].name
    return [
        f"About as hard for the heuristic as **{name}** ({100 * rates[near]:.0f} %): {'; '.join(parts)}. The "
        "heuristics of two games need not be equally good."
    ]


def _people(scale: Scale) -> list:
    """Return the levels for people: how good they are, and which setting suits them."""
    if scale.fit is None:
        return []
    rows = []
    for level, name in levels_of(scale.agents).items():
        agent, share = scale.agents.index(name), beats(scale.game, level)
        cells = []
        for rate in RATES:
            mine = [cell for cell in scale.cells if cell.agent == agent]
            best = min(mine, key=lambda cell: abs(cell.rate - rate))
            near = abs(best.rate - rate) < FAR_OFF
            suits = scale.thresholds[best.threshold].name
            cells.append(f"{suits} ({100 * best.rate:.0f} %)" if near else "-")
        rows.append((f"{level}: `{name}`", "" if math.isnan(share) else _percent(share), *cells))
    if not rows:
        return []
    heads = [f"wins about {_percent(rate)} at" for rate in RATES]
    return [
        Heading(3, "Which setting for whom?"),
        Table(("level", "beats the heuristic", *heads), rows),
    ]


def _settings(scale: Scale) -> list:
    """Return the settings from easy to hard with the games that each level wins, evenly spaced where there are many."""
    rates = {(cell.agent, cell.threshold): cell for cell in scale.cells}
    levels = levels_of(scale.agents)
    agents = [scale.agents.index(name) for name in levels.values()] or scale.agent_order
    order, count = scale.threshold_order, len(scale.thresholds)
    if count > ROWS:
        order = [order[round(k * (count - 1) / (ROWS - 1))] for k in range(ROWS)]
    rows = [
        (scale.thresholds[threshold].name,
         *(f"{100 * rates[agent, threshold].rate:.0f}" if (agent, threshold) in rates else "" for agent in agents))
        for threshold in order
    ]  # fmt: skip
    heads = [f"level {level}" for level in levels] or [_name(scale, agent) for agent in agents]
    some = f", {ROWS} of {count} evenly spaced" if count > ROWS else ""
    return [
        Heading(3, "The settings, from easy to hard"),
        Text(f"Games won, %{some}."),
        Table(("setting", *heads), rows),
    ]


# --- parts of a mode --------------------------------------------------------------------------------------------------


def _luck_words(scale: Scale) -> str:
    stats = require("scipy.stats", "eval", "a report")
    sd = scale.fit.deal_sd
    decided = 2 * stats.norm.sf(lead_for(SURE, 0.0, scale.fit.own_sd) / sd) if sd > 0 else 0.0
    good = _percent(float(rasch.mean_chance(sd, 0.0, scale.fit.own_sd)))
    bad = _percent(float(rasch.mean_chance(-sd, 0.0, scale.fit.own_sd)))
    return (
        f"Luck: an agent that wins half of its games wins {good} on a good deal (one in six is better) and {bad} on a "
        f"bad one. {_percent(float(decided))} of the deals are almost decided by cards and dice (a win rate above 90 % "
        "or below 10 %)."
    )


def _ladder(scale: Scale) -> list:
    """Return all settings from easy to hard, with the win rate of every agent."""
    rates = {(cell.agent, cell.threshold): cell for cell in scale.cells}
    agents = scale.agent_order
    rows = []
    for threshold in scale.threshold_order:
        cells = [rates.get((agent, threshold)) for agent in agents]
        rows.append(
            (
                scale.thresholds[threshold].name,
                place_text(scale.places[threshold]),
                *_square_texts(scale.threshold_squares[threshold]),
                *("" if cell is None else f"{100 * cell.rate:.1f}" for cell in cells),
            )
        )
    elements: list = [
        Heading(3, "All settings and agents"),
        Text("Difficulty, fit (1 where the model holds), and percentage of games won."),
        Table(("setting", "difficulty", "infit", "outfit", *(_name(scale, agent) for agent in agents)), rows),
    ]
    if scale.fit is not None:
        elements += [
            Picture(
                lambda: solo_pictures.ladder(scale), "The settings with their intervals; dotted: the agents."
            ),
            Picture(
                lambda: solo_pictures.curves(scale),
                "Games won by difficulty: observed, and by the model.",
            ),
        ]
    return elements


def _agents(scale: Scale) -> list:
    """Return the agents from weak to strong."""
    rows = []
    for agent in scale.agent_order:
        mine = [cell for cell in scale.cells if cell.agent == agent]
        # every threshold of a game is a cell of its own: a game counts once
        per_game = max(1, len(scale.mode.scores))
        games = sum(cell.played for cell in mine) // per_game
        won = sum(cell.won for cell in mine) / sum(cell.played for cell in mine)
        rows.append(
            (
                _name(scale, agent),
                place_text(scale.skills[agent]),
                *_square_texts(scale.agent_squares[agent]),
                f"{games:,}",
                _percent(won),
            )
        )
    return [
        Heading(3, "The agents, from weak to strong"),
        Table(("agent", "skill", "infit", "outfit", "games", "won"), rows),
    ]


def _harder(scale: Scale) -> list:
    """Return what every step that is meant to make games harder does."""
    if not scale.steps:
        return []
    rows = [
        (
            step.name,
            f"{step.mean:+.2f} ({step.low:+.2f} to {step.high:+.2f})",
            step.harder + step.easier + step.open,
            step.harder,
            step.open,
            step.easier,
            f"{round(step.worst[2], 2) + 0.0:+.2f}: {step.worst[0]} -> {step.worst[1]}",  # never -0.00
        )
        for step in scale.steps
    ]
    return [
        Heading(3, "Are settings that are meant to be harder really harder?"),
        Text(
            "A step is a change of one option. For all pairs of settings that differ by that step only: the mean "
            "change of the difficulty, and how many pairs get harder beyond chance, are not told apart, or get easier "
            "beyond chance (false discovery rate 5 %)."
        ),
        Table(("step", "difficulty", "pairs", "harder", "open", "easier", "smallest change"), rows),
    ]


def _luck(scale: Scale) -> list:
    """Return how much of a game is luck."""
    if scale.fit is None:
        return []
    fit = scale.fit
    rows = [
        (name, _percent(share), f"{100 * low:.0f} to {100 * high:.0f} %")
        for name, (share, low, high) in scale.luck_shares().items()
    ]
    return [
        Heading(3, "How much is luck?"),
        Text(
            "Shares of the variance (of log odds) of a game, given the agent and the setting: the deal's effect on "
            "everybody, its effect on one agent in all of its settings, and the rest, which is how a game "
            f"happens to go. Standard deviations: {fit.deal_sd:.2f} ± {1.96 * fit.deal_sd_error:.2f} (deal)"
            + (
                ""
                if math.isnan(fit.own_sd_error)
                else f", {fit.own_sd:.2f} ± {1.96 * fit.own_sd_error:.2f} (agent on a deal)"
            )
            + " units of the scale; compare them with the steps between settings."
        ),
        Table(("luck", "share", "95 %"), rows),
    ]


def _wanted(scale: Scale) -> list:
    """Return which setting gives an agent a wanted win rate."""
    if scale.fit is None:
        return []
    rows = []
    for agent in scale.agent_order:
        if not scale.on_agents[agent]:
            continue
        cells: list[str] = []
        for rate in RATES:
            at, threshold = scale.wanted(agent, rate)
            chance = float(scale.fit.chance(scale.skills[agent].value, scale.places[threshold].value))
            cells += [f"{at:.2f}", f"{scale.thresholds[threshold].name} ({_percent(chance)})"]
        rows.append((_name(scale, agent), *cells))
    headers = [text for rate in RATES for text in (f"{_percent(rate)} at", "closest setting")]
    return [
        Heading(3, "Which difficulty for which agent?"),
        Text(
            "The difficulty at which an agent wins a given share of its games, and the closest setting with the win "
            "rate there."
        ),
        Table(("agent", *headers), rows),
    ]


def _targets(record: SoloGames, scale: Scale) -> list:
    """Scores to be reached, or a handicap in points, for a wanted win rate."""
    chosen = _plain(record, scale.mode)
    if not chosen:
        return []
    found = registry.game(record.game)
    by_score = not any(has_opponent(found, one.setting, one.players, {}) for one in chosen)
    rows = []
    for threshold in scale.threshold_order:
        at = scale.thresholds[threshold]
        if at.score not in (None, *scale.mode.scores[:1]):
            continue
        for agent in scale.agent_order:
            for one in chosen:
                if (one.agent, one.setting, one.players) == (scale.agents[agent], at.setting, at.players):
                    points = [handicap(one.points, rate, by_score) for rate in reversed(RATES)]
                    name = at.name if at.score is None else at.name.removesuffix(f" {at.score} points")
                    rows.append((name, _name(scale, agent), *map(handicap_text, points)))
    rates = [_percent(rate) for rate in reversed(RATES)]
    if by_score:
        title, words = (
            "What should a rank be?" if scale.mode.scores else "Which score?",
            "The score that an agent reaches in a given share of its games, computed from its scores.",
        )
    else:
        title = "How large a head start?"
        words = (
            "Extra points that the opponent may start with so that the agent wins a given share of its games "
            "(negative: fewer points), computed from the leads at the end. They hold as long as both play as they did "
            "without them."
        )
    return [Heading(3, title), Text(words), Table(("setting", "agent", *rates), rows, 2)]


def _plain(record: SoloGames, mode: SoloMode) -> list[Outcomes]:
    """Games whose points say something: of scores to be reached all, against an opponent the short table's settings."""
    found = registry.game(record.game)
    games = record.of_mode(mode)
    if mode.scores:
        return games
    fields = found.options_class.__dataclass_fields__
    shown = [one for one in settings_of(found).demo]
    return [
        one
        for one in games
        if one.players == 1
        and any(
            all(one.setting.get(name, fields[name].default) == plain.get(name, fields[name].default)
                for name in {*one.setting, *plain})
            for plain in shown
        )
    ]  # fmt: skip


def handicap_text(found: Handicap) -> str:
    """`12 (8 to 17)`; a missing end where there are too few deals for it."""
    if math.isnan(found.low) and math.isnan(found.high):
        return f"{found.points:.0f}"
    low = "?" if math.isnan(found.low) else f"{found.low:.0f}"
    high = "?" if math.isnan(found.high) else f"{found.high:.0f}"
    return f"{found.points:.0f} ({low} to {high})"


def _doubts(scale: Scale) -> list:
    """Return where the scale does not hold."""
    if scale.fit is None:
        return []
    items = []
    odd = sorted((cell for cell in scale.cells if cell.p < ERRORS), key=lambda cell: cell.p)
    for cell in odd[:WORST_CELLS]:
        items.append(
            f"{_name(scale, cell.agent)} on {scale.thresholds[cell.threshold].name}: won {_percent(cell.rate)} of "
            f"{cell.played} games, where the scale says {_percent(cell.expected)} (p = {cell.p:.2g})"
        )
    if len(odd) > WORST_CELLS:
        items.append(f"and {len(odd) - WORST_CELLS} more")
    tested = [cell for cell in scale.cells if not math.isnan(cell.p)]
    apart = math.sqrt(
        np.average([(cell.rate - cell.expected) ** 2 for cell in tested], weights=[c.played for c in tested])
    )
    for agent in scale.agent_order:
        squares = scale.agent_squares[agent]
        if squares is not None and not 1 / LOOSE <= squares.infit <= LOOSE:
            words = "steeper" if squares.infit < 1 else "flatter"
            items.append(
                f"{_name(scale, agent)}: infit {squares.infit:.2f}, its win rates are {words} than the scale's"
            )
        if squares is not None and squares.outfit > SURPRISING:
            items.append(
                f"{_name(scale, agent)}: outfit {squares.outfit:.2f}, it sometimes wins or loses where that "
                "is very unlikely"
            )
    text = f"Win rates differ from the model by {100 * apart:.1f} percentage points (root mean square over games)."
    elements: list = [Heading(3, "Does one scale fit all?"), Text(text)]
    return [*elements, Points(tuple(items))] if items else elements
