"""Libraries that an extra of eurogym brings, imported when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from eurogym.envs.core.errors import MissingExtraError


def require(module: str, extra: str, purpose: str) -> Any:
    """Import an optional module, or say which extra of eurogym brings it.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(f"{purpose} needs {module}: pip install 'eurogym[{extra}]'") from None
