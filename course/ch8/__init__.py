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
            "The script of this chapter fine-tunes DistilBERT on the data set MNLI. Each example of MNLI is a pair of sentences, and the model must say whether the second sentence follows from the first, contradicts "
            "it, or does neither. The data that come with this lesson are a small imitation of MNLI, generated for this course. Every line of the script looks sensible, and yet the script fails. The cause of an error "
            "in a training pipeline can be anywhere: in the data, the batches, the model, the loss or the optimizer. Some faults do not even raise an error."
        ),
        N_(
            "We debug this script as you would debug your own: run it, see what happens, inspect the objects in memory one by one, and change one thing at a time. For each fault you see its symptom on your own installation. The lesson is based on a page of the Hugging Face course (its address follows below), whose results come from a GPU and from the libraries of 2021–2022. If your machine can reproduce the symptom that is described there, you see that symptom, too. The code of this lesson is not only shown: all of it runs on your installation."
        ),
    ),
    goals=(
        N_("Find out which part of a training pipeline is at fault: data, batches, model, loss or optimizer."),
        N_("Read what an error message says about the cause, and notice what it leaves out."),
        N_("Inspect the objects in memory with a few lines of code, and change one thing at a time."),
        N_("See after a few dozen steps whether a loss is falling or has stalled."),
    ),
    summary=(
        N_(
            "Look at the data first, in the form in which the model gets them: decode an example and read it beside its label, and look at the keys and shapes of one batch."
        ),
        N_(
            "Before a long training run, try each part on a small scale and look at the result: one batch, one forward pass, one training step, one evaluation on a few examples."
        ),
        N_(
            "Know the loss of a model that has learned nothing. With three equally frequent labels, a model that gives each label the probability 1/3 has a loss of ln 3 ≈ 1.0986. A loss that starts well above ln 3, or "
            "that stays near ln 3, means that something is wrong."
        ),
        N_(
            "Do not trust a default that you have not looked up: the number of labels, the collator and, in Keras, a loss or an optimizer named by a string."
        ),
        N_(
            "A script that runs without an error can still be wrong. Such a fault shows only when you look at the data, at a batch, at the logits or at the loss curve."
        ),
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
