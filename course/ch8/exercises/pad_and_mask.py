"""`pad-and-mask`: batches padded to their longest row, with a mask over the padding."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

FUNCTION = "make_padder"
VOCABULARY = 40
LABELS = 6
STEP = 32
"""Some pad to the next multiple of 8 or 16, which hardware likes; more than that is waste."""


def draw(rng: Random) -> Case:
    """Two batches whose rows are in no order of length, nor the labels in any; the id 0 is a word, and not the padding."""
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
        "The rows could not be made into one tensor: they differ in length, and a tensor is a rectangle. Before they go into one, "
        "the shorter ones must become longer."
    ),
    hint=1,
    error="ValueError",
    pattern="expected sequence of length|non-rectangular|Unable to create tensor",
)
OTHER_WIDTH = Mistake(
    "other-width",
    N_(
        "The longest row has {longest} tokens, and your batch is {width} wide. In a batch that is narrower than that, tokens are lost; "
        "in one that is wider, every row pays for padding that nobody needs."
    ),
    hint=1,
)
OTHER_TOKENS = Mistake(
    "other-tokens",
    N_(
        "`features[{row}]` has {tokens} tokens, and row {row} of your batch should begin with them: {same} of them are in their place. The "
        "rows stay in their order, and the padding comes after the tokens, because the model counts positions from the beginning."
    ),
    hint=2,
)
OTHER_PADDING = Mistake(
    "other-padding",
    N_(
        "Your padding is made of the token `{actual}`, but this tokenizer pads with `{expected}`. Which number it is differs from tokenizer to "
        "tokenizer, so the tokenizer must be asked."
    ),
    hint=2,
)
LABELS_MISSING = Mistake(
    "labels-missing",
    N_(
        "Your batch has no `labels`; its keys are {keys}. A row has a `label`, but the model's parameter is called `labels`, and without "
        "it the model computes no loss."
    ),
    hint=2,
)
OTHER_LABELS = Mistake(
    "other-labels",
    N_(
        "`features[{row}]` has the label {expected}; in your batch it is {actual}. No error tells of a wrong label: the model learns it."
    ),
    hint=2,
)
NO_MASK = Mistake(
    "no-mask",
    N_(
        "By itself, `features[{row}]` has a logit of {alone}; in your batch the same logit is {together}. There is no `attention_mask` in the "
        "batch, so the model takes the padding for words."
    ),
    hint=1,
    withheld=("alone",),
)
OTHER_MASK = Mistake(
    "other-mask",
    N_(
        "By itself, `features[{row}]` has a logit of {alone}; in your batch the same logit is {together}. Over all rows, your mask hides "
        "{hidden} of the {tokens} tokens, and lets the model see {seen} of the {padding} places of padding."
    ),
    hint=3,
    withheld=("alone",),
)


def judge_rows(case: Case, handed: Handed) -> Found | None:
    """Each row is whole, at the beginning of its row of the batch, and the rest of that is padding."""
    for name in ("short", "long"):
        batch = Handed(handed.mapping(name, of=FUNCTION))
        rows = [row["input_ids"] for row in case.given[name]]
        if not batch.truth("is_tensor", of=FUNCTION):
            expected = batch.text("expected", of=FUNCTION)
            kind = batch.text("kind", of=FUNCTION)
            raise Unfit(FUNCTION, expected, kind)
        longest = max(map(len, rows))
        width = read_width(batch, len(rows), longest)
        if not longest <= width <= -(-longest // STEP) * STEP:
            return OTHER_WIDTH.found(longest=longest, width=width)
        ids = batch.array("input_ids", (len(rows), width), of=FUNCTION)
        for row, (tokens, found) in enumerate(zip(rows, ids, strict=False)):
            same = int(np.sum(found[: len(tokens)] == tokens))
            if same < len(tokens):
                return OTHER_TOKENS.found(row=row, tokens=len(tokens), same=same)
            padding = found[len(tokens) :]
            other = padding[padding != case.given["pad"]]
            if other.size:
                return OTHER_PADDING.found(actual=f"{other[0]:.0f}", expected=case.given["pad"])
    return None


def read_width(batch: Handed, rows: int, longest: int) -> int:
    """The width of a batch of so many rows. Raises Unfit if it is none."""
    shape = batch.integers("shape", of=FUNCTION)
    if len(shape) != 2 or shape[0] != rows:
        raise Unfit(FUNCTION, str((rows, longest)), str(tuple(shape)))
    return shape[1]


def judge_labels(case: Case, handed: Handed) -> Found | None:
    """The labels are there, in the order of the rows."""
    expected = [row["label"] for row in case.given["short"]]
    batch = Handed(handed.mapping("batch", of=FUNCTION))
    if "labels" not in batch.values:
        return LABELS_MISSING.found(keys=list(batch.values)[:8])
    batch.array("labels", (len(expected),), of=FUNCTION)
    labels = batch.integers("labels", of=FUNCTION)
    for row, (wanted, actual) in enumerate(zip(expected, labels, strict=False)):
        if actual != wanted:
            return OTHER_LABELS.found(row=row, expected=wanted, actual=actual)
    return None


def judge_logits(case: Case, handed: Handed) -> Found | None:
    """A row has the same logits in a batch as by itself."""
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
        raise Unfit(FUNCTION, str(max(lengths)), str(width))
    is_token = np.arange(width) < np.array(lengths)[:, None]
    if apart[row, place] < 1e-3:
        # logits that are always the same say nothing of the mask
        mask = handed.array("mask", is_token.shape, of=FUNCTION)
        if ((mask != 0) == is_token).all():
            return None
    logits = {
        "row": int(row),
        "alone": float(alone[row, place]),
        "together": float(together[row, place]),
    }
    if not handed.truth("has_mask", of=FUNCTION):
        return NO_MASK.found(**logits)
    mask = handed.array("mask", is_token.shape, of=FUNCTION)
    return OTHER_MASK.found(
        **logits,
        hidden=int(np.sum(mask[is_token] == 0)),
        tokens=int(np.sum(is_token)),
        seen=int(np.sum(mask[~is_token] != 0)),
        padding=int(np.sum(~is_token)),
    )


EXERCISE = Exercise(
    name="pad-and-mask",
    title=N_("Padding that nobody attends to"),
    settings=("tf", "pt"),
    task=(
        N_(
            "A batch is one tensor, so its short rows are padded to the length of its longest. What the model says of a row should not depend on "
            "that: by itself or beside longer rows, its logits should be the same."
        ),
        N_(
            "Write `make_padder(tokenizer)`: it returns a function that takes a list of rows, each with its `input_ids` and its `label`, and "
            "returns the batch: `input_ids`, `attention_mask` and `labels`. The rows come without an attention mask."
        ),
    ),
    hints=(
        N_(
            "How long is the longest row of the batch, and how many tokens is each of the others short of it? And who tells the model which tokens "
            "are not words?"
        ),
        N_(
            "The tokenizer knows the number of its padding token, and on which side it goes; it has a method that pads rows that are "
            "tokenized already. The labels are numbers, one for each row, and need no padding."
        ),
        N_(
            "The mask has the shape of `input_ids`: 1 where there is a token of the row, 0 where there is padding. You know it from the "
            "rows' lengths before you pad."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "rows",
            N_("The rows are padded to the longest"),
            points=2,
            judge=judge_rows,
            mistakes=(
                RAGGED,
                OTHER_WIDTH,
                OTHER_TOKENS,
                OTHER_PADDING,
            ),
        ),
        Check(
            "labels",
            N_("Each row has its label"),
            points=1,
            judge=judge_labels,
            mistakes=(LABELS_MISSING, OTHER_LABELS),
            needs=("rows",),
        ),
        Check(
            "logits",
            N_("A row's logits are its own"),
            points=2,
            judge=judge_logits,
            mistakes=(NO_MASK, OTHER_MASK),
            needs=("rows",),
        ),
    ),
)
