"""The cases of the script that sends tickets to desks with Accelerate."""

from pathlib import Path

from course.case import Case, Program
from course.cases import tickets
from course.cases.scores import share_of_equals
from course.i18n import N_
from course.lesson import Raises

NOT_ITERABLE = Case(
    name="optimizer-not-iterable",
    mistake="unpacked-in-another-order",
    symptom=N_("Training stops before the first batch: an `AcceleratedOptimizer` is not iterable"),
    note=N_(
        "The author says: “I do not iterate over the optimizer anywhere, only over my loader. The same loader worked before I moved to Accelerate. I think that `prepare` damages it.”"
    ),
    hints=(
        N_(
            "The error stands at the loop over `train_loader`. Is the variable with this name really a loader at that place?"
        ),
        N_(
            "Print `type(train_loader)` and `type(optimizer)` directly after `accelerator.prepare(…)`. Compare the names on the left of the `=` with the arguments."
        ),
        N_(
            "`prepare` returns its results in the order of its arguments: model, optimizer, training loader, validation loader, scheduler. Use the same order on the left."
        ),
    ),
    title=N_("The results of `prepare` are unpacked in another order"),
    why=N_(
        "`accelerator.prepare` takes any number of objects, and returns one for each of them, in the same order. It knows no names. The left side had the names in another order, so `train_loader` was the optimizer. The error came at the first place where the object could not do what its name says. When an error speaks of a type that you do not expect, print the type of the variable at that line, and then look for the line where the variable got its value."
    ),
    lookalikes=N_(
        "If only the two loaders change places, there is no error: the script trains on the validation set. A tuple that is returned by a function of your own and unpacked in another order gives the same kind of error."
    ),
    raises=Raises("TypeError", "not iterable"),
)

NO_STEP_AT_ALL = Case(
    name="neither-step-nor-error",
    mistake="accumulated-twice",
    symptom=N_("No error, gradients are there, but the optimizer never changes a weight"),
    note=N_(
        "The author says: “My old loop did a step after every second batch. I have kept the line that decides it, and added what the documentation of Accelerate shows. `optimizer.step()` is called, I have put a `print` there: 30 times in each epoch. But the loss stays near 1.39.”"
    ),
    hints=(
        N_(
            "Two things in the loop decide in which batches a step is taken. Which are they, and do they choose the same batches?"
        ),
        N_(
            "In each batch, print `step` and `accelerator.sync_gradients`. Accelerate lets `optimizer.step()` do something only where `sync_gradients` is true."
        ),
        N_(
            "The line `if step % 2 == 0` chooses the batches 0, 2, 4, … and Accelerate the batches 1, 3, 5, …. Inside `accelerator.accumulate(model)` call `optimizer.step()`, `scheduler.step()` and `optimizer.zero_grad()` in each batch."
        ),
    ),
    title=N_("Gradients are accumulated by hand and by Accelerate"),
    why=N_(
        "Inside `accelerator.accumulate`, the prepared optimizer ignores `step()` and `zero_grad()` until enough batches have come together. So they can and must be called in each batch. The script also had an `if` of its own, and the two never agreed: the `if` was true in the first of two batches, Accelerate in the second. All 150 calls did nothing, and no message said so. Do not assume that a call does something: compare a weight before and after it, or count the steps that were really taken."
    ),
    lookalikes=N_(
        "Weights that do not change also come from an optimizer that holds the parameters of another model, and from a learning rate of 0. If the two conditions choose the same batches, the script works, and its own condition is only superfluous."
    ),
    fails="learns",
)

STEPS_WITHOUT_EFFECT = Case(
    name="steps-without-effect",
    mistake="other-model",
    symptom=N_("No error, all steps are taken with a good learning rate, but the loss stays at the level of guessing"),
    note=N_(
        "The author says: “Every step is taken: I have counted 150. The learning rate goes up and down as it should, and the weights of the classifier have gradients, I have printed them. But nothing is learned. I suspect the accumulation of gradients.”"
    ),
    hints=(
        N_(
            "The optimizer changes the parameters that it was given. Are these the parameters of the model that is trained?"
        ),
        N_(
            'Collect the ids of the optimizer\'s parameters: `ids = {id(p) for group in optimizer.param_groups for p in group["params"]}`. Then print `sum(id(p) in ids for p in model.parameters())`.'
        ),
        N_(
            "The checkpoint is loaded twice, and each time that makes a new model. Load it once, and make the optimizer from the parameters of this same model."
        ),
    ),
    title=N_("The optimizer holds the parameters of another model"),
    why=N_(
        "The script loaded the model, made the optimizer, and then loaded the model again. The second model was trained: it computed the loss, and its parameters got gradients. But the optimizer had the parameters of the first one, which never got a gradient. None of the 40 parameter tensors of the model was among those of the optimizer. Python sees no mistake there, because both models are complete. If you create a model again, create everything again that was made from it: the optimizer, and the scheduler of this optimizer."
    ),
    lookalikes=N_(
        "The same picture comes from gradients that are cleared before the step, and from a head that is replaced after the optimizer was made: then only the new head does not learn."
    ),
    fails="learns",
)

