"""Pages from templates: what stands in double braces is filled in."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http%3A//www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='%23d10067' "
    "d='M16 1l13 7.5v15L16 31 3 23.5v-15z'/%3E%3Ccircle cx='16' cy='16' r='5' fill='%23fff'/%3E%3C/svg%3E"
)
SHARED = {"STYLE": "page.css", "COMMON": "page.js", "TABLESTYLE": "table.css", "BOARD": "board.js", "TABLE": "table.js",
          "LOBBYSTYLE": "lobby.css", "LOBBY": "lobby.js"}  # fmt: skip


def filled(template: Path, **parts: str) -> str:
    """Return the template with its ``{{NAME}}`` replaced by the parts, and by the files that pages share.

    Raises:
        KeyError: the template names a part that is not there.
    """
    shared = {name: (HERE / file).read_text(encoding="utf-8").rstrip() for name, file in SHARED.items()}
    parts = shared | parts
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda found: parts[found[1]], template.read_text(encoding="utf-8"))
