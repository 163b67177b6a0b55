"""Chapter 3, "A full training": the one declaration from which everything else is made."""

from pathlib import Path

from course.ch3 import pt_accelerate_sections, pt_faults, pt_steps
from course.i18n import N_
from course.lesson import Chapter, Task, Track

HERE = Path(__file__).parent

CHAPTER = Chapter(
    name="ch3",
    title=N_("A full training"),
    introduction=(
        N_(
            "The Trainer trains a model in three lines, and hides what it does. Here we do it by hand: do two sentences mean the same? From the "
            "first row of the data to an accuracy, every line of the training is ours."
        ),
        N_(
            "The script is put together cell by cell. Each cell is read, run, and looked at. Some are found as they stand on old pages, or as a "
            "hurried hand writes them; those have to be repaired first, and four of them go wrong without a word."
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
            "A training loop is five lines: forward, backward, a step of the optimizer, a step of the schedule, gradients back to zero. "
            "Each of them is missed in its own way."
        ),
        N_(
            "Count steps, and know what a thing counts: a schedule counts its own calls, and nothing else."
        ),
        N_(
            "`model.train()`, `model.eval()` and `torch.no_grad()` answer different questions. Set each where it matters, every time."
        ),
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
        "pt": Track(
            "pt",
            HERE,
            live_from="",
            steps=0,
            sections=(
                pt_steps.PAIRS,
                pt_steps.COLUMNS,
                pt_steps.BATCHES,
                pt_steps.MODEL,
                pt_faults.ADAMW_IMPORT,
                pt_faults.SCHEDULE_IN_EPOCHS,
                pt_steps.SCHEDULE,
                pt_faults.LOAD_METRIC,
                pt_faults.GRADIENTS_IN_EVALUATION,
                pt_steps.EVALUATION,
                pt_faults.GRADIENTS_PILE_UP,
                pt_faults.LEFT_IN_EVALUATION,
                pt_steps.TRAINING,
                pt_steps.CURVES,
                pt_steps.TECHNIQUES,
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
)
