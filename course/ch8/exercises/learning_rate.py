"""`learning-rate`: a learning rate with warmup and linear decrease, and weight decay for weights alone."""

import re
from collections.abc import Iterator, Sequence, Set
from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Case, Check, Exercise, Found, Handed, Implausible, Mistake
from course.i18n import N_

FUNCTION = "make_scheduled_optimizer"
BETAS = 0.9, 0.999
SLACK = 0.001
"""The tolerance of a learning rate, as a fraction of the highest one."""
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
    """Draw a short run, in which every step is measured, and a run so long that its learning rate is near the peak in the few steps that are measured.

    The warmup is neither a tenth of the run nor near it, the weight decay no library's default, and the second
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


NOTHING = Mistake(
    "nothing",
    N_(
        "`make_scheduled_optimizer` returns `None`. It should return two objects: first the optimizer, and then its schedule (in PyTorch the scheduler). Is a `return` missing?"
    ),
    hint=0,
    error="TypeError",
    pattern="cannot unpack non-iterable NoneType",
)
NO_PAIR = Mistake(
    "no-pair",
    N_(
        "`make_scheduled_optimizer` should return two objects: first the optimizer, and then its schedule (in PyTorch the scheduler). What it returns is not two objects: “{message}”. Return both, separated by a comma."
    ),
    hint=0,
    error="TypeError",
    pattern="cannot unpack",
)
NO_OPTIMIZER = Mistake(
    "no-optimizer",
    N_(
        "The first of the two objects that `make_scheduled_optimizer` returns must be the optimizer, and the second its schedule (in PyTorch the scheduler). Your first object cannot be used as an optimizer: using it raised the error “{message}”. Are the two objects in the right order, and is the first one an optimizer object and not, for example, its name?"
    ),
    hint=0,
    error="AttributeError",
    pattern="has no attribute '(zero_grad|apply_gradients)'",
)
CONSTANT_RATE = Mistake(
    "constant-rate",
    N_(
        "The learning rate of `{place}` should rise from 0 and fall back to 0, but it is {actual} times `learning_rate` in all {steps} steps, as the curve below shows. If it is 0 in all steps, your optimizer was not given these weights. If not, no schedule changes it from step to step: does the schedule that you return belong to the optimizer that you return?"
    ),
    hint=2,
)
HIGH_START = Mistake(
    "high-start",
    N_(
        "In step 0 the learning rate of `{place}` should be 0, but it is {actual} times `learning_rate`. Your learning rate is shown as a curve below. A warmup starts at 0, because the first gradients come from a head with random weights: large steps along them damage the pretrained weights. Let the learning rate rise from 0."
    ),
    hint=2,
)
OTHER_RATE = Mistake(
    "other-rate",
    N_(
        "In step {step}, counted from 0, your optimizer updated `{place}` with a learning rate that, divided by `learning_rate`, should be {expected}, as in the schedule of the task, but is {actual}. The curve below shows it for every step. In which step is it highest, and is it 1 there? Is it a straight line before and after that step? In which step does it reach 0 again?"
    ),
    hint=2,
)
OTHER_SCHEDULE = Mistake(
    "other-schedule",
    N_(
        "The learning rate of your optimizer is right, but the schedule that `make_scheduled_optimizer` returns is another one: `schedule({step})`, divided by `learning_rate`, should be {expected}, but it is {actual}. Below is your schedule as a curve. Return the schedule that your optimizer uses."
    ),
    hint=0,
)
WRONGLY_DECAYED = Mistake(
    "wrongly-decayed",
    N_(
        "Even in steps in which every gradient was zero, your optimizer changed {count} of the biases and LayerNorm parameters, for example {names}. Weight decay should not apply to them: the scale of a LayerNorm should stay near 1, and weight decay pulls it towards 0. Print the names of all parameters, and check to which of them your code applies no weight decay."
    ),
    hint=3,
)
OTHER_DECAY = Mistake(
    "other-decay",
    N_(
        "In a step in which every gradient was 0, your optimizer subtracted {actual} times the learning rate from `{name}`, whose values were 1. AdamW subtracts `weight_decay` times the learning rate, here {decay} times. Check three things: does your optimizer train `{name}`, does it get the given `weight_decay`, and does it apply this decay to this parameter?"
    ),
    hint=1,
)
DECAY_IN_GRADIENT = Mistake(
    "decay-in-gradient",
    N_(
        "In a step in which every gradient was 0, your optimizer subtracted {actual} times the learning rate from `{name}`, whose values were 1. AdamW subtracts `weight_decay` times the learning rate, here {decay} times. Your result is usual where the decay is added to the gradient: Adam scales every gradient to about the same size, so the size of the decay is lost. Use an optimizer that subtracts the decay from the weights directly, as AdamW does."
    ),
    hint=0,
)
LEFT_OUT = Mistake(
    "left-out",
    N_(
        "With a gradient of {gradient} your optimizer did not change `{name}` at all. The optimizer must train all parameters of the model, also those to which no weight decay applies. Compare the names of the parameters that it is given with the names of all parameters."
    ),
    hint=3,
)
OTHER_UPDATE = Mistake(
    "other-update",
    N_(
        "With a gradient of {gradient} your optimizer changed `{name}` by {actual} times the learning rate, but AdamW changes it by {expected} times the learning rate. AdamW divides each gradient by its usual size, so that small gradients move a parameter, too. Is your optimizer AdamW, and does it have the usual betas, 0.9 and 0.999?"
    ),
    hint=0,
)


def share(steps: NDArray[np.int64], warmup: int, total: int) -> NDArray[np.float64]:
    """The learning rate in each step, as a fraction of the highest one."""
    rising = steps / warmup
    falling = (total - steps) / (total - warmup)
    return np.maximum(0.0, np.minimum(rising, falling))


def by_name(handed: Handed, name: str, known: Sequence[Set[str]]) -> Handed:
    """The values handed over under known names, those of PyTorch or those of TensorFlow. Raises Unfit."""
    values = handed.mapping(name, of=FUNCTION)
    if values.keys() not in known:
        raise Implausible(FUNCTION, "dict", str(len(values)))
    return Handed(values)


def judge_rates(case: Case, handed: Handed) -> Found | None:
    """The learning rate follows two straight lines, with a tolerance of one step, wherever it is measured."""
    run = case.given["long"]
    warmup = run["warmup_steps"]
    total = run["total_steps"]
    steps = np.arange(total)
    near = [share(steps + by, warmup, total) for by in (-1, 0, 1)]
    lowest = np.min(near, axis=0)
    highest = np.max(near, axis=0)
    seen = by_name(handed, "rates", PLACES)
    # the optimizer first, then the schedule that is returned with it
    for place in sorted(seen.values, key=lambda place: place == "schedule(step)"):
        rates = seen.array(place, (total,), of=FUNCTION)
        shares = rates / case.given["learning_rate"]
        off = np.maximum(lowest - shares, shares - highest)
        off = np.nan_to_num(off, nan=np.inf)
        if off.max() <= SLACK:
            continue
        curve = {
            "curve": [max(0.0, float(each)) for each in shares],
            "curve_name": N_("your learning rate, divided by learning_rate"),
        }
        step = int(off.argmax())
        if place == "schedule(step)":
            return OTHER_SCHEDULE.found(step=step, actual=shown(shares[step]), expected=shown(near[1][step]), **curve)
        if np.ptp(shares) <= SLACK:
            return CONSTANT_RATE.found(
                place=place,
                steps=total,
                actual=shown(shares[0]),
                **curve,
            )
        if off[0] > SLACK:
            return HIGH_START.found(place=place, actual=shown(shares[0]), **curve)
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
    """The learning rate of a step in the long run."""
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
            return DECAY_IN_GRADIENT.found(name=name, actual=shown(each), decay=shown(decay))
    wrongly = [name for name, each in lost.items() if name not in weights and not abs(each) < 0.02 * decay]
    if wrongly:
        return WRONGLY_DECAYED.found(count=len(wrongly), names=wrongly[:3])
    for name, each in weights.items():
        if not abs(each - decay) < 0.02 * decay:
            return OTHER_DECAY.found(name=name, actual=shown(each), decay=shown(decay))
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
        if not moved.any():
            return LEFT_OUT.found(name=name, gradient=shown(gradients[0]))
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
    title=N_("A learning rate with warmup and linear decrease"),
    settings=("tf", "pt"),
    task=(
        N_(
            "A learning rate of `5e-5` is usual for fine-tuning, but it is too high for the first steps, and towards the end smaller steps are better. The usual schedule lets the learning rate rise linearly from 0 during a short warmup, and then fall linearly to 0. The optimizer that is used with it is AdamW."
        ),
        N_(
            "Write `make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay)`: it "
            "returns an AdamW optimizer for the model, and the optimizer's schedule (in PyTorch the scheduler). The "
            "learning rate is 0 in step 0, reaches `learning_rate` in step `warmup_steps`, and is 0 again in step "
            "`total_steps`. Weight decay, which moves a parameter a little towards 0 in every step, applies to all "
            "parameters except biases and the parameters of every LayerNorm."
        ),
    ),
    hints=(
        N_(
            "Your function has three parts: an optimizer that applies weight decay to the weights directly, a schedule "
            "that sets the learning rate of this same optimizer, and a rule that says to which parameters weight decay "
            "applies. Are all three there, and does each argument of your function have an effect?"
        ),
        N_(
            "Write down the learning rate of step 0, of step `warmup_steps`, of the step half-way between `warmup_steps` and `total_steps`, and of step `total_steps`. Over how many steps does the learning rate fall? 🤗 Transformers has a function that makes such a linear schedule from the number of warmup steps and the total number of steps."
        ),
        N_(
            "In PyTorch an optimizer takes groups of parameters, each with its own `weight_decay`, and every parameter belongs to exactly one of the groups. In Keras you tell the optimizer which names have no weight decay. In DistilBERT the names of LayerNorm parameters contain `LayerNorm`, `sa_layer_norm` or `output_layer_norm`. A bias is a parameter that a layer adds to its result; its name contains `bias`."
        ),
    ),
    solved=N_(
        "Your optimizer now does what fine-tuning usually needs: a small learning rate that falls to 0, and weight decay only for the weights that should have it."
    ),
    draw=draw,
    checks=(
        Check(
            "rates",
            N_("The learning rate rises and falls linearly"),
            points=2,
            judge=judge_rates,
            mistakes=(NOTHING, NO_PAIR, NO_OPTIMIZER, CONSTANT_RATE, HIGH_START, OTHER_RATE, OTHER_SCHEDULE),
        ),
        Check(
            "decay",
            N_("Weight decay applies to weights, but not to biases and LayerNorm parameters"),
            points=2,
            judge=judge_decay,
            mistakes=(DECAY_IN_GRADIENT, WRONGLY_DECAYED, OTHER_DECAY),
            needs=("rates",),
        ),
        Check(
            "update",
            N_("Every parameter is updated as AdamW would update it"),
            points=1,
            judge=judge_update,
            mistakes=(LEFT_OUT, OTHER_UPDATE),
            needs=("rates",),
        ),
    ),
)
