"""`keras-loss`: the challenge of the course page: train with a loss that Keras computes."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.ch8.exercises import _toy
from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

ROWS = 154
"""Not a multiple of `BATCH`: the last batch is smaller than the others, and must not be left out."""
BATCH = 16
SPREAD = 50
"""Over so many examples of the data set those of a batch reach at least: in random order over about 137, in a buffer of a few over fewer than 40."""


def draw(rng: Random) -> Draw:
    """Draw examples with labels to train on, and examples whose labels only the judge has."""
    rows, labels = _toy.rows(rng, ROWS + _toy.UNSEEN)
    given = {
        "rows": rows[:ROWS],
        "labels": labels[:ROWS],
        "unseen": rows[ROWS:],
        "seed": rng.getrandbits(31),
        "rate": _toy.draw_rate(rng),
    }
    return Draw(given, {"labels": labels[ROWS:]})


LABELS_INSIDE = Mistake(
    "labels-inside",
    N_(
        "Each batch of the data set that `make_train_set` returns has only one part, with these columns: {names}. For a loss that Keras computes, each batch must be a pair of inputs and targets: `fit` passes the second part of each pair to this loss. Keras itself does not look for labels among the inputs."
    ),
    hint=1,
)
SWAPPED = Mistake(
    "swapped",
    N_(
        "The batches of `make_train_set` are pairs, but the inputs are the second part of each pair. Keras takes the first part as the inputs of the model, and the second part as the targets. Swap the two parts."
    ),
    hint=0,
)
OTHER_TARGETS = Mistake(
    "other-targets",
    N_(
        "The second part of each batch of `make_train_set` should hold the targets: for each example its label, as one number. In a batch of {rows} examples, {wrong} targets are wrong or missing. The model learns what the targets say, right or wrong. Which column of the data set does your code use for the targets, and are the inputs and the target of an example still together?"
    ),
    hint=1,
)
ONE_HOT = Mistake(
    "one-hot",
    N_(
        "The targets in the batches of `make_train_set` are the right labels, but as vectors of {count} numbers (one-hot). Here the label of an example stays one whole number, as it is in the data set, and `compile_model` must set a loss for labels of this kind."
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
BATCH_SIZE = Mistake(
    "batch-size",
    N_(
        "The batches of `make_train_set` have {actual} examples, but they should have {size}, the last batch perhaps fewer. Which argument, or which method, sets the batch size?"
    ),
    hint=0,
)
EXAMPLES_LOST = Mistake(
    "examples-lost",
    N_(
        "One pass through the data set that `make_train_set` returns gives {actual} of the {rows} examples: the model never sees the others in this pass. Does your code leave out the last batch because it has fewer than {size} examples, or take only a part of the data set?"
    ),
    hint=0,
)
EXAMPLES_REPEATED = Mistake(
    "examples-repeated",
    N_(
        "One pass through the data set that `make_train_set` returns should give each of the {rows} examples once, but it gives some of them again. Does your code call `repeat`? Leave this to the training: `fit` passes through the data set once for each epoch."
    ),
    hint=0,
)
NOT_SHUFFLED = Mistake(
    "not-shuffled",
    N_(
        "The examples in a batch of `make_train_set` should come from the whole data set, which has {rows} examples. But in half of the batches, they all come from only {spread} neighbouring examples, so the order is not random. Shuffle the examples before they are put into batches: shuffling whole batches leaves the same examples together. If your code calls the method `shuffle` of a `tf.data.Dataset`, its buffer must have room for all {rows} examples."
    ),
    hint=0,
)
PROBABILITIES = Mistake(
    "probabilities",
    N_(
        "In the check your loss should be {expected}, the mean cross-entropy of the logits and the labels, but it is {actual}. The loss that `compile_model` sets takes the logits for probabilities. Keras clips every number that lies outside 0 to 1 (here {outside} of {count} logits), and a clipped logit gets no gradient."
    ),
    hint=2,
    veiled=N_(
        "In the check your loss is {actual}, and this is not the mean cross-entropy of the logits and the labels. The loss that `compile_model` sets takes the logits for probabilities. Keras clips every number that lies outside 0 to 1 (here {outside} of {count} logits), and a clipped logit gets no gradient."
    ),
)
NO_LOSS = Mistake(
    "no-loss",
    N_(
        "`compile_model` compiles the model without any loss: the loss is 0, and training has nothing to reduce. To 🤗 Transformers, `loss=None` says that there is to be no loss. Pass a loss from Keras to `model.compile`."
    ),
    hint=2,
    error="TypeError",
    pattern="to be differentiated, but received None",
)
BY_OUTPUT = Mistake(
    "by-output",
    N_(
        "Keras cannot use the dictionary that `compile_model` passes to `model.compile` as `loss`: “{message}”. Keras looks for an output of the model with each name in this dictionary, and finds none. Pass the loss itself, without a dictionary: Keras computes it from the first output, the logits."
    ),
    hint=0,
    error="ValueError",
    pattern="do not correspond to any Model output",
)
DENSE_LOSS = Mistake(
    "dense-loss",
    N_(
        "The loss that `compile_model` sets cannot be computed from these labels: “{message}”. It expects the label of an example as several numbers, one for each class, but here the label is one whole number. Keras has a loss for such labels, too; its name says that they are sparse."
    ),
    hint=2,
    error="ValueError",
    pattern="Shapes .* are incompatible|must have the same shape",
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
    veiled=N_(
        "In the check your loss is {actual}, and this is not the mean cross-entropy of the logits and the labels. Check three things in `compile_model`: is the loss the cross-entropy, is it the mean over the examples, and does it treat the model's outputs as logits?"
    ),
)
SUMMED = Mistake(
    "summed",
    N_(
        "In the check your loss should be {expected}, the mean cross-entropy of the logits and the labels, but it is {actual}: the sum over the {rows} examples, and not their mean. A sum grows with the number of examples in the batch, and so do its gradients. Let the loss in `compile_model` compute the mean."
    ),
    hint=0,
    veiled=N_(
        "In the check your loss is {actual}: the sum of the cross-entropies of the {rows} examples, and not their mean. A sum grows with the number of examples in the batch, and so do its gradients. Let the loss in `compile_model` compute the mean."
    ),
)


def judge_labels(draw: Draw, handed: Handed) -> Found | None:
    """Batches are pairs, and the targets are the labels of their examples."""
    if not handed.truth("is_data_set", of="make_train_set"):
        raise Unfit("make_train_set(...)", "tf.data.Dataset", handed.text("kind", of="make_train_set"))
    names = [str(name) for name in _list(handed.values.get("names"))]
    if handed.truth("swapped", of="make_train_set"):
        return SWAPPED.found()
    if not handed.truth("paired", of="make_train_set"):
        return LABELS_INSIDE.found(names=names)
    if "attention_mask" not in names:
        return MASK_LOST.found(names=names)
    ids = handed.values.get("ids")
    count = len(ids) if isinstance(ids, np.ndarray) else 0
    width = ids.shape[1] if isinstance(ids, np.ndarray) and ids.ndim == 2 else 0
    given = dict(zip(map(tuple, draw.given["rows"]), draw.given["labels"], strict=True))
    rows = handed.array("ids", (count, width), of="make_train_set")
    found = handed.values.get("targets")
    targets = found.reshape(len(found), -1) if isinstance(found, np.ndarray) and found.ndim else np.zeros((0, 1))
    wanted = [given.get(_words(row)) for row in rows]
    if targets.shape == (count, _toy.LABELS) and wanted == targets.argmax(axis=1).tolist():
        return ONE_HOT.found(count=_toy.LABELS)
    wrong = sum(
        place >= len(targets) or targets.shape[1] != 1 or targets[place, 0] != label
        for place, label in enumerate(wanted)
    )
    if wrong or not count:
        return OTHER_TARGETS.found(wrong=wrong, rows=count)
    mask = handed.array("mask", rows.shape, of="make_train_set")
    if ((mask != 0) != (rows != 0)).any():
        return MASK_LOST.found(names=names)
    return None


def judge_batches(draw: Draw, handed: Handed) -> Found | None:
    """One pass gives every example once, in random order and in batches of `BATCH`."""
    place_of = {tuple(row): place for place, row in enumerate(draw.given["rows"])}
    batches = [
        [place_of.get(_words(row), -1) for row in ids]
        for ids in _list(handed.values.get("batches"))
        if isinstance(ids, np.ndarray) and ids.ndim == 2
    ]
    sizes = [len(batch) for batch in batches]
    places = {place for batch in batches for place in batch if place >= 0}
    if sum(sizes) > len(places):
        return EXAMPLES_REPEATED.found(rows=ROWS)
    if sum(size != BATCH for size in sizes) > 1 or max(sizes, default=0) > BATCH:
        return BATCH_SIZE.found(actual=max(sizes, key=sizes.count), size=BATCH)
    if len(places) != ROWS:
        return EXAMPLES_LOST.found(actual=len(places), rows=ROWS, size=BATCH)
    spread = int(np.median([max(batch) - min(batch) + 1 for batch in batches]))
    if spread < SPREAD:
        return NOT_SHUFFLED.found(spread=spread, rows=ROWS)
    return None


def _words(row: NDArray[np.float64]) -> tuple[int, ...]:
    """The words of a row, without its padding."""
    return tuple(int(word) for word in row if word)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def judge_logits(draw: Draw, handed: Handed) -> Found | None:
    """The compiled loss is the cross-entropy of the logits."""
    if not handed.truth("compiled", of="compile_model"):
        return _toy.NOT_COMPILED.found()
    if handed.truth("own", of="compile_model"):
        return OWN_LOSS.found()
    logits = handed.array("logits", (ROWS, _toy.LABELS), of="compile_model")
    actual = handed.number("loss", of="compile_model")
    labels = draw.given["labels"]
    expected = _toy.cross_entropy(logits, labels)
    if not _toy.differ(logits):
        return OTHER_LOSS.found(actual=actual, expected=expected)
    if abs(actual - expected) < 1e-4:
        return None
    if handed.truth("without loss", of="compile_model"):
        return NO_LOSS.found()
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


EXERCISE = Exercise(
    name="keras-loss",
    title=N_("A loss that Keras computes"),
    settings=("tf",),
    task=(
        N_(
            "In this lesson the model computes its own loss. The script on the course page was written for the other way, in which Keras computes the loss. That way can work, too, if the labels are where Keras looks for them, and if the loss fits what the model returns."
        ),
        N_(
            "Rewrite two functions of the script. `make_train_set(tokenized_datasets, columns, collator)` returns the "
            "training set as a `tf.data.Dataset`. One pass through it gives every example once, in random order, in "
            "batches of 16 (the last one may be smaller), padded by `collator`. The next pass may have the same order. With this data set, `model.fit` can train "
            "on a loss that Keras computes. The inputs of the model are `input_ids` and `attention_mask`, and the "
            "labels may stay among them, too; each target is a label as one whole number, from 0 to 2."
        ),
        N_(
            "`compile_model(model, optimizer)` compiles the model with the given optimizer, and with a loss from Keras: the "
            "mean cross-entropy of the model's logits and these labels. It need not return anything."
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
                SWAPPED,
                LABELS_INSIDE,
                OTHER_TARGETS,
                ONE_HOT,
                MASK_LOST,
                NO_COLUMN,
                RAGGED,
            ),
        ),
        Check(
            "batches",
            N_("Each pass has all examples, shuffled, in batches of 16"),
            points=1,
            judge=judge_batches,
            mistakes=(
                EXAMPLES_REPEATED,
                BATCH_SIZE,
                EXAMPLES_LOST,
                NOT_SHUFFLED,
            ),
            needs=("labels",),
        ),
        Check(
            "logits",
            N_("The loss treats the model's outputs as logits"),
            points=1,
            judge=judge_logits,
            mistakes=(
                _toy.NOT_COMPILED,
                _toy.UNKNOWN_LOSS,
                NO_LOSS,
                BY_OUTPUT,
                DENSE_LOSS,
                PROBABILITIES,
                OWN_LOSS,
                SUMMED,
                OTHER_LOSS,
            ),
            hint=2,
        ),
        Check(
            "learns",
            N_("The model learns, with the optimizer that is given"),
            points=2,
            judge=_toy.judge_training,
            mistakes=(*_toy.TRAINING_MISTAKES, NO_LOSS, BY_OUTPUT, DENSE_LOSS),
            hint=2,
            needs=("labels",),
        ),
    ),
)
