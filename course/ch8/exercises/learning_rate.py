"""`learning-rate`: a learning rate with warmup and linear decrease, and weight decay for weights alone."""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake
from course.i18n import N_

FUNCTION = "make_scheduled_optimizer"
BETAS = 0.9, 0.999
SLACK = 0.001
"""The tolerance of a learning rate, as a fraction of the highest one."""
IDLE = 4
"""The steps without a gradient before the first measured one: until then the learning rate has reached its peak."""
LOWEST = 0.002
"""The least share of the learning rate in which steps can be measured: smaller ones are lost in rounding."""
ROUNDING = 1e-6
"""The rounding of a value near 1 in one step, as single precision has it."""
OTHER_FIRST_BETAS = (0.5, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99)
OTHER_SECOND_BETAS = (0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999)
"""Betas that are recognized in an update."""
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


def gradient(rng: Random) -> float:
    """A gradient so small that clipping all of them together to a norm of 1 leaves it as it is."""
    return rng.choice([-1, 1]) * rng.uniform(0.01, 0.02)


def draw(rng: Random) -> Draw:
    """Draw a short run, in which every step is measured, and a run so long that its learning rate is near the peak in the few steps that are measured.

    The warmup is neither a tenth of the run nor near it, the weight decay no library's default, and the second
    gradient smaller than the first and against it, so that only AdamW moves as AdamW does.

    Where weight decay is measured, one element of each parameter has another value than the others: under the same
    gradient, only decay tells them apart. It shows in a step without a gradient, and again in steps with one.
    """
    first = gradient(rng)
    at_rest = {"values": [1.0, 2.0], "gradient": 0.0}
    trained = [{"values": [rng.uniform(0.5, 1), rng.uniform(1.5, 2)], "gradient": gradient(rng)} for _ in range(2)]
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
            "total_steps": 300,
            "idle": IDLE,
        },
        "decaying": [*[at_rest] * (IDLE + 1), *trained],
        "gradients": [first, -first * rng.uniform(0.3, 0.8)],
    }
    return Draw(given)


