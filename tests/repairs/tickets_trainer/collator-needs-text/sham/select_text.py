# kind: elsewhere · the column is named once more, the Trainer still removes it
def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.rename_column("desk_id", "labels")
    return datasets.select_columns(
        ["text", "input_ids", "attention_mask", "labels"]
    )
