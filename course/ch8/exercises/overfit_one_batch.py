"""`overfit-one-batch`: test whether a model and an optimizer can overfit one batch."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

ROWS = 8
LABELS = 3
TOKENS = 4
DIMENSIONS = 8
STEPS = 30
NEAR = 0.05
"""The mean loss must fall below `NEAR` within `STEPS` steps."""
MOMENTUM = 0.9
GATHERED = (16, 27)
IN_TIME = (20, 28)
TOO_LATE = (36, 56)
"""After how many steps the loss falls below `NEAR`, for two kinds of batches that differ in nothing else. Between the two
is room for the different rounding of frameworks, and for either reading of "within"."""
JUST_IN_TIME = (25, 28)
JUST_TOO_LATE = (34, 39)
"""The same for one batch of each kind, which tell a number of steps or a loss that is only a little different."""
SOON = (6, 11)
"""The same, where the number of steps is not what is checked."""
GRADUAL = (0.15, 0.9)
OFF = (0.8, 2.5)
"""Learning rates, and how far the logits are off at first, of batches that can be learned."""
OF_FROZEN = (0.5, 8)
"""Learning rates of models whose embeddings are frozen."""
SCALES = np.geomspace(0.2, 1.5, 24)[:, None, None]
WIDER = np.geomspace(0.5, 5, 24)[:, None, None]
LARGE = np.geomspace(1, 8, 24)[:, None, None]
"""Scales of the classifier to choose from: usually, where the embeddings are frozen, and where they learn most."""
GENTLE = (0.8, 1.2)
"""Learning rates for plain gradient descent with which a loss that cannot reach 0 still converges."""
DECAY = 0.2
LOWEST = (0.003, 0.03)
RISEN = 0.1
"""A weight decay with which a loss that was below `NEAR` for some steps, with its lowest value in that range, rises again in time:
it is above `RISEN` in the last steps."""
FALLEN = 0.45
"""The loss of a batch that cannot be learned because of frozen embeddings falls at least to this share of the first loss."""
TOO_HIGH = 1e30
"""A learning rate for plain gradient descent that leads to nan in one step; clipped gradients do not help."""

Trial = Mapping[str, Any]
"""A model by its weights, a batch, a learning rate, a weight decay and a momentum; whether the embeddings are frozen, and the mode of the model.

The model's logits are the mean of a row's embeddings times the weights of its classifier, so that a few lines of NumPy can
train it as well.
"""


def draw(rng: Random) -> Draw:
    """Trials in an order that differs from draw to draw, as does the number of batches that can be learned.

    At first every model has its logits the wrong way round; only the model with a learning rate of 0 is right about every
    example, with a loss that is far from 0. Whether a batch can be learned shows neither in its rows, of which some are
    equal in batches of either kind, nor in the learning rate, but in training alone.
    """
    draws = np.random.default_rng(rng.getrandbits(64))
    equal = draws.integers(1, 3, size=8)
    trials = {
        "batches": [
            timed(draws, JUST_IN_TIME, int(equal[0])),
            timed(draws, JUST_TOO_LATE, int(equal[1]) - 1),
            *(timed(draws, rng.choice((IN_TIME, TOO_LATE)), int(count) - 1) for count in equal[2:]),
            trial(draws, rng.uniform(*GENTLE), contradictions=1),
            trial(draws, rng.uniform(*GENTLE), contradictions=ROWS // 2),
            rising(draws),
            # the classifier alone does not learn these in time
            timed(draws, IN_TIME, 0, scales=LARGE, without={"frozen": True}),
            timed(draws, TOO_LATE, 0, scales=LARGE),
            # nor is this one learned with an optimizer that is made anew in every step
            timed(draws, GATHERED, 0, momentum=MOMENTUM, without={"momentum": 0.0}),
        ],
        "learning-rates": [
            trial(draws, 0.0, sign=0.5),
            trial(draws, TOO_HIGH),
            timed(draws, SOON, 0),
            timed(draws, SOON, 0, frozen=True),
            blurred(draws),
        ],
        "as-found": [
            timed(draws, SOON, 0) | {"training": True},
            timed(draws, SOON, int(draws.integers(2)), frozen=True) | {"training": False},
            blurred(draws) | {"training": rng.random() < 0.5},
            trial(draws, rng.uniform(*GENTLE), contradictions=ROWS // 2),
        ],
    }
    for each in trials.values():
        rng.shuffle(each)
    return Draw(trials)


def timed(
    draws: np.random.Generator,
    steps: tuple[int, int],
    equal: int,
    frozen: bool = False,
    momentum: float = 0.0,
    scales: NDArray[np.float64] | None = None,
    without: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """A trial whose loss falls below `NEAR` after so many steps: at least the first number, and fewer than the second.

    Args:
        without: values of the trial with which the loss does not fall in time.

    The learning rate and the first loss are drawn, and tell nothing; then one of the scales of the classifier is, with which
    the loss falls in time: the smaller the scale, and the larger the embeddings therefore are, the faster the same logits
    are learned by the classifier.
    """
    while True:
        every = at_all_scales(draws, equal, frozen, scales) | {"momentum": momentum}
        every["rate"] *= 1 - momentum
        reached = learned_after(every, steps[1])
        timely = (steps[0] <= reached) & (reached < steps[1])
        if timely.any() and without:
            timely &= learned_after({**every, **without}, TOO_LATE[0]) >= TOO_LATE[0]
        fitting = np.flatnonzero(timely)
        if fitting.size:
            return at_one_scale(every, draws.choice(fitting))


def rising(draws: np.random.Generator) -> dict[str, Any]:
    """A trial whose loss falls below `NEAR` in time and then rises again, because the optimizer's weight decay shrinks the logits."""
    while True:
        every = at_all_scales(draws, equal=0, frozen=False) | {"decay": DECAY}
        curves = np.array([*islice(descent(every), STEPS + 3)])
        lowest = curves.min(axis=0)
        early = curves[SOON[0] : IN_TIME[0]] < NEAR
        dips = (LOWEST[0] < lowest) & (lowest < LOWEST[1]) & (early.sum(axis=0) > 3)
        fitting = np.flatnonzero(dips & (curves[-6:].min(axis=0) > RISEN))
        if fitting.size:
            return at_one_scale(every, draws.choice(fitting))


