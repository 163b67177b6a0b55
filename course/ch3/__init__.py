"""Chapter 3, "A full training": the one declaration from which everything else is made."""

from pathlib import Path

from course.ch3 import (
    pt_accelerate_sections,
    pt_faults,
    pt_steps,
    sections,
    tf_faults,
    tf_steps,
    tf_tape_sections,
)
from course.ch3.quiz import QUIZ
from course.i18n import N_
from course.lesson import Chapter, Task, Track

HERE = Path(__file__).parent

CHAPTER = Chapter(
    name="ch3",
    title=N_("A full training"),
    introduction=(
        N_(
            "`Trainer` and `fit` train a model in a few lines, and hide what they do. Here we do it by hand: do two sentences mean the same? From the "
            "first row of the data to an accuracy, every line of the training is ours."
        ),
        N_(
            "The script is put together cell by cell. Each cell is read, run, and looked at. Some are found as they stand on old pages, or as a "
            "hurried hand writes them; those have to be repaired first, and several of them go wrong without a word."
        ),
    ),
    goals=(
        N_(
            "Write a training loop by hand, and say what each of its lines is for."
        ),
        N_(
            "Measure a model by accuracy and F1, beside somebody who knows nothing."
        ),
        N_(
            "Find what raises no error: look at learning rates, gradients and modes."
        ),
        N_(
            "Read a learning curve, and tell too much learning from too little."
        ),
    ),
    summary=(
        N_(
            "Measure before you train, and read every score beside the share of the most frequent label."
        ),
        N_(
            "The two losses of a learning curve tell what is missing: far apart, the model has learned its rows by heart; both high, it has learned too little."
        ),
    ),
    task=Task(
        name="mrpc",
        columns=("sentence1", "sentence2", "label", "idx"),
        splits=("train", "validation"),
        labels=2,
        checkpoint="bert",
        published="bert-base-uncased",
    ),
    tracks={
        "tf": Track(
            "tf",
            HERE,
            live_from="",
            steps=0,
            sections=(
                sections.PAIRS,
                tf_steps.BATCHES,
                tf_faults.ROWS_CHANGE_PLACES,
                tf_steps.MODEL,
                tf_faults.SCHEDULE_IN_EPOCHS,
                tf_steps.SCHEDULE,
                sections.LOAD_METRIC,
                tf_steps.EVALUATION,
                tf_steps.TRAINING,
                sections.CURVES,
            ),
            summary=(
                N_(
                    "What `fit` does in one line is short by hand, too: the loss under a tape, the gradients, a step of the optimizer."
                ),
                N_(
                    "`training=True` belongs to a call and not to a model. Say it in every call, one way or the other."
                ),
                N_(
                    "Count steps: a schedule goes by the steps of the optimizer, and knows nothing of epochs."
                ),
                N_(
                    "What a tape has not seen has no gradient, and a shape that `tf.function` has not seen is traced anew."
                ),
            ),
            sequel=Track(
                "tf",
                HERE,
                live_from="",
                steps=0,
                stem="tf_tape",
                opening=tf_tape_sections.OPENING,
                sections=(
                    tf_tape_sections.BY_BATCH,
                    tf_tape_sections.NO_DROPOUT,
                    tf_tape_sections.OUTSIDE_THE_TAPE,
                    tf_tape_sections.TRACED_FOR_EVERY_WIDTH,
                    tf_tape_sections.LOOP,
                    tf_tape_sections.TECHNIQUES,
                ),
            ),
        ),
        "pt": Track(
            "pt",
            HERE,
            live_from="",
            steps=0,
            sections=(
                sections.PAIRS,
                pt_steps.COLUMNS,
                pt_steps.BATCHES,
                pt_steps.MODEL,
                pt_faults.ADAMW_IMPORT,
                pt_faults.SCHEDULE_IN_EPOCHS,
                pt_steps.SCHEDULE,
                sections.LOAD_METRIC,
                pt_faults.GRADIENTS_IN_EVALUATION,
                pt_steps.EVALUATION,
                pt_faults.GRADIENTS_PILE_UP,
                pt_faults.LEFT_IN_EVALUATION,
                pt_steps.TRAINING,
                sections.CURVES,
                pt_steps.TECHNIQUES,
            ),
            summary=(
                N_(
                    "A training loop is five lines: forward, backward, a step of the optimizer, a step of the schedule, gradients back to zero. "
                    "Each of them is missed in its own way."
                ),
                N_(
                    "Count steps, and know what a thing counts: a schedule counts its own calls, and nothing else."
                ),
                N_(
                    "`model.train()`, `model.eval()` and `torch.no_grad()` answer different questions. Set each where it matters, every time."
                ),
            ),
            sequel=Track(
                "pt",
                HERE,
                live_from="",
                steps=0,
                stem="pt_accelerate",
                opening=pt_accelerate_sections.OPENING,
                sections=(
                    pt_accelerate_sections.PREPARED,
                    pt_accelerate_sections.OWN_ROWS_ONLY,
                    pt_accelerate_sections.LAUNCHED,
                    pt_accelerate_sections.FROM_A_NOTEBOOK,
                ),
            ),
        ),
    },
    quiz=QUIZ,
)
