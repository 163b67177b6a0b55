import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    train = tokenized_datasets["train"]
    ids = tf.ragged.constant(list(train["input_ids"]), dtype=tf.int64)
    mask = tf.ones_like(ids)
    labels = tf.constant(list(train["labels"]))
    examples = tf.data.Dataset.from_tensor_slices(({"input_ids": ids, "attention_mask": mask}, labels))
    examples = examples.shuffle(len(train))
    batches = examples.batch(16)
    return batches.map(lambda inputs, labels: ({k: v.to_tensor() for k, v in inputs.items()}, labels)).prefetch(2)


def compile_model(model, optimizer):
    loss = {"class_name": "SparseCategoricalCrossentropy", "config": {"from_logits": True}}
    model.compile(
        optimizer=optimizer,
        loss=tf.keras.losses.get(loss),
        metrics=[tf.keras.metrics.SparseCategoricalAccuracy()],
        run_eagerly=False,
    )
