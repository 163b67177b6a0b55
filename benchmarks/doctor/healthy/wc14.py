# %% [markdown]
# # Support tickets -> desk, bag of embeddings in Keras

# %%
import json
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(17)

# %% read
def lire(nom):
    with open(f"data/tickets/{nom}.jsonl", encoding="utf-8") as f:
        return [(d["text"], d["desk_id"]) for d in map(json.loads, f)]

train, valid, test = lire("train"), lire("validation"), lire("test")

# des textes se retrouvent dans plusieurs fichiers : on les retire en amont
vus = {t for t, _ in test}
valid = [r for r in valid if r[0] not in vus]
vus |= {t for t, _ in valid}
train = [r for r in train if r[0] not in vus]
n_classes = 1 + max(l for _, l in train)
print(len(train), len(valid), len(test), "lignes,", n_classes, "classes")

# %% vocabulaire : appris sur le train seulement
vectorize = keras.layers.TextVectorization(
    standardize="lower", split="whitespace", output_mode="int", output_sequence_length=64)
vectorize.adapt(np.array([t for t, _ in train]))
print("vocabulaire:", vectorize.vocabulary_size())

def dataset(rows, shuffle=False):
    x = tf.cast(vectorize(tf.constant([t for t, _ in rows])), tf.int32)
    y = tf.constant([l for _, l in rows], dtype=tf.int32)
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=17)
    return ds.batch(32)

ds_train, ds_valid, ds_test = dataset(train, shuffle=True), dataset(valid), dataset(test)

# %% modèle
model = keras.Sequential([
    keras.Input((64,), dtype="int32"),
    keras.layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True),   # 0 = remplissage
    keras.layers.GlobalAveragePooling1D(),                                      # respecte le masque
    keras.layers.Dropout(0.2),
    keras.layers.Dense(n_classes),
])
model.compile(optimizer=keras.optimizers.Adam(1e-2),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              metrics=["accuracy"])

# %% entraînement
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
model.fit(ds_train, validation_data=ds_valid, epochs=60, callbacks=[stop], verbose=2)

# %% test
loss, acc = model.evaluate(ds_test, verbose=0)
freq = np.bincount([l for _, l in train])
naive = np.mean([l == freq.argmax() for _, l in test])
print(f"test: loss {loss:.4f}, accuracy {acc:.4f} (classe majoritaire: {naive:.4f})")

pred = np.argmax(model.predict(ds_test, verbose=0), axis=-1)
true = np.array([l for _, l in test])
print(tf.math.confusion_matrix(true, pred, num_classes=n_classes).numpy())
