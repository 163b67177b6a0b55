def find_bad_rows(model, batches):
    """Find the rows whose loss is nan, and the labels to blame.

    A row is bad if the model does not have its label, or if its logits
    are nan. A label is to blame if it occurs and the model does not
    have it.

    Args:
        model: a model for sequence classification. It has
            model.config.num_labels labels, from 0 on.
        batches: a list of dicts with "input_ids" and "attention_mask"
            (rows x tokens, int64) and "labels" (rows, int64), all
            tensors. The last batch may have fewer rows.

    Returns:
        A tuple of two lists of int: the numbers of the bad rows,
        counted from 0 through all batches, and the labels to blame,
        both ascending and without repetition.
    """
    raise NotImplementedError
