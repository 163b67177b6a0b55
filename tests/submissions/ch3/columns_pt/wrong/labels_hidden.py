# mistake: not-renamed
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx"])
    data = data.rename_column("label", "labels")
    return data.with_format("torch", columns=["input_ids", "attention_mask"])
