"""Cosine decay with warmup counted in steps, and two models under the same schedule."""
import argparse
import math

import keras
from keras import layers
from sklearn.datasets import make_moons
from sklearn.model_selection import train_test_split

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--lr", type=float, default=0.01)
args = parser.parse_args()

keras.utils.set_random_seed(21)
X, y = make_moons(n_samples=1500, noise=0.15, random_state=21)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=500, random_state=21)

steps_per_epoch = math.ceil(len(X_tr) / args.batch)
total_steps = steps_per_epoch * args.epochs
warmup_steps = steps_per_epoch * 2


def make_schedule():
    return keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=args.lr / 10,
        warmup_target=args.lr,
        warmup_steps=warmup_steps,
        decay_steps=total_steps - warmup_steps,
    )


def linear_model():
    return keras.Sequential([keras.Input((2,)), layers.Dense(1, activation="sigmoid")], name="linear")


def hidden_model():
    return keras.Sequential([keras.Input((2,)), layers.Dense(32, activation="relu"),
                             layers.Dense(16, activation="relu"), layers.Dense(1, activation="sigmoid")], name="hidden")


probe = make_schedule()
for s in (0, warmup_steps, total_steps // 2, total_steps):
    print(f"lr at step {s:4d}: {float(probe(s)):.5f}")

for build in (linear_model, hidden_model):
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(make_schedule()), loss="binary_crossentropy", metrics=["accuracy"])
    h = model.fit(X_tr, y_tr, epochs=args.epochs, batch_size=args.batch, verbose=0)
    _, acc = model.evaluate(X_te, y_te, verbose=0)
    print(f"{model.name:7s} train accuracy {h.history['accuracy'][-1]:.3f}  test accuracy {acc:.3f}")
