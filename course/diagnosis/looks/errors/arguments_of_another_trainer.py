"""A Seq2SeqTrainer gets arguments that are not its own."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="arguments-of-another-trainer",
    needs=("crash",),
    find=by_message(
        r"'TrainingArguments' object has no attribute '(?P<name>generation_config|predict_with_generate|sortish_sampler|generation_max_length|generation_num_beams)'"
    ),
    title=N_("The `Seq2SeqTrainer` gets the arguments of the plain Trainer"),
    why=N_("A `Seq2SeqTrainer` reads `{name}` from its arguments. `TrainingArguments` does not have it."),
    change=N_("Make the arguments with `Seq2SeqTrainingArguments`; it takes all that `TrainingArguments` takes."),
    terms=(
        "Trainer",
        "argument",
    ),
)
