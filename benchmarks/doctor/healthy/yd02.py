"""Fine-tune a small encoder to guess the asking price from an advert."""
import argparse
import json

import numpy as np
import tensorflow as tf
from tf_keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/prices")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--max_len", type=int, default=24)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def load(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    return [r["text"] for r in rows], np.array([r["price"] for r in rows], dtype="float32")


def make_dataset(tok, texts, y, args, shuffle=False):
    enc = tok(texts, padding="max_length", truncation=True, max_length=args.max_len, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), y[:, None]))
    if shuffle:
        ds = ds.shuffle(len(texts), seed=args.seed)
    return ds.batch(args.batch_size).prefetch(tf.data.AUTOTUNE)


def main():
    args = parse()
    tf.random.set_seed(args.seed)
    np.random.seed(args.seed)

    tok = AutoTokenizer.from_pretrained(args.checkpoint)
    train_x, train_y = load("train")
    val_x, val_y = load("validation")
    test_x, test_y = load("test")

    mean, std = train_y.mean(), train_y.std()
    train_ds = make_dataset(tok, train_x, (train_y - mean) / std, args, shuffle=True)
    val_ds = make_dataset(tok, val_x, (val_y - mean) / std, args)
    test_ds = make_dataset(tok, test_x, (test_y - mean) / std, args)

    model = TFAutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=1)
    model.compile(optimizer=Adam(learning_rate=args.lr), loss="mse")
    model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)

    pred = model.predict(test_ds, verbose=0).logits[:, 0] * std + mean
    print("test MAE: %.1f" % np.abs(pred - test_y).mean())
    print("MAE of always guessing the mean: %.1f" % np.abs(mean - test_y).mean())
    for text, p, t in list(zip(test_x, pred, test_y))[:5]:
        print(f"{p:7.0f} {t:7.0f}  {text}")


if __name__ == "__main__":
    main()
