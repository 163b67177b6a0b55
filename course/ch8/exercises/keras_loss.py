"""`keras-loss`: the challenge of the course page: train with a loss that Keras computes."""

from random import Random
from typing import Any

import numpy as np

from course.ch8.exercises import _toy
from course.exercise import Case, Check, Exercise, Found, Handed, Implausible, Mistake
from course.i18n import N_

ROWS = 160
UNSEEN = 60
STEPS = 16
BATCH = 16
LEARNED = 0.9
"""From this accuracy on unseen examples on, a model has learned: a sound one reaches nearly 1, one that stalls less than 0.8."""


def draw(rng: Random) -> Case:
    """Draw examples with labels to train on, and examples whose labels only the judge has."""
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
        "Each batch of the data set that `make_train_set` returns has only one part, with these columns: {names}. For a loss that Keras computes, each batch must be a pair of inputs and targets: `fit` passes the second part of each pair to this loss. Keras itself does not look for labels among the inputs."
    ),
    hint=1,
)
OTHER_TARGETS = Mistake(
    "other-targets",
    N_(
        "The second part of each batch of `make_train_set` should hold the targets: for each example its label, as one number. In a batch of {rows} examples, {wrong} targets are wrong or missing. The model learns what the targets say, right or wrong. Which column of the data set does your code use for the targets?"
    ),
    hint=1,
)
MASK_LOST = Mistake(
    "mask-lost",
    N_(
        "The inputs in the batches of `make_train_set` are {names}. Among them there must be the `attention_mask` that the `collator` returns, unchanged, with 1 for each token and 0 for padding. Without it, the model attends to the padding, and the logits of an example depend on the other examples in its batch."
    ),
    hint=0,
)
NO_COLUMN = Mistake(
    "no-column",
    N_(
        "In `make_train_set` your code names a column that the data set does not have: “{message}”. Print `columns`, the list of the names that you can use."
    ),
    hint=0,
    error="ValueError",
    pattern="not found in dataset",
)
RAGGED = Mistake(
    "ragged",
    N_(
        "The examples in a batch of `make_train_set` have different lengths, so TensorFlow could not make one tensor of them. The `collator` that `make_train_set` is given pads the examples of a batch to one length. Where does your code use it?"
    ),
    hint=0,
    error="InvalidArgumentError",
    pattern="same shape",
)
PROBABILITIES = Mistake(
    "probabilities",
    N_(
        "In the check your loss should be {expected}, the mean cross-entropy of the logits and the labels, but it is {actual}. The loss that `compile_model` sets takes the logits for probabilities. Keras clips every number that lies outside 0 to 1 (here {outside} of {count} logits), and a clipped logit gets no gradient."
    ),
    hint=2,
)
OWN_LOSS = Mistake(
    "own-loss",
    N_(
        "`compile_model` compiled the model with the model's own loss. This works, but here the task asks for a loss that Keras computes. Pass such a loss to `model.compile`."
    ),
    hint=2,
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_(
        "In the check your loss should be {expected}, the mean cross-entropy of the logits and the labels, but it is {actual}. Check three things in `compile_model`: is the loss the cross-entropy, is it the mean over the examples, and does it treat the model's outputs as logits?"
    ),
    hint=2,
)
SUMMED = Mistake(
    "summed",
    N_(
        "In the check your loss should be {expected}, the mean cross-entropy of the logits and the labels, but it is {actual}: the sum over the {rows} examples, and not their mean. A sum grows with the number of examples in the batch, and so do its gradients. Let the loss in `compile_model` compute the mean."
    ),
    hint=0,
)
STALLS = Mistake(
    "stalls",
    N_(
        "After {steps} steps of training, the model's accuracy on examples that it has not seen is {accuracy}; it should be at least {bound}, and guessing reaches {guess}. Below is your own loss curve. If the check of the loss has failed, too, correct the loss first: a wrong loss can reward wrong predictions, or give the weights hardly any gradient."
    ),
    hint=0,
)
OTHER_OPTIMIZER = Mistake(
    "other-optimizer",
    N_(
        "When the check trained the model for {steps} steps, the optimizer that `compile_model` was given took {actual} of them. Pass this optimizer to `model.compile`: another one, even of the same kind, can have another learning rate."
    ),
    hint=0,
)


def judge_labels(case: Case, handed: Handed) -> Found | None:
    """Batches are pairs, and the targets are the labels of their examples."""
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
        raise Implausible("make_train_set", str(BATCH), str(count))
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
    if abs(actual / ROWS - expected) < 1e-4:
        return SUMMED.found(actual=actual, expected=expected, rows=ROWS)
    return OTHER_LOSS.found(actual=actual, expected=expected)


def judge_learns(case: Case, handed: Handed) -> Found | None:
    """The trained model is right on examples that it has not seen."""
    steps = handed.integer("steps", of="compile_model")
    if steps != STEPS:
        return OTHER_OPTIMIZER.found(actual=steps, steps=STEPS)
    logits = handed.array("logits", (UNSEEN, _toy.LABELS), of="compile_model")
    accuracy = float((logits.argmax(axis=1) == case.kept["labels"]).mean())
    if not accuracy >= LEARNED:
        curve = handed.array("losses", (STEPS,), of="compile_model")
        return STALLS.found(
            steps=STEPS,
            accuracy=accuracy,
            bound=LEARNED,
            guess=1 / _toy.LABELS,
            curve=curve.tolist(),
        )
    return None


EXERCISE = Exercise(
    name="keras-loss",
    title=N_("A loss that Keras computes"),
    settings=("tf",),
    task=(
        N_(
            "In this lesson the model computes its own loss. The script on the course page was written for a loss that Keras "
            "computes, and this can work, too. For this, the labels must be where Keras looks for them, and the loss must fit what "
            "the model returns."
        ),
        N_(
            "Rewrite two functions of the script. `make_train_set(tokenized_datasets, columns, collator)` returns the "
            "training set as a `tf.data.Dataset`: the examples in random order, in batches of 16, padded by `collator`. "
            "With this data set, `model.fit` can train on a loss that Keras computes; the inputs of the model are "
            "`input_ids` and `attention_mask`. `compile_model(model, optimizer)` compiles the model with the given "
            "optimizer and with such a loss, the mean cross-entropy."
        ),
    ),
    hints=(
        N_(
            "For a loss that Keras computes, `make_train_set` must return batches that are pairs: `(inputs, targets)`. In which part of the batch are the labels now? Which argument of `to_tf_dataset` says which columns are labels?"
        ),
        N_(
            "`compile_model` needs a loss that fits the first output of a model for sequence classification. Which numbers can this output hold? Look up `SparseCategoricalCrossentropy` in the documentation of Keras: which kind of numbers does it expect by default? A loss that is named only by a string uses the same default."
        ),
        N_(
            "In `compile_model`, `model.compile` takes a loss as a string or as an object. The class `SparseCategoricalCrossentropy` has an argument which says that the model returns logits: make an object of this class with that argument, and pass the object."
        ),
    ),
    solved=N_(
        "The model now trains with a loss of Keras: the labels are where Keras looks for them, and the loss knows that the model returns logits."
    ),
    draw=draw,
    seconds=60.0,
    checks=(
        Check(
            "labels",
            N_("The labels are the targets of each batch"),
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
            N_("The loss treats the model's outputs as logits"),
            points=1,
            judge=judge_logits,
            mistakes=(PROBABILITIES, OWN_LOSS, SUMMED, OTHER_LOSS),
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
