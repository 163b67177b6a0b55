"""手作り画像（丸・四角・十字）を分類する小さな CNN。

DataLoader のようなものを自分で書きたかったので keras.utils.PyDataset を使う。
訓練データだけ左右・上下反転する（どの図形も反転しても同じ種類のまま）。
"""
import math
import os

import numpy as np
import keras
from keras import layers

SIZE = 24
NAMES = ["circle", "square", "cross"]


def draw(kind, rng):
    """輪郭だけの図形を一枚描く。値はおよそ 0..1 + ノイズ"""
    yy, xx = np.mgrid[:SIZE, :SIZE]
    r = rng.uniform(4, 8)
    cy, cx = rng.uniform(r + 1, SIZE - r - 2, size=2)
    dy, dx = np.abs(yy - cy), np.abs(xx - cx)
    if kind == 0:
        mask = np.abs(np.hypot(dy, dx) - r) < 0.9
    elif kind == 1:
        mask = np.abs(np.maximum(dy, dx) - r) < 0.9
    else:
        mask = ((dy < 0.9) | (dx < 0.9)) & (np.maximum(dy, dx) <= r)
    image = mask * rng.uniform(0.6, 1.0)
    return image + rng.normal(0, 0.25, image.shape)


def make(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    x = np.stack([draw(k, rng) for k in y])[..., None]
    return x.astype("float32"), y.astype("int32")


class Flipped(keras.utils.PyDataset):
    """訓練用：毎エポック混ぜ直し、半分の確率で反転"""

    def __init__(self, x, y, batch, seed, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y, self.batch = x, y, batch
        self.rng = np.random.default_rng(seed)
        self.order = self.rng.permutation(len(x))

    def __len__(self):
        return math.ceil(len(self.x) / self.batch)

    def __getitem__(self, i):
        rows = self.order[i * self.batch:(i + 1) * self.batch]
        x = self.x[rows]                              # 添字配列なのでコピーになる
        for axis in (1, 2):
            flip = self.rng.random(len(rows)) < 0.5
            x[flip] = np.flip(x[flip], axis=axis)
        return x, self.y[rows]

    def on_epoch_end(self):
        self.order = self.rng.permutation(len(self.x))


def build():
    return keras.Sequential([
        keras.Input((SIZE, SIZE, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.GlobalMaxPooling2D(),                  # 位置は関係ない
        layers.Dropout(0.2),
        layers.Dense(len(NAMES), activation="softmax"),
    ])


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    os.makedirs("out/je12", exist_ok=True)
    x_train, y_train = make(1800, 100)
    x_val, y_val = make(400, 200)
    x_test, y_test = make(600, 300)

    model = build()
    model.compile(optimizer=keras.optimizers.Adam(2e-3),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    path = "out/je12/best.keras"
    model.fit(Flipped(x_train, y_train, 48, seed=1),
              validation_data=(x_val, y_val), epochs=12, verbose=2,
              callbacks=[keras.callbacks.ModelCheckpoint(path, monitor="val_accuracy", mode="max",
                                                         save_best_only=True)])

    best = keras.models.load_model(path)              # 検証で一番良かったもの
    pred = best.predict(x_test, verbose=0).argmax(axis=1)
    table = np.zeros((3, 3), dtype=int)
    for t, p in zip(y_test, pred):
        table[t, p] += 1
    print("行 = 正解、列 = 予測", NAMES)
    print(table)
    for k, name in enumerate(NAMES):
        hit, said, real = table[k, k], table[:, k].sum(), table[k].sum()
        print(f"{name:7s} 適合率 {hit / max(said, 1):.3f}  再現率 {hit / max(real, 1):.3f}")
    chance = np.mean(y_test == np.bincount(y_train).argmax())
    print(f"テスト正解率 {np.trace(table) / table.sum():.3f}（一番多い種類だけ答えると {chance:.3f}）")
