"""The cases of the script that sends tickets to desks with Keras."""

from pathlib import Path

from course.case import Case, Program
from course.cases import tickets
from course.cases.scores import share_of_equals
from course.i18n import N_
from course.lesson import Raises

OPTIMIZER_IDENTIFIER = Case(
    name="optimizer-identifier",
    mistake="other-keras",
    symptom=N_("The script stops at `compile` with a `ValueError`: it could not interpret the optimizer identifier"),
    note=N_(
        "The author says: “The error calls my optimizer an identifier that it cannot interpret. But it is Adam, the most usual of all! I have reinstalled TensorFlow, and it made no difference.”"
    ),
    hints=(
        N_(
            "The message prints the object that was refused. From which package does it come? And from which package does the model come?"
        ),
        N_(
            "Print `isinstance(model, keras.Model)` and `isinstance(model, tf.keras.Model)`, and also `keras.__version__`."
        ),
        N_(
            "There are two versions of Keras on this computer. The model belongs to `tf.keras`, so take the optimizer from there, too: `tf.keras.optimizers.Adam`."
        ),
    ),
    title=N_("The optimizer comes from another Keras than the model"),
    why=N_(
        "`import keras` gives Keras 3. The TensorFlow models of 🤗 Transformers are made for Keras 2, and with `TF_USE_LEGACY_KERAS` the name `tf.keras` stands for Keras 2. Both versions have a class `Adam`, and neither accepts the other's objects. So `compile` refused an optimizer that is correct in itself. Take the model, the optimizer, the loss and the metrics from one Keras: write `tf.keras` everywhere, and do not import `keras` beside it."
    ),
    lookalikes=N_(
        "The same error comes when a class is given instead of an object, as in `optimizer=tf.keras.optimizers.Adam`. An optimizer of PyTorch gives it as well."
    ),
    raises=Raises("ValueError", "Could not interpret optimizer identifier"),
)

SAME_SHAPE = Case(
    name="arrays-of-one-shape",
    mistake="collator-without-padding",
    symptom=N_("Training stops at the first batch: all input arrays must have the same shape"),
    note=N_(
        "The author says: “`to_tf_dataset` accepts my data, both data sets are made without a complaint. Only `fit` stops, with a graph execution error. The texts are truncated, so none is too long. Something must be wrong with TensorFlow's graphs.”"
    ),
    hints=(
        N_(
            "The error was raised in the function that makes one array of the examples of a batch. Find its name in the traceback."
        ),
        N_(
            'Print the lengths: `[len(ids) for ids in datasets["train"][:8]["input_ids"]]`. Can lists of these lengths be the rows of one array?'
        ),
        N_(
            'Truncation cuts long texts, but it does not fill up short ones. The collator has to pad: `DataCollatorWithPadding(tokenizer, return_tensors="np")`.'
        ),
    ),
    title=N_("The collator does not pad"),
    why=N_(
        "A batch is one array, so all its rows must have the same length. The tokenizer cuts what is too long, and `DefaultDataCollator` stacks the examples as they are. Nothing filled up the short texts. `to_tf_dataset` tries the collator too, but with a single example at a time, and a single example always fits. So the error came only with the first batch of 16. A batch can be tried without a model: `next(iter(train_set))`."
    ),
    lookalikes=N_(
        "The same error comes from columns that the collator cannot pad, such as lists of labels in token classification. A text that is longer than the model can take gives another error, in the model's embeddings."
    ),
    raises=Raises("InvalidArgumentError", "all input arrays must have the same shape"),
)

INCOMPATIBLE_SHAPES = Case(
    name="incompatible-shapes",
    mistake="binary-metric",
    symptom=N_("Training stops before the first step: the shapes (None, 4) and (None, 1) are incompatible"),
    note=N_(
        "The author says: “The model gives four numbers for each ticket, and the label is one number. The error complains about just that, so I think that I have the wrong loss. But with a loss for one-hot labels I get nearly the same error.”"
    ),
    hints=(
        N_(
            "Labels meet the outputs of the model in more than one place. Which function compared the shapes, the loss or something else? Read the last lines of the traceback."
        ),
        N_(
            "The file in which the error was raised has `metrics` in its name. Call `model.compile` with one metric after the other: with which of them does it fail?"
        ),
        N_(
            "`Precision()` is made for the answers yes and no. It cannot compare the numbers of four desks with logits. The accuracy can: remove the other metric."
        ),
    ),
    title=N_("A metric for yes or no is used with four classes"),
    why=N_(
        "`tf.keras.metrics.Precision` expects for each output a probability and a label 0 or 1, in arrays of the same shape. The labels here are numbers of desks, and the outputs are four logits each. The loss was right all the time: it takes numbers of classes and logits. With `accuracy`, Keras chooses a fitting variant by itself, but an object such as `Precision()` is used as it is. If you want the precision of each desk, compute it after the training from the predicted desks."
    ),
    lookalikes=N_(
        "The same message, with the shapes the other way round, comes from `CategoricalCrossentropy` with labels that are not one-hot. `Recall()` and `AUC()` are metrics for yes or no, too."
    ),
    raises=Raises("ValueError", "are incompatible"),
)

