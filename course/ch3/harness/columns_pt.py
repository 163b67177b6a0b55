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
    strange = {split: type(examples).__name__ for split, examples in there.items() if not _has_examples(examples)}
    if strange:
        return {"made": type(made).__name__, "strange": strange}
    keys = {split: list(there[split][0]) for split in there}
    ids = {split: there[split][0]["input_ids"] for split, names in keys.items() if "input_ids" in names}
    return {"made": type(made).__name__, "keys": keys, "ids": ids}


def _has_examples(examples: Any) -> bool:
    """Whether the first example can be taken by its index, and is a dictionary."""
    try:
        return isinstance(examples[0], Mapping)
    except (KeyError, IndexError, TypeError, NotImplementedError):
        return False


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
    """Make batches of several examples, and of each example alone, which shows whether it is padded.

    A split whose examples still have their text has not been prepared; it is left out if another has been.
    """
    made = answer.prepare_columns(_tokenized(given))
    unprepared = [split for split in given["splits"] if "sentence1" in made[split][0]]
    left_out = unprepared if len(unprepared) < len(given["splits"]) else []
    collator = DataCollatorWithPadding(AutoTokenizer.from_pretrained(ASSETS / "checkpoint"))
    splits: dict[str, Any] = {}
    for split in given["splits"]:
        if split in left_out:
            continue
        seen: dict[str, list[int]] = {}
        for batch in DataLoader(made[split], batch_size=given["batch_size"], collate_fn=collator):
            mask = batch["attention_mask"]
            values = {
                "attention_mask": mask.sum(1),
                "input_ids": batch["input_ids"][mask == 1],
                **({"labels": batch["labels"]} if "labels" in batch else {}),
            }
            for name, value in values.items():
                seen.setdefault(name, []).extend(value.tolist())
        for size in (given["batch_size"], 1):
            widths = [
                batch["input_ids"].shape[1] for batch in DataLoader(made[split], batch_size=size, collate_fn=collator)
            ]
            seen[f"widths of {size}"] = widths
        splits[split] = seen
    return {"splits": splits}
