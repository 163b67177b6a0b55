"""`learning-rate`: a rate that warms up and decays, and weight decay only where it belongs."""

import re
from collections.abc import Iterator, Sequence, Set
from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

FUNCTION = "make_scheduled_optimizer"
BETAS = 0.9, 0.999
SLACK = 0.001
"""The tolerance of a rate, as a share of the highest."""
SPARED = re.compile("bias|norm|gamma|beta", re.IGNORECASE)
"""Parts of the names of biases and of LayerNorm parameters."""
PLACES = (
    {"model.classifier.weight", "model.classifier.bias"},
    {
        "model.classifier.kernel",
        "model.classifier.bias",
        "schedule(step)",
    },
)
"""The names under which rates are handed over: with PyTorch, and with TensorFlow."""


def parameters_of(weight: str, layer: str, norm: tuple[str, str], dot: str) -> set[str]:
    """The names of the harness's parameters, in one framework's way."""
    block = ("transformer", layer)
    linear = [
        *((*block, "attention", f"{which}_lin") for which in "qkv"),
        (*block, "attention", "out_lin"),
        *((*block, "ffn", lin) for lin in ("lin1", "lin2")),
    ]
    norms = [
        ("embeddings", "LayerNorm"),
        (*block, "sa_layer_norm"),
        (*block, "output_layer_norm"),
    ]
    position = "weight" if weight == "weight" else "embeddings"
    body = [
        ("embeddings", "word_embeddings", "weight"),
        ("embeddings", "position_embeddings", position),
        *((*each, end) for each in linear for end in (weight, "bias")),
        *((*each, end) for each in norms for end in norm),
    ]
    head = [(each, end) for each in ("pre_classifier", "classifier") for end in (weight, "bias")]
    return {dot.join(each) for each in (*(("distilbert", *each) for each in body), *head)}


PARAMETERS = (
    parameters_of("weight", "layer.0", ("weight", "bias"), "."),
    parameters_of("kernel", "layer_._0", ("gamma", "beta"), "/"),
)
"""The names of the harness's parameters: with PyTorch, and with TensorFlow."""


def draw(rng: Random) -> Case:
    """A run to go through from end to end, and one so long that its rate stays at the peak in the steps looked at.

    The warm-up is neither a tenth of the run nor near it, the weight decay no library's default, and the second
    gradient smaller than the first and against it, so that only AdamW moves as AdamW does.
    """
    first = rng.choice([-1, 1]) * rng.uniform(0.01, 0.02)
    given = {
        "seed": rng.getrandbits(31),
        "learning_rate": rng.uniform(0.01, 0.02),
        "weight_decay": rng.uniform(0.11, 0.29),
        "long": {
            "warmup_steps": rng.randint(12, 16),
            "total_steps": rng.randint(48, 60),
        },
        "settled": {
            "warmup_steps": 2,
            "total_steps": 10_000,
            "idle": 4,
        },
        "gradients": [first, -first * rng.uniform(0.3, 0.8)],
    }
    return Case(given)


