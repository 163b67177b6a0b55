"""Chapter 8, "Debugging the training pipeline": its table of contents."""

from pathlib import Path

from course.ch8 import editions, further
from course.ch8.pt import sections as pt
from course.ch8.quiz import QUIZ
from course.ch8.tf import sections as tf
from course.ch8.tf.video import VIDEO
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
PAGE = "https://huggingface.co/learn/llm-course/chapter8/4"

CHAPTER = Chapter(
    name="ch8",
    package=__name__,
    title=N_("Debugging the training pipeline"),
    introduction=(
        N_(
            "Here is a script that fine-tunes DistilBERT on MNLI: given two sentences, does the second follow from the "
            "first, contradict it, or neither? Every line of it looks sensible, and it fails. An error in a training "
            "pipeline can come from anywhere: the data, the batches, the model, the loss, the optimizer; and not every one "
            "of them says a word."
        ),
        N_(
            "We go through it as one would in earnest: run it, see what happens, look at the live objects one by one, and "
            "change one thing at a time. For each fault you see how it shows on your own installation and, where that can "
            "be brought about, how it showed on the published page, years ago and on a GPU. Everything that you see is "
            "really run, on your machine, while you watch."
        ),
    ),
    goals=(
        N_("Find out which part of a training pipeline is at fault: data, batches, model, loss or optimizer."),
        N_("Read what an error message says, and see what it does not say."),
        N_("Look at live objects with small probes, and change one thing at a time."),
        N_("Tell a loss that stalls from one that falls, after a few dozen steps."),
    ),
    summary=(
        N_(
            "Look at the data first, as the model gets them: decode a row, read it beside its label, look at the keys and shapes of one batch."
        ),
        N_(
            "Run as little as possible before you look: one batch, one forward pass, one step, one evaluation on a few rows."
        ),
        N_(
            "Know the numbers that knowing nothing would give: a loss of ln 3 for three labels in equal shares. A loss well"
            " above that, or stuck there, means that something is wrong."
        ),
        N_(
            "Distrust defaults that nobody chose: a number of labels, a loss or an optimizer named by a string, a collator."
        ),
        N_("A script that runs without an error is not yet right. What no error reveals, only a look reveals."),
    ),
    task=Task(
        Dataset(
            directory="glue",
            published="nyu-mll/glue",
            configuration="mnli",
            columns=("premise", "hypothesis", "label"),
            splits=("train", "validation_matched"),
            labels=3,
        ),
        Metric(
            directory="metrics/glue",
            published="glue",
            configuration="mnli",
            scores=("accuracy",),
            sentence=N_("Accuracy on the validation set: {accuracy}."),
        ),
        Checkpoint(directory="checkpoint", published="distilbert-base-uncased"),
    ),
    tracks={
        "tf": Track(
            parts=(ScriptPart("tf", HERE / "tf", tf.SECTIONS, live_from="fix_seed", steps=150),),
            page=f"{PAGE}?fw=tf",
            video=VIDEO,
            further=further.TF,
            editions=editions.TF,
        ),
        "pt": Track(
            parts=(ScriptPart("pt", HERE / "pt", pt.SECTIONS, live_from="fix_seed", steps=200),),
            page=PAGE,
            video=Video("https://youtu.be/L-WSwUWde1U"),
            further=further.PT,
            editions=editions.PT,
        ),
    },
    quiz=QUIZ,
)
