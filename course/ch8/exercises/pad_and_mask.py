"""`pad-and-mask`: batches padded to their longest example, with a mask over the padding."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Other, Plain, Unfit, kind
from course.i18n import N_

FUNCTION = "make_padder"
MADE = f"{FUNCTION}(...)(...)"
IDS = f'{MADE}["input_ids"]'
MASK = f'{MADE}["attention_mask"]'
LABELS_OF_BATCH = f'{MADE}["labels"]'
VOCABULARY = 40
LABELS = 6
POSITIONS = 512
"""The most tokens of an example that the model can read, and so the widest batch."""
STEPS = (1, 8, 16, 32)
"""Some pad to the next multiple of one of these, which hardware likes; more than that is waste."""


def draw(rng: Random) -> Draw:
    """Draw two batches in which neither lengths nor labels are sorted; the id 0 is a word, and not the padding."""
    pad = rng.randrange(5, VOCABULARY)
    lengths = sorted(rng.sample(range(3, 14), LABELS))
    given = {
        "vocabulary": VOCABULARY,
        "labels": LABELS,
        "pad": pad,
        "seed": rng.randrange(10**6),
        "short": draw_rows(rng, pad, lengths[2:] + lengths[:2]),
        "long": draw_rows(rng, pad, [9, rng.randrange(70, 100), 20]),
    }
    return Draw(given)


def draw_rows(rng: Random, pad: int, lengths: Sequence[int]) -> list[dict[str, Any]]:
    words = [token for token in range(VOCABULARY) if token != pad]
    labels = rng.sample(range(LABELS), len(lengths))
    rows = []
    for length, label in zip(lengths, labels, strict=False):
        tokens = rng.choices(words, k=length)
        tokens[rng.randrange(1, length)] = 0
        rows.append({"input_ids": tokens, "label": label})
    return rows


RAGGED = Mistake(
    "ragged",
    N_(
        "The function that your `make_padder` returns could not make one tensor from lists that differ in length: in a tensor, all rows have the same length. Before you make a tensor, pad the shorter lists, those of `input_ids` and those of the mask. If your code does pad them, are lists from an earlier batch still among them?"
    ),
    hint=1,
    error="ValueError",
    pattern="expected sequence of length|non-rectangular|Unable to create tensor",
)
NO_TENSORS = Mistake(
    "no-tensors",
    N_(
        "Your `make_padder` returns a function. In the dictionary that this function returns, `{name}` should be a tensor, of the type `{wanted}`, but it is of the type `{actual}`. A model takes only tensors: after the padding, make a tensor of each of the three values `input_ids`, `attention_mask` and `labels`."
    ),
    hint=0,
)
PYTORCH_TENSORS = Mistake(
    "pytorch-tensors",
    N_(
        'Your batch should hold TensorFlow tensors, but a function of 🤗 Transformers tried to make PyTorch tensors. A data collator such as `DataCollatorWithPadding` makes PyTorch tensors unless it is told otherwise. Give it, or the method `tokenizer.pad`, the argument `return_tensors="tf"`.'
    ),
    hint=0,
    error="ImportError",
    pattern="Unable to convert output to PyTorch tensors",
)
FLOATS = Mistake(
    "floats",
    N_(
        "The `input_ids` in your batch are of the type `{actual}`. They should be whole numbers, because each of them is the index of a row in the model's embeddings. An array of NumPy holds floats unless it is told otherwise, as with `dtype=int`."
    ),
    hint=0,
)
NO_FUNCTION = Mistake(
    "no-function",
    N_(
        "`make_padder` should return a function, which the check then calls with a list of examples, but what it returned cannot be called. Did it return `None`, or a batch? Define the function that makes a batch inside `make_padder`, and return this function."
    ),
    hint=0,
    error="TypeError",
    pattern="object is not callable",
)
TOO_NARROW = Mistake(
    "too-narrow",
    N_(
        "The longest example has {longest} tokens, but your batch is only {width} tokens wide, so tokens of this example are lost. Every batch must be as wide as its own longest example."
    ),
    hint=1,
)
TOO_WIDE = Mistake(
    "too-wide",
    N_(
        "The longest example has {longest} tokens, but your batch is {width} tokens wide, so the model processes padding that no example needs. Every batch should be as wide as its own longest example, or as the next multiple of 8, 16 or 32."
    ),
    hint=1,
)
OTHER_TOKENS = Mistake(
    "other-tokens",
    N_(
        "Row {row} of `input_ids` in your batch should begin with the tokens of the example with the index {row} in the list, but the number of tokens in the right place is {same} of {tokens}. Keep the examples in their order, and put the padding after the tokens, because the model counts positions from the left."
    ),
    hint=0,
)
OTHER_PADDING = Mistake(
    "other-padding",
    N_(
        "Each padding position of your `input_ids` should have the id of this tokenizer's padding token, `{expected}`, but one of them has `{actual}`. This id can differ from tokenizer to tokenizer, so your code has to ask the tokenizer for it."
    ),
    hint=2,
    veiled=N_(
        "Each padding position of your `input_ids` should have the id of this tokenizer's padding token, but one of them has `{actual}`. This id can differ from tokenizer to tokenizer, so your code has to ask the tokenizer for it."
    ),
)
NO_SUCH_KEY = Mistake(
    "no-such-key",
    N_(
        "Your code looks up a key that an example does not have: `{message}`. Each example is a dictionary with the keys `input_ids` and `label`, and it has no attention mask yet."
    ),
    hint=0,
    error="KeyError",
    pattern="labels|attention_mask|token_type_ids|length",
)
LABELS_MISSING = Mistake(
    "labels-missing",
    N_(
        "Your batch has no key `labels`, only the keys {keys}. Each example has a `label`, but the model's parameter is called `labels`, and without labels the model computes no loss. Put the labels of all examples into the batch as one tensor, under the key `labels`, and leave the key `label` out."
    ),
    hint=0,
)
OTHER_LABELS = Mistake(
    "other-labels",
    N_(
        "The example with the index {row} in the list should have the label {expected} in your batch, but it has {actual}. No error reports a wrong label: the model learns it like a right one. Check two things: does your code read each label under the key `label`, and are the labels in the same order as the examples?"
    ),
    hint=0,
    veiled=N_(
        "The example with the index {row} in the list has the label {actual} in your batch, and this is not its own. No error reports a wrong label: the model learns it like a right one. Check two things: does your code read each label under the key `label`, and are the labels in the same order as the examples?"
    ),
)
EXAMPLES_CHANGED = Mistake(
    "examples-changed",
    N_(
        "When the function that your `make_padder` returns gets the same list of examples again, as in the second epoch, it makes another batch, or no batch at all. The first call changed the examples. Does your code use `pop`, `del`, `+=` or an assignment on an example, or on one of its lists? Make new dictionaries and lists instead."
    ),
    hint=0,
)
EXAMPLES_WRITTEN_TO = Mistake(
    "examples-written-to",
    N_(
        "The function that your `make_padder` returns changed the examples that it was given. The example with the index {row} in the list had the keys `input_ids` and `label`, and {before} tokens. After the call it has the keys {keys}, and {after} tokens. The same examples are used again in the next epoch, and other code can use them, too. Make new dictionaries and lists instead."
    ),
    hint=0,
)
NO_MASK = Mistake(
    "no-mask",
    N_(
        "Your batch has no `attention_mask`, so the model takes the padding for words, and the logits change: for the example with the index {row} in the list, one logit should be {alone}, as it is when the example is alone, but in your batch it is {together}. Add the mask."
    ),
    hint=3,
    withheld=("alone",),
    veiled=N_(
        "Your batch has no `attention_mask`, so the model takes the padding for words, and the logits change: for the example with the index {row} in the list, they are not those that it has when it is alone. Add the mask."
    ),
)
OTHER_MASK = Mistake(
    "other-mask",
    N_(
        "Your mask should be 1 for every token and 0 for all padding. In the whole batch it is right for {right} of the {tokens} tokens and for {hidden} of the {padding} padding positions. So the logits change: for the example with the index {row} in the list, one logit should be {alone}, as it is when the example is alone, but in your batch it is {together}."
    ),
    hint=3,
    withheld=("alone",),
    veiled=N_(
        "Your mask should be 1 for every token and 0 for all padding. In the whole batch it is right for {right} of the {tokens} tokens and for {hidden} of the {padding} padding positions. So the logits change: for the example with the index {row} in the list, they are not those that it has when it is alone."
    ),
)


def judge_rows(draw: Draw, handed: Handed) -> Found | None:
    """Each row of the batch begins with all the tokens of its example, and the rest of the row is padding."""
    for name in ("short", "long"):
        batch = Handed(handed.mapping(name, of=MADE))
        rows = [row["input_ids"] for row in draw.given[name]]
        for value, type_name in batch.mapping("no_tensors", of=FUNCTION).items():
            return NO_TENSORS.found(name=value, wanted=batch.text("expected", of=FUNCTION), actual=str(type_name))
        longest = max(map(len, rows))
        width = read_width(batch, len(rows), longest)
        if width < longest:
            return TOO_NARROW.found(longest=longest, width=width)
        if not fits(width, longest):
            return TOO_WIDE.found(longest=longest, width=width)
        ids = batch.array("input_ids", (len(rows), width), of=IDS)
        found_ids = batch.values["input_ids"]
        if isinstance(found_ids, np.ndarray) and found_ids.dtype.kind == "f":
            return FLOATS.found(actual=found_ids.dtype.name)
        for row, (tokens, found) in enumerate(zip(rows, ids, strict=False)):
            same = int(np.sum(found[: len(tokens)] == tokens))
            if same < len(tokens):
                return OTHER_TOKENS.found(row=row, tokens=len(tokens), same=same)
            padding = found[len(tokens) :]
            other = padding[padding != draw.given["pad"]]
            if other.size:
                return OTHER_PADDING.found(actual=f"{other[0]:.0f}", expected=draw.given["pad"])
    return None


def fits(width: int, longest: int) -> bool:
    """Whether a batch of that width holds no padding beyond its longest example, or the next multiple of a step."""
    return any(width == -(-longest // step) * step for step in STEPS)


def read_width(batch: Handed, rows: int, longest: int) -> int:
    """The width of a batch of so many rows. Raises Unfit if it is none."""
    shape = batch.integers("shape", of=f"{IDS}.shape")
    if len(shape) != 2 or shape[0] != rows:
        raise Unfit(IDS, str((rows, longest)), str(tuple(shape)))
    return shape[1]


def judge_labels(draw: Draw, handed: Handed) -> Found | None:
    """The labels are there, in the order of the examples."""
    expected = [row["label"] for row in draw.given["short"]]
    batch = Handed(handed.mapping("batch", of=MADE))
    if "labels" not in batch.values:
        return LABELS_MISSING.found(keys=list(batch.values)[:8])
    shape = (len(expected),)
    batch.array("labels", shape, of=LABELS_OF_BATCH)
    found = batch.values["labels"]
    if isinstance(found, np.ndarray) and found.dtype.kind not in "iu":
        raise Unfit(LABELS_OF_BATCH, f"int64 {shape}", kind(found))
    labels = batch.integers("labels", of=LABELS_OF_BATCH)
    for row, (wanted, actual) in enumerate(zip(expected, labels, strict=False)):
        if actual != wanted:
            return OTHER_LABELS.found(row=row, expected=wanted, actual=actual)
    return None


def judge_again(draw: Draw, handed: Handed) -> Found | None:
    """The same examples, all of them, give the same batch a second time, and are left as they were."""
    first = handed.mapping("first", of=MADE)
    again = handed.mapping("again", of=MADE)
    there = all(holds(first.get("input_ids"), row["input_ids"]) for row in draw.given["short"])
    if not there or not all(same(value, again.get(name)) for name, value in first.items()):
        return EXAMPLES_CHANGED.found()
    for row, example in enumerate(draw.given["short"]):
        left = handed.mapping(f"left_{row}", of=MADE)
        ids = left.get("input_ids")
        if (
            left.keys() != example.keys()
            or any(kind(left[name]) != kind(example[name]) for name in example)
            or left != example
        ):
            return EXAMPLES_WRITTEN_TO.found(
                row=row,
                before=len(example["input_ids"]),
                keys=list(left)[:8],
                after=len(ids) if isinstance(ids, list | np.ndarray) and np.ndim(ids) else 0,
            )
    return None


def holds(ids: Plain | Other, tokens: list[int]) -> bool:
    """Whether a row begins or ends with the tokens of an example: where the padding should be is another check's concern."""
    rows = ids.tolist() if isinstance(ids, np.ndarray) else ids
    return isinstance(rows, list) and any(
        isinstance(row, list) and tokens in (row[: len(tokens)], row[-len(tokens) :]) for row in rows
    )


