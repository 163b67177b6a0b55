"""`sst2`: a whole training loop, on single sentences."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit, kind
from course.i18n import N_

OF = "train_on_sst2"
TOKENS = 40
OPINIONS = 6
"""Six tokens speak for label 0, six for label 1, the others for neither."""
BATCH = 16
BATCHES = 8
ROWS = 121
EPOCHS = 3
STEPS = BATCHES * EPOCHS
HELD_OUT = 60


def draw(rng: Random) -> Case:
    """Made-up opinions, of which a fresh model takes every one for a 0."""
    draws = np.random.default_rng(rng.getrandbits(64))
    rate = rng.choice((0.012, 0.015, 0.02))
    table = draws.normal(scale=0.01, size=(TOKENS, 2))
    table[:, 0] += 0.05
    tokens = 1 + draws.permutation(TOKENS - 1)
    dropout = _table.dropout(draws, TOKENS)
    dropout[tokens[: 2 * OPINIONS]] = 1
    # the padding adds nothing to these logits
    still = draws.normal(size=(TOKENS, 2)) * (np.arange(TOKENS) > 0)[:, None]
    labels = draws.permutation(np.arange(ROWS) % 2)
    answers = draws.permutation(np.arange(HELD_OUT) % 2)
    given = {
        "table": table,
        "dropout": dropout,
        "still": still,
        "ids": [_opinion(draws, tokens, label) for label in labels],
        "labels": labels.tolist(),
        "held_out": [_opinion(draws, tokens, label) for label in answers],
        "batch_size": BATCH,
        "epochs": EPOCHS,
        "rate": rate,
        # about half of what it will go, so that it stays small
        "clock": rate * STEPS * rng.uniform(0.2, 0.3),
        "pulse": rng.uniform(0.005, 0.02),
        "seed": rng.getrandbits(32),
    }
    return Case(given, {"answers": answers})


def _opinion(draws: np.random.Generator, tokens: NDArray[np.int64], label: int) -> list[int]:
    """Three tokens that speak for the label, among some that speak for neither: those after the first ones."""
    length = draws.integers(1, 5)
    places = np.concatenate(
        [
            draws.integers(OPINIONS, size=3) + OPINIONS * label,
            draws.integers(2 * OPINIONS, len(tokens), size=length),
        ]
    )
    return [int(token) for token in tokens[draws.permutation(places)]]


OTHER_STEPS = Mistake(
    "other-steps",
    N_(
        "Gradients of the model that you were given were computed in {actual} steps. {epochs} epochs of {batches} batches, the smaller last one among them, are {expected} "
        "steps."
    ),
    hint=1,
)
NO_DROPOUT = Mistake(
    "no-dropout",
    N_(
        "In {count} of {steps} steps dropout was off: the model was in evaluation mode, in which it also comes from `from_pretrained`. No error "
        "tells you, but dropout is what keeps a model from overfitting."
    ),
    hint=3,
)
GRADIENTS_ADD_UP = Mistake(
    "gradients-add-up",
    N_(
        "In step {step} the gradient of a weight, always the same in this model, is {times} times what it was in the first step. `backward` "
        "adds to the gradients that are there; after each step they must be set back."
    ),
    hint=1,
)
NEVER_MOVES = Mistake(
    "never-moves",
    N_(
        "After {steps} steps the weights of the model are what they were. Is the optimizer made from the weights of this model, does it take a "
        "step, and are the gradients still there when it does?"
    ),
    hint=1,
)
STEP_TOO_EARLY = Mistake(
    "step-too-early",
    N_(
        "After the last of {steps} backward passes no weight moves any more, and each step before it used the gradients of the batch before. "
        "The step must come after `backward`."
    ),
    hint=1,
)
OTHER_FIRST_STEP = Mistake(
    "other-first-step",
    N_(
        "The first step moves a weight by {actual}. With AdamW, the first step of every weight is as long as the learning rate, here "
        "{expected}. Is it the optimizer asked for, with the learning rate that was passed on?"
    ),
    hint=2,
)
NEVER_FALLS = Mistake(
    "never-falls",
    N_(
        "The learning rate is {actual} in the last step as in the first; it should have fallen to almost 0. Does the scheduler take its "
        "steps, and does it belong to the optimizer that takes its steps?"
    ),
    hint=2,
)
OTHER_RATES = Mistake(
    "other-rates",
    N_(
        "In step {step} of {steps} the learning rate is {actual}, where a straight line down to 0 has {expected}. The scheduler counts "
        "batches: it is made once, for the steps of all epochs, and takes a step after each of them."
    ),
    hint=2,
)
NOT_LEARNED = Mistake(
    "not-learned",
    N_(
        "On {rows} sentences that it has not seen, half of them of each label, the share that the trained model gets right is {actual}; it should "
        "be above {expected}. The steps are in order, so look at the loss: does it compare the logits with the labels?"
    ),
    hint=1,
)
TENSORS = Mistake(
    "tensors",
    N_(
        "Your list holds tensors, not numbers. Unless it is detached, a loss keeps everything that was computed on the way to it, and the "
        "memory fills up step by step."
    ),
    hint=3,
)
OTHER_LENGTH = Mistake(
    "other-length",
    N_(
        "Losses that you return: {actual}; steps that your loop made: {expected}. The loss of each step is asked for: only so can one see "
        "how it falls."
    ),
    hint=3,
    withheld=("curve",),
)
OTHER_LOSSES = Mistake(
    "other-losses",
    N_(
        "For step {step} you return {actual}; the loss of that batch was {expected}. The mean over its rows is asked for, as the model computes "
        "it, neither summed nor smoothed."
    ),
    hint=3,
)


def _losses(case: Case, handed: Handed) -> list[float]:
    """The real loss of each step, from the logits."""
    logits = handed.array("logits", (ROWS * EPOCHS, 2), of=OF)
    labels = np.tile(case.given["labels"], EPOCHS)
    rows = _table.loss(logits, labels).reshape(EPOCHS, ROWS)
    return [loss for epoch in rows for loss in _means(epoch)]


def _means(rows: NDArray[np.float64]) -> list[float]:
    """The mean over each batch of an epoch."""
    return [float(rows[start : start + BATCH].mean()) for start in range(0, ROWS, BATCH)]


def _still(case: Case) -> NDArray[np.float64]:
    """The logits, with dropout, of an epoch in which no weight moves."""
    table = case.given["still"] * case.given["dropout"]
    return _table.logits(table, case.given["ids"])


def _rates(case: Case, handed: Handed) -> NDArray[np.float64]:
    """The learning rate of each step, as a share of the one asked for, measured by the clock's steps."""
    clock = handed.array("clock", (STEPS + 1,), of=OF)
    _table.demand(
        Handed({"clock": clock[:1]}),
        "clock",
        np.array([case.given["clock"]]),
        of=OF,
    )
    rates = -np.diff(clock) / case.given["rate"]
    # no -0 in what is said
    return np.asarray(np.round(rates, 6) + 0.0)


