"""A model without a head gets labels."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, model_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    refused = said(facts, r"(\w+Model)\.(?:forward|call)\(\) got an unexpected keyword argument 'labels'")
    silent = said(
        facts,
        r"did not return a loss from the inputs, only the following keys: last_hidden_state\b"
        r"|'\w*BaseModelOutput\w*' object has no attribute '(?:logits|loss)'",
    )
    if refused is None and silent is None:
        return None
    assert facts.crash is not None
    name = refused[1] if refused is not None else facts.model.name if facts.model is not None else "AutoModel"
    return Found(
        "certain",
        {"name": name},
        [(N_("error message"), facts.crash.message[:160])],
        model_place(facts) or crash_place(facts),
    )


LOOK = Look(
    name="model-without-head",
    needs=("crash",),
    find=find,
    title=N_("The model has no head for the task"),
    why=N_(
        "`{name}` is the body of a model alone: it returns what became of the tokens, and knows neither labels nor a loss. That is what `AutoModel` loads."
    ),
    change=N_(
        "Load the class for your task, such as `AutoModelForSequenceClassification.from_pretrained(…, num_labels=…)`."
    ),
    terms=("classification head", "label", "loss"),
)
