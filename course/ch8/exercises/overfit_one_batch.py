"""`overfit-one-batch`: test whether a model and an optimizer can overfit one batch."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake
from course.i18n import N_

ROWS = 8
LABELS = 3
TOKENS = 4
DIMENSIONS = 8
STEPS = 30
NEAR = 0.05
"""The mean loss must fall below `NEAR` within `STEPS` steps."""
GENTLE = (0.8, 1.2)
"""Learning rates for plain gradient descent with which a loss that cannot reach 0 still converges."""
TOO_HIGH = 1e30
"""A learning rate for plain gradient descent that leads to nan in one step; clipped gradients do not help."""

Trial = Mapping[str, Any]
"""A model by its weights, a batch, and a learning rate; whether the embeddings are frozen, and the mode of the model.

The model's logits are the mean of a row's embeddings times the weights of its classifier, so that a few lines of NumPy can
train it as well.
"""


def draw(rng: Random) -> Case:
    """Trials in an order that differs from draw to draw, as does the number of batches that can be learned. At first every model has its
    logits the wrong way round; only the model with a learning rate of 0 is right about every example, with a loss that is far from 0."""
    draws = np.random.default_rng(rng.getrandbits(64))
    learnable = rng.randint(1, 2)
    trials = {
        "batches": [trial(draws, rng.uniform(*GENTLE), twice=place >= learnable) for place in range(3)],
        "learning-rates": [
            trial(draws, 0.0, sign=0.5),
            trial(draws, TOO_HIGH),
            trial(draws, rng.uniform(*GENTLE)),
        ],
        "as-found": [
            trial(draws, rng.uniform(*GENTLE), training=True),
            trial(draws, rng.uniform(*GENTLE), twice=True, frozen=True),
        ],
    }
    for each in trials.values():
        rng.shuffle(each)
    return Case(trials)


def trial(
    draws: np.random.Generator,
    rate: float,
    sign: float = -1.0,
    twice: bool = False,
    frozen: bool = False,
    training: bool = False,
) -> Trial:
    """One trial. With `twice` each example is there twice, with two different labels."""
    different = ROWS // 2 if twice else ROWS
    lengths = draws.integers(2, TOKENS + 1, size=different)
    mask = (np.arange(TOKENS) < lengths[:, None]).astype(np.int64)
    ids = 1 + np.arange(different * TOKENS).reshape(different, TOKENS)
    labels = draws.permutation(np.arange(different) % LABELS)
    logits = np.zeros((different, LABELS))
    logits[np.arange(different), labels] = sign
    if twice:
        other = (labels + 1) % LABELS
        logits[np.arange(different), other] = sign
        ids, mask = np.tile(ids, (2, 1)), np.tile(mask, (2, 1))
        labels = np.concatenate([labels, other])
    logits *= draws.uniform(1.5, 2, size=logits.shape)
    head = np.linalg.qr(draws.normal(size=(DIMENSIONS, LABELS)))[0]
    embeddings = draws.normal(size=(1 + ROWS * TOKENS, DIMENSIONS))
    embeddings -= embeddings @ head @ head.T
    embeddings[ids[:different]] += (logits @ head.T)[:, None]
    order = draws.permutation(ROWS)
    return {
        "embeddings": embeddings.astype(np.float32),
        "classifier": head.astype(np.float32),
        "batch": {
            "input_ids": (ids * mask)[order],
            "attention_mask": mask[order],
            "labels": labels[order],
        },
        "rate": rate,
        "frozen": frozen,
        "training": training,
    }


def losses(there: Trial) -> list[float]:
    """The mean loss of the batch before each step of gradient descent, and after the last one."""
    batch = there["batch"]
    ids = batch["input_ids"]
    mask = batch["attention_mask"]
    embeddings = there["embeddings"]
    head = there["classifier"]
    rate = np.float32(there["rate"])
    tokens = np.zeros((ROWS, len(embeddings)), np.float32)
    np.put_along_axis(tokens, ids, mask / mask.sum(1, keepdims=True), 1)
    labels = np.eye(LABELS, dtype=np.float32)[batch["labels"]]
    found = []
    with np.errstate(all="ignore"):
        for _ in range(STEPS + 1):
            hidden = tokens @ embeddings
            logits = hidden @ head
            logits -= logits.max(axis=1, keepdims=True)
            total = np.exp(logits).sum(axis=1, keepdims=True)
            chosen = (labels * (logits - np.log(total))).sum(axis=1)
            found.append(float(-chosen.mean()))
            slope = (np.exp(logits) / total - labels) / ROWS
            moved = embeddings - rate * tokens.T @ (slope @ head.T)
            head = head - rate * hidden.T @ slope
            embeddings = moved
    return found


GAVE_UP = Mistake(
    "gave-up",
    N_(
        "`can_learn` returned `False`, but this model can learn its batch: in {steps} steps of training its loss falls from {first} to {last}, and so below 0.05. The curve below shows this loss. Does `can_learn` train for all the steps that the task allows before it returns `False`, and does it compare the mean loss with 0.05?"
    ),
    hint=1,
)
STOPS_FALLING = Mistake(
    "stops-falling",
    N_(
        "`can_learn` returned `True`, but this model cannot learn its batch. In training its loss falls only from {first} to {lowest}, as the curve below shows, because examples with the same tokens have different labels. It is not enough that the loss falls: the mean loss must fall below 0.05."
    ),
    hint=2,
)
STANDS_STILL = Mistake(
    "stands-still",
    N_(
        "`can_learn` returned `True`, but this model learns nothing: its optimizer has a learning rate of 0, and the loss stays at {first}, as the curve below shows. For every example the largest logit is that of its label from the start, so a high accuracy shows nothing here. Only a mean loss below 0.05 shows that the model has learned the batch."
    ),
    hint=2,
)
NO_NUMBER = Mistake(
    "no-number",
    N_(
        "`can_learn` returned `True`, but this model learns nothing, because the learning rate is far too high: the loss is {first} at first, and soon it is `nan`. A comparison of `nan` with `<` or `>` is always false. Does a loop in your code end for this reason, or does a `not` turn the result into `True`?"
    ),
    hint=2,
)
WEIGHTS = Mistake(
    "weights",
    N_(
        "After the call to `can_learn`, the weights of `{weight}` are not what they were before: the largest difference is {most}. A model that has overfitted one batch is a bad starting point for training, so restore the weights, whether you return `True` or `False`."
    ),
    hint=3,
)
MODE = Mistake(
    "mode",
    N_(
        "`model.training` was `{before}` before the call to `can_learn`, and it is `{after}` after it. In training mode and in evaluation mode dropout works differently, so the code that runs next would behave differently. Restore the mode before every `return`."
    ),
    hint=0,
)
FROZEN = Mistake(
    "frozen",
    N_(
        "Before the call to `can_learn`, `requires_grad` (in TensorFlow `trainable`) was `{before}` for `{weight}`; after it, it is `{after}`. Later training depends on this: weights that were frozen before the call must be frozen after it, and no others."
    ),
    hint=0,
)
GRADIENTS = Mistake(
    "gradients",
    N_(
        "The weights are as they were before the call to `can_learn`, but gradients are left in the model, the largest {most} in size. The next `backward()` would add to them, and the next training step would go in a wrong direction. Clear the gradients before every `return`."
    ),
    hint=0,
)


def compare(there: Trial, actual: bool) -> Found | None:
    """Compare an answer's verdict on a model with that of the same training in NumPy."""
    curve = losses(there)
    drawn = {"curve": curve, "curve_name": N_("the model's loss in training")}
    if actual == any(loss < NEAR for loss in curve):
        return None
    if not actual:
        return GAVE_UP.found(first=curve[0], last=curve[-1], steps=STEPS, **drawn)
    if not np.isfinite(curve).all():
        return NO_NUMBER.found(first=curve[0])
    if not there["rate"]:
        return STANDS_STILL.found(first=curve[0], **drawn)
    return STOPS_FALLING.found(first=curve[0], lowest=min(curve), **drawn)


