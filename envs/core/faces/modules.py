"""The modules ``eurogym.NAME_v0`` of games of other packages, made when they are imported."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from types import ModuleType

from eurogym.envs.core import registry


class Modules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """A finder of ``eurogym.NAME_v0``, which makes the public functions of each game."""

    def find_spec(self, fullname: str, path: object = None, target: object = None):
        name = next((one.name for one in registry.brought() if one.faces == fullname), None)
        return None if name is None else importlib.machinery.ModuleSpec(fullname, self, origin=name)

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module; raise OptionError if the game cannot be used."""
        from eurogym.envs.core.faces.functions import make_faces

        assert module.__spec__ is not None
        known = registry.entry(str(module.__spec__.origin))
        game = registry.sound(known)
        faces = make_faces(game, module.__name__)._asdict()
        vars(module).update(faces, GAME=game, __doc__=f"{game.title}, version {known.version}.")


def provide() -> None:
    """Let Python find these modules."""
    sys.meta_path.append(Modules())
