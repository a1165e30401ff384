"""Your own bots: named by a spec such as `my_bot.py:MyBot:depth=3` or passed as objects, and checked.

A bot needs one method, `act(batch, games)`, which returns one legal action (an integer) for each game index in `games`.
It may have `reset(seed)` and `name`. Errors name the bot and say what it does wrong.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import os
import re
import sys
import traceback
import types
import typing
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.registry import AgentEntry, AgentError
from eurogym.envs.core.errors import EurogymError

FORM = "FILE.py:CLASS or MODULE:CLASS"
PLAYER = AgentEntry(  # of networks of one's own
    "", "eurogym.agents.framework.networks.module:ModuleAgent", "a torch module with its weights"
)
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_IN_A_FILE = re.compile(rf"(?P<place>.+\.py)(?::(?P<what>{_NAME}))?(?::(?P<values>.*))?")
_IN_A_MODULE = re.compile(rf"(?P<place>{_NAME}):(?P<what>{_NAME})(?::(?P<values>.*))?")
_BY_NAME = {kind.__name__: kind for kind in (bool, int, float, str)}
_TRUTHS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


class OwnBot:
    """A wrapper that turns a bot into an agent: it has a name, can be reset with a seed, and its answers are checked.

    Attributes:
        bot: the bot itself; attributes that this class does not have are those of the bot.
        name: the bot's `name` if it has one, else its label, such as the spec.
    """

    def __init__(self, bot: Any, label: str):
        self.bot = bot
        own = getattr(bot, "name", None)
        self.name = own if isinstance(own, str) and own else label

    @property
    def needs_observations(self) -> bool:
        """Whether the bot reads `batch.observations`; True unless it says otherwise."""
        return bool(getattr(self.bot, "needs_observations", True))

    def reset(self, seed: int) -> None:
        """Pass the seed to the bot, if it has `reset`."""
        if hasattr(self.bot, "reset"):
            self._call("reset", int(seed))

    def prepare(self, batch: Any) -> None:
        """Let the bot prepare for a table, if it has `prepare`."""
        if hasattr(self.bot, "prepare"):
            self._call("prepare", batch)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (int64) for each game index; raise AgentError for any other answer of the bot."""
        games = np.asarray(games, np.int64)
        if not len(games):
            return np.zeros(0, np.int64)
        return checked_actions(self.name, self._call("act", batch, games), batch, games)

    def _call(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.bot, method)(*arguments)
        except EurogymError:
            raise
        except (Exception, SystemExit) as error:
            raise AgentError(f"agent {self.name!r} failed in {method}: {in_words(error)}") from error

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "bot" or attribute.startswith("__"):  # may not exist yet while the object is copied
            raise AttributeError(attribute)
        return getattr(self.bot, attribute)

    def __repr__(self) -> str:
        return f"<agent {self.name}>"


def checked_actions(name: str, answer: Any, batch: Any, games: np.ndarray) -> np.ndarray:
    """Return an agent's answer as int64 (n,); raise AgentError unless it is one legal action for each of `games`."""
    try:
        actions = np.asarray(answer)
    except (ValueError, TypeError):
        actions = np.array(None)
    if actions.dtype.kind not in "iu" or actions.shape != games.shape:
        plain = answer is None or isinstance(answer, (str, bytes)) or actions.dtype.kind == "O"
        got = type(answer).__name__ if plain else f"{actions.dtype} of shape {actions.shape}"
        raise AgentError(
            f"agent {name!r}: act must return one integer for each of the {len(games)} games it is asked about, "
            f"got {got}"
        )
    inside = (actions >= 0) & (actions < batch.num_actions)
    legal = inside & batch.action_masks[games, np.where(inside, actions, 0).astype(np.int64)]
    bad = np.flatnonzero(~legal)
    if len(bad):
        game, action = int(games[bad[0]]), int(actions[bad[0]])
        more = f" (and {len(bad) - 1} more games)" if len(bad) > 1 else ""
        raise AgentError(f"agent {name!r}, game {game}{more}: {batch.explain_illegal(game, action)}")
    return actions.astype(np.int64)


