"""The component tables of Village in words: how sure each is, and which can be replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from eurogym.envs.core.words import filled
from eurogym.envs.village.declare.components import OVERRIDES, REWARDS, components, scenarios

OTHER_NAMES = {  # tables of the file whose values an override carries under another name
    "solo_carla: life_cycle_loop": "solo_loop",
    "setup_cards: cubes_per_action_space": "setup_cards",
    "setup_cards: cubes_added_to_green_bag_per_color_per_round": "setup_cards",
}
FORMS = {
    "action_spaces": '{"clockwise_order": [7 space names]}',
    "setup_cards": (
        '{"cubes_per_action_space": {"2": {space: n}, ...}, '
        '"cubes_added_to_green_bag_per_color_per_round": {"2": {colour: n}, ...}}'
    ),
    "customers": '[24 x {"requires": {good or "grain": n}, "points": n}]',
    "chronicle": '{"spaces": {"2": {category: n}, ...}}',
    "cemetery": '{"spaces": {"2": n, ...}}',
    "council_chamber": '{"time": [time of stages 1 to 4]}',
    "church": '{"advance_cost_grain": [0, grain to stages 2, 3, 4]}',
    "travel_map": '{"rewards": [6 rewards, C1 to C6], "edge_cubes": [9 x {colour: n}, two cubes each]}',
    "solo_loop": '{"spaces": n, "fate_tile_positions": [6 x [x, x+1], the top set first]}',
}
EXAMPLE = {
    "church": {"advance_cost_grain": [0, 1, 1, 2]},
    "cemetery": {"spaces": {"2": 7}},
}


def data_report() -> str:
    """Return every component table with its confidence, constraints and alternatives; what can be replaced, and how."""
    tables = list(_tables())
    width = max(len(name) for name, _ in tables)
    lines = ["confidence of the component tables"]
    for word, meaning in components()["meta"]["confidence_scale"].items():
        lines += filled(f"  {word + ':':<15}{meaning}".replace(" (see sources.md)", ""))
    lines += [
        "",
        f"{'table'.ljust(width)}  {'confidence':<23}replaced by",
        f"{'-' * width}  {'-' * 21}  {'-' * 11}",
    ]
    for name, table in tables:
        lines.append(f"{name.ljust(width)}  {_confidence(table):<23}{replaced_by(name) or '-'}")
    lines += ["", "what is known of the tables that are not certain, and alternatives"]
    for name, table in tables:
        notes = list(_notes(table))
        certain = table["confidence"] in ("rulebook", "public") and "mixed_confidence" not in table
        if notes and (replaced_by(name) or not certain):
            lines += [f"{name} ({_confidence(table)})", *notes]
    lines += ["", *_how_to_replace()]
    return "\n".join(lines)


def replaced_by(name: str) -> str | None:
    """Return the key of ``data_overrides`` that replaces (part of) a table, None where nothing does."""
    return OTHER_NAMES.get(name, name if name in OVERRIDES else None)


def _tables() -> Iterator[tuple[str, dict[str, Any]]]:
    """Tables of the file by name; parts of a group as ``group: part``."""
    for name, entry in components().items():
        if "data" in entry:
            yield name, entry
        elif name != "meta":
            yield from ((f"{name}: {part}", one) for part, one in entry.items())


def _confidence(table: dict[str, Any]) -> str:
    """Return the confidence of the main part of a table; ``in part`` where single values have another."""
    return table["confidence"] + (" in part" if "mixed_confidence" in table else "")


def _notes(table: dict[str, Any]) -> Iterator[str]:
    """Constraints and alternatives in short, the note where there are neither."""
    constraints, alternatives = table.get("constraints_satisfied", []), table.get("alternatives", [])
    for constraint in constraints:
        yield from filled(f"  fits: {constraint}")
    for alternative in alternatives:
        other = dict(alternative) if isinstance(alternative, dict) else alternative
        if isinstance(other, dict):
            other.pop("note", None)
        yield from filled(f"  alternative: {json.dumps(other)}")
    if table.get("note") and not constraints:
        yield from filled(f"  note: {table['note']}".replace("rules.md", "the rules page"))


def _how_to_replace() -> list[str]:
    """Return the forms of the replacements, and how to hand them over."""
    lines = [
        "replacing tables: the option data_overrides, a scenario, a dictionary or a JSON file with any of"
    ]
    for name in OVERRIDES:
        lines += filled(f"  {name}: {FORMS[name]}")
    lines += filled(
        f"  rewards are among {', '.join(map(json.dumps, REWARDS))}; rows named by player count "
        "and named entries replace one by one, lists and counts as a whole",
    )
    lines += ["", "scenarios that come with the game"]
    for name, scenario in scenarios().items():
        lines += filled(f"  {name}: {scenario['about']}")
    lines += ["", "  eurogym play village --option data_overrides=short"]
    lines += ["", "example: a file village_tables.json", f"  {json.dumps(EXAMPLE)}"]
    lines += [
        '  eurogym.make("village", num_players=2, data_overrides="village_tables.json")',
        "  eurogym play village --option data_overrides=village_tables.json",
        "all defaults in this form:",
        '  python -c "import json, eurogym.envs.village.declare.components as c;'
        ' print(json.dumps(c.default_tables()))"',
    ]
    return lines
