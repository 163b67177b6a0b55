"""The loss is not connected to the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.loss import loss_outside_tape
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.model is not None
    if (
        "functional_call" in facts.source
        or facts.model.trainable == 0
        or facts.training.reached
        or loss_outside_tape.find(facts)
    ):
        return None
    return Found(
        "certain",
        {},
        [(N_("parameters with a gradient"), 0), (N_("trainable parameters"), facts.model.trainable)],
        call_place(facts, "tensor", "item", "detach") or call_place(facts, "backward"),
    )


LOOK = Look(
    name="loss-not-connected",
    needs=("training", "model"),
    find=find,
    title=N_("The loss is not connected to the model"),
    why=N_(
        "After `backward()` no parameter of the model has a gradient. The loss was made anew from numbers, or cut off from the model, so the gradients do not flow back."
    ),
    change=N_(
        "Compute the loss from the tensors that the model returned, without `.item()`, `.detach()`, `.numpy()` or `torch.tensor(...)`; with TensorFlow, inside `with tf.GradientTape()`."
    ),
    cases=("same-loss-in-every-epoch", "no-gradients"),
    terms=("gradient", "backward pass", "loss"),
    raises=True,
)