def same(first: Plain | Other, second: Plain | Other) -> bool:
    """Whether two values of a batch, tensors or lists, are the same."""
    return (
        isinstance(first, np.ndarray | list)
        and isinstance(second, np.ndarray | list)
        and np.array_equal(np.asarray(first), np.asarray(second))
    )


def judge_logits(draw: Draw, handed: Handed) -> Found | None:
    """An example has the same logits in a batch as alone."""
    rows = [row["input_ids"] for row in draw.given["short"]]
    shape = (len(rows), LABELS)
    alone = handed.array("alone", shape, of=FUNCTION)
    together = handed.array("together", shape, of=FUNCTION)
    with np.errstate(invalid="ignore"):
        apart = np.nan_to_num(np.abs(together - alone), nan=np.inf)
    row, place = np.unravel_index(np.argmax(apart), shape)
    lengths = [len(row) for row in rows]
    width = read_width(handed, len(rows), max(lengths))
    if width < max(lengths):
        return TOO_NARROW.found(longest=max(lengths), width=width)
    if width > POSITIONS:
        return TOO_WIDE.found(longest=max(lengths), width=width)
    is_token = np.arange(width) < np.array(lengths)[:, None]
    if apart[row, place] < 1e-3:
        # logits that are always the same say nothing of the mask
        mask = handed.array("mask", is_token.shape, of=MASK)
        if ((mask != 0) == is_token).all():
            return None
    logits = {
        "row": int(row),
        "alone": float(alone[row, place]),
        "together": float(together[row, place]),
    }
    if not handed.truth("has_mask", of=FUNCTION):
        return NO_MASK.found(**logits)
    mask = handed.array("mask", is_token.shape, of=MASK)
    return OTHER_MASK.found(
        **logits,
        right=int(np.sum(mask[is_token] == 1)),
        tokens=int(np.sum(is_token)),
        hidden=int(np.sum(mask[~is_token] == 0)),
        padding=int(np.sum(~is_token)),
    )


