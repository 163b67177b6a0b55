def prepare_sets(raw_datasets, tokenizer):
    """Return the training set and the validation set, tokenized.

    Args:
        raw_datasets: a DatasetDict with the splits train and
            validation_matched, and in each the columns premise and
            hypothesis (str), label (ClassLabel) and idx (int).
        tokenizer: the tokenizer of the checkpoint.

    Returns:
        A tuple of two data sets. Each of their examples is a dict with
        input_ids (a list of int, the tokens of both sentences, cut only
        where they are more than the model can take),
        attention_mask (a list of int, of the same length) and label or
        labels (int). Other columns may stay.
    """
    raise NotImplementedError


def make_collator(tokenizer):
    """Return the function with which the Trainer makes a batch.

    Args:
        tokenizer: the tokenizer of the checkpoint.

    Returns:
        A function that takes a list of examples from the data sets of
        prepare_sets, and returns a dict of PyTorch tensors of whole
        numbers: input_ids and attention_mask (examples x tokens of the
        longest example, or the next multiple of 8, 16 or 32) and labels
        (examples).
    """
    raise NotImplementedError
