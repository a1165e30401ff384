"""Damaged files of every kind are refused in words, and no function reads files of another kind."""

import ast
import inspect
import os
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import eurogym
from eurogym.agents.framework import guest_keeper
from eurogym.agents.framework.networks import manifest
from eurogym.cli.commands.games import new
from eurogym.design import shipped_figures
from eurogym.envs.castles_of_burgundy.declare import components as burgundy
from eurogym.envs.core import files, forms, lazily, registry
from eurogym.envs.core.compile import disk
from eurogym.envs.core.step import threads
from eurogym.envs.keyflower.declare import components as keyflower
from eurogym.envs.village.declare import components as village
from eurogym.envs.villagers.declare import components as villagers
from eurogym.measure import speed
from eurogym.measure.benchmark import benchmark
from eurogym.measure.games import kept
from eurogym.play import rulebook, template
from eurogym.testing import golden
from eurogym.text import arena, bench, bot_task
from eurogym.training.learn import pipeline, seeds, team
from tests.files.fuzz import fuzz
from tests.files.kinds import KINDS

ROOT = Path(eurogym.__file__).parent
# Functions that open a file, and take nothing from it that anybody else may have written.
OWN: dict[str, tuple[Any, ...]] = {
    "what the readers themselves are made of": (
        forms.read_text, forms.read_json, forms.read_json_lines, forms.read_bytes,
    ),
    "ships with the package, or with a game": (
        burgundy.table, keyflower.components, village.components, village.scenarios, villagers.components,
        registry.version_of, lazily.given_out, rulebook._pages, template.filled, bot_task.write_task,
        new.write_package, pipeline.load, benchmark.load_benchmark, speed.cpu_model,
        bench.load_benchmark, bench._all_positions, shipped_figures.shipped_figures,
    ),
    "a checksum or a comparison of it alone": (
        manifest.Shipped.open, manifest.ship, kept.sums_of, golden.check,
    ),
    "has just been written there, or is cut to what was read": (
        files.copy_file, arena._cut, seeds._run_apart, seeds.curve_of, team.Team._shared,
    ),
    "the kernel's own": (guest_keeper.descendants, threads._quota),
    "compiled code, in a folder that nobody else may write to, with a checksum": (disk.Store.find,),
}  # fmt: skip
READERS = {"read_json", "read_json_lines", "read_text", "read_bytes", "read_arrays", "read_state"}
METHODS = set("read_text read_bytes ZipFile TarFile DictReader memmap fromfile genfromtxt loadtxt".split())
MODULES = {"json", "pickle", "np", "numpy", "torch", "tomllib", "marshal", "yaml"}
MODES = set("rwxabt+")


def place(function: Any) -> tuple[str, str]:
    """Module and name of a function."""
    function = inspect.unwrap(function)
    return function.__module__, function.__qualname__


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package, through links."""
    for folder, _, names in os.walk(ROOT, followlinks=True):
        for name in names:
            path = Path(folder, name)
            if path.suffix == ".py":
                inside = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(("eurogym", *(part for part in inside if part != "__init__"))), path


def opens(call: ast.Call) -> bool:
    """Whether a call reads a file: an opening to write alone is none."""
    function, words = call.func, [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [one.value for one in words if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    modes = [mode for mode in modes if mode and set(mode) <= MODES]
    writes = any(not set(mode) & set("r+") for mode in modes)
    if isinstance(function, ast.Name):
        return function.id in READERS or (function.id == "open" and not writes)
    if not isinstance(function, ast.Attribute):
        return False
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    if function.attr == "load":
        return owner in MODULES
    if function.attr == "open":
        keywords = {word.arg for word in call.keywords}
        plain = not call.args and keywords <= {"encoding", "newline", "errors"} and keywords
        return owner != "os" and not writes and bool(modes or plain)
    return function.attr in METHODS and not writes


@cache
def readers() -> dict[tuple[str, str], set[str]]:
    """Functions of the package that read files, with what they call, but for copies by way of JSON."""
    found: dict[tuple[str, str], set[str]] = {}
    opening = re.compile(rf"\b({'|'.join(READERS | METHODS)}|open|load)\(")
    for module, path in modules():
        text = path.read_text(encoding="utf-8")
        for name, function in functions(ast.parse(text)) if opening.search(text) else ():
            calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
            if any(opens(call) for call in calls):
                told = [call for call in calls if not ast.unparse(call).startswith("json.loads(json.dumps(")]
                found[module, name] = {ast.unparse(call.func) for call in told}
    return found


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Functions and methods with their names; what stands outside of them as one of its own."""
    rest = ast.Module([], [])
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                name = getattr(inner, "name", "(class)")
                yield f"{node.name}.{name}", inner
        else:
            rest.body.append(node)
    yield "(module)", rest


def test_every_function_that_reads_a_file_is_in_the_table_of_kinds():
    """A new one belongs into `kinds.py` with a sound file, or into OWN if it takes nothing from elsewhere."""
    found = set(readers())
    damaged = {place(one) for kind in KINDS.values() for one in kind.readers}
    trusted = {place(one) for functions in OWN.values() for one in functions}
    assert found - damaged - trusted == set(), "read files that nobody damages"
    assert (damaged | trusted) - found == set(), "stand in a table, but read no file"
    assert not damaged & trusted


def test_what_comes_from_elsewhere_is_taken_through_forms_alone():
    calls = readers()
    for kind in KINDS.values():
        for one in kind.readers:
            raw = calls[place(one)] & set(
                "json.loads json.load pickle.loads pickle.load np.load eval".split()
            )
            assert not raw, f"{place(one)} calls {raw}"


def test_a_new_reader_would_be_noticed():
    """Given functions that open files in many ways; then each is found, and those that write are not."""
    reading = """
    def a(path): return open(path)
    def b(path): return json.load(path.open(encoding="utf-8"))
    def c(path): return np.load(path)
    def d(path): return read_json(path, FORM)
    def e(path): return path.read_text().splitlines()
    def f(path): return list(csv.DictReader(path))
    def g(path): return open(path, "r+b")
    """
    writing = """
    def a(path): open(path, "w")
    def b(path): path.open("ab")
    def c(path): os.open(path, 0)
    """
    for text, wanted in ((reading, True), (writing, False)):
        for name, function in functions(ast.parse(textwrap.dedent(text))):
            if name != "(module)":
                found = any(opens(node) for node in ast.walk(function) if isinstance(node, ast.Call))
                assert found == wanted, name


@pytest.mark.usefixtures("toy_is_declared")
@pytest.mark.parametrize(
    ("seed", "share"), [(1, 0.5), *(pytest.param(n, 10, marks=pytest.mark.slow) for n in (2, 3))]
)
@pytest.mark.parametrize("name", KINDS)
def test_damaged_files_are_refused_in_words_or_read(name, seed, share, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    counts, _ = fuzz(KINDS[name], tmp_path / "files", max(2, int(share * KINDS[name].tries)), seed)
    assert set(counts) <= {"read", "refused"}, counts
