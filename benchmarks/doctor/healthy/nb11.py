"""Transfer: a network that has learnt the digits 0-5 is used for 6-9, of which we have only 80 examples.

Stage 1  train body + head on 0..5 (plenty of data)
Stage 2  new head, body frozen
Stage 3  body thawed, compiled again with a small learning rate (batch norm keeps its statistics)
The same architecture from scratch on the 80 examples is shown next to it.
"""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(12)

d = load_digits()
images = (d.images[..., None] / 16).astype("float32")
old, new = d.target <= 5, d.target >= 6

# the source task has its own validation rows for stopping
sx, svx, sy, svy = train_test_split(images[old], d.target[old], test_size=0.2,
                                    stratify=d.target[old], random_state=1)
# the target task: 80 to train on, 80 to validate on, the rest to test
tx, rest_x, ty, rest_y = train_test_split(images[new], d.target[new] - 6, train_size=80,
                                          stratify=d.target[new], random_state=1)
vx, ex, vy, ey = train_test_split(rest_x, rest_y, train_size=80, stratify=rest_y, random_state=1)


def make_body():
    i = keras.Input((8, 8, 1))
    x = i
    for filters, pool in ((16, False), (32, True), (32, False)):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = layers.BatchNormalization(momentum=0.9)(x)
        x = layers.Activation("relu")(x)
        if pool:
            x = layers.MaxPooling2D()(x)
    return keras.Model(i, layers.Flatten()(x), name="body")


def with_head(body, classes, frozen_statistics):
    i = keras.Input((8, 8, 1))
    # training=False: batch norm uses the running statistics, also while the weights are tuned
    x = body(i, training=False) if frozen_statistics else body(i)
    x = layers.Dropout(0.3)(x)
    return keras.Model(i, layers.Dense(classes)(x))


def compile_and_fit(model, lr, x, y, val, epochs, batch):
    model.compile(optimizer=keras.optimizers.Adam(lr),
                  loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                  metrics=["accuracy"])
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=12, restore_best_weights=True)
    h = model.fit(x, y, validation_data=val, epochs=epochs, batch_size=batch, callbacks=[stop], verbose=0)
    print(f"   {len(h.epoch)} epochs, best val loss {min(h.history['val_loss']):.3f}, "
          f"{len(model.trainable_variables)} trainable tensors")


def test_accuracy(model):
    return np.mean(model.predict(ex, verbose=0).argmax(1) == ey)


print("1 source task")
body = make_body()
compile_and_fit(with_head(body, 6, frozen_statistics=False), 2e-3, sx, sy, (svx, svy), 25, 64)

print("2 head")
body.trainable = False
model = with_head(body, 4, frozen_statistics=True)
compile_and_fit(model, 3e-3, tx, ty, (vx, vy), 60, 16)
head_only = test_accuracy(model)

print("3 everything")
body.trainable = True
compile_and_fit(model, 1e-4, tx, ty, (vx, vy), 40, 16)
tuned = test_accuracy(model)

print("0 from scratch, for comparison")
scratch = with_head(make_body(), 4, frozen_statistics=False)
compile_and_fit(scratch, 2e-3, tx, ty, (vx, vy), 80, 16)

print(f"test rows: {len(ey)}, most frequent {np.bincount(ey).max() / len(ey):.3f}")
print(f"head only {head_only:.3f} | fine-tuned {tuned:.3f} | from scratch {test_accuracy(scratch):.3f}")
