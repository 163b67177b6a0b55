"""The cases of the script that sends tickets to desks with a training loop in plain PyTorch."""

from pathlib import Path

from course.case import Case, Program
from course.cases import tickets
from course.cases.scores import share_of_equals
from course.i18n import N_
from course.lesson import Raises

EMPTY_LIST = Case(
    name="empty-parameter-list",
    mistake="parameters-used-up",
    symptom=N_("The script stops before training: the optimizer got an empty parameter list"),
    note=N_(
        "The author says: “The error says that there are no parameters. But the line before prints how many there are: 80708. I think that the optimizer does not know this kind of model.”"
    ),
    hints=(
        N_(
            "The script counts the parameters and then gives them to the optimizer. What type does `model.parameters()` return?"
        ),
        N_(
            "Print `len(list(parameters))` directly before the optimizer is made, and then `len(list(model.parameters()))`. Why are the two numbers different?"
        ),
        N_(
            "`model.parameters()` is a generator: it can be read once, and the sum has read it. Call `model.parameters()` again for the optimizer, or keep `list(model.parameters())`."
        ),
    ),
    title=N_("A generator is read twice"),
    why=N_(
        "`model.parameters()` returns a generator. A generator gives each of its values once, and then it is empty. The sum over the number of weights read it to its end, so nothing was left for the optimizer. PyTorch raises an error here, but most functions accept an empty generator without a message. If you need the values of a generator more than once, store them in a list."
    ),
    lookalikes=N_(
        "The same error comes from a filter that lets no parameter through, such as one for `requires_grad` on a frozen model, and from layers that are kept in a Python list and not in a `ModuleList`."
    ),
    raises=Raises("ValueError", "empty parameter list"),
)

TARGET_SIZE = Case(
    name="target-size",
    mistake="float-labels",
    symptom=N_("Training stops at the first batch: the target size 16 must be the same as the input size 16 × 4"),
    note=N_(
        "The author says: “The error talks about sizes, so I have checked them all. There are 16 tickets in a batch, each has one label, and the model has 4 outputs. That is what it should be. A metric that I used before wanted its labels as floats, but I do not use it any more.”"
    ),
    hints=(
        N_(
            "The sizes are right for a task with one label for each ticket. For which task would the loss want 4 numbers for each ticket?"
        ),
        N_(
            "Print `batch['labels'].dtype` for the first batch. After the error, print `model.config.problem_type`. 🤗 Transformers chooses the task by the type of the labels."
        ),
        N_(
            "With float labels the model computes a loss for several labels at once. The number of a desk is a class: leave it an integer, without the cast to `float32`."
        ),
    ),
    title=N_("The labels are floats"),
    why=N_(
        "If `problem_type` is not set, 🤗 Transformers derives it from the number of outputs and the type of the labels. Four outputs and integer labels mean one class for each text. Four outputs and float labels mean several labels for each text, with one number for each output. So the model set `problem_type` to `multi_label_classification`, and the error was about sizes, although the cause was a type. When an error names shapes that you think are right, look at the types as well."
    ),
    lookalikes=N_(
        "The same error comes from a model that is really meant for several labels and gets one number for each text. If you compute the loss yourself with `CrossEntropyLoss`, float labels give another error: it names the type `Long` that was expected, and the type `Float` that came."
    ),
    raises=Raises("ValueError", "Target size"),
)

AS_BEFORE_TRAINING = Case(
    name="accuracy-as-before-training",
    mistake="gradients-cleared",
    symptom=N_("No error, but after five epochs the accuracy is exactly the one of the untrained model"),
    note=N_(
        "The author says: “I have read that old gradients must be cleared in each step, and I do it. Still the loss stays near 1.39. I have evaluated the model before the training too, and the accuracy is the same to the last digit. Is my model too small?”"
    ),
    hints=(
        N_(
            "A small model that learns badly has a new accuracy, even if it is not a good one. What does it mean that the accuracy is exactly the same?"
        ),
        N_(
            "Print `model.classifier.weight.grad` directly after `loss.backward()`, and again directly before `optimizer.step()`. What is different?"
        ),
        N_(
            "The optimizer needs the gradients that `backward` has computed. Clear them only when the step is done: first `optimizer.step()`, then `optimizer.zero_grad()`."
        ),
    ),
    title=N_("The gradients are cleared before the step"),
    why=N_(
        "`backward` computed the gradients, and `zero_grad` removed them before `step` could use them. After `zero_grad` the gradient of each parameter is `None`, and the optimizer leaves out every parameter that has none. So the script took 150 steps and changed no weight. A score that stays exactly the same says that nothing moves. Then compare one weight before and after a step, and look at its gradient, before you change the model or the learning rate."
    ),
    lookalikes=N_(
        "Weights that do not move also come from a learning rate of 0, from a loss that has lost its connection to the model, and from an optimizer that holds the parameters of another model. Print the gradient directly before the step, and the learning rate of the step."
    ),
    fails="learns",
)

