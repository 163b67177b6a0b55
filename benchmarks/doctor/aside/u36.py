"""Ticket routing, custom training loop in TensorFlow."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import argparse

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model_path", default="checkpoints/tickets")
    p.add_argument("--tokenizer_path", default="checkpoints/prices")
    p.add_argument("--data_dir", default="data/tickets")
    p.add_argument("--epochs", type=int, default=7)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--learning_rate", type=float, default=5e-4)
    return p.parse_args()


def make_dataset(path, tokenizer, batch_size, shuffle):
    df = pd.read_json(path, lines=True)
    enc = tokenizer(df["text"].tolist(), padding="max_length", max_length=32, truncation=True, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((enc["input_ids"], enc["attention_mask"], df["desk_id"].to_numpy()))
    if shuffle:
        ds = ds.shuffle(len(df))
    return ds.batch(batch_size)


def main(args):
    tf.random.set_seed(23)
    tokenizer = AutoTokenizer.from_pretrained(args.tokenizer_path)
    model = TFAutoModelForSequenceClassification.from_pretrained(args.model_path, num_labels=4)
    train = make_dataset(f"{args.data_dir}/train.jsonl", tokenizer, args.batch_size, True)
    valid = make_dataset(f"{args.data_dir}/validation.jsonl", tokenizer, 64, False)
    optimizer = tf.keras.optimizers.Adam(args.learning_rate)
    criterion = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function
    def step(ids, mask, labels):
        with tf.GradientTape() as tape:
            logits = model(input_ids=ids, attention_mask=mask, training=True).logits
            loss = criterion(labels, logits)
        gradients = tape.gradient(loss, model.trainable_variables)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    for epoch in range(args.epochs):
        total, batches = 0.0, 0
        for ids, mask, labels in train:
            total += float(step(ids, mask, labels))
            batches += 1
        accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
        for ids, mask, labels in valid:
            accuracy.update_state(labels, model(input_ids=ids, attention_mask=mask, training=False).logits)
        print(f"epoch {epoch}: train loss {total / batches:.4f}, valid accuracy {accuracy.result().numpy():.4f}")


if __name__ == "__main__":
    main(get_args())
