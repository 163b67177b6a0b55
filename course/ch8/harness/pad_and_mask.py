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
    """The input ids of a wide batch and of a narrow one by the same padder, with their shape, and the kinds of what is no tensor.

    Args:
        expected: the name of the framework's tensors.
        is_tensor: tells whether an object is one.
    """
    seen: dict[str, Any] = {}
    padder = answer.make_padder(tokenizer(given))
    # the wide one first: the width of a batch must not stay for the next one
    for name in ("long", "short"):
        batch = padder(examples(given, name))
        if not isinstance(batch, Mapping):
            seen[name] = batch
            continue
        ids = batch.get("input_ids")
        values = {key: batch[key] for key in ("attention_mask", "labels") if key in batch}
        seen[name] = {
            "expected": expected,
            "no_tensors": {
                key: kind(value) for key, value in {"input_ids": ids, **values}.items() if not is_tensor(value)
            },
            "shape": list(getattr(ids, "shape", [])),
            "input_ids": ids,
        }
    return seen


def kind(value: Any) -> str:
    """The name of a value's type, with its module."""
    return f"{type(value).__module__}.{type(value).__name__}".removeprefix("builtins.")


def labels(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {"batch": padded(answer, given, "short")}


def again(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """The batches that the same padder makes of the same examples, one after the other, and what is left of the examples."""
    features = examples(given, "short")
    listed = list(features)
    padder = answer.make_padder(tokenizer(given))
    batches: dict[str, Any] = {"first": dict(padder(features))}
    try:
        batches["again"] = dict(padder(features))
    except Exception:  # what was changed may be missing now
        batches["again"] = {}
    return {**batches, **{f"left_{row}": dict(example) for row, example in enumerate(listed)}}


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
    return answer.make_padder(tokenizer(given))(examples(given, name))


def tokenizer(given: dict[str, Any]) -> Any:
    """A tokenizer with a word for each id, one of which is the padding."""
    words = {f"word{token}": token for token in range(given["vocabulary"])}
    words["[PAD]"] = words.pop(f"word{given['pad']}")
    return PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(WordLevel(words, unk_token="word0")),
        pad_token="[PAD]",
        model_input_names=["input_ids", "attention_mask"],
    )


def examples(given: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """A copy of the rows of that name."""
    return [{"input_ids": list(row["input_ids"]), "label": row["label"]} for row in given[name]]
