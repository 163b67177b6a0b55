"""Plain values travel from one process to another, and nothing else does."""

import numpy as np
import pytest

from course.exercise import Other, kind
from course.grading.running.wire import LIMIT, Garbled, decode, encode


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -1.5, "è 안 你", [], [1, "a", None], {"a": {"b": [1.0]}}, {"kind": "x", "array": 1},
        np.arange(6, dtype=np.int32).reshape(2, 3), np.float32(1.5), np.zeros((0, 3)), np.array(True),
    ],
    ids=repr,
)  # fmt: skip
def test_plain_values_travel(value: object) -> None:
    back = decode(encode(value).encode())
    if isinstance(value, np.ndarray | np.generic):
        assert isinstance(back, np.ndarray)
        assert back.dtype == value.dtype
        assert np.array_equal(back, value)
    else:
        assert back == value


@pytest.mark.parametrize(
    "value",
    [object(), b"x", 1j, lambda: 0, 2**70, np.array([object()]), np.array(["a"])],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_travels_as_its_name(value: object) -> None:
    assert isinstance(decode(encode(value).encode()), Other)


def test_a_tuple_is_a_list_of_its_own_kind() -> None:
    back = decode(encode([(1, 0.5), (1, 2, 3, 4)]).encode())
    assert back == [[1, 0.5], [1, 2, 3, 4]]
    assert [kind(each) for each in back] == ["tuple[int, float]", "tuple[int, int, int, ...]"]


@pytest.mark.pt
def test_numbers_of_half_the_width_travel() -> None:
    import torch

    assert decode(encode(torch.tensor([1.5, -2.0], dtype=torch.bfloat16)).encode()).tolist() == [1.5, -2.0]


def test_nan_travels() -> None:
    assert np.isnan(decode(encode([float("nan")]).encode())[0])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"map": 3}',
        b'{"map": [[1]]}',
        b'{"tuple": 3}',
        b'{"pickle": "gASV"}',
        b'{"array": "AAAA", "dtype": "object", "shape": [1]}',
        b'{"array": "AAAA", "dtype": "float32", "shape": [1000000, 1000000]}',
        b'{"array": "AAAA", "dtype": "float32", "shape": [-1]}',
        b'{"array": "AAAA", "dtype": "float32", "shape": [true]}',
        b'{"array": "!", "dtype": "int8", "shape": [1]}',
        b'"\xff"',
        b'"' + b"x" * LIMIT + b'"',
    ],
    ids=lambda line: line[:40],
)
def test_whatever_else_comes_is_garbled(line: bytes) -> None:
    with pytest.raises(Garbled):
        decode(line)
