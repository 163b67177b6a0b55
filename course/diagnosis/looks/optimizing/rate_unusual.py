"""The learning rate is far from what is usual."""

from __future__ import annotations

from collections.abc import Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

LEARNED = 0.7
"""A loss that has fallen to this share of what it was is one of a model that learns."""
JUMPED = 3.0
"""A loss that was so many times as high in between has first run away."""
MOVED = 0.95
"""The same for a model that was not loaded from a checkpoint: for it, high rates are not unusual."""
HIGH, VERY_HIGH = 1e-2, 0.1
"""The rates that are unusual for a model from a checkpoint, and for one that is made anew."""
DOUBTFUL, LONG, STOOD = 2e-3, 50, 0.97
"""The rate that is too high for a model from a checkpoint if after so many steps the loss still has this share of what it was."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    rate = training.main_rate or max(training.rates, default=0.0)
    # the rate of LBFGS is another thing: 1 is usual
    adam = "Adam" in training.optimizer and "LBFGS" not in training.optimizer
    # what falls below 0 has no bottom, and without losses nobody knows how it went
    if not adam or training.steps < 3 or not training.losses or min(training.losses) < 0:
        return None
    # the best of several rates is chosen after the training
    if training.searched:
        return None
    losses = training.losses[begun(training.rates) :] or training.losses
    first, last = losses[:1], losses[-10:]
    loaded = facts.model is not None and bool(facts.model.source or facts.model.part_source)
    head = facts.model is not None and facts.model.head_only
    share = LEARNED if loaded else MOVED
    # at a rate that is not too high by far, one batch of a few rows may have a high loss; it does not stay there
    stays = [min(each) for each in zip(losses, losses[1:], losses[2:], strict=False)]
    jumped = max(losses if rate >= VERY_HIGH else stays, default=0.0) > JUMPED * max(first, default=0.0)
    learned = bool(first and last) and not jumped and sum(last) / len(last) < share * first[0]
    stood = training.steps >= LONG and bool(first and last) and sum(last) / len(last) > STOOD * first[0]
    if rate >= HIGH:
        # a small model that is made anew takes such rates well, and so does a head alone
        if learned or (rate < VERY_HIGH and ((not loaded and not jumped) or head)):
            return None
        side = N_("above what is usual")
    elif (
        rate >= DOUBTFUL
        and loaded
        and stood
        and facts.model is not None
        and 2 * facts.model.trainable > facts.model.parameters
    ):
        side = N_("above what is usual")
    elif 0 < rate <= 2e-6 and (training.warmup or 0) == 0:
        side = N_("below what is usual")
    else:
        return None
    return Found(
        "likely",
        {"rate": rate},
        [
            (N_("highest learning rate"), rate),
            (N_("usual for fine-tuning"), "2e-5 … 1e-3"),
            (N_("first loss"), round(first[0], 3) if first else "?"),
            (N_("mean of the last losses"), round(sum(last) / len(last), 3) if last else "?"),
            (N_("the highest learning rate is"), side),
        ],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", "AdamW", "Adam", option="learning_rate"),
    )


def begun(rates: Sequence[float]) -> int:
    """The step in which the highest rate begins, if another training with a lower one came before; else 0."""
    high = next((at for at, rate in enumerate(rates) if rate >= HIGH), 0)
    return high if high and rates[high] > 2 * rates[high - 1] > 0 else 0


LOOK = Look(
    name="rate-unusual",
    needs=("training",),
    find=find,
    title=N_("The learning rate is far from what is usual"),
    why=N_(
        "The highest learning rate is {rate:.3g}. For fine-tuning with Adam or AdamW, 2e-5 to 5e-5 is usual for models of normal size, and up to 1e-3 for very small ones. If it is too high, the model soon gives one answer to everything; if it is too low, the loss hardly moves."
    ),
    change=N_(
        "Train a few steps on one batch with several learning rates, and take one at which the loss falls steadily."
    ),
    read="ch8 learning-rate",
    cases=("one-desk-for-all", "loss-hardly-moves"),
    terms=("learning rate", "optimizer"),
)
