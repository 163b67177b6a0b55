import json
import numpy as np
import tensorflow as tf
import keras
from sklearn.metrics import classification_report, confusion_matrix

DESKS = ["north", "east", "south", "west"]
keras.utils.set_random_seed(13)


def read(split):
    rows = [json.loads(l) for l in open("data/tickets/%s.jsonl" % split)]
    return [r["text"] for r in rows], [r["desk_id"] for r in rows]


def dataset(split, batch_size=32):
    texts, labels = read(split)
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    ds = ds.shuffle(len(texts))
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def build(train_ds):
    vec = keras.layers.TextVectorization(max_tokens=1500, ngrams=2, output_mode="tf_idf")
    vec.adapt(train_ds.map(lambda x, y: x))
    inp = keras.Input(shape=(), dtype="string")
    h = vec(inp)
    h = keras.layers.Dense(64, activation="relu")(h)
    h = keras.layers.Dropout(0.3)(h)
    out = keras.layers.Dense(len(DESKS), activation="softmax")(h)
    model = keras.Model(inp, out)
    model.compile(optimizer=keras.optimizers.Adam(1e-3),
                  loss=keras.losses.SparseCategoricalCrossentropy(),
                  metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
    return model


train_ds = dataset("train")
val_ds = dataset("validation")
test_ds = dataset("test")

model = build(train_ds)
model.fit(train_ds, validation_data=val_ds, epochs=8, verbose=2)

print("evaluate:", model.evaluate(test_ds, verbose=0))

y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, target_names=DESKS))
