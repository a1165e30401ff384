"""Mutants: the kernels of a game changed in one place at a time, and whether the tests notice.

``python -m tests.mutate GAME`` draws places of the game's rules (comparisons, constants, signs, connectives, dropped
lines), first ``--each`` of every room in :data:`ROOMS`, and asks for each mutant the tests that should notice:

1. without compiler, in a process of its own, the rule tests that pass through the changed line (found by one run
   with coverage), the quickest first, until one fails;
2. what survives that is written into a copy of the tree, compiled, and given to the tests of the README's test command
   that are about the game, the quick and strict first: its own, the conformance tests and those of its agents.

A mutant that crashes the interpreter or hangs compiled tests counts as caught: the test command would do the same. One
that does not compile counts for nothing. Survivors are printed as differences; what is known to be equivalent is said
in ``docs/results/robustness.md``. With ``--out FILE`` a run that was cut off goes on where it was, and one with
``--uncompiled`` is followed by one without.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import local
from typing import Any

import numpy as np

from tests.conformance.cases import CASES
from tests.playing import shipped_games

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("determinize", "observation", "legality", "scoring")  # at least so many mutants of each come first
LEFT_OUT = "check"  # states from outside have their own sweep: tests/conformance/fuzz.py
SHORT = 150  # tests asked uncompiled
PATIENCE = 120  # seconds of the uncompiled tests of a mutant
LONG_PATIENCE = 1500  # of each group of the compiled ones, which take far less
CAUGHT = ("uncompiled", "compiled", "fingerprint", "crashes", "hangs")

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
    outcome: str = ""  # one of CAUGHT, or "open", "survived", "stillborn"
    seconds: float = 0.0
    test: str = ""  # that noticed
    difference: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells it from others of the same tree."""
        return self.path, self.start, self.text

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
    return status is not None and note(mutant, status, words, "uncompiled")  # compiled it may be quick enough


def note(mutant: Mutant, status: int | None, words: str, outcome: str) -> bool:
    """Write down what came of it; was it noticed?"""
    if status in (0, 5):  # 5: no test of that name
        return False
    failed = [line for line in words.splitlines() if line.startswith(("FAILED", "ERROR "))]
    if status is None or status < 0:
        mutant.outcome = "hangs" if status is None else "crashes"
        return True
    if not failed:
        raise RuntimeError(f"{mutant.path}:{mutant.line}: the tests did not run\n{words[-3000:]}")
    mutant.test, _, why = failed[0].split(" ", 1)[1].partition(" - ")
    if "numba.core.errors" in why:
        outcome = "stillborn"
    elif "test_fingerprints" in mutant.test:
        outcome = "fingerprint"
    mutant.outcome = outcome
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


def compiled_tests(game: str, room: str) -> Iterator[list[str]]:
    """What is asked of compiled code, the quick and strict first; what does not touch the heuristic, which would have
    to be compiled too, before what does."""

    def own(*names: str) -> list[str]:
        paths = [path for name in names for path in sorted((ROOT / "tests" / game).glob(f"test_{name}.py"))]
        return [path.relative_to(ROOT).as_posix() for path in paths]

    looks = "tests/conformance/test_fingerprints.py::test_random_games_look_as_they_did"
    prints = [f"{looks}[{case.id}]" for case in CASES if case.game_name == game]
    others = "".join(f" and not {name}" for name in shipped_games() if name != game and name.startswith(game))
    these = ["-k", game + others]
    if room == "determinize":
        yield own("worlds", "leaks")
    yield prints + own("worlds", "rules_*", "data", "options", "leaks")
    yield ["tests/conformance/test_states.py", "tests/conformance/test_questions.py", *these]
    yield own("*")
    yield ["tests/conformance", "tests/agents", *these]


