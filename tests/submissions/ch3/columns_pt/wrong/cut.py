# mistake: other-rows
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.map(
        lambda row: {"input_ids": row["input_ids"][:6], "attention_mask": row["attention_mask"][:6]}
    )
    ds = ds.remove_columns(["sentence1", "sentence2", "idx"])
    return ds.rename_column("label", "labels").with_format("torch")