def judge_steps(case: Case, handed: Handed) -> Found | None:
    """Each batch of each epoch leads to one step of AdamW, with its own gradients."""
    actual = handed.number("steps", of=OF)
    if actual != STEPS:
        return OTHER_STEPS.found(
            actual=actual,
            expected=STEPS,
            epochs=EPOCHS,
            batches=BATCHES,
        )
    dropout = handed.array("dropout", (STEPS,), of=OF)
    if not dropout.all():
        return NO_DROPOUT.found(count=int((dropout == 0).sum()), steps=STEPS)
    gradients = handed.array("gradients", (STEPS,), of=OF)
    times = gradients / gradients[0] if gradients[0] else gradients
    added = ~(np.abs(times - 1) < 1e-3)
    if added.any():
        step = int(added.argmax())
        return GRADIENTS_ADD_UP.found(step=step + 1, times=float(times[step]))
    rates = _rates(case, handed)
    if not (np.abs(rates) > 1e-3).any():
        return NEVER_MOVES.found(steps=STEPS)
    line = 1 - np.arange(STEPS + 1) / STEPS
    if np.allclose(rates, line[1:], atol=0.02):
        return STEP_TOO_EARLY.found(steps=STEPS)
    if not abs(rates[0] - 1) < 0.02:
        rate = case.given["rate"]
        return OTHER_FIRST_STEP.found(actual=float(rates[0] * rate), expected=rate)
    pulse = np.full(STEPS, case.given["pulse"])
    _table.demand(handed, "gradients", pulse, of=OF)
    _table.demand(handed, "still_logits", _still(case), of=OF)
    return None


