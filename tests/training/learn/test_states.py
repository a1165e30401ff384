"""States of strangers: what a file would take in memory is known before anything is allocated."""

import io
import pickle
import zipfile

import pytest
import torch

from eurogym.agents.framework.networks.archive import check_archive
from eurogym.training.learn.states import read_state

COURSE = {
    "counters": {"update": 3, "steps": 1 << 40, "ratio": 0.5, "name": "one", "none": None, "flag": True},
    "curve": [{"update": number, "loss": -1.5} for number in range(300)],
    "network": torch.nn.Linear(7, 5).state_dict(),
    "games": [torch.arange(12).reshape(3, 4).T, torch.zeros(0), torch.tensor(3.0), torch.ones(9)[2:5]],
    "kinds": [torch.zeros(3, dtype=kind) for kind in (torch.uint8, torch.int64, torch.bool, torch.float64)],
}


def saved(content):
    file = io.BytesIO()
    torch.save(content, file)
    return file


def rewritten(content, change=lambda name, data: data, compression=zipfile.ZIP_STORED):
    """What `torch.save` writes, with members changed or compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(saved(content)) as source, zipfile.ZipFile(out, "w", compression) as target:
        for name in source.namelist():
            target.writestr(name, change(name, source.read(name)))
    return out


def with_words(words):
    """A state whose pickled part is another one."""
    return rewritten({"x": torch.zeros(4)}, lambda name, data: words if name.endswith("data.pkl") else data)


def within(inner):
    """An archive with another one inside."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("policy.pth", inner.getvalue())
    return out


def shared_lists(depth):
    """A short text of pickle that is a tree of 2**depth numbers."""
    tree = [torch.zeros(100)]
    for _ in range(depth):
        tree = [tree, tree]
    return saved(tree)


def endless():
    tree = []
    tree.append(tree)
    return saved(tree)


def claiming_more():
    """A storage that says it has more numbers than the archive holds."""
    words = zipfile.ZipFile(saved(torch.zeros(4))).read("archive/data.pkl")
    return with_words(words.replace(b"K\x04t", b"J\x00\x00\x00\x7ft", 1))


class Called:
    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


BOMBS = {
    "stride 0": (lambda: saved(torch.zeros(1).expand(400_000_000)), "does not lie in its 1 numbers"),
    "overlapping windows": (lambda: saved(torch.zeros(9000).unfold(0, 4000, 1)), "does not lie in"),
    "compressed": (lambda: rewritten(torch.zeros(9_000_000), compression=zipfile.ZIP_DEFLATED), "it is compressed"),
    "compressed inside": (
        lambda: within(rewritten(torch.zeros(9_000_000), compression=zipfile.ZIP_DEFLATED)), "it is compressed",
    ),
    "three archives deep": (lambda: within(within(within(saved(1)))), "archive in an archive"),
    "lists that are shared": (lambda: shared_lists(40), "its tensors would take"),
    "a list of itself": (endless, "contains itself"),
    "one tensor many times": (lambda: saved([torch.zeros(100_000)] * 1000), "its tensors would take"),
    "more numbers than there are": (claiming_more, "not as many as it says"),
    "torch.Tensor": (lambda: with_words(pickle.dumps(Called(torch.Tensor, 10**9), 2)), "contains torch"),
    "bytearray": (lambda: with_words(b"c__builtin__\nbytearray\nJ\xff\xff\xff\x7f\x85R."), "contains __builtin__"),
    "a large place of the memo": (lambda: with_words(b"\x80\x02]r\xff\xff\xff\x7f."), "LONG_BINPUT"),
    "bytes to come": (lambda: with_words(b"\x80\x05\x96\xff\xff\xff\xff\x0f\x00\x00\x00."), "bytes"),
    "code": (lambda: with_words(b"cos\nsystem\n(S'true'\ntR."), "contains"),
}  # fmt: skip


def test_states_of_our_own_are_read(tmp_path):
    path = tmp_path / "trainer.pt"
    path.write_bytes(saved(COURSE).getvalue())
    found = read_state(path)
    assert found["counters"] == COURSE["counters"] and found["curve"] == COURSE["curve"]
    assert torch.equal(found["games"][0], COURSE["games"][0])
    check_archive(within(saved(COURSE)))


@pytest.mark.parametrize("kind", BOMBS)
def test_what_would_take_more_memory_than_the_file_is_refused(kind):
    make, words = BOMBS[kind]
    with pytest.raises(ValueError, match=words):
        check_archive(make())


def test_a_state_is_refused_before_torch_reads_it(tmp_path, monkeypatch):
    """So that nothing is allocated for it."""
    path = tmp_path / "trainer.pt"
    path.write_bytes(BOMBS["stride 0"][0]().getvalue())
    monkeypatch.setattr(torch, "load", None)
    with pytest.raises(ValueError, match="does not lie in its 1 numbers"):
        read_state(path)
