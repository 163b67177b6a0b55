"""A layer or model of one's own does not say how it is made."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="configuration-not-plain",
    needs=("crash",),
    find=by_message(
        r"non-serializable argument values|must override `get_config\(\)`|missing a `from_config\(\)` method"
        r"|Unable to reconstruct an instance of"
    ),
    title=N_("A class of your own does not say how its objects are made"),
    why=N_(
        "To save a model, Keras writes down what each layer was made with. Objects such as other layers or functions cannot be written by themselves."
    ),
    change=N_(
        'Write `get_config` with what `__init__` takes, in plain values or with `keras.saving.serialize_keras_object(…)`; or save the weights alone: `model.save_weights("model.weights.h5")`.'
    ),
    terms=("Keras", "class", "configuration"),
)