def judge_rates(case: Case, handed: Handed) -> Found | None:
    """The learning rate falls in a straight line, step by step."""
    rates = _rates(case, handed)
    rate = case.given["rate"]
    line = 1 - np.arange(STEPS) / STEPS
    off = np.nan_to_num(np.abs(rates - line), nan=np.inf)
    if off.max() < 0.02:
        return None
    data = {
        "curve": rates.tolist(),
        "curve_name": N_("your learning rate, as a share of the first"),
    }
    if np.allclose(rates, 1, atol=0.02):
        actual = float(rates[-1] * rate)
        return NEVER_FALLS.found(actual=actual, **data)
    step = int(off.argmax())
    return OTHER_RATES.found(
        step=step + 1,
        steps=STEPS,
        actual=float(rates[step] * rate),
        expected=float(line[step] * rate),
        **data,
    )


def judge_learned(case: Case, handed: Handed) -> Found | None:
    """The model answers rightly on sentences whose labels only the judge has."""
    answers = handed.array("answers", (HELD_OUT, 2), of=OF)
    right = float((answers.argmax(1) == case.kept["answers"]).mean())
    if right >= 0.8:
        return None
    return NOT_LEARNED.found(
        rows=HELD_OUT,
        actual=right,
        expected=0.8,
        curve=_losses(case, handed),
    )


def judge_losses(case: Case, handed: Handed) -> Found | None:
    """The losses returned are those of the steps."""
    expected = _losses(case, handed)
    kinds, losses = (handed.values.get(name) for name in ("kinds", "losses"))
    if not isinstance(kinds, list):
        if not isinstance(losses, float):
            raise Unfit(OF, "list[float]", kind(losses))
        return OTHER_LENGTH.found(actual=1, expected=STEPS, curve=expected)
    if any(isinstance(each, str) and each == "Tensor" for each in kinds):
        return TENSORS.found()
    if len(kinds) != STEPS:
        return OTHER_LENGTH.found(actual=len(kinds), expected=STEPS, curve=expected)
    found = handed.array("losses", (STEPS,), of=OF)
    off = ~(np.abs(found - expected) < 1e-4)
    if off.any():
        step = int(off.argmax())
        return OTHER_LOSSES.found(
            step=step + 1,
            actual=float(found[step]),
            expected=expected[step],
            curve=found.tolist(),
        )
    still = _means(_table.loss(_still(case), case.given["labels"]))
    _table.demand(handed, "still_losses", np.array(still), of=OF)
    return None


EXERCISE = Exercise(
    name="sst2",
    title=N_("The whole loop, on SST-2"),
    settings=("pt",),
    task=(
        N_(
            "MRPC has pairs of sentences; in SST-2 each row is a single sentence from a film review, and its label says whether it praises or "
            "not. Once the batches are made, a training loop does not care."
        ),
        N_(
            "Write `train_on_sst2(model, train_dataloader, num_epochs, learning_rate)`: it trains the model with AdamW, whose learning rate "
            "falls in a straight line from the one given to 0, over all steps of all epochs. It returns the loss of every step."
        ),
        N_(
            "Yours is checked on a small model and made-up sentences, so that it takes less than a second; the same function would train the "
            "checkpoint on the real data."
        ),
    ),
    hints=(
        N_(
            "For each batch, in this order: the model computes the loss, `backward` computes the gradients, the optimizer takes its step, the "
            "scheduler takes its own, and the gradients are set back."
        ),
        N_(
            "Optimizer and scheduler are made once, before the loop. The scheduler needs the number of all steps: how many batches are there, "
            "and how many epochs? And who steps it, how often?"
        ),
        N_(
            "Before the loop, put the model into training mode. In the loop, append `loss.item()`, a plain number, to a list, once for each "
            "batch."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "steps",
            N_("Each batch leads to a step"),
            points=3,
            judge=judge_steps,
            mistakes=(
                OTHER_STEPS,
                NO_DROPOUT,
                GRADIENTS_ADD_UP,
                NEVER_MOVES,
                STEP_TOO_EARLY,
                OTHER_FIRST_STEP,
            ),
        ),
        Check(
            "rates",
            N_("The learning rate falls in a straight line to 0"),
            points=1,
            judge=judge_rates,
            mistakes=(NEVER_FALLS, OTHER_RATES),
            needs=("steps",),
        ),
        Check(
            "learned",
            N_("The model has learned"),
            points=1,
            judge=judge_learned,
            mistakes=(NOT_LEARNED,),
            needs=("steps",),
        ),
        Check(
            "losses",
            N_("The losses are those of the steps"),
            points=1,
            judge=judge_losses,
            mistakes=(TENSORS, OTHER_LENGTH, OTHER_LOSSES),
            needs=("steps",),
        ),
    ),
)