def seated(thing: Any, label: str = "") -> Any:
    """Return an object as an agent: agents of this package as they are, others checked and wrapped.

    Raise AgentError for a class in place of an instance, and for an object without a suitable `act`.
    """
    if isinstance(thing, OwnBot):
        return thing
    if inspect.isclass(thing):
        raise AgentError(f"{thing.__name__} is a class; pass an instance of it: {thing.__name__}()")
    kind = type(thing)
    if not callable(getattr(thing, "act", None)):
        raise AgentError(
            f"an agent is given as a string such as 'mc:sims=200' or {FORM}, or as an object with a method "
            f"act(batch, games), not as {thing!r}"
            if not label and isinstance(thing, (int, float, bytes, list, tuple, dict, type(None)))
            else f"{label or kind.__name__} has no method act(batch, games), which every agent needs"
        )
    if kind.__module__.partition(".")[0] == "eurogym":
        return thing
    for method, arguments in (("act", ("batch", "games")), ("reset", ("seed",))):
        if hasattr(thing, method):
            _check_call(getattr(thing, method), f"{method}({', '.join(arguments)})", label or kind.__name__)
    return OwnBot(thing, label or kind.__name__)


def _check_call(method: Any, form: str, label: str) -> None:
    if not callable(method):
        raise AgentError(f"{label}: {form.partition('(')[0]} is not a method; agents have {form}")
    name, _, arguments = form.removesuffix(")").partition("(")
    try:
        signature = inspect.signature(method)
        signature.bind(*arguments.split(", "))
    except ValueError:  # not written in Python
        return
    except TypeError:
        raise AgentError(f"{label}: {name}{signature} cannot be called as {form}") from None


# --- bots by name ------------------------------------------------------------------------------------------------


def is_own(spec: str) -> bool:
    """Return whether a spec has the form of an own bot; registered names take precedence."""
    return bool(_IN_A_FILE.fullmatch(spec) or _IN_A_MODULE.fullmatch(spec))


def make_own(spec: str, parameters: dict[str, Any], known: tuple[str, ...] = ()) -> OwnBot:
    """Make the bot of a spec; `parameters` override those in the spec.

    `known` are registered names, for a hint if the spec is a misspelt one. Raise AgentError if the bot cannot be made.
    """
    thing, tail = _named(spec, known)
    values = spec_values(spec, tail) | parameters
    if _is_module(thing):
        return OwnBot(_network_player(thing, spec, values), spec)
    return seated(_made(thing, spec, values), spec)


def named(spec: str, kind: str) -> Any:
    """Return what FILE.py:NAME or MODULE:NAME stands for; `kind` says in messages what it is to be.

    Raise AgentError if there is no such thing, or if its file cannot be imported.
    """
    if not is_own(spec):
        raise AgentError(f"{kind} {spec!r} is not of the form FILE.py:NAME or MODULE:NAME")
    try:
        return _named(spec, ())[0]
    except AgentError as error:
        said = str(error).removeprefix("agent ").partition("; no class in it has act")[0]
        raise AgentError(f"{kind} {said}") from error.__cause__


def _named(spec: str, known: tuple[str, ...]) -> tuple[Any, str]:
    """Return what a spec names, and the rest of the spec."""
    found = _IN_A_FILE.fullmatch(spec) or _IN_A_MODULE.fullmatch(spec)
    place, what = found["place"], found["what"]
    module = _file(place, spec) if place.endswith(".py") else _module(place, spec, known)
    if what is None:
        bots = _bots_of(module)
        there = f"; it has: {', '.join(bots)}" if bots else ""
        raise AgentError(f"agent {spec!r}: name the class as well, {place}:CLASS{there}")
    return _attribute(module, what, place, spec), found["values"] or ""


def _is_module(thing: Any) -> bool:
    """Return whether it is a class of torch modules that is no agent by itself."""
    torch = sys.modules.get("torch")
    return (
        bool(torch)
        and inspect.isclass(thing)
        and issubclass(thing, torch.nn.Module)
        and not hasattr(thing, "act")
    )


