def name_labels(tokenized_datasets):
    # the padding collator knows "label" too and makes "labels" of it
    return tokenized_datasets.rename_column("desk_id", "label")
