"""All that the package writes goes through `eurogym.envs.core.files`, which never follows links inside a folder."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("envs", "agents", "training", "eurogym", "eurogym_verifiers")
OWN = ROOT / "envs" / "core" / "files.py"
FILES = {
    str(path.relative_to(ROOT)): path
    for place in PLACES
    for path in sorted((ROOT / place).rglob("*.py"))
    if path != OWN and not any(one.is_symlink() for one in path.parents)
}
# Calls that write to a file, by the last name; those that open one are looked at more closely below.
WRITERS = {
    *"write_text write_bytes touch symlink_to hardlink_to rename mkstemp fdopen mkfifo".split(),
    *("savez", "savez_compressed", "savetxt", "tofile", "memmap", "open_memmap", "savefig", "imsave"),
    *("write_table", "write_image", "to_csv", "to_json", "to_parquet", "to_pickle", "dump", "FileHandler"),
    *("copy2", "copyfile", "copymode", "copytree", "symlink", "link", "truncate", "NamedTemporaryFile"),
    "SummaryWriter",
}
OPENERS = {"open", "ZipFile", "TarFile", "GzipFile", "fopen"}
OF_MODULES = set("os.replace os.open shutil.copy shutil.move np.save torch.save self.model.save".split())
OURS = {"replacing", "appending", "lock_file"}  # what gives a file to write to
# What writes where no link can lie or matter, or is no file at all: (file, call).
ALLOWED = {
    ("agents/framework/guest_host.py", "os.fdopen"): "standard output",
    ("agents/framework/networks/stored.py", "archive.open"): "reads a member",
    ("envs/core/compile/lean.py", "os.fdopen"): "standard output",
    ("eurogym/doors/mcp_server.py", "tables.open"): "a table of a game",
    ("agents/framework/networks/archive.py", "archive.open"): "reads a member",
    ("eurogym/cli/console.py", "os.open"): "the null device",
    ("agents/framework/guest_keeper.py", "os.open"): "the null device",
    ("eurogym/cli/console.py", "os.fdopen"): "the null device",
    (
        "eurogym/common/files.py",
        "tempfile.NamedTemporaryFile",
    ): "a name that nobody can foresee, made anew or not at all",
    ("training/learn/team.py", "tofile"): "in a folder made for these workers alone",
    ("training/learn/team.py", "np.memmap"): "what was written there",
    ("training/learn/run.py", "SummaryWriter"): "names of its own, in a folder that is no link",
}


def name_of(node):
    """The dotted name of what is called; "" for the result of another call and the like."""
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}".lstrip(".")
    return node.id if isinstance(node, ast.Name) else ""


def given_files(tree):
    """Names that stand for a file of ours or for a place in memory, anywhere in a module."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and name_of(call.func) in OURS:
                    found.add(name_of(item.optional_vars))
        called = name_of(getattr(getattr(node, "value", None), "func", None))
        if isinstance(node, ast.Assign) and called in {"io.BytesIO", "io.StringIO", *OURS}:
            found |= {name_of(target) for target in node.targets}
    return found


def mode_of(call):
    """The mode in which a file is opened: of `open(path, mode)` or of `path.open(mode)`; None if it is not told."""
    by_word = [word.value for word in call.keywords if word.arg == "mode"]
    words = [
        one for one in (*call.args, *by_word) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    modes = [one.value for one in words if one.value and set(one.value) <= set("rwaxbt+")]
    place = 0 if isinstance(call.func, ast.Attribute) and call.func.attr == "open" else 1
    told = by_word or call.args[place : place + 1]
    return modes[0] if modes else ("r" if not told else None)


def writes(tree):
    """The calls of a module that write to a file by themselves, as (line, name)."""
    ours = given_files(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        full = name_of(node.func)
        last = node.func.attr if isinstance(node.func, ast.Attribute) else full
        handed = {name_of(one) for one in (*node.args, *(word.value for word in node.keywords))}
        owner = full.rpartition(".")[0]
        if last in OPENERS and full not in OF_MODULES:
            mode = mode_of(node)
            found = mode is None or bool(set(mode) & set("wax+"))
        elif last == "write_text":
            found = isinstance(node.func, ast.Attribute)  # the function is ours, the method is that of a path
        else:
            found = last in WRITERS or full in OF_MODULES
        if found and not handed & ours and owner not in ours:
            yield node.lineno, full or last


def test_every_module_writes_through_the_one_place_for_it():
    texts = {name: path.read_text(encoding="utf-8") for name, path in FILES.items()}
    calls = {
        one.rpartition(".")[2] for one in WRITERS | OPENERS | OF_MODULES
    }  # parsing the others takes seconds
    calling = re.compile(rf"\b({'|'.join(calls)})\(")
    found = {
        f"{name}:{line}: {call}"
        for name, text in texts.items()
        if calling.search(text)
        for line, call in writes(ast.parse(text))
        if (name, call) not in ALLOWED
    }
    assert not found, "use replacing, write_text, appending, copy_file or lock_file of envs/core/files.py"


@pytest.mark.parametrize(
    "code",
    [
        "open(path, 'w')",
        "open(path, mode)",
        "path.open('ab')",
        "path.write_text('')",
        "np.savez(path, x=1)",
        "figure.savefig(path)",
        "json.dump(x, open(path, 'w'))",
        "zipfile.ZipFile(path, 'a')",
        "os.open(path, flags)",
        "shutil.copy(a, b)",
        "with replacing(path) as file:\n    np.savez(other, x=1)",
    ],
)
def test_every_way_to_write_is_noticed(code):
    assert list(writes(ast.parse(code)))
