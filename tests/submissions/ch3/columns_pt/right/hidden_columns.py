def prepare_columns(tokenized_datasets):
    renamed = tokenized_datasets.rename_column("label", "labels")
    renamed.set_format(type="torch", columns=["attention_mask", "input_ids", "labels"])
    return renamed