SAME_LOSS = Case(
    name="same-loss-in-every-epoch",
    mistake="new-leaf",
    symptom=N_("No error, but the loss hardly differs from one epoch to the next"),
    note=N_(
        "The author says: “I wanted to sum up the losses as plain numbers. At first `backward` raised an error, that the tensor does not require grad. On a forum I found the option that ends this error. Now the script runs, but the loss stays near 1.39. Perhaps the learning rate is too low.”"
    ),
    hints=(
        N_("`backward` goes from the loss back to the weights. How does it know the way?"),
        N_(
            "Print `outputs.loss.grad_fn` and `loss.grad_fn`. Then print `model.classifier.weight.grad` after `backward`. Did any gradient reach the model?"
        ),
        N_(
            "`torch.tensor(outputs.loss.item(), …)` makes a new tensor that knows nothing of the model. Call `backward` on `outputs.loss` itself, and use `.item()` only for the sum."
        ),
    ),
    title=N_("The loss is a new tensor without a connection to the model"),
    why=N_(
        "`.item()` turns the loss into a Python number, and a number does not know how it was computed. The new tensor has the right value, but its `grad_fn` is `None`. With `requires_grad=True` the error ended, because `backward` then had a tensor that wants a gradient: the new one itself. No gradient reached the weights of the model, and the optimizer had nothing to do. An error that says “does not require grad” asks where the connection was lost. The option hides the question and does not answer it."
    ),
    lookalikes=N_(
        "The connection is also lost by `.detach()`, by `argmax`, and by a forward pass under `torch.no_grad()`. Gradients that are cleared too early and a learning rate of 0 give the same picture, but there `loss.grad_fn` is not `None`."
    ),
    fails="learns",
)

BELOW_ZERO = Case(
    name="loss-below-zero",
    mistake="no-log",
    symptom=N_("No error, and the loss falls far below zero, but the accuracy is about 0.25"),
    note=N_(
        "The author says: “I compute the loss myself, because I want to give the desks weights later. It falls and falls, and after five epochs it is below -30. So the training must be excellent. Only the accuracy is bad, so I think that the evaluation is wrong.”"
    ),
    hints=(
        N_("How small can the loss of a classifier become, if it is the negative logarithm of a probability?"),
        N_(
            "Print the logits of some tickets after the training: how large are they, and how different are they from ticket to ticket? Then read in the documentation which input `NLLLoss` expects."
        ),
        N_(
            "`NLLLoss` expects logarithms of probabilities, and the model returns logits. `CrossEntropyLoss` takes logits: it applies `log_softmax` first."
        ),
    ),
    title=N_("The loss gets logits in place of log-probabilities"),
    why=N_(
        "`NLLLoss` takes the number at the place of the right desk and turns its sign. That is a loss only if the numbers are logarithms of probabilities, which are never above 0. Logits have no such limit. So the model made the loss smaller by raising its outputs for all tickets alike. In one run all logits of the validation tickets were between 36.8 and 40.1 after the training, and every ticket went to the same desk. A value that a loss cannot have is a mistake in the loss, however good the curve looks. Know the least value of your loss, and its value for a guess: here 0, and ln 4, about 1.39."
    ),
    lookalikes=N_(
        "Softmax before `CrossEntropyLoss` is the opposite mistake: then the loss falls too little, and with four desks it cannot get below 0.74. A loss below zero also comes from binary cross-entropy with labels outside 0 and 1."
    ),
    fails="learns",
)