NO_PAIR = Mistake(
    "no-pair",
    N_(
        "Two things are asked for, the optimizer and its schedule, in this order. What your function returns cannot be taken "
        "apart into two: {message}."
    ),
    hint=1,
    error="TypeError",
    pattern="cannot unpack",
)
CONSTANT_RATE = Mistake(
    "constant-rate",
    N_(
        "Judged by `{place}`, the rate is the same in all {steps} steps: {actual} times `learning_rate`. Either no schedule "
        "reaches the optimizer that you return, or this optimizer was never given these weights."
    ),
    hint=1,
)
HIGH_START = Mistake(
    "high-start",
    N_(
        "Judged by `{place}`, the very first step has a rate of {actual} times `learning_rate`. A warm-up begins at 0: the first "
        "gradients come from a few rows and from a head that knows nothing yet, and large steps along them damage what "
        "pretraining has put into the weights."
    ),
    hint=2,
)
OTHER_RATE = Mistake(
    "other-rate",
    N_(
        "Judged by `{place}`, step {step} of {steps} has a rate of {actual} times `learning_rate`; it should be {expected} times. "
        "Follow your curve: where is it highest, is it straight on both sides, and where does it end?"
    ),
    hint=2,
)
WRONGLY_DECAYED = Mistake(
    "wrongly-decayed",
    N_(
        "While every gradient was 0, biases or LayerNorm parameters became smaller, {count} in all, such as {names}. They are to be spared: "
        "a LayerNorm's scale belongs near 1, not near 0. Print the names of all the parameters, and see which of them your rule "
        "finds."
    ),
    hint=3,
)
OTHER_DECAY = Mistake(
    "other-decay",
    N_(
        "With every gradient 0, `{name}` lost {actual} times the learning rate in one step, from a value of 1; with the "
        "`weight_decay` asked for, it loses {expected} times the learning rate. Does your optimizer know this number, and does "
        "it decay these weights?"
    ),
    hint=1,
)
DECAY_IN_GRADIENT = Mistake(
    "decay-in-gradient",
    N_(
        "With every gradient 0, `{name}` lost {actual} times the learning rate in one step, from a value of 1, as if "
        "`weight_decay` were not {expected} but 1. The decay was added to the gradient, and Adam scales every gradient to the same "
        "size. AdamW was made to avoid this: it takes the decay off the weights directly."
    ),
    hint=1,
)
OTHER_UPDATE = Mistake(
    "other-update",
    N_(
        "Given a gradient of {gradient}, `{name}` moved by {actual} times the learning rate; with AdamW it moves by {expected} times. "
        "AdamW divides each gradient by its usual size, so that small gradients count as well. If the parameter did not move at all, "
        "your optimizer was never given it."
    ),
    hint=3,
)


def share(steps: NDArray[np.int64], warmup: int, total: int) -> NDArray[np.float64]:
    """The rate in each step, as a share of the highest."""
    rising = steps / warmup
    falling = (total - steps) / (total - warmup)
    return np.maximum(0.0, np.minimum(rising, falling))


def by_name(handed: Handed, name: str, known: Sequence[Set[str]]) -> Handed:
    """The values handed over under known names, those of PyTorch or those of TensorFlow. Raises Unfit."""
    values = handed.mapping(name, of=FUNCTION)
    if values.keys() not in known:
        raise Unfit(FUNCTION, "dict", str(len(values)))
    return Handed(values)


def judge_rates(case: Case, handed: Handed) -> Found | None:
    """The rate follows two straight lines, give or take a step, wherever it is seen."""
    run = case.given["long"]
    warmup = run["warmup_steps"]
    total = run["total_steps"]
    steps = np.arange(total)
    near = [share(steps + by, warmup, total) for by in (-1, 0, 1)]
    lowest = np.min(near, axis=0)
    highest = np.max(near, axis=0)
    seen = by_name(handed, "rates", PLACES)
    for place in seen.values:
        rates = seen.array(place, (total,), of=FUNCTION)
        shares = rates / case.given["learning_rate"]
        off = np.maximum(lowest - shares, shares - highest)
        off = np.nan_to_num(off, nan=np.inf)
        if off.max() <= SLACK:
            continue
        curve = {
            "curve": [max(0.0, float(each)) for each in shares],
            "curve_name": N_("your learning rate"),
        }
        if np.ptp(shares) <= SLACK:
            return CONSTANT_RATE.found(
                place=place,
                steps=total,
                actual=shown(shares[0]),
                **curve,
            )
        if off[0] > SLACK:
            return HIGH_START.found(place=place, actual=shown(shares[0]), **curve)
        step = int(off.argmax())
        return OTHER_RATE.found(
            place=place,
            step=step,
            steps=total,
            actual=shown(shares[step]),
            expected=shown(near[1][step]),
            **curve,
        )
    return None


def settled_rate(case: Case, step: int) -> float:
    """The rate of a step in the run that is so long."""
    run = case.given["settled"]
    shares = share(np.array([step]), run["warmup_steps"], run["total_steps"])
    return float(case.given["learning_rate"] * shares[0])


