"""MRPC paraphrases with a tiny BERT, TensorFlow version (transformers + tf_keras)."""
import argparse
import os

import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFBertForSequenceClassification


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--batch_size", type=int, default=32)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--out", default="out/ie12")
    return p.parse_args()


def dataset(split, tokenizer, batch_size, shuffle):
    df = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    enc = tokenizer(
        df["sentence1"].tolist(),
        df["sentence2"].tolist(),
        padding="longest",
        truncation=True,
        max_length=128,
        return_tensors="np",
    )
    labels = df["label"].to_numpy().astype("int32")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if shuffle:
        ds = ds.shuffle(len(df), seed=13, reshuffle_each_iteration=True)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def main():
    args = get_args()
    tf_keras.utils.set_random_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    train = dataset("train", tokenizer, args.batch_size, shuffle=True)
    val = dataset("validation", tokenizer, args.batch_size, shuffle=False)

    model = TFBertForSequenceClassification.from_pretrained(args.checkpoint, num_labels=2)

    # linear decay to zero over the whole training
    schedule = tf_keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=args.lr,
        decay_steps=args.epochs,
        end_learning_rate=0.0,
    )
    model.compile(
        optimizer=tf_keras.optimizers.Adam(learning_rate=schedule),
        loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(train, validation_data=val, epochs=args.epochs, verbose=2)

    loss, acc = model.evaluate(val, verbose=0)
    print(f"validation: loss {loss:.4f}, accuracy {acc:.4f} (majority class: 0.68)")
    os.makedirs(args.out, exist_ok=True)
    model.save_pretrained(args.out)


if __name__ == "__main__":
    main()
