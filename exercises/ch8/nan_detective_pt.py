def find_bad_rows(model, batches):
    """Find the examples without a usable loss, and invalid labels.

    An example is bad if the model does not have its label, or if its
    logits are nan (if one of them is, all are). A label is invalid if
    it occurs in the batches and the model does not have it. The
    label -100, with which PyTorch leaves an example out of the loss,
    does not occur here.

    Args:
        model: a model for sequence classification. It has
            model.config.num_labels labels, which are numbered from 0.
        batches: a list of dicts with "input_ids" and "attention_mask"
            (examples x tokens, int64) and "labels" (examples, int64),
            all tensors. The batches may differ in size.

    Returns:
        Two lists, as a tuple: the indices of the bad examples, counted
        from 0 through all batches, and the invalid labels. Both hold
        int, in any order and without repetition. Sets or arrays will
        do, too.
    """
    raise NotImplementedError
