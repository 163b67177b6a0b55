"""The cases of the script that sends tickets to desks with a GradientTape."""

from pathlib import Path

from course.case import Case, Program
from course.cases import tickets
from course.cases.scores import share_of_equals
from course.i18n import N_
from course.lesson import Raises

NO_GRADIENTS = Case(
    name="no-gradients",
    mistake="model-outside-the-tape",
    symptom=N_("Training stops at the first step: no gradients are provided for any variable"),
    note=N_(
        "The author says: “The error lists all the weights of the model, and beside each of them stands None. I have frozen nothing. The loss is a number, I have printed it. I think that this model cannot be trained with a tape.”"
    ),
    hints=(
        N_(
            "A `GradientTape` records what is calculated while it is open. What has to be recorded, so that the loss can be traced back to the weights?"
        ),
        N_(
            "Print `len(tape.watched_variables())` after the `with` block. How many variables has the tape seen, and how many does the model have?"
        ),
        N_(
            "The model is called before the tape is open, so the tape sees only logits that come from nowhere. Move this call into the `with` block."
        ),
    ),
    title=N_("The model is called outside the tape"),
    why=N_(
        "The tape records operations while its `with` block runs. The logits were calculated before that, and the block held only the loss. So the tape knew how the loss depends on the logits, but not how the logits depend on the weights, and it gave None for each weight. Everything that lies between the weights and the loss must stand in the block. What only evaluates is better outside: it needs no record."
    ),
    lookalikes=N_(
        "Gradients are None as well if the loss is calculated from the result of `argmax`, and for variables on which the loss does not depend. If only some are None, Keras gives a warning and trains the others."
    ),
    raises=Raises("ValueError", "No gradients provided for any variable"),
)

BEHIND_THE_LOSS = Case(
    name="accuracy-behind-the-loss",
    mistake="metric-never-reset",
    symptom=N_("No error, the loss falls almost to zero, but the reported accuracy rises slowly and stays below 0.9"),
    note=N_(
        "The author says: “The loss is nearly zero in the last epoch, but the accuracy on the validation set is only about 0.85. It rises in each epoch, only slower and slower. I think that it is overfitting. Or I need more epochs.”"
    ),
    hints=(
        N_("A metric of Keras is an object with a memory. What does it remember when the next epoch is measured?"),
        N_(
            "After the training, measure twice without training in between, and print both values. Can the accuracy of the same model on the same tickets change?"
        ),
        N_(
            "The metric still counts the answers of all earlier measurements, those of the untrained model among them. Call `metric.reset_state()` before each measurement."
        ),
    ),
    title=N_("The metric is never reset"),
    why=N_(
        "`update_state` adds to a sum and to a count, and `result` divides the one by the other. The script never set them back to zero, so each value was the mean over all measurements since the start. The early values, of a bad model, made it too low. The model was right for every ticket of the validation set when the script reported about 0.85. In `fit`, Keras resets its metrics in each epoch; in a loop of your own you have to do it."
    ),
    lookalikes=N_(
        "With real overfitting the loss on the validation set rises, too. A score that is too low also comes from a wrong kind of metric; then it does not rise with the epochs."
    ),
    fails="reports",
)

ACCURACY_STANDS = Case(
    name="loss-falls-accuracy-stands",
    mistake="one-hot-metric",
    symptom=N_("No error, the loss falls almost to zero, but the reported accuracy is no better than guessing"),
    note=N_(
        "The author says: “The loss goes from 1.30 to 0.03, and the accuracy was 0.28 before and is 0.22 now. It hardly changes from epoch to epoch. I suspect that the validation tickets have other desks than those for training.”"
    ),
    hints=(
        N_(
            "Loss and accuracy contradict each other. Take a few tickets, and compare the predicted desks with the labels yourself."
        ),
        N_(
            "Give a new metric of this class something that is surely right: `metric.update_state([2, 0, 3], tf.one_hot([2, 0, 3], 4))`. What should `metric.result()` be, and what is it?"
        ),
        N_(
            "`CategoricalAccuracy` wants a one-hot row for each label, but the labels here are numbers. For these there is `SparseCategoricalAccuracy`."
        ),
    ),
    title=N_("A metric for one-hot labels gets numbers"),
    why=N_(
        "`CategoricalAccuracy` looks for the largest number in the row of each label, as one-hot labels have it. Here a batch of labels is one single row of numbers. So the metric found one place in the batch, and compared this place with the prediction for each ticket. It checks no shapes, and gives a number that means nothing. The loss was of the right kind, and the model was good. A metric should be tried once with answers that are right, and once with wrong ones."
    ),
    lookalikes=N_(
        "A loss and an accuracy that contradict each other also come from labels in another order than the predictions. `CategoricalCrossentropy` with labels that are numbers raises an error about shapes."
    ),
    fails="reports",
)

SINCE_THE_WARM_UP = Case(
    name="no-progress-with-warmup",
    mistake="rate-fixed-by-tracing",
    symptom=N_("No error, but with a warmup in the training step the loss hardly falls"),
    note=N_(
        "The author says: “I have added a warmup over the first 50 of 150 steps. I have worked out the rates on paper, and after 50 steps it is the full rate. But the loss stays between 1.37 and 1.39 in all epochs. Perhaps a small model does not like a warmup.”"
    ),
    hints=(
        N_("The rates on paper are right. Which rate do the steps have in fact?"),
        N_(
            "Print `float(optimizer.learning_rate)` after each epoch. Then put `print(step)` into the training step: how many times does it print in 150 steps?"
        ),
        N_(
            "Under `@tf.function` the Python code runs only while the graph is traced, so `step` is counted only then. Count with a `tf.Variable`, with `optimizer.iterations`, or take a learning rate schedule of Keras."
        ),
    ),
    title=N_("The learning rate was fixed when the function was traced"),
    why=N_(
        "TensorFlow runs the Python code of a `tf.function` to record a graph, and after that only the graph. Here it was recorded twice, at the beginning. In the second record `step` was 1, and `5e-4 * min(1, step / 50)` became the constant 1e-5. All further steps had this rate, a fiftieth of what was meant. A value that changes from step to step must be an argument of the function, as a tensor, or a `tf.Variable`. A Keras schedule, such as `PolynomialDecay`, is calculated inside the graph from the number of steps."
    ),
    lookalikes=N_(
        "A rate that is too low and a warmup that is longer than the training look the same. A Python `print`, a list or a random number in a `tf.function` are fixed in the same way."
    ),
    fails="learns",
    free={"learning-rate": (1e-4, 1e-3)},
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="tf",
    kind=N_("sentence classification · GradientTape"),
    task=(
        N_(
            "The script reads tickets, which are letters to a shop, and learns which of four desks each ticket belongs to. Each product has its desk; nothing else decides. In the data, `text` is the letter, `desk` the name of the desk, and `desk_id` its number, from 0 to 3. `[ORDER]` stands in place of an order's number."
        ),
    ),
    checkpoint="tickets",
    draw_splits=tickets.draw_splits,
    draw=tickets.draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 150,
        "batch-size": 16,
        "learning-rate": 5e-4,
        "parameters": 80644,
        "trained-parameters": 80644,
        "mean-rate": 1.0,
        "padding-read": 0,
    },
    score=share_of_equals,
    target=0.95,
    cases=(
        NO_GRADIENTS,
        BEHIND_THE_LOSS,
        ACCURACY_STANDS,
        SINCE_THE_WARM_UP,
    ),
)
