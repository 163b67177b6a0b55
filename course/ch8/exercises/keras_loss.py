"""`keras-loss`: the chapter's own challenge, to train with the loss that Keras computes."""

from random import Random
from typing import Any

import numpy as np

from course.ch8.exercises import _toy
from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

ROWS = 160
UNSEEN = 60
STEPS = 16
BATCH = 16
LEARNED = 0.9
"""The accuracy on unseen rows from which a model has learned: a sound one is right in nearly all, one that stalls in less than 0.8."""


def draw(rng: Random) -> Case:
    """Rows and labels to train on; rows whose labels only the judge has."""
    rows, labels = _toy.rows(rng, ROWS + UNSEEN)
    given = {
        "rows": rows[:ROWS],
        "labels": labels[:ROWS],
        "unseen": rows[ROWS:],
        "seed": rng.getrandbits(31),
    }
    return Case(given, {"labels": labels[ROWS:]})


LABELS_INSIDE = Mistake(
    "labels-inside",
    N_(
        "Your data set gives one dictionary for each batch, with {names}. Keras's `fit` takes pairs, of inputs and targets, and "
        "hands the second part to the loss."
    ),
    hint=1,
)
OTHER_TARGETS = Mistake(
    "other-targets",
    N_(
        "What stands in the place of the targets is not the labels of these rows: in {wrong} of {rows} rows it differs."
    ),
    hint=1,
)
MASK_LOST = Mistake(
    "mask-lost",
    N_(
        "The inputs are {names}. Without `attention_mask` the model attends to the padding, and a row's logits depend on its "
        "neighbours."
    ),
    hint=1,
)
NO_COLUMN = Mistake(
    "no-column",
    N_("The data set has no column of that name. Look at the columns that it has."),
    hint=1,
    error="ValueError",
    pattern="not found in dataset",
)
RAGGED = Mistake(
    "ragged",
    N_("The rows of a batch have different lengths, and nobody pads them: the collator that you were given does that."),
    hint=1,
    error="InvalidArgumentError",
    pattern="same shape",
)
PROBABILITIES = Mistake(
    "probabilities",
    N_(
        "On the same logits and labels your loss is {actual}; it should be {expected}. Keras took the logits for probabilities: "
        "it clips what lies outside 0 to 1, here {outside} of {count} numbers, and what is clipped has no gradient."
    ),
    hint=2,
)
OWN_LOSS = Mistake(
    "own-loss",
    N_(
        "The model is compiled with its own, internal loss. That is sound, but here the loss is to be one that Keras computes."
    ),
    hint=1,
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_("On the same logits and labels your loss is {actual}; the mean cross-entropy is {expected}."),
    hint=3,
)
STALLS = Mistake(
    "stalls",
    N_(
        "After {steps} steps the model is right in {accuracy} of rows that it has not seen; a guess is right in {guess}. Below is "
        "your own curve: a loss that gives hardly any gradient stalls, whatever the data."
    ),
    hint=2,
)
OTHER_OPTIMIZER = Mistake(
    "other-optimizer",
    N_(
        "The optimizer that `compile_model` was given made {actual} steps of {expected}. Compile the model with this one."
    ),
    hint=1,
)


