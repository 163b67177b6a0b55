"""`overfit-one-batch`: test whether a model and an optimizer can overfit one batch."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
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
IN_TIME = (20, 28)
TOO_LATE = (36, 56)
"""After how many steps the loss falls below `NEAR`, for two kinds of batches that differ in nothing else. Between the two
is room for the different rounding of frameworks, and for either reading of "within"."""
SOON = (6, 11)
"""The same, where the number of steps is not what is checked."""
GRADUAL = (0.15, 0.9)
OFF = (0.8, 2.5)
"""Learning rates, and how far the logits are off at first, of batches that can be learned."""
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
    """Trials in an order that differs from draw to draw, as does the number of batches that can be learned.

    At first every model has its logits the wrong way round; only the model with a learning rate of 0 is right about every
    example, with a loss that is far from 0. Whether a batch can be learned shows neither in its rows, of which some are
    equal in batches of either kind, nor in the learning rate, but in training alone.
    """
    draws = np.random.default_rng(rng.getrandbits(64))
    equal = draws.integers(1, 3, size=8)
    trials = {
        "batches": [
            timed(draws, IN_TIME, int(equal[0])),
            timed(draws, TOO_LATE, int(equal[1]) - 1),
            *(timed(draws, rng.choice((IN_TIME, TOO_LATE)), int(count) - 1) for count in equal[2:]),
            trial(draws, rng.uniform(*GENTLE), contradictions=1),
            trial(draws, rng.uniform(*GENTLE), contradictions=ROWS // 2),
        ],
        "learning-rates": [
            trial(draws, 0.0, sign=0.5),
            trial(draws, TOO_HIGH),
            timed(draws, SOON, 0),
        ],
        "as-found": [
            timed(draws, SOON, 0) | {"training": True},
            trial(draws, rng.uniform(*GENTLE), contradictions=ROWS // 2, frozen=True),
        ],
    }
    for each in trials.values():
        rng.shuffle(each)
    return Case(trials)


def timed(draws: np.random.Generator, steps: tuple[int, int], equal: int) -> dict[str, Any]:
    """A trial whose loss falls below `NEAR` after so many steps: at least the first number, and fewer than the second.

    The learning rate and the first loss are drawn, and tell nothing. The scale of the classifier is found by bisection: the
    smaller it is, and the larger the embeddings therefore are, the faster the same logits are learned.
    """
    rate = float(np.exp(draws.uniform(*np.log(GRADUAL))))
    sign = -float(draws.uniform(*OFF))
    seed = draws.integers(2**63)
    low, high = 0.2, 1.5
    for _ in range(20):
        scale = (low * high) ** 0.5
        there = trial(np.random.default_rng(seed), rate, sign, scale, equal)
        reached = learned_after(there)
        if steps[0] <= reached < steps[1]:
            return there
        low, high = (low, scale) if reached >= steps[1] else (scale, high)
    return timed(draws, steps, equal)


def trial(
    draws: np.random.Generator,
    rate: float,
    sign: float = -1.0,
    scale: float = 1.0,
    equal: int = 0,
    contradictions: int = 0,
    frozen: bool = False,
    training: bool = False,
) -> dict[str, Any]:
    """One trial. The weights of its classifier have that scale, and its embeddings the inverse one, for the same logits. So many pairs
    of its examples have the same tokens: `equal` pairs with equal labels, `contradictions` with different ones."""
    pairs = equal + contradictions
    different = ROWS - pairs
    lengths = draws.integers(2, TOKENS + 1, size=different)
    mask = (np.arange(TOKENS) < lengths[:, None]).astype(np.int64)
    ids = 1 + np.arange(different * TOKENS).reshape(different, TOKENS)
    labels = draws.permutation(np.arange(different) % LABELS)
    logits = np.zeros((different, LABELS))
    logits[np.arange(different), labels] = sign
    second = labels[:pairs].copy()
    second[equal:] = (second[equal:] + 1) % LABELS
    logits[np.arange(pairs), second] = sign
    logits *= draws.uniform(1.5, 2, size=logits.shape)
    head = np.linalg.qr(draws.normal(size=(DIMENSIONS, LABELS)))[0]
    embeddings = draws.normal(size=(1 + ROWS * TOKENS, DIMENSIONS))
    embeddings -= embeddings @ head @ head.T
    embeddings[ids] += (logits @ head.T)[:, None] / scale
    head *= scale
    order = draws.permutation(ROWS)
    rows = np.concatenate([np.arange(different), np.arange(pairs)])[order]
    return {
        "embeddings": embeddings.astype(np.float32),
        "classifier": head.astype(np.float32),
        "batch": {
            "input_ids": (ids * mask)[rows],
            "attention_mask": mask[rows],
            "labels": np.concatenate([labels, second])[order],
        },
        "rate": rate,
        "frozen": frozen,
        "training": training,
    }


def losses(there: Trial) -> list[float]:
    """The mean loss of the batch before each step of gradient descent, and after the last one."""
    return [*islice(descent(there), STEPS + 1)]


def learned_after(there: Trial) -> int:
    """The number of steps after which the loss is below `NEAR`, or the most that are looked at."""
    seen = enumerate(islice(descent(there), TOO_LATE[1]))
    return next((step for step, loss in seen if loss < NEAR), TOO_LATE[1])


def descent(there: Trial) -> Iterator[float]:
    """The mean loss of the batch, before each step of gradient descent without end."""
    batch = there["batch"]
    ids = batch["input_ids"]
    mask = batch["attention_mask"]
    embeddings = there["embeddings"]
    head = there["classifier"]
    rate = np.float32(there["rate"])
    tokens = np.zeros((ROWS, len(embeddings)), np.float32)
    np.put_along_axis(tokens, ids, mask / mask.sum(1, keepdims=True), 1)
    labels = np.eye(LABELS, dtype=np.float32)[batch["labels"]]
    while True:
        with np.errstate(all="ignore"):
            hidden = tokens @ embeddings
            logits = hidden @ head
            logits -= logits.max(axis=1, keepdims=True)
            total = np.exp(logits).sum(axis=1, keepdims=True)
            chosen = (labels * (logits - np.log(total))).sum(axis=1)
            slope = (np.exp(logits) / total - labels) / ROWS
            moved = embeddings - rate * tokens.T @ (slope @ head.T)
            head = head - rate * hidden.T @ slope
            embeddings = moved
        yield float(-chosen.mean())


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
SLOWLY = Mistake(
    "slowly",
    N_(
        "`can_learn` returned `True`, but in {steps} steps of training the loss of this model falls only from {first} to {last}, as the curve below shows, and it must be below 0.05 by then. Check four things: does your code compare the mean loss with 0.05, does it stop after {steps} steps, does it use the optimizer that `make_optimizer` returns, and is the gradient in each step that of the mean loss, without the gradients of earlier steps?"
    ),
    hint=0,
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


ORDER = (NO_NUMBER, STANDS_STILL, STOPS_FALLING, SLOWLY, GAVE_UP)


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
    if learned_after(there) < TOO_LATE[1]:
        return SLOWLY.found(first=curve[0], last=curve[-1], steps=STEPS, **drawn)
    return STOPS_FALLING.found(first=curve[0], lowest=min(curve), **drawn)


def judging(name: str) -> Callable[[Case, Handed], Found | None]:
    """Return the judge of a check, which compares the verdicts on all its models."""

    def judge(case: Case, handed: Handed) -> Found | None:
        verdicts = [handed.truth(str(place), of="can_learn") for place in range(len(case.given[name]))]
        found = [compare(there, verdict) for there, verdict in zip(case.given[name], verdicts, strict=True)]
        wrong = [each for each in found if each is not None]
        # a wrong condition shows in more batches than a wrong number of steps
        return min(wrong, key=lambda each: ORDER.index(each.mistake), default=None)

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
            "Write `can_learn(model, batch, make_optimizer)`: it trains the model on this one batch for at most 30 steps, and returns `True` if the mean loss of the batch falls below 0.05, and `False` if not. The function `make_optimizer` returns a new optimizer; in PyTorch you pass it the parameters of the model, in TensorFlow you pass it nothing. After the call to `can_learn` the model must be as it was before: its weights, and which of them are frozen, that is, left out of training. In PyTorch the mode (training or evaluation) must also be as before, and no gradients may be left."
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
    solved=N_(
        "You now have a test that takes seconds: it tells you whether the model, the batch and the optimizer can learn at all, before you spend an hour on training."
    ),
    draw=draw,
    checks=(
        Check(
            "batches",
            N_("The answer is right for batches that can be learned and for batches that cannot"),
            points=2,
            judge=judging("batches"),
            mistakes=(GAVE_UP, SLOWLY, STOPS_FALLING),
        ),
        Check(
            "learning-rates",
            N_("The answer is right for bad learning rates, too"),
            points=1,
            judge=judging("learning-rates"),
            mistakes=(GAVE_UP, STANDS_STILL, NO_NUMBER),
        ),
        Check(
            "as-found",
            N_("The model is left as it was"),
            points=2,
            judge=judge_as_found,
            mistakes=(WEIGHTS, MODE, FROZEN, GRADIENTS, GAVE_UP, STOPS_FALLING, STANDS_STILL, NO_NUMBER),
        ),
    ),
)