STAY_THE_SAME = Case(
    name="weights-stay-the-same",
    mistake="scheduler-never-stepped",
    symptom=N_("No error, every parameter gets a gradient, and yet no weight changes"),
    note=N_(
        "The author says: “I have looked at the gradients directly before the step. All of them are there, and they are not zero. But the loss stays near 1.39. I have also given the optimizer a learning rate that is ten times as high, and it makes no difference at all.”"
    ),
    hints=(
        N_("A step is the gradient and a learning rate. If the gradient is there, what about the rate?"),
        N_(
            'Print `optimizer.param_groups[0]["lr"]` in each step of the loop. Which rate is set at the beginning of a warmup, and what should change it?'
        ),
        N_(
            "The scheduler has set the rate to 0 and waits for its steps. Call `scheduler.step()` after each `optimizer.step()`."
        ),
    ),
    title=N_("The scheduler is never stepped"),
    why=N_(
        "A scheduler with a warmup sets the rate to 0 as soon as it is made. The rate that was given to the optimizer is only the highest one, and each `scheduler.step()` of the warmup moves towards it. The loop never called it, so all 150 steps had a rate of 0. Without a warmup the same mistake is harder to see: the rate then stays at its highest value, and the model still learns. Print the rate that a step really has, not the one that you have set."
    ),
    lookalikes=N_(
        "A scheduler that is stepped once in each epoch, or with a warmup longer than the training, keeps the rate near 0. Gradients that are cleared before the step give the same loss, but then there are no gradients at the step."
    ),
    fails="learns",
)

FIVE_SIXTHS = Case(
    name="never-above-five-sixths",
    mistake="full-batches",
    symptom=N_("No error, and the loss is near 0, but the accuracy never gets above 0.83"),
    note=N_(
        "The author says: “Whatever I do, the accuracy ends at 0.83: with other seeds, with more epochs, with another learning rate. I have read the wrong tickets, to see what is hard about them. But I could not find any.”"
    ),
    hints=(
        N_(
            "The same number in every run does not look like a model that makes mistakes. Do you believe the model or the metric?"
        ),
        N_(
            "Print `correct`, `total`, and `len(eval_loader.dataset)`. How many tickets are in each batch of `eval_loader`?"
        ),
        N_(
            'The last batch is not full: three batches of up to 64 hold 160 tickets, not 192. Count the tickets of each batch: `total += len(batch["labels"])`.'
        ),
    ),
    title=N_("The accuracy counts tickets that do not exist"),
    why=N_(
        "The number of examples was computed as the number of batches times the batch size. But the last batch has only 32 tickets, so 160 right answers were divided by 192, which is 0.83. With another batch size the same model has another accuracy: that is a simple test of a metric. Count what you really compare, in the same place where you compare it."
    ),
    lookalikes=N_(
        "A mean of the accuracies of all batches gives a small last batch too much weight, and `drop_last=True` in the loader leaves its examples out. A score that is too low can also come from predictions and labels in different orders."
    ),
    fails="reports",
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("sentence classification · a loop in PyTorch"),
    task=(
        N_(
            "The script reads tickets, which are letters to a shop, and learns which of four desks each ticket belongs to. Each product has its desk; nothing else decides. In the data, `text` is the letter, `desk` the name of the desk, and `desk_id` its number, from 0 to 3. `[ORDER]` stands in place of an order's number."
        ),
        N_(
            "The training loop is written in plain PyTorch, without a Trainer. The learning rate rises to 1e-3 in the first 15 steps, and then falls to 0."
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
        "learning-rate": 1e-3,
        "parameters": 80708,
        "trained-parameters": 80708,
        "mean-rate": 0.5,
        "first-loss": 1.39,
        "old-gradients": 0,
        "lost-gradients": 0,
        "padding-read": 0,
    },
    score=share_of_equals,
    target=0.95,
    cases=(
        EMPTY_LIST,
        TARGET_SIZE,
        AS_BEFORE_TRAINING,
        SAME_LOSS,
        STAY_THE_SAME,
        BELOW_ZERO,
        FIVE_SIXTHS,
    ),
)
