"""The wire format: plain values as one line of JSON, and back. Nothing that is read is ever run: no pickle, no evaluation.

An array travels as the name of its type, its shape and its raw bytes. A value that is not plain travels as the name of
its type alone, so that the judge can say which type came in place of the one asked for.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from course.exercise import Other, Tuple, is_array, is_numpy_scalar

if TYPE_CHECKING:
    import numpy as np

LIMIT = 8 * 2**20
"""The longest line, in bytes."""
PARTS = 300_000
"""The most values in a line: one that is all brackets takes a hundred times its size, and seconds to read."""
DEPTH = 16
DTYPES = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
)


class Garbled(Exception):
    """A line that came over the wire is not one that `encode` writes."""


def encode(value: Any) -> str:
    """Return one line of JSON for a value, its tensors and arrays included."""
    return json.dumps(_pack(value, DEPTH), allow_nan=True)


def decode(line: bytes) -> Any:
    """Return the value of a line that `encode` wrote, or that an answer made up.

    Raises:
        Garbled: it is too long, too deep, not JSON, or holds an array that contradicts itself.
    """
    if len(line) > LIMIT or parts(line) > PARTS:
        raise Garbled("too long")
    try:
        return _unpack(json.loads(line), DEPTH)
    except (ValueError, RecursionError, TypeError, KeyError, OverflowError, MemoryError) as error:
        raise Garbled(str(error)) from error


def parts(line: bytes) -> int:
    """Return an upper bound for the number of values in a line."""
    return sum(line.count(mark) for mark in (b",", b":", b"[", b"{"))


def _pack(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value) if -(2**63) <= value < 2**64 else {"kind": "int"}
    if isinstance(value, float):
        return float(value)
    if depth and isinstance(value, Mapping):
        return {"map": [[str(key), _pack(each, depth - 1)] for key, each in value.items()]}
    if depth and isinstance(value, list | tuple | set | frozenset):
        items = sorted(value, key=repr) if isinstance(value, Set) else value
        packed = [_pack(each, depth - 1) for each in items]
        return {"tuple": packed} if isinstance(value, tuple) else packed
    array = _array(value)
    if array is None or array.dtype.name not in DTYPES:
        return {"kind": type(value).__name__}
    raw = base64.b64encode(array.tobytes()).decode("ascii")
    return {"array": raw, "dtype": array.dtype.name, "shape": list(array.shape)}


def _array(value: Any) -> np.ndarray[Any, Any] | None:
    """Return a NumPy array or scalar, or a tensor, as an array; None for anything else."""
    if str(getattr(value, "dtype", "")) == "torch.bfloat16":
        # NumPy has no such type
        value = value.float()
    # a tensor of PyTorch has all three; one of TensorFlow has the last, and warns of the second
    for step in ("detach", "cpu", "numpy") if hasattr(value, "detach") else ("numpy",):
        if callable(getattr(value, step, None)):
            value = getattr(value, step)()
    if not (is_array(value) or is_numpy_scalar(value)):
        return None
    import numpy as np

    return np.asarray(value)


def _unpack(value: Any, depth: int) -> Any:
    if depth < 0:
        raise Garbled("too deep")
    if isinstance(value, list):
        return [_unpack(each, depth - 1) for each in value]
    if isinstance(value, int) and abs(value) >= 2**64:
        raise Garbled("not a number")
    if not isinstance(value, dict):
        return value
    match value:
        case {"map": list(items), **rest} if not rest:
            return {str(key): _unpack(each, depth - 1) for key, each in items}
        case {"tuple": list(items), **rest} if not rest:
            return Tuple(_unpack(each, depth - 1) for each in items)
        case {"array": str(raw), "dtype": str(dtype), "shape": list(shape), **rest} if not rest:
            return _read_array(raw, dtype, shape)
        case {"kind": str(name), **rest} if not rest:
            return Other(name[:80])
    raise Garbled("not a value")


def _read_array(raw: str, dtype: str, shape: Sequence[Any]) -> np.ndarray[Any, Any]:
    import numpy as np

    if dtype not in DTYPES or not all(type(size) is int and 0 <= size <= LIMIT for size in shape) or len(shape) > DEPTH:
        raise Garbled("not an array")
    try:
        content = base64.b64decode(raw, validate=True)
    except binascii.Error as error:
        raise Garbled(str(error)) from error
    if len(content) != math.prod(shape) * np.dtype(dtype).itemsize:
        raise Garbled("not an array")
    return np.frombuffer(content, dtype=dtype).reshape(shape)
