# mistake: other-rows
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx"])
    data = data.rename_column("label", "labels")
    data = data.map(lambda row: {name: row[name][:512] for name in ("input_ids", "attention_mask")})
    return data.with_format("torch")
