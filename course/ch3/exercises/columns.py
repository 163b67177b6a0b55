"""`columns`: from a tokenized data set to one that a DataLoader can use."""

from random import Random
from typing import Any

import numpy as np

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

WORDS = (
    "the",
    "film",
    "was",
    "shown",
    "again",
    "last",
    "week",
    "twice",
)
ROWS = {"train": 21, "validation": 9, "test": 13}
BATCH = 4
COLUMNS = (
    "sentence1",
    "sentence2",
    "label",
    "idx",
    "input_ids",
    "attention_mask",
)
WANTED = ("labels", "input_ids", "attention_mask")
OF = "prepare_columns"


def draw(rng: Random) -> Case:
    """Rows like those of MRPC, of different lengths, with numbers that differ from split to split."""
    splits = {split: _rows(rng, count) for split, count in ROWS.items()}
    return Case({"splits": splits, "batch_size": BATCH})


def _rows(rng: Random, count: int) -> dict[str, list[Any]]:
    lengths = [4 + row % 7 for row in range(count)]
    rng.shuffle(lengths)
    labels = [row % 2 for row in range(count)]
    rng.shuffle(labels)
    return {
        "sentence1": [" ".join(rng.sample(WORDS, 5)) for _ in lengths],
        "sentence2": [" ".join(rng.sample(WORDS, 5)) for _ in lengths],
        "label": labels,
        # MRPC's numbers have gaps, since its splits were one file
        "idx": sorted(rng.sample(range(2, 9 * count), count)),
        "input_ids": [[rng.randrange(1000, 30000) for _ in range(length)] for length in lengths],
        "attention_mask": [[1] * length for length in lengths],
    }


NOTHING_BACK = Mistake(
    "nothing-back",
    N_(
        "`prepare_columns` returns nothing. `remove_columns` and `rename_column` leave the data as they are and return new data; "
        "your function is to do the same."
    ),
    hint=1,
)
SPLIT_MISSING = Mistake(
    "split-missing",
    N_(
        "What `prepare_columns` returns, a `{actual}`, has no split `{split}`. You will evaluate on another split than you train "
        "on: return all of them, as they came."
    ),
    hint=1,
)
UNCHANGED = Mistake(
    "unchanged",
    N_(
        "In `{split}` every column is still there under its old name: {names}. `remove_columns` and `rename_column` do not change "
        "the data that they are called on. What do they return?"
    ),
    hint=1,
)
SOME_SPLITS = Mistake(
    "some-splits",
    N_(
        "The columns are right in {right}, but not in {wrong}. You will evaluate on another split than you train on, so every split "
        "needs the same columns."
    ),
    hint=1,
)
TOO_MANY = Mistake(
    "too-many",
    N_(
        "The elements of `{split}` still have {names}. Text cannot become a tensor, and a batch is passed on as `model(**batch)`: "
        "the model has no parameters of such names."
    ),
    hint=2,
)
NOT_RENAMED = Mistake(
    "not-renamed",
    N_(
        "The elements of `{split}` have {names}, but no `labels`. Under that name the model looks for them, and without them it "
        "computes no loss."
    ),
    hint=2,
)
INPUTS_LOST = Mistake(
    "inputs-lost",
    N_(
        "The elements of `{split}` have lost {names}. Without its ids the model has nothing to read, and without the mask it reads "
        "the padding too."
    ),
    hint=2,
)
NO_TENSORS = Mistake(
    "no-tensors",
    N_(
        "In an element of `{split}`, `{name}` is of type `{actual}`. A loop in PyTorch works with tensors: set the format of the "
        "data, so that each element comes as tensors."
    ),
    hint=3,
)
TOO_WIDE = Mistake(
    "too-wide",
    N_(
        "A batch of `{split}` is {actual} tokens wide, though its longest row has {expected}. The collator pads each batch to its "
        "longest row: leave that to it, and your batches stay small."
    ),
    hint=3,
)
OTHER_ROWS = Mistake(
    "other-rows",
    N_(
        "Put into batches, `{split}` no longer has the rows that it had: `{name}` differs. Only names and columns are to change, "
        "not the values, their number or their order."
    ),
    hint=1,
)


def judge_columns(case: Case, handed: Handed) -> Found | None:
    """Every split has the three columns that a model takes, and no other."""
    made = handed.text("made", of=OF)
    if made == "NoneType":
        return NOTHING_BACK.found()
    keys = handed.mapping("keys", of=OF)
    misfits: dict[str, Found | None] = {}
    for split in ROWS:
        names = keys.get(split)
        if not isinstance(names, list):
            return SPLIT_MISSING.found(actual=made, split=split)
        misfits[split] = _misfit(split, [str(name) for name in names])
        if misfits[split] is None:
            _demand_rows(case, handed, split)
    wrong = [split for split, misfit in misfits.items() if misfit]
    if 0 < len(wrong) < len(ROWS):
        right = [split for split in ROWS if split not in wrong]
        return SOME_SPLITS.found(right=right, wrong=wrong)
    return misfits["train"]


