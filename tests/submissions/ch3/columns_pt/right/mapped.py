def prepare_columns(tokenized_datasets):
    names = tokenized_datasets["train"].column_names
    names = [n for n in names if n not in ("input_ids", "attention_mask")]
    tokenized_datasets = tokenized_datasets.map(
        lambda rows: {"labels": rows["label"]}, batched=True, remove_columns=names
    )
    for split in tokenized_datasets:
        tokenized_datasets[split].set_format("torch")
    return tokenized_datasets
