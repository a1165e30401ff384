"""Mutants: the kernels of a game changed in one place at a time, and whether the tests notice.

``python -m tests.mutate GAME`` draws places of the game's rules (comparisons, constants, signs, connectives, dropped
lines), first ``--each`` of every room in :data:`ROOMS`, and asks for each mutant the tests that should notice:

1. without compiler, in a process of its own, the rule tests that pass through the changed line (found by one run
   with coverage), the quickest first, until one fails;
2. what survives that is written into a copy of the tree, compiled, and given to the tests of the README's test command
   that are about the game: its own and the conformance tests.

A mutant that hangs counts as caught. Survivors are printed as differences; what is known to be equivalent is said in
``docs/results/robustness.md``.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.playing import shipped_games

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("determinize", "observation", "legality", "scoring")  # at least so many mutants of each come first
LEFT_OUT = "check"  # states from outside have their own sweep: tests/conformance/fuzz.py
SHORT = 150  # tests asked uncompiled
PATIENCE = 120  # seconds of the uncompiled tests of a mutant
LONG_PATIENCE = 1500  # of the compiled ones

COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>"}
SWAPPED = {"min": "max", "max": "min"}


@dataclass
class Mutant:
    """One change: what stands from `start` to `end` (offsets in the file) becomes `text`."""

    path: str  # of the file, in the repository
    function: str
    line: int
    kind: str
    start: int
    end: int
    text: str
    outcome: str = ""  # "uncompiled", "compiled", "hangs", "survived"
    seconds: float = 0.0
    test: str = ""  # that noticed
    difference: list[str] = field(default_factory=list)

    def source(self) -> str:
        """The file with the change."""
        whole = (ROOT / self.path).read_text(encoding="utf-8")
        return whole[: self.start] + self.text + whole[self.end :]

    def show(self) -> list[str]:
        """The lines that differ."""
        before = (ROOT / self.path).read_text(encoding="utf-8").splitlines()
        lines = difflib.unified_diff(before, self.source().splitlines(), lineterm="", n=0)
        return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


# --- places to change --------------------------------------------------------------------------------------------


class Places(ast.NodeVisitor):
    """The changes that a kernel offers."""

    def __init__(self, path: str, source: str, function: ast.FunctionDef) -> None:
        self.path, self.source, self.function = path, source, function.name
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        body = (
            function.body[1:] if isinstance(function.body[0], ast.Expr) else function.body
        )  # the docstring stays
        for statement in body:
            self.visit(statement)

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Offsets of a node; sources are ASCII or nearly so, columns count bytes."""
        first = self.starts[node.lineno - 1] + self.columns(node.lineno, node.col_offset)
        last = self.starts[node.end_lineno - 1] + self.columns(node.end_lineno, node.end_col_offset)
        return first, last

    def columns(self, line: int, octets: int) -> int:
        text = self.source[self.starts[line - 1] : self.starts[line]]
        return len(text.encode()[:octets].decode())

    def offer(self, kind: str, node: ast.AST, start: int, end: int, text: str) -> None:
        self.found.append(Mutant(self.path, self.function, node.lineno, kind, start, end, text))

    def between(self, kind: str, node: ast.AST, left: ast.AST, right: ast.AST, old: str, new: str) -> None:
        """Replace the operator between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.source[start:end]
        if gap.count(old) == 1:
            self.offer(kind, node, start, end, gap.replace(old, new))

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        names = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "!=": "==", "==": "!="}
        for place, operator in enumerate(node.ops):
            new = COMPARED.get(type(operator))
            if new:
                self.between("comparison", node, operands[place], operands[place + 1], names[new], new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        new = SIGNS.get(type(node.op))
        old = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.LShift: "<<"}
        if new:
            self.between("sign", node, node.left, node.right, old[type(node.op)], new)
        if isinstance(node.op, ast.Add | ast.Sub):  # the second part is forgotten
            start, end = self.span(node.left)[1], self.span(node.right)[1]
            if self.source[start:end].count("(") == self.source[start:end].count(")"):
                self.offer("dropped part", node, start, end, "")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        if len(node.values) == 2:
            self.between("connective", node, node.values[0], node.values[1], f"{old} ", f"{new} ")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self.span(node)[0], self.span(node.operand)[0]
            self.offer("not", node, start, end, self.source[start:end].replace("not ", "", 1))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self.span(node)
        if isinstance(node.value, bool):
            self.offer("truth", node, start, end, str(not node.value))
        elif isinstance(node.value, int):
            self.offer("constant", node, start, end, str(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            start, end = self.span(node.func)
            self.offer("extreme", node, start, end, SWAPPED[node.func.id])
        self.generic_visit(node)

    def dropped(self, node: ast.stmt) -> None:
        start, end = self.span(node)
        self.offer("dropped line", node, start, end, "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        self.dropped(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Attribute | ast.Subscript):
            self.dropped(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.dropped(node)
        if isinstance(node.op, ast.Add | ast.Sub):
            old, new = ("+=", "-=") if isinstance(node.op, ast.Add) else ("-=", "+=")
            self.between("sign", node, node.target, node.value, old, new)
        self.generic_visit(node)


def is_kernel(node: ast.AST) -> bool:
    """A function under ``@kernel``."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Name) and one.id == "kernel" for one in node.decorator_list
    )


