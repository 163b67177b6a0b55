"""The sections of the second half of chapter 3's TensorFlow lesson: the same training with a custom training loop."""

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
    "Training with `fit` takes a single call, because Keras contains the training loop. In the second half of this lesson we train a new model for one epoch, with a training loop that we write ourselves. The data, the model, the optimizer and the loss function are made as before. The loss of each batch, the gradients, the optimizer steps and the evaluation are now computed by our own code. The following comparison shows what changes in the script; `⋯` stands for lines that stay as they are. Three of the new functions still contain a fault. The next sections find and repair these faults."
)

BY_BATCH = Step(
    name="batch-by-batch",
    title=N_("Evaluation batch by batch"),
    text=(
        N_(
            "Instead of `predict`, the evaluation now calls the model on each batch. `add_batch` gives the predictions and the labels of one batch to the metric, and `compute` returns the scores once, at the end. The labels come from the same batch as the predictions, so the two cannot be in different orders here, even if the validation set is shuffled."
        ),
    ),
    cells=("measure_model",),
    probes=(
        Probe(
            "beside_the_majority",
            N_(
                "The table shows the untrained model beside the majority baseline, which always predicts 1. The scores of an untrained model depend on the random weights of its new head: they can be far below the baseline, or by chance above it. So compare the trained model with both rows later."
            ),
        ),
    ),
)

NO_DROPOUT = Fault(
    name="no-dropout",
    cell="calculate_loss",
    title=N_("Training without dropout"),
    situation=N_(
        "The cell `calculate_loss` calls the model on the inputs of a batch and computes the loss from the logits. Each training step will use this function. To test it, we compute the loss of the same batch twice, with no optimizer step in between. During training, should the two losses be equal?"
    ),
    today=Sighting(
        Shows(symptoms.same_loss_twice),
        Scene(until="calculate_loss", probe="loss_twice"),
        N_(
            "In the table, the two losses are equal to the last digit. Dropout sets some activations to zero, chosen at random in each call. With dropout, the two losses would differ."
        ),
    ),
    hints=(
        N_("Which layers of a model do one thing during training and another during evaluation?"),
        N_(
            "Dropout is active only in training mode. `fit` calls the model in training mode. Which argument of the call `model(…)` does the same here?"
        ),
        N_("Call the model as `model(inputs, training=True)`."),
    ),
    why=N_(
        "In PyTorch, training mode and evaluation mode are a property of the model. In Keras, the mode is the argument `training` of each call, and for the models of 🤗 Transformers its default is `False`. A training loop that does not pass `training=True` therefore trains without dropout. No error is raised. The training loss even looks better, but the model overfits sooner than with dropout."
    ),
    repaired=N_(
        "In a second run of `loss_twice`, the two losses of the same batch would differ, because dropout is now active."
    ),
)

OUTSIDE_THE_TAPE = Fault(
    name="outside-the-tape",
    cell="calculate_gradients",
    title=N_("The gradient tape has recorded nothing"),
    situation=N_(
        "`tf.GradientTape` records the operations that run inside its `with` block, and computes gradients from this record. To test the cell `calculate_gradients`, we compute the gradients of one batch and give them to an optimizer. The learning rate is 0, so that the weights do not change. Is there a gradient for every weight?"
    ),
    today=Sighting(
        Raises("ValueError", "No gradients provided for any variable"),
        Scene(until="calculate_gradients", probe="one_step"),
        N_(
            "The optimizer got `None` as the gradient of every weight, and raised this error. The course page of chapter 8 begins with the same error message. There it has another cause."
        ),
    ),
    probes=(
        Probe(
            "what_the_tape_has_seen",
            N_(
                "Does `tape.gradient` find a gradient if the forward pass runs inside the block of the tape? And does it find one if the forward pass runs before the block?"
            ),
        ),
    ),
    hints=(
        N_("Which line of the cell computes the loss, and in which line does the tape begin to record?"),
        N_(
            "`tape.gradient` needs a record of the operations that lead from the weights to the loss. If they ran before the `with` block, it returns `None`, without an error. Which operations run inside the block?"
        ),
        N_(
            "Compute the loss inside the block `with tf.GradientTape() as tape:`, and call `tape.gradient` after the block."
        ),
    ),
    why=N_(
        "PyTorch records the operations on every tensor that needs a gradient, unless you turn this off with `torch.no_grad()`. TensorFlow records operations only while a tape is open. The call to `tape.gradient` belongs after the block, when the whole forward pass has been recorded."
    ),
    repaired=N_("In a second run of `one_step`, every weight would have a gradient."),
)

