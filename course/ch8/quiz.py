"""Questions at the end of chapter 8. Every claim that code can show is shown in tests/chapters/test_quiz_claims.py."""

from course.i18n import N_
from course.lesson import Option, Question

QUIZ = (
    Question(
        "loss-of-a-guess",
        N_(
            "A model for three labels has a new classification head and has not been trained yet. The three labels are equally frequent in the data. What cross-entropy loss do you expect, approximately?"
        ),
        (
            Option(
                N_("0"),
                N_(
                    "The loss is 0 only for a model that gives the right label a probability of 1 in every example. An untrained model does not."
                ),
            ),
            Option(
                N_("ln 3 ≈ 1.0986"),
                N_(
                    "The model gives each label a probability of about 1/3. The loss is minus the logarithm of the probability of the right label: −ln(1/3) = ln 3."
                ),
                right=True,
            ),
            Option(
                N_("3"),
                N_("The loss grows with the logarithm of the number of labels: it is ln 3, not 3."),
            ),
        ),
    ),
    Question(
        "nan-in-some-rows",
        N_(
            "On a GPU, TensorFlow reports some mistakes only by a loss of `nan`, and not by an error. In a training run with TensorFlow on a GPU, the loss is `nan` for some examples and a finite number for others. The "
            "logits of all examples are finite. What can be wrong?"
        ),
        (
            Option(
                N_("The learning rate"),
                N_(
                    "If a learning rate that is too high makes weights `nan`, then the logits of every example become `nan`. Here they are all finite."
                ),
            ),
            Option(
                N_("The labels of the examples with `nan`"),
                N_(
                    "If the model has, for example, two logits, only the labels 0 and 1 are valid. For a label outside this range, TensorFlow raises an error on a CPU, but on a GPU it returns a loss of `nan`."
                ),
                right=True,
            ),
            Option(
                N_("The padding of the examples with `nan`"),
                N_(
                    "If the model attends to padding, the logits change, but they are still finite numbers, and so is the loss."
                ),
            ),
            Option(
                N_("The `num_labels` of the model"),
                N_(
                    "If the labels are right, the model has too few logits. The default of `num_labels` is 2, so a model for three labels needs `num_labels=3`."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "loss-by-name",
        N_(
            'In Keras, `compile` tells a model which loss and which optimizer to train with. A model that returns logits is compiled with `loss="sparse_categorical_crossentropy"`. What happens in training?'
        ),
        (
            Option(
                N_("Keras raises an error, because it expects probabilities."),
                N_("Keras does not check whether the values are probabilities. The loss function accepts any numbers."),
            ),
            Option(
                N_("Keras treats the logits as probabilities."),
                N_(
                    "A loss function that is given by its name uses the defaults of all its arguments. One of these defaults is `from_logits=False`."
                ),
                right=True,
            ),
            Option(
                N_("Keras gives a gradient of 0 to some logits."),
                N_(
                    "Keras clips values below 0 or above 1, because they cannot be probabilities. A clipped value has a gradient of 0."
                ),
                right=True,
            ),
            Option(
                N_("Keras recognizes the logits and trains correctly."),
                N_(
                    "Keras does not recognize logits. For the same logits, the loss with `from_logits=True` has another value."
                ),
            ),
        ),
    ),
    Question(
        "default-rate",
        N_(
            'You use Adam without giving a learning rate: as `optimizer="adam"` in Keras, or as `torch.optim.Adam(model.parameters())` in PyTorch. What is its learning rate?'
        ),
        (
            Option(
                N_("`5e-5`"),
                N_(
                    "This is the default of the Trainer in 🤗 Transformers. The default of Adam is a different number, the same one in Keras and in PyTorch."
                ),
            ),
            Option(
                N_("A value that is chosen for the model"),
                N_(
                    "The default is a fixed number. The optimizer gets only the weights and the gradients, and knows nothing else about the model."
                ),
            ),
            Option(
                N_("`1e-3`"),
                N_(
                    "This is the default in both Keras and PyTorch. For fine-tuning a pretrained Transformer, it is 10 to 100 times too high."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "one-batch",
        N_(
            "You have trained a model on a single batch, again and again, until the loss was near 0. What does this show?"
        ),
        (
            Option(
                N_("The labels are right."),
                N_("A model can learn a few wrong labels by heart as well, and then its loss is also near 0."),
            ),
            Option(
                N_("The gradients reach the weights, and the optimizer steps reduce the loss."),
                N_(
                    "Otherwise the loss would not have fallen. A model that cannot overfit one batch cannot learn from the whole data set either."
                ),
                right=True,
            ),
            Option(
                N_("The predictions for other examples are right too."),
                N_(
                    "The model has learned the examples of one batch by heart. This says nothing about its predictions for other examples."
                ),
            ),
            Option(
                N_("The training on all the data can go on with these weights."),
                N_("These weights are overfitted to one batch. Make a new model before you train on all the data."),
            ),
        ),
    ),
    Question(
        "attention-mask",
        N_("The batches of a script contain padding but no attention mask. How can you notice this?"),
        (
            Option(
                N_("The first batch raises an error."),
                N_(
                    "Without an attention mask, the model attends to every position, padding included, and raises no error."
                ),
            ),
            Option(
                N_(
                    "The loss stays near ln 3, the loss of a model that gives each of three labels the probability 1/3."
                ),
                N_("Without the mask the model learns less well, but it still learns. So the loss falls below ln 3."),
            ),
            Option(
                N_("The logits of an example change with the other examples in its batch."),
                N_(
                    "The longest example of the batch decides how much padding each of the others gets. Without an attention mask, the model attends to this padding."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "rows-of-different-lengths",
        N_(
            "The examples have different numbers of tokens. What can pad them to the same length, so that they fit into one batch?"
        ),
        (
            Option(
                N_("A collator such as `DataCollatorWithPadding`"),
                N_("The collator gets the examples of one batch, and pads them to the length of the longest of them."),
                right=True,
            ),
            Option(
                N_("The model, in its forward pass"),
                N_(
                    "The model takes tensors, in which all examples already have the same length. It does not pad them."
                ),
            ),
            Option(
                N_('The tokenizer, with `padding="max_length"`'),
                N_(
                    "The tokenizer then pads every example to one fixed length. This works, but short examples take as much time and memory as the longest possible example."
                ),
                right=True,
            ),
        ),
    ),
    Question(
        "predictions",
        N_(
            "In PyTorch, you train a sequence classification model with the Trainer. What does your function `compute_metrics` get as predictions?"
        ),
        (
            Option(
                N_("The predicted labels"),
                N_(
                    "The model returns one logit for each label. Your function chooses the label with the largest logit."
                ),
            ),
            Option(
                N_("The probabilities of the labels"),
                N_(
                    "Neither the model nor the Trainer applies a softmax. You do not need it: the label with the largest logit also has the largest probability."
                ),
            ),
            Option(
                N_("The logits of the labels"),
                N_(
                    "The Trainer passes on the logits that the model returns. `argmax` over the last axis gives the predicted labels."
                ),
                right=True,
            ),
        ),
    ),
)
