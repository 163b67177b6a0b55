"""Calls the two functions with a line and points."""

from types import ModuleType
from typing import Any


def values(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {"values": answer.predict(given["line"], [x for x, _ in given["points"]])}


def largest(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {"largest": answer.largest_error(given["line"], given["points"])}
