"""In a contrastive loss, each example is compared with itself, too."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    call = next((each for each in facts.loss_calls if each.itself), None)
    if call is None:
        return None
    rows = call.outputs.shape[0]
    return Found(
        "likely",
        {"rows": rows},
        [
            (N_("shape of the similarities"), str(call.outputs.shape)),
            (N_("rows whose greatest similarity is the one with themselves"), rows),
        ],
        call_place(facts, "cross_entropy", "CrossEntropyLoss"),
    )


LOOK = Look(
    name="itself-among-candidates",
    needs=("loss_calls",),
    find=find,
    title=N_("Each example is compared with itself, too"),
    why=N_(
        "The loss asks each of the {rows} rows which of the others belongs to it. Among the candidates is the row itself, to which nothing is more similar, and it always counts as a wrong answer. So the loss cannot become small."
    ),
    change=N_('Leave the diagonal out: `similarities.fill_diagonal_(float("-inf"))` before the loss.'),
    terms=("loss function", "example"),
)
