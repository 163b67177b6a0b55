"""`columns`: from a tokenized data set to one that a DataLoader can use."""

from random import Random
from typing import Any

import numpy as np

from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake
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
ROWS = {"train": 131, "validation": 9, "test": 13}
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


def draw(rng: Random) -> Draw:
    """Draw examples like those of MRPC, of different lengths; each split has another number of examples."""
    splits = {split: _rows(rng, count) for split, count in ROWS.items()}
    return Draw({"splits": splits, "batch_size": BATCH})


def _rows(rng: Random, count: int) -> dict[str, list[Any]]:
    # one is longer than texts are cut to elsewhere
    lengths = [4 + row % 7 for row in range(count - 1)] + [rng.randrange(520, 560)]
    rng.shuffle(lengths)
    labels = [row % 2 for row in range(count)]
    rng.shuffle(labels)
    return {
        "sentence1": [" ".join(rng.sample(WORDS, 5)) for _ in lengths],
        "sentence2": [" ".join(rng.sample(WORDS, 5)) for _ in lengths],
        "label": labels,
        # the `idx` column of MRPC has gaps, because its splits were made from one file
        "idx": sorted(rng.sample(range(2, 9 * count), count)),
        "input_ids": [[rng.randrange(1000, 30000) for _ in range(length)] for length in lengths],
        "attention_mask": [[1] * length for length in lengths],
    }


NOTHING_BACK = Mistake(
    "nothing-back",
    N_(
        "`prepare_columns` should return a `DatasetDict`, but it returns `None`. Is a `return` missing? `remove_columns`, `rename_column` and `with_format` do not change the data that they are called on: they return new data. `set_format` changes the data and returns `None`. Return the new data at the end."
    ),
    hint=0,
)
NO_SUCH_COLUMN = Mistake(
    "no-such-column",
    N_(
        "Your code names a column that the data does not have, at least not any more: “{message}”. The columns are those listed in the docstring that came with the exercise; after `rename_column`, a column has only its new name."
    ),
    hint=0,
    error="ValueError|KeyError",
    pattern="not in the dataset",
)
NAMES_APART = Mistake(
    "names-apart",
    N_(
        "`remove_columns` takes all the names as one list, and your code gives it several arguments: “{message}”. Put the names in square brackets."
    ),
    hint=0,
    error="TypeError",
    pattern=r"remove_columns\(\) takes",
)
OTHER_FORMAT = Mistake(
    "other-format",
    N_(
        "Your code sets a format other than PyTorch's, and this ended in an error. The values should be PyTorch tensors, and the name of this format is `torch`."
    ),
    hint=0,
    error="ValueError",
    pattern="needs to be installed to be able to return|Return type should be None or selected in",
)
SPLIT_MISSING = Mistake(
    "split-missing",
    N_(
        "`prepare_columns` should return a `DatasetDict` with all the splits that it gets, because training and evaluation use different splits. It returns a value of the type `{actual}`, and this value has no split `{split}`."
    ),
    hint=1,
)
NO_EXAMPLES = Mistake(
    "no-examples",
    N_(
        'In the value that `prepare_columns` returns, `{split}` is of the type `{actual}`, and you cannot take an example from it by the example\'s index. A DataLoader takes examples one by one: if the value is named `data`, then `data["{split}"][0]` should be the first example, a dictionary with the values of its columns. You may change the columns of a split, but the split itself must still be of the type `Dataset`.'
    ),
    hint=1,
)
UNCHANGED = Mistake(
    "unchanged",
    N_(
        "In `{split}` the columns are still the old ones: {names}. `remove_columns` and `rename_column` do not change the data that they are called on: they return new data. Does `prepare_columns` call them, and does it return the new data?"
    ),
    hint=1,
)
SOME_SPLITS = Mistake(
    "some-splits",
    N_(
        "`prepare_columns` returns the right columns in {right}, but not in {wrong}. Training and evaluation use different splits, so prepare every split in the same way."
    ),
    hint=1,
)
TOO_MANY = Mistake(
    "too-many",
    N_(
        "The examples of `{split}` have columns that the model does not take: {names}. A batch is passed to the model as `model(**batch)`, and this call fails if a column is not a parameter of the model's `forward` method. If the model needs one of these columns under another name, rename it; remove the others."
    ),
    hint=0,
)
NOT_RENAMED = Mistake(
    "not-renamed",
    N_(
        "The examples of `{split}` have no column `labels`; they have {names}. The model takes the labels under this name, and computes no loss without them. Does your code rename the column `label`, and not remove it? Does the call that sets the format keep `labels`?"
    ),
    hint=0,
)
INPUTS_LOST = Mistake(
    "inputs-lost",
    N_(
        "The examples of `{split}` no longer have {names}. The model needs both `input_ids` and `attention_mask`: without `input_ids` it has no text to read, and without `attention_mask` it reads the padding as well. Does `remove_columns` remove too much, or does the call that sets the format leave columns out?"
    ),
    hint=0,
)
NO_TENSORS = Mistake(
    "no-tensors",
    N_(
        "In an example of `{split}`, `{name}` is of the type `{actual}`, not a PyTorch tensor. A training loop in PyTorch works with tensors: set the format of every split, so that the values of its examples are returned as tensors."
    ),
    hint=3,
)
TOO_WIDE = Mistake(
    "too-wide",
    N_(
        "The check made batches from your `{split}`. One of them is {actual} tokens wide, but its longest example has only {expected} tokens. Do not pad the examples in `prepare_columns`: later, the collator pads each batch to the length of its longest example, and smaller batches need less memory and less time."
    ),
    hint=0,
    veiled=N_(
        "The check made batches from the split `{split}`. One of them is {actual} tokens wide, but its longest example has fewer tokens. Do not pad the examples in `prepare_columns`: later, the collator pads each batch to the length of its longest example, and smaller batches need less memory and less time."
    ),
)
OTHER_ROWS = Mistake(
    "other-rows",
    N_(
        "The check made batches from your `{split}`, and the values of `{name}` in them are not those of the original examples. `prepare_columns` may only change which columns there are, their names and their format. Does it leave examples out, reorder, cut or pad them, or take `{name}` from the wrong column?"
    ),
    hint=0,
)


