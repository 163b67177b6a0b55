"""The texts have no special tokens, with which the checkpoint was trained."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import keywords, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None and facts.model is not None
    labels = facts.batch.inputs.get("labels")
    model = facts.model
    if not facts.batch.bare or model.decoder or model.encoder_decoder or not (model.source or model.part_source):
        return None
    # a label for each token needs no token that stands for the text
    if labels is not None and len(labels.shape) == 2 and not labels.floating:
        return None
    option = next((each for each in keywords(facts) if each.arg == "add_special_tokens"), None)
    return Found(
        "likely",
        {"rows": facts.batch.bare},
        [(N_("rows of the first batch"), facts.batch.bare), (N_("special tokens in them"), 0)],
        None if option is None else place_of(facts, option.value),
    )


LOOK = Look(
    name="special-tokens-missing",
    needs=("batch", "model"),
    find=find,
    title=N_("The texts have no special tokens"),
    why=N_(
        "The checkpoint was trained with a special token at the beginning of each text, and many models classify a text by what becomes of it. The {rows} rows of the first batch have none: the model reads the first word in its place."
    ),
    change=N_("Leave `add_special_tokens=False` out, and let the tokenizer make the rows from the texts."),
    terms=("special token", "tokenizer"),
)
