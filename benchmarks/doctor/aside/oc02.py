import argparse
import json
import os

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
from keras.optimizers import Adam


def load_split(folder, name):
    texts, labels = [], []
    with open(os.path.join(folder, name + ".jsonl")) as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, np.array(labels, dtype="int32")


def make_dataset(tokenizer, texts, labels, batch_size, shuffle=False):
    enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if shuffle:
        ds = ds.shuffle(len(labels), seed=0)
    return ds.batch(batch_size)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tickets")
    parser.add_argument("--data", default="data/tickets")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    tf.random.set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train = make_dataset(tokenizer, *load_split(args.data, "train"), args.batch_size, shuffle=True)
    val = make_dataset(tokenizer, *load_split(args.data, "validation"), args.batch_size)
    test = make_dataset(tokenizer, *load_split(args.data, "test"), args.batch_size)

    model = TFAutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)
    model.compile(
        optimizer=Adam(learning_rate=args.lr),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(train, validation_data=val, epochs=args.epochs, verbose=2)

    loss, acc = model.evaluate(test, verbose=0)
    print(f"test loss {loss:.4f}, test accuracy {acc:.4f}")


if __name__ == "__main__":
    main()
