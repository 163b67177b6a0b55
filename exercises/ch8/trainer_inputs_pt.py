def prepare_sets(raw_datasets, tokenizer):
    """Return the training set and the validation set, tokenized.

    Args:
        raw_datasets: a DatasetDict with the splits train and
            validation_matched, and in each the columns premise and
            hypothesis (str), label (ClassLabel) and idx (int).
        tokenizer: the tokenizer of the checkpoint.

    Returns:
        A tuple of two sets. Each of their rows is a dict with
        input_ids (int, the tokens of both sentences), attention_mask
        (int, of the same length) and label or labels (int); what else
        is in it does not matter.
    """
    raise NotImplementedError


def make_collator(tokenizer):
    """Return the function with which the Trainer makes a batch.

    Args:
        tokenizer: the tokenizer of the checkpoint.

    Returns:
        A function that takes a list of rows of prepare_sets and
        returns a dict of int64 tensors: input_ids and attention_mask
        (rows x tokens of the longest row) and labels (rows).
    """
    raise NotImplementedError
