import argparse
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def make_dataset(tokenizer, rows, batch_size, shuffle=False):
    enc = tokenizer(
        [r["text"] for r in rows],
        padding="max_length",
        truncation=True,
        max_length=32,
        return_tensors="np",
    )
    features = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    labels = np.array([r["desk_id"] for r in rows], dtype="int32")
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=7)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model_name", default="checkpoints/tickets")
    parser.add_argument("--data_dir", default="data/tickets")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=5e-4)
    args = parser.parse_args()

    tf.keras.utils.set_random_seed(7)
    tokenizer = AutoTokenizer.from_pretrained(args.model_name)
    train_ds = make_dataset(tokenizer, read_jsonl(f"{args.data_dir}/train.jsonl"), args.batch_size, shuffle=True)
    val_ds = make_dataset(tokenizer, read_jsonl(f"{args.data_dir}/validation.jsonl"), args.batch_size)

    model = TFAutoModelForSequenceClassification.from_pretrained(args.model_name, num_labels=4)
    optimizer = tf.keras.optimizers.Adam(learning_rate=args.lr)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    train_loss = tf.keras.metrics.Mean()
    train_acc = tf.keras.metrics.SparseCategoricalAccuracy()
    val_acc = tf.keras.metrics.SparseCategoricalAccuracy()

    @tf.function
    def train_step(features, labels):
        with tf.GradientTape() as tape:
            logits = model(features, training=True).logits
            loss = loss_fn(labels, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        train_loss.update_state(loss)
        train_acc.update_state(labels, logits)

    @tf.function
    def val_step(features, labels):
        logits = model(features, training=False).logits
        val_acc.update_state(labels, logits)

    for epoch in range(args.epochs):
        for m in (train_loss, train_acc, val_acc):
            m.reset_states()
        for features, labels in train_ds:
            train_step(features, labels)
        for features, labels in val_ds:
            val_step(features, labels)
        print(
            f"epoch {epoch + 1}: loss {float(train_loss.result()):.4f} "
            f"acc {float(train_acc.result()):.3f} val_acc {float(val_acc.result()):.3f}"
        )


if __name__ == "__main__":
    main()
