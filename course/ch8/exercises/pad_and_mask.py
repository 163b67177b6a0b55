"""`pad-and-mask`: batches padded to their longest example, with a mask over the padding."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

FUNCTION = "make_padder"
MADE = f"{FUNCTION}(...)(...)"
IDS = f'{MADE}["input_ids"]'
MASK = f'{MADE}["attention_mask"]'
LABELS_OF_BATCH = f'{MADE}["labels"]'
VOCABULARY = 40
LABELS = 6
STEP = 32
"""Some pad to the next multiple of 8 or 16, which hardware likes; more than that is waste."""


def draw(rng: Random) -> Case:
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
    return Case(given)


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
        "The function that your `make_padder` returns could not make one tensor of lists that differ in length: in a tensor, all rows have the same length. Before you make a tensor, pad the shorter lists, those of `input_ids` and those of the mask."
    ),
    hint=1,
    error="ValueError",
    pattern="expected sequence of length|non-rectangular|Unable to create tensor",
)
NO_TENSORS = Mistake(
    "no-tensors",
    N_(
        "Your `make_padder` returns a function. In the dictionary that this function returns, `input_ids` should be a tensor, of the type `{wanted}`, but it is of the type `{actual}`. A model takes only tensors: after the padding, make a tensor of each of the three values `input_ids`, `attention_mask` and `labels`."
    ),
    hint=0,
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
        "The longest example has {longest} tokens, but your batch is {width} tokens wide, so the model processes padding that no example needs. Every batch should be as wide as its own longest example."
    ),
    hint=1,
)
OTHER_TOKENS = Mistake(
    "other-tokens",
    N_(
        "Row {row} of `input_ids` in your batch should begin with the tokens of the example with the index {row} in the list, but the number of tokens in the right place is {same} of {tokens}. Keep the examples in their order, and put the padding after the tokens, because the model counts positions from the left."
    ),
    hint=2,
)
OTHER_PADDING = Mistake(
    "other-padding",
    N_(
        "Each padding position of your `input_ids` should have the id of this tokenizer's padding token, `{expected}`, but one of them has `{actual}`. This id can differ from tokenizer to tokenizer, so your code has to ask the tokenizer for it."
    ),
    hint=2,
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
)
NO_MASK = Mistake(
    "no-mask",
    N_(
        "Your batch has no `attention_mask`, so the model takes the padding for words, and the logits change: for the example with the index {row} in the list, one logit should be {alone}, as it is when the example is alone, but in your batch it is {together}. Add the mask."
    ),
    hint=3,
    withheld=("alone",),
)
OTHER_MASK = Mistake(
    "other-mask",
    N_(
        "Your mask should be 1 for every token and 0 for all padding. In the whole batch it is right for {right} of the {tokens} tokens and for {hidden} of the {padding} padding positions. So the logits change: for the example with the index {row} in the list, one logit should be {alone}, as it is when the example is alone, but in your batch it is {together}."
    ),
    hint=3,
    withheld=("alone",),
)


def judge_rows(case: Case, handed: Handed) -> Found | None:
    """Each row of the batch begins with all the tokens of its example, and the rest of the row is padding."""
    for name in ("short", "long"):
        batch = Handed(handed.mapping(name, of=MADE))
        rows = [row["input_ids"] for row in case.given[name]]
        if not batch.truth("is_tensor", of=FUNCTION):
            expected = batch.text("expected", of=FUNCTION)
            kind = batch.text("kind", of=FUNCTION)
            return NO_TENSORS.found(wanted=expected, actual=kind)
        longest = max(map(len, rows))
        width = read_width(batch, len(rows), longest)
        if width < longest:
            return TOO_NARROW.found(longest=longest, width=width)
        if width > most_wide(longest):
            return TOO_WIDE.found(longest=longest, width=width)
        ids = batch.array("input_ids", (len(rows), width), of=IDS)
        for row, (tokens, found) in enumerate(zip(rows, ids, strict=False)):
            same = int(np.sum(found[: len(tokens)] == tokens))
            if same < len(tokens):
                return OTHER_TOKENS.found(row=row, tokens=len(tokens), same=same)
            padding = found[len(tokens) :]
            other = padding[padding != case.given["pad"]]
            if other.size:
                return OTHER_PADDING.found(actual=f"{other[0]:.0f}", expected=case.given["pad"])
    return None


def most_wide(longest: int) -> int:
    """The width beyond which a batch holds padding that no example needs."""
    return -(-longest // STEP) * STEP


def read_width(batch: Handed, rows: int, longest: int) -> int:
    """The width of a batch of so many rows. Raises Unfit if it is none."""
    shape = batch.integers("shape", of=f"{IDS}.shape")
    if len(shape) != 2 or shape[0] != rows:
        raise Unfit(f"{IDS}.shape", str((rows, longest)), str(tuple(shape)))
    return shape[1]


def judge_labels(case: Case, handed: Handed) -> Found | None:
    """The labels are there, in the order of the examples."""
    expected = [row["label"] for row in case.given["short"]]
    batch = Handed(handed.mapping("batch", of=MADE))
    if "labels" not in batch.values:
        return LABELS_MISSING.found(keys=list(batch.values)[:8])
    batch.array("labels", (len(expected),), of=LABELS_OF_BATCH)
    labels = batch.integers("labels", of=LABELS_OF_BATCH)
    for row, (wanted, actual) in enumerate(zip(expected, labels, strict=False)):
        if actual != wanted:
            return OTHER_LABELS.found(row=row, expected=wanted, actual=actual)
    return None


def judge_logits(case: Case, handed: Handed) -> Found | None:
    """An example has the same logits in a batch as alone."""
    rows = [row["input_ids"] for row in case.given["short"]]
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
    if width > most_wide(max(lengths)):
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
            "Write `make_padder(tokenizer)`: it returns a function that makes a batch. This function takes a list of examples, "
            "each a dictionary with `input_ids` and `label`, and returns a dictionary of three tensors: `input_ids`, "
            "`attention_mask` and `labels`. The padding comes after the tokens. The examples have no attention mask yet."
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
                RAGGED,
                NO_TENSORS,
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
            mistakes=(LABELS_MISSING, OTHER_LABELS),
            needs=("rows",),
        ),
        Check(
            "logits",
            N_("The logits of an example are the same alone and in a batch"),
            points=2,
            judge=judge_logits,
            mistakes=(TOO_NARROW, TOO_WIDE, NO_MASK, OTHER_MASK),
            needs=("rows",),
        ),
    ),
)
