def make_validation_set(datasets, collator) -> tf.data.Dataset:
    columns = ["input_ids", "attention_mask", "labels"]
    rows = list(datasets["validation"].select_columns(columns))
    batch = dict(collator(rows))
    labels = batch.pop("labels")
    validation_set = tf.data.Dataset.from_tensor_slices((batch, labels))
    return validation_set.batch(64)
