"""Estimate the price of a second-hand item from its ad (Keras, learning rate decayed to zero)."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import argparse

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from tensorflow.keras.optimizers.schedules import PolynomialDecay
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/prices")
    p.add_argument("--data", default="data/prices")
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def to_tf(split, tokenizer, batch_size, shuffle):
    enc = tokenizer(list(split["text"]), padding=True, truncation=True, return_tensors="np")
    target = np.array(split["price"], dtype="float32") / 1000.0
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), target))
    if shuffle:
        ds = ds.shuffle(len(target), reshuffle_each_iteration=True)
    return ds.batch(batch_size)


def main():
    args = parse_args()
    tf.keras.utils.set_random_seed(args.seed)

    data = load_dataset(args.data)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train = to_tf(data["train"], tokenizer, args.batch_size, shuffle=True)
    valid = to_tf(data["validation"], tokenizer, args.batch_size, shuffle=False)

    num_train_steps = (len(train) // args.batch_size) * args.epochs
    schedule = PolynomialDecay(
        initial_learning_rate=args.lr, end_learning_rate=0.0, decay_steps=num_train_steps
    )

    model = TFAutoModelForSequenceClassification.from_pretrained(args.model, num_labels=1, from_pt=True)
    model.compile(optimizer=tf.keras.optimizers.Adam(schedule), loss=tf.keras.losses.MeanSquaredError())
    model.fit(train, validation_data=valid, epochs=args.epochs, verbose=2)

    guess = model.predict(valid, verbose=0).logits[:, 0] * 1000
    truth = np.array(data["validation"]["price"])
    base = np.abs(truth - np.mean(data["train"]["price"])).mean()
    print(f"MAE {np.abs(guess - truth).mean():.1f}   (mean price: {base:.1f})")


if __name__ == "__main__":
    main()
