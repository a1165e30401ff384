"""Files damaged in many ways: cut, with bits and bytes changed, with values of other kinds, sizes and depths."""

import copy
import io
import json
import random
import zipfile

import numpy as np

VALUES = [
    None, True, False, -1, 0, 1, 2**63, -(2**63), 10**9, 10**30, 1.5, 1e308, float("nan"), float("inf"), "", "x",
    "\ud800", "\x1b[2J", "é" * 9, "0" * 5000, "x" * 20_000, [], {}, [[]], [None], {"a": 1}, ["x", 1], [10**30],
    "/dev/zero", "program:command=false", "./bots.py:Bot", "villagers",
]  # fmt: skip
NAMES = ["zz", "self", "cls", "__class__", "game", "values", "num_players"]


def places(value, path=()):
    """The paths to everything in JSON data; of long lists to the first entries alone."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for number in range(min(len(value), 40)):
            yield from places(value[number], (*path, number))


def spoilt_value(value, rng):
    """The same JSON data with one to three things replaced, left out, added or repeated."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        *outer, last = rng.choice(list(places(value))) or [None]
        junk = copy.deepcopy(rng.choice(VALUES))
        if last is None:
            return junk
        inside = value
        for step in outer:
            inside = inside[step]
        way = rng.random()
        if way < 0.65:
            inside[last] = junk
        elif way < 0.78:
            del inside[last]
        elif isinstance(inside, list):
            inside.insert(last, junk if way < 0.9 else copy.deepcopy(inside[last]))
        else:
            inside[rng.choice(NAMES)] = junk
    return value


def spoilt_bytes(content, rng):
    """Cut short, with something put in, or with bytes changed."""
    at, way = rng.randrange(len(content) + 1), rng.random()
    if way < 0.3:
        return content[:at]
    if way < 0.45:
        return content[:at] + rng.randbytes(rng.randint(1, 50)) + content[at:]
    changed = bytearray(content)
    for _ in range(rng.choice([1, 2, 8])):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


WHOLE = [  # what happens to a text as a whole
    lambda content: b"[" * 100_000,
    lambda content: content.replace(b"{", b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b", ", 1),
    lambda content: content.decode("utf-8", "replace").encode("utf-16"),
    lambda content: b"\xef\xbb\xbf" + content,
    lambda content: content.replace(b"1", b"1" * 5000, 1),
    lambda content: content.replace(b":", b': NaN, "x":', 1),
    lambda content: content.replace(b"{", b'{"a": 1, "a": 2, ', 1),
    lambda content: content + content,
    lambda content: b"",
]


def spoilt_text(content, rng):
    """JSON or lines of JSON with other values, or spoilt as a whole."""
    if rng.random() < 0.25:
        return rng.choice(WHOLE)(content)
    lines = content.decode().rstrip("\n").split("\n")
    try:
        return json.dumps(spoilt_value(json.loads(content), rng)).encode()
    except ValueError:
        number = rng.choice([0, rng.randrange(len(lines)), len(lines) - 1])
    lines[number] = json.dumps(spoilt_value(json.loads(lines[number]), rng))
    if rng.random() < 0.1:
        lines.insert(number, lines[rng.randrange(len(lines))])
    return ("\n".join(lines) + "\n").encode()


def spoilt_array(array, rng):
    """An array of another shape, kind or content."""
    choice = rng.integers(10) if array.dtype.kind in "biuf" else 9
    if choice == 0:
        return array[: rng.integers(len(array) + 1)] if array.ndim else array
    if choice == 1:
        return np.concatenate([array, array]) if array.ndim else array
    if choice == 2:
        return np.ascontiguousarray(array.T)
    if choice == 3:
        return array.astype(
            [np.float64, np.int32, np.uint8, np.bool_, "U3", np.complex64, ">f4"][rng.integers(7)]
        )
    if choice == 4:
        return array.reshape(-1) if array.ndim > 1 else array[None]
    if choice == 5:
        return np.zeros([(), (0,), (0, 5), (1, 1, 1, 1, 1)][rng.integers(4)], np.float32)
    if choice == 6:
        return np.array([print, 1], dtype=object)
    array = array.astype(np.float32) if array.dtype.kind in "biuf" else np.zeros(3, np.float32)
    if array.size:
        bad = [np.nan, np.inf, -np.inf, 3e38, 1e30, 1e20, 1e7][rng.integers(7)]
        array.reshape(-1)[rng.integers(array.size)] = bad
        if choice == 7:
            array[...] = bad
    return array


def spoilt_header(content, rng):
    """A member of the archive whose header says another shape than what follows."""
    lies = [b"(9999999,)", b"(99, 99)  ", b"(-1,)     ", b"(2**62,)  ", b"((((((((( "]
    start = content.find(b"'shape': ") + 9
    return content[:start] + lies[rng.integers(len(lies))] + content[start + 10 :]


def spoilt_archive(content, rng):
    """An archive with other members; those that are arrays with others shapes, kinds and numbers."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name, way = rng.choice(list(members)), rng.random()
    if way < 0.1:
        del members[name]
    elif way < 0.2:
        members[rng.choice(["../zz.npy", "/abs.npy", "zz.npy"])] = members[name]
    elif not name.endswith(".npy"):
        members[name] = spoilt_bytes(members[name], rng)
    elif way < 0.3:
        members[name] = spoilt_header(members[name], np.random.default_rng(rng.randrange(2**32)))
    else:
        members[name] = spoilt_member(members[name], rng)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for one, data in members.items():
            archive.writestr(one, data)
    return found.getvalue()


def spoilt_member(member, rng):
    """An array of an archive; a text with JSON in it becomes other JSON."""
    array, found = np.load(io.BytesIO(member)), io.BytesIO()
    if array.dtype.kind == "U" and array.ndim == 0:
        array = np.array(json.dumps(spoilt_value(json.loads(str(array)), rng)))
    else:
        with np.errstate(all="ignore"):
            array = spoilt_array(array, np.random.default_rng(rng.randrange(2**32)))
    np.lib.format.write_array(found, array, allow_pickle=True)
    return found.getvalue()


def spoilt(content: bytes, rng: random.Random) -> bytes:
    """A file, damaged in one of many ways."""
    if rng.random() < 0.25:
        return spoilt_bytes(content, rng)
    if content.startswith(b"PK"):
        return spoilt_archive(content, rng)
    try:
        return spoilt_text(content, rng)
    except (UnicodeDecodeError, ValueError):  # no text
        return spoilt_bytes(content, rng)
