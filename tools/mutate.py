"""Mutation tests: change the kernels of a game in one place at a time, and see whether the tests notice.

``python -m tools.mutate GAME`` draws places in the game's rules (comparisons, constants, signs, connectives, dropped
lines), beginning with ``--each`` of every room in :data:`ROOMS`. On each mutant it runs the tests of the README's test
command that are about the game, quick and strict ones first: its own, the conformance tests and those of its agents.

All mutants are planted in one copy of the tree, as functions beside the one that they change. That function reads from
a number in the environment which of them to call, so that compiling, which takes a minute for each game, is done once.
Before any mutant is tested, the tests must pass without one. Each test run is a fork of one process that has imported
everything and played nothing.

A mutant that crashes the interpreter or hangs counts as caught, because the test command would do the same. A mutant
that does not compile is not counted. Survivors are printed as differences; some of them may be equivalent to the
original. With ``--out FILE --folder FOLDER``, an interrupted run continues where it stopped, and mutants of an older
tree are found again by their lines; only mutants without a result are planted.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO

import numpy as np

from tests.conformance.cases import CASES
from tests.playing import shipped_games

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("determinize", "observation", "legality", "scoring")  # at least so many mutants of each come first
PATIENCE = (
    120,
    8,
)  # a run of the tests hangs after so many seconds and so many times what it takes without a mutant
EQUIVALENT = "equivalent"  # written into the file of --out by hand, with the reason in the results
CAUGHT = ("rules", "worlds", "fingerprint", "other", "crashes", "hangs")  # by which tests, or how

COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>"}
SWAPPED = {"min": "max", "max": "min"}

# Which mutant acts is a number that compiled code reads where it lies: stored code does not depend on it.
VARIABLE = "EUROGYM_MUTANT"
SWITCH = f'''

if PURE:

    def mutant():
        return int(os.environ.get("{VARIABLE}", "0"))

else:
    import ctypes

    import llvmlite
    import llvmlite.binding
    from numba.extending import intrinsic

    _mutant = ctypes.c_int64(int(os.environ.get("{VARIABLE}", "0")))
    llvmlite.binding.add_symbol("eurogym_mutant", ctypes.addressof(_mutant))

    @intrinsic
    def mutant(typing):
        def code(context, builder, signature, values):
            found = builder.module.globals.get("eurogym_mutant")
            if found is None:
                found = llvmlite.ir.GlobalVariable(builder.module, llvmlite.ir.IntType(64), "eurogym_mutant")
            return builder.load(found)

        return numba.int64(), code
'''


Groups = Callable[
    [str], list[list[str]]
]  # room of a mutant -> groups of tests that are asked one after another


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
    outcome: str = ""  # one of CAUGHT, "open" (others may notice), "survived", "stillborn" or EQUIVALENT
    seconds: float = 0.0
    test: str = ""  # that noticed
    difference: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells it from others of the same tree."""
        return self.path, self.start, self.text

    def source(self) -> str:
        """Return the file with the change."""
        whole = (ROOT / self.path).read_text(encoding="utf-8")
        return whole[: self.start] + self.text + whole[self.end :]

    def show(self) -> list[str]:
        """Return the lines that differ."""
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
    """Return a function under ``@kernel``."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Name) and one.id == "kernel" for one in node.decorator_list
    )


def mutants_of(game: str) -> list[Mutant]:
    """Return all changes of a game's kernels that can be compiled."""
    found = []
    for path in sorted((ROOT / "envs" / game).rglob("*.py")):
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


# --- planting ----------------------------------------------------------------------------------------------------


def function_of(source: str, name: str) -> tuple[int, int, ast.FunctionDef]:
    """Return lines (the first, and the one after the last) and node of a kernel."""
    for node in ast.parse(source).body:
        if is_kernel(node) and node.name == name:
            return node.decorator_list[0].lineno - 1, node.end_lineno, node
    raise ValueError(f"there is no kernel {name}")


def renamed(source: str, name: str, number: int) -> str:
    """Return the text of a kernel under the name of a mutant; 0 is the kernel as it was."""
    first, last, _ = function_of(source, name)
    text = "".join(source.splitlines(keepends=True)[first:last])
    return text.replace(f"def {name}(", f"def {name}_mutant_{number}(", 1) + "\n\n"


