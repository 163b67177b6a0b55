"""The cases of the script that tells prices with a Trainer."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from course.case import Case, Program
from course.cases import prices
from course.cases.draws import draw_of
from course.cases.scores import share_of_near
from course.exercise import Draw, Handed
from course.i18n import N_
from course.lesson import Raises


def draw(rng: Random) -> Draw:
    """Draw the adverts."""
    return draw_of(
        rng,
        prices.draw_splits(rng),
        checkpoint="prices",
        asked="texts",
        question="text",
        right=lambda row: [int(row["price"])],
        columns=("price",),
        guess=guess,
    )


def guess(right: Sequence[int]) -> float:
    """The share of prices that the most frequent one is near to."""
    most = max(right, key=list(right).count)
    return sum(abs(most - price) < prices.NEAR * price for price in right) / len(right)


def score(handed: Handed, kept: Sequence[int]) -> float:
    """The share of prices that the predictions are near to."""
    return share_of_near(handed, kept, prices.NEAR)


TARGET_SIZE = Case(
    name="target-size-differs",
    mistake="two-outputs",
    symptom=N_("Training stops at the first step: the target size must be the same as the input size"),
    note=N_(
        "The author says: “There is one price for each advert, so the labels must be right. I have not cut or padded them. Maybe the last batch is too small?”"
    ),
    hints=(
        N_(
            "The error shows two shapes. Which of them is that of the labels, and where does the 2 in the other one come from?"
        ),
        N_(
            "Print `model.config.num_labels` and the shape of the logits for one batch. How many numbers does the model give for each advert, and how many does a price need?"
        ),
        N_("Without `num_labels` the model has two outputs. For a price give it one: `num_labels=1`."),
    ),
    title=N_("The model has two outputs, and a price is one number"),
    why=N_(
        "A model for sequence classification has two outputs if nothing else is said. Labels that are decimal numbers and not whole ones make 🤗 Transformers think that each output is a question of its own, with yes or no as its answer. This loss needs a label for each output, so the shapes did not fit. With `num_labels=1` the model does regression, and its loss is the mean squared error. The model chooses its loss by `num_labels` and by the type of the labels, so set both with care."
    ),
    lookalikes=N_(
        "The same error comes from a task with several labels for each text, if the labels are not rows of 0 and 1 that are as long as `num_labels`."
    ),
    raises=Raises("ValueError", "Target size"),
)

LOSS_IN_THE_THOUSANDS = Case(
    name="loss-in-the-thousands",
    mistake="unscaled",
    symptom=N_("No error, but the loss has five digits or more, and the outputs stay far from the prices"),
    note=N_(
        "The author says: “I want to read the prices directly, so I have made the labels simpler. The loss gets smaller, but it began at more than a million. Do I need more epochs?”"
    ),
    hints=(
        N_(
            "Read in the task what an output of the model stands for. Which numbers does the model learn from in this script?"
        ),
        N_(
            "Print some labels, and the outputs of the model before the training. How far must the outputs move, and how far do 300 steps with a rate of 0.003 move a weight at most?"
        ),
        N_('The labels are prices in euros. Make them small, as the task says: `row["price"] / 100`.'),
    ),
    title=N_("The labels are not scaled"),
    why=N_(
        "The labels were prices in euros, from 500 to 1,900, while the outputs of a new head are close to 0. With Adam a weight moves by about the learning rate in each step, so most of the training is needed to reach the right size, and little time is left to tell one thing from another. The gradients also are very large, and the Trainer clips them. Scale the labels of a regression to a size of about 1 to 10, and scale the predictions back when you need them."
    ),
    lookalikes=N_(
        "Outputs that stay far from the labels also come from a learning rate that is too low, and from a body that is frozen. A large loss alone says nothing, because it depends on the unit of the labels."
    ),
    fails="learns",
)

ZERO_NEAR = Case(
    name="outputs-good-score-zero",
    mistake="argmax-of-one",
    symptom=N_("No error, the printed outputs are close to the labels, but the reported score is 0"),
    note=N_(
        "The author says: “The loss is below 0.1, and the outputs at the end look good to me. But the score is 0.00 in each epoch. The metric cannot be wrong, it comes from my script that classifies texts.”"
    ),
    hints=(
        N_(
            "The script prints outputs and labels. Compute the score of these five by hand. Do you believe the model or the metric?"
        ),
        N_("Print `outputs.shape` and `predictions[:5]` in `compute_metrics`. Which values can `argmax` have here?"),
        N_(
            "There is one output for each text, and it is the prediction itself. Take it without `argmax`: `outputs[:, 0]`."
        ),
    ),
    title=N_("The metric takes the `argmax` of a single output"),
    why=N_(
        "In classification the prediction is the place of the largest output, and `argmax` finds it. In regression the output itself is the prediction. The place of the largest of one number is always 0, so the metric compared each price with 0. The model was good all the time. When the loss and the score do not agree, print what the metric compares."
    ),
    lookalikes=N_(
        "A score of 0 beside a small loss also comes from predictions that are scaled back and labels that are not, and from labels and outputs that are swapped in the metric."
    ),
    fails="reports",
)

LOW_SCORE = Case(
    name="outputs-good-score-low",
    mistake="every-pair-compared",
    symptom=N_("No error, the printed outputs are close to the labels, but the reported score is only about 0.2"),
    note=N_(
        "The author says: “The five outputs that are printed are nearly perfect. But the score says that fewer than one in five is near the price. I must have had luck with the first five.”"
    ),
    hints=(
        N_("Print more outputs beside their labels. Is it only luck? If not, look at how the score is computed."),
        N_(
            "Print the shapes of `outputs`, of `labels` and of `differences` in `compute_metrics`. How many differences should there be for 160 adverts?"
        ),
        N_(
            "An array of shape `(160, 1)` minus one of shape `(160,)` gives 160 × 160 differences: each output is compared with each label. Take `outputs[:, 0]`."
        ),
    ),
    title=N_("Each output is compared with each label"),
    why=N_(
        "The outputs have the shape `(160, 1)`, and the labels `(160,)`. NumPy broadcasts the two: it repeats each of them, and the difference has the shape `(160, 160)`. So the score was a mean over all pairs, and most of them are an output with the label of another advert. No error and no warning shows it. Compare the shapes before you subtract two arrays."
    ),
    lookalikes=N_(
        "A score that is too low also comes from labels in another order than the outputs. Then the shapes are right, and only single pairs tell it."
    ),
    fails="reports",
)

SAME_PRICE = Case(
    name="same-price-for-all",
    mistake="loss-of-every-pair",
    symptom=N_("No error, the loss falls at first, but the model predicts the same price for all adverts"),
    note=N_(
        "The author says: “I use the absolute error as the loss, because it is less sensitive to single high prices. The loss falls to about 3 and stays there. The model only finds the middle of all prices.”"
    ),
    hints=(
        N_("The model has learned the middle of the prices. For which loss would this be the best answer?"),
        N_(
            "Print the shapes of `outputs.logits` and of `labels` in the loss, and of their difference. How many differences does a batch of 16 adverts have?"
        ),
        N_(
            "The difference has the shape `(16, 16)`: each output is compared with each label of the batch. Give both the same shape: `outputs.logits[:, 0] - labels`."
        ),
    ),
    title=N_("The loss compares each output with each label of the batch"),
    why=N_(
        "The logits have the shape `(16, 1)` and the labels `(16,)`. PyTorch broadcasts them to `(16, 16)`, so each output is compared with the labels of all adverts in the batch. One output cannot be near to all of them, and the best answer is their middle, for each advert the same. The losses in `torch.nn` warn of such shapes, but a subtraction does not. In a loss of your own, first make sure that both shapes are equal."
    ),
    lookalikes=N_(
        "The same prediction for all also comes from a learning rate that is too high, and from texts that do not belong to their labels."
    ),
    fails="learns",
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("regression · Trainer"),
    task=(
        N_(
            "The script reads adverts for used things, and learns to tell the price. The thing and its state decide on the price. In the data, `text` is the advert, and `price` is its price in euros, a multiple of 100. An output of the model stands for the price in hundreds of euros: 7.0 means 700 euros. The score is the share of predictions that are off by less than a tenth of the price."
        ),
    ),
    checkpoint="prices",
    draw_splits=prices.draw_splits,
    draw=draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 300,
        "batch-size": 16,
        "learning-rate": 3e-3,
        "parameters": 76801,
        "trained-parameters": 76801,
        "mean-rate": 0.5,
        "old-gradients": 0,
        "lost-gradients": 0,
        "padding-read": 0,
    },
    score=score,
    target=0.9,
    cases=(TARGET_SIZE, LOSS_IN_THE_THOUSANDS, ZERO_NEAR, LOW_SCORE, SAME_PRICE),
)