def mutants_of(game: str) -> list[Mutant]:
    """All changes of a game's kernels that can be compiled."""
    found = []
    for path in sorted((ROOT / "envs" / game).glob("*.py")):
        if path.stem.startswith(LEFT_OUT):
            continue
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if is_kernel(node):
                found += Places(path.relative_to(ROOT).as_posix(), source, node).found
    return found


def chosen(game: str, count: int, each: int, seed: int, only: str) -> list[Mutant]:
    """`count` mutants: `each` of every room first, of the others by chance; no two on one line."""
    rng = np.random.default_rng([seed, *game.encode()])
    everything = [one for one in mutants_of(game) if not only or Path(one.path).stem.startswith(only)]
    order = [everything[i] for i in rng.permutation(len(everything))]
    picked: list[Mutant] = []
    lines: set[tuple[str, int]] = set()

    def pick(one: Mutant) -> None:
        if (one.path, one.line) not in lines:
            lines.add((one.path, one.line))
            picked.append(one)

    for room in ROOMS:
        for one in [one for one in order if Path(one.path).stem == room][:each]:
            pick(one)
    for one in order:
        if len(picked) < count:
            pick(one)
    return picked


# --- without compiler --------------------------------------------------------------------------------------------


def short_tests(game: str) -> list[str]:
    """Tests that are quick without compiler."""
    return sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / game).glob("test_rules_*.py")
    )


def lines_of_tests(game: str) -> dict[str, dict[str, list[str]]]:
    """Which short tests pass through each line of the game, the quickest first: ``{path: {line: [test, ...]}}``."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "lines.json"
        command = ["-m", "tests.mutate", game, "--listen", str(answer)]
        status, words = run(command, ROOT, 3600, NUMBA_DISABLE_JIT="1")
        if status != 0:
            raise RuntimeError(f"the tests fail without any change\n{words}")
        return json.loads(answer.read_text(encoding="utf-8"))


class Listener:
    """A plugin of pytest: which test runs through which lines of the game, and how long it takes."""

    def __init__(self, coverage: Any) -> None:
        self.coverage, self.seconds = coverage, {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


def listen(game: str, answer: str) -> int:
    """Run the short tests, and write which of them pass through each line: ``{path: {line: [test, ...]}}``."""
    import coverage
    import pytest

    trace = coverage.Coverage(data_file=None, include=[str(ROOT / "envs" / game / "*")])
    listener = Listener(trace)
    trace.start()
    status = pytest.main(["-n", "0", "-q", "-p", "no:cacheprovider", *short_tests(game)], plugins=[listener])
    trace.stop()
    data, lines = trace.get_data(), {}
    for path in data.measured_files():
        name = Path(path).relative_to(ROOT).as_posix()
        lines[name] = {
            line: sorted((test for test in tests if test), key=lambda test: listener.seconds.get(test, 0.0))
            for line, tests in data.contexts_by_lineno(path).items()
        }
    Path(answer).write_text(json.dumps(lines), encoding="utf-8")
    return int(status)


def run(command: list[str], cwd: Path, patience: float, **environment: str) -> tuple[int | None, str]:
    """Exit status (None: it took too long) and the end of what it printed."""
    try:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=cwd,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout[-20_000:]


def changed_code(mutant: Mutant) -> Any:
    """The code of the changed function."""
    for node in ast.parse(mutant.source()).body:
        if isinstance(node, ast.FunctionDef) and node.name == mutant.function:
            node.decorator_list = []
            names: dict[str, Any] = {}
            exec(compile(ast.Module([node], []), str(ROOT / mutant.path), "exec"), names)
            return names[mutant.function].__code__
    raise ValueError(f"{mutant.path} has no function {mutant.function}")


def infect(mutant: Mutant) -> None:
    """Change the function where it is: whoever imported it sees the change."""
    import importlib

    module = importlib.import_module("eurogym." + mutant.path.removesuffix(".py").replace("/", "."))
    getattr(module, mutant.function).__code__ = changed_code(mutant)


def ask_uncompiled(mutant: Mutant, lines: dict[str, dict[str, list[str]]]) -> bool:
    """Does a short test notice?"""
    tests = lines.get(mutant.path, {}).get(str(mutant.line), [])[:SHORT]
    if not tests:
        return False
    with tempfile.TemporaryDirectory() as folder:
        order = Path(folder) / "order"
        order.write_text(json.dumps([asdict(mutant), tests]), encoding="utf-8")
        status, words = run(
            ["-m", "tests.mutate", "--inside", str(order)], ROOT, PATIENCE, NUMBA_DISABLE_JIT="1"
        )
    return note(mutant, status, words, "uncompiled")


def note(mutant: Mutant, status: int | None, words: str, outcome: str) -> bool:
    """Write down what came of it; was it noticed?"""
    if status == 0:
        return False
    failed = [
        line.split(" - ")[0].split(" ", 1)[1]
        for line in words.splitlines()
        if line.startswith(("FAILED", "ERROR "))
    ]
    if status is not None and not failed:
        raise RuntimeError(f"{mutant.path}:{mutant.line}: the tests did not run\n{words[-3000:]}")
    mutant.outcome = "hangs" if status is None else outcome
    mutant.test = failed[0] if failed else ""
    return True


def inside(order: str) -> int:
    """In a process of its own: change the function, then run the tests."""
    import pytest

    mutant, tests = json.loads(Path(order).read_text(encoding="utf-8"))
    infect(Mutant(**mutant))
    return int(pytest.main(["-n", "0", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *tests]))


# --- compiled ----------------------------------------------------------------------------------------------------


def copy_of_tree(folder: Path) -> None:
    """The files that git knows, as they are now."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in names:
        source, target = ROOT / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


