"""What is refused in words and leaves everything as it was."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from eurogym.envs.core.errors import EurogymError, StateError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.tables import snapshot


def snapshots(batch: BatchedGame) -> list:
    """All games of a batch."""
    return [snapshot(batch, game) for game in range(batch.num_envs)]


@contextmanager
def refused(
    batch: BatchedGame, words: str = "", error: type[EurogymError] = StateError
) -> Iterator[pytest.ExceptionInfo]:
    """What is done here raises this error, in such words, and no game of the batch has changed."""
    before = snapshots(batch)
    with pytest.raises(error, match=words) as caught:
        yield caught
    assert snapshots(batch) == before
