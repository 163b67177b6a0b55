import argparse
import json

import numpy as np
import tensorflow as tf
from tensorflow import keras
from sklearn.feature_extraction.text import CountVectorizer

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--lr", type=float, default=3e-3)
args = parser.parse_args()

keras.utils.set_random_seed(1)


def read(split):
    rows = [json.loads(line) for line in open(f"data/prices/{split}.jsonl")]
    texts = [r["text"] for r in rows]
    prices = np.array([[r["price"]] for r in rows], dtype="float32")
    return texts, prices / 1000.0


train_texts, y_train = read("train")
val_texts, y_val = read("validation")

vec = CountVectorizer(ngram_range=(1, 2), binary=True)
x_train = vec.fit_transform(train_texts).toarray().astype("float32")
x_val = vec.transform(val_texts).toarray().astype("float32")
print("features:", x_train.shape[1], "mean price:", 1000 * y_train.mean())


# share of offers whose estimate is at most 150 away from the price
def within_150(y_true, y_pred):
    diff = np.abs(y_true.numpy() - y_pred.numpy())
    return (diff <= 0.15).astype("float32")


model = keras.Sequential([
    keras.Input(shape=(x_train.shape[1],)),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(1),
])
model.compile(
    optimizer=keras.optimizers.Adam(args.lr),
    loss="mse",
    metrics=["mae", within_150],
)
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=args.epochs, batch_size=args.batch_size, verbose=2,
)

print("best val_within_150:", max(history.history["val_within_150"]))
for text, p, t in list(zip(val_texts, model.predict(x_val, verbose=0)[:, 0], y_val[:, 0]))[:5]:
    print(f"{1000 * p:7.0f} {1000 * t:7.0f}  {text}")
