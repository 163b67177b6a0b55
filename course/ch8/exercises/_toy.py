"""A data set that a small model learns in a few steps: the first word of each example tells its label, and the other words tell nothing.

Two exercises have an answer compile such a model; what both ask of it stands here.
"""

from itertools import cycle
from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Draw, Found, Handed, Mistake
from course.i18n import N_

LABELS = 3
WORDS = range(10, 60)
FILLING = 30
"""`WORDS` are the ids of all words; `FILLING` is the number of words that tell nothing about a label."""
TELLING = 15
"""The number of words that tell a label: too many for a model to be right about most of them by chance."""
STEPS = 16
UNSEEN = 60
LEARNED = 0.9
"""From this accuracy on unseen examples on, a model has learned: a sound one reaches nearly 1, one that stalls less than 0.8."""

NOT_COMPILED = Mistake(
    "not-compiled",
    N_("`compile_model` should call `model.compile` on the model that it is given, but this model was not compiled."),
    hint=0,
)
UNKNOWN_LOSS = Mistake(
    "unknown-loss",
    N_(
        "`compile_model` passes the name of a loss to `model.compile`, but Keras does not know a loss with this name. The task says which loss the model should be trained with."
    ),
    hint=2,
    error="ValueError",
    pattern="Unknown loss function",
)
STALLS = Mistake(
    "stalls",
    N_(
        "After {steps} steps of training, the model's accuracy on examples that it has not seen is {accuracy}; it should be at least {bound}, and guessing reaches {guess}. Below is your own loss curve. If the check of the loss has failed, too, correct the loss first: a wrong loss can reward wrong predictions, or give the weights hardly any gradient."
    ),
    hint=0,
)
FROZEN = Mistake(
    "frozen",
    N_(
        "When the check trained the model for {steps} steps, no weight could change: after `compile_model`, the model has no trainable weights. Leave `trainable` as it is."
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
OTHER_RATE = Mistake(
    "other-rate",
    N_(
        "The optimizer that `compile_model` was given is Adam with the learning rate {rate}, so its first step should change each weight that has a gradient by about {rate}. In the check, the first step changed the biases of the head by {actual} at most. Pass the optimizer to `model.compile` as it is, with its own learning rate."
    ),
    hint=0,
    withheld=("rate",),
    veiled=N_(
        "The optimizer that `compile_model` was given is Adam, so its first step should change each weight that has a gradient by about the learning rate. In the check, the first step changed the biases of the head by {actual} at most, and the optimizer's own learning rate is another number. Pass the optimizer to `model.compile` as it is."
    ),
)
TRAINING_MISTAKES = (NOT_COMPILED, UNKNOWN_LOSS, STALLS, FROZEN, OTHER_OPTIMIZER, OTHER_RATE)


def rows(rng: Random, count: int) -> tuple[list[list[int]], NDArray[np.int64]]:
    """Draw examples of 4 to 9 word ids, no two of them alike, and their labels, equally frequent. The words that tell a label are drawn, too.

    The words that tell the same label take turns, so that each of them is frequent enough in any number of first examples.
    """
    telling = rng.sample(WORDS, TELLING)
    others = [word for word in WORDS if word not in telling]
    filling = rng.sample(others, FILLING)
    labels = [place % LABELS for place in range(count)]
    rng.shuffle(labels)
    made: dict[tuple[int, ...], int] = {}
    turns = [cycle(telling[label::LABELS]) for label in range(LABELS)]
    for label in labels:
        first = next(turns[label])
        while True:
            words = [first, *rng.choices(filling, k=rng.randint(3, 8))]
            if tuple(words) not in made:
                made[tuple(words)] = label
                break
    return [list(words) for words in made], np.array(labels)


def differ(logits: NDArray[np.float64]) -> bool:
    """Whether logits can be those of a model that reads its inputs: finite, small enough to compare losses, and not all the same."""
    sound = np.isfinite(logits).all() and np.abs(logits).max() < 100
    return bool(sound and logits.std(axis=0).min() > 0.01)


def cross_entropy(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """The mean cross-entropy, in nats, of logits (examples x labels)."""
    highest = logits.max(axis=1, keepdims=True)
    spread = np.log(np.exp(logits - highest).sum(axis=1))
    chosen = (logits - highest)[np.arange(len(labels)), labels]
    return float((spread - chosen).mean())


def draw_rate(rng: Random) -> float:
    """Draw a learning rate with which Adam learns in `STEPS` steps, and by which the first of them can be known."""
    return rng.uniform(8e-3, 12e-3)


def judge_training(draw: Draw, handed: Handed) -> Found | None:
    """The model, trained with the optimizer that was given, is right on examples that it has not seen."""
    if not handed.truth("compiled", of="compile_model"):
        return NOT_COMPILED.found()
    if not handed.integer("trainable", of="compile_model"):
        return FROZEN.found(steps=STEPS)
    steps = handed.integer("steps", of="compile_model")
    if steps != STEPS:
        return OTHER_OPTIMIZER.found(actual=steps, steps=STEPS)
    moved = float(np.abs(handed.array("moved", (LABELS,), of="compile_model")).max())
    rate = draw.given["rate"]
    # without any gradient nothing moves, and the model does not learn
    if moved > 1e-6 and not abs(moved / rate - 1) < 0.01:
        return OTHER_RATE.found(actual=moved, rate=rate)
    logits = handed.array("logits", (UNSEEN, LABELS), of="compile_model")
    accuracy = float((logits.argmax(axis=1) == draw.kept["labels"]).mean())
    if accuracy >= LEARNED:
        return None
    curve = handed.array("losses", (STEPS,), of="compile_model")
    return STALLS.found(
        steps=STEPS,
        accuracy=accuracy,
        bound=LEARNED,
        guess=1 / LABELS,
        curve=curve.tolist(),
    )
