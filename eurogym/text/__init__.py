"""Games in words, for language models and people at a prompt: `TextTable`, its replies, transcripts and results."""

from eurogym.text.positions import PositionTable, QuestionTable
from eurogym.text.rule_text import rules
from eurogym.text.table import FORFEIT, Reply, SeatResult, TextTable
from eurogym.text.tables import Tables
from eurogym.text.transcript import Transcript

__all__ = [
    "FORFEIT",
    "PositionTable",
    "QuestionTable",
    "Reply",
    "SeatResult",
    "Tables",
    "TextTable",
    "Transcript",
    "rules",
]