class Workshop:
    """A copy of the tree with compiled code of its own, where one mutant at a time is put in."""

    def __init__(self, folder: Path, game: str) -> None:
        self.tree, self.cache, self.game = folder / "tree", folder / "cache", game
        copy_of_tree(self.tree)
        self.known_good: set[str] = set()
        self.kept: set[Path] = set()

    def ask(self, tests: list[str]) -> tuple[int | None, str]:
        """Run tests on the tree as it stands."""
        command = ["-m", "pytest", "-n", "0", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *tests]
        return run(command, self.tree, LONG_PATIENCE, EUROGYM_CACHE_DIR=str(self.cache), COLUMNS="400")

    def compiled(self) -> set[Path]:
        """Directories of compiled code, one per module and state of its sources."""
        return set(self.cache.glob("*/*"))

    def check(self, tests: list[str]) -> None:
        """The tests pass without any change: else they could not tell."""
        if str(tests) not in self.known_good:
            status, words = self.ask(tests)
            if status not in (0, 5):
                raise RuntimeError(f"the tests fail without any change\n{words}")
            self.known_good.add(str(tests))
            self.kept |= self.compiled()

    def notices(self, mutant: Mutant) -> bool:
        """Do the tests of the README's command notice?"""
        place = self.tree / mutant.path
        for tests in compiled_tests(self.game, place.stem):
            self.check(tests)
            place.write_text(mutant.source(), encoding="utf-8")
            try:
                noticed = note(mutant, *self.ask(tests), "compiled")
            finally:
                place.write_bytes((ROOT / mutant.path).read_bytes())
            if noticed:
                break
        for path in self.compiled() - self.kept:
            shutil.rmtree(path)
        return mutant.outcome in CAUGHT


# --- all of it ---------------------------------------------------------------------------------------------------


class Bench:
    """Asks the tests about mutants of a game, each thread in a workshop of its own."""

    def __init__(
        self, game: str, folder: Path, lines: dict[str, dict[str, list[str]]], compiled: bool
    ) -> None:
        self.game, self.folder, self.lines, self.compiled = game, folder, lines, compiled
        self.mine = local()

    def workshop(self) -> Workshop:
        if not hasattr(self.mine, "workshop"):
            self.mine.workshop = Workshop(Path(tempfile.mkdtemp(dir=self.folder)), self.game)
        return self.mine.workshop

    def ask(self, mutant: Mutant) -> Mutant:
        """Try one mutant; what is no more than open has had its turn uncompiled."""
        begun = time.monotonic()
        caught = not mutant.outcome and ask_uncompiled(mutant, self.lines)
        if not caught:
            mutant.outcome = "open"
            if self.compiled and not self.workshop().notices(mutant) and mutant.outcome == "open":
                mutant.outcome = "survived"
        mutant.seconds += round(time.monotonic() - begun, 1)
        mutant.difference = mutant.show()
        place = f"{mutant.path}:{mutant.line} {mutant.kind}"
        print(f"{mutant.outcome:11} {mutant.seconds:6.1f} s  {place}  {mutant.test}", flush=True)
        if mutant.outcome not in CAUGHT:
            print("\n".join(f"    {line}" for line in mutant.difference), flush=True)
        return mutant


def write(file: Path, mutants: list[Mutant]) -> None:
    """JSON lines of the mutants that were asked."""
    lines = [json.dumps(asdict(one)) + "\n" for one in mutants if one.outcome]
    file.write_text("".join(lines), encoding="utf-8")


def read(file: Path, mutants: list[Mutant]) -> list[Mutant]:
    """The mutants with what an earlier run on the same lines has written down."""
    if not file.exists():
        return mutants
    known = [Mutant(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    asked = {one.key: one for one in known}
    return [
        asked[one.key] if one.key in asked and asked[one.key].difference == one.show() else one
        for one in mutants
    ]


def main() -> int:
    """Print what became of the mutants; 1 where one survived."""
    parser = argparse.ArgumentParser(description="Change the rules one place at a time: do the tests notice?")
    parser.add_argument("game", nargs="?", choices=shipped_games())
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--each", type=int, default=8, help=f"at least so many of {', '.join(ROOMS)}")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="files whose name begins like this")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--uncompiled", action="store_true", help="the short tests alone; what they miss stays open"
    )
    parser.add_argument(
        "--out", type=Path, help="JSON lines of all mutants; what stands there is not asked again"
    )
    parser.add_argument("--again", action="store_true", help="but survivors are")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument("--listen", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        return inside(args.inside)
    if args.game is None:
        parser.error("which game?")
    if args.listen:
        return listen(args.game, args.listen)
    mutants = chosen(args.game, args.mutants, args.each, args.seed, args.only)
    if args.out:
        mutants = read(args.out, mutants)
    for one in mutants:
        if args.again and one.outcome == "survived":
            one.outcome, one.seconds = "", 0.0
    asked = [one for one in mutants if not one.outcome or one.outcome == "open" and not args.uncompiled]
    lines = lines_of_tests(args.game) if any(not one.outcome for one in asked) else {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        bench = Bench(args.game, Path(folder), lines, not args.uncompiled)
        for _ in pool.map(bench.ask, asked):
            if args.out:
                write(args.out, mutants)
    born = [one for one in mutants if one.outcome != "stillborn"]
    left = sum(one.outcome not in CAUGHT for one in born)
    print(f"{args.game}: {len(born) - left} of {len(born)} mutants caught")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
