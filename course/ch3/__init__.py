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
            "The task of this chapter is to decide whether two sentences mean the same thing. The Trainer and, in Keras, the method `fit` train a model for such a task in a few lines, and hide how they do it. In this lesson the training loop is written out by hand, so that you see what each of its lines does."
        ),
        N_(
            "The script is put together cell by cell: you read a cell, run it, and look at what it made. Some cells contain a fault. Some of these faults are code that was right when older tutorials were written, before the libraries changed; the others are common slips. You repair those cells before you go on. Several of the faults raise no error."
        ),
    ),
    goals=(
        N_("Write a training loop by hand, and say what each of its lines is for."),
        N_("Measure a model by accuracy and F1, and compare both with the majority baseline."),
        N_("Find faults that raise no error: look at learning rates, gradients, and training and evaluation mode."),
        N_("Read a learning curve, and tell overfitting from underfitting."),
    ),
    summary=(
        N_(
            "Evaluate the model before you train it, and compare every score with the majority baseline, that is, with always predicting the most frequent label."
        ),
        N_(
            "Compare the two losses of a learning curve. If the training loss falls while the validation loss rises, the model overfits: it memorizes its training examples. If both losses stay high, the model underfits: it has not learned enough."
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
                    "Even written by hand, the training step that `fit` hides is short: the loss inside a `GradientTape`, the gradients, a step of the optimizer."
                ),
                N_(
                    "In Keras the mode is an argument of each call of the model, not a property of the model. Pass `training=True` when you train and "
                    "`training=False` when you evaluate."
                ),
                N_(
                    "A learning rate schedule counts the steps of the optimizer, not epochs. Its length is batches times epochs."
                ),
                N_(
                    "`tape.gradient` returns `None` for the gradients of a loss that was computed outside of the tape. `tf.function` traces a function again for each new input shape, unless you pass `reduce_retracing=True`."
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
                    title=N_("The same training with 🤗 Accelerate"),
                    opening=pt_accelerate.OPENING,
                ),
            ),
            page=PAGE,
            video=Video("https://youtu.be/Dh9CL8fyG80"),
            summary=(
                N_(
                    "A training step is five lines: forward pass, backward pass, a step of the optimizer, a step of the scheduler, gradients to zero. Each line "
                    "that is missing causes a different fault."
                ),
                N_(
                    "A scheduler counts the calls to its `step` method, and nothing else. Make the schedule as long as the number of these calls."
                ),
                N_(
                    "`model.train()` and `model.eval()` switch the mode of the model; `torch.no_grad()` turns off the recording of the computation graph. Every evaluation needs both `model.eval()` and `torch.no_grad()`. After the evaluation, switch back to training mode with `model.train()`."
                ),
                N_(
                    "With several processes, gather predictions and labels with `gather_for_metrics` before you compute a metric, and compare the scores with "
                    "those of one process."
                ),
            ),
        ),
    },
    quiz=QUIZ,
)