def judging(name: str) -> Callable[[Case, Handed], Found | None]:
    """Return the judge of a check, which compares the verdicts on all its models."""

    def judge(case: Case, handed: Handed) -> Found | None:
        for place, there in enumerate(case.given[name]):
            found = compare(there, handed.truth(str(place), of="can_learn"))
            if found is not None:
                return found
        return None

    return judge


def judge_as_found(case: Case, handed: Handed) -> Found | None:
    """The weights, the frozen parameters, the mode and the gradients are the same as before the call."""
    for place, there in enumerate(case.given["as-found"]):
        after = Handed(handed.mapping(str(place), of="can_learn"))
        for name in ("embeddings", "classifier"):
            before = there[name]
            now = after.array(name, before.shape, of="can_learn")
            most = float(np.abs(now - before).max())
            if not most < 1e-6:
                return WEIGHTS.found(weight=name, most=most)
        for name, free in (
            ("embeddings", not there["frozen"]),
            ("classifier", True),
        ):
            trainable = after.truth(f"trainable {name}", of="can_learn")
            if trainable != free:
                return FROZEN.found(weight=name, before=free, after=trainable)
        found = compare(there, after.truth("verdict", of="can_learn"))
        if found is not None:
            return found
        if "training" not in after.values:
            continue  # Keras keeps neither a mode nor gradients
        mode = after.truth("training", of="can_learn")
        if mode != there["training"]:
            return MODE.found(before=there["training"], after=mode)
        largest = after.number("largest gradient", of="can_learn")
        if largest != 0:
            return GRADIENTS.found(most=largest)
    return None