def _network_player(thing: Any, spec: str, values: dict[str, Any]) -> Any:
    """Return the agent that plays a network of one's own with the weights that the spec names."""
    if set(values) != {"weights"}:
        raise AgentError(
            f"agent {spec!r}: a network needs the file of its weights and nothing else: ...:weights=FILE"
        )
    found = _IN_A_FILE.fullmatch(spec) or _IN_A_MODULE.fullmatch(spec)

    def observation(said: str) -> Any:
        file, _, what = said.rpartition(":")
        if Path(file).name != Path(found["place"]).name:  # only the file that the user has named is run
            raise AgentError(
                f"agent {spec!r}: the network sees {said}, which must be in the same file as its class"
            )
        return named(f"{found['place']}:{what}", "observation")

    return PLAYER.load()(spec, thing, str(values["weights"]), observation)


def spec_values(spec: str, tail: str) -> dict[str, str]:
    """Return `key=value,key=value` as a dictionary of strings."""
    values = {}
    for part in filter(None, tail.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise AgentError(f"agent {spec!r}: {part!r} is not of the form parameter=value")
        values[key.strip()] = value.strip()
    return values


def in_words(error: BaseException) -> str:
    """Describe an error of somebody else's code: its type, its message, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = "" if isinstance(error, SyntaxError) or not frames else (
        f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
    )  # fmt: skip
    said = str(error)
    return f"{type(error).__name__}{': ' if said else ''}{said}{where}"


def _look_in(folder: str) -> None:
    """Make the modules of a folder importable, before others of the same name, as `python FILE` and `python -m` do."""
    if folder not in sys.path and not ("" in sys.path and folder == os.getcwd()):
        sys.path.insert(0, folder)
    importlib.invalidate_caches()


def module_files(spec: str) -> list[Path]:
    """Return a list with the file of the module that MODULE:CLASS names, [] if there is none or for FILE.py:CLASS."""
    named = None if _IN_A_FILE.fullmatch(spec) else _IN_A_MODULE.fullmatch(spec)
    if named is None:
        return []
    _look_in(os.getcwd())
    with suppress(Exception):  # the packages around it are imported, and may raise anything
        found = importlib.util.find_spec(named["place"])
        if found is not None and found.origin and found.has_location:
            return [Path(found.origin)]
    return []


def _module(name: str, spec: str, known: tuple[str, ...]) -> types.ModuleType:
    _look_in(os.getcwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean the agent {close[0]!r}?" if close else f"; {spec.partition(':')[0]}.py?"
            hint = hint if close or Path(f"{name}.py").is_file() else ""
            raise AgentError(
                f"agent {spec!r}: there is no module {error.name!r} in this folder or on Python's path{hint}"
            ) from None
        raise AgentError(f"agent {spec!r}: {name} cannot be imported: {in_words(error)}") from error
    except (Exception, SystemExit) as error:
        raise AgentError(f"agent {spec!r}: {name} cannot be imported: {in_words(error)}") from error


_FILES: dict[
    tuple[Path, int, int], types.ModuleType
] = {}  # by path, time and size: a changed file is read again


def _file(place: str, spec: str) -> types.ModuleType:
    path = Path(place).expanduser().resolve()
    try:
        facts = path.stat()
    except OSError:
        facts = None
    if facts is None or not path.is_file():
        raise AgentError(f"agent {spec!r}: there is no file {place}")
    key = (path, facts.st_mtime_ns, facts.st_size)
    if key not in _FILES:
        name = f"eurogym_bot_{zlib.crc32(str(path).encode(errors='replace')):08x}"
        _look_in(str(path.parent))
        found = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module  # dataclasses and pickles look there
        try:
            found.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise AgentError(f"agent {spec!r}: {place} cannot be imported: {in_words(error)}") from error
        _FILES[key] = module
    return _FILES[key]


def _bots_of(module: types.ModuleType) -> list[str]:
    """Return the names of the classes with `act` that a module defines."""
    return [
        name
        for name, thing in vars(module).items()
        if inspect.isclass(thing) and thing.__module__ == module.__name__ and hasattr(thing, "act")
    ]


def _attribute(module: types.ModuleType, what: str, place: str, spec: str) -> Any:
    thing: Any = module
    for part in what.split("."):
        if not hasattr(thing, part):
            bots = _bots_of(module)
            there = f"; bots in it: {', '.join(bots)}" if bots else "; no class in it has act(batch, games)"
            raise AgentError(f"agent {spec!r}: there is no {what!r} in {place}{there}")
        thing = getattr(thing, part)
    return thing


# --- bots with parameters ----------------------------------------------------------------------------------------


def _made(thing: Any, spec: str, values: dict[str, Any]) -> Any:
    """Return an instance of a class (or the result of a function) with parameters; an object is returned as it is."""
    if not inspect.isclass(thing) and (hasattr(thing, "act") or not callable(thing)):
        if values:
            raise AgentError(f"agent {spec!r}: an object takes no parameters; name its class")
        return thing
    if inspect.isclass(thing) and not hasattr(thing, "act"):
        raise AgentError(
            f"agent {spec!r}: {thing.__name__} has no method act(batch, games), which every agent needs"
        )
    given = _arguments(thing, spec, values)
    try:
        return thing(**given)
    except EurogymError:
        raise
    except Exception as error:
        raise AgentError(
            f"agent {spec!r}: {thing.__name__} could not be created: {in_words(error)}"
        ) from error


def _arguments(thing: Callable, spec: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a spec as keyword arguments of `thing`, converted by annotation or default."""
    declared = _signature(thing).parameters
    named = {
        name: one
        for name, one in declared.items()
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }
    anything = any(one.kind is one.VAR_KEYWORD for one in declared.values())
    given = {}
    for key, value in values.items():
        if key not in named and not anything:
            raise AgentError(
                f"agent {spec!r} has no parameter {key!r}; its parameters: {', '.join(named) or 'none'}"
            )
        given[key] = _converted(named[key], value, spec) if key in named else value
    if _is_agent_class(thing) and "name" in named:
        given.setdefault("name", spec)
    missing = [name for name, one in named.items() if one.default is one.empty and name not in given]
    if missing:
        raise AgentError(f"agent {spec!r} needs a value for {', '.join(missing)}: ...:{missing[0]}=VALUE")
    return given


def _is_agent_class(thing: Any) -> bool:
    """Return whether it is a subclass of this package's base class, whose constructor takes the agent's name."""
    base = sys.modules.get("eurogym.agents.framework.base")
    return base is not None and inspect.isclass(thing) and issubclass(thing, base.Agent)


def _signature(thing: Callable) -> inspect.Signature:
    for resolve in (True, False):  # annotations may name what is not there at run time
        with suppress(Exception):
            return inspect.signature(thing, eval_str=resolve)
    return inspect.Signature()


def _converted(parameter: inspect.Parameter, value: Any, spec: str) -> Any:
    """Convert a text to the annotated type of its parameter or to that of its default, if it has either."""
    if not isinstance(value, str):
        return value
    options = typing.get_args(parameter.annotation) or (parameter.annotation,)
    kinds = [_BY_NAME.get(one, one) if isinstance(one, str) else one for one in options]
    if value.lower() == "none" and (type(None) in kinds or parameter.default is None):
        return None
    kind = next((one for one in kinds if one in _BY_NAME.values()), None)
    if (
        kind is None
        and parameter.annotation is parameter.empty
        and type(parameter.default) in _BY_NAME.values()
    ):
        kind = type(parameter.default)
    try:
        if kind is bool:
            return _TRUTHS[value.lower()]
        return value if kind is None else kind(value)
    except (ValueError, KeyError):
        raise AgentError(
            f"agent {spec!r}: parameter {parameter.name}={value!r} is not of type {kind.__name__}"
        ) from None
