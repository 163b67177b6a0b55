"""Turns a reader's objects into plain values, whatever they are."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from course.diagnosis.facts import OBJECTS, TABLE, Values

IGNORED = -100
"""The target that PyTorch's losses leave out by default."""
SHOWN = 8
"""How many numbers or texts are kept to be shown."""
LOOKED_AT = 200_000
"""How many numbers of an array are looked at."""
SOME = 1000
"""How many of the objects are looked at."""


def values_of(value: Any) -> Values:
    """Describe a tensor, an array, a list or anything else."""
    if isinstance(value, str):
        return Values("text", "str", first=(value[:80],))
    if isinstance(value, bool | int | float):
        return _numbers("number", np.asarray(value))
    array = as_array(value)
    if array is not None:
        return _numbers("array" if isinstance(value, np.ndarray) else "tensor", array)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        # its numbers are not kept, or the GPU that has them fails
        return Values("tensor", str(value.dtype).removeprefix("torch."), tuple(value.shape))
    if isinstance(value, Mapping):
        return Values(type(value).__name__, shape=(len(value),))
    if isinstance(value, Sequence):
        return _list(value)
    return Values(type(value).__name__)


def as_array(value: Any) -> np.ndarray | None:
    """A tensor of either framework, or an array, as an array of numbers; None for anything else."""
    if isinstance(value, np.ndarray):
        return value if value.dtype.kind in "biuf" else None
    torch, tensorflow = sys.modules.get("torch"), sys.modules.get("tensorflow")
    try:
        if torch is not None and isinstance(value, torch.Tensor):
            kept = value.detach().cpu()
            return np.asarray(kept.float() if kept.dtype == torch.bfloat16 else kept)
        if tensorflow is not None and tensorflow.is_tensor(value):
            return np.asarray(value.numpy())
    except Exception:
        # a symbolic tensor has no values
        return None
    return None


def _numbers(kind: str, array: np.ndarray) -> Values:
    flat = array.reshape(-1)[:LOOKED_AT]
    if flat.dtype.kind == "b":
        flat = flat.astype(int)
    counted = flat[flat != IGNORED]
    finite = counted[np.isfinite(counted)] if counted.size else counted
    return Values(
        kind,
        str(array.dtype),
        tuple(array.shape),
        least=float(finite.min()) if finite.size else None,
        most=float(finite.max()) if finite.size else None,
        distinct=int(np.unique(finite).size) if finite.size else None,
        whole=bool(finite.size and np.all(finite == np.round(finite))),
        ignored=int((flat == IGNORED).sum()),
        first=tuple(flat[:SHOWN].tolist()),
    )


def _list(value: Sequence[Any]) -> Values:
    inner = [each for each in value if isinstance(each, Sequence) and not isinstance(each, str)]
    lengths = {len(each) for each in inner}
    ragged = len(lengths) > 1
    flat = [item for each in inner for item in each] if inner else [*value]
    if any(isinstance(each, str) for each in flat):
        return Values("list", "str", (len(value),), ragged, first=tuple(str(each)[:80] for each in flat[:SHOWN]))
    if any(each is None for each in flat):
        return Values("list", "NoneType", (len(value),), ragged)
    try:
        numbers = np.asarray(flat)
    except ValueError:
        return Values("list", "", (len(value),), True)
    except Exception:
        # such as tensors that require gradients
        return Values("list", "", (len(value),), ragged)
    if numbers.dtype.kind not in "biuf":
        return Values("list", "", (len(value),), ragged)
    found = _numbers("list", numbers)
    shape = (len(value), *sorted(lengths)) if len(lengths) == 1 else (len(value),)
    return Values(
        "list",
        found.dtype,
        shape,
        ragged,
        found.least,
        found.most,
        found.distinct,
        found.whole,
        found.ignored,
        found.first,
    )


def described(value: Any) -> str:
    """A short description, such as `tensor int64 (16, 40)`; empty for what is not worth telling."""
    kind = type(value)
    if kind.__module__ == "builtins" and not isinstance(value, str | int | float | list | tuple | dict):
        return ""
    if isinstance(value, Mapping) and len(value) <= 12 and all(isinstance(key, str) for key in value):
        return ", ".join(f"{key}: {_short(values_of(each))}" for key, each in value.items())
    if kind.__name__ == "SymbolicTensor":
        return f"{kind.__name__} {value.dtype.name} {value.shape}"
    if str(getattr(value, "dtype", "")) == "object" and kind.__name__ == "ndarray":
        kinds = sorted({type(each).__name__ for each in value.ravel()[:SOME].tolist()})
        return f"{OBJECTS} {value.shape}: {', '.join(kinds)}"
    if kind.__name__ == TABLE:
        return f"{TABLE} {value.shape}: {', '.join(sorted({str(each) for each in value.dtypes}))}"
    found = values_of(value)
    return _short(found) if found.kind not in (kind.__name__,) or found.shape else kind.__name__


def _short(found: Values) -> str:
    words = [found.kind, found.dtype, str(found.shape) if found.shape else ""]
    return " ".join(word for word in words if word)