FORGOTTEN = Case(
    name="forgotten-after-loading",
    mistake="rebuilt-from-config",
    symptom=N_(
        "No error, the accuracy in training rises to 1.0, and after saving and loading it is no better than guessing"
    ),
    note=N_(
        "The author says: “In the last epoch the model is right for every ticket. Then I save it and load it, and it is no better than a guess. It must be overfitting: it only remembers the training tickets, and fails on others.”"
    ),
    hints=(
        N_("Overfitting can be tested: measure the model on the validation set before it is saved, too."),
        N_(
            "Print `model.predict(validation_set, verbose=0).logits[:2]` before the model is saved, and again after it is loaded. Are the numbers equal?"
        ),
        N_("A configuration holds the sizes of a model, but no weights. `from_pretrained(output)` reads both."),
    ),
    title=N_("The model was built from its configuration, without its weights"),
    why=N_(
        "Before saving, the accuracy on the validation set was as good as on the training set, so it was not overfitting. After loading, the same tickets gave other logits. `from_config` builds a model of the right form and fills it with random numbers, and it gives no warning. `from_pretrained` builds the same model and then reads the saved weights. After loading a model, compare its predictions for a few examples with those from before."
    ),
    lookalikes=N_(
        "The same picture comes when the original checkpoint is loaded in place of the trained one, and when weights are saved before the training. With real overfitting the accuracy on the validation set is low before saving, too."
    ),
    fails="learns",
)

RANDOM_SCORE = Case(
    name="perfect-training-random-score",
    mistake="validation-shuffled",
    symptom=N_("No error, the accuracy in training is 1.0, and the reported accuracy is no better than guessing"),
    note=N_(
        "The author says: “The tickets are all of one kind, and in training every one is right. But my report says about 0.25. When I give the model a ticket of my own, the desk is right. Perhaps the file with the validation tickets has wrong desks.”"
    ),
    hints=(
        N_(
            "Is the model wrong, or the score? Let the model predict the first ten tickets of `validation.jsonl`, and compare its answers with the desks in the file."
        ),
        N_(
            'The script compares predictions with labels, row by row. Print the first labels of `validation_set`, `[int(label) for _, labels in validation_set for label in labels][:10]`, and those of the data set, `datasets["validation"][:10]["labels"]`. Are they the same?'
        ),
        N_(
            "The predictions come in the order of `validation_set`, and the labels in the order of the file. Do not shuffle the validation set: `shuffle=False`."
        ),
    ),
    title=N_("The validation set is shuffled, and its labels are not"),
    why=N_(
        "`predict` gives the predictions in the order in which the batches come. With `shuffle=True` that is a random order, while the script takes the labels from the data set in the order of the file. So each prediction was compared with the label of another ticket. The model was right all the time. To shuffle helps in training only. Leave a validation set in its order."
    ),
    lookalikes=N_(
        "A score like a guess also comes from weights that were not loaded, but then the model is wrong on single examples as well. With `model.evaluate` the order plays no part, because each batch brings its labels."
    ),
    fails="reports",
)