def judge_labels(case: Case, handed: Handed) -> Found | None:
    """Batches are pairs, and the targets are the labels of their rows."""
    names = [str(name) for name in _list(handed.values.get("names"))]
    if not handed.truth("paired", of="make_train_set"):
        return LABELS_INSIDE.found(names=names)
    if "attention_mask" not in names:
        return MASK_LOST.found(names=names)
    ids = handed.values.get("ids")
    count = len(ids) if isinstance(ids, np.ndarray) else 0
    width = ids.shape[1] if isinstance(ids, np.ndarray) and ids.ndim == 2 else 0
    given = dict(zip(map(tuple, case.given["rows"]), case.given["labels"], strict=False))
    rows = handed.array("ids", (count, width), of="make_train_set")
    found = handed.values.get("targets")
    targets = found.reshape(len(found), -1) if isinstance(found, np.ndarray) and found.ndim else np.zeros((0, 1))
    wanted = [given.get(tuple(int(word) for word in row if word)) for row in rows]
    wrong = sum(
        place >= len(targets) or targets.shape[1] != 1 or targets[place, 0] != label
        for place, label in enumerate(wanted)
    )
    if wrong or not count:
        return OTHER_TARGETS.found(wrong=wrong, rows=count)
    if len({tuple(row) for row in rows}) != BATCH:
        raise Unfit("make_train_set", str(BATCH), str(count))
    mask = handed.array("mask", rows.shape, of="make_train_set")
    if ((mask != 0) != (rows != 0)).any():
        return MASK_LOST.found(names=names)
    return None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def judge_logits(case: Case, handed: Handed) -> Found | None:
    """The compiled loss is the cross-entropy of the logits."""
    if handed.truth("own", of="compile_model"):
        return OWN_LOSS.found()
    logits = handed.array("logits", (ROWS, _toy.LABELS), of="compile_model")
    actual = handed.number("loss", of="compile_model")
    labels = case.given["labels"]
    expected = _toy.cross_entropy(logits, labels)
    if not _toy.differ(logits):
        return OTHER_LOSS.found(actual=actual, expected=expected)
    if abs(actual - expected) < 1e-4:
        return None
    clipped = np.clip(logits, 1e-7, 1 - 1e-7)
    if abs(actual - _toy.cross_entropy(np.log(clipped), labels)) < 1e-2:
        outside = int(((logits <= 0) | (logits >= 1)).sum())
        return PROBABILITIES.found(
            actual=actual,
            expected=expected,
            outside=outside,
            count=logits.size,
        )
    return OTHER_LOSS.found(actual=actual, expected=expected)


def judge_learns(case: Case, handed: Handed) -> Found | None:
    """The model comes to be right on rows that it has not seen."""
    steps = handed.integer("steps", of="compile_model")
    if steps != STEPS:
        return OTHER_OPTIMIZER.found(actual=steps, expected=STEPS)
    logits = handed.array("logits", (UNSEEN, _toy.LABELS), of="compile_model")
    accuracy = float((logits.argmax(axis=1) == case.kept["labels"]).mean())
    if not accuracy >= LEARNED:
        curve = handed.array("losses", (STEPS,), of="compile_model")
        return STALLS.found(
            steps=STEPS,
            accuracy=accuracy,
            guess=1 / _toy.LABELS,
            curve=curve.tolist(),
        )
    return None


EXERCISE = Exercise(
    name="keras-loss",
    title=N_("The loss that Keras computes"),
    settings=("tf",),
    task=(
        N_(
            "In the lesson the loss was left to the model. It can also be left to Keras, as the published script wanted it: then the "
            "labels must be where Keras looks for them, and the loss must know what it is given."
        ),
        N_(
            "Write both cells anew. `make_train_set` makes a data set that `model.fit` can use with a loss of Keras's own; "
            "`compile_model` compiles the model with such a loss, and with the optimizer that it is given."
        ),
    ),
    hints=(
        N_(
            "With `fit`, Keras looks for the labels not among the inputs but beside them: a batch is a pair. `to_tf_dataset` has an "
            "argument that says which columns are labels."
        ),
        N_(
            "What is the first output of a model for sequence classification, and which numbers can it hold? And what does a loss that is "
            "only named by a string take for granted?"
        ),
        N_(
            "The losses of Keras are classes as well as strings. As a class, `SparseCategoricalCrossentropy` can be told that it "
            "receives logits."
        ),
    ),
    draw=draw,
    seconds=60.0,
    checks=(
        Check(
            "labels",
            N_("The labels are where Keras looks for them"),
            points=1,
            judge=judge_labels,
            mistakes=(
                LABELS_INSIDE,
                OTHER_TARGETS,
                MASK_LOST,
                NO_COLUMN,
                RAGGED,
            ),
        ),
        Check(
            "logits",
            N_("The loss knows that it receives logits"),
            points=1,
            judge=judge_logits,
            mistakes=(PROBABILITIES, OWN_LOSS, OTHER_LOSS),
        ),
        Check(
            "learns",
            N_("The model learns"),
            points=2,
            judge=judge_learns,
            mistakes=(STALLS, OTHER_OPTIMIZER),
            needs=("labels",),
        ),
    ),
)
