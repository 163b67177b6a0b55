"""`nan-detective`: the examples that have no usable loss, and the invalid labels."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Unfit, kind
from course.i18n import N_

VOCABULARY = 30
WIDTH = 6

Scene = Mapping[str, Any]
"""A model, by its vocabulary, its number of labels, the seed of its weights and its broken tokens, and the batches for it."""


def draw(rng: Random) -> Draw:
    """Draw the scenes. In all but one several examples are bad, never the first one of a batch, and every label that the model has occurs."""
    draws = np.random.default_rng(rng.getrandbits(64))
    beyond = int(draws.integers(4, 7))
    many = int(draws.integers(4, 7))
    one = scene(draws, 3, [[0, 1, 2, 1, -1, 3, 3, beyond]])
    # each invalid label once here, and one batch in what follows: a mistake shows in the check that is about it
    several = scene(draws, 3, [[0, 2, 1, 0, beyond], [1, 2, 0, 3, -1], [1, beyond + 1]])
    few = scene(draws, 2, [[0, 1, 0, 2, 1, 0, -1]])
    clean = scene(draws, many, [[*range(many), many - 1, 0]])
    # too many examples to guess which of them are bad
    more = draws.integers(3, size=draws.integers(12, 17)).tolist()
    spoilt = scene(
        draws,
        3,
        [[0, 1, 2, 0, 2, 1, 0, beyond, 1, *more]],
        broken=((0, 2), (0, 6)),
    )
    return Draw(
        {
            "one-batch": [one],
            "several-batches": [several],
            "other-models": [few, clean],
            "nan-logits": [spoilt],
        }
    )


def scene(
    draws: np.random.Generator,
    count: int,
    labels: list[list[int]],
    broken: tuple[tuple[int, int], ...] = (),
) -> Scene:
    """Batches with these labels, mixed after the first; `broken` says by batch and place which of them get the broken token, whose embedding is infinite: then the logits are nan, but none of the weights is."""
    batches = []
    token = int(draws.integers(1, VOCABULARY))
    sound = [each for each in range(1, VOCABULARY) if each != token]
    for place, there in enumerate(labels):
        size = len(there)
        ids = draws.choice(sound, size=(size, WIDTH))
        lengths = draws.integers(3, WIDTH + 1, size=size)
        mask = (np.arange(WIDTH) < lengths[:, None]).astype(np.int64)
        for batch, row in broken:
            if batch == place:
                ids[row, draws.integers(lengths[row])] = token
        order = [0, *draws.permutation(np.arange(1, size))]
        batches.append(
            {
                "input_ids": (ids * mask)[order],
                "attention_mask": mask[order],
                "labels": np.array(there)[order],
            }
        )
    return {
        "vocabulary": VOCABULARY,
        "labels": count,
        "seed": int(draws.integers(2**31)),
        "broken": [token] if broken else [],
        "batches": batches,
    }


REFUSED_BY_TENSORFLOW = Mistake(
    "refused-by-tensorflow",
    N_(
        "TensorFlow stopped your function with an `InvalidArgumentError`, because a loss was computed for a label that the model does not have. So your function learned nothing about the examples after the one with this label. On a GPU there is no error, and the loss of such an example is `nan`. Check the labels before a loss is computed, or compute no loss."
    ),
    hint=3,
    error="InvalidArgumentError",
    pattern="outside the valid range",
)
REFUSED_BY_PYTORCH = Mistake(
    "refused-by-pytorch",
    N_(
        "PyTorch stopped your function with an `IndexError`, because a loss was computed for a label that the model does not have. So your function learned nothing about the examples after the one with this label. Check the labels before a loss is computed, or compute no loss."
    ),
    hint=3,
    error="IndexError",
    pattern="Target -?[0-9]+ is out of bounds",
)
OTHER_AXIS = Mistake(
    "other-axis",
    N_(
        "Your function was stopped by the error “{message}”. The function asks for a value at a position that does not exist. The logits have the shape examples × labels. Reduced over axis 0, for example with `any`, they give one value for each label. Reduced over axis 1, they give one value for each example. Print the shape of what the line below indexes: does it have one value for each example?"
    ),
    hint=0,
    error="IndexError|InvalidArgumentError",
    pattern="out of bounds for (dimension|axis) 0 with size|slice index [0-9]+ of dimension 0 out of bounds",
)
ROW_NUMBERS = Mistake(
    "row-numbers",
    N_(
        "Your function should report the examples {expected}, but it reports {actual}. Check the numbering first: the index of an example is the number of examples in all earlier batches, plus its position in its own batch, counted from 0. If the first batch has 8 examples, the first example of the second batch has the index 8. If your function already numbers the examples like this, look at the conditions by which it decides that an example is bad."
    ),
    hint=1,
    veiled=N_(
        "Your function reports the examples {actual}, and these are not exactly the bad ones. Check the numbering first: the index of an example is the number of examples in all earlier batches, plus its position in its own batch, counted from 0. If the first batch has 8 examples, the first example of the second batch has the index 8. If your function already numbers the examples like this, look at the conditions by which it decides that an example is bad."
    ),
)
POSITIONS = Mistake(
    "positions",
    N_(
        "Your function should report the examples {expected}, but it reports {actual}. In this check there is only one batch, so the index of an example is its position in this batch, counted from 0. If your function already numbers the examples like this, look at the conditions by which it decides that an example is bad."
    ),
    hint=0,
    veiled=N_(
        "Your function reports the examples {actual}, and these are not exactly the bad ones. In this check there is only one batch, so the index of an example is its position in this batch, counted from 0. If your function already numbers the examples like this, look at the conditions by which it decides that an example is bad."
    ),
)
BELOW = Mistake(
    "below",
    N_(
        "Your function does not report example {row}, which has a label below 0. The model has {count} labels, from 0 to {last}: it has no logit for a label below 0, and so the example has no usable loss. In every batch, report each example whose label is below 0 or above {last}."
    ),
    hint=2,
    withheld=("row",),
    veiled=N_(
        "Your function does not report an example whose label is below 0. The model has {count} labels, from 0 to {last}: it has no logit for a label below 0, and so the example has no usable loss. In every batch, report each example whose label is below 0 or above {last}."
    ),
)
ABOVE = Mistake(
    "above",
    N_(
        "Your function does not report example {row}, which has a label above {last}. The model has {count} labels, from 0 to {last}: it has no logit for a label above {last}, and so the example has no usable loss. In every batch, report each example whose label is below 0 or above {last}."
    ),
    hint=2,
    withheld=("row",),
    veiled=N_(
        "Your function does not report an example whose label is above {last}. The model has {count} labels, from 0 to {last}: it has no logit for a label above {last}, and so the example has no usable loss. In every batch, report each example whose label is below 0 or above {last}."
    ),
)
ACCUSED = Mistake(
    "accused",
    N_(
        "Your function reports example {row}, but nothing is wrong with it: its label, {label}, is one of the {count} labels of the model, from 0 to {last}, and none of its logits is `nan`. Which of your conditions is true for this example? Check two things: does your function judge each example by itself and not its whole batch, and does it accept every label from 0 to {last}?"
    ),
    hint=3,
    withheld=("label",),
    veiled=N_(
        "Your function reports example {row}, but nothing is wrong with it: its label is one of the {count} labels of the model, from 0 to {last}, and none of its logits is `nan`. Which of your conditions is true for this example? Check two things: does your function judge each example by itself and not its whole batch, and does it accept every label from 0 to {last}?"
    ),
)
THREE_LABELS = Mistake(
    "three-labels",
    N_(
        "Your function should report the examples {expected}, but it reports {actual}. It takes the labels 0, 1 and 2 for valid, as if every model had 3 labels. This model has {count} labels, from 0 to {last}. Read the number of labels from the configuration of the model."
    ),
    hint=2,
    veiled=N_(
        "Your function reports the examples {actual}, and these are not the bad ones. It takes the labels 0, 1 and 2 for valid, as if every model had 3 labels. This model has {count} labels, from 0 to {last}. Read the number of labels from the configuration of the model."
    ),
)
REPEATED = Mistake(
    "repeated",
    N_(
        "One of the lists that your function returns is {actual}: it holds {number} more than once. Each number should be in its list once, however often it was found. A set helps, if it holds numbers of Python: a set of tensors does not see that two of them are equal."
    ),
    hint=0,
)
TRUTHS = Mistake(
    "truths",
    N_(
        "The first list that your function returns holds `True` and `False`. It should hold the indices of the bad examples, counted from 0: the positions at which your values are `True`."
    ),
    hint=0,
)
ONE_LIST = Mistake(
    "one-list",
    N_(
        "`find_bad_rows` should return two lists, the indices of the bad examples and the invalid labels, but it returned `{kind}`. Return both, as in `return rows, labels`."
    ),
    hint=0,
)
OTHER_LABELS = Mistake(
    "other-labels",
    N_(
        "Your function reports the right examples. Its list of invalid labels should be {expected}, but it is {actual}. A label is invalid if it occurs in the batches and the model has no logit for it. List every invalid label, and no valid one."
    ),
    hint=0,
    veiled=N_(
        "Your function reports the right examples, but its list of invalid labels, {actual}, is not right. A label is invalid if it occurs in the batches and the model has no logit for it. List every invalid label, and no valid one."
    ),
)
NAN_LOGITS = Mistake(
    "nan-logits",
    N_(
        "Your function does not report example {row}, whose logits are `nan`. The model has the label of this example, but a loss that is computed from `nan` is `nan` as well. So check also the logits of each example. A comparison with `==` does not find `nan`, because `nan` is not equal to itself."
    ),
    hint=3,
    withheld=("row",),
    veiled=N_(
        "Your function does not report an example whose logits are `nan`. The model has the label of this example, but a loss that is computed from `nan` is `nan` as well. So check also the logits of each example. A comparison with `==` does not find `nan`, because `nan` is not equal to itself."
    ),
)
INNOCENT = Mistake(
    "innocent",
    N_(
        "Your function returns label {label} as invalid, but the model has this label. It is the label of an example whose logits are `nan`: this example is bad because of its logits, and not because of its label. Put only labels that the model does not have into the second list."
    ),
    hint=3,
)


def judging(name: str) -> Callable[[Draw, Handed], Found | None]:
    """Return the judge of a check: in each of its scenes, the examples and the labels must be those that the draw made bad."""

    def judge(draw: Draw, handed: Handed) -> Found | None:
        for place, there in enumerate(draw.given[name]):
            pair = handed.values.get(str(place))
            if (
                not isinstance(pair, list)
                or len(pair) != 2
                or not all(isinstance(each, list | np.ndarray) for each in pair)
            ):
                if isinstance(pair, list | np.ndarray):
                    return ONE_LIST.found(kind=kind(pair))
                raise Unfit("find_bad_rows", "tuple[list[int], list[int]]", kind(pair))
            if holds_truths(pair[0]):
                return TRUTHS.found()
            parts = Handed({"rows": pair[0], "labels": pair[1]})
            found = compare(
                there,
                sorted(parts.integers("rows", of="find_bad_rows(...)[0]")),
                sorted(parts.integers("labels", of="find_bad_rows(...)[1]")),
            )
            if found is not None:
                return found
        return None

    return judge


def holds_truths(values: Any) -> bool:
    """Whether there are values, and all of them say yes or no."""
    if isinstance(values, np.ndarray):
        return values.dtype.kind == "b" and values.size > 0
    return bool(values) and all(
        isinstance(each, bool) or (isinstance(each, np.ndarray) and each.dtype.kind == "b") for each in values
    )


def compare(there: Scene, rows: list[int], blamed: list[int]) -> Found | None:
    """Find the mistake in what an answer reports for a scene; the numbers are sorted."""
    count = there["labels"]
    batches = there["batches"]
    labels = np.concatenate([batch["labels"] for batch in batches])
    ids = np.concatenate([batch["input_ids"] for batch in batches])
    impossible = (labels < 0) | (labels >= count)
    spoilt = np.any(np.isin(ids, there["broken"]), axis=1)
    expected = np.flatnonzero(impossible | spoilt).tolist()
    to_blame = set(labels[impossible].tolist())
    for numbers, right in ((rows, expected), (blamed, sorted(to_blame))):
        if numbers != right and sorted(set(numbers)) == right:
            number = next(each for each in numbers if numbers.count(each) > 1)
            return REPEATED.found(actual=str(numbers), number=number)
    if rows == expected:
        for label in blamed:
            if label in labels[spoilt] and label not in to_blame:
                return INNOCENT.found(label=label)
        if blamed != sorted(to_blame):
            return OTHER_LABELS.found(actual=str(blamed), expected=str(sorted(to_blame)))
        return None
    about = {"count": count, "last": count - 1}
    shown = {"actual": str(rows), "expected": str(expected)}
    if count != 3 and rows == [row for row, label in enumerate(labels) if not 0 <= label < 3]:
        return THREE_LABELS.found(**shown, **about)
    places = [(batch, row) for batch, of_batch in enumerate(batches) for row in range(len(of_batch["labels"]))]
    other = [set(each) for each in zip(*(places[row] for row in expected), strict=False)]
    if len(rows) != len(expected) and set(rows) not in other:
        missed = [row for row in expected if row not in rows]
        # too large a label first, so that an answer that misses several kinds hears the same in every draw
        if missed:
            row = min(missed, key=lambda row: (bool(spoilt[row]), labels[row] < 0, row))
            label = int(labels[row])
            mistake = NAN_LOGITS if spoilt[row] else BELOW if label < 0 else ABOVE
            return mistake.found(row=row, label=label, **about)
        for row in rows:
            if 0 <= row < len(labels) and row not in expected:
                return ACCUSED.found(row=row, label=int(labels[row]), **about)
    return (ROW_NUMBERS if len(batches) > 1 else POSITIONS).found(**shown)


COMMON = (
    REFUSED_BY_TENSORFLOW,
    REFUSED_BY_PYTORCH,
    OTHER_AXIS,
    BELOW,
    ABOVE,
    ACCUSED,
    REPEATED,
    TRUTHS,
    ONE_LIST,
    OTHER_LABELS,
)

EXERCISE = Exercise(
    name="nan-detective",
    title=N_("Find the examples whose loss is nan"),
    settings=("tf", "pt"),
    task=(
        N_(
            "One bad example is enough to make the loss of a batch `nan`, and after one optimizer step with this loss the weights "
            "are `nan`, too. An example has no usable loss in two cases: the model has no logit for its label, or its logits are "
            "`nan` (if one of them is, all are). In the first case, PyTorch and TensorFlow refuse the whole batch with an error on a CPU. On a GPU, TensorFlow "
            "reports no error, and the loss is `nan`."
        ),
        N_(
            "Write `find_bad_rows(model, batches)`, where `batches` is a list of dictionaries of tensors: `input_ids`, `attention_mask` and `labels`. It returns two lists: the indices of the examples without a usable loss, counted from 0 through all batches; and the invalid labels. A label is invalid if it occurs in the batches but the model does not have it. Both lists hold whole numbers, in any order, and each number once. Your function should work for a model with any number of labels, for batches of different sizes, and for data in which nothing is wrong."
        ),
    ),
    hints=(
        N_(
            "How many examples have gone by when the second batch begins, and how many when the last batch begins? Number the "
            "examples before you check them."
        ),
        N_(
            "`model.config.num_labels` is the number of labels that the model has. Which whole numbers are then valid labels? "
            "Which numbers are too large, and which are too small?"
        ),
        N_(
            "Call the model without the labels: then it computes no loss, and no label can stop it. After that, check two things for each example. Is its label invalid? Is one of its logits `nan`? `==` does not find `nan`: use `isnan` of PyTorch or NumPy, or `tf.math.is_nan`. An example is bad in both cases, but you report its label only in the first."
        ),
    ),
    solved=N_("When a loss is `nan`, you can now find the examples that cause it, and say why they do."),
    draw=draw,
    checks=(
        Check(
            "one-batch",
            N_("Bad examples and invalid labels are found in one batch"),
            points=1,
            judge=judging("one-batch"),
            mistakes=(*COMMON, POSITIONS),
            hint=0,
        ),
        Check(
            "several-batches",
            N_("Examples are numbered through all batches"),
            points=1,
            judge=judging("several-batches"),
            mistakes=(*COMMON, ROW_NUMBERS),
            needs=("one-batch",),
        ),
        Check(
            "other-models",
            N_("Models with other numbers of labels, and data without a fault, are handled"),
            points=1,
            judge=judging("other-models"),
            mistakes=(*COMMON, POSITIONS, THREE_LABELS),
            needs=("one-batch",),
            hint=2,
        ),
        Check(
            "nan-logits",
            N_("Examples whose logits are nan are found"),
            points=2,
            judge=judging("nan-logits"),
            mistakes=(*COMMON, POSITIONS, NAN_LOGITS, INNOCENT),
            needs=("one-batch",),
            hint=3,
        ),
    ),
)