def blurred(draws: np.random.Generator) -> dict[str, Any]:
    """A trial with frozen embeddings that can only be learned if they are trained all the same.

    No two examples have the same tokens, but pairs with different labels have the same mean of their embeddings. The loss falls
    for sure, so that whoever asks too little of it is wrong here in every draw.
    """
    while True:
        every = at_all_scales(draws, equal=0, frozen=True)
        batch = every["batch"]
        mask = batch["attention_mask"][:, :, None]
        order = np.argsort(batch["labels"], kind="stable")
        embeddings = every["embeddings"]
        for first, second in zip(order, np.roll(order, ROWS // 2), strict=True):
            if first < second:
                mean = (embeddings[:, batch["input_ids"][first]] * mask[first]).sum(1) / mask[first].sum()
                ids = batch["input_ids"][second]
                embeddings[:, ids[ids > 0]] = mean[:, None]
        thawed = learned_after({**every, "frozen": False}, IN_TIME[1])
        curves = np.array([*islice(descent(every), STEPS + 1)])
        falls = curves[-1] < FALLEN * curves[0]
        fitting = np.flatnonzero((thawed < IN_TIME[1]) & falls)
        if fitting.size:
            return at_one_scale(every, draws.choice(fitting))


def at_all_scales(
    draws: np.random.Generator, equal: int, frozen: bool, scales: NDArray[np.float64] | None = None
) -> dict[str, Any]:
    """Trials that differ in the scale of the classifier alone, as one."""
    rate = float(np.exp(draws.uniform(*np.log(OF_FROZEN if frozen else GRADUAL))))
    sign = -float(draws.uniform(*OFF))
    if scales is None:
        scales = WIDER if frozen else SCALES
    return trial(draws, rate, sign, scales, equal, frozen=frozen)


def at_one_scale(every: Trial, place: int) -> dict[str, Any]:
    return {**every, **{name: every[name][place] for name in ("embeddings", "classifier")}}


def trial(
    draws: np.random.Generator,
    rate: float,
    sign: float = -1.0,
    scale: Any = 1.0,
    equal: int = 0,
    contradictions: int = 0,
    frozen: bool = False,
    training: bool = False,
) -> dict[str, Any]:
    """One trial. The weights of its classifier have that scale, and its embeddings the inverse one, for the same logits. So many pairs
    of its examples have the same tokens: `equal` pairs with equal labels, `contradictions` with different ones.

    Several scales (count x 1 x 1) give the weights of as many trials that differ in nothing else.
    """
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
    told = np.zeros_like(embeddings)
    told[ids] = (logits @ head.T)[:, None]
    order = draws.permutation(ROWS)
    rows = np.concatenate([np.arange(different), np.arange(pairs)])[order]
    return {
        "embeddings": (embeddings + told / scale).astype(np.float32),
        "classifier": (head * scale).astype(np.float32),
        "batch": {
            "input_ids": (ids * mask)[rows],
            "attention_mask": mask[rows],
            "labels": np.concatenate([labels, second])[order],
        },
        "rate": rate,
        "decay": 0.0,
        "momentum": 0.0,
        "frozen": frozen,
        "training": training,
    }


def losses(there: Trial) -> list[float]:
    """The mean loss of the batch before each step of gradient descent, and after the last one."""
    return [float(loss) for loss in islice(descent(there), STEPS + 1)]


def learned_after(there: Trial, most: int = TOO_LATE[1]) -> NDArray[np.int64]:
    """The number of steps after which the loss is below `NEAR`, or the most that are looked at."""
    below = np.array([*islice(descent(there), most)]) < NEAR
    return np.where(below.any(axis=0), below.argmax(axis=0), most)


def descent(there: Trial) -> Iterator[NDArray[np.float32]]:
    """The mean loss of the batch, before each step of gradient descent without end; of each trial if the weights are those of several.

    A weight decay is for trials whose embeddings are not frozen, and which have no momentum.
    """
    batch = there["batch"]
    mask = batch["attention_mask"]
    head = there["classifier"]
    rate, momentum = np.float32(there["rate"]), np.float32(there["momentum"])
    kept = 1 - rate * np.float32(there["decay"])
    tokens = np.zeros((ROWS, there["embeddings"].shape[-2]), np.float32)
    np.put_along_axis(tokens, batch["input_ids"], mask / mask.sum(1, keepdims=True), 1)
    labels = np.eye(LABELS, dtype=np.float32)[batch["labels"]]
    hidden = tokens @ there["embeddings"]
    # how far a step of the embeddings moves each row's mean along each other's slope
    shared = tokens @ tokens.T * (not there["frozen"])
    of_hidden = of_head = np.float32(0)
    while True:
        with np.errstate(all="ignore"):
            logits = hidden @ head
            logits -= logits.max(axis=-1, keepdims=True)
            chances = np.exp(logits)
            total = chances.sum(axis=-1, keepdims=True)
            chosen = (labels * (logits - np.log(total))).sum(axis=-1)
            slope = (chances / total - labels) / ROWS
            of_hidden = momentum * of_hidden + shared @ slope @ head.swapaxes(-1, -2)
            of_head = momentum * of_head + hidden.swapaxes(-1, -2) @ slope
            hidden = kept * hidden - rate * of_hidden
            head = kept * head - rate * of_head
        yield -chosen.mean(axis=-1)


BY_NAME = Mistake(
    "by-name",
    N_(
        "Your code calls the PyTorch model with the whole dictionary as one argument: “{message}”. The model takes the tensors by name: `model(**batch)`."
    ),
    hint=0,
    error="TypeError",
    pattern="missing .* required positional arguments?: .*'attention_mask'",
)
NO_GRAPH = Mistake(
    "no-graph",
    N_(
        "PyTorch cannot start a backward pass from the loss, because the loss is not connected to the weights: “{message}”. This happens where the loss was made a plain number with `item()`, or a new tensor, or was cut off with `detach()`, or where the forward pass ran under `torch.no_grad()`. Call `backward()` on the loss that the model returned, or on what you calculated from it."
    ),
    hint=0,
    error="RuntimeError|AttributeError",
    pattern="does not require grad|'float' object has no attribute 'backward'",
)
NO_LOSS = Mistake(
    "no-loss",
    N_(
        "The model returned no loss, and your code went on with `None`: “{message}”. The model calculates a loss only if it gets the labels. Does the batch that you give to it still have the key `labels`?"
    ),
    hint=0,
    error="AttributeError|TypeError|ValueError",
    pattern=r"NoneType|value \(None\)",
)
NO_PARAMETERS = Mistake(
    "no-parameters",
    N_(
        "In PyTorch `make_optimizer` takes one argument: the parameters that the optimizer is to train. Your code calls it without them."
    ),
    hint=0,
    error="TypeError",
    pattern=r"make_optimizer\(\) missing",
)
MODEL_AS_LIST = Mistake(
    "model-as-list",
    N_(
        "Your code uses the model as if it were a list: “{message}”. A model is not a list of its weights. `model.parameters()` gives the weights. In PyTorch, pass them to `make_optimizer`."
    ),
    hint=0,
    error="TypeError",
    pattern="'MeanOfEmbeddings' object is not iterable",
)
NEEDLESS_PARAMETERS = Mistake(
    "needless-parameters",
    N_(
        "In TensorFlow `make_optimizer` takes no arguments, and your code gives it some. A Keras optimizer gets the variables only in `apply_gradients`."
    ),
    hint=0,
    error="TypeError",
    pattern=r"make_optimizer\(\) takes 0 positional",
)
NOT_MEAN = Mistake(
    "not-mean",
    N_(
        "Your code uses the loss as one number, but it holds several: “{message}”. The TensorFlow model returns the loss of each example. The task asks for the mean of these losses: `tf.reduce_mean`."
    ),
    hint=0,
    error="TypeError|ValueError|InvalidArgumentError",
    pattern="only (length-1|size-1|0-dimensional) arrays|truth value of an array|Non-scalar tensor|must be a scalar",
)
GAVE_UP = Mistake(
    "gave-up",
    N_(
        "`can_learn` returned `False`, but this model can learn its batch: within {steps} steps of training its loss falls from {first} to {lowest}, and so below 0.05. The curve below shows this loss. Check three things. Does `can_learn` train for all the steps that the task allows before it returns `False`? Does it compare the mean loss with 0.05 in every step? Does each step of the optimizer from `make_optimizer` change all weights that are not frozen, and are these weights the ones of the model whose loss is compared?"
    ),
    hint=1,
)
RESTARTED = Mistake(
    "restarted",
    N_(
        "`can_learn` returned `False`, but this model can learn its batch: within {steps} steps of training its loss falls from {first} to {lowest}, as the curve below shows. The optimizer of this model has momentum: each step also uses the gradients of earlier steps, which the optimizer keeps. Without them the loss stays above 0.05. Does your code call `make_optimizer` again in every step? Call it once, before the first step."
    ),
    hint=0,
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
THAWED = Mistake(
    "thawed",
    N_(
        "`can_learn` returned `True`, but the embeddings of this model are frozen, and with them examples with different labels look the same to the classifier. In {steps} steps of training the loss falls only from {first} to {lowest}, as the curve below shows. It would fall below 0.05 if the embeddings were trained, too. Does your code train them, for example in a copy of the model in which they are not frozen?"
    ),
    hint=0,
)
OTHER_OPTIMIZER = Mistake(
    "other-optimizer",
    N_(
        "`can_learn` returned `True` for a model whose optimizer has a learning rate of 0, and also for a model whose optimizer has a learning rate that is far too high. Neither can learn anything with its optimizer. Does `can_learn` train with the optimizer that `make_optimizer` returns, or with one of its own?"
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
        "`can_learn` returned `True`, but this model learns nothing, because the learning rate is far too high: the loss is {first} at first, and soon it is `nan`. A comparison of `nan` with `<` or `>` is always false. Check three things. Does a loop in your code end because such a comparison is false? Does a `not` turn such a comparison into `True`? Does the optimizer train all weights that are not frozen?"
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


CALLS = (BY_NAME, NO_GRAPH, NO_LOSS, NO_PARAMETERS, MODEL_AS_LIST, NEEDLESS_PARAMETERS, NOT_MEAN)
ORDER = (NO_NUMBER, STANDS_STILL, STOPS_FALLING, THAWED, SLOWLY, GAVE_UP, RESTARTED)


def compare(there: Trial, actual: bool) -> Found | None:
    """Compare an answer's verdict on a model with that of the same training in NumPy."""
    curve = losses(there)
    drawn = {"curve": curve, "curve_name": N_("the model's loss in training")}
    if actual == any(loss < NEAR for loss in curve):
        return None
    if not actual and there["momentum"]:
        return RESTARTED.found(first=curve[0], lowest=min(curve), steps=STEPS, **drawn)
    if not actual:
        return GAVE_UP.found(first=curve[0], lowest=min(curve), steps=STEPS, **drawn)
    if not np.isfinite(curve).all():
        return NO_NUMBER.found(first=curve[0])
    if not there["rate"]:
        return STANDS_STILL.found(first=curve[0], **drawn)
    if there["frozen"] and learned_after({**there, "frozen": False}) <= STEPS:
        return THAWED.found(first=curve[0], lowest=min(curve), steps=STEPS, **drawn)
    if learned_after(there) < TOO_LATE[1]:
        return SLOWLY.found(first=curve[0], last=curve[-1], steps=STEPS, **drawn)
    return STOPS_FALLING.found(first=curve[0], lowest=min(curve), **drawn)


def judging(name: str) -> Callable[[Draw, Handed], Found | None]:
    """Return the judge of a check, which compares the verdicts on all its models."""

    def judge(draw: Draw, handed: Handed) -> Found | None:
        verdicts = [handed.truth(str(place), of="can_learn") for place in range(len(draw.given[name]))]
        found = [compare(there, verdict) for there, verdict in zip(draw.given[name], verdicts, strict=True)]
        if {STANDS_STILL, NO_NUMBER} <= {each.mistake for each in found if each}:
            return OTHER_OPTIMIZER.found()
        return first_of(found)

    return judge


def first_of(found: Sequence[Found | None]) -> Found | None:
    """The mistake that is said: a wrong condition shows in more batches than a wrong number of steps."""
    wrong = [each for each in found if each is not None]
    return min(wrong, key=lambda each: ORDER.index(each.mistake), default=None)


def judge_as_found(draw: Draw, handed: Handed) -> Found | None:
    """The weights, the frozen parameters, the mode and the gradients are the same as before the call.

    A model that was never trained is as it was, too, so one of two things must show for each model that training took place:
    the right verdict, or a step of the classifier against its gradient.
    """
    trials = draw.given["as-found"]
    left = [Handed(handed.mapping(str(place), of="can_learn")) for place in range(len(trials))]
    for there, after in zip(trials, left, strict=True):
        found = changed(there, after)
        if found is not None:
            return found
    unseen = [(there, after) for there, after in zip(trials, left, strict=True) if not descended(there, after)]
    return first_of([compare(there, after.truth("verdict", of="can_learn")) for there, after in unseen])


def descended(there: Trial, after: Handed) -> bool:
    """Whether the first change of the classifier, in the model or in a copy, has the direction of a step of training in every weight.

    This holds for each usual optimizer, and for the gradients of a mean and of a sum.
    """
    before = there["classifier"]
    try:
        moved = after.array("moved classifier", before.shape, of="can_learn") - before
    except Unfit:
        return False
    gradient = slope_of_classifier(there)
    clear = np.abs(gradient) > 1e-2 * np.abs(gradient).max()
    return bool((moved * gradient < 0)[clear].all())


def slope_of_classifier(there: Trial) -> NDArray[np.float64]:
    """The gradient of the mean loss with respect to the weights of the classifier (`DIMENSIONS` x `LABELS`)."""
    batch = there["batch"]
    mask = batch["attention_mask"] / batch["attention_mask"].sum(1, keepdims=True)
    hidden = (there["embeddings"][batch["input_ids"]] * mask[:, :, None]).sum(1)
    logits = hidden @ there["classifier"]
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    gradient: NDArray[np.float64] = hidden.T @ (chances - np.eye(LABELS)[batch["labels"]]) / ROWS
    return gradient


def changed(there: Trial, after: Handed) -> Found | None:
    """Find what a call left otherwise than it was."""
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
    if "training" not in after.values:
        return None  # Keras keeps neither a mode nor gradients
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
            "Write `can_learn(model, batch, make_optimizer)`. It trains the model on this one batch, in each step with the gradient of the mean loss, and returns `True` if the mean loss of the batch falls below 0.05 within 30 steps, and `False` if not. It trains with the optimizer that `make_optimizer` returns. In PyTorch you pass the parameters of the model to `make_optimizer`, in TensorFlow you call it without arguments. Weights that are frozen, that is, left out of training, stay frozen while the model is trained; in PyTorch you may pass them to `make_optimizer` or leave them out. The model is trained in training mode or in evaluation mode, as you like."
        ),
        N_(
            "After the call to `can_learn` the model must be as it was before: its weights, and which of them are frozen."
        ),
        N_(
            "In PyTorch, `model(**batch)` returns an object whose `loss` is the mean over the batch; after the call, the mode of the model (training or evaluation) must also be as before, and no gradients may be left. In TensorFlow, `model(batch)` returns an object whose `loss` holds the loss of each example."
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
            mistakes=(*CALLS, GAVE_UP, RESTARTED, SLOWLY, STOPS_FALLING),
        ),
        Check(
            "learning-rates",
            N_("The answer is right for bad learning rates and for frozen weights, too"),
            points=1,
            judge=judging("learning-rates"),
            mistakes=(*CALLS, OTHER_OPTIMIZER, GAVE_UP, STANDS_STILL, NO_NUMBER, THAWED),
            hint=2,
        ),
        Check(
            "as-found",
            N_("The model is left as it was"),
            points=2,
            judge=judge_as_found,
            mistakes=(*CALLS, WEIGHTS, MODE, FROZEN, GRADIENTS, GAVE_UP, THAWED, STOPS_FALLING),
            hint=3,
        ),
    ),
)