def judge_decay(case: Case, handed: Handed) -> Found | None:
    """In a step without a gradient, weights shrink by rate times decay; biases and LayerNorms stay as they are."""
    decay = case.given["weight_decay"]
    rate = settled_rate(case, case.given["settled"]["idle"])
    left = by_name(handed, "left", PARAMETERS)
    # of a weight of 1, as a multiple of the learning rate
    lost = {name: (1 - left.number(name, of=FUNCTION)) / rate for name in left.values}
    weights = {name: each for name, each in lost.items() if not SPARED.search(name)}
    for name, each in weights.items():
        if abs(each - 1) < 0.05:
            return DECAY_IN_GRADIENT.found(name=name, actual=shown(each), expected=shown(decay))
    wrongly = [name for name, each in lost.items() if name not in weights and not abs(each) < 0.02 * decay]
    if wrongly:
        return WRONGLY_DECAYED.found(count=len(wrongly), names=wrongly[:3])
    for name, each in weights.items():
        if not abs(each - decay) < 0.02 * decay:
            return OTHER_DECAY.found(name=name, actual=shown(each), expected=shown(decay))
    return None


def adam(gradients: list[float], idle: int) -> Iterator[float]:
    """The distance that Adam moves under each gradient, as a multiple of its rate, after steps with a gradient of 0.

    Kingma and Ba, 2015, algorithm 1.
    """
    mean = square = 0.0
    for step, gradient in enumerate(gradients, start=idle + 1):
        mean += (1 - BETAS[0]) * (gradient - mean)
        square += (1 - BETAS[1]) * (gradient**2 - square)
        mean_hat = mean / (1 - BETAS[0] ** step)
        yield -mean_hat / (square / (1 - BETAS[1] ** step)) ** 0.5


def judge_update(case: Case, handed: Handed) -> Found | None:
    """Every parameter moves as AdamW moves it under two gradients, one after the other."""
    gradients = case.given["gradients"]
    idle = case.given["settled"]["idle"]
    expected = list(adam(gradients, idle))
    moves = by_name(handed, "moves", PARAMETERS)
    for name in moves.values:
        moved = moves.array(name, (len(gradients),), of=FUNCTION)
        for at, gradient in enumerate(gradients):
            actual = moved[at] / settled_rate(case, idle + at)
            if not abs(actual - expected[at]) < 0.01:
                return OTHER_UPDATE.found(
                    name=name,
                    gradient=shown(gradient),
                    actual=shown(actual),
                    expected=shown(expected[at]),
                )
    return None


def shown(value: float) -> float:
    """A number with the digits that are told to the learner, so that a whole one is told as such, and 0 without a sign."""
    return round(float(value), 3) + 0.0


EXERCISE = Exercise(
    name="learning-rate",
    title=N_("A learning rate that warms up and decays"),
    settings=("tf", "pt"),
    task=(
        N_(
            "`5e-5` is a good rate for most of the training, but not for its first steps, and not for its last ones. People let the "
            "rate rise from 0 over a short warm-up, and then fall in a straight line to 0. The optimizer that goes with it is AdamW."
        ),
        N_(
            "Write `make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay)`: it returns the optimizer "
            "for this model together with its schedule. Weight decay is for weights: biases and the parameters of every LayerNorm "
            "are spared."
        ),
    ),
    hints=(
        N_(
            "Your function has three parts: an optimizer that decays weights directly, a schedule that this very optimizer follows, "
            "and a decision for each parameter. Are all three there, and is each number that you are given used?"
        ),
        N_(
            "Write down the rate for step 0, for `warmup_steps`, for half-way down, and for `total_steps`. How many steps does the "
            "way down take? 🤗 Transformers has a function that makes such a schedule from these two numbers."
        ),
        N_(
            "In PyTorch an optimizer takes groups of parameters, each with a `weight_decay` of its own, and every parameter belongs in one of "
            "them; in Keras an optimizer is told which names to leave out. In DistilBERT the names of a LayerNorm contain `LayerNorm`, "
            "`sa_layer_norm` or `output_layer_norm`."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "rates",
            N_("The rate rises and falls in straight lines"),
            points=2,
            judge=judge_rates,
            mistakes=(NO_PAIR, CONSTANT_RATE, HIGH_START, OTHER_RATE),
        ),
        Check(
            "decay",
            N_("Weights decay, biases and LayerNorms do not"),
            points=2,
            judge=judge_decay,
            mistakes=(DECAY_IN_GRADIENT, WRONGLY_DECAYED, OTHER_DECAY),
            needs=("rates",),
        ),
        Check(
            "update",
            N_("Every parameter moves as with AdamW"),
            points=1,
            judge=judge_update,
            mistakes=(OTHER_UPDATE,),
            needs=("rates",),
        ),
    ),
)
