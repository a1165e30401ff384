"""Libraries that an extra of eurogym installs, imported on first use."""

from __future__ import annotations

import importlib
from typing import Any

from eurogym.envs.core.errors import MissingExtraError


def install(extra: str) -> str:
    """Return what installs an extra, in words for messages: no registry has eurogym, so a checkout does."""
    return f'pip install ".[{extra}]" in a checkout of eurogym'


def require(module: str, extra: str, purpose: str) -> Any:
    """Import and return an optional module.

    Raises:
        MissingExtraError: it is not installed; the message names the extra of eurogym that installs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(f"{purpose} needs {module}: {install(extra)}") from None
