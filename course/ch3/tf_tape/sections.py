"""The second half of chapter 3's TensorFlow lesson: the same training with a loop of one's own."""

from course.ch3 import shared, symptoms
from course.i18n import N_
from course.lesson import (
    Fault,
    Probe,
    Raises,
    Scene,
    Shows,
    Sighting,
    Step,
)

OPENING = N_(
    "`fit` is short because it hides what happens. Here is the same training once more, for one epoch, as a loop of one's own. Data, model and optimizer stay as they are; loss, gradients and step are now ours, and so is the evaluation."
)

BY_BATCH = Step(
    name="batch-by-batch",
    title=N_("Measured batch by batch"),
    text=(
        N_(
            "In place of `predict` the model is called with each batch. The metric is fed with `add_batch`, and calculates once at the end. The labels "
            "come from the same batches as the predictions, so that here they could not change places."
        ),
    ),
    cells=("measure_model",),
    probes=(
        Probe(
            "beside_the_majority",
            N_("The untrained model, beside somebody who always answers 1:"),
        ),
    ),
)

NO_DROPOUT = Fault(
    name="no-dropout",
    cell="calculate_loss",
    title=N_("A step that does not know it is training"),
    situation=N_(
        "The model is called with the inputs of a batch, and its logits go into the loss. We calculate the loss of one and the same batch twice, without "
        "a step in between."
    ),
    today=Sighting(
        Shows(symptoms.same_loss_twice),
        Scene(until="calculate_loss", probe="loss_twice"),
        N_(
            "Both losses are the same to the last digit. With dropout, which leaves out other units each time, they would differ."
        ),
    ),
    hints=(
        N_("Which part of a model does something else in training than afterwards?"),
        N_("`fit` tells the model that it is training. Who does so here?"),
        N_("`model(inputs, training=True)`"),
    ),
    why=N_(
        "In PyTorch the mode is a property of the model; in Keras it is an argument of each call, and without it these models are called as for "
        "predicting. Training then goes on without dropout. No error tells of it; the training loss even looks better, and the model learns its rows "
        "by heart sooner."
    ),
    repaired=N_("Two losses of one batch differ, as they should in training."),
)

OUTSIDE_THE_TAPE = Fault(
    name="outside-the-tape",
    cell="calculate_gradients",
    title=N_("A tape that has recorded nothing"),
    situation=N_(
        "A `GradientTape` records what is calculated while it is open, and can then give the gradients. We take one step with them, with a learning rate of 0."
    ),
    today=Sighting(
        Raises("ValueError", "No gradients provided for any variable"),
        Scene(until="calculate_gradients", probe="one_step"),
        N_(
            "The optimizer has been handed `None` as the gradient of every weight. It is the message with which the page of chapter 8 begins, and here it has another cause."
        ),
    ),
    probes=(
        Probe(
            "what_the_tape_has_seen",
            N_("The gradient of one weight, with the forward pass inside the tape and before it:"),
        ),
    ),
    hints=(
        N_("Where is the loss calculated, and where does the tape begin?"),
        N_("For what a tape has not seen it gives `None` as the gradient, without an error."),
        N_("Calculate the loss inside `with tf.GradientTape() as tape:`, and ask for the gradients after it."),
    ),
    why=N_(
        "PyTorch records everything unless it is told not to. TensorFlow records nothing unless a tape is open. `tape.gradient` itself belongs behind the block, when everything has been recorded."
    ),
    repaired=N_("Now there is a gradient for every weight."),
)

TRACED_FOR_EVERY_WIDTH = Fault(
    name="traced-for-every-width",
    cell="make_train_step",
    title=N_("A step that is compiled over and over"),
    situation=N_(
        "When it is first called, `tf.function` traces the step, that is, makes a graph of it; from then on it runs the graph, which is several times as "
        "fast as line by line. We take six steps, and look at the clock."
    ),
    today=Sighting(
        Shows(symptoms.traced_for_every_width),
        Scene(until="make_train_step", probe="steps_and_traces"),
        N_(
            "Each new width costs as much time as dozens of steps. TensorFlow does say so, in a warning that drowns easily among others."
        ),
    ),
    hints=(
        N_("What is a graph made for, and when is a new one needed?"),
        N_("What is different from one batch to the next?"),
        N_("`@tf.function(reduce_retracing=True)`"),
    ),
    why=N_(
        "A graph is made for the shapes of its inputs, and with dynamic padding the width changes from batch to batch. With `reduce_retracing=True` "
        "TensorFlow leaves the width open as soon as it meets a second one. Keras does that for the step inside `fit`. Padding all batches to one width "
        "would help, too, at the price of calculating the padding."
    ),
    repaired=N_("Two graphs, and no more after that."),
)

LOOP = Step(
    name="loop",
    title=N_("The loop"),
    text=(
        N_(
            "Everything is in place: the loss under the tape, the gradients, a step of the optimizer, which asks the schedule by itself. Gradients are values "
            "here and are kept nowhere: they cannot pile up, and nothing has to be set to zero. After each epoch there is an evaluation."
        ),
    ),
    cells=("make_train_step", "train", "last_scores"),
    probes=(
        Probe(
            "epoch_by_epoch",
            N_("What the epoch came to:"),
            Shows(symptoms.four_fifths_are_right),
            N_("About as much as the first epoch of `fit`."),
            of_learning=True,
        ),
    ),
)

TECHNIQUES = shared.techniques(
    N_(
        "Mixed precision: under the policy `mixed_bfloat16` layers calculate in bfloat16, and keep their weights in float32."
    )
)

SECTIONS = (
    BY_BATCH,
    NO_DROPOUT,
    OUTSIDE_THE_TAPE,
    TRACED_FOR_EVERY_WIDTH,
    LOOP,
    TECHNIQUES,
)
