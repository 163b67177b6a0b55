"""A layer of Keras 3 has variables that Keras does not know."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if not facts.model.untracked:
        return None
    names = ", ".join(facts.model.untracked)
    return Found(
        "certain",
        {"names": names},
        [(N_("variables of TensorFlow that are no weights of the model"), names)],
        attribute_place(facts, facts.model.untracked[0].rpartition(".")[2]),
    )


LOOK = Look(
    name="variables-untracked",
    needs=("model",),
    find=find,
    title=N_("A layer has variables that Keras does not know about"),
    why=N_(
        "Made with `tf.Variable`, not with Keras: {names}. Keras 3 finds only what `add_weight` or `keras.Variable` has made. So they are not among `trainable_variables`: they are never trained, and not saved with the model."
    ),
    change=N_("In `build`, make them with `self.add_weight(shape=…, initializer=…)`."),
    terms=(
        "layer",
        "weight",
    ),
)
