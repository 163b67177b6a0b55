# mistake: names-apart
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.remove_columns("sentence1", "sentence2", "idx")
    return data.rename_column("label", "labels").with_format("torch")