LOW_LOSS_LOW_ACCURACY = Case(
    name="low-loss-low-accuracy",
    mistake="eval-shuffled",
    symptom=N_("No error, and the training loss is near 0, but the reported accuracy is about 0.25"),
    note=N_(
        "The author says: “On the training set the loss is nearly 0, on the validation set the accuracy is that of a guess. That must be overfitting. I have tried dropout and fewer epochs. But when I give the model single tickets of the validation set, it is always right.”"
    ),
    hints=(
        N_(
            "A model that is right about single validation tickets does not overfit. How does the script find the right label for each prediction?"
        ),
        N_(
            'Collect `batch["labels"]` of all batches of `eval_loader` in a list. Compare the list with `list(datasets["validation"]["labels"])`.'
        ),
        N_(
            "The predictions come in the order of the loader, and the labels in the order of the data set. Both orders must be the same: do not shuffle the validation loader."
        ),
    ),
    title=N_("The validation loader is shuffled, the labels are not"),
    why=N_(
        "The script puts the predictions beside the labels of the data set, row by row. But the loader had shuffled the validation set, so each prediction was compared with the label of another ticket. The model was right, and the score was that of a guess. Where predictions and labels come by different ways, compare their order first. It is safer to take the labels from the same batch as the predictions."
    ),
    lookalikes=N_(
        "The same score comes from data that were sorted or filtered between prediction and comparison. With real overfitting, the model is also wrong about single tickets of the validation set."
    ),
    fails="reports",
)

NOT_ON_THE_HUB = Case(
    name="not-on-the-hub",
    mistake="dataset-name",
    symptom=N_("Loading the data stops with an error: the data set cannot be found on the Hugging Face Hub"),
    note=N_(
        'The author says: “Our group has put the tickets on the hub, and a copy is on my disk: its directory is what `main()` is given. The course page loads its data by a short name, `load_dataset("glue", "mnli")`, so I do that, too. Without a network, the error says that the hub cannot be reached. With a network, it says that there is no such data set, and a colleague with newer libraries gets an error about a namespace. But I can see the data, on the hub and on my disk.”'
    ),
    hints=(
        N_(
            "The error stands in the call of `load_dataset`. Print what `main()` was given as `dataset`. Does `load_dataset` get it?"
        ),
        N_(
            "`load_dataset` takes the path of a directory, or the name of a data set on the Hugging Face Hub. Is there a directory with the name that it gets here? `os.path.isdir(…)` tells it. And what does a whole name on the hub look like?"
        ),
        N_(
            "`tickets` is neither a directory nor a whole name on the hub, which has a namespace. The check has other tickets, in another directory: give `load_dataset` what `main()` was given."
        ),
    ),
    title=N_("The data set has a name without a namespace"),
    why=N_(
        "The mistake was the name of the data set. `load_dataset` first looks for a directory of that name. There was none, so it took the name for one on the Hugging Face Hub, and there a whole name has a namespace, a slash and a name, such as `nyu-mll/glue`. When the course page was published, some data sets had a name alone, such as `glue`, and many pages still write it so. Today's `huggingface_hub` refuses such a name with an `HfUriError`. Look a data set up on the hub and copy its whole name, or give the path of its directory, as here."
    ),
    lookalikes=N_(
        "A mistyped path of a directory gives the same errors, and so does a relative path when the script is started in another directory: what is no directory is taken for a name on the hub. Without a network, the error is the same for each name, whether it is right or wrong."
    ),
    raises=Raises("ConnectionError|DatasetNotFoundError|HfUriError", "on the Hub|namespace"),
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("sentence classification · Accelerate"),
    task=(
        N_(
            "The script reads tickets, which are letters to a shop, and learns which of four desks each ticket belongs to. Each product has its desk; nothing else decides. In the data, `text` is the letter, `desk` the name of the desk, and `desk_id` its number, from 0 to 3. `[ORDER]` stands in place of an order's number."
        ),
        N_(
            "The training loop uses Accelerate. It accumulates the gradients of two batches of 8 tickets before each step, which makes 150 steps in five epochs. The learning rate rises to 1e-3 in the first 15 steps, and then falls to 0."
        ),
    ),
    checkpoint="tickets",
    draw_splits=tickets.draw_splits,
    draw=tickets.draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 150,
        "batch-size": 8,
        "learning-rate": 1e-3,
        "parameters": 80708,
        "trained-parameters": 80708,
        "mean-rate": 0.5,
        "first-loss": 0.695,
        "old-gradients": 0,
        "lost-gradients": 0,
        "padding-read": 0,
    },
    score=share_of_equals,
    target=0.95,
    cases=(
        NOT_ITERABLE,
        STEPS_WITHOUT_EFFECT,
        NO_STEP_AT_ALL,
        LOW_LOSS_LOW_ACCURACY,
        NOT_ON_THE_HUB,
    ),
)
