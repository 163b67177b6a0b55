"""Takes every look at the facts of a program, and puts what is found in an order."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from course.diagnosis.facts import Facts, Place
from course.diagnosis.look import RANKS, Finding, Look
from course.diagnosis.looks import LOOKS
from course.i18n import N_

VERSION = 1
"""The version of the report's schema."""
WITHOUT: Mapping[str, str] = {
    "model": N_("The model: the program has made none that could be found."),
    "tokenizer": N_("The tokenizer: the program has loaded none."),
    "batch": N_("Batches: no model was called in training."),
    "loss_calls": N_("What the loss gets: no loss function was called."),
    "training": N_("Gradients, optimizer and learning rate: no training step was taken."),
    "layers": N_("The layers of the model: no model was called in training."),
    "settings": N_("The arguments of the training: the program uses neither a Trainer nor Keras's `fit`."),
    "data": N_("The data: the program has no training set of 🤗 Datasets that could be found."),
    "metric": N_("The metric: no Trainer has called one."),
    "generation": N_("Generated texts: the program has generated none."),
}
"""The facts that looks need, each with what is said where it is missing."""


@dataclass(frozen=True)
class Diagnosis:
    """What the doctor says of a program.

    Attributes:
        findings: what explains an error first, then the most certain; of equally certain ones, in the order of the looks.
        blind: the looks that could not be taken, each with the facts that were missing.
    """

    findings: Sequence[Finding]
    blind: Sequence[tuple[Look, Sequence[str]]]


def diagnose(facts: Facts, looks: Sequence[Look] = LOOKS) -> Diagnosis:
    """Take every look whose facts are there."""
    findings: list[Finding] = []
    blind: list[tuple[Look, Sequence[str]]] = []
    for look in looks:
        missing = [name for name in look.needs if getattr(facts, name) in (None, ())]
        if missing:
            blind.append((look, missing))
            continue
        try:
            found = look.find(facts)
        except Exception:
            # facts of a kind that nobody thought of must not hide what other looks find
            if os.environ.get("COURSE_DOCTOR_DEBUG"):
                raise
            blind.append((look, ()))
            continue
        if found is not None:
            findings.append(Finding(look, found))
    # an error comes first, even if nothing is known of its cause
    findings.sort(
        key=lambda finding: (
            not finding.look.ahead,
            facts.crash is not None and not finding.look.explains,
            RANKS[finding.found.confidence],
        )
    )
    explained = any(finding.look.explains and not finding.look.last for finding in findings)
    # of the looks that know an error only by its message, the surest, and only where no other explains it
    surest = next((finding for finding in findings if finding.look.last), None)
    kept = [finding for finding in findings if not finding.look.last or (finding is surest and not explained)]
    return Diagnosis(kept, blind)


def seen(facts: Facts) -> list[tuple[str, object]]:
    """The rows of a small table of what was seen, whether or not anything was found in it."""
    rows: list[tuple[str, object]] = []
    model, training, batch = facts.model, facts.training, facts.batch
    if model is not None:
        rows.append((N_("model"), model.name))
    if batch is not None and batch.row is not None:
        text, label = batch.row
        rows.append((N_("first row of the first batch"), text))
        rows += [(N_("its label"), label)] if label else []
    if training is not None and training.losses:
        rows.append((N_("first loss"), round(training.losses[0], 3)))
        classes = any(call.name in ("cross_entropy", "nll_loss") for call in facts.loss_calls)
        if classes and model is not None and model.outputs is not None and model.outputs > 1:
            rows.append((N_("loss of a model that knows nothing"), round(math.log(model.outputs), 3)))
        rows.append((N_("last loss"), round(training.losses[-1], 3)))
    if facts.one_batch is not None:
        own = facts.one_batch.own
        words = N_(
            "loss of the first batch, before and after an attempt to learn it by heart at the program's learning rate"
        )
        rows.append((words, f"{own.first:.3g} → {own.last:.3g}"))
    if training is not None and training.rates:
        rows.append((N_("learning rate"), f"{min(training.rates):.3g} … {max(training.rates):.3g}"))
        rows.append((N_("training steps that were watched"), training.steps))
    if facts.data is not None and facts.data.counts:
        counts = facts.data.counts
        label, most = max(counts.items(), key=lambda each: each[1])
        rows.append((N_("most frequent label"), label))
        rows.append((N_("accuracy of always giving it"), round(most / sum(counts.values()), 3)))
    return rows


def report(facts: Facts, diagnosis: Diagnosis) -> dict[str, Any]:
    """The diagnosis as plain values; docs/doctor.md describes them."""
    return {
        "schema": VERSION,
        "program": facts.file,
        "framework": facts.framework,
        "way": facts.way,
        "steps": facts.training.steps if facts.training is not None else 0,
        "versions": dict(facts.versions),
        "crash": None
        if facts.crash is None
        else {
            "error": facts.crash.error,
            "message": facts.crash.message,
            "places": [asdict(place) for place in facts.crash.places],
            "live": dict(facts.crash.live),
        },
        "findings": [
            {
                "look": finding.look.name,
                "confidence": finding.confidence,
                "direct": finding.found.confidence == "certain",
                "values": {name: plain(value) for name, value in finding.found.values.items()},
                "evidence": [[row, plain(value)] for row, value in finding.found.evidence],
                "place": _place(finding.found.place),
            }
            for finding in diagnosis.findings
        ],
        "seen": [[row, plain(value)] for row, value in seen(facts)],
        "not_looked": [{"look": look.name, "missing": [*missing]} for look, missing in diagnosis.blind],
        "unseen": dict(facts.unseen),
    }


def _place(place: Place | None) -> dict[str, Any] | None:
    return None if place is None else asdict(place)


def plain(value: object) -> Any:
    """A value as JSON has it, which knows no `nan`."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)
