"""Wine cultivars with a small Keras 3 network; the scaling is a layer adapted to the training rows."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_wine
from sklearn.metrics import confusion_matrix, f1_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(13)

wine = load_wine()
X = wine.data.astype("float32")
y = wine.target.astype("int32")
idx = np.arange(len(y))
tr, te = train_test_split(idx, test_size=0.25, stratify=y, random_state=13)
tr, va = train_test_split(tr, test_size=0.25, stratify=y[tr], random_state=13)
assert not (set(tr) & set(va) or set(tr) & set(te) or set(va) & set(te))


def dataset(rows, training=False):
    ds = tf.data.Dataset.from_tensor_slices((X[rows], y[rows]))
    if training:
        ds = ds.shuffle(len(rows), seed=13, reshuffle_each_iteration=True)
    return ds.batch(16).prefetch(tf.data.AUTOTUNE)


def build(n_features, n_classes):
    scale = layers.Normalization(axis=-1, name="scale")
    scale.adapt(X[tr])
    inp = keras.Input(shape=(n_features,), name="chemistry")
    h = scale(inp)
    for width in (32, 16):
        h = layers.Dense(width, kernel_regularizer=keras.regularizers.L2(1e-3))(h)
        h = layers.LayerNormalization()(h)
        h = layers.Activation("gelu")(h)
        h = layers.Dropout(0.2)(h)
    out = layers.Dense(n_classes, name="logits")(h)
    net = keras.Model(inp, out)
    net.compile(
        optimizer=keras.optimizers.Adam(learning_rate=3e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    return net


net = build(X.shape[1], len(wine.target_names))
stop = keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=15, restore_best_weights=True)
history = net.fit(
    dataset(tr, training=True),
    validation_data=dataset(va),
    epochs=120,
    callbacks=[stop],
    verbose=0,
)
print(f"{len(history.history['loss'])} epochs, best val_loss {min(history.history['val_loss']):.3f}")

loss, acc = net.evaluate(dataset(te), verbose=0)
pred = net.predict(dataset(te), verbose=0).argmax(axis=1)  # this dataset isn't shuffled: same order as y[te]
base = np.mean(y[te] == np.bincount(y[tr]).argmax())
print(f"test loss {loss:.3f}  accuracy {acc:.3f}  macro-F1 {f1_score(y[te], pred, average='macro'):.3f}")
print(f"always the commonest cultivar: {base:.3f}")
print(confusion_matrix(y[te], pred))

os.makedirs("out/qb07", exist_ok=True)
net.save("out/qb07/wine.keras")
again = keras.models.load_model("out/qb07/wine.keras")
np.testing.assert_allclose(again.predict(X[te], verbose=0), net.predict(X[te], verbose=0), rtol=1e-4, atol=1e-5)