EXERCISE = Exercise(
    name="overfit-one-batch",
    title=N_("Can the model overfit one batch?"),
    settings=("tf", "pt"),
    task=(
        N_(
            "A model and an optimizer without a fault can overfit a single batch: the model learns the batch by heart, "
            "and its loss on this batch falls to nearly 0. If the loss does not fall that far, something is wrong with "
            "the model, the batch or the optimizer, and an hour of training on all the data would not help."
        ),
        N_(
            "Write `can_learn(model, batch, make_optimizer)`: it trains the model on this one batch, and returns `True` if the mean loss falls below 0.05 within 30 steps, and `False` if not. The function `make_optimizer` returns a new optimizer; in PyTorch you pass it the parameters of the model, in TensorFlow you pass it nothing. After the call to `can_learn` the model must be as it was before: its weights, and which of them are frozen, that is, left out of training. In PyTorch the mode (training or evaluation) must also be as before, and no gradients may be left."
        ),
    ),
    hints=(
        N_(
            "How much can a model learn in one step? Train for as many steps as the task allows, always on the same batch, and look at the loss in each step."
        ),
        N_(
            "Look at the condition under which `can_learn` returns `True`. Does it compare the mean loss with 0.05, as the task says, or with another number? What does it give for a loss that stays high, and what for a loss that is `nan`?"
        ),
        N_(
            "There are two ways to leave the model as it was. You train a copy that shares no weights with the model; or you save all that the training changes, and restore it before every `return`. A list of the model's weights is not a copy: it refers to the same tensors, and the training changes them."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "batches",
            N_("The answer is right for batches that can be learned and for batches that cannot"),
            points=2,
            judge=judging("batches"),
            mistakes=(GAVE_UP, STOPS_FALLING),
        ),
        Check(
            "learning-rates",
            N_("The answer is right for bad learning rates, too"),
            points=1,
            judge=judging("learning-rates"),
            mistakes=(GAVE_UP, STANDS_STILL, NO_NUMBER),
            needs=("batches",),
        ),
        Check(
            "as-found",
            N_("The model is left as it was"),
            points=2,
            judge=judge_as_found,
            mistakes=(WEIGHTS, MODE, FROZEN, GRADIENTS, GAVE_UP, STOPS_FALLING, STANDS_STILL, NO_NUMBER),
            needs=("batches",),
        ),
    ),
)
