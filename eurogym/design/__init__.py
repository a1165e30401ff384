"""Reports on a game itself: its seats, its length, its points, its course and its components.

from eurogym.design import Band, figures_of, play
figures = figures_of(play("villagers", [Band("heuristic", 200)], players=[2]))
"""

from typing import TYPE_CHECKING

from eurogym.envs.core.lazily import given_out

if TYPE_CHECKING:
    from eurogym.design.components import ranked
    from eurogym.design.report import changes, figures_of
    from eurogym.design.tables import Band, play
    from eurogym.design.variants import number_at, read_variant
    from eurogym.measure.report.pictures import intervals

__getattr__, __dir__ = given_out(__name__)
__all__ = ["Band", "changes", "figures_of", "intervals", "number_at", "play", "ranked", "read_variant"]
