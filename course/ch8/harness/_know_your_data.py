"""The calls of `know-your-data`, with whichever tokenizer there is."""

from types import ModuleType
from typing import Any


def decode_rows(answer: ModuleType, given: dict[str, Any], tokenizer: Any) -> dict[str, Any]:
    return {str(place): answer.decode_row(row, tokenizer) for place, row in enumerate(given["rows"])}


def label_shares(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {
        str(place): answer.label_shares(data["labels"], data["num_labels"]) for place, data in enumerate(given["data"])
    }


def baselines(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """The baselines, and the frequencies that the answer may have computed them from."""
    returned = {
        str(place): answer.baselines(data["labels"], data["num_labels"]) for place, data in enumerate(given["data"])
    }
    return {"baselines": returned, "shares": label_shares(answer, given)}
