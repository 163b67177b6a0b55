from functools import partial

from tensorflow.keras.losses import sparse_categorical_crossentropy


def make_train_set(tokenized_datasets, columns, collator):
    train = tokenized_datasets["train"].shuffle(seed=7)
    inputs = [name for name in columns if name != "labels"]
    return train.to_tf_dataset(columns=inputs, label_cols="labels", batch_size=16, shuffle=False, collate_fn=collator)


def compile_model(model, optimizer):
    model.compile(loss=partial(sparse_categorical_crossentropy, from_logits=True), optimizer=optimizer)
    return model