def planted(path: str, mutants: dict[int, Mutant]) -> str:
    """Return a file with mutants, by their numbers, beside the kernels that they change."""
    source = (ROOT / path).read_text(encoding="utf-8")
    names = {one.function for one in mutants.values()}
    for name in names:
        mine = {number: one for number, one in mutants.items() if one.function == name}
        first, last, node = function_of(source, name)
        parts = [renamed(source, name, 0)]
        parts += [renamed(one.source(), name, number) for number, one in mine.items()]
        given = ", ".join(one.arg for one in node.args.args)
        parts.append(f"@kernel\ndef {name}({ast.unparse(node.args)}):\n    acting_mutant = mutant()\n")
        for number in mine:
            parts.append(
                f"    if acting_mutant == {number}:\n        return {name}_mutant_{number}({given})\n"
            )
        parts.append(f"    return {name}_mutant_0({given})\n")
        lines = source.splitlines(keepends=True)
        source = "".join([*lines[:first], *parts, *lines[last:]])
    begin = (
        next(node.lineno for node in ast.parse(source).body if is_kernel(node)) - 2
    )  # before its decorator
    lines = source.splitlines(keepends=True)
    return "".join(
        [*lines[:begin], "from eurogym.envs.core.compile.kernels import mutant\n\n\n", *lines[begin:]]
    )


