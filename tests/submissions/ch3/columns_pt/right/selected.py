prepare_columns = lambda data: (
    data.select_columns(["label", "input_ids", "attention_mask"])
    .rename_column("label", "labels")
    .with_format(type="torch")
)
