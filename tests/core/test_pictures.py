"""The drawing room: fitted text, marks, pixels, and what is said where something is missing."""

import copy
import os
import pickle
import sys

import pytest

from eurogym import villagers_v0
from eurogym.envs.core.draw import pictures
from eurogym.envs.core.draw.drawing import Canvas, Marks, Move, best_scale, fitted, width_of, wrapped
from eurogym.envs.core.errors import MissingExtraError, OptionError, RenderModeError, StateError
from tests import toy


def move(number, words="do it"):
    return Move(number, 0, "things", number, words, words)


def started(**arguments):
    env = villagers_v0.env(num_players=2, **arguments)
    env.reset(seed=3)
    return env


def test_text_is_made_smaller_and_then_cut_and_boxes_fill_a_room():
    assert fitted("cooper", 12, 200) == ("cooper", 12)
    text, size = fitted("a rather long text", 12, 100)
    assert text == "a rather long text" and size < 12 and width_of(text, size) == pytest.approx(100)
    text, size = fitted("a rather long text", 12, 50)
    assert text.endswith("...") and width_of(text, size) <= 50
    assert wrapped("one two three", 10, width_of("one two", 10), 3) == ["one two", "three"]
    assert wrapped("one two three", 10, 1, 2) == ["one", "two three"]
    assert best_scale(1, 10, 10, 100, 100) == (1.0, 1) and best_scale(7, 10, 10, 40, 20) == (1.0, 4)
    scale, columns = best_scale(20, 10, 10, 40, 20)
    assert columns * 10 * scale <= 40 and -(-20 // columns) * 10 * scale <= 20


def test_areas_carry_their_actions_and_the_rest_gets_buttons():
    marks = Marks(legal=(move(3), move(4, 'end <it> & "c"')), last=move(5))
    canvas = Canvas((200, 100), {}, marks, lambda one: [("box", one.id)] if one.id != 4 else ())
    with canvas.area([("box", 3), ("box", 5)], "a box", (1, 2, 3, 4)):
        canvas.rect(1, 2, 3, 4, "card")
    svg = canvas.finish("test")
    assert 'data-action="3"' in svg and 'data-action="4"' in svg and 'data-action="5"' not in svg
    assert 'class="may"' in svg and 'class="last"' in svg and "end &lt;it&gt; &amp; &quot;c&quot;" in svg
    assert svg.count("<g") == svg.count("</g>")


def test_notebooks_show_environments_and_games():
    env = started()
    assert env._repr_svg_().startswith("<svg") and env.unwrapped.draw()._repr_svg_() == env._repr_svg_()
    assert villagers_v0.raw_env(num_players=2)._repr_svg_() is None
    with pytest.raises(StateError, match="reset"):
        villagers_v0.raw_env(num_players=2).draw()
    solo = villagers_v0.gym_env(num_players=1)
    solo.reset(seed=1)
    assert solo._repr_svg_().startswith("<svg")
    with pytest.raises(OptionError, match="theme='blue'.*'dark'"):
        env.unwrapped.draw(theme="blue")


def test_games_without_pictures_say_so():
    with pytest.raises(OptionError, match="no pictures"):
        toy.batch(num_players=2).draw(0)
    env = toy.env(num_players=2)
    env.reset(seed=0)
    assert env._repr_svg_() is None


def test_copies_know_the_last_action():
    env = started(render_mode="human")
    env.step(env.unwrapped.legal_actions()[0])
    shown = env.unwrapped.draw()
    assert "last: player 1: draft " in shown
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone()):
        assert copied.unwrapped.draw() == shown
    env.set_state(env.unwrapped.get_state())
    assert "last:" not in env.unwrapped.draw()


def test_pictures_are_saved(tmp_path):
    picture = started().unwrapped.draw()
    picture.save(tmp_path / "one.svg")
    assert (tmp_path / "one.svg").read_text(encoding="utf-8") == picture
    with pytest.raises(OptionError, match="gif"):
        picture.save(tmp_path / "one.gif")
    pytest.importorskip("resvg_py")
    picture.save(tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def without_extra(monkeypatch):
    """As if the extra `draw` were not installed."""
    monkeypatch.setattr(pictures, "can_make_pixels", lambda: False)
    for name in pictures.LIBRARIES:
        monkeypatch.setitem(sys.modules, name, None)


def test_without_the_extra_images_are_refused_in_words(monkeypatch):
    without_extra(monkeypatch)
    env = started()
    assert "rgb_array" not in env.metadata["render_modes"]
    with pytest.raises(RenderModeError, match=r"\.\[draw\]"):
        started(render_mode="rgb_array")
    with pytest.raises(MissingExtraError, match=r"resvg_py.*\.\[draw\]"):
        pictures.png(env.unwrapped.draw())


@pytest.mark.parametrize(
    ("variables", "extra", "expected"),
    [
        ({}, True, False),
        ({"DISPLAY": ":0"}, True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, True),
        ({"DISPLAY": ":0", "SDL_VIDEODRIVER": "dummy"}, True, False),
        ({"DISPLAY": ":0"}, False, False),
    ],
)
def test_a_window_needs_a_display_and_the_extra(monkeypatch, variables, extra, expected):
    monkeypatch.setattr(os, "environ", variables)
    monkeypatch.setattr(pictures.sys, "platform", "linux")
    monkeypatch.setattr(pictures, "can_make_pixels", lambda: extra)
    assert pictures.can_show() is expected


def test_without_a_display_people_get_text(monkeypatch, capsys):
    monkeypatch.setattr("eurogym.envs.core.faces.aec.can_show", lambda: False)
    assert started(render_mode="human").render() is None
    assert "Road:" in capsys.readouterr().out


def test_a_window_shows_pictures(monkeypatch, capsys):
    """On SDL's display that shows nothing, the window has the pixels of the picture."""
    pytest.importorskip("resvg_py")
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("eurogym.envs.core.faces.aec.can_show", lambda: True)
    env = started(render_mode="human")
    assert env.render() is None and capsys.readouterr().out == ""
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert len({tuple(colour) for colour in shown[::7, ::7].reshape(-1, 3).tolist()}) > 10
    env.step(env.unwrapped.legal_actions()[0])
    env.render()
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) != shown).any()
    assert copy.deepcopy(env).render() is None
    env.close()
    assert not pygame.display.get_init()
