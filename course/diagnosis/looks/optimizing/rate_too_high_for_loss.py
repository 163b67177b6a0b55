"""The loss does not fall, and the learning rate is high for fine-tuning."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.model is not None
    training = facts.training
    rate = max(training.rates, default=0.0)
    losses = training.losses
    if "Adam" not in training.optimizer or not 5e-4 <= rate < 1e-2 or len(losses) < 10 or facts.model.rows is None:
        return None
    start, end = sum(losses[:5]) / 5, sum(losses[-20:]) / len(losses[-20:])
    # after few steps, only a rate that is far off tells enough
    enough = len(losses) >= 60 or rate >= 9e-4
    if not enough or facts.model.trainable < 1_000_000 or end < 0.9 * start:
        return None
    return Found(
        "likely",
        {"rate": rate, "start": start, "end": end},
        [
            (N_("highest learning rate"), rate),
            (N_("mean of the first 5 losses"), round(start, 3)),
            (N_("mean of the last 20 losses"), round(end, 3)),
            (N_("training steps"), training.steps),
        ],
        call_place(
            facts, "TrainingArguments", "Seq2SeqTrainingArguments", "AdamW", "Adam", "compile", option="learning_rate"
        ),
    )


LOOK = Look(
    name="rate-too-high-for-loss",
    needs=(
        "training",
        "model",
    ),
    find=find,
    title=N_("The loss does not fall, and the learning rate is high for fine-tuning"),
    why=N_(
        "The loss was {start:.2f} at the start and is {end:.2f} at the end, at a learning rate of {rate:.3g}. At such a rate, a pretrained model is often pushed to one answer for everything in the first steps. The string `adam` of Keras means 1e-3."
    ),
    change=N_(
        "Try 5e-5, with a warmup. Train a few steps on one batch with several learning rates, and take one at which the loss falls steadily."
    ),
    read="ch8 learning-rate",
    terms=(
        "learning rate",
        "fine-tuning",
    ),
)
