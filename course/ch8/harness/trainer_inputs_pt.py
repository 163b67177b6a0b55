"""Gives what `prepare_sets` and `make_collator` return to a Trainer, and looks at what it makes of them."""

import tempfile
from types import ModuleType
from typing import Any

import datasets
import torch
from datasets import ClassLabel, Dataset, DatasetDict, Features, Value
from transformers import AutoTokenizer, Trainer, TrainingArguments

from course.ch8.harness._models import small_pt
from course.paths import ASSETS

datasets.disable_progress_bars()

FEATURES = Features(
    {
        "premise": Value("string"),
        "hypothesis": Value("string"),
        "label": ClassLabel(names=["entailment", "neutral", "contradiction"]),
        "idx": Value("int32"),
    }
)


def sets(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    prepared = answer.prepare_sets(load_data(given), load_tokenizer())
    if not isinstance(prepared, tuple | list) or len(prepared) != 2:
        return {"is_pair": False, "kind": type(prepared).__name__}
    seen: dict[str, Any] = {"is_pair": True, "kind": ""}
    for name, chosen in zip(("train_set", "validation_set"), prepared, strict=False):
        rows = [chosen[place] for place in range(len(chosen))]
        columns = rows[0] if rows else []
        seen[name] = {
            "has_tokens": all("input_ids" in row for row in rows),
            "columns": ", ".join(f"`{column}`" for column in columns),
            **numbered(
                [row.get("input_ids", []) for row in rows],
                [row.get("labels", row.get("label")) for row in rows],
            ),
        }
    return seen


def batches(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """Take a batch. The model gets its labels only if it can use them; the judge looks at them in any case."""
    collator = answer.make_collator(load_tokenizer())
    if collator is None:
        return {"nothing": "None"}
    if isinstance(collator, type):
        return {"class": collator.__name__}
    with tempfile.TemporaryDirectory() as output:
        trainer = make_trainer(answer, given, output)
        batch = dict(next(iter(trainer.get_train_dataloader())))
    ids = batch["input_ids"]
    for name in ("input_ids", "attention_mask", "labels"):
        value = batch.get(name)
        if value is not None and not isinstance(value, torch.Tensor):
            return {"no_tensor": name, "kind": type(value).__name__}
    labels = batch.get("labels")
    usable = labels is not None and not labels.is_floating_point() and labels.numel() == len(ids)
    unusable = ("label",) if usable else ("label", "labels")
    return {
        "logits": trainer.model(**{name: value for name, value in batch.items() if name not in unusable}).logits,
        "own": own(trainer.train_dataset),
        "has_mask": "attention_mask" in batch,
        "mask": batch.get("attention_mask"),
        **numbered(
            ids,
            batch.get("labels", [None] * len(ids)),
        ),
    }


def padding(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as output:
        trainer = make_trainer(answer, given, output)
        batches = enumerate(trainer.get_eval_dataloader())
        return {
            "batches": {str(place): numbered(batch["input_ids"], []) for place, batch in batches},
            "own": own(trainer.eval_dataset),
        }


def own(chosen: Any) -> dict[str, Any]:
    """The token ids of each row of a set."""
    return numbered([chosen[place]["input_ids"] for place in range(len(chosen))], [])


def make_trainer(answer: ModuleType, given: dict[str, Any], output: str) -> Trainer:
    """A Trainer with a small model and all that the answer gives."""
    tokenizer = load_tokenizer()
    train_set, validation_set = answer.prepare_sets(load_data(given), tokenizer)
    model = small_pt(
        len(tokenizer),
        given["labels"],
        given["seed"],
        n_layers=1,
        max_position_embeddings=given["positions"],
    )
    arguments = TrainingArguments(
        output,
        per_device_train_batch_size=given["batch"],
        per_device_eval_batch_size=given["batch"],
        dataloader_pin_memory=False,
        report_to="none",
        disable_tqdm=True,
    )
    return Trainer(
        model,
        arguments,
        train_dataset=train_set,
        eval_dataset=validation_set,
        data_collator=answer.make_collator(tokenizer),
    )


def load_data(given: dict[str, Any]) -> DatasetDict:
    """MNLI in small, in memory, so that nothing is cached on disk."""
    return DatasetDict({split: Dataset.from_list(rows, features=FEATURES) for split, rows in given["splits"].items()})


def load_tokenizer() -> Any:
    return AutoTokenizer.from_pretrained(ASSETS / "checkpoint")


def numbered(ids: Any, labels: Any) -> dict[str, Any]:
    """The token ids of each row, and its label as text, by the row's number. The judge reads the tokens."""
    return {
        "ids": dict(enumerate(ids)),
        "labels": {row: label_text(label) for row, label in enumerate(labels)},
    }


def label_text(label: Any) -> str:
    """The label as text, which shows a number that is not whole, such as 1.0, and several numbers."""
    value = label.tolist() if hasattr(label, "tolist") else label
    while isinstance(value, list) and len(value) == 1:
        (value,) = value
    return str(int(value) if isinstance(value, bool) else value)[:80]
