"""Questions at the end of chapter 3. Every claim that code can show is shown in tests/test_quiz.py."""

from course.i18n import N_
from course.lesson import Option, Question

QUIZ = (
    Question(
        "count-steps",
        N_("A training set of 3,668 rows, batches of 8, three epochs: how many steps are there?"),
        (
            Option(
                N_("1,374"),
                N_("So many batches are full. The last one of each epoch has four rows, and counts as well."),
            ),
            Option(
                N_("1,377"),
                N_("459 batches in each epoch, the last of them with four rows."),
                right=True,
            ),
            Option(
                N_("11,004"),
                N_("A step is taken for each batch, and not for each row."),
            ),
        ),
    ),
    Question(
        "zero-grad",
        N_("In a PyTorch loop `optimizer.zero_grad()` is missing. What does each step follow?"),
        (
            Option(
                N_("The sum of the gradients of all batches so far."),
                N_("`backward()` adds to what is there."),
                right=True,
            ),
            Option(
                N_("The gradient of the first batch."),
                N_("That is in it, but others have been added."),
            ),
            Option(
                N_("None: PyTorch raises an error."),
                N_("Adding up is allowed on purpose: it is how gradients are accumulated."),
            ),
        ),
    ),
    Question(
        "evaluation-mode",
        N_("What is true of `model.eval()` in PyTorch?"),
        (
            Option(
                N_("It turns dropout off."),
                N_("Some layers do something else in training, and dropout is one of them."),
                right=True,
            ),
            Option(
                N_("It saves the memory that gradients need."),
                N_(
                    "That is what `torch.no_grad()` does. Without it every layer goes on keeping what a backward pass would need."
                ),
            ),
            Option(
                N_("It holds until `model.train()` is called."),
                N_("The mode is a property of the model, and no end of a loop takes it back."),
                right=True,
            ),
        ),
    ),
    Question(
        "majority",
        N_("Of all rows, 68 in 100 have the label 1. What does somebody get who always answers 1?"),
        (
            Option(
                N_("An accuracy of 0.68"),
                N_("As many answers are right as rows have this label."),
                right=True,
            ),
            Option(
                N_("An F1 of 0"),
                N_("That is what somebody gets who never answers 1."),
            ),
            Option(
                N_("An F1 of 0.81"),
                N_("All rows with label 1 are found, and 0.68 of the answers 1 are right: 2 × 0.68 / 1.68."),
                right=True,
            ),
        ),
    ),
    Question(
        "accumulation",
        N_(
            "In place of one batch of 32 there are four of 8, each with a quarter of its loss, before one step of the optimizer. What stays the same?"
        ),
        (
            Option(
                N_("The memory that it takes."),
                N_("Only one small batch has to be kept at a time: that is what it is for."),
            ),
            Option(
                N_("The gradient, as long as there is no dropout."),
                N_("The mean over 32 rows is the mean of four means over 8."),
                right=True,
            ),
            Option(
                N_("The number of forward passes."),
                N_("There are four in place of one."),
            ),
        ),
    ),
    Question(
        "gathered",
        N_(
            "Two processes evaluate a model, and the last batches are not full. What does `gather_for_metrics` do that `gather` does not?"
        ),
        (
            Option(
                N_("It leaves out rows that were there to fill up a batch."),
                N_(
                    "So that all processes have equally many, rows from the beginning are used twice. Counted twice, they would change the score."
                ),
                right=True,
            ),
            Option(
                N_("It calculates the metric."),
                N_("It brings values together; to calculate is the metric's affair."),
            ),
            Option(
                N_("It brings the values of all processes together."),
                N_("So does `gather`."),
            ),
        ),
    ),
    Question(
        "learned-by-heart",
        N_("The training loss goes on falling, and the validation loss rises. What helps?"),
        (
            Option(
                N_("More data."),
                N_("More rows are harder to learn by heart."),
                right=True,
            ),
            Option(
                N_("More epochs."),
                N_("Each of them shows the same rows once more, and the two losses move further apart."),
            ),
            Option(
                N_("Fewer epochs."),
                N_("The model was at its best where the validation loss was lowest."),
                right=True,
            ),
        ),
    ),
    Question(
        "stepped-by-epoch",
        N_(
            "A linear schedule over 750 steps is stepped once an epoch in place of once a batch. What is the learning rate after three epochs?"
        ),
        (
            Option(
                N_("0"),
                N_("That it would be after 750 calls, and there were three."),
            ),
            Option(
                N_("A third of what it was."),
                N_("A schedule counts its calls, and knows of no epochs."),
            ),
            Option(
                N_("Almost what it was in the beginning."),
                N_("Three calls of 750 are 0.4 % of the way."),
                right=True,
            ),
        ),
    ),
    Question(
        "before-the-tape",
        N_(
            "In TensorFlow the loss is calculated before `with tf.GradientTape() as tape:`. What does `tape.gradient` give for the weights?"
        ),
        (
            Option(
                N_("0"),
                N_("A gradient of 0 would be one that was calculated. Here there is nothing to calculate it from."),
            ),
            Option(
                N_("`None`"),
                N_(
                    "The tape has recorded nothing that leads from the weights to the loss. No error is raised before an optimizer gets it."
                ),
                right=True,
            ),
            Option(
                N_("What it gave in the step before."),
                N_("A tape knows only what was calculated while it was open."),
            ),
        ),
    ),
)
