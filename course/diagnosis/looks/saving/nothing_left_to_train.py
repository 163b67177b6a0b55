"""A training goes on from a checkpoint at which it was to end."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.resumed is None:
        return None
    checkpoint, option, reached, asked = facts.resumed
    return Found(
        "certain",
        {"checkpoint": checkpoint, "option": option, "asked": f"{asked:g}"},
        [(N_("how far the checkpoint was trained"), f"{reached:g}"), (f"`{option}`", f"{asked:g}")],
        call_place(facts, "train", option="resume_from_checkpoint"),
    )


LOOK = Look(
    name="nothing-left-to-train",
    needs=(),
    find=find,
    title=N_("The training goes on from a checkpoint at its end, and ends at once"),
    why=N_(
        "`resume_from_checkpoint` continues an interrupted training: the count of its steps, the optimizer and the schedule come from the checkpoint, too. `{checkpoint}` was trained as long as `{option}={asked}` asks for. So no step is taken, and the weights stay those of the checkpoint."
    ),
    change=N_(
        "To train its weights further, on other data for example, load them with `from_pretrained` and call `train()` without `resume_from_checkpoint`. To train longer on the same data, ask for more than `{option}={asked}`."
    ),
    terms=("checkpoint", "step", "Trainer"),
)
