"""Games in words, for language models and people at a prompt: `TextTable`, its replies, transcripts and results."""

from eurogym.measure.benchmark.progression import Progression, progression
from eurogym.text.rule_text import rules
from eurogym.text.table import FORFEIT, Reply, SeatResult, TextTable
from eurogym.text.transcript import Transcript

__all__ = [
    "FORFEIT",
    "Progression",
    "Reply",
    "SeatResult",
    "TextTable",
    "Transcript",
    "progression",
    "rules",
]
