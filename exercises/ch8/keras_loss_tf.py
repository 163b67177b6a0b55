def make_train_set(tokenized_datasets, columns, collator):
    """Return the training set, for a loss that Keras computes.

    Args:
        tokenized_datasets: a DatasetDict; its split "train" has the
            columns `input_ids`, `attention_mask` and `labels`.
        columns: the names of these columns, a list of str.
        collator: pads the examples of a batch to one length.

    Returns:
        A tf.data.Dataset. One pass gives every example once, in random
        order, in batches of 16 (the last one may be smaller), with the
        labels, still one whole number each, where Keras looks for them.
    """
    raise NotImplementedError


def compile_model(model, optimizer):
    """Compile the model with this optimizer and a loss from Keras.

    The loss is the mean cross-entropy.

    Args:
        model: returns logits (examples x 3, float32) for a batch of
            examples, whose labels are whole numbers from 0 to 2.
        optimizer: a Keras optimizer.
    """
    raise NotImplementedError