def judge_columns(draw: Draw, handed: Handed) -> Found | None:
    """Check that every split has the three columns that the model takes, and no others."""
    made = handed.text("made", of=OF)
    if made == "NoneType":
        return NOTHING_BACK.found()
    if "strange" in handed.values:
        split, actual = next(iter(handed.mapping("strange", of=OF).items()), ("train", made))
        return NO_EXAMPLES.found(split=str(split), actual=str(actual))
    keys = handed.mapping("keys", of=OF)
    misfits: dict[str, Found | None] = {}
    for split in ROWS:
        names = keys.get(split)
        if not isinstance(names, list):
            return SPLIT_MISSING.found(actual=made, split=split)
        misfits[split] = _misfit(split, [str(name) for name in names])
        if misfits[split] is None:
            _demand_rows(draw, handed, split)
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


def _demand_rows(draw: Draw, handed: Handed, split: str) -> None:
    """Check that the first example of a split begins like one of the given examples. Raises Implausible."""
    ids = handed.mapping("ids", of=OF).get(split)
    begin = np.ravel(np.asarray(ids))[:1].tolist()
    rows = draw.given["splits"][split]["input_ids"]
    if begin not in [row[:1] for row in rows]:
        raise Implausible(OF, str(rows[0][:1]), str(begin)[:80])


