"""Chapter 3, "A full training": its table of contents."""

from pathlib import Path

from course.ch3.pt import sections as pt
from course.ch3.pt_accelerate import sections as pt_accelerate
from course.ch3.quiz import QUIZ
from course.ch3.tf import sections as tf
from course.ch3.tf_tape import sections as tf_tape
from course.i18n import N_
from course.lesson import (
    Chapter,
    Checkpoint,
    Dataset,
    Metric,
    ScriptPart,
    Task,
    Track,
    Video,
)

HERE = Path(__file__).parent
PAGE = "https://huggingface.co/learn/llm-course/chapter3/4"

CHAPTER = Chapter(
    name="ch3",
    package=__name__,
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
        N_("Write a training loop by hand, and say what each of its lines is for."),
        N_("Measure a model by accuracy and F1, beside somebody who knows nothing."),
        N_("Find what raises no error: look at learning rates, gradients and modes."),
        N_("Read a learning curve, and tell too much learning from too little."),
    ),
    summary=(
        N_("Measure before you train, and read every score beside the share of the most frequent label."),
        N_(
            "The two losses of a learning curve tell what is missing: far apart, the model has learned its rows by heart; both high, it has learned too little."
        ),
    ),
    task=Task(
        Dataset(
            directory="glue",
            published="nyu-mll/glue",
            configuration="mrpc",
            columns=("sentence1", "sentence2", "label", "idx"),
            splits=("train", "validation"),
            labels=2,
        ),
        Metric(
            directory="metrics/glue",
            published="glue",
            configuration="mrpc",
            scores=("accuracy", "f1"),
            sentence=N_("On the validation set: accuracy {accuracy}, F1 {f1}."),
        ),
        Checkpoint(directory="bert", published="bert-base-uncased"),
    ),
    tracks={
        "tf": Track(
            parts=(
                ScriptPart("tf", HERE / "tf", tf.SECTIONS),
                ScriptPart(
                    "tf",
                    HERE / "tf_tape",
                    tf_tape.SECTIONS,
                    title=N_("A training loop of your own"),
                    opening=(tf_tape.OPENING,),
                ),
            ),
            page=PAGE,
            summary=(
                N_(
                    "What `fit` does in one line is short by hand, too: the loss under a tape, the gradients, a step of the optimizer."
                ),
                N_("`training=True` belongs to a call and not to a model. Say it in every call, one way or the other."),
                N_("Count steps: a schedule goes by the steps of the optimizer, and knows nothing of epochs."),
                N_(
                    "What a tape has not seen has no gradient, and a shape that `tf.function` has not seen is traced anew."
                ),
            ),
        ),
        "pt": Track(
            parts=(
                ScriptPart("pt", HERE / "pt", pt.SECTIONS),
                ScriptPart(
                    "pt",
                    HERE / "pt_accelerate",
                    pt_accelerate.SECTIONS,
                    title=N_("The same loop on several devices: 🤗 Accelerate"),
                    opening=(pt_accelerate.OPENING,),
                ),
            ),
            page=PAGE,
            video=Video("https://youtu.be/Dh9CL8fyG80"),
            summary=(
                N_(
                    "A training loop is five lines: forward, backward, a step of the optimizer, a step of the schedule, gradients back to zero. "
                    "Each of them is missed in its own way."
                ),
                N_("Count steps, and know what a thing counts: a schedule counts its own calls, and nothing else."),
                N_(
                    "`model.train()`, `model.eval()` and `torch.no_grad()` answer different questions. Set each where it matters, every time."
                ),
            ),
        ),
    },
    quiz=QUIZ,
)
