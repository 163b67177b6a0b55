def make_train_set(tokenized_datasets, columns, collator):
    """Make the training set, with the labels where Keras looks.

    Args:
        tokenized_datasets: a DatasetDict; its split "train" has the
            columns `input_ids`, `attention_mask` and `labels`.
        columns: the names of these columns, a list of str.
        collator: pads the rows of a batch to one length.

    Returns:
        A tf.data.Dataset of shuffled batches of 16.
    """
    raise NotImplementedError


def compile_model(model, optimizer):
    """Compile the model with this optimizer and a loss of Keras.

    Args:
        model: gives logits (rows x 3, float32) for a batch of rows,
            whose labels are whole numbers from 0 to 2.
        optimizer: a Keras optimizer.
    """
    raise NotImplementedError