def known_names() -> list[str]:
    """Return the files and links that git knows."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()


def tree_with(mutants: dict[int, Mutant]) -> dict[str, bytes]:
    """Return the files that git knows, as they are now, with the mutants in them."""
    names = [name for name in known_names() if not (ROOT / name).is_symlink()]
    files = {name: (ROOT / name).read_bytes() for name in names if (ROOT / name).is_file()}
    files["envs/core/compile/kernels.py"] += SWITCH.encode()
    for path in {one.path for one in mutants.values()}:
        here = {number: one for number, one in mutants.items() if one.path == path}
        files[path] = planted(path, here).encode()
    return files


# --- asking ------------------------------------------------------------------------------------------------------


def tests_of(game: str, room: str, prints_too: bool = True) -> Iterator[list[str]]:
    """Yield what is asked, the quick and strict first; what plays heuristics, to be compiled too, after what does
    not.
    """

    def own(*names: str) -> list[str]:
        paths = [path for name in names for path in sorted((ROOT / "tests" / game).glob(f"test_{name}.py"))]
        return [path.relative_to(ROOT).as_posix() for path in paths]

    looks = "tests/conformance/test_fingerprints.py::test_random_games_look_as_they_did"
    prints = [f"{looks}[{case.id}]" for case in CASES if case.game_name == game and prints_too]
    others = "".join(f" and not {name}" for name in shipped_games() if name != game and name.startswith(game))
    these = ["-k", game + others + ("" if prints_too else " and not test_fingerprints")]
    dealt = own("worlds") if room == "determinize" else []
    if dealt + prints:
        yield dealt + prints
    yield own("rules_*", "data", "options", "facts_told", "worlds", "leaks")
    yield ["tests/conformance/test_invariants.py", "tests/conformance/test_questions.py", *these]
    yield own("*")
    yield ["tests/conformance", "tests/agents", *these]


class Workshop:
    """A copy of the tree with mutants in it, and with compiled code of its own."""

    def __init__(self, folder: Path, game: str, mutants: dict[int, Mutant], groups: Groups) -> None:
        self.tree, self.cache, self.game, self.groups = folder / "tree", folder / "cache", game, groups
        self.usual: dict[str, float] = {}  # tests -> seconds without any mutant
        known = folder / "usual.json"
        changed = False
        for name, content in tree_with(mutants).items():
            path = self.tree / name
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                changed |= name != "tools/mutate.py"
        for name in known_names():
            if (ROOT / name).is_symlink() and not (self.tree / name).is_symlink():
                (self.tree / name).symlink_to((ROOT / name).readlink())
        if known.exists() and not changed:
            self.usual = json.loads(known.read_text(encoding="utf-8"))
        self.known, self.server = known, None

    def run(self, tests: list[str], number: int, patience: float | None) -> tuple[int | None, str]:
        """Exit status of the tests (None: it took too long) and the end of what they printed."""
        if self.server is None:
            self.server = subprocess.Popen(
                [sys.executable, "-m", "tools.mutate", self.game, "--serve"],
                cwd=self.tree,
                env=os.environ | {"EUROGYM_CACHE_DIR": str(self.cache), "COLUMNS": "400"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        print(json.dumps([tests, number, patience]), file=self.server.stdin, flush=True)
        answer = self.server.stdout.readline()
        if not answer:
            raise RuntimeError("the process that runs the tests is gone")
        return tuple(json.loads(answer))

    def close(self) -> None:
        """End the process that runs the tests."""
        if self.server is not None:
            self.server.stdin.close()
            self.server.wait()

    def check(self, tests: list[str]) -> str:
        """Return what the tests say without any mutant, "" where they pass: else they could not tell."""
        key = " ".join(sorted(tests))
        if key not in self.usual:
            begun = time.monotonic()
            status, words = self.run(tests, 0, None)
            if status not in (0, 5):  # 5: no test of that name
                return words
            self.usual[key] = time.monotonic() - begun
            self.known.write_text(json.dumps(self.usual), encoding="utf-8")
        return ""

    def ask(self, number: int, mutant: Mutant, first: bool) -> None:
        """Write down what the first group of tests says, or what the others do."""
        begun = time.monotonic()
        groups = self.groups(Path(mutant.path).stem)
        mutant.outcome = "open" if first else "survived"
        for tests in groups[:1] if first else groups[1:]:
            if words := self.check(tests):
                raise RuntimeError(f"the tests fail without any change\n{words}")
            least, times = PATIENCE
            status, words = self.run(tests, number, least + times * self.usual[" ".join(sorted(tests))])
            if status is None or status < 0:
                mutant.outcome = "hangs" if status is None else "crashes"
            elif status not in (0, 5):
                failed = [line for line in words.splitlines() if line.startswith(("FAILED", "ERROR "))]
                if not failed:
                    raise RuntimeError(f"{mutant.path}:{mutant.line}: the tests did not run\n{words[-3000:]}")
                mutant.test = failed[0].split(" ", 1)[1].partition(" - ")[0]
                mutant.outcome = kind_of(mutant.test)
            if mutant.outcome in CAUGHT:
                break
        mutant.seconds = round(mutant.seconds + time.monotonic() - begun, 1)
        mutant.difference = mutant.show()


def serve(game: str) -> int:
    """In the changed tree: for each line ``[tests, number, seconds]`` of standard input run the tests with that mutant,
    in a child that finds all modules imported and the rules compiled, and answer ``[status, words]``.
    """
    import pytest

    from eurogym.envs.core.compile import kernels as switched

    answers, quiet = os.fdopen(os.dup(1), "w"), ["-n", "0", "-q", "-p", "no:cacheprovider"]
    os.dup2(2, 1)
    with tempfile.TemporaryFile() as nowhere, redirected(nowhere):
        next(case for case in CASES if case.game_name == game).batch(2)
        pytest.main([*quiet, "--collect-only", *next(tests_of(game, ""))])
    for line in sys.stdin:
        tests, number, patience = json.loads(line)
        with tempfile.TemporaryFile() as words:
            child = os.fork()
            if child == 0:
                os.setpgid(0, 0)
                status = 3
                with redirected(words), contextlib.suppress(BaseException):
                    os.environ[VARIABLE] = str(number)
                    if not switched.PURE:
                        switched._mutant.value = number
                    status = int(pytest.main([*quiet, "-x", "--tb=line", *tests]))
                    sys.stdout.flush()
                os._exit(status)
            status = waited(child, patience)
            words.seek(0)
            print(
                json.dumps([status, words.read().decode(errors="replace")[-20_000:]]),
                file=answers,
                flush=True,
            )
    return 0


@contextlib.contextmanager
def redirected(file: IO) -> Iterator[None]:
    """What this process prints goes into a file."""
    sys.stdout.flush()
    kept = os.dup(1), os.dup(2)
    os.dup2(file.fileno(), 1)
    os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        sys.stdout.flush()
        for number, one in enumerate(kept, 1):
            os.dup2(one, number)
            os.close(one)


def waited(child: int, patience: float | None) -> int | None:
    """Return the exit status of a child, as subprocess gives it; None where it had to be killed after so many
    seconds.
    """
    begun = time.monotonic()
    while patience is None or time.monotonic() - begun < patience:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def kind_of(test: str) -> str:
    """Return which of CAUGHT."""
    kinds = {"test_fingerprints": "fingerprint", "test_worlds": "worlds", "test_leaks": "worlds"}
    kinds |= {"test_rules_": "rules", "test_data": "rules"}
    return next((kind for name, kind in kinds.items() if name in test), "other")


def workshops(
    folder: Path, game: str, mutants: dict[int, Mutant], groups: Groups
) -> list[tuple[Workshop, dict[int, Mutant]]]:
    """Workshops in which all mutants compile: one, or more where a few do not, which are marked."""
    shop = Workshop(folder / f"{min(mutants)}-{max(mutants)}", game, mutants, groups)
    words = shop.check(groups("")[0])
    if not words:
        return [(shop, mutants)]
    if "numba.core.errors" not in words:
        raise RuntimeError(f"the tests fail without any change\n{words}")
    numbers = sorted(mutants)
    if len(numbers) == 1:
        mutants[numbers[0]].outcome = "stillborn"
        return []
    half = len(numbers) // 2
    parts = [{number: mutants[number] for number in part} for part in (numbers[:half], numbers[half:])]
    return [found for part in parts for found in workshops(folder, game, part, groups)]


def report(mutant: Mutant) -> str:
    """One line, and for one that was not noticed what it is."""
    place = f"{mutant.path}:{mutant.line} {mutant.kind}"
    lines = [f"{mutant.outcome:11} {mutant.seconds:6.1f} s  {place}  {mutant.test}"]
    if mutant.outcome not in CAUGHT:
        lines += [f"    {line}" for line in mutant.difference]
    return "\n".join(lines)


# --- all of it ---------------------------------------------------------------------------------------------------


def write(file: Path, mutants: list[Mutant]) -> None:
    """JSON lines of the mutants that were asked, now or earlier."""
    report = [replace(one, outcome=one.outcome or "open") for one in mutants if one.outcome or one.difference]
    file.write_text("".join(json.dumps(asdict(one)) + "\n" for one in report), encoding="utf-8")


def read(file: Path, game: str) -> list[Mutant]:
    """Return the mutants that an earlier run has written down, with what it found, where their lines stand now.

    One whose line is gone, or says something else, is left out.
    """
    if not file.exists():
        return []
    places: dict[tuple[str, ...], list[Mutant]] = {}
    for one in mutants_of(game):
        places.setdefault((one.path, one.function, one.kind, one.text), []).append(one)
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        known = Mutant(**json.loads(line))
        same = places.get((known.path, known.function, known.kind, known.text), [])
        same = [one for one in same if one.show() == known.difference]
        if same:
            now = min(same, key=lambda one: abs(one.line - known.line))
            found.append(replace(known, line=now.line, start=now.start, end=now.end))
    return found


def main() -> int:
    """Print what became of the mutants; 1 where one survived."""
    parser = argparse.ArgumentParser(
        description="Change the rules in one place at a time: do the tests notice?"
    )
    parser.add_argument("game", choices=shipped_games())
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument(
        "--each", type=int, default=8, help=f"at least this many of each of {', '.join(ROOMS)}"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only files whose names begin with this")
    parser.add_argument("--jobs", type=int, default=1, help="mutants tested at the same time")
    parser.add_argument("--folder", type=Path, help="keep the changed tree and its compiled code here")
    parser.add_argument(
        "--out", type=Path, help="JSON lines of all mutants; those with a result there are not tested again"
    )
    parser.add_argument("--again", action="store_true", help="with --out: test survivors again")
    parser.add_argument(
        "--quick", action="store_true", help="run only the quickest tests; mutants that they miss stay open"
    )
    parser.add_argument(
        "--no-fingerprints",
        action="store_true",
        help="run only tests that know the rules, not tests of how games looked before",
    )
    parser.add_argument(
        "--tests",
        nargs="+",
        action="extend",
        help="run these tests instead, to see whether a new one notices",
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        return serve(args.game)

    def groups(room: str) -> list[list[str]]:
        if args.tests:
            return [args.tests]
        return list(tests_of(args.game, room, not args.no_fingerprints))

    mutants = read(args.out, args.game) if args.out else []
    known = {one.key for one in mutants}
    drawn = chosen(args.game, args.mutants, args.each, args.seed, args.only)
    mutants += [one for one in drawn if one.key not in known][: max(0, args.mutants - len(mutants))]
    for one in mutants:
        if (args.again and one.outcome == "survived") or (args.tests and one.outcome in ("open", "survived")):
            one.outcome, one.seconds = "", 0.0
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(args.jobs) as pool:
        folder = args.folder or Path(scratch)
        numbered = {number: one for number, one in enumerate(mutants, 1) if one.outcome in ("", "open")}
        for shop, here in workshops(folder, args.game, numbered, groups) if numbered else []:
            for first in (True,) if args.quick or args.tests else (True, False):
                left = {
                    number: one for number, one in here.items() if one.outcome == ("" if first else "open")
                }
                asked = pool.map(shop.ask, left, left.values(), [first] * len(left))
                for one, _ in zip(left.values(), asked, strict=True):
                    print(report(one), flush=True)
                    if args.out:
                        write(args.out, mutants)
            shop.close()
    born = [one for one in mutants if one.outcome not in ("stillborn", EQUIVALENT)]
    left = [one for one in born if one.outcome not in CAUGHT]
    print("\n".join(["", *map(report, left), f"{len(born) - len(left)} of {len(born)} mutants caught"]))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
