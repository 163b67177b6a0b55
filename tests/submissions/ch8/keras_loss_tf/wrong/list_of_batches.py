# mistake: unfit
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    batches = tokenized_datasets["train"].to_tf_dataset(
        columns=columns, label_cols=["labels"], shuffle=True, batch_size=16, collate_fn=collator
    )
    return list(batches)


def compile_model(model, optimizer):
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss)
