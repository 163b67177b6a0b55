def prepare_columns(tokenized_datasets):
    """Return the data with the columns that a model takes.

    Args:
        tokenized_datasets: a DatasetDict with the splits train,
            validation and test. Columns: sentence1, sentence2 (str),
            label, idx (int), input_ids, attention_mask (list[int], as
            long as the row has tokens).

    Returns:
        A DatasetDict with the same splits and rows. Each element has
        labels, input_ids and attention_mask, all torch tensors of
        whole numbers, and nothing else.
    """
    raise NotImplementedError