def compiled_tests(game: str, games: list[str]) -> Iterator[list[str]]:
    """What is asked of compiled code, the quick and strict first."""
    others = "".join(f" and not {name}" for name in games if name != game and name.startswith(game))
    these = ["-k", game + others]
    quick = [f"tests/{game}/test_{name}.py" for name in ("worlds", "differential", "leaks", "invariants")]
    yield [name for name in quick if (ROOT / name).exists()]
    yield ["tests/conformance/test_fingerprints.py", "tests/conformance/test_states.py", *these]
    yield [f"tests/{game}"]
    yield ["tests/conformance", *these]


def ask_compiled(mutant: Mutant, game: str) -> bool:
    """Do the tests of the README's command notice, in a copy of the tree with a cache of its own?"""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_of_tree(folder / "tree")
        (folder / "tree" / mutant.path).write_text(mutant.source(), encoding="utf-8")
        for tests in compiled_tests(game, shipped_games()):
            command = ["-m", "pytest", "-n", "0", "-q", "-x", "--tb=no", *tests]
            status, words = run(
                command, folder / "tree", LONG_PATIENCE, EUROGYM_CACHE_DIR=str(folder / "cache")
            )
            if status != 5 and note(mutant, status, words, "compiled"):  # 5: no test of that name
                return True
    return False


# --- all of it ---------------------------------------------------------------------------------------------------


def ask(mutant: Mutant, game: str, lines: dict | None, compiled: bool) -> Mutant:
    """Try one mutant; without `lines` the uncompiled tests have had their turn."""
    begun = time.monotonic()
    caught = lines is not None and ask_uncompiled(mutant, lines)
    if not caught and not (compiled and ask_compiled(mutant, game)):
        mutant.outcome = "survived" if compiled else "open"
    mutant.seconds = round(time.monotonic() - begun, 1)
    mutant.difference = mutant.show()
    print(
        f"{mutant.outcome:10} {mutant.seconds:6.1f} s  {mutant.path}:{mutant.line} {mutant.kind}", flush=True
    )
    if mutant.outcome in ("survived", "open"):
        print("\n".join(f"    {line}" for line in mutant.difference), flush=True)
    return mutant


def main() -> int:
    """Print what became of the mutants; 1 where one survived."""
    parser = argparse.ArgumentParser(description="Change the rules one place at a time: do the tests notice?")
    parser.add_argument("game", nargs="?", choices=shipped_games())
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--each", type=int, default=8, help=f"at least so many of {', '.join(ROOMS)}")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="files whose name begins like this")
    parser.add_argument("--first", type=int, default=0, help="go on with this mutant")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--uncompiled", action="store_true", help="the short tests alone; what they miss stays open"
    )
    parser.add_argument(
        "--open", type=Path, help="the --out of such a run: ask the compiled tests about what it left open"
    )
    parser.add_argument("--out", type=Path, help="JSON lines of all mutants, added to the file")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument("--listen", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        return inside(args.inside)
    if args.game is None:
        parser.error("which game?")
    if args.listen:
        return listen(args.game, args.listen)
    lines = None
    if args.open:
        mutants = [Mutant(**json.loads(line)) for line in args.open.read_text(encoding="utf-8").splitlines()]
        mutants = [one for one in mutants if one.outcome == "open" and one.difference == one.show()]
    else:
        lines = lines_of_tests(args.game)
        mutants = chosen(args.game, args.mutants, args.each, args.seed, args.only)
    mutants = mutants[args.first :]
    with ThreadPoolExecutor(args.jobs) as pool:
        for mutant in pool.map(lambda one: ask(one, args.game, lines, not args.uncompiled), mutants):
            if args.out:
                with args.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(mutant)) + "\n")
    left = sum(one.outcome in ("survived", "open") for one in mutants)
    print(f"{args.game}: {len(mutants) - left} of {len(mutants)} mutants caught")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