NO_LONGER_THERE = Mistake(
    "no-longer-there",
    N_(
        "🤗 Transformers no longer has a class `AdamW`, so your code cannot import it from there. In PyTorch, write `from torch.optim import AdamW`. In TensorFlow, 🤗 Transformers has the class `AdamWeightDecay`."
    ),
    hint=0,
    error="ImportError",
    pattern="cannot import name 'AdamW' from 'transformers",
)
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
SWAPPED = Mistake(
    "swapped",
    N_(
        "`make_scheduled_optimizer` returns its two objects in the wrong order: the first one is the schedule (in PyTorch the scheduler), because using it as an optimizer raised the error “{message}”. Return the optimizer first, and then its schedule."
    ),
    hint=0,
    error="AttributeError",
    pattern=r"'(\w*LR|\w*Schedule\w*|WarmUp|\w*Decay)' object has no attribute '(zero_grad|apply_gradients)'",
)
NO_OPTIMIZER = Mistake(
    "no-optimizer",
    N_(
        "The first of the two objects that `make_scheduled_optimizer` returns must be the optimizer. Your first object cannot be used as an optimizer: using it raised the error “{message}”. Is it an optimizer object and not, for example, its name, or the key of a dictionary?"
    ),
    hint=0,
    error="AttributeError",
    pattern="has no attribute '(zero_grad|apply_gradients)'",
)
STEP_NOT_CAST = Mistake(
    "step-not-cast",
    N_(
        "Your schedule calculates with a float and with the step. The step is an integer tensor, and TensorFlow does not mix the two: “{message}”. Convert the step first: `step = tf.cast(step, tf.float32)`."
    ),
    hint=2,
    error="TypeError|InvalidArgumentError|ValueError",
    pattern="Tensor of dtype int|int(32|64) but is expected|expected to be a (float|double|int32|int64) tensor|of type int(32|64) that does not match",
)
NO_SCHEDULE = Mistake(
    "no-schedule",
    N_(
        "The second of the two objects that `make_scheduled_optimizer` returns must be the schedule of the learning rate: in PyTorch a scheduler with the method `step()`, in TensorFlow an object that returns a number for `schedule(step)`. Your second object cannot be used in this way: using it raised the error “{message}”."
    ),
    hint=2,
    error="AttributeError|TypeError",
    pattern=r"has no attribute 'step'|'(float|int|dict|str|NoneType|list)' object is not callable|float\(\) argument must be",
)
IN_TWO_GROUPS = Mistake(
    "in-two-groups",
    N_(
        "PyTorch refused your groups of parameters: at least one parameter is in two of them. Each parameter belongs to exactly one group. Write one condition for the parameters without weight decay, and give all those for which it is false to the other group."
    ),
    hint=3,
    error="ValueError",
    pattern="more than one parameter group|duplicate parameters",
)
NO_PARAMETERS = Mistake(
    "no-parameters",
    N_(
        "PyTorch refused the parameters that your optimizer gets: “{message}”. An optimizer takes the parameters themselves, or groups of them, and not their names. `model.named_parameters()` gives pairs of a name and a parameter."
    ),
    hint=3,
    error="TypeError|ValueError",
    pattern="can only optimize Tensors|empty parameter list|should be an iterable of Tensors",
)
NEVER_MOVED = Mistake(
    "never-moved",
    N_(
        "In all {steps} steps your optimizer left `{place}` as it was. Either the optimizer was not given these weights, or its learning rate is 0 in every step. The optimizer must train all parameters of the model, also those to which no weight decay applies."
    ),
    hint=3,
)
CONSTANT_RATE = Mistake(
    "constant-rate",
    N_(
        "The learning rate of `{place}` should rise from 0 and fall back to 0, but it is {actual} times `learning_rate` in all {steps} steps, as the curve below shows. No schedule changes it from step to step. Does the schedule that you return belong to the optimizer that you return?"
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
        "In step {step}, counted from 0, your optimizer updated `{place}` with a learning rate of {actual} times `learning_rate`. In the schedule of the task it is {expected} times `learning_rate`. The curve below shows, for every step, the factor by which your code multiplies the given learning rate. In which step is the factor highest, and is it 1 there? Is the curve a straight line before and after that step? In which step does it reach 0 again?"
    ),
    hint=2,
    veiled=N_(
        "In step {step}, counted from 0, your optimizer updated `{place}` with a learning rate of {actual} times `learning_rate`. In the schedule of the task, this step has a different learning rate. The curve below shows, for every step, the factor by which your code multiplies the given learning rate. In which step is this factor highest, and is it 1 there? Is the curve a straight line before and after that step? In which step does it reach 0 again?"
    ),
)
OTHER_RULE = Mistake(
    "other-rule",
    N_(
        "The learning rate that your optimizer holds is right in every step, but in step {step}, counted from 0, the optimizer changed `{place}` by {actual} times `learning_rate`. In this check the gradient is the same in every step. With such a gradient, AdamW changes a parameter by exactly the learning rate of the step, which is {expected} times `learning_rate`. Is your optimizer AdamW, and does it keep the betas 0.9 and 0.999? The scheduler `OneCycleLR` changes them unless it is given `cycle_momentum=False`."
    ),
    hint=0,
    veiled=N_(
        "The learning rate that your optimizer holds is right in every step, but in step {step}, counted from 0, the optimizer changed `{place}` by {actual} times `learning_rate`. In this check the gradient is the same in every step. With such a gradient, AdamW changes a parameter by exactly the learning rate of the step. Is your optimizer AdamW, and does it keep the betas 0.9 and 0.999? The scheduler `OneCycleLR` changes them unless it is given `cycle_momentum=False`."
    ),
)
OTHER_PEAK = Mistake(
    "other-peak",
    N_(
        "The learning rate of `{place}` rises and falls in the right steps, but its highest value is wrong: it should be `learning_rate`, but it is {actual} times `learning_rate`. Which learning rate does your code give to the optimizer, and does your code multiply it by another factor?"
    ),
    hint=1,
)
OTHER_SCHEDULE = Mistake(
    "other-schedule",
    N_(
        "The learning rate of your optimizer is right, but the schedule that `make_scheduled_optimizer` returns is another one: `schedule({step})`, divided by `learning_rate`, should be {expected}, but it is {actual}. Below is your schedule as a curve. Return the schedule that your optimizer uses."
    ),
    hint=0,
    veiled=N_(
        "The learning rate of your optimizer is right, but the schedule that `make_scheduled_optimizer` returns is another one: `schedule({step})`, divided by `learning_rate`, is {actual}, and your optimizer uses another learning rate in this step. Below is your schedule as a curve. Return the schedule that your optimizer uses."
    ),
)
WRONGLY_DECAYED = Mistake(
    "wrongly-decayed",
    N_(
        "Your optimizer applies weight decay to {count} of the biases and LayerNorm parameters, for example {names}: it moves them towards 0 even in steps in which every gradient is 0. Weight decay should not apply to them: the scale of a LayerNorm should stay near 1, and weight decay pulls it towards 0. Print the names of all parameters, and check to which of them your code applies no weight decay."
    ),
    hint=3,
)
OTHER_DECAY = Mistake(
    "other-decay",
    N_(
        "In a step in which every gradient was 0, your optimizer subtracted {actual} times the learning rate from a value of 1 in `{name}`. AdamW subtracts `weight_decay` times the learning rate: here, this is {decay} times the learning rate. Check three things: does your optimizer train `{name}`, does it get the given `weight_decay`, and does it apply this decay to this parameter?"
    ),
    hint=1,
)
DECAY_IN_GRADIENT = Mistake(
    "decay-in-gradient",
    N_(
        "In a step in which every gradient was 0, your optimizer subtracted {actual} times the learning rate from a value of 1 in `{name}`. AdamW subtracts `weight_decay` times the learning rate: here, this is {decay} times the learning rate. A wrong amount usually means that the decay is added to the gradient: Adam scales every gradient to about the same size, so the size of the decay is lost. Use an optimizer that subtracts the decay from the weights directly, as AdamW does."
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
OTHER_BETAS = Mistake(
    "other-betas",
    N_(
        "Your optimizer updates the parameters like an AdamW with the betas {first} and {second}. The task asks for AdamW's usual betas, 0.9 and 0.999. They say how many of the last gradients count in the mean of the gradients and in the mean of their squares. Give the optimizer these betas, or leave them at their defaults."
    ),
    hint=0,
)
OTHER_UPDATE = Mistake(
    "other-update",
    N_(
        "With a gradient of {gradient} your optimizer changed `{name}` by {actual} times the learning rate, but AdamW changes it by {expected} times the learning rate. AdamW divides each gradient by its usual size, so that small gradients move a parameter, too. Is your optimizer AdamW, and does it have the usual betas, 0.9 and 0.999?"
    ),
    hint=0,
    veiled=N_(
        "With a gradient of {gradient} your optimizer changed `{name}` by {actual} times the learning rate, which is not what AdamW does. AdamW divides each gradient by its usual size, so that small gradients move a parameter, too. Is your optimizer AdamW, and does it have the usual betas, 0.9 and 0.999?"
    ),
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


def judge_rates(draw: Draw, handed: Handed) -> Found | None:
    """The learning rate follows two straight lines, with a tolerance of one step, wherever it is measured."""
    run = draw.given["long"]
    warmup = run["warmup_steps"]
    total = run["total_steps"]
    steps = np.arange(total)
    near = [share(steps + by, warmup, total) for by in (-1, 0, 1)]
    lowest = np.min(near, axis=0)
    highest = np.max(near, axis=0)
    seen = by_name(handed, "rates", PLACES)
    moving = any(seen.array(place, (total,), of=FUNCTION).any() for place in seen.values if place != "schedule(step)")
    # the optimizer first, then the schedule that is returned with it
    for place in sorted(seen.values, key=lambda place: place == "schedule(step)"):
        rates = seen.array(place, (total,), of=FUNCTION)
        if place != "schedule(step)" and moving and not rates.any():
            # a parameter that is not trained is the concern of the check of weight decay
            continue
        shares = rates / draw.given["learning_rate"]
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
        if np.abs(shares).max() <= SLACK:
            return NEVER_MOVED.found(place=place, steps=total)
        if holds_the_rate(draw, handed, lowest, highest):
            return OTHER_RULE.found(place=place, step=step, actual=shown(shares[step]), expected=shown(near[1][step]))
        if np.ptp(shares) <= SLACK:
            return CONSTANT_RATE.found(
                place=place,
                steps=total,
                actual=shown(shares[0]),
                **curve,
            )
        peak = shares.max()
        if peak > 0 and (np.maximum(lowest - shares / peak, shares / peak - highest) <= SLACK).all():
            return OTHER_PEAK.found(place=place, actual=shown(peak), **curve)
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


def holds_the_rate(draw: Draw, handed: Handed, lowest: NDArray[np.float64], highest: NDArray[np.float64]) -> bool:
    """Whether the learning rates that an optimizer holds, of PyTorch, are right, so that its update must be another one."""
    held = handed.values.get("held")
    if not isinstance(held, np.ndarray) or held.dtype.kind != "f" or held.ndim != 2 or len(held) != len(lowest):
        return False
    shares = held / draw.given["learning_rate"]
    return bool(((shares >= lowest[:, None] - SLACK) & (shares <= highest[:, None] + SLACK)).all())


def settled_rates(draw: Draw, handed: Handed, count: int) -> NDArray[np.float64]:
    """The learning rates of the measured steps, which come after the steps without a gradient.

    They are those that the optimizer has, right or wrong, because another check is about them; those of the task if its own
    are too small to measure.
    """
    run = draw.given["settled"]
    steps = np.arange(IDLE, IDLE + count)
    expected = draw.given["learning_rate"] * share(steps, run["warmup_steps"], run["total_steps"])
    own = handed.array("rates", (IDLE + count,), of=FUNCTION)[IDLE:]
    return own if (own >= LOWEST * expected).all() else expected


def judge_decay(draw: Draw, handed: Handed) -> Found | None:
    """Weights shrink by rate times decay in every step; biases and LayerNorms follow their gradients alone."""
    decay = draw.given["weight_decay"]
    steps = draw.given["decaying"]
    after = by_name(handed, "after", PARAMETERS)
    rates = settled_rates(draw, handed, len(steps) - IDLE)
    room = 0.02 * decay + ROUNDING / rates.min()
    slopes: dict[str, NDArray[np.float64]] = {}
    moves: dict[str, NDArray[np.float64]] = {}
    for name in after.values:
        left = after.array(name, (len(steps), 2), of=FUNCTION)[IDLE:]
        slopes[name], moves[name] = split(draw, left, rates)
        # from a value of 1, as a multiple of the learning rate
        lost = (1 - left[0, 0]) / rates[0]
        if not SPARED.search(name) and abs(lost - 1) < 0.05:
            return DECAY_IN_GRADIENT.found(name=name, actual=shown(lost), decay=shown(decay))
    spared = [name for name in slopes if SPARED.search(name)]
    wrongly = [name for name in spared if not is_near(slopes[name], 0, room) or not is_near(moves[name][:1], 0, room)]
    if wrongly:
        return WRONGLY_DECAYED.found(count=len(wrongly), names=wrongly[:3])
    for name, slope in slopes.items():
        if name not in spared and not is_near(slope[:1], decay, room):
            return OTHER_DECAY.found(name=name, actual=shown(slope[0]), decay=shown(decay))
    # all gradients are the same: under them, all parameters move as the classifier's weights, whose rates are measured
    usual = next(moves[name] for name in moves if name.startswith("classifier") and name not in spared)
    for name, slope in slopes.items():
        moved = moves[name][1:]
        if np.abs(moved).max() < 1e-3 + room:
            return LEFT_OUT.found(name=name, gradient=shown(steps[-1]["gradient"]))
        if name not in spared and not is_near(slope, decay, room):
            raise Implausible(FUNCTION, str(shown(decay)), str(slope.round(3).tolist()))
        if not np.abs(moved - usual[1:]).max() < 0.05 + room:
            raise Implausible(FUNCTION, str(usual[1:].round(3).tolist()), str(moved.round(3).tolist()))
    return None


def split(
    draw: Draw, left: NDArray[np.float64], rates: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each measured step what a parameter lost in proportion to its value, and what it lost besides, as multiples of the learning rate.

    Args:
        left: in each step the value of the first element, and the mean of the others, after the step (steps x 2).
        rates: the learning rate of each step.
    """
    steps = draw.given["decaying"][IDLE:]
    before = np.array([step["values"] for step in steps])
    lost = (before - left) / rates[:, None]
    slope = (lost[:, 1] - lost[:, 0]) / (before[:, 1] - before[:, 0])
    return slope, lost[:, 0] - slope * before[:, 0]


def is_near(values: NDArray[np.float64], expected: float, room: float) -> bool:
    """Whether decays, as multiples of the learning rate, are as expected, with the room that rounding needs."""
    return bool((np.abs(values - expected) < room).all())


def adam(gradients: list[float], idle: int, betas: tuple[float, float] = BETAS) -> Iterator[float]:
    """The distance that Adam moves under each gradient, as a multiple of its rate, after steps with a gradient of 0.

    Kingma and Ba, 2015, algorithm 1.
    """
    mean = square = 0.0
    for step, gradient in enumerate(gradients, start=idle + 1):
        mean += (1 - betas[0]) * (gradient - mean)
        square += (1 - betas[1]) * (gradient**2 - square)
        mean_hat = mean / (1 - betas[0] ** step)
        yield -mean_hat / (square / (1 - betas[1] ** step)) ** 0.5


def judge_update(draw: Draw, handed: Handed) -> Found | None:
    """Every parameter that moves at all moves as AdamW moves it under two gradients, one after the other.

    One that stays where it is costs the check of weight decay, and not this one, too.
    """
    gradients = draw.given["gradients"]
    idle = draw.given["settled"]["idle"]
    expected = list(adam(gradients, idle))
    moves = by_name(handed, "moves", PARAMETERS)
    rates = settled_rates(draw, handed, len(gradients))
    found = {name: moves.array(name, (len(gradients),), of=FUNCTION) / rates for name in moves.values}
    moving = any(actual.any() for actual in found.values())
    for name, actual in found.items():
        if moving and not actual.any():
            continue
        for at, gradient in enumerate(gradients):
            if not abs(actual[at] - expected[at]) < 0.01:
                betas = recognized(gradients, idle, actual)
                if betas:
                    return OTHER_BETAS.found(first=str(betas[0]), second=str(betas[1]))
                return OTHER_UPDATE.found(
                    name=name,
                    gradient=shown(gradient),
                    actual=shown(actual[at]),
                    expected=shown(expected[at]),
                )
    return None


def recognized(gradients: list[float], idle: int, actual: NDArray[np.float64]) -> tuple[float, float] | None:
    """The betas with which Adam moves like this, if they are among those that people use."""
    apart = {
        betas: float(np.abs(actual - [*adam(gradients, idle, betas)]).max())
        for betas in product(OTHER_FIRST_BETAS, OTHER_SECOND_BETAS)
    }
    nearest = min(apart, key=lambda betas: apart[betas])
    return nearest if apart[nearest] < 0.0005 else None


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
            "Write `make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay)`. It returns two objects. The first is an AdamW optimizer that trains all parameters of the model, with AdamW's usual betas, 0.9 and 0.999. The second is the schedule of its learning rate. In PyTorch this is a scheduler: the training loop calls its method `step()` after each `step()` of the optimizer. In TensorFlow, `schedule(step)` returns the learning rate of a step, a float or a tensor."
        ),
        N_(
            "The steps are counted from 0. The learning rate is 0 in step 0, rises linearly to `learning_rate` in step `warmup_steps`, and falls linearly to 0 in step `total_steps`. A learning rate that is one step early or late counts as right. Weight decay, which moves a parameter a little towards 0 in every step, applies to all parameters, embeddings too, except biases and the parameters of every LayerNorm."
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
            "In PyTorch an optimizer takes groups of parameters, each with its own `weight_decay`, and every parameter belongs to exactly one of the groups. In Keras you tell the optimizer which names have no weight decay. Upper and lower case count: `norm` is not a part of `LayerNorm`. In DistilBERT the names of LayerNorm parameters contain `LayerNorm`, `sa_layer_norm` or `output_layer_norm`. A bias is a parameter that a layer adds to its result; its name contains `bias`."
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
            mistakes=(
                NO_LONGER_THERE,
                NOTHING,
                NO_PAIR,
                SWAPPED,
                NO_OPTIMIZER,
                STEP_NOT_CAST,
                NO_SCHEDULE,
                IN_TWO_GROUPS,
                NO_PARAMETERS,
                NEVER_MOVED,
                OTHER_RULE,
                CONSTANT_RATE,
                HIGH_START,
                OTHER_RATE,
                OTHER_PEAK,
                OTHER_SCHEDULE,
            ),
        ),
        Check(
            "decay",
            N_("Every parameter is trained, and weight decay applies to all but biases and LayerNorm parameters"),
            points=2,
            judge=judge_decay,
            mistakes=(DECAY_IN_GRADIENT, WRONGLY_DECAYED, OTHER_DECAY, LEFT_OUT),
            needs=("rates",),
            hint=3,
        ),
        Check(
            "update",
            N_("The update is that of AdamW"),
            points=1,
            judge=judge_update,
            mistakes=(OTHER_BETAS, OTHER_UPDATE),
            needs=("rates",),
        ),
    ),
)
