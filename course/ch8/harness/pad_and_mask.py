"""Call the function of `make_padder` with rows of different lengths, and a small model with what it returns, in either framework."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast


def look_at_rows(
    answer: ModuleType, given: dict[str, Any], expected: str, is_tensor: Callable[[Any], bool]
) -> dict[str, Any]:
    """The input ids of a narrow batch and of a wide one, with their kind and shape.

    Args:
        expected: the name of the framework's tensors.
        is_tensor: tells whether an object is one.
    """
    seen: dict[str, Any] = {}
    for name in ("short", "long"):
        batch = padded(answer, given, name)
        if not isinstance(batch, Mapping):
            seen[name] = batch
            continue
        ids = batch.get("input_ids")
        kind = f"{type(ids).__module__}.{type(ids).__name__}"
        seen[name] = {
            "kind": kind.removeprefix("builtins."),
            "expected": expected,
            "is_tensor": is_tensor(ids),
            "shape": list(getattr(ids, "shape", [])),
            "input_ids": ids,
        }
    return seen


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {"batch": padded(answer, given, "short")}


def look_at_logits(
    answer: ModuleType,
    given: dict[str, Any],
    small: Callable[..., Any],
    tensor: Callable[[Any], Any],
    stack: Callable[[list[Any]], Any],
) -> dict[str, Any]:
    """The logits of rows alone and in a batch, from a model that `small` makes; `tensor` and `stack` make tensors."""
    batch = padded(answer, given, "short")
    model = small(
        given["vocabulary"],
        given["labels"],
        given["seed"],
        n_layers=1,
        # large enough for what is attended to to matter
        initializer_range=0.2,
        pad_token_id=given["pad"],
    )
    inputs = {name: batch[name] for name in ("input_ids", "attention_mask") if name in batch}
    alone = [model(input_ids=tensor([row["input_ids"]])).logits[0] for row in given["short"]]
    return {
        "alone": stack(alone),
        "together": model(**inputs).logits,
        "has_mask": "attention_mask" in batch,
        "mask": batch.get("attention_mask"),
        "shape": list(batch["input_ids"].shape),
    }


def padded(answer: ModuleType, given: dict[str, Any], name: str) -> Any:
    """Call the learner's function with a copy of the rows; gives the batch."""
    words = {f"word{token}": token for token in range(given["vocabulary"])}
    words["[PAD]"] = words.pop(f"word{given['pad']}")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(WordLevel(words, unk_token="word0")),
        pad_token="[PAD]",
        model_input_names=["input_ids", "attention_mask"],
    )
    features = [{"input_ids": list(row["input_ids"]), "label": row["label"]} for row in given[name]]
    return answer.make_padder(tokenizer)(features)
