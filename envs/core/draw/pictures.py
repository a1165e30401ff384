"""Pictures of games: marks for a state, the SVG as an object that notebooks display, its pixels, a window.

Pixels are made by resvg (the extra ``draw``), which is imported on first use; SVGs need no library.
"""

from __future__ import annotations

import functools
import importlib.util
import io
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from eurogym.envs.core.declare.arguments import RENDER_MODES, THEMES, RenderMode, Theme, one_of
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.draw.drawing import Marks, Move
from eurogym.envs.core.draw.sheet import WIDTHS, Sheet
from eurogym.envs.core.errors import OptionError, RenderModeError
from eurogym.envs.core.extras import install, require
from eurogym.envs.core.files import replacing, write_text

__all__ = ["Picture", "Window", "asked", "can_make_pixels", "can_show", "move_of", "picture", "pixels", "png"]

LIBRARIES = ("resvg_py", "pygame")  # of the extra "draw"
OTHERS = -1  # an observer without a seat, who hears what all other seats hear


class Picture(str):
    """An SVG that notebooks display and that can be saved or turned into pixels."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Save the picture to a file: ``.svg``, or ``.png`` (with the extra ``draw``)."""
        path = Path(path)
        if path.suffix == ".png":
            with replacing(path, named=True) as file:
                file.write(png(self))
        elif path.suffix == ".svg":
            write_text(path, self, named=True)
        else:
            raise OptionError(f"a picture can be saved as .svg or .png, got {str(path)!r}")

    def pixels(self) -> np.ndarray:
        """Return the picture as an RGB image ``(height, width, 3)`` uint8 (with the extra ``draw``)."""
        return pixels(self)


def move_of(game: Game, state: Any, options: GameOptions, action: int) -> Move:
    """Describe an action of the seat to move, before it is taken."""
    return Move(
        int(action),
        int(state["current_seat"]),
        *game.catalog(options).locate(int(action)),
        game.explain_action(state, options, int(action)),
        game.explain_action(state, options, int(action), OTHERS),
    )


def asked(game: Game, state: Any, options: GameOptions, seat: int | None) -> str:
    """Return what the pending decision asks, in the words of the game's module ``legend``, or else its name.

    The words may reveal what only the seat to move knows, so other seats are only given the name.
    """
    legend = game.part("legend") if seat in (None, int(state["current_seat"])) else None
    request = getattr(legend, "request", None)
    return (request and request(state, options)) or game.decision_name(state).lower().replace("_", " ")


def picture(
    game: Game,
    state: Any,
    options: GameOptions,
    seat: int | None = None,
    legal: Iterable[int] = (),
    last: Move | None = None,
    scores: Iterable[int] = (),
    theme: Theme = "auto",
) -> Picture:
    """Draw a state as an SVG, as ``seat`` sees it or with nothing hidden (None).

    Args:
        game, state, options: what is drawn.
        seat: the seat that looks, or None; what is hidden from a seat is not in the SVG, neither as shapes nor as text.
        legal: actions to mark; they are shown only to the seat to move and to an observer that sees everything.
        last: the action that led here (:func:`move_of` before it was taken). Other seats are told what they may hear of
            it, and its place is marked for them only if they may hear all of it.
        scores: scores of the seats at the table; shown at the end of the game, or if nothing is hidden.
        theme: ``"auto"``, ``"light"`` or ``"dark"``.

    Raises:
        OptionError: the game has no pictures, or the theme does not exist.
    """
    one_of("theme", theme, THEMES)
    if game.draw is None:
        raise OptionError(f"{game.id}: this game has no pictures")
    marks = marks_of(game, state, options, seat, legal, last, scores, theme)
    return Picture(game.draw(state, options, seat, marks))


def table_parts(
    game: Game,
    state: Any,
    options: GameOptions,
    seat: int | None,
    wide: float,
    legal: Iterable[int] = (),
    last: Move | None = None,
    scores: Iterable[int] = (),
    own: int | None = None,
    high: float = 0.0,
) -> dict[str, Any]:
    """Return a state in parts for a table ``wide`` CSS pixels wide, as plain data (:meth:`Sheet.as_dict`).

    The other arguments are as for :func:`picture`; ``own`` is the seat whose board lies on the table, ``high`` the
    height of the window that the table should fill.

    Raises:
        OptionError: the game has no parts, or the width is out of bounds.
    """
    if game.parts is None:
        raise OptionError(f"{game.id}: this game has no pictures in parts")
    if not WIDTHS[0] <= wide <= WIDTHS[1]:
        raise OptionError(f"a table must be {WIDTHS[0]:g} to {WIDTHS[1]:g} pixels wide, got {wide:g}")
    marks = marks_of(game, state, options, seat, legal, last, scores)
    sheet = Sheet(wide, high, own, options.table_seats, marks)
    game.parts(state, options, seat, sheet)
    return sheet.as_dict()


