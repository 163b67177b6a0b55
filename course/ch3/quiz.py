"""Questions at the end of chapter 3. Every claim that code can show is shown in tests/chapters/test_quiz_claims.py."""

from course.i18n import N_
from course.lesson import Option, Question

QUIZ = (
    Question(
        "count-steps",
        N_(
            "A training set has 3,668 examples, and the batch size is 8. The last batch of an epoch may be smaller; it is used as well. How many steps does the optimizer take in three epochs?"
        ),
        (
            Option(
                N_("1,374"),
                N_(
                    "This counts only the full batches: 3 × 458. The last batch of each epoch has four examples, and the optimizer takes a step for it too."
                ),
            ),
            Option(
                N_("1,377"),
                N_(
                    "Each epoch has 459 batches, the last of them with four examples. The optimizer takes one step for each batch: 3 × 459."
                ),
                right=True,
            ),
            Option(
                N_("11,004"),
                N_(
                    "This is the number of examples in three epochs: 3 × 3,668. The optimizer takes one step for each batch, not one for each example."
                ),
            ),
        ),
    ),
    Question(
        "zero-grad",
        N_(
            "In PyTorch, `backward()` stores the gradient of each weight, and `optimizer.zero_grad()` sets the stored gradients to zero. A training loop never calls `optimizer.zero_grad()`. Which gradient does the optimizer use at each step?"
        ),
        (
            Option(
                N_("The sum of the gradients of all batches so far"),
                N_(
                    "`backward()` adds the new gradient to the gradient that is already stored. Without `zero_grad()`, this sum grows with every batch."
                ),
                right=True,
            ),
            Option(
                N_("The gradient of the first batch alone"),
                N_(
                    "The gradient of the first batch is only a part of the sum. `backward()` has added the gradients of all later batches."
                ),
            ),
            Option(
                N_("No gradient, because PyTorch raises an error"),
                N_(
                    "PyTorch raises no error, because adding gradients up can be intended: gradient accumulation is done in this way."
                ),
            ),
        ),
    ),
    Question(
        "evaluation-mode",
        N_(
            "In PyTorch, `model.eval()` switches a model to evaluation mode. Which statements about this call are true?"
        ),
        (
            Option(
                N_("It turns dropout off."),
                N_(
                    "Some layers behave differently in training mode and in evaluation mode. Dropout is one of them: in evaluation mode it does nothing."
                ),
                right=True,
            ),
            Option(
                N_("It saves the memory of the activations that a backward pass needs."),
                N_(
                    "`torch.no_grad()` does this. Without it, PyTorch records the computation graph and keeps the activations in evaluation mode too."
                ),
            ),
            Option(
                N_("It stays in effect until `model.train()` is called."),
                N_(
                    "The mode is a property of the model. It does not change back by itself at the end of a loop or of a function."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "majority",
        N_(
            "In a data set, 68 of 100 examples have the label 1, and the others have the label 0. What scores does a model get if it always predicts 1?"
        ),
        (
            Option(
                N_("An accuracy of 0.68"),
                N_("The prediction is right for every example with the label 1, that is, for 68 of 100 examples."),
                right=True,
            ),
            Option(
                N_("An F1 of 0"),
                N_("A model that never predicts 1 gets an F1 of 0, because it finds no example with the label 1."),
            ),
            Option(
                N_("An F1 of 0.81"),
                N_(
                    "Recall is 1, because all examples with the label 1 are found. Precision is 0.68, because 68 of 100 predictions of 1 are right. F1 is 2 × 0.68 × 1 / (0.68 + 1) ≈ 0.81."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "accumulation",
        N_(
            "Gradient accumulation replaces one batch of 32 examples with four batches of 8. The loss of each small batch is divided by 4, and the optimizer takes one step after the fourth batch. There is no dropout. What is the same as with the large batch?"
        ),
        (
            Option(
                N_("The memory that the activations take"),
                N_(
                    "The activations take less memory, because only those of one small batch are kept at a time. This is the purpose of gradient accumulation."
                ),
            ),
            Option(
                N_("The gradient that the optimizer uses"),
                N_(
                    "The mean loss of 32 examples is the mean of the four mean losses of 8 examples. So the gradients of the four quarters add up to the gradient of the large batch."
                ),
                right=True,
            ),
            Option(
                N_("The number of forward passes"),
                N_("There are four forward passes instead of one, each of them with a quarter of the examples."),
            ),
        ),
    ),
    Question(
        "gathered",
        N_(
            "🤗 Accelerate runs a PyTorch program in several processes, each on its own part of the batches. Its method `gather` gives each process the values of all of them. Two processes evaluate a model, and there are too few examples to fill the last batches of both. What does the method `gather_for_metrics` do that `gather` does not do?"
        ),
        (
            Option(
                N_("It leaves out the examples that only filled up the last batches."),
                N_(
                    "🤗 Accelerate repeats examples from the beginning of the data, so that all processes get batches of the same size. If the metric counted the repeated examples too, they would change the score."
                ),
                right=True,
            ),
            Option(
                N_("It computes the score of the metric."),
                N_("It only brings values together. The method `compute` of the metric returns the score."),
            ),
            Option(
                N_("It brings the values of all processes together."),
                N_("This is true of `gather_for_metrics`, but `gather` does it as well."),
            ),
        ),
    ),
    Question(
        "learned-by-heart",
        N_("The training loss keeps falling, but the validation loss rises. Which changes to the training can help?"),
        (
            Option(
                N_("Training on more examples"),
                N_(
                    "The model is overfitting: it learns the training examples by heart. A large number of examples is harder to learn by heart."
                ),
                right=True,
            ),
            Option(
                N_("Training for more epochs"),
                N_(
                    "In each further epoch the model sees the same examples again. The training loss falls further, and the validation loss rises further."
                ),
            ),
            Option(
                N_("Training for fewer epochs"),
                N_(
                    "The model was best after the epoch with the lowest validation loss. The later epochs only made it overfit."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "stepped-by-epoch",
        N_(
            "In PyTorch, a scheduler sets the learning rate, and moves one step further along its schedule each time its method `step()` is called. A linear schedule takes the learning rate from its initial value straight down to 0 in 750 steps. By mistake, the training loop calls the scheduler's `step()` once per epoch instead of once per batch. What is the learning rate after three epochs?"
        ),
        (
            Option(
                N_("0"),
                N_("The learning rate is 0 after 750 calls to `step()`. There were only three calls."),
            ),
            Option(
                N_("A third of the initial learning rate"),
                N_(
                    "The scheduler counts the calls to its `step()`, and it was made for 750 of them. It knows nothing about epochs."
                ),
            ),
            Option(
                N_("Almost the initial learning rate"),
                N_("Three calls are 0.4% of 750, so the learning rate is still 99.6% of the initial learning rate."),
                right=True,
            ),
        ),
    ),
    Question(
        "before-the-tape",
        N_(
            "In TensorFlow, a `tf.GradientTape` records the operations that run inside its `with` block, and its method `gradient` computes gradients from this record. A script computes the loss before the block `with tf.GradientTape() as tape:`. What does `tape.gradient` return for each weight?"
        ),
        (
            Option(
                N_("A gradient of 0"),
                N_(
                    "A gradient of 0 would be the result of a computation. Here the tape has no record from which it could compute a gradient."
                ),
            ),
            Option(
                N_("`None`"),
                N_(
                    "The tape has not recorded the operations that lead from the weights to the loss. `tape.gradient` raises no error; the optimizer does, if it gets `None` for every weight."
                ),
                right=True,
            ),
            Option(
                N_("The gradient of the step before"),
                N_(
                    "A tape has a record only of the operations that ran while it was open. It keeps no gradients of earlier steps."
                ),
            ),
        ),
    ),
)
