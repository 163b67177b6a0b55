def name_labels(tokenized_datasets):
    return tokenized_datasets.remove_columns(["text", "desk"])
