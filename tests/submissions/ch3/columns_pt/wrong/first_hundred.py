# mistake: other-rows
def prepare_columns(tokenized_datasets):
    data = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx"])
    data = data.rename_column("label", "labels")
    data = data.with_format("torch")
    for split in data:
        data[split] = data[split].select(range(min(100, len(data[split]))))
    return data
