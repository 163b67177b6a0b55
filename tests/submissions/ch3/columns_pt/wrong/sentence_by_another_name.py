# mistake: no-such-column
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.remove_columns(["sentence", "idx"])
    return data.rename_column("label", "labels").with_format("torch")
