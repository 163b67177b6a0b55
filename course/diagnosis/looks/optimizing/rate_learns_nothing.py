"""At the program's learning rate not even one batch is learned, and at another rate it is."""

from __future__ import annotations

from course.diagnosis.facts import Attempt, Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

LONG = 100
"""From so many steps on, a loss that falls slowly may be that of a training that is long enough for it."""


def find(facts: Facts) -> Found | None:
    assert facts.one_batch is not None
    tried = facts.one_batch
    own = tried.own
    better = [each for each in tried.others if each.learned]
    losses = facts.training.losses if facts.training is not None else ()
    slow = len(losses) >= LONG and sum(losses[-10:]) / 10 < 0.95 * sum(losses[:5]) / 5
    if facts.training is not None and facts.training.searched:
        return None
    if own.moved or own.rate <= 0 or not better or slow:
        return None
    best = min(better, key=lambda each: each.last)
    return Found(
        "likely",
        {"rate": own.rate, "better": best.rate, "steps": tried.steps},
        rows(own, tried.others),
        call_place(
            facts,
            "TrainingArguments",
            "Seq2SeqTrainingArguments",
            "AdamW",
            "Adam",
            "SGD",
            "compile",
            option="learning_rate",
        ),
    )


def rows(own: Attempt, others: tuple[Attempt, ...]) -> list[tuple[str, object]]:
    """A row for each attempt: its optimizer and its rate, and the loss before and after it."""
    return [(f"`{each.optimizer}, {each.rate:.3g}`", f"{each.first:.3g} → {each.last:.3g}") for each in (own, *others)]


LOOK = Look(
    name="rate-learns-nothing",
    needs=("one_batch",),
    find=find,
    title=N_("At this learning rate, not even one batch is learned by heart"),
    why=N_(
        "The loss of your training does not fall, so the doctor has tried to learn the first batch by heart: {steps} steps on it alone, always from the weights with which your program began. At your learning rate of {rate:.3g} the loss of the batch does not fall; at {better:.3g} it does. The table shows each attempt with the loss before and after it."
    ),
    change=N_("Take a learning rate near {better:.3g}, and look at the loss of the first 50 steps again."),
    read="ch8 learning-rate",
    cases=("one-desk-for-all", "loss-hardly-moves"),
    terms=("learning rate", "overfitting"),
)
