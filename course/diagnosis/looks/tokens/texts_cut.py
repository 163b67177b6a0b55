"""Many texts are cut."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.data.inputs_not_scaled import learned
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    cut, targets = facts.data.cut, facts.data.targets_cut
    if targets is not None and targets >= 0.2:
        # a target that is cut teaches the wrong end
        cut = max(cut or 0.0, targets)
    elif cut is None or cut < 0.5:
        return None
    # what was cut is not missed where the classes are learned without it
    classes = facts.model is not None and not facts.model.decoder and not facts.model.encoder_decoder
    losses = facts.training.losses if facts.training is not None else ()
    if classes and targets is None and len(losses) > 1 and learned(facts, losses):
        return None
    return Found(
        "likely" if cut > 0.9 or (targets or 0) >= 0.2 else "possible",
        {"share": cut},
        [
            (N_("share of texts that are cut"), round(cut, 2)),
            (N_("longest of the tokenizer"), facts.tokenizer.longest if facts.tokenizer else "?"),
        ],
        call_place(facts, "tokenizer", option="max_length"),
    )


LOOK = Look(
    name="texts-cut",
    needs=("data",),
    find=find,
    title=N_("Many texts are cut"),
    why=N_(
        "A share of {share:.2f} of the training texts has more tokens than are kept. If what matters stands at the end, or the end itself is to be learned, the model never sees it."
    ),
    change=N_(
        "Decode some rows of the tokenized data set and look at their ends. Choose a larger `max_length`, or cut the texts so that the important part stays."
    ),
    cases=("accuracy-of-a-guess", "long-texts-never-end"),
    terms=("truncation", "token"),
)
