"""`sst2`: a whole training loop, on single sentences."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from course.ch3.exercises import _table
from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake, Unfit, kind
from course.i18n import N_

OF = "train_on_sst2"
TOKENS = 40
OPINIONS = 6
"""Six tokens indicate label 0 and six indicate label 1; the others are neutral."""
BATCH = 16
BATCHES = 8
ROWS = 121
EPOCHS = 3
STILL_EPOCHS = 2
"""The number of epochs of another training, in which no weight changes; see `harness/sst2_pt.py`."""
STEPS = BATCHES * EPOCHS
HELD_OUT = 60


def draw(rng: Random) -> Draw:
    """Draw invented opinions and an untrained model that predicts label 0 for every one of them."""
    draws = np.random.default_rng(rng.getrandbits(64))
    rate = rng.choice((0.012, 0.015, 0.02))
    table = draws.normal(scale=0.01, size=(TOKENS, 2))
    table[:, 0] += 0.05
    tokens = 1 + draws.permutation(TOKENS - 1)
    # the padding gets no gradient: only weight decay changes it
    table[0] = 1
    dropout = _table.dropout(draws, TOKENS)
    dropout[tokens[: 2 * OPINIONS]] = 1
    # the padding adds nothing to these logits
    still = draws.normal(size=(TOKENS, 2)) * (np.arange(TOKENS) > 0)[:, None]
    labels = draws.permutation(np.arange(ROWS) % 2)
    answers = draws.permutation(np.arange(HELD_OUT) % 2)
    pulse = rng.uniform(0.005, 0.02)
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
        # about half of the way that the first weight will move, so that it stays small and weight decay hardly changes it
        "clock": rate * STEPS * draws.uniform(0.2, 0.3, size=_table.CLOCKS),
        "pulse": pulse,
        "pulses": _table.pulses(draws, 2, STEPS, pulse),
        "seed": rng.getrandbits(32),
    }
    return Draw(given, {"answers": answers})


def _opinion(draws: np.random.Generator, tokens: NDArray[np.int64], label: int) -> list[int]:
    """Draw three tokens that indicate the label, mixed with neutral tokens, which come after the first twelve in `tokens`."""
    length = draws.integers(1, 5)
    places = np.concatenate(
        [
            draws.integers(OPINIONS, size=3) + OPINIONS * label,
            draws.integers(2 * OPINIONS, len(tokens), size=length),
        ]
    )
    return [int(token) for token in tokens[draws.permutation(places)]]


OLD_ADAMW = Mistake(
    "old-adamw",
    N_(
        "Your file imports `AdamW` from 🤗 Transformers, which no longer has it. Use the one from PyTorch: `torch.optim.AdamW`."
    ),
    hint=0,
    error="ImportError",
    pattern="cannot import name 'AdamW' from 'transformers",
)
PART_TRAINED = Mistake(
    "part-trained",
    N_(
        "Training changes only some weights of the model; the others keep exactly the values that they had. Give the optimizer all weights, as `model.parameters()` returns them, and leave `requires_grad` of each weight as it is."
    ),
    hint=0,
)
NO_MASK = Mistake(
    "no-mask",
    N_(
        "Your training also changes the embedding of the padding, which shows that the model did not get the attention mask. Without the mask, a model takes the padding for text, and its losses are not those of the sentences. Pass it everything that is in the batch: `model(**batch)`."
    ),
    hint=0,
)
OTHER_STEPS = Mistake(
    "other-steps",
    N_(
        "The gradients of the model should be computed {steps} times, once for each step, because there are {epochs} epochs of {batches} batches (the smaller last batch counts too). But they were computed {actual} times. Is `loss.backward()` called exactly once for every batch of every epoch, and does the loss come from the model that was passed to `train_on_sst2`?"
    ),
    hint=0,
)
NO_DROPOUT = Mistake(
    "no-dropout",
    N_(
        "Dropout was off in {count} of {steps} steps, because the model was in evaluation mode. A model that comes from `from_pretrained` is in this mode, too. No error message tells you, but without dropout a model overfits more easily. Call `model.train()` before the loop, and leave the model in training mode."
    ),
    hint=0,
)
GRADIENTS_ADD_UP = Mistake(
    "gradients-add-up",
    N_(
        "The model of this check has one weight that gets the same gradient in every backward pass, whatever the batch is. But in step {step} the gradient of this weight is {times} times what it was in step 1. A backward pass adds its gradients to those that are already there, so call the optimizer's `zero_grad()` after each step."
    ),
    hint=0,
)
FEWER_STEPS = Mistake(
    "fewer-steps",
    N_(
        "The gradients of the model were computed {steps} times, but the optimizer took only {actual} steps. Here each batch should lead to one step. Call the optimizer's `step()` and its `zero_grad()` for every batch."
    ),
    hint=0,
)
OTHER_BATCHES = Mistake(
    "other-batches",
    N_(
        "In step {step} the model did not get the batch that comes next in `train_dataloader`. In every epoch, each batch of `train_dataloader` should reach the model once, in the order in which the DataLoader gives them. In each epoch, loop once over the DataLoader, as in `for batch in train_dataloader`. `next(iter(train_dataloader))` starts anew with every call."
    ),
    hint=0,
)
NEVER_MOVES = Mistake(
    "never-moves",
    N_(
        "After {steps} steps the weights of the model have not changed. Check three things. Does the optimizer get the parameters of this model? Is its `step()` called for every batch? Does `zero_grad()` come after `step()`, and not between `backward` and `step()`?"
    ),
    hint=1,
)
STEP_TOO_EARLY = Mistake(
    "step-too-early",
    N_(
        "After the last of {steps} backward passes the weights do not change any more, and in each step before it they change by the gradients of the batch before: `optimizer.step()` comes before `backward`. Call `backward` first, then the optimizer's `step()`, then the scheduler's."
    ),
    hint=0,
)
SCHEDULER_FIRST = Mistake(
    "scheduler-first",
    N_(
        "In each of the {steps} steps the weights change by the learning rate that belongs to the next step, so the first step does not have the full learning rate, and the last one has a learning rate of 0. The scheduler takes its step before the optimizer does. In each step, call the optimizer's `step()` first, and then the scheduler's."
    ),
    hint=0,
)
OTHER_FIRST_STEP = Mistake(
    "other-first-step",
    N_(
        "In your first step, a weight of the model changes by {actual}, but it should change by {expected}, the learning rate: this is the size of the first step of AdamW without warmup. A small difference counts, too. Check four things. Is the optimizer AdamW, and not a similar one such as NAdam? Does it get the learning rate that was passed to `train_on_sst2`? Is its `step()` called only once for each batch? Is the number of warmup steps 0?"
    ),
    hint=0,
    veiled=N_(
        "In the first step, a weight of the model changes by {actual}, and not by the learning rate, which is the size of the first step of AdamW without warmup. A small difference counts, too. Check four things. Is the optimizer AdamW, and not a similar one such as NAdam? Does it get the learning rate that is passed to `train_on_sst2`? Is its `step()` called only once for each batch? Is the number of warmup steps 0?"
    ),
)
OTHER_OPTIMIZER = Mistake(
    "other-optimizer",
    N_(
        "After the training, the weights of the model are not those that {steps} steps of AdamW give, if each step uses the gradients of its own batch. Check three things. Is the optimizer `torch.optim.AdamW`? Does it take its steps with the gradients as `backward` computed them? Is it the same optimizer in all steps, made once before the loop?"
    ),
    hint=1,
)
NO_DECAY = Mistake(
    "no-decay",
    N_(
        "A weight of the model that never gets a gradient has kept its value, but weight decay should have made it a little smaller in every step. This is what distinguishes AdamW from Adam. Use `torch.optim.AdamW`, and leave its `weight_decay` above 0: its default is 0.01."
    ),
    hint=0,
)
ADDED_DECAY = Mistake(
    "added-decay",
    N_(
        "The optimizer adds the weight decay to the gradients. Adam divides gradients by their size, so even a weight that never gets a gradient moves by about the whole learning rate in every step. AdamW decays the weights themselves instead: use `torch.optim.AdamW`."
    ),
    hint=0,
)
NEVER_FALLS = Mistake(
    "never-falls",
    N_(
        "In the last step the learning rate is still {actual}, as at the start; it should have fallen almost to 0. Check three things. Is there only one scheduler, made before the loop? Is it made for the optimizer that trains the model? Is its `step()` called after every batch?"
    ),
    hint=2,
)
OTHER_RATES = Mistake(
    "other-rates",
    N_(
        "The curve below shows your learning rate, divided by the initial learning rate. In step {step} of {steps} its value should be {expected}, as in a linear schedule down to 0, but it is {actual}. Make the scheduler once, for the steps of all epochs, and call its `step()` once after each batch."
    ),
    hint=2,
    veiled=N_(
        "The curve below shows the learning rate, divided by the initial learning rate. It should fall linearly to 0 over all the {steps} steps, but in step {step} it is {actual}. Make the scheduler once, for the steps of all epochs, and call its `step()` once after each batch."
    ),
)
NOT_LEARNED = Mistake(
    "not-learned",
    N_(
        "On {rows} sentences that the trained model has not seen, its accuracy should be at least {bound}, but it is {actual}. The gradients and the optimizer steps are there, so look at the loss on which you call `backward`: it should be the model's own `loss`, which compares the logits with the labels. The curve below shows what this loss was in each step."
    ),
    hint=0,
)
TENSORS = Mistake(
    "tensors",
    N_(
        "`train_on_sst2` should return a list of floats, but it returns tensors. Unless it is detached, a loss tensor keeps the whole computation graph that led to it, so a list of such tensors takes more memory with every step. `loss.item()` gives you the float."
    ),
    hint=0,
)
OTHER_LENGTH = Mistake(
    "other-length",
    N_(
        "`train_on_sst2` should return {steps} losses, one for each step, so that one can see how the loss falls. The number of losses that it returns is {actual}. Does your loop append the loss of every batch to one list, and do you return this list after the last epoch?"
    ),
    hint=0,
)
ROUNDED = Mistake(
    "rounded",
    N_(
        "The losses that you return are nearly right: they differ from those of the batches by up to {difference}. Return them as the model computes them, without rounding: a number is rounded where it is printed."
    ),
    hint=0,
)
OTHER_LOSSES = Mistake(
    "other-losses",
    N_(
        "For step {step} you should return {expected}, the loss of the batch of this step, but you return {actual}. Return the loss as the model computes it, the mean over the examples of the batch: not a sum, not a mean over several steps, and not another loss. The curve below shows the losses that you return."
    ),
    hint=0,
    veiled=N_(
        "For step {step}, {actual} is returned, which is not the loss of the batch of this step. Return the loss as the model computes it, the mean over the examples of the batch: not a sum, not a mean over several steps, and not another loss. The curve below shows the losses that are returned."
    ),
)


def _losses(draw: Draw, handed: Handed) -> list[float]:
    """Return the true loss of each step, computed from the logits."""
    logits = handed.array("logits", (ROWS * EPOCHS, 2), of=OF)
    labels = np.tile(draw.given["labels"], EPOCHS)
    rows = _table.loss(logits, labels).reshape(EPOCHS, ROWS)
    return [loss for epoch in rows for loss in _means(epoch)]


def _means(rows: NDArray[np.float64]) -> list[float]:
    """Return the mean of each batch of an epoch."""
    return [float(rows[start : start + BATCH].mean()) for start in range(0, ROWS, BATCH)]


def _still(draw: Draw, dropout: bool = True) -> NDArray[np.float64]:
    """Return the logits of the epochs in which no weight changes."""
    table = draw.given["still"] * (draw.given["dropout"] if dropout else 1)
    return np.tile(_table.logits(table, draw.given["ids"]), (STILL_EPOCHS, 1))


def _still_losses(draw: Draw, dropout: bool) -> NDArray[np.float64]:
    """Return the loss of each step of the epochs in which no weight changes."""
    rows = _table.loss(_still(draw, dropout), np.tile(draw.given["labels"], STILL_EPOCHS))
    return np.array([loss for epoch in rows.reshape(STILL_EPOCHS, ROWS) for loss in _means(epoch)])


def _rates(draw: Draw, handed: Handed) -> NDArray[np.float64]:
    """Return the learning rate of each step, divided by the initial one; it is measured by the changes of the clock weight."""
    clock = handed.array("clock", (STEPS + 1,), of=OF)
    _table.demand(
        Handed({"clock": clock[:1]}),
        "clock",
        draw.given["clock"][:1],
        of=OF,
    )
    rates = -np.diff(clock) / draw.given["rate"]
    # avoid -0 in messages
    return np.asarray(np.round(rates, 6) + 0.0)


def _is_part(draw: Draw, handed: Handed) -> bool:
    """Whether training has changed some weights of the model, and left others as they were."""
    starts = {
        "moved": draw.given["clock"],
        "table": draw.given["table"],
        "classifier": np.eye(2),
    }
    changed = [
        not np.allclose(handed.array(name, start.shape, of=OF), start, rtol=0, atol=1e-6)
        for name, start in starts.items()
    ]
    return any(changed) and not all(changed)


def _moved(draw: Draw, handed: Handed, rates: NDArray[np.float64], anew: int = STEPS) -> bool:
    """Whether the clock ends where AdamW takes it with these learning rates, divided by the initial one.

    An optimizer is made `anew` after so many steps. The settings of the optimizer are noted in the answer's process, and so is by how much the answer scales the
    gradients, as in clipping; without a note they are PyTorch's own. None of them makes another training end there.
    """
    given = draw.given
    settings = Handed(handed.mapping("settings", of=OF))
    gradients = _table.scaled(handed, given["pulses"][1])

    def setting(name: str, default: float) -> float:
        return settings.number(name, of=OF) if name in settings.values else default

    expected = given["clock"]
    for start in range(0, STEPS, anew):
        some = slice(start, start + anew)
        expected = _table.adamw(
            expected,
            gradients[some],
            rates[some] * given["rate"],
            betas=(setting("first_beta", 0.9), setting("second_beta", 0.999)),
            eps=setting("eps", 1e-8),
            decay=setting("decay", 0),
            amsgrad=bool(setting("amsgrad", 0)),
        )
    moved = handed.array("moved", expected.shape, of=OF)
    largest = given["rate"] * min(1.0, np.abs(rates).max())
    return bool((np.abs(moved - expected) < 0.1 * largest).all())


LINE = 1 - np.arange(STEPS) / STEPS
"""The learning rate of each step, divided by the initial one."""


def judge_steps(draw: Draw, handed: Handed) -> Found | None:
    """Check that each batch of each epoch leads to one step of AdamW with its own gradients."""
    for name, epochs in (("steps", EPOCHS), ("still_steps", STILL_EPOCHS)):
        actual = handed.number(name, of=OF)
        if not actual and _is_part(draw, handed):
            return PART_TRAINED.found()
        if actual != BATCHES * epochs:
            return OTHER_STEPS.found(
                actual=actual,
                steps=BATCHES * epochs,
                epochs=epochs,
                batches=BATCHES,
            )
    dropout = handed.array("dropout", (STEPS,), of=OF)
    if not dropout.all():
        return NO_DROPOUT.found(count=int((dropout == 0).sum()), steps=STEPS)
    gradients = handed.array("gradients", (STEPS,), of=OF)
    times = gradients / gradients[0] if gradients[0] else gradients
    added = ~(np.abs(times - 1) < 1e-3)
    # an optimizer that has other weights neither moves these nor sets their gradients to zero
    if added.any() and not np.any(_rates(draw, handed)):
        return _none_moved(draw, handed)
    if added.any():
        taken = len(handed.integers("backwards", of=OF))
        if 0 < taken < STEPS:
            return FEWER_STEPS.found(steps=STEPS, actual=taken)
        step = int(added.argmax())
        return GRADIENTS_ADD_UP.found(step=step + 1, times=float(times[step]))
    if not _moved(draw, handed, LINE):
        found = _other_way(draw, handed)
        if found:
            return found
    sums = [sum(map(sum, draw.given["ids"][start : start + BATCH])) for start in range(0, ROWS, BATCH)]
    other = handed.array("ids", (STEPS,), of=OF) != np.tile(sums, EPOCHS)
    if other.any():
        return OTHER_BATCHES.found(step=int(other.argmax()) + 1)
    pulse = np.full(STEPS, draw.given["pulse"])
    _table.demand(handed, "gradients", pulse, of=OF)
    if not _other_start(draw, handed):
        _table.demand(handed, "still_logits", _still(draw), of=OF)
    return None


def _none_moved(draw: Draw, handed: Handed) -> Found:
    """Return the mistake where the clock does not move."""
    return PART_TRAINED.found() if _is_part(draw, handed) else NEVER_MOVES.found(steps=STEPS)


def _other_start(draw: Draw, handed: Handed) -> Found | None:
    """Find that only the learning rates are wrong, from the first step on: those of a warmup, or all of them too high or too low."""
    rates = _rates(draw, handed)
    line = rates[0] * LINE
    is_warmup = rates[0] < 0.98 and abs(rates.max() - 1) < 0.05
    if abs(rates[0] - 1) < 0.02 or _is_late(rates) or not (is_warmup or np.allclose(rates, line, atol=0.02 * rates[0])):
        return None
    rate = draw.given["rate"]
    return OTHER_FIRST_STEP.found(actual=float(rates[0] * rate), expected=rate) if _moved(draw, handed, rates) else None


def _other_way(draw: Draw, handed: Handed) -> Found | None:
    """Find why the weights do not move as they should; None if only the learning rates are others."""
    rates = _rates(draw, handed)
    if not (np.abs(rates) > 1e-3).any():
        return _none_moved(draw, handed)
    if _other_start(draw, handed):
        return None
    first = 1.0
    if _is_late(rates):
        if not _scheduler_first(handed):
            return STEP_TOO_EARLY.found(steps=STEPS)
        first = LINE[1]
    if not abs(rates[0] - first) < 0.02:
        rate = draw.given["rate"]
        return OTHER_FIRST_STEP.found(actual=float(rates[0] * rate), expected=rate)
    # with an optimizer that is made again and again, it is the learning rates that are wrong
    lengths = (STEPS,) if np.allclose(rates, LINE, atol=0.02) else (STEPS, BATCHES, 1)
    if _l2(draw, handed) or any(_moved(draw, handed, rates, anew) for anew in lengths):
        return None
    return OTHER_OPTIMIZER.found(steps=STEPS)


def _is_late(rates: NDArray[np.float64]) -> bool:
    """Whether each step has the learning rate that belongs to the next one."""
    return bool(np.allclose(rates, LINE - 1 / STEPS, atol=0.02))


def _scheduler_first(handed: Handed) -> bool:
    """Whether each optimizer step came after the backward pass of its own batch, so that only the scheduler can be too early."""
    return handed.integers("backwards", of=OF) == [*range(1, STEPS + 1)]


def judge_rates(draw: Draw, handed: Handed) -> Found | None:
    """Check that the learning rate falls linearly, step by step."""
    if _moved(draw, handed, LINE):
        return None
    found = _other_start(draw, handed)
    if found:
        return found
    rates = _rates(draw, handed)
    rate = draw.given["rate"]
    off = np.nan_to_num(np.abs(rates - LINE), nan=np.inf)
    data = {
        "curve": rates.tolist(),
        "curve_name": N_("your learning rate, divided by the initial learning rate"),
    }
    if _is_late(rates) and _scheduler_first(handed):
        return SCHEDULER_FIRST.found(steps=STEPS, **data)
    if np.allclose(rates, 1, atol=0.02):
        actual = float(rates[-1] * rate)
        return NEVER_FALLS.found(actual=actual, **data)
    # a decay that is added to the gradients changes the way of the first weight a little
    if _l2(draw, handed) and off.max() < 0.1:
        return None
    if off.max() < 0.02:
        found = judge_steps(draw, handed)
        if found and found.mistake is not OTHER_OPTIMIZER:
            return None
        raise Implausible(OF, 0.0, float(off.max()))
    step = int(off.argmax())
    return OTHER_RATES.found(
        step=step + 1,
        steps=STEPS,
        actual=float(rates[step]),
        expected=float(LINE[step]),
        **data,
    )


def _padding(draw: Draw, handed: Handed) -> NDArray[np.float64]:
    """Return what has become of the weights of the padding: first of the one that dropout leaves out, which never gets a gradient."""
    table = handed.array("table", (TOKENS, 2), of=OF)
    return np.asarray(table[0, np.argsort(draw.given["dropout"][0])])


def _decayed(draw: Draw, handed: Handed) -> float:
    """Return by how much weight decay made a weight smaller, in all steps together, as the exponent of e."""
    return float(-np.log(_padding(draw, handed)[0]))


def _l2(draw: Draw, handed: Handed) -> bool:
    """Whether the optimizer adds the decay to the gradients, as Adam does, which moves small weights by about the learning rate."""
    settings = Handed(handed.mapping("settings", of=OF))
    decay = settings.number("table_decay", of=OF) if "table_decay" in settings.values else 0.0
    way = _rates(draw, handed).sum() * draw.given["rate"]
    return decay > 0 and _decayed(draw, handed) > 2 * decay * way + 1e-3


def judge_decay(draw: Draw, handed: Handed) -> Found | None:
    """Check that weights become smaller as AdamW makes them, beside what the gradients do."""
    if _l2(draw, handed):
        return ADDED_DECAY.found()
    if not _decayed(draw, handed) > 5e-6:
        if _is_part(draw, handed):
            return PART_TRAINED.found()
        return NO_DECAY.found()
    return None


def judge_learned(draw: Draw, handed: Handed) -> Found | None:
    """Check that the model predicts well on sentences whose labels only the judge has."""
    answers = handed.array("answers", (HELD_OUT, 2), of=OF)
    right = float((answers.argmax(1) == draw.kept["answers"]).mean())
    if right >= 0.8:
        return None
    return NOT_LEARNED.found(
        rows=HELD_OUT,
        actual=right,
        bound=0.8,
        curve=_losses(draw, handed),
        curve_name=N_("the model's own loss"),
    )


def judge_losses(draw: Draw, handed: Handed) -> Found | None:
    """Check that the returned losses are those of the steps."""
    expected = _losses(draw, handed)
    kinds, losses = (handed.values.get(name) for name in ("kinds", "losses"))
    if not isinstance(kinds, list):
        if not isinstance(losses, float):
            raise Unfit(OF, "list[float]", kind(losses))
        return OTHER_LENGTH.found(actual=1, steps=STEPS)
    if any(isinstance(each, str) and each == "Tensor" for each in kinds):
        return TENSORS.found()
    if any(isinstance(each, str) and each == "ndarray" for each in kinds):
        raise Unfit(OF, "list[float]", "list[ndarray]")
    if len(kinds) != STEPS:
        return OTHER_LENGTH.found(actual=len(kinds), steps=STEPS)
    found = handed.array("losses", (STEPS,), of=OF)
    off = ~(np.abs(found - expected) < 1e-4)
    if off.any() and (np.abs(found - expected) < 0.0051).all():
        return ROUNDED.found(difference=float(np.abs(found - expected).max()))
    if off.any():
        step = int(off.argmax())
        return OTHER_LOSSES.found(
            step=step + 1,
            actual=float(found[step]),
            expected=expected[step],
            curve=found.tolist(),
        )
    left_out, other = _padding(draw, handed)
    # if dropout is on, only the mask keeps the gradients of this weight away
    if handed.array("dropout", (STEPS,), of=OF).all() and abs(left_out - other) > 1e-4:
        return NO_MASK.found()
    if _other_start(draw, handed):
        return None
    still, without = (_still_losses(draw, on) for on in (True, False))
    # another check looks at dropout
    if not np.allclose(handed.array("still_losses", still.shape, of=OF), without, atol=1e-4):
        _table.demand(handed, "still_losses", still, of=OF)
    return None


EXERCISE = Exercise(
    name="sst2",
    title=N_("A whole training loop, on SST-2"),
    settings=("pt",),
    task=(
        N_(
            "In MRPC each example is a pair of sentences. In SST-2 each example is a single sentence from a film review, and its label says whether the sentence is positive or negative. The training loop is the same for both, because it only sees batches."
        ),
        N_(
            "Write `train_on_sst2(model, train_dataloader, num_epochs, learning_rate)`. It trains the model, with dropout on, with AdamW, weight decay included (its default is enough), and a linear schedule: the learning rate falls in a straight line from `learning_rate` to 0, over all steps of all epochs, without warmup. Each batch leads to one step. The function returns a list with the loss of every step, in order, as floats."
        ),
        N_(
            "Your function is checked on a small model and invented sentences, so that training takes less than a second. The same function could also train the checkpoint of this lesson on the real SST-2."
        ),
    ),
    hints=(
        N_(
            "For each batch your loop must do five things: take a scheduler step, set the gradients to zero, compute the gradients, take an optimizer step, and compute the loss. In which order must they come, and which of them does your loop do?"
        ),
        N_(
            "The optimizer and the scheduler are made once, before the loop. `get_scheduler` needs the number of all training steps: how many batches does `train_dataloader` have, and how many epochs are there? How often must the scheduler's `step()` be called?"
        ),
        N_(
            "Before the loop, call `model.train()`. In the loop, in this order: the loss, `loss.backward()`, the optimizer's `step()`, the scheduler's `step()`, the optimizer's `zero_grad()`. Append `loss.item()`, which is a float and not a tensor, to a list, once for each batch."
        ),
    ),
    solved=N_(
        "You have now written a whole training loop for a new data set: batches, model, optimizer, schedule, and the order of the steps."
    ),
    draw=draw,
    checks=(
        Check(
            "steps",
            N_("Each batch leads to one optimizer step, with dropout on"),
            points=2,
            judge=judge_steps,
            mistakes=(
                OLD_ADAMW,
                _table.BATCH_UNPACKED,
                OTHER_STEPS,
                PART_TRAINED,
                NO_DROPOUT,
                GRADIENTS_ADD_UP,
                FEWER_STEPS,
                OTHER_BATCHES,
                NEVER_MOVES,
                STEP_TOO_EARLY,
                OTHER_FIRST_STEP,
                OTHER_OPTIMIZER,
            ),
        ),
        Check(
            "decay",
            N_("The optimizer decays the weights, as AdamW does"),
            points=1,
            judge=judge_decay,
            mistakes=(ADDED_DECAY, NO_DECAY, PART_TRAINED),
            needs=("steps",),
            hint=1,
        ),
        Check(
            "rates",
            N_("The learning rate falls linearly to 0"),
            points=1,
            judge=judge_rates,
            mistakes=(OTHER_FIRST_STEP, SCHEDULER_FIRST, NEVER_FALLS, OTHER_RATES),
            needs=("steps",),
            hint=2,
        ),
        Check(
            "learned",
            N_("The model has learned"),
            points=1,
            judge=judge_learned,
            mistakes=(NOT_LEARNED,),
            needs=("steps", "decay", "rates"),
        ),
        Check(
            "losses",
            N_("The returned losses are right"),
            points=1,
            judge=judge_losses,
            mistakes=(TENSORS, OTHER_LENGTH, ROUNDED, OTHER_LOSSES, NO_MASK),
            needs=("steps",),
            hint=3,
        ),
    ),
)
