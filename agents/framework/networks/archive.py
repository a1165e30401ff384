"""Archives that `torch.save` wrote: what one would take in memory is known before anything of it is allocated."""

from __future__ import annotations

import io
import math
import pickle
import pickletools
import zipfile
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

MOST_SHARED = 4  # times the size of a file that its tensors may take, which may share their numbers
DEEPEST = 1  # model.zip holds archives; those hold none
ZIPPED = b"PK\x03\x04"  # how an archive begins
MOST_WORDS = 1 << 24  # bytes of what stands beside the numbers of tensors in a file of `torch.save`
WORDS = "data.pkl"
ITEM_SIZES = {  # bytes of a number, by the name of what stores it
    **{f"{name}Storage": 1 for name in ("Byte", "Char", "Bool")},
    **{f"{name}Storage": 2 for name in ("Short", "Half", "BFloat16")},
    **{f"{name}Storage": 4 for name in ("Int", "Float")},
    **{f"{name}Storage": 8 for name in ("Long", "Double")},
}
# What `torch.save` writes for numbers, texts, lists, dicts and tensors of these, with protocol 2 of pickle.
OPCODES = frozenset(
    """
    PROTO STOP MARK POP POP_MARK NONE NEWTRUE NEWFALSE BINUNICODE SHORT_BINUNICODE BININT BININT1 BININT2
    LONG1 BINFLOAT EMPTY_DICT EMPTY_LIST EMPTY_TUPLE TUPLE TUPLE1 TUPLE2 TUPLE3 APPEND APPENDS SETITEM
    SETITEMS BINGET LONG_BINGET BINPUT LONG_BINPUT GLOBAL REDUCE BUILD BINPERSID
    """.split()
)


def check_archive(file: Any, depth: int = 0) -> None:
    """Raise ValueError for an archive that takes more memory than it has bytes; nothing is allocated before.

    It must not be compressed. Of what `torch.save` wrote, the sizes of tensors are compared with the sizes of what they
    are stored in; tensors that overlap count each for themselves, as reading copies them. Archives inside it are
    examined in the same way.

    Args:
        file: path of the archive, or a binary file.
        depth: in how many archives it lies.
    """
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        sizes = {member.filename: member.file_size for member in members}
        if len(sizes) < len(members):
            raise ValueError("it has two members of one name")
        if any(member.compress_type != zipfile.ZIP_STORED for member in members):
            raise ValueError("it is compressed, which such files are not")
        most = archive.fp.seek(0, io.SEEK_END) if archive.fp else 0
        if sum(sizes.values()) > most:
            raise ValueError(f"it would unpack to {sum(sizes.values())} bytes")
        for name in sizes:
            if name.endswith(WORDS):
                _check_tensors(archive, name, sizes, most)
            elif archive.open(name).read(len(ZIPPED)) == ZIPPED:
                if depth == DEEPEST:
                    raise ValueError("it is an archive in an archive in an archive")
                check_archive(io.BytesIO(archive.read(name)), depth + 1)


def _check_tensors(archive: zipfile.ZipFile, name: str, sizes: Mapping[str, int], most: int) -> None:
    """Raise ValueError if the tensors that a member speaks of take far more than the `most` bytes of its archive."""
    if sizes[name] > MOST_WORDS:
        raise ValueError(f"{WORDS} has more than {MOST_WORDS} bytes")
    words = archive.read(name)
    for opcode, argument, _ in pickletools.genops(words):
        if opcode.name not in OPCODES or (opcode.name == "LONG_BINPUT" and argument > len(words)):
            raise ValueError(f"it contains {opcode.name}, which torch.save does not write for numbers")
    taken = _bytes_of(_Outline(words, name.removesuffix(WORDS), sizes).load(), {})
    if taken > MOST_SHARED * most:
        raise ValueError(f"its tensors would take {taken} bytes")


class _Stored(NamedTuple):
    """A storage of numbers in an archive: how many, and the bytes of one."""

    count: int
    itemsize: int


class _Outline(pickle.Unpickler):
    """Reads what `torch.save` wrote with sizes in bytes in place of tensors; raises ValueError for anything else.

    Args:
        content: the pickled part.
        folder: where in the archive the storages lie.
        sizes: sizes of the archive's members in bytes.
    """

    def __init__(self, content: bytes, folder: str, sizes: Mapping[str, int]):
        super().__init__(io.BytesIO(content))
        self._folder, self._sizes = folder, sizes

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _size_of
        if module != "torch" or name not in ITEM_SIZES:
            raise ValueError(f"it contains {module}.{name}"[:100])
        return ITEM_SIZES[name]

    def persistent_load(self, reference: Any) -> _Stored:
        word, itemsize, key, _, count = reference
        if word != "storage" or self._sizes[f"{self._folder}data/{key}"] != count * itemsize:
            raise ValueError("numbers are not as many as it says")
        return _Stored(count, itemsize)


class _Bytes(int):
    """The bytes that a tensor takes, in its place."""


def _size_of(stored: _Stored, first: int, shape: tuple[int, ...], steps: tuple[int, ...], *_: Any) -> _Bytes:
    """Return the bytes of a tensor; raise ValueError unless it lies in its storage, and no number of it twice."""
    count = math.prod(shape)
    last = first + sum((n - 1) * step for n, step in zip(shape, steps, strict=True))
    if min(first, *shape, *steps, 0) < 0 or count > stored.count or (count and last >= stored.count):
        raise ValueError(f"a tensor of shape {tuple(shape)} does not lie in its {stored.count} numbers")
    return _Bytes(count * stored.itemsize)


def _bytes_of(tree: Any, known: dict[int, int]) -> int:
    """Return the bytes of all tensors in a tree, each as often as it is reached; raise ValueError for an endless one.

    `known` are those of the lists and dicts that were met, by id.
    """
    if isinstance(tree, _Bytes):
        return int(tree)
    if not isinstance(tree, (dict, list, tuple)):
        return 1
    if id(tree) in known:
        if known[id(tree)] < 0:
            raise ValueError("it contains itself")
        return known[id(tree)]
    known[id(tree)] = -1
    parts = list(tree.values()) if isinstance(tree, dict) else tree
    known[id(tree)] = 1 + sum(_bytes_of(part, known) for part in parts)
    return known[id(tree)]
