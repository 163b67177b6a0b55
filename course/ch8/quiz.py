"""Questions at the end of chapter 8. Every claim that code can show is shown in tests/test_quiz.py."""

from course.i18n import N_
from course.lesson import Option, Question

QUIZ = (
    Question(
        "loss-of-a-guess",
        N_("A fresh model is to tell three labels apart that come in equal shares. Near which loss should it begin?"),
        (
            Option(
                N_("0"),
                N_("That would be a model that is sure of itself, and right every time."),
            ),
            Option(
                N_("ln 3 ≈ 1.0986"),
                N_("Each label gets a third of the chances, and the loss is minus the logarithm of a third."),
                right=True,
            ),
            Option(
                N_("3"),
                N_("The number of labels goes into the loss as a logarithm only."),
            ),
        ),
    ),
    Question(
        "nan-in-some-rows",
        N_(
            "The loss is `nan` in some rows and not in others, and the logits of all of them are finite. Where do you look?"
        ),
        (
            Option(
                N_("At the learning rate."),
                N_("Steps that are too large spoil the weights, and with them the logits of every row."),
            ),
            Option(
                N_("At the labels of those rows."),
                N_(
                    "A label for which there is no logit is an error where somebody checks it. TensorFlow on a GPU does not, and gives `nan`."
                ),
                right=True,
            ),
            Option(
                N_("At the padding."),
                N_("Padding that is attended to changes logits, and leaves them finite."),
            ),
            Option(
                N_("At `num_labels`."),
                N_(
                    "If the labels are as they should be, the model has too few logits: without `num_labels` it has two."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "loss-by-name",
        N_('Keras is told `loss="sparse_categorical_crossentropy"`, and the model returns logits. What happens?'),
        (
            Option(
                N_("An error says that probabilities are expected."),
                N_("Nothing is checked: it takes any numbers."),
            ),
            Option(
                N_("The logits are taken for probabilities."),
                N_("A name stands for a loss with all its defaults, and one of them is `from_logits=False`."),
                right=True,
            ),
            Option(
                N_("Some logits get no gradient."),
                N_("What cannot be a probability is clipped, and what is clipped has no gradient."),
                right=True,
            ),
            Option(
                N_("Nothing: Keras sees by itself that they are logits."),
                N_("For the same logits, `from_logits=True` gives another loss."),
            ),
        ),
    ),
    Question(
        "default-rate",
        N_(
            "Adam is asked for by name in Keras, or made in PyTorch without a learning rate. Which learning rate does it have?"
        ),
        (
            Option(
                N_("`5e-5`"),
                N_("That is the default of the Trainer, and of no optimizer."),
            ),
            Option(
                N_("One that suits the model."),
                N_("An optimizer sees weights and gradients, and nothing else of a model."),
            ),
            Option(
                N_("`1e-3`"),
                N_(
                    "Keras and PyTorch have the same default. For a pretrained Transformer it is 10 to 100 times too large."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "one-batch",
        N_("A model was trained on one and the same batch until its loss was near 0. What do you know now?"),
        (
            Option(
                N_("The labels are right."),
                N_("Wrong labels of a few rows are learned by heart as well."),
            ),
            Option(
                N_("Gradients reach the weights, and steps go the right way."),
                N_(
                    "If it were not so, the loss would not have come down. What cannot learn a few rows cannot learn many."
                ),
                right=True,
            ),
            Option(
                N_("The model will be right about other rows, too."),
                N_("It knows a few rows by heart. That was the task, and it says nothing of others."),
            ),
            Option(
                N_("Training can go on from here."),
                N_("These weights are spoilt for everything else. Make the model anew first."),
            ),
        ),
    ),
    Question(
        "attention-mask",
        N_("The attention mask is not among the columns that the script asks for. How does that show?"),
        (
            Option(
                N_("By an error with the first batch."),
                N_("Without a mask the model takes every position for a token, and raises no error."),
            ),
            Option(
                N_("By a loss that stays near ln 3."),
                N_("The model learns all the same, only not as well."),
            ),
            Option(
                N_("By logits that depend on which other rows are in the batch."),
                N_("The longest row decides how much padding the others get, and here that is attended to."),
                right=True,
            ),
        ),
    ),
    Question(
        "rows-of-different-lengths",
        N_("Who can make one batch of rows of different lengths?"),
        (
            Option(
                N_("A collator that pads."),
                N_("It knows which rows share a batch, and pads no further than to the longest of them."),
                right=True,
            ),
            Option(
                N_("The model."),
                N_("It takes rectangles of numbers, and rows of different lengths are none."),
            ),
            Option(
                N_("The tokenizer, if it is given one length for all."),
                N_('With `padding="max_length"` it can. Short rows then pay for the longest there may be.'),
                right=True,
            ),
        ),
    ),
    Question(
        "predictions",
        N_("The Trainer hands predictions to `compute_metrics`. What are they?"),
        (
            Option(
                N_("Labels."),
                N_("The model gives a number for each label; to choose among them is left to you."),
            ),
            Option(
                N_("Probabilities."),
                N_("Nobody has taken a softmax. To find the largest, nobody has to."),
            ),
            Option(
                N_("Logits."),
                N_("The Trainer hands on what the model returns. `argmax` over the last axis makes labels of it."),
                right=True,
            ),
        ),
    ),
)
