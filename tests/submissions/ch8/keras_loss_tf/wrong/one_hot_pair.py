# mistake: one-hot, dense-loss
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    train_set = tokenized_datasets["train"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols=["labels"],
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )
    return train_set.map(lambda inputs, labels: (inputs, tf.one_hot(labels, 3)))


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss=tf.keras.losses.CategoricalCrossentropy(from_logits=True),
    )