def marks_of(
    game: Game,
    state: Any,
    options: GameOptions,
    seat: int | None,
    legal: Iterable[int],
    last: Move | None,
    scores: Iterable[int],
    theme: Theme = "auto",
) -> Marks:
    """Return what is marked for a seat, as :func:`picture` says."""
    over, mover = bool(state["done"]), int(state["current_seat"])
    moves: tuple[Move, ...] = ()
    if not over and seat in (None, mover):
        moves = tuple(move_of(game, state, options, action) for action in legal)
    return Marks(
        moves,
        last if last is None else as_heard(game, options, last, seat),
        "" if over else asked(game, state, options, seat),
        tuple(map(int, scores)) if over or seat is None else (),
        theme,
        game.names,
    )


def as_heard(game: Game, options: GameOptions, last: Move, seat: int | None) -> Move:
    """Return the last action as a seat may know it: with the seat that took it, and without its place if hidden."""
    name = game.name_of_seat(options, last.seat)
    if seat in (None, last.seat) or last.words == last.heard:
        return replace(last, words=f"{name}: {last.words}", taken=True)
    return Move(-1, last.seat, "", 0, f"{name}: {last.heard}", last.heard, taken=True)


# --- pixels --------------------------------------------------------------------------------------------------------


def _need(name: str) -> ModuleType:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return require(name, "draw", "a picture as pixels")


@functools.cache
def can_make_pixels() -> bool:
    """Return whether the extra ``draw`` is installed."""
    return all(importlib.util.find_spec(name) is not None for name in LIBRARIES)


@functools.cache
def _fonts() -> dict[str, Any]:
    """Return the fonts of the machine or, if it has none, the one that comes with pygame."""
    folders = (
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        Path.home() / ".fonts",
        Path.home() / ".local/share/fonts",
    )
    if not sys.platform.startswith("linux") or any(
        next(Path(one).rglob("*.[to]tf"), None) for one in folders
    ):
        return {}
    own = Path(_need("pygame").__file__ or "").parent / "freesansbold.ttf"
    return {"font_files": [str(own)], "sans_serif_family": "FreeSans", "skip_system_fonts": True}


def png(svg: str, width: int | None = None) -> bytes:
    """Convert an SVG to PNG, in its own size or ``width`` pixels wide.

    Raises:
        MissingExtraError: resvg is not installed.
    """
    return bytes(_need("resvg_py").svg_to_bytes(svg_string=str(svg), width=width, **_fonts()))


def pixels(svg: str) -> np.ndarray:
    """Convert an SVG to an RGB image ``(height, width, 3)`` uint8.

    Raises:
        MissingExtraError: the extra ``draw`` is not installed.
    """
    pygame = _need("pygame")
    surface = pygame.image.load(io.BytesIO(png(svg)), "picture.png")
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


# --- a window ------------------------------------------------------------------------------------------------------


def can_show() -> bool:
    """Return whether a window can be opened: the extra ``draw`` is installed and there is a display.

    On Linux there is a display if ``DISPLAY`` or ``WAYLAND_DISPLAY`` is set; on other systems there always is.
    ``SDL_VIDEODRIVER``, which pygame obeys, counts as a display too, except for ``dummy`` and ``offscreen``.
    """
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in ("dummy", "offscreen"):
        return False
    linux = sys.platform.startswith("linux")
    if linux and not (driver or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return can_make_pixels()


def render_modes(game: Game) -> list[RenderMode]:
    """Return the render modes of a game on this machine; images need pictures and the extra ``draw``."""
    images = can_make_pixels() and game.draw is not None
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or images]


def checked_render_mode(
    value: Any, allowed: Sequence[RenderMode], game: Game | None = None
) -> RenderMode | None:
    """Return an allowed mode or None; anything else raises :class:`RenderModeError`."""
    try:
        return one_of("render_mode", value, (None, *allowed))
    except OptionError as error:
        lacking = value == "rgb_array" and game is not None and game.draw is not None
        hint = f"; images need the extra draw: {install('draw')}" if lacking else ""
        raise RenderModeError(f"{error}{hint}") from None


class Window:
    """A window that shows pictures one after another and opens with the first one."""

    def __init__(self, title: str):
        self._title = title
        self._screen: Any = None

    def __reduce__(self):
        return Window, (self._title,)  # a copy of an environment opens a window of its own

    def show(self, svg: str) -> None:
        """Show a picture, scaled to the window; pending events are handled so that the window stays responsive."""
        pygame = _need("pygame")
        image = pygame.image.load(io.BytesIO(png(svg)), "picture.png")
        if self._screen is None:
            pygame.display.init()
            wide, high = pygame.display.get_desktop_sizes()[0]
            zoom = min(1.0, 0.9 * wide / image.get_width(), 0.85 * high / image.get_height())
            size = (int(image.get_width() * zoom), int(image.get_height() * zoom))
            self._screen = pygame.display.set_mode(size, pygame.RESIZABLE)
            pygame.display.set_caption(self._title)
        pygame.event.pump()
        room = self._screen.get_size()
        zoom = min(room[0] / image.get_width(), room[1] / image.get_height())
        size = (max(1, int(image.get_width() * zoom)), max(1, int(image.get_height() * zoom)))
        self._screen.fill((40, 40, 40))
        place = ((room[0] - size[0]) // 2, (room[1] - size[1]) // 2)
        self._screen.blit(pygame.transform.smoothscale(image, size), place)
        pygame.display.flip()

    def close(self) -> None:
        """Close the window, if it is open."""
        if self._screen is not None:
            _need("pygame").display.quit()
            self._screen = None
