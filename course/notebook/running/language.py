"""The language that a notebook is written in, read from its own metadata by the kernel that runs it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def notebook_language(namespace: Mapping[str, Any]) -> str:
    """The language in the notebook's metadata; empty where the notebook cannot be found or says nothing."""
    for read in (_colab, _jupyter, _vscode):
        try:
            found = read(namespace)["metadata"]["course"]["language"]
        except (ImportError, OSError, ValueError, LookupError, TypeError):
            continue
        if isinstance(found, str):
            return found
    return ""


def _colab(namespace: Mapping[str, Any]) -> Any:
    from google.colab import _message

    return _message.blocking_request("get_ipynb", request="", timeout_sec=10)["ipynb"]


def _jupyter(namespace: Mapping[str, Any]) -> Any:
    return json.loads(Path(os.environ["JPY_SESSION_NAME"]).read_text(encoding="utf-8"))


def _vscode(namespace: Mapping[str, Any]) -> Any:
    return json.loads(Path(namespace["__vsc_ipynb_file__"]).read_text(encoding="utf-8"))