EXERCISE = Exercise(
    name="pad-and-mask",
    title=N_("Padding that the model does not attend to"),
    settings=("tf", "pt"),
    task=(
        N_(
            "In a batch, `input_ids` is one tensor, so the shorter examples are padded to the length of the longest. The "
            "prediction for an example should not depend on that: the logits should be the same whether the example is alone or in "
            "a batch with longer examples."
        ),
        N_(
            "Write `make_padder(tokenizer)`: it returns a function that makes a batch. This function takes a list of examples, each a dictionary with `input_ids`, a list of whole numbers, and `label`, a whole number. It returns a dictionary of three tensors: `input_ids`, `attention_mask` and `labels`. The padding, the tokenizer's padding token, comes after the tokens. The batch is as wide as its longest example; you may round this width up to a multiple of 8, 16 or 32. The examples have no attention mask yet. Your function must not change them, because it gets them again in the next epoch."
        ),
    ),
    hints=(
        N_("How long is the longest example of the batch, and how many tokens shorter is each of the others?"),
        N_(
            "The tokenizer knows the id of its padding token, and on which side the padding goes. It has a method that pads "
            "examples that are already tokenized; look for it in the documentation."
        ),
        N_(
            "The mask has the shape of `input_ids`: 1 for a token of the example, 0 for padding. You can make it from the lengths "
            "of the examples before you pad. The method `tokenizer.pad` makes it, too."
        ),
    ),
    solved=N_(
        "Your batches hide the padding from the model: the prediction for an example no longer depends on the other examples in its batch."
    ),
    draw=draw,
    checks=(
        Check(
            "rows",
            N_("The examples are padded to the longest of their batch"),
            points=2,
            judge=judge_rows,
            mistakes=(
                NO_FUNCTION,
                NO_SUCH_KEY,
                RAGGED,
                PYTORCH_TENSORS,
                NO_TENSORS,
                FLOATS,
                TOO_NARROW,
                TOO_WIDE,
                OTHER_TOKENS,
                OTHER_PADDING,
            ),
        ),
        Check(
            "labels",
            N_("Each example has its own label"),
            points=1,
            judge=judge_labels,
            mistakes=(NO_SUCH_KEY, LABELS_MISSING, OTHER_LABELS),
            needs=("rows",),
            hint=0,
        ),
        Check(
            "again",
            N_("The same examples give the same batch again"),
            points=1,
            judge=judge_again,
            mistakes=(EXAMPLES_CHANGED, EXAMPLES_WRITTEN_TO),
            needs=("rows",),
            hint=0,
        ),
        Check(
            "logits",
            N_("The logits of an example are the same alone and in a batch"),
            points=2,
            judge=judge_logits,
            mistakes=(TOO_NARROW, TOO_WIDE, NO_MASK, OTHER_MASK),
            needs=("rows",),
            hint=3,
        ),
    ),
)
