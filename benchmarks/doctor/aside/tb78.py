import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2)

digits = load_digits()
x = (digits.images / 16.0)[..., None].astype("float32")
y = digits.target

# ---- source task: 0, 1, 2 -------------------------------------------------
src = y < 3
base = keras.Sequential([
    keras.Input((8, 8, 1)),
    layers.Conv2D(16, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dense(16, activation="relu"),
], name="base")
pretrain = keras.Sequential([base, layers.Dense(3, activation="softmax")])
pretrain.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
pretrain.fit(x[src], y[src], epochs=10, batch_size=32, verbose=0)
print("source task:", pretrain.evaluate(x[src], y[src], verbose=0))

# ---- target task: 3 ... 9 -------------------------------------------------
x_tr, x_va, y_tr, y_va = train_test_split(
    x[~src], y[~src] - 3, test_size=0.25, random_state=2, stratify=y[~src])

base.trainable = False
inputs = keras.Input((8, 8, 1))
h = base(inputs, training=False)
outputs = layers.Dense(7, activation="softmax")(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(2e-3),
              loss="sparse_categorical_crossentropy", metrics=["accuracy"])

print("training the head")
model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=10, batch_size=32, verbose=2)

print("fine-tuning the whole network")
base.trainable = True
model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=15, batch_size=32, verbose=2)

loss, acc = model.evaluate(x_va, y_va, verbose=0)
print(f"after fine-tuning: val loss {loss:.3f}, val accuracy {acc:.3f}")
