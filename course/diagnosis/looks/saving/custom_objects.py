"""A saved Keras model is read back without the classes that it is made of."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, calls, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

READING = ("load_model", "model_from_json", "model_from_config", "from_config")
UNKNOWN = (
    r"Unknown (?:layer|optimizer|loss function|metric function|loss|metric|object|function)\w*: '?(?:Custom>)?(\w+)"
    r"|Could not (?:locate|find) (?:class|function|object) '(\w+)'"
    r"|Could not deserialize class '(\w+)'"
)


def find(facts: Facts) -> Found | None:
    unknown = said(facts, UNKNOWN)
    if unknown is None or not any(calls(facts, *READING)):
        return None
    name = next(each for each in unknown.groups() if each)
    return Found(
        "certain",
        {"name": name},
        [(N_("class that Keras does not know"), f"`{name}`")],
        call_place(facts, *READING) or crash_place(facts),
    )


LOOK = Look(
    name="custom-objects",
    needs=("crash",),
    find=find,
    title=N_("The saved model is read back without a class that it is made of"),
    why=N_(
        "A saved Keras model holds the names of its classes and functions, and not their code. `{name}` is none of Keras's own, so Keras cannot make it again."
    ),
    change=N_(
        'Hand it over: `load_model(path, custom_objects={{"{name}": {name}}})`. Or build the model with your own code again, and read only its weights with `load_weights`. If you only want to predict, `compile=False` leaves out the loss and the metrics.'
    ),
    terms=("checkpoint", "layer"),
)