def judge_tensors(draw: Draw, handed: Handed) -> Found | None:
    """Check that the values of the columns that the model takes are tensors.

    The first check tells of columns that are missing, and of splits that are not prepared.
    """
    kinds = Handed(handed.mapping("kinds", of=OF))
    elements = {split: Handed(kinds.mapping(split, of=OF)) for split in ROWS}
    for split, element in elements.items():
        if "labels" not in element.values and any("labels" in each.values for each in elements.values()):
            continue
        for name in [name for name in WANTED if name in element.values] or WANTED:
            actual = element.text(name, of=OF)
            if actual != "Tensor":
                return NO_TENSORS.found(split=split, name=name, actual=actual)
        _demand_rows(draw, handed, split)
    return None


def judge_batches(draw: Draw, handed: Handed) -> Found | None:
    """Check that the batches are as wide as their longest example, and contain the given examples."""
    splits = Handed(handed.mapping("splits", of=OF))
    given = draw.given["splits"]
    # other checks tell of a split that is missing, if another one is there, and of labels or a mask that are missing
    for split in [split for split in given if split in splits.values] or given:
        rows = given[split]
        batches = Handed(splits.mapping(split, of=OF))
        expected = {
            "input_ids": [each for ids in rows["input_ids"] for each in ids],
            "labels": rows["label"],
            "attention_mask": [len(ids) for ids in rows["input_ids"]],
        }
        for name in ("input_ids", *(name for name in ("labels", "attention_mask") if name in batches.values)):
            if batches.integers(name, of=f'{OF}(...)["{split}"]["{name}"]') != expected[name]:
                return OTHER_ROWS.found(split=split, name=name)
        lengths = expected["attention_mask"]
        for size in (BATCH, 1):
            starts = range(0, len(lengths), size)
            widths = batches.array(f"widths of {size}", (len(starts),), of=OF)
            for start, width in zip(starts, widths, strict=False):
                longest = max(lengths[start : start + size])
                if width != longest:
                    return TOO_WIDE.found(split=split, actual=int(width), expected=longest)
    return None


EXERCISE = Exercise(
    name="columns",
    title=N_("Prepare the columns of a data set"),
    settings=("pt",),
    task=(
        N_(
            "MRPC has been tokenized: each example has two sentences, a label, an index (`idx`), and now also token ids and an attention mask (there are no `token_type_ids` here). The Trainer drops the columns that the model does not take. In a training loop of your own, you must do this yourself."
        ),
        N_(
            "Write `prepare_columns(tokenized_datasets)`. It returns the data with the columns `labels`, `input_ids` and `attention_mask` and no others, as PyTorch tensors, in every split. The examples and their order do not change. Do not pad them: a DataLoader with `DataCollatorWithPadding` will make the batches and pad them."
        ),
    ),
    hints=(
        N_(
            "The methods of a data set can also be called on a whole `DatasetDict`, and then they apply to all its splits. What does such a call return, and what does your function return?"
        ),
        N_(
            "A batch is passed to the model as `model(**batch)`, so the name of every column must be the name of a parameter of the model's `forward` method. Which columns have no such parameter? Under which name does `forward` take the labels?"
        ),
        N_(
            "There are three steps: `remove_columns` for the columns that the model does not take, `rename_column` for the labels, and `with_format` for PyTorch tensors. Each of them returns new data: keep it, and return it at the end."
        ),
    ),
    solved=N_(
        "The data now has exactly the columns that the model can use, as tensors, and a DataLoader can make batches of it."
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
                NO_SUCH_COLUMN,
                NAMES_APART,
                OTHER_FORMAT,
                SPLIT_MISSING,
                NO_EXAMPLES,
                SOME_SPLITS,
                UNCHANGED,
                NOT_RENAMED,
                INPUTS_LOST,
                TOO_MANY,
            ),
        ),
        Check(
            "tensors",
            N_("The values are tensors"),
            points=1,
            judge=judge_tensors,
            mistakes=(NO_TENSORS,),
            needs=("columns",),
            hint=3,
        ),
        Check(
            "batches",
            N_("The examples have not changed"),
            points=1,
            judge=judge_batches,
            mistakes=(OTHER_ROWS, TOO_WIDE),
            needs=("columns", "tensors"),
            hint=3,
        ),
    ),
)