TRACED_FOR_EVERY_WIDTH = Fault(
    name="traced-for-every-width",
    cell="make_train_step",
    title=N_("The training step is traced again and again"),
    situation=N_(
        "`tf.function` makes a computation graph of a function. In the first call TensorFlow traces the function: it runs the Python code once and records every operation as a part of the graph. Later calls run the graph. This is several times faster than eager execution, in which TensorFlow runs one operation after the other from Python. We take six training steps and measure the time of each. In which of them is the function traced?"
    ),
    today=Sighting(
        Shows(symptoms.traced_for_every_width),
        Scene(until="make_train_step", probe="steps_and_traces"),
        N_(
            "In the table, `traced` is `True` for each batch whose `width` has not occurred before. The column `seconds` shows how long such a step takes. A step that runs a finished graph is dozens of times faster, but the table has such a step only if a width occurs twice. If a function is traced again and again, TensorFlow prints a warning, which is easily overlooked among other messages."
        ),
    ),
    hints=(
        N_("Compare the columns `width` and `traced`. In which steps does TensorFlow make a new graph?"),
        N_(
            "`tf.function` makes one graph for each new combination of shapes of the function's inputs, and here the width of the batches changes. Look in the documentation of `tf.function` for an argument that reduces retracing."
        ),
        N_("Write `@tf.function(reduce_retracing=True)` above the training step."),
    ),
    why=N_(
        "TensorFlow makes one graph for each new combination of shapes of the function's inputs. With dynamic padding, the width changes from batch to batch, and each new width needs a new graph. With `reduce_retracing=True`, TensorFlow makes a graph for batches of any width as soon as it gets a second width. `fit` uses the same argument for its own training step. Padding all batches to one width would also help, but then the model would spend time on the padding."
    ),
    repaired=N_(
        "In a second run of `steps_and_traces`, TensorFlow would make only two graphs in the six steps: one for the first width, and one for any width."
    ),
)

LOOP = Step(
    name="loop",
    title=N_("The training loop"),
    text=(
        N_(
            "All parts of the training loop are ready. For each batch, the training step computes the loss inside the block of the tape, then the gradients, and then calls the optimizer. The optimizer itself asks the schedule for the learning rate. After each epoch, the loop evaluates the model."
        ),
        N_(
            "`tape.gradient` returns the gradients and stores them nowhere. Unlike in PyTorch, gradients cannot accumulate by mistake, and the loop does not have to set them to zero."
        ),
    ),
    cells=("make_train_step", "train", "last_scores"),
    probes=(
        Probe(
            "epoch_by_epoch",
            N_("The losses and scores after the one epoch of this training run:"),
            Shows(symptoms.four_fifths_are_right),
            N_(
                "The losses and the accuracy of this one epoch are near those of the first epoch of `fit`, because the two loops do the same work. One difference is that the learning rate falls faster here, because the schedule is one epoch long and not three."
            ),
            of_learning=True,
        ),
    ),
)

TECHNIQUES = shared.techniques(
    N_(
        "Mixed precision: under the policy `mixed_bfloat16`, the layers of Keras compute in bfloat16, which has 16 bits, and keep their weights in float32, which has 32 bits."
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
