# mistake: no-such-column
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.rename_column("label", "labels")
    data = data.remove_columns(["sentence1", "sentence2", "idx", "label"])
    return data.with_format("torch")