def _misfit(split: str, names: list[str]) -> Found | None:
    """Find the mistake in the columns of one split."""
    if set(names) == set(COLUMNS):
        return UNCHANGED.found(split=split, names=names)
    if "labels" not in names:
        return NOT_RENAMED.found(split=split, names=names)
    lost = [name for name in WANTED if name not in names]
    if lost:
        return INPUTS_LOST.found(split=split, names=lost)
    more = [name for name in names if name not in WANTED]
    if more:
        return TOO_MANY.found(split=split, names=more)
    return None


def _demand_rows(case: Case, handed: Handed, split: str) -> None:
    """The split's first row begins as one of the rows that it was given does, whichever it is. Raises Unfit."""
    ids = handed.mapping("ids", of=OF).get(split)
    begin = np.ravel(np.asarray(ids))[:1].tolist()
    rows = case.given["splits"][split]["input_ids"]
    if begin not in [row[:1] for row in rows]:
        raise Unfit(OF, str(rows[0][:1]), str(begin)[:80])


def judge_tensors(case: Case, handed: Handed) -> Found | None:
    """Every value of an element is a tensor, in every split."""
    kinds = Handed(handed.mapping("kinds", of=OF))
    for split in ROWS:
        element = Handed(kinds.mapping(split, of=OF))
        for name in WANTED:
            actual = element.text(name, of=OF)
            if actual != "Tensor":
                return NO_TENSORS.found(split=split, name=name, actual=actual)
        _demand_rows(case, handed, split)
    return None


def judge_batches(case: Case, handed: Handed) -> Found | None:
    """The batches are as wide as their longest row, and hold the rows as they were."""
    splits = Handed(handed.mapping("splits", of=OF))
    for split, rows in case.given["splits"].items():
        batches = Handed(splits.mapping(split, of=OF))
        expected = {
            "labels": rows["label"],
            "attention_mask": [len(ids) for ids in rows["input_ids"]],
            "input_ids": [each for ids in rows["input_ids"] for each in ids],
        }
        for name, values in expected.items():
            if batches.integers(name, of=OF) != values:
                return OTHER_ROWS.found(split=split, name=name)
        lengths = expected["attention_mask"]
        starts = range(0, len(lengths), BATCH)
        widths = batches.array("widths", (len(starts),), of=OF)
        for start, width in zip(starts, widths, strict=False):
            longest = max(lengths[start : start + BATCH])
            if width != longest:
                return TOO_WIDE.found(split=split, actual=int(width), expected=longest)
    return None


EXERCISE = Exercise(
    name="columns",
    title=N_("The columns that a model takes"),
    settings=("pt",),
    task=(
        N_(
            "MRPC is tokenized: each row has its two sentences, a label, a number, and now the ids and the mask as well. In a training "
            "loop of your own, nobody chooses among the columns for you, as the Trainer does."
        ),
        N_(
            "Write `prepare_columns(tokenized_datasets)`: it returns the data with the columns `labels`, `input_ids` and "
            "`attention_mask` and no others, in tensors, in every split. The rows stay as they are. A DataLoader with "
            "`DataCollatorWithPadding` will make the batches, and pad them."
        ),
    ),
    hints=(
        N_(
            "A `DatasetDict` has the same methods as a data set, and applies them to every split. They return something: keep it, and "
            "return it at the end."
        ),
        N_(
            "Think of `model(**batch)`. Which columns are parameters of the model, which are not, and what does the model call the "
            "labels?"
        ),
        N_(
            "Three steps, one after the other: `remove_columns`, `rename_column`, and `with_format` or `set_format`. Padding is not "
            "among them."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "columns",
            N_("Each split has the columns that the model takes"),
            points=2,
            judge=judge_columns,
            mistakes=(
                NOTHING_BACK,
                SPLIT_MISSING,
                SOME_SPLITS,
                UNCHANGED,
                NOT_RENAMED,
                INPUTS_LOST,
                TOO_MANY,
            ),
        ),
        Check(
            "tensors",
            N_("The elements are tensors"),
            points=1,
            judge=judge_tensors,
            mistakes=(NO_TENSORS,),
            needs=("columns",),
        ),
        Check(
            "batches",
            N_("The rows are as they were"),
            points=1,
            judge=judge_batches,
            mistakes=(OTHER_ROWS, TOO_WIDE),
            needs=("columns", "tensors"),
        ),
    ),
)
