def prepare_columns(tokenized_datasets):
    """Return the data with the columns that the model takes.

    Args:
        tokenized_datasets: a DatasetDict with the splits train,
            validation and test. Columns: sentence1, sentence2 (str),
            label, idx (int), input_ids, attention_mask (list[int], with
            one number for each token of the example).

    Returns:
        A DatasetDict with the same splits and examples. Each example
        has labels, input_ids and attention_mask, all torch tensors of
        whole numbers, and no other column.
    """
    raise NotImplementedError
