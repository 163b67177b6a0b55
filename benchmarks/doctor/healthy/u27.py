"""Paraphrase / sentiment experiments in Keras. This one: sst2 with a small BERT."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import argparse

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFBertForSequenceClassification


def encode(tokenizer, split, max_length):
    enc = tokenizer(list(split["sentence"]), padding="max_length", truncation=True, max_length=max_length,
                    return_tensors="tf")
    labels = np.array(split["label"], dtype="int32")
    return dict(enc), labels


def build_model(name, lr):
    model = TFBertForSequenceClassification.from_pretrained(name, num_labels=2)
    optimizer = tf.keras.optimizers.Adam(learning_rate=lr)
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="checkpoints/bert")
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--max_length", type=int, default=28)
    parser.add_argument("--batch_size", type=int, default=32)
    args = parser.parse_args()

    tf.random.set_seed(1)
    tokenizer = AutoTokenizer.from_pretrained(args.name)
    sst2 = load_dataset("data/glue", "sst2")
    x_train, y_train = encode(tokenizer, sst2["train"], args.max_length)
    x_valid, y_valid = encode(tokenizer, sst2["validation"], args.max_length)

    model = build_model(args.name, args.lr)
    model.fit(
        x_train,
        y_train,
        validation_data=(x_valid, y_valid),
        batch_size=args.batch_size,
        epochs=args.epochs,
        verbose=2,
    )
    loss, acc = model.evaluate(x_valid, y_valid, batch_size=64, verbose=0)
    print("validation:", loss, acc)


if __name__ == "__main__":
    main()
