"""Two runs of chapter 3's training in TensorFlow that go wrong, to see how that looks."""

import tensorflow as tf


def learning_curves(
    checkpoint,
    tokenized_datasets,
    tokenizer,
    collator,
    make_model,
    loss_function,
):
    few, others = few_rows(tokenized_datasets, tokenizer, collator)
    tf.keras.utils.set_random_seed(5)
    model = make_model(checkpoint)
    fresh = model.get_weights()
    model.compile(tf.keras.optimizers.Adam(), loss_function)
    found = [{"epoch": epoch} for epoch in range(1, 13)]
    for rate in (4e-4, 1e-6):
        # from the beginning, without being compiled anew
        model.set_weights(fresh)
        for variable in model.optimizer.variables:
            variable.assign(tf.zeros_like(variable))
        model.optimizer.learning_rate = rate
        losses = model.fit(
            few, validation_data=others, epochs=12, verbose=0
        ).history
        for row, seen, unseen in zip(
            found, losses["loss"], losses["val_loss"]
        ):
            row[f"training, {rate}"] = seen
            row[f"validation, {rate}"] = unseen
    return found


def few_rows(datasets, tokenizer, collator):
    rows = datasets["train"].select(range(48))
    unseen = datasets["validation"].select(range(128))
    return [
        part.to_tf_dataset(
            columns=tokenizer.model_input_names,
            label_cols="labels",
            batch_size=size,
            shuffle=size == 8,
            collate_fn=collator,
        )
        for part, size in ((rows, 8), (unseen, 32))
    ]
