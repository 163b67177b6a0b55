# mistake: other-targets
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    train = tokenized_datasets["train"]
    names = ["input_ids", "attention_mask"]
    inputs = train.to_tf_dataset(columns=names, shuffle=True, batch_size=16, collate_fn=collator)
    targets = train.to_tf_dataset(columns=["labels"], shuffle=True, batch_size=16)
    return tf.data.Dataset.zip((inputs, targets))


def compile_model(model, optimizer):
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss)