SAME_LOSS = Case(
    name="same-loss-in-each-epoch",
    mistake="all-frozen",
    symptom=N_("No error, but the loss stays at about 1.39 from the first epoch to the last"),
    note=N_(
        "The author says: “A guide to transfer learning freezes the pretrained model before the training, so I did it, too. It runs very fast. But the loss is about 1.39 in each epoch. I have tried a learning rate that is ten times as high, and nothing changes.”"
    ),
    hints=(
        N_("A learning rate makes a difference only where weights change. Which weights does a step change here?"),
        N_(
            "Print `len(model.trainable_variables)` before `model.fit`, or look at the last lines of `model.summary()`. After `model.fit`, print `int(model.optimizer.iterations)`."
        ),
        N_(
            "`model` is the body and the head together, so the head is frozen, too. This small model is trained as a whole: freeze nothing."
        ),
    ),
    title=N_("Everything is frozen, the new head included"),
    why=N_(
        "In the guides to Keras, the pretrained model is only the body, and the head is added after freezing. `TFAutoModelForSequenceClassification` has both in one model. `model.trainable = False` froze all of it, and no weight was left to train. Keras raises no error then: it computes the loss of each batch, and changes nothing. The small differences of the loss come from dropout. To freeze the body alone, one writes `model.distilbert.trainable = False`. With these tickets that is a little less reliable than to train everything. Before you train, look at the number of trainable weights."
    ),
    lookalikes=N_(
        "A loss that stays near ln 4 also comes from labels of other rows, and from steps that are far too small. The number of steps that the optimizer has counted tells these apart: here it is 0."
    ),
    fails="learns",
    free={"steps": (0, 0), "learning-rate": (0, 0)},
)

NO_PROGRESS = Case(
    name="five-epochs-no-progress",
    mistake="sgd-at-the-same-rate",
    symptom=N_("No error, but in five epochs the loss falls by about a hundredth only"),
    note=N_(
        "The author says: “I have read that SGD finds better solutions than Adam, so I changed one word. The learning rate is the one from before, and it was a good one. Since then hardly anything is learned. Perhaps the checkpoint is damaged.”"
    ),
    hints=(
        N_("The rate has not changed. Does it mean the same in both optimizers?"),
        N_(
            "Keep the weights before the training, `before = [w.numpy() for w in model.weights]`, and compare after it: how far has the weight moved that has moved the most? Do the same with Adam."
        ),
        N_(
            "SGD moves a weight by the rate times the gradient, and the gradients are small here. Take Adam at 5e-4 again. SGD needs a much higher rate, about 0.1."
        ),
    ),
    title=N_("SGD runs with a learning rate for Adam"),
    why=N_(
        "A learning rate belongs to an optimizer. Adam divides the gradient by its usual size, so a weight moves by about the rate in each step. SGD multiplies the rate by the gradient itself. With the same rate of 5e-4, no weight moved by more than 0.003 in 150 steps of SGD, while Adam moved some by nearly 0.09. When you change the optimizer, look for a learning rate again."
    ),
    lookalikes=N_(
        "A loss that hardly falls also comes from a rate that is too low for Adam, from too few steps, and from frozen weights, where it does not fall at all."
    ),
    fails="learns",
    free={"learning-rate": (1e-4, 0.5)},
)

SHORT_EPOCHS = Case(
    name="very-short-epochs",
    mistake="batches-divided-again",
    symptom=N_("No error, but five epochs are over very soon, and the loss hardly falls"),
    note=N_(
        "The author says: “My data set has 480 tickets, and I train with 16 in a batch, so I told `fit` how many steps an epoch has. It is surprisingly fast. But after five epochs the accuracy is about 0.6, and my colleague gets 1.0 in five epochs.”"
    ),
    hints=(
        N_(
            "`fit` prints a count at the beginning of each line, such as 30/30. What does it print here, and what does the number mean?"
        ),
        N_(
            "Print `len(train_set)`. Does it count tickets or batches? After `model.fit`, print `int(model.optimizer.iterations)`."
        ),
        N_(
            "`len(train_set)` is the number of batches, so it must not be divided by the batch size again. Keras finds the number of steps by itself: leave `steps_per_epoch` out."
        ),
    ),
    title=N_("The number of batches was divided by the batch size"),
    why=N_(
        "`train_set` is made of batches, and its length is 30. Divided by 16 that gives 1, so an epoch was a single step, and the whole training had five steps instead of 150. The word epoch said nothing about how much was learned. Whether a length counts examples or batches depends on the object: print it, and compare the number of steps with your own calculation."
    ),
    lookalikes=N_(
        "Too few steps also come from a `take` that was left from a trial, and from a data set that runs out in the middle of an epoch. In the last case Keras gives a warning. A learning rate that is too low looks similar, but there the number of steps is right."
    ),
    fails="learns",
    free={"steps": (5, 5)},
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="tf",
    kind=N_("sentence classification · Keras"),
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
        OPTIMIZER_IDENTIFIER,
        SAME_SHAPE,
        INCOMPATIBLE_SHAPES,
        RANDOM_SCORE,
        FORGOTTEN,
        SAME_LOSS,
        NO_PROGRESS,
        SHORT_EPOCHS,
    ),
)
