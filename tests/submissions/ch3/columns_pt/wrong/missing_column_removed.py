# mistake: no-such-column
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx", "token_type_ids"])
    return data.rename_column("label", "labels").with_format("torch")
