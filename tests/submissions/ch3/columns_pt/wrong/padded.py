# mistake: too-wide
def pad(row):
    missing = 32 - len(row["input_ids"])
    return {
        "input_ids": row["input_ids"] + [0] * missing,
        "attention_mask": row["attention_mask"] + [0] * missing,
    }


def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.map(pad)
    ds = ds.remove_columns(["sentence1", "sentence2", "idx"])
    return ds.rename_column("label", "labels").with_format("torch")
