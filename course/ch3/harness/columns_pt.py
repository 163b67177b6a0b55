"""Calls `prepare_columns` on a tokenized data set, looks at its elements, and puts them into batches."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from datasets import ClassLabel, Dataset, DatasetDict, disable_progress_bars
from torch import Tensor
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, DataCollatorWithPadding

from course.paths import ASSETS

# they would count as what the answer prints
disable_progress_bars()


def _tokenized(given: dict[str, Any]) -> DatasetDict:
    names = ClassLabel(names=["not_equivalent", "equivalent"])
    return DatasetDict(
        {split: Dataset.from_dict(rows).cast_column("label", names) for split, rows in given["splits"].items()}
    )


def columns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    made = answer.prepare_columns(_tokenized(given))
    there = made if isinstance(made, Mapping) else {}
    keys = {split: list(there[split][0]) for split in there}
    ids = {split: there[split][0]["input_ids"] for split, names in keys.items() if "input_ids" in names}
    return {"made": type(made).__name__, "keys": keys, "ids": ids}


def tensors(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    made = answer.prepare_columns(_tokenized(given))
    kinds = {split: {name: _kind(value) for name, value in made[split][0].items()} for split in given["splits"]}
    ids = {split: made[split][0]["input_ids"] for split in given["splits"]}
    return {"kinds": kinds, "ids": ids}


def _kind(value: Any) -> str:
    """The name of its type; another class may bear the name of PyTorch's."""
    if issubclass(type(value), Tensor):
        return "Tensor"
    name = type(value).__name__
    return f"answer.{name}" if name == "Tensor" else name


def batches(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    made = answer.prepare_columns(_tokenized(given))
    tokenizer = AutoTokenizer.from_pretrained(ASSETS / "checkpoint")
    collator = DataCollatorWithPadding(tokenizer)
    splits: dict[str, Any] = {}
    for split in given["splits"]:
        seen: dict[str, list[int]] = {
            "labels": [],
            "attention_mask": [],
            "input_ids": [],
            "widths": [],
        }
        for batch in DataLoader(
            made[split],
            batch_size=given["batch_size"],
            collate_fn=collator,
        ):
            mask = batch["attention_mask"]
            seen["labels"] += batch["labels"].tolist()
            seen["attention_mask"] += mask.sum(1).tolist()
            seen["input_ids"] += batch["input_ids"][mask == 1].tolist()
            seen["widths"].append(mask.shape[1])
        splits[split] = seen
    return {"splits": splits}
